"""How people put requests to a helper of their own or at their desk.

The tables are as those of ``idioms``, to which they are added.
"""

from __future__ import annotations

Table = dict[str, dict[str, tuple[str, ...]]]

MORE_IDIOMS: Table = {
    "home": {
        "energy": (
            "check how much (power|electricity|energy) we used in {during}",
            "look up how much (power|electricity|energy) we used in {during}",
        ),
    },
    "health": {
        "lab": ("check my lab results", "look up my (lab|test) results"),
        "wards": (
            "check which wards have free beds",
            "see where there are beds free",
            "list the wards( with their free beds|)",
        ),
    },
    "cooking": {
        "recipes": (
            "find a (good |simple |)recipe for {query}",
            "look for recipes for {query}",
            "find recipes for {query}",
        ),
    },
    "weather": {
        "air": ("check the air( quality|) in {place}", "see how the air is in {place}"),
    },
    "messaging": {
        "mails": (
            "find (the|my) emails about {query}",
            "look for (the |)emails about {query}",
            "search my (mail|email|inbox) for {query}",
            "find the email (about|with) {query}",
        ),
        "mail": (
            "email {recipient} {body}, subject {subject}",
            "send {recipient} an email with the subject {subject} saying {body}",
            "write {recipient} an email about {subject} that says {body}",
            "send an email to {recipient} saying {body}, subject {subject}",
            "email {recipient} {body}",
            "send {recipient} an email (saying|that says) {body}",
            "write {recipient} an email (saying|that says) {body}",
            "send {recipient} (this|an email): {body}",
            "send {recipient} an email about {subject}",
            "email {recipient} about {subject}",
        ),
    },
    "files": {
        "search": (
            "search {file} for {query}",
            "look for {query} in {file}",
            "find {query} in {file}",
            "find every line with {query} in {file}",
            "look for {query}",
        ),
    },
    "calendar": {
        "events": (
            "check (my calendar|what i have) (on|for) {on}",
            "see what's on my calendar on {on}",
            "look at my calendar for {on}",
        ),
    },
    "translation": {
        "translate": (
            "translate {body} (into|to) {to}",
            "put {body} into {to}",
            "translate {file} (into|to) {to}",
            "translate {body} from {from} (into|to) {to}",
        ),
        "detect": (
            "check (which|what) language {body} is in",
            "find out (which|what) language {body} is in",
        ),
        "languages": (
            "list the languages you (can do|know|support)",
            "check which languages you (know|support)",
        ),
    },
    "data": {
        "tables": ("list the tables", "check (which|what) tables (there are|we have)"),
        "table": (
            "check (which|what) columns the {table} table has",
            "look up the columns (of|in) the {table} table",
            "describe the {table} table",
        ),
    },
    "code": {
        "blame": (
            "check who (last touched|last changed|wrote) {file}",
            "find out who changed {file} last",
            "run a blame on {file}",
        ),
        "status": ("check (the status|git status)", "see what's changed"),
    },
}
"""Requests; what a pattern does not say follows it."""

MORE_DIRECT: Table = {
    "home": {
        "energy": (
            "how much (power|electricity|energy) did we use in {during}?",
            "!did we use (more|less) (power|electricity) than usual in {during}?",
            "what did we (use|need) in {during}( in total|)?",
        ),
    },
    "messaging": {
        "mails": (
            "!did (anyone|they) (write|email) (me |)about {query}?",
            "do i have (anything|an email|any emails) about {query}?",
            "where's that email about {query}?",
            "(when|what) did they last write about {query}?",
        ),
    },
    "health": {
        "lab": (
            "are my (lab|test|blood) results (in|back|there)( yet| already|)?",
            "(what do|can you tell me what) my lab results say?",
        ),
        "wards": (
            "which wards (have|still have) (free beds|beds free)( right now|)?",
            "!is there a bed free (in|on) (the children's ward|surgery)?",
            "!where can we put (someone|a patient) (tonight|right now)?",
            "how many beds (are free|do we have free)( right now|)?",
        ),
    },
    "cooking": {
        "recipes": (
            "how do i make {query}?",
            "do you (have|know) a (good|simple|quick) recipe for {query}?",
            "i want to (make|cook) {query}( tonight| on Sunday|), show me a recipe",
        ),
    },
    "weather": {
        "forecast": (
            "!is it going to (rain|snow|stay dry|warm up) in {place}( this week| "
            "tomorrow| at the weekend|)?",
            "what's the weather going to be like in {place}?",
            "!do i need (an umbrella|a jacket|boots) in {place}( this week|)?",
        ),
        "air": (
            "how's the air in {place}( today| right now|)?",
            "!is it (ok|safe) to go for a run in {place}( today| right now|)?",
        ),
        "now": (
            "what's it like (outside |)in {place}( right now|)?",
            "!is it (raining|cold|windy|hot) in {place}( right now|)?",
            "how (warm|cold) is it in {place}( right now| today|)?",
        ),
    },
    "calendar": {
        "events": (
            "what (do i have|have i got) on {on}?",
            "!am i free on {on}?",
            "!(do i have|is there) anything on {on}( in the (morning|evening)|)?",
            "what's on my calendar (on|for) {on}?",
            "how (full|busy) is {on}?",
        ),
    },
    "office": {
        "balance": (
            "how (many days|much leave|many days off) do i have left( this year|)?",
            "how much (holiday|vacation|leave) do i still have?",
            "!do i have enough (days|leave) left for (two weeks off|a long weekend|"
            "a trip in (summer|autumn))?",
        ),
    },
    "translation": {
        "translate": (
            "how (do|would) (you|i) say {body} in {to}?",
            "what's {body} in {to}?",
            "what does {body} mean in {to}?",
        ),
        "detect": (
            "what language is {body}?",
            "(which|what) language is (this|that) in: {body}",
            "{body} - (what|which) language is (that|this)?",
        ),
        "languages": (
            "(which|what) languages (do you know|can you do|do you support)?",
            "!can you do (Welsh|Korean|Swahili|Greek|Danish)( too|)?",
        ),
    },
    "data": {
        "tables": (
            "(which|what) tables (are there|do we have)?",
            "!is there a table (for|with) (returns|employees|page views|logins)?",
        ),
        "table": (
            "(which|what) columns does the {table} table have?",
            "what's in the {table} table?",
            "!does the {table} table have a (country|date|customer) column?",
        ),
    },
    "code": {
        "blame": (
            "who (wrote|last touched|last changed) {file}?",
            "!who (wrote|changed) the (first|last) lines of {file}?",
        ),
        "status": (
            "what (have i changed|did i change)( so far|)?",
            "!is there anything (uncommitted|left to commit)?",
            "!did i forget to (add|commit) (something|anything)?",
        ),
    },
    "files": {
        "search": (
            "where in {file} (does it say|is|do i find) {query}?",
            "does it say {query} anywhere in {file}?",
            "(how often|where) does {query} come up in {file}?",
            "(which|what) lines (of|in) {file} (mention|have|contain) {query}?",
            "does {file} (mention|contain|say) {query}( anywhere|)?",
        ),
    },
}
"""Whole sentences."""
