"""Words are English: the number of nouns, and what a thing is after each verb."""

from __future__ import annotations

import pytest

from whileai.world.sameness import normal, numbered
from whileai.world.words import PLAIN_VERBS, VERBS_WITH_ID, passive, singular, words

pytestmark = pytest.mark.contract("S48")
AFTER = """
renew:renewed rebook:rebooked prolong:prolonged postpone:postponed defer:deferred
delay:delayed resize:resized scale:scaled rate:rated rank:ranked reprice:repriced
annotate:annotated enrich:enriched reorder:reordered rotate:rotated reset:reset
refresh:refreshed redirect:redirected reroute:rerouted reallocate:reallocated
allocate:allocated split:split switch:switched swap:swapped override:overridden
amplify:amplified customize:customized customise:customised reassign:reassigned
unassign:unassigned untag:untagged retag:retagged relabel:relabeled
prioritize:prioritized prioritise:prioritised redeliver:redelivered link:linked
respond:responded unlink:unlinked attach:attached detach:detached connect:connected
disconnect:disconnected pair:paired unpair:unpaired fill:filled select:selected
pin:pinned unpin:unpinned unarchive:active star:starred unstar:unstarred
follow:followed unfollow:unfollowed flag:flagged unflag:unflagged hide:hidden
unhide:visible ban:banned unban:active kick:kicked mark:marked sign:signed
authorize:authorized authorise:authorised certify:certified grant:granted
start:started boot:booted reboot:rebooted restart:restarted shutdown:shut_down
wake:awake arm:armed disarm:disarmed abort:aborted skip:skipped snooze:snoozed
silence:silenced unsilence:unsilenced quarantine:quarantined isolate:isolated
promote:promoted demote:demoted deploy:deployed undeploy:undeployed
rollback:rolled_back revert:reverted undo:undone redo:redone install:installed
uninstall:uninstalled mount:mounted unmount:unmounted upvote:upvoted
downvote:downvoted like:liked unlike:unliked favorite:favorited
favourite:favourited bookmark:bookmarked watch:watched unwatch:unwatched
ignore:ignored trigger:triggered run:run rerun:rerun retry:retried execute:executed
waive:waived forgive:forgiven reverse:reversed refuse:refused deny:denied
onboard:onboarded offboard:offboarded admit:admitted discharge:discharged
enlist:enlisted board:boarded depart:departed pack:packed pick:picked stow:stowed
recall:recalled halt:halted begin:begun extradite:extradited endorse:endorsed
ratify:ratified veto:vetoed sanction:sanctioned unsuspend:active reactivate:active
renounce:renounced confiscate:confiscated impound:impounded vaccinate:vaccinated
sterilize:sterilized calibrate:calibrated
"""
AFTER_PLAIN = """
cancel:cancelled approve:approved close:closed resolve:resolved refund:refunded
ship:shipped archive:archived reject:rejected complete:completed activate:active
deactivate:inactive enable:enabled disable:disabled pause:paused resume:active
confirm:confirmed publish:published unpublish:draft lock:locked unlock:active
suspend:suspended reopen:open return:return_requested exchange:exchange_requested
deliver:delivered dispatch:dispatched escalate:escalated finish:finished
stop:stopped pay:paid settle:settled void:voided terminate:terminated
accept:accepted decline:declined block:blocked unblock:active freeze:frozen
unfreeze:active reinstate:active dismiss:dismissed acknowledge:acknowledged
claim:claimed restore:active end:ended revoke:revoked mute:muted unmute:active
expire:expired dispute:disputed fulfill:fulfilled process:processed
checkin:checked_in checkout:checked_out hold:on_hold release:released
"""


def pinned(text: str) -> dict[str, str]:
    pairs = (each.split(":") for each in text.split())
    return {verb: status.replace("_", " ") for verb, status in pairs}


def test_the_status_after_a_verb_that_takes_an_id_is_english() -> None:
    assert {verb: passive(verb) for verb in VERBS_WITH_ID} == pinned(AFTER)


def test_the_status_after_a_plain_verb_is_english() -> None:
    plain = [verb for verb, does in PLAIN_VERBS.items() if does == "transition"]
    assert {verb: passive(verb) for verb in plain} == pinned(AFTER_PLAIN)


@pytest.mark.parametrize("own", ["Rainy Day", "notes.txt", "a/b.c/d", "main", 7])
def test_another_number_makes_another_id(own: object) -> None:
    made = [numbered(own, number) for number in range(1, 1000)]
    assert len({normal(each) for each in [own, *made]}) == 1000


def test_a_title_gets_a_word() -> None:
    assert numbered("Rainy Day", 1) == "Rainy Day Mix"
    assert numbered("Rainy Day", 9) == "Rainy Day Mix 2"


NUMBERS = """
sizes:size uses:use ties:tie vertices:vertex statuses:status species:species lens:lens
lyrics:lyrics aliases:alias boxes:box policies:policy
"""


@pytest.mark.parametrize("pair", NUMBERS.split())
def test_a_noun_has_one_singular_for_world_and_writer(pair: str) -> None:
    many, one = pair.split(":")
    assert singular(many) == one == singular(one)


def test_look_up_in_two_words_is_one_verb() -> None:
    assert words("look_up_order") == words("lookUpOrder") == ("lookup", "order")
    assert words("look_up") == ("lookup",)
    assert words("tidy_up") == ("tidy", "up")
