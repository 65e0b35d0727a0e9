"""Words of tool names: how they split, their number, and which verb they mean."""

from __future__ import annotations

import re
from functools import lru_cache

CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Where a word of a name in camel case ends."""

_SEPARATOR = re.compile(r"[\W_]+")


def listed(text: str) -> tuple[str, ...]:
    """Give the words of ``text``, which is how this package writes its tables."""
    return tuple(text.split())


PLAIN_VERBS: dict[str, str] = {}
"""Word of a tool's name to what the tool does."""

for _verb, _words in {
    "create": "create add new book place open schedule make submit register insert "
    "reserve issue file start generate build draft invite write log record "
    "upload post append enroll subscribe commit launch order request put push "
    "raise compose hire buy purchase provision apply redeem rent borrow lend loan "
    "admit prescribe",
    "read": "get fetch show lookup retrieve read check view describe inspect load "
    "display track see open_file stat diff tell query download preview verify "
    "validate compare explain summarize monitor count whois snapshot blame",
    "list": "list enumerate browse ls scan",
    "search": "search find filter query discover locate explore match",
    "update": "update edit modify change set rename move adjust configure patch "
    "replace correct amend extend assign tag label toggle upgrade downgrade "
    "reschedule increase decrease sync map save merge",
    "delete": "delete remove drop destroy erase purge clear unregister uninvite "
    "rm trash discard unsubscribe",
    "transition": "cancel approve close resolve refund ship archive reject complete "
    "activate deactivate enable disable pause resume confirm publish unpublish "
    "lock unlock suspend reopen return exchange deliver dispatch escalate finish "
    "stop pay settle void terminate accept decline block unblock freeze unfreeze "
    "reinstate dismiss acknowledge claim restore end revoke mute unmute expire "
    "dispute fulfill process checkin checkout hold release",
    "transfer": "transfer wire remit withdraw deposit",
    "compute": "calculate convert estimate compute evaluate solve sum average "
    "multiply divide subtract integrate derive predict simulate calc",
    "send": "send email notify reply message text forward dm broadcast sms share "
    "tweet announce alert remind contact",
}.items():
    for _word in _words.split():
        PLAIN_VERBS.setdefault(_word, _verb)

VERBS_WITH_ID: dict[str, str] = {}
"""The same for words that act on a thing only where the tool takes its id."""

for _verb, _words in {
    "update": "renew rebook prolong postpone defer delay resize scale rate rank "
    "reprice "
    "annotate respond enrich reorder rotate reset refresh redirect reroute reallocate "
    "allocate split switch swap override amplify customize customise reassign "
    "unassign untag retag relabel prioritize prioritise redeliver link unlink "
    "attach detach connect disconnect pair unpair fill select",
    "transition": "pin unpin unarchive star unstar follow unfollow flag unflag hide "
    "unhide ban "
    "unban kick mark sign authorize authorise certify grant start boot reboot "
    "restart shutdown wake arm disarm abort skip snooze silence unsilence "
    "quarantine isolate promote demote deploy undeploy rollback revert undo redo "
    "install uninstall mount unmount upvote downvote like unlike favorite favourite "
    "bookmark watch unwatch ignore trigger run rerun retry execute waive forgive "
    "reverse refuse deny onboard offboard admit discharge enlist board depart pack "
    "pick stow recall halt begin extradite endorse ratify veto sanction unsuspend "
    "reactivate renounce confiscate impound vaccinate sterilize calibrate",
}.items():
    for _word in _words.split():
        VERBS_WITH_ID.setdefault(_word, _verb)
ALL_VERBS = {**VERBS_WITH_ID, **PLAIN_VERBS}
"""The words of both."""

TAKING: dict[str, tuple[str, ...]] = {
    "book": ("booking", "reservation", "appointment"),
    "reserve": ("reservation", "booking"),
    "hire": ("hire", "rental", "booking"),
    "rent": ("rental", "booking"),
    "order": ("order", "purchase"),
    "buy": ("purchase", "order"),
    "purchase": ("purchase", "order"),
    "request": ("request",),
    "redeem": ("redemption",),
    "submit": ("submission",),
    "start": ("run",),
    "launch": ("run",),
    "open": (),
    "borrow": ("loan", "borrowing"),
    "lend": ("loan",),
    "loan": ("loan",),
    "admit": ("admission",),
    "prescribe": ("prescription",),
    "trigger": ("run", "execution", "job"),
    "run": ("run", "execution", "job"),
    "execute": ("execution", "run", "job"),
    "deploy": ("deployment",),
    "send": (),
    "enroll": ("enrollment",),
    "withdraw": (),
}
"""Words that make a thing or, with the id of one that is there, take or begin it; and
what they make even then, where tools deal in such."""

