"""How people put common requests: the verb and the words that go with it.

By flavour of agent and topic. ``IDIOMS`` are requests for someone to do, that also go
behind ``I want to``; ``DIRECT`` are whole sentences. A slot is a fact by what it is to
the person: its role (``{amount}``, ``{on}``, ``{container}``), what an id is of
(``{order}``), or the last word of its noun (``{address}``). Of the patterns whose slots
an ask can fill, those that say most count. ``{whose}`` is an owner (``my``, ``Ada's``);
``{matter}`` and ``{goods}`` are as in ``motives``; ``{app}`` and ``{space}`` name the
product that the tools are of; ``{is}``, ``{does}`` and ``{them}``
agree with what the first slot names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whileai.builtin.writers.phrasebook import MORE_DIRECT, MORE_IDIOMS

if TYPE_CHECKING:
    from whileai.builtin.writers.phrasebook import Table

_SPENT = (
    "(groceries|eating out|taxis|the trip|presents|clothes|the kids|coffee|the car|"
    "subscriptions)"
)
_CHARGER = (
    "(the gym|my landlord|the phone company|the insurance|the streaming service|the "
    "electricity company|the music school|the parking app|the newspaper)"
)
_INCOME = (
    "(my salary|the refund (from the hotel|from the airline|for the shoes|for the "
    "tickets)|the money from my (sister|flatmate|aunt|ex)|my tax refund|my bonus|the "
    "deposit from my old landlord|the child benefit)"
)
_DUE = (
    "(how much i (have to pay|owe them)|by when i have to pay|what they want from me|"
    "what changed|if i have to do anything|which account it has to go to)"
)
_COLOR = "(black|blue|grey|white|green|another color|a bigger size|a smaller size)"
_SOLD = (
    "(tents|lamps|headphones|anything for cyclists|garden chairs|coffee machines|"
    "sleeping bags|desks|kids' bikes|board games|winter boots)"
)
_SAID = (
    "(what was decided about {matter}|if anyone (knows more|wrote something) about "
    "{matter}|what i missed|what the plan is for {matter}|if there's anything about "
    "{matter} in it|who's (taking care of|in charge of) {matter})"
)
_READ = (
    "(what they charge|when they're open|how we can reach them|what they offer|what's "
    "new|who's on their team|if they're hiring|how to get there)"
)

_IDIOMS: Table = {
    "banking": {
        "IBAN": ("find my IBAN", "look up my IBAN", "get the IBAN of my account"),
        "balance": (
            "check my balance",
            "check how much (money |)(is left|i have left|i have)",
            "look up my balance",
        ),
        "transactions": (
            "go through my (recent|latest|most recent) (payments|transactions)",
            "check my (recent|latest|most recent) (payments|transactions)",
            "look through my last {count} (payments|transactions)",
            "check my last {count} (payments|transactions)",
        ),
        "scheduled": (
            "check my (standing orders|scheduled payments)",
            "look through my (standing orders|scheduled payments)",
        ),
        "file": ("read {file}", "have a look at {file}", "open {file}", "check {file}"),
        "details": ("check my details", "check the details you have on me"),
        "password": (
            "change my password to {password}",
            "set my password to {password}",
            "update my password to {password}",
        ),
        "send": (
            "send {amount} to {recipient}",
            "transfer {amount} to {recipient}",
            "make a (payment|transfer) of {amount} to {recipient}",
            "pay {amount} to {recipient}",
            "send {amount}",
            "send money to {recipient}",
        ),
        "schedule": (
            "set up a standing order{recurring} (of|for) {amount} to {recipient}",
            "set up a recurring{recurring} (payment|transfer) of {amount} to "
            "{recipient}",
            "schedule a (payment|transfer) of {amount} to {recipient}",
            "schedule {amount} to {recipient}",
            "schedule a payment of {amount}",
            "schedule a payment to {recipient}",
        ),
        "reschedule": (
            "change {transaction} to {amount}",
            "change the amount of {transaction} to {amount}",
            "move {transaction} to {on}",
            "change the date of {transaction} to {on}",
            "redirect {transaction} to {recipient}",
            "change {transaction} so that it goes to {recipient}",
            "change the subject of {transaction} to {subject}",
            "change {transaction} to {amount} and send it to {recipient}",
            "change {transaction} to {amount} on {on}",
        ),
    },
    "messaging": {
        "channels": (
            "go through (our|the) channels",
            "list (all |)(our|the) channels",
            "check which channels we have",
        ),
        "channel": (
            "read (the messages in |){container}",
            "go through (the messages in |){container}",
            "catch up on {container}",
            "summarize {container}",
        ),
        "inbox": ("check {whose} inbox", "go through {whose} inbox"),
        "users": (
            "see who is in {container}",
            "check who's in {container}",
            "get a list of (everyone|the people) in {container}",
        ),
        "webpage": (
            "read {link}",
            "have a look at {link}",
            "check {link}",
            "summarize {link}",
        ),
        "post": (
            "put {body} on {link}",
            "publish {body} on {link}",
            "create a page at {url} (that says|saying|with the text) {body}",
            "set up {url} with the text {body}",
        ),
        "message": (
            "send {recipient} a message saying {body}",
            "write {recipient} {body}",
            "message {recipient} {body}",
            "send {body} to {recipient}",
            "send {recipient} (this|a message): {body}",
            "post {body} in {container}",
            "write {body} in {container}",
            "post a message in {container} saying {body}",
            "send a message to {container} (saying|that says) {body}",
        ),
        "invite": (
            "invite {recipient} to ({app}|{space}) (using|via|with) {email}",
            "invite {recipient} \\({email}\\) to ({app}|{space})",
            "send {recipient} an invite to {app} at {email}",
            "invite {recipient} to ({app}|{space})",
            "invite {email} to ({app}|{space})",
        ),
        "remove": (
            "remove {recipient} from ({app}|{space})",
            "take {recipient} off ({app}|{space})",
            "kick {recipient} out of ({app}|{space})",
        ),
        "add": (
            "add {recipient} to {container}",
            "put {recipient} in {container}",
            "add {recipient}",
        ),
    },
    "files": {
        "file": (
            "read {file}",
            "open {file}",
            "go through {file}",
            "have a look at {file}",
        ),
    },
    "support": {
        "exchange": (
            "exchange {item} (from|in) {order} for {instead}",
            "swap {item} (from|in) {order} for {instead}",
            "exchange {item} for {instead}",
            "swap {item} for {instead}",
            "exchange {item} from {order}",
            "exchange {item}",
        ),
        "return": (
            "return {item} from {order}",
            "send {item} from {order} back",
            "return {item}",
            "send {item} back",
        ),
        "items": (
            "change {item} in {order} to {instead}",
            "swap {item} in {order} for {instead}",
            "replace {item} in {order} with {instead}",
            "get {instead} instead of {item} in {order}",
            "change {item} to {instead}",
            "change {item} in {order}",
        ),
        "address": (
            "send {order} to {address} instead",
            "ship {order} to {address}",
            "change the (shipping |delivery |)address (on|for|of) {order} to {address}",
            "have {order} sent to {address}",
            "change my (default |)address to {address}",
            "update my address to {address}",
        ),
        "payment": (
            "change the payment method (for|on) {order} to {paid}",
            "pay for {order} with {paid} instead",
            "put {order} on {paid} instead",
        ),
        "order": (
            "find out where {order} is",
            "check on {order}",
            "track {order}",
            "see what's in {order}",
        ),
        "product": ("check {product}", "look up {product}"),
        "types": (
            "list (everything|what) you sell",
            "list (all|the) (categories|kinds of products) you have",
        ),
        "refund": ("refund {amount} for {order}", "refund {amount} of {order}"),
        "buy": (
            "order {items}, {speed} shipping",
            "order {items} with {speed} shipping",
        ),
    },
}
IDIOMS: Table = {
    name: {**MORE_IDIOMS.get(name, {}), **_IDIOMS.get(name, {})}
    for name in (*_IDIOMS, *MORE_IDIOMS)
}
"""Requests; what a pattern does not say follows it."""

_DIRECT: Table = {
    "banking": {
        "IBAN": (
            "(what's|what is) my IBAN( again|)?",
            "(can|could) you (tell|give|send) me my IBAN?",
            "i need my IBAN[ please]",
            "please (give|tell|send) me my IBAN",
            "(where do i find|can you look up) my IBAN?",
            "i (forgot|never know) my IBAN, (what is it|can you tell me)?",
            "which (number|account number) do people need to pay me? my IBAN, i mean",
        ),
        "balance": (
            "how much money (do i have|is) (left |)(in|on) my account( right now|)?",
            "what's my (current |)balance( right now|)?",
            "how much do i have left( in my account| this month| until payday|)?",
            "!(do i have|is there) enough (money |)(in|on) my account for (the rent|a "
            "new laptop|a flight home|the car insurance|a weekend away|new tires)?",
            f"!did {_INCOME} (arrive|come in)( yet|)?",
        ),
        "transactions": (
            f"!how much did i spend on {_SPENT}( lately| recently)?",
            f"!how much (of my money|do i) (goes to|spend on) {_SPENT}?",
            f"!did {_CHARGER} charge me twice?",
            f"!has {_INCOME} arrived( yet| by now|)?",
            "!who did i (send|transfer) (the most |)money to (lately|recently)?",
            f"!how much did i spend on {_SPENT}? it should be in my last {{count}} "
            "(payments|transactions)",
            "(show me|list) my last {count} (payments|transactions)",
            "is there anything (odd|suspicious|strange) in my last {count} "
            "(payments|transactions)?",
        ),
        "scheduled": (
            "which (payments|transfers) (are|do i have) scheduled( right now|)?",
            "what are my standing orders( right now|)?",
            f"!is {_CHARGER} still in my (standing orders|scheduled payments)?",
            "!when does the next (rent|gym|insurance) payment go out?",
            "!how much (goes out|do my standing orders add up to) (per|every) month?",
        ),
        "file": (
            f"!(read|open|check) {{file}} and tell me {_DUE}",
            f"!(can|could) you (read|open) {{file}} and tell me {_DUE}?",
            "what does {file} say( about the (payment|deadline|rent)|)?",
            "how much (do i owe|is it) according to {file}?",
            f"!i need to know {_DUE}, it's (all |)in {{file}}",
        ),
        "details": (
            "!(which|what) address (do you have for me|is in my account)?",
            "!is my (name|address|street) spelled (right|correctly) in my account?",
            "what (details|information) do you have on me?",
        ),
        "password": (
            "my new password should be {password}[, please change it]",
            "i want {password} as my (new |)password[ from now on]",
            "(please |)use {password} (as|for) my password (from now on|instead|now)",
        ),
        "send": (
            "{amount} (has to|should|must) (go to|reach) {recipient} (on|by) {on}(, "
            "it's "
            "for| for|, subject|, reference) {subject}",
            "(please |)(send|transfer|pay) {recipient} {amount} on {on}(, it's for| "
            "for|, "
            "subject|, reference) {subject}",
        ),
    },
    "messaging": {
        "channels": (
            "(which|what) channels (do we have|are there)( at the moment| right now|)?",
            "!is there a channel (for|about) {matter}( already|)?",
            "!which channel is (the right one |)for {matter}?",
            "(list|show me) (all |)(our|the) channels[ please]",
        ),
        "channel": (
            "what's (new|going on|happening) in {container}?",
            "what did i miss in {container}?",
            "!(did anyone say|has anyone said|has anyone written) anything about "
            "{matter} "
            "in {container}?",
            "!what was (decided|said) about {matter} in {container}?",
            f"!(read|go through|check) {{container}} and tell me {_SAID}",
            f"!i (need|want) to know {_SAID}, it (should be|was) in {{container}}",
            "!(find|get) the messages about {matter} in {container}[ please]",
            "(summarize|sum up) what (people|they) (said|wrote) in {container}",
        ),
        "inbox": (
            "(is there|do i have) anything (urgent|important|new) in {whose} inbox?",
            "!(did anyone write|has anyone written) about {matter}? check {whose} "
            "inbox",
            "!(check|go through|read) {whose} inbox and tell me (what's (new|urgent)|"
            "what i have to answer|if there's anything about {matter}|who's waiting "
            "for an answer)",
            "what's (new|unread|waiting) in {whose} inbox?",
        ),
        "users": (
            "(who's|who is|who all is) in {container}?",
            "how many (people|of us) are in {container}?",
            "!is (everyone from sales|the new intern|our designer|anyone from legal|"
            "the whole team|my manager) in {container}( yet| already|)?",
            "!who (can|could|should) i ask about {matter}? someone in {container} "
            "(should|must) know",
            "(list|tell me|show me) who is in {container}[ please]",
        ),
        "webpage": (
            f"!(read|open|check|go to|look at) {{link}} and tell me {_READ}",
            f"!(can|could) you (check|read|open) {{link}} and tell me {_READ}?",
            f"!(find out|look up) {_READ} on {{link}}",
            "(summarize|sum up) {link}[ (for me|in two or three sentences)]",
            "what does {link} say( about (prices|opening hours|parking|delivery)|)?",
        ),
        "post": (
            "{link} should say {body}[, please put it up]",
            "we need a page at {url} that says {body}",
        ),
        "message": (
            "tell {recipient} {body}",
            "let {recipient} know: {body}",
            "{recipient} should get this message: {body}",
            "(please |)(post|write|put) this in {container}: {body}",
        ),
        "invite": (
            "{recipient} needs access to ({app}|{space}), (the email is|email:) "
            "{email}",
            "can {recipient} get an invite to {app}? (the email is|send it to) {email}",
        ),
        "remove": (
            "{recipient} (shouldn't|should not) be on ({app}|{space}) any more",
            "please (revoke|end) access to ({app}|{space}) for {recipient}",
        ),
        "add": (
            "{recipient} should be in {container}[, please add them]",
            "{recipient} (isn't|is not) in {container} yet, (please add them|can you "
            "add them?)",
            "can {recipient} get into {container}?",
        ),
    },
    "files": {
        "file": (
            "(what's|what is|what exactly is) in {file}?",
            "!what does {file} say about (the budget|the deadline|the next "
            "steps|us|the "
            "new office|the costs|holidays|who does what|overtime|the deposit|next "
            "year|"
            "late fees|the contract)?",
            "(summarize|sum up) {file}[ (for me|in a few sentences|briefly|in plain "
            "words)]",
            "!(read|open|go through) {file} and (tell me|list) what (is still open|i "
            "have "
            "to do|was agreed|changed)",
            "!does {file} (mention|say anything about) (a deadline|the budget|parking|"
            "the insurance|a deposit|interest|who pays|the keys|page numbers|my "
            "name|the "
            "old address|a discount|our team|the old contract|a meeting)?",
            "!(can|could) you (check|read|open) {file} and (tell me|find out) (if "
            "it's the "
            "(latest|final|signed) version|if there's anything private in it|who wrote "
            "it|how much it comes to|what they (want|offer)|which dates are in it)?",
        ),
    },
    "support": {
        "exchange": (
            "i (received|got) {item} (from|in) {order} and (want|would like) to "
            "exchange {them} for {instead}",
            "{item} (from|in) {order} (isn't|is not) what i (wanted|expected), i'd "
            "rather have {instead}",
            "i'd rather have {instead} than {item} (from|in) {order}",
            "i (received|got) {item} and (want|would like) to exchange {them} for "
            "{instead}",
        ),
        "return": (
            "i don't want {item} from {order} any more and want to (return {them}|send "
            "{them} back)",
            "i (want|would like) (to get |)my money back for {item} from {order}",
            "can i (still |)(return|send back) {item} from {order}?",
            "i (want|would like) my money back for {item}",
        ),
        "items": (
            "i (meant|wanted) to order {instead}, not {item}, in {order}",
            "can i (still |)get {instead} instead of {item} in {order}?",
        ),
        "address": (
            "{order} (is going|goes) to the wrong address, it should (go|be sent) to "
            "{address}",
            "can {order} (still |)(go|be sent|be delivered) to {address}( instead|)?",
            "(my|our) new address is {address}[, please update it]",
        ),
        "payment": (
            "can i (still |)pay for {order} with {paid}( instead|)?",
            "i'd (rather|prefer to) pay for {order} with {paid}",
        ),
        "cancel": (
            "i don't (want|need) {order} any more",
            "(please |)don't (send|ship) {order}",
            "{order} (doesn't have to|must not|shouldn't) go out( any more|)",
            "(can|could) you (take back|undo|get rid of) {order}( for me|)?",
            "(please |)(forget about|drop|stop) {order}",
            "is there (still |)a way (out of|to get out of|to stop) {order}?",
            "(please |)call off {order}",
            "can {order} (still |)be (cancelled|stopped)?",
            "{order} (can|should) be cancelled",
            "i (want|need|would like) {order} cancelled",
            "is it (too late|still possible) to (cancel|stop) {order}?",
        ),
        "order": (
            "(where's|where is) {order}( right now|)?",
            "when (will|does) {order} (arrive|get here)?",
            "has {order} (left your warehouse|been sent out)( yet| already|)?",
            "what's (going on|happening|up) with {order}?",
            "(which|what) address is {order} going to?",
            "how much did i pay for {order}( in total| with shipping|)?",
            "what (exactly |)(did i order|is) in {order}?",
            "is {order} going to (be here|arrive) (this week|before the weekend)?",
            "can you tell me when {order} (will arrive|gets here)?",
        ),
        "product": (
            f"{{does}} {{product}} (come in|also come in) {_COLOR}?",
            "how much {is} {product}( right now| at the moment|)?",
            f"(do you have|can i get) {{product}} in {_COLOR}?",
            "(which|what) (colors|sizes|versions) {does} {product} come in?",
            "{is} {product} (still |)(in stock|available)( at the moment| right now|)?",
            "what's the difference between the (cheapest|smallest) and the (best|most "
            "expensive|biggest) version of {product}?",
        ),
        "types": (
            "what (kinds|kind|sort) of (products|things) do you (sell|have)?",
            f"!do you (sell|have) {_SOLD}( too| as well|)?",
            "(can you |)(give me|show me) an overview of what you sell",
            "what (else |)do you sell(, apart from (clothes|lamps|bags|shoes)|)?",
        ),
        "account": (
            "!which (of my orders|orders) (are still open|haven't arrived yet|are on "
            "the way)?",
            "!(which|what) (address|card|phone number) do you have for me?",
            "!what did i (order last|pay for my last order)?",
            "where are my (old |last |)orders?",
            "!i can't find my (old |last |)(orders|order) any more",
            "!is my (new |)(address|phone number) (saved|in my account)( already| "
            "yet|)?",
        ),
        "human": (
            "i (want|need|would like) to (talk|speak) to (a human|a real person|a "
            "person|someone) about {note}",
            "(can|could) i (please |)(talk|speak) to (a human|someone|a real person) "
            "about {note}?",
            "(give me|get me|i need) a (real person|human), it's about {note}",
            "is there (a human|anyone|a person) i can (talk|speak) to about {note}?",
        ),
        "refund": (
            "i (want|need|would like) {amount} back for {order}",
            "can i get {amount} back for {order}?",
            "please refund me {amount} for {order}",
            "i (want|would like) a refund of {amount} for {order}",
            "i (think|believe) i should get {amount} back for {order}",
        ),
    },
}
DIRECT: Table = {
    name: {**MORE_DIRECT.get(name, {}), **_DIRECT.get(name, {})}
    for name in (*_DIRECT, *MORE_DIRECT)
}
"""Whole sentences; they are for asks that leave nothing else to say of the thing.

One that opens with ``!`` says why it is asked already.
"""
