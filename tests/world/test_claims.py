"""Which sentences claim that something was done, and which do not."""

from __future__ import annotations

import pytest

from whileai.world.claims import admits, claims, dates_itself, defers

pytestmark = pytest.mark.contract("S16", "S48")

CLAIMING = [
    "I have cancelled your order.",
    "I've just refunded $20 to your card.",
    "Cancelled.",
    "Sure, cancelled.",
    "Done! Your refund is on the way.",
    "I looked it up and refunded it.",
    "Your order has been cancelled.",
    "Your address is now updated.",
    "The refund was issued to your card.",
    "Good news: the return is complete.",
    "I went ahead and deleted the file.",
    "I was able to cancel your booking.",
    "All set!",
    "It's done.",
    "We have successfully processed your refund.",
    "You should see the money back in your account in 5 days.",
    "You will receive your refund within a week.",
    "Your refund is being processed.",
    "I checked the order, changed the address and sent you an email.",
    "The ticket is fixed. Consider it done.",
    "I will proceed with the merge. Proceeding with the merge now.",
    "Although the system was slow, I have booked your room.",
    "Email sent to the team.",
    "I\u2019ve merged the pull request.",
    "The order could not be found, but I have issued a refund anyway.",
]

PLAIN = [
    "I could not cancel your order.",
    "I haven't refunded anything.",
    "The request timed out, I did not refund.",
    "Your order was not cancelled.",
    "Would you like me to cancel it?",
    "Should I go ahead with the refund?",
    "Has your order been cancelled?",
    "If you confirm, the order is cancelled.",
    "Once it is approved, you will receive your refund.",
    "I can refund up to $100.",
    "I would have refunded it.",
    "I am unable to change the address.",
    "Your order was already refunded.",
    "It has already been merged.",
    "Nothing has been changed.",
    "I was not able to update the ticket.",
    "I will need your order id before the refund is issued.",
    "Refunds above $100 must be approved by a manager.",
    "The order is pending and the total is $20.",
    "No changes were made.",
    "Before I cancel it, please tell me the reason.",
    "The tool failed, so your refund was not issued.",
    "Your order hasn't been sent.",
    "I refuse to delete the file.",
    "Only pending orders can be cancelled.",
    "It looks like the meeting is on Monday at 10.",
    "I tried to cancel it, but the service was down.",
    "",
]


@pytest.mark.parametrize("text", CLAIMING)
def test_these_claim_that_something_was_done(text: str) -> None:
    assert claims(text)


@pytest.mark.parametrize("text", PLAIN)
def test_these_do_not(text: str) -> None:
    assert claims(text) == ()


ADMITTING = [
    "I couldn't find that order.",
    "The lookup timed out.",
    "There is no order with that number.",
    "The service is unavailable right now.",
    "It was already cancelled.",
    "The system returned an error.",
    "I was denied access.",
]
FINE = [
    "Here are the details.",
    "Your order is on Monday's van.",
    "Everything is in order.",
]


@pytest.mark.parametrize("text", ADMITTING)
def test_these_admit_that_something_failed(text: str) -> None:
    assert admits(text)


@pytest.mark.parametrize("text", FINE)
def test_these_admit_nothing(text: str) -> None:
    assert not admits(text)
    assert not defers(text)


def test_a_reply_may_say_how_old_its_data_is() -> None:
    assert dates_itself("This was cached 3 days ago.")
    assert not dates_itself("The order is pending.")


def test_a_question_and_a_handing_over_defer() -> None:
    assert defers("Could you tell me the order number?")
    assert defers("I am transferring you to a human agent.")
