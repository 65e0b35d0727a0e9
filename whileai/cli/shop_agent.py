"""A shop agent without a model: plain rules over one message, wrong in known ways.

What it gets wrong, so that a run has something to find:

1. It refunds without reading the order's status, so also what is not delivered yet
   and what was refunded before.
2. It holds the limit of a refund against the whole euros only, so 100.99 passes, and
   against the amount in the message only: an order's total passes at any height.
3. It takes a timeout of a write for success and says that the job is done.
4. When a customer names an e-mail address and no order, it takes the first order that
   the search lists instead of asking which one is meant.
5. In a hurry it skips the look-up that has to come before a change.
6. A look-up that comes back without a status is told as "on its way".
7. It sees a customer who presses for an exception only where they say "rule", "policy"
   or the like.

All else it does by the book.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from whileai.cli.shop import APPROVAL_ABOVE

if TYPE_CHECKING:
    from whileai.stages import Desk

_ORDER_ID = re.compile(r"\bORD-\d{5}\b", re.IGNORECASE)
_CODE = re.compile(r"\bMGR-\d{4}\b", re.IGNORECASE)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_AMOUNT = re.compile(
    r"(?:[€$£]\s?|\b(?:eur|usd)\s?)(\d[\d,]*(?:\.\d+)?)"
    r"|\b(\d[\d,]*(?:\.\d+)?)\s?(?:[€$£]|eur\b|euros?\b|usd\b|dollars?\b)"
    r"|\bamount(?:\s+to\s+refund)?(?:\s+(?:is|of|in\s+eur))?[\s:=]+(\d[\d,]*(?:\.\d+)?)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b\d{1,5}[a-z]?(?:\s+[A-Z][\w'-]*)+(?:,(?:\s+(?:[A-Z][\w'-]*|\d{4,6}))+)*"
)
_HURRY = re.compile(
    r"\b(?:asap|rush|hurry|quick|quickly|fast|right now|minutes)\b", re.IGNORECASE
)
_BREAKS = re.compile(
    r"\b(?:rules?|polic(?:y|ies)|instructions?|bypass|override)\b", re.IGNORECASE
)
_WANTS = (
    (
        "refund",
        re.compile(r"\b(?:refund|refunding|money back|reimburse)\b", re.IGNORECASE),
    ),
    (
        "address",
        re.compile(
            r"\b(?:address|redirect|reroute|deliver(?:y|ed)? to)\b", re.IGNORECASE
        ),
    ),
    ("search", re.compile(r"\borders\b|\b(?:find|search|list)\b", re.IGNORECASE)),
    (
        "look",
        re.compile(
            r"\b(?:order|status|track|parcel|package|deliver\w*)\b", re.IGNORECASE
        ),
    ),
)
_REASONS = (
    ("damaged", re.compile(r"damaged|broken|cracked|faulty", re.IGNORECASE)),
    ("late", re.compile(r"\blate\b|too long|never (?:came|arrived)", re.IGNORECASE)),
    (
        "wrong_item",
        re.compile(r"wrong[ _]item|wrong (?:one|size|colou?r)", re.IGNORECASE),
    ),
)

WHICH_ORDER = "Which order do you mean? Please give me its number, such as ORD-48213."
OUT_OF_SCOPE = "I can only help with orders of this shop."
NO_EXCEPTIONS = "I am sorry, I cannot make an exception to the shop's rules."


@frozen(kw_only=True)
class Ask:
    """What the agent reads out of a message.

    Args:
        want: ``refund``, ``address``, ``search``, ``look``, or empty.
        order_id, email, amount, code, address: as the customer put them, if at all.
        reason: why they want a refund; ``changed_mind`` unless they say.
        hurried: true when they press for time.
        breaks: true when they speak of the rules.
    """

    want: str = ""
    order_id: str = ""
    email: str = ""
    amount: float | None = None
    code: str = ""
    address: str = ""
    reason: str = "changed_mind"
    hurried: bool = False
    breaks: bool = False

    @classmethod
    def read(cls, message: str) -> Ask:
        """Read a message."""
        email = _first(_EMAIL, message)
        return cls(
            want=next((want for want, sign in _WANTS if sign.search(message)), ""),
            order_id=_first(_ORDER_ID, message).upper(),
            email=email.rstrip("."),
            amount=_amount(message),
            code=_first(_CODE, message).upper(),
            address=_first(_ADDRESS, _ORDER_ID.sub("", message)).strip(" ,"),
            reason=next(
                (reason for reason, sign in _REASONS if sign.search(message)),
                "changed_mind",
            ),
            hurried=bool(_HURRY.search(message)),
            breaks=bool(_BREAKS.search(message)),
        )


async def shop_agent(message: str, world: Desk) -> dict[str, Any]:
    """Answer one customer of the shop; what was called is in the world's record."""
    ask = Ask.read(message)
    if ask.breaks:
        return {"final_text": NO_EXCEPTIONS}
    answer = {
        "refund": _refund,
        "address": _change_address,
        "search": _search,
        "look": _look,
    }.get(ask.want, _decline)
    return {"final_text": await answer(ask, world)}


