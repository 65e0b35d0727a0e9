"""Asks that have nothing to do with the agent: no id, no number, hardly one twice."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from whileai.builtin.writers.phrases import expand

if TYPE_CHECKING:
    from whileai.base.seeds import Dice

_COOKED = (
    "(lentils|rice|an aubergine|mushrooms|risotto|a roast chicken|dumplings|chickpeas|"
    "tofu|soup|gnocchi|couscous|salmon|beetroot|a stew|polenta)"
)
_KEPT = "(sourdough|kimchi|marmalade|rhubarb|a birthday cake|pesto|pancakes|tomatoes)"
_PLANTS = (
    "(basil|monstera|orchid|lemon tree|tomato plant|rose bush|fern|ivy|hydrangea|"
    "bonsai|rubber plant|fig tree)"
)
_PETS = "(cat|dog|rabbit|puppy|kitten|guinea pig)"
_QUIET_PETS = "(tortoise|goldfish|hamster|gecko|parrot|budgie)"
_PEOPLE = (
    "(my (sister|brother|mom|dad|neighbor|boss|best friend|nephew|niece|"
    "grandmother|flatmate|colleague|partner|cousin))"
)
_TOPICS = (
    "(the Roman Empire|black holes|photosynthesis|the French Revolution|jazz|"
    "volcanoes|the stock market|plate tectonics|Buddhism|impressionism|whales|the "
    "Cold War|quantum physics|the Silk Road|bees|inflation|the moon landing|"
    "medieval castles|tides|chess openings|the northern lights)"
)
_LANGUAGES = (
    "(Spanish|Italian|Japanese|French|German|Portuguese|Korean|Welsh|Swahili|Dutch|"
    "Greek|Turkish)"
)
_BROKEN = (
    "(a (squeaky door|leaky tap|wobbly table|torn jacket|cracked phone screen|stuck "
    "zip|loose bike chain|blocked sink|dripping shower|broken blind)|my (old radio|"
    "bookshelf|umbrella|doorbell|desk lamp))"
)
_DIRTY = (
    "(a (bike chain|suede jacket|wool rug|camera lens|mattress|white sofa)|my (glasses|"
    "hoover|boots|keyboard|oven|guitar))"
)
_STAINS = (
    "((a|an old) (wine|coffee|grass|ink|curry) stain|(limescale|mold) in the shower|a "
    "(musty|burnt) smell in the kitchen)"
)
_TOWNS = "(Lisbon|Scotland|Kyoto|Patagonia|Morocco|Vienna|Sicily|Norway|Prague|Crete)"
_PLACES = f"({_TOWNS}|a small cabin|the coast|the Alps|an island|the countryside)"
_ACTIVITIES = (
    "(knitting|running|meditation|watercolor painting|birdwatching|baking bread|"
    "learning guitar|swimming|pottery|woodworking|stargazing|rowing|chess|"
    "salsa dancing|calligraphy|beekeeping|yoga|gardening|journaling|climbing|juggling|"
    "photography)"
)
_PARTIES = (
    "(a (wedding|retirement party|school reunion|baby shower|housewarming|"
    "birthday party|garden party)|an (anniversary|office party|engagement party))"
)
_SERIOUS = "(a (job interview|first date|funeral|graduation|court hearing)|an exam)"

PATTERNS: dict[str, str] = {
    "food": (
        f"(how (long (do|should) (i|you) (cook|reheat)|do (i|you) (season|reheat)) "
        f"{_COOKED}[ (without an oven|for a crowd|quickly|for a beginner)]|what (goes "
        f"(well |)with|can i (make|serve) with) ({_COOKED}|{_KEPT})[ (if guests are "
        f"coming|in summer|on a weeknight)]|how long (can|do) (i|you) keep {_KEPT}[ "
        "(in the fridge|without a fridge|in this heat)]|how do (i|you) make "
        f"{_KEPT}[ (without an oven|for a crowd|from scratch|for a beginner)])?"
    ),
    "plants": (
        f"(why is my {_PLANTS} (losing its leaves|turning yellow|so droopy|not growing|"
        "covered in flies)[ (again|all of a sudden|since we moved|this (spring|summer|"
        "winter))]|why is my (lawn|cactus) (turning (brown|yellow)|not growing|so "
        "patchy)[ (again|this (spring|summer))]|(how often should i (water|feed|"
        f"trim)|how do i save|where should i put) my {_PLANTS}[ (in winter|on a dark "
        "balcony|while i'm away|in a small flat|if it's really hot)])?"
    ),
    "pets": (
        f"my ({_PETS} (keeps (sneezing|staring at the wall|hiding|waking me up|chewing "
        "everything)|won't (eat|sleep|leave the (sofa|kitchen))|is (bored|scared of "
        f"(thunder|the hoover)|getting fat))|{_QUIET_PETS} (keeps (staring at the "
        "wall|hiding)|won't eat|is (bored|getting fat)))(,|.) (any (ideas|advice|"
        "tips)|what (should|can) i do|is that normal|who do i ask)?"
    ),
    "verse": (
        "(write|can you write|help me write|draft) (me |)((a (short |funny |)(poem|"
        f"limerick|story|riddle)|a few lines) about {_TOPICS}|(a (short |sweet |funny "
        f"|)(poem|card|limerick)|a few lines) for {_PEOPLE}|a (short |funny |)(toast|"
        f"speech|poem) for {_PARTIES})[ please]"
    ),
    "facts": (
        "(explain|can you explain|tell me (about|a fun fact about)|what's the (deal|"
        f"story) with|teach me the basics of) {_TOPICS}[ (in simple words|to a child|"
        "like i'm five|briefly|without jargon)][ please]"
    ),
    "languages": (
        "how do (you|i) say (good morning|i'm lost|thank you|cheers|happy birthday|i "
        "miss you|see you later|good luck|where is the station|the bill please) in "
        f"{_LANGUAGES}[ (politely|properly|informally)]?"
    ),
    "repairs": (
        "((how (do|would) i|what's the (best|cheapest|easiest) way to) (fix|repair) "
        f"{_BROKEN}[ (myself|without a drill|at home|on a budget|quickly)]|(how do i|"
        f"what's the (best|easiest) way to) (clean {_DIRTY}|get (rid of|out) "
        f"{_STAINS})[ (at home|without chemicals|properly|quickly)])?"
    ),
    "trips": (
        f"(is {_TOWNS} (nice|worth it|too crowded|expensive) (in (spring|winter|"
        "autumn|summer)|for (kids|a week|a weekend))|what's the weather usually like "
        f"in {_TOWNS}|what should i pack for {_PLACES} (in (spring|winter|autumn|"
        "summer)|with (kids|a dog|one bag)))[, do you (know|think)|, roughly]?"
    ),
    "hobbies": (
        "(what's the (best|quickest) way to (start|get into|get better at)|is it (too "
        f"late|hard) to (start|take up)|any (tips|advice) for) {_ACTIVITIES}[ (at my "
        "age|as a beginner|on a budget|with two kids)]?"
    ),
    "occasions": (
        f"what (should|do) i ((wear to|bring to|say at|cook for) {_PARTIES}[ (if i "
        f"don't know anyone|in this heat|on short notice|with {_PEOPLE})]|(wear|say) "
        f"(to|at) {_SERIOUS}[ (in this heat|if i'm nervous|on short notice)])?"
    ),
    "people": (
        f"({_PEOPLE} and i (had a fight|can't agree on anything)|{_PEOPLE} (is (mad "
        "at|ignoring|avoiding) me|(never calls back|borrowed my (car|bike)))|my "
        "(flatmate|partner|brother|neighbor) snores)(,|.|. so) (how do i (handle|fix) "
        "(it|this)|what would you do|am i overreacting)?"
    ),
    "puzzles": (
        f"((settle this|we have a bet|quick question from {_PEOPLE}|silly question)(:|"
        ",| -) (is a tomato a fruit|is cereal a soup|is a hotdog a sandwich|who "
        "invented the fork|what's the oldest city|do (fish|birds|snails) sleep|which "
        "came first, the chicken or the egg|can (penguins|bees|cows) (fly|swim|"
        "dream)|do plants sleep)|(random one|weird question|silly question|quick "
        f"question from {_PEOPLE})(:|,| -) (why is the sea salty|how do magnets work|"
        "why do onions make you cry|why is the sky blue|why do (people (yawn|dream|"
        "blush)|cats purr|dogs (yawn|howl)|bees buzz)|how do birds find their way))?"
    ),
    "tips": (
        "(recommend|suggest|can you recommend|i need|do you know) (a (good |)(book|"
        f"film|podcast|series|documentary) about {_TOPICS}|a (good |)(book|board game|"
        f"film) for {_PEOPLE}|(a (good |)(book|film|podcast|series)|something to (read|"
        "watch|listen to)) for (a rainy day|a long flight|the weekend|bedtime))[ "
        "please]"
    ),
    "jokes": (
        f"(tell me a joke|make me laugh|cheer me up|say something nice)(, {_PEOPLE} "
        "(forgot my birthday|is away)|, (rough|long|boring) (day|week)|, "
        f"something about {_TOPICS})[ please]"
    ),
    "opinions": (
        "((what do you think (about|of)|do you (like|have an opinion on)) "
        f"{_ACTIVITIES}[ (honestly|these days)]|is it worth trying {_ACTIVITIES}[ "
        "(these days|for someone like me|at my age)])?"
    ),
}
"""What people ask about, by what it is about: what stands together fits together."""

_NEAR = {
    "cooking": ("food",),
    "travel": ("trips",),
    "weather": ("trips", "plants"),
    "translation": ("languages",),
    "learning": ("facts", "puzzles", "languages", "hobbies"),
    "music": ("tips",),
    "support": ("occasions", "repairs", "tips"),
    "home": ("repairs", "plants"),
    "messaging": ("verse",),
    "health": ("pets", "opinions"),
    "browser": ("tips",),
}
"""By flavour: what such an agent might help with after all."""

_OPENERS = (
    "",
    "",
    "(|(hey|hi|hello|so|ok)(,| -|)) ",
)
_TURNS = (
    "(hey|hi|hello|so|ok|oh|right)(,| -|) ((random|silly|quick|stupid|different|odd) "
    "question|off topic|while i wait|something else|(this is |)nothing to do with "
    "this|i know (this isn't your thing|that's not your job)|while you're (here|at "
    "it)|just curious|my kid wants to know)(:|,| -) "
)
"""What leads from the agent's own subject to another one."""

_TERSE, _SHORT = 52, 70
"""Characters up to which something always, or often, leads over to an ask."""
_CLOSERS = ("", "", "", " (thanks|thank you)[ (in advance|a lot)].")


@lru_cache(maxsize=256)
def _far(flavours: frozenset[str]) -> tuple[str, ...]:
    """Give the patterns of what agents of these flavours are not for."""
    near = {name for flavour in flavours for name in _NEAR.get(flavour, ())}
    return tuple(text for name, text in PATTERNS.items() if name not in near)


def offtopic(dice: Dice, flavours: frozenset[str] = frozenset()) -> str:
    """Give an ask about something that no agent of these flavours is for."""
    body = expand(dice.pick(_far(flavours)), dice, {})
    short = len(body) < _SHORT
    led = len(body) < _TERSE or (short and dice.chance(0.5))
    turn = _TURNS if led else dice.pick(_OPENERS)
    opener = expand(turn, dice, {})
    closer = "" if short else expand(dice.pick(_CLOSERS), dice, {})
    end = "" if body.endswith("?") else "."
    return f"{opener}{body}{end}{closer}".strip()
