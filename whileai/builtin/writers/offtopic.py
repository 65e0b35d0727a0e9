"""Asks that have nothing to do with the agent: no id, no number, hardly one twice."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from whileai.builtin.writers.phrases import expand

if TYPE_CHECKING:
    from whileai.base.seeds import Dice

_FOODS = (
    "(tomatoes|lentils|sourdough|rice|an aubergine|mushrooms|pancakes|risotto|"
    "kimchi|a roast chicken|marmalade|dumplings|chickpeas|rhubarb|a birthday cake|"
    "tofu|soup|gnocchi)"
)
_PLANTS = (
    "(basil|monstera|orchid|cactus|lemon tree|tomato plant|rose bush|fern|ivy|lawn|"
    "hydrangea|bonsai|rubber plant)"
)
_PETS = "(cat|dog|rabbit|parrot|hamster|tortoise|puppy|kitten|goldfish|guinea pig)"
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
_ITEMS = (
    "(a (bike chain|squeaky door|leaky tap|wobbly table|blocked sink|torn jacket|"
    "cracked phone screen|wine stain|scratched lens|stuck zip)|my (glasses|old "
    "radio|bookshelf|hoover|boots|umbrella|guitar))"
)
_PLACES = (
    "(Lisbon|the Alps|Scotland|Kyoto|a small cabin|the coast|Patagonia|Morocco|a "
    "big city|an island|Vienna|the countryside)"
)
_ACTIVITIES = (
    "(knitting|running|meditation|watercolor painting|birdwatching|baking bread|"
    "learning guitar|swimming|pottery|woodworking|sourdough|stargazing|rowing|chess|"
    "salsa dancing|calligraphy|beekeeping|yoga|gardening|journaling|climbing|juggling|"
    "photography)"
)
_OCCASIONS = (
    "(a (wedding|retirement party|school reunion|baby shower|housewarming|job "
    "interview|first date|picnic|funeral|quiz night|birthday)|an (anniversary|"
    "office party|exam))"
)

PATTERNS: dict[str, str] = {
    "food": (
        "(how long (do|should) (i|you) (cook|keep|reheat)|what goes (well |)with|what "
        "can i (make|serve) with|how do (i|you) (season|reheat)) "
        f"{_FOODS}[ (without an oven|for a crowd|quickly|if guests are coming|for a "
        "beginner)]?"
    ),
    "plants": (
        f"(why is my {_PLANTS} (losing its leaves|turning yellow|so droopy|not growing|"
        "covered in flies)[ (again|all of a sudden|since we moved|this (spring|summer|"
        "winter))]|(how often should i (water|feed|trim)|how do i save|where should i "
        f"put) my {_PLANTS}[ (in winter|on a dark balcony|while i'm away|in a small "
        "flat|"
        "if it's really hot)])?"
    ),
    "pets": (
        f"my {_PETS} (keeps (sneezing|staring at the wall|hiding|waking me up|chewing "
        "everything)|won't (eat|sleep|leave the (sofa|kitchen))|is (bored|scared of "
        "(thunder|the hoover)|getting fat))(,|.) (any (ideas|advice|tips)|what (should|"
        "can) i do|is that normal|who do i ask)?"
    ),
    "verse": (
        "(write|can you write|help me write|draft) (me |)(a (short |funny |sweet |)"
        f"(poem|limerick|toast|speech|card|story|riddle)|a few lines) (for {_PEOPLE}|"
        f"about {_TOPICS}|for {_OCCASIONS})[ please]"
    ),
    "facts": (
        "(explain|can you explain|tell me (about|a fun fact about)|what's the (deal|"
        f"story) with|teach me the basics of) {_TOPICS}[ (in simple words|to a child|"
        "like i'm five|briefly|without jargon)][ please]"
    ),
    "languages": (
        "how do (you|i) say (good morning|i'm lost|thank you|cheers|happy birthday|i "
        "miss you|see you later|good luck|where is the station|the bill please) in "
        f"{_LANGUAGES}[ (politely|to a friend|properly|informally)]?"
    ),
    "repairs": (
        "(how do i (fix|clean|mend|get rid of)|what's the (best|cheapest|easiest) way "
        f"to (fix|clean|repair)|how would i (fix|repair)) {_ITEMS}[ (myself|"
        "without a drill|at home|on a budget|quickly)]?"
    ),
    "trips": (
        f"(is {_PLACES} (nice|worth it|too crowded|expensive) (in (spring|winter|"
        "autumn|"
        "summer)|for (kids|a week|a weekend))|what's the weather usually like in "
        f"{_PLACES}|what should i pack for {_PLACES} (in (spring|winter|autumn|summer)|"
        "with (kids|a dog|one bag)))[, do you (know|think)|, roughly]?"
    ),
    "hobbies": (
        "(what's the (best|quickest) way to (start|get into|get better at)|is it (too "
        f"late|hard) to (start|take up)|any (tips|advice) for) {_ACTIVITIES}[ (at my "
        "age|"
        "as a beginner|on a budget|with bad knees|with two kids)]?"
    ),
    "occasions": (
        f"what (should|do) i (wear|bring|say|cook|gift) (to|at|for) {_OCCASIONS}[ "
        "(if i "
        f"don't know anyone|in this heat|on short notice|with {_PEOPLE})]?"
    ),
    "people": (
        f"{_PEOPLE} (and i (had a fight|can't agree|made a bet)|is (mad at|ignoring|"
        "avoiding) me|(snores|never calls back|borrowed my (car|bike)))(,|.|. so) (how "
        "do i (handle|fix) (it|this)|what would you do|who's right|am i overreacting)?"
    ),
    "puzzles": (
        f"(who would win|settle this|quick question from {_PEOPLE}|random one|weird "
        "question|silly question)(:|,| -) (is a tomato a fruit|is cereal a soup|is a "
        "hotdog a sandwich|who invented the fork|why is the sea salty|do plants "
        "sleep|what's the oldest city|how do magnets work|why do onions make you "
        "cry|do (fish|birds|snails) "
        "sleep|why is the sky blue|can (penguins|bees|cows) (fly|swim|dream)|which "
        "came "
        "first, the chicken or the egg|why do (cats|dogs|people) (yawn|purr|dream))?"
    ),
    "tips": (
        "(recommend|suggest|can you recommend|i need|do you know) (a (good |)(book|"
        "film|"
        "podcast|board game|series|documentary)|something to (read|watch|listen to)) "
        f"(about {_TOPICS}|for {_PEOPLE}|for (a rainy day|a long flight|the weekend|"
        "bedtime))[ please]"
    ),
    "jokes": (
        f"(tell me a joke|make me laugh|cheer me up|say something nice)(, {_PEOPLE} "
        "(left|forgot my birthday|is away)|, (rough|long|boring) (day|week)|, "
        "something "
        f"about {_TOPICS})[ please]"
    ),
    "opinions": (
        "(what do you think (about|of)|do you (like|have an opinion on)|is it worth "
        f"trying) {_ACTIVITIES}[ (honestly|these "
        "days|"
        "for someone like me)]?"
    ),
}
"""What people ask about, by what it is about."""

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