ENGLISH: dict[str, str] = {}
"""Verbs of other languages that names of tools begin with, in English."""

for _verb, _words in {
    "get": "obtener consultar obtenir recuperer récupérer consulter abrufen holen "
    "anzeigen obter ottenere leggi",
    "list": "listar lister auflisten elencare",
    "search": "buscar chercher rechercher suchen cercare",
    "create": "crear creer créer erstellen anlegen criar creare",
    "update": "actualizar modificar modifier ändern aendern aktualisieren atualizar "
    "aggiornare modificare",
    "delete": "eliminar borrar supprimer löschen loeschen excluir eliminare",
    "cancel": "cancelar annuler stornieren storniere annullare",
    "send": "enviar envoyer senden inviare",
    "pay": "pagar payer bezahlen pagare",
    "refund": "reembolsar rembourser erstatten rimborsare",
    "approve": "aprobar approuver genehmigen aprovar approvare",
    "close": "cerrar fermer schließen schliessen fechar chiudere",
    "book": "reservar réserver buchen prenotare",
}.items():
    for _word in _words.split():
        ENGLISH.setdefault(_word, _verb)

STRONG = frozenset(
    listed(
        "get list create update delete add remove set post search find fetch "
        "read retrieve show cancel send calculate convert compute modify make "
        "book submit download upload move map push check buy schedule lookup"
    )
)
"""Verbs that are verbs wherever they stand in a name."""

PASSIVE = {
    "pay": "paid",
    "hold": "on hold",
    "freeze": "frozen",
    "unfreeze": "active",
    "unlock": "active",
    "unblock": "active",
    "unmute": "active",
    "reopen": "open",
    "resume": "active",
    "activate": "active",
    "enable": "enabled",
    "reinstate": "active",
    "restore": "active",
    "deactivate": "inactive",
    "stop": "stopped",
    "ship": "shipped",
    "cancel": "cancelled",
    "return": "return requested",
    "exchange": "exchange requested",
    "checkin": "checked in",
    "checkout": "checked out",
    "end": "ended",
    "send": "sent",
    "void": "voided",
    "unpublish": "draft",
    "unarchive": "active",
    "unban": "active",
    "unsuspend": "active",
    "reactivate": "active",
    "unhide": "visible",
    "wake": "awake",
}

ADJECTIVES = frozenset(
    listed(
        "pending processed delivered active inactive open closed scheduled "
        "unpaid paid overdue completed archived draft shipped confirmed "
        "cancelled unread available conflicting public private deleted done finished"
    )
)

FILLER = frozenset(
    listed(
        "a an the all any my your our this that current recent most latest last "
        "new multiple several each every one some api v1 v2 existing given "
        "specific details detail info information data list of authenticated "
        "full basic profile contents content results result summary history "
        "overview total time staged unstaged direct json record records and or "
        "system named custom inventory"
    )
)
"""Words of a name that name no thing by themselves."""

PREPOSITIONS = frozenset(
    listed("by for in from to with of at on via per using within into about between")
)

_IRREGULAR = {
    "people": "person",
    "children": "child",
    "feet": "foot",
    "men": "man",
    "women": "woman",
    "indices": "index",
    "indexes": "index",
    "vertices": "vertex",
    "matrices": "matrix",
    "statuses": "status",
    "addresses": "address",
    "businesses": "business",
    "classes": "class",
    "boxes": "box",
    "buses": "bus",
    "matches": "match",
    "branches": "branch",
    "batches": "batch",
    "searches": "search",
    "dishes": "dish",
    "movies": "movie",
    "cookies": "cookie",
    "series": "series",
    "species": "species",
    "news": "news",
    "data": "data",
    "analyses": "analysis",
    "criteria": "criterion",
    "media": "media",
    "invoices": "invoice",
    "leaves": "leave",
    "shelves": "shelf",
    "taxes": "tax",
    "expenses": "expense",
    "menus": "menu",
    "lenses": "lens",
    "heroes": "hero",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "gurus": "guru",
    "taxis": "taxi",
    "skis": "ski",
    "kiwis": "kiwi",
    "aliases": "alias",
    "canvases": "canvas",
    "caches": "cache",
    "licenses": "license",
    "purchases": "purchase",
    "courses": "course",
    "houses": "house",
    "warehouses": "warehouse",
    "databases": "database",
    "releases": "release",
    "leases": "lease",
    "cases": "case",
    "responses": "response",
    "phrases": "phrase",
    "uses": "use",
}
_PLURAL = {one: many for many, one in _IRREGULAR.items() if one != many}
_SINGULAR_S = ("ss", "us", "is")
_ONE = frozenset(
    listed(
        "analytics statistics logistics mathematics physics economics politics "
        "electronics graphics basics ethics diagnostics robotics athletics genetics "
        "dynamics thermodynamics maths lyrics bias gas atlas canvas alias christmas "
        "lens innings https always whereas pajamas"
    )
)
"""Words that end as a plural does and are none."""