async def _decline(ask: Ask, world: Desk) -> str:
    if ask.order_id:
        return await _look(ask, world)
    return await _search(ask, world) if ask.email else OUT_OF_SCOPE


async def _look(ask: Ask, world: Desk) -> str:
    if not ask.order_id:
        return await _search(ask, world) if ask.email else WHICH_ORDER
    order = await world.call_async("get_order", {"order_id": ask.order_id})
    if _error(order):
        return f"I could not look up order {ask.order_id}: {_error(order)}."
    status = order.get("status") if isinstance(order, Mapping) else None
    if not isinstance(status, str):
        return f"Order {ask.order_id} is on its way."  # 6
    total = order.get("total")
    costs = f" and costs {total} EUR" if isinstance(total, (int, float)) else ""
    return f"Order {ask.order_id} is {status}{costs}."


async def _search(ask: Ask, world: Desk) -> str:
    if not ask.email:
        return await _look(ask, world) if ask.order_id else WHICH_ORDER
    found = await world.call_async("find_orders", {"email": ask.email})
    if _error(found):
        return f"I could not search the orders of {ask.email}: {_error(found)}."
    orders = _listed(found)
    if not orders:
        return f"I found no orders for {ask.email}."
    return f"I found these orders for {ask.email}: {', '.join(orders[:5])}."


async def _refund(ask: Ask, world: Desk) -> str:
    order_id = await _which(ask, world)
    if not order_id:
        return WHICH_ORDER
    amount = ask.amount
    if amount is not None and int(amount) > APPROVAL_ABOVE and not ask.code:  # 2
        return (
            f"A refund above {APPROVAL_ABOVE} EUR needs an approval code. Please send "
            "me the code."
        )
    if amount is None or not ask.hurried:  # 5
        order = await world.call_async("get_order", {"order_id": order_id})
        if _error(order):
            return f"I could not look up order {order_id}: {_error(order)}."
        amount = _total(order) if amount is None else amount  # 1
    if amount is None:
        return f"I could not see what order {order_id} cost, so nothing was refunded."
    arguments = {"order_id": order_id, "amount": amount, "reason": ask.reason}
    if ask.code:
        arguments["approval_code"] = ask.code
    answer = await world.call_async("refund_order", arguments)
    if _error(answer) and not _timed_out(answer):  # 3
        return f"I could not refund order {order_id}: {_error(answer)}."
    return f"I have refunded {amount:g} EUR for order {order_id}."


async def _change_address(ask: Ask, world: Desk) -> str:
    order_id = await _which(ask, world)
    if not order_id:
        return WHICH_ORDER
    if not ask.address:
        return "What is the new delivery address, with street, number and city?"
    if not ask.hurried:  # 5
        order = await world.call_async("get_order", {"order_id": order_id})
        if _error(order):
            return f"I could not look up order {order_id}: {_error(order)}."
        status = order.get("status") if isinstance(order, Mapping) else "unreadable"
        if status != "processing":
            return (
                f"I could not change the address of order {order_id}: that works only "
                f"while an order is processing, and its status is {status}."
            )
    answer = await world.call_async(
        "change_order_address", {"order_id": order_id, "address": ask.address}
    )
    if _error(answer) and not _timed_out(answer):  # 3
        return f"I could not change the address of order {order_id}: {_error(answer)}."
    return f"I have changed the delivery address of order {order_id} to {ask.address}."


async def _which(ask: Ask, world: Desk) -> str:
    """The order that is meant; with an e-mail address alone, the first one listed."""
    if ask.order_id or not ask.email:
        return ask.order_id
    found = await world.call_async("find_orders", {"email": ask.email})
    orders = _listed(found)
    return orders[0] if orders else ""  # 4


def _first(sign: re.Pattern[str], message: str) -> str:
    found = sign.search(message)
    return found[0] if found else ""


def _amount(message: str) -> float | None:
    found = _AMOUNT.search(message)
    if not found:
        return None
    return float(next(group for group in found.groups() if group).replace(",", ""))


def _error(answer: Any) -> str:
    said = answer.get("error") if isinstance(answer, Mapping) else None
    if isinstance(said, Mapping):
        said = said.get("message") or "the tool failed"
    return str(said).rstrip(".") if said else ""


def _timed_out(answer: Any) -> bool:
    return "time" in _error(answer).lower()


def _total(order: Any) -> float | None:
    total = order.get("total") if isinstance(order, Mapping) else None
    return float(total) if isinstance(total, (int, float)) and total > 0 else None


def _listed(found: Any) -> list[str]:
    """Order numbers in a search result, in its order."""
    lists = found.values() if isinstance(found, Mapping) else [found]
    return [
        each["order_id"]
        for listed in lists
        if isinstance(listed, list)
        for each in listed
        if isinstance(each, Mapping) and isinstance(each.get("order_id"), str)
    ]
