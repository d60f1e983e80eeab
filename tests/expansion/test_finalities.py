from __future__ import annotations

from explorer.expansion.finalities import LOWER, UPPER, Finalities, other_bound
from explorer.trace import Finality


def test_the_roles_tell_which_of_the_two_bounds_is_final():
    final = Finalities((False, True, False, True), (False, False, True, True))
    assert final.roles() == (Finality.TENTATIVE, Finality.LOWER, Finality.UPPER, Finality.FINAL)
    assert final.of(LOWER) == final.lower
    assert final.of(UPPER) == final.upper
    assert (other_bound(LOWER), other_bound(UPPER)) == (UPPER, LOWER)