@lru_cache(maxsize=8192)
def words(name: str) -> tuple[str, ...]:
    """Give the lower-case words of a snake, camel, dotted or kebab name."""
    parts = _SEPARATOR.split(CAMEL.sub("_", name))
    return tuple(one_verb([part.lower() for part in parts if part]))


def one_verb(parts: list[str]) -> list[str]:
    """Give the words of a tool's name with ``look up`` as one: it is one verb."""
    return ["lookup", *parts[2:]] if parts[:2] == ["look", "up"] else parts


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """Give the singular of an English noun; other words stay as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(_SINGULAR_S):
        return word
    if word in _ONE:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("zzes"):
        return word[:-3]
    latin = word.endswith("uses") and not word.endswith(("ouses", "auses"))
    if latin or word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1]


def is_plural(word: str) -> bool:
    """Tell whether ``word`` reads as more than one."""
    return singular(word) != word


@lru_cache(maxsize=8192)
def plural(word: str) -> str:
    """Give the plural of a snake-case noun: of its last word."""
    head, _, last = word.rpartition("_")
    lead = f"{head}_" if head else ""
    if is_plural(last):
        return word
    if last in _PLURAL:
        return lead + _PLURAL[last]
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{lead}{last[:-1]}ies"
    if last.endswith(("s", "x", "z", "ch", "sh")):
        return f"{lead}{last}es"
    return f"{lead}{last}s"


def passive(verb: str) -> str:
    """Give the status a thing has after ``verb`` was done to it."""
    return PASSIVE.get(verb) or participle(verb)


_PARTICIPLES = {
    "pay": "paid",
    "hold": "held",
    "freeze": "frozen",
    "send": "sent",
    "put": "put",
    "buy": "bought",
    "book": "booked",
    "set": "set",
    "make": "made",
    "write": "written",
    "stop": "stopped",
    "ship": "shipped",
    "submit": "submitted",
    "get": "looked up",
    "cancel": "cancelled",
    "withdraw": "withdrawn",
    "begin": "begun",
    "log": "logged",
    "admit": "admitted",
    "broadcast": "broadcast",
    "build": "built",
    "checkin": "checked in",
    "checkout": "checked out",
    "commit": "committed",
    "defer": "deferred",
    "find": "found",
    "forgive": "forgiven",
    "hide": "hidden",
    "lend": "lent",
    "lookup": "looked up",
    "override": "overridden",
    "read": "read",
    "redo": "redone",
    "rerun": "rerun",
    "reset": "reset",
    "rollback": "rolled back",
    "run": "run",
    "see": "seen",
    "show": "shown",
    "shutdown": "shut down",
    "snapshot": "snapshotted",
    "split": "split",
    "tell": "told",
    "transfer": "transferred",
    "undo": "undone",
    "unhide": "unhidden",
    "wake": "woken",
}


def participle(verb: str) -> str:
    """Give the past participle of a verb (``exchanged``)."""
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    short = _SHORT.fullmatch(verb)
    return f"{verb}{verb[-1]}ed" if short else f"{verb}ed"


_SHORT = re.compile(r"(?:un|re)?[^aeiou]+[aeiou][bdgmnprt]")
"""One syllable that ends in one consonant, which doubles (``pinned``)."""


def stem(verb: str) -> str:
    """Give the base form of a verb as descriptions inflect it (``Calculates``)."""
    word = verb.lower()
    for form in (
        word,
        word[:-1],
        word[:-2],
        f"{word[:-3]}y",
        word[:-3],
        word[:-3] + "e",
    ):
        if form in PLAIN_VERBS:
            return form
    return word
