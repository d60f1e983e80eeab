"""e-Valuate: Max proposes digits, Min substitutes them for the variables of an expression (Aravamuthan and Ganguly).

Values are exact.  A leaf is valid if the expression divides by zero nowhere, and an inner node if it has a valid child
(section 2, footnote 1).  Nodes that are not valid are passed over: a Min node none of whose children is valid counts
for nothing at its parent, and an expression that has no valid leaf at all has no value and is refused.
"""

from __future__ import annotations

from explorer.games.e_valuate.expression import parse_expression, str_of
from explorer.games.e_valuate.rules import EValuate
from explorer.games.e_valuate.search import ORDERS, exact_domain
from explorer.games.from_rules import positions_option
from explorer.games.game import Game
from explorer.model.errors import OptionError
from explorer.model.scores import Score
from explorer.trace.options import Option, choice, score_list, whole_number, yes_no

MAX_DOMAIN = 100  # numbers
_POSITIONS = 20_000  # expanded unless the user says otherwise: three variables and ten digits as a whole
_IN_A_LINK = " (in a link, + is written %2B)"


def e_valuate(*, expression: str, domain: tuple[Score, ...], shared: bool, order: str, seed: int) -> EValuate:
    """Return the rules of the game on an expression."""
    return EValuate(expression, domain, shared=shared, order=order, seed=seed)


def expression_option() -> Option:
    """Return the parameter for an expression, kept as text."""

    def parse(value: object) -> str:
        try:
            return str_of(parse_expression(str(value)))
        except OptionError as error:
            lost = " " in str(value).strip() and "+" not in str(value)
            raise OptionError(f"{error}{_IN_A_LINK if lost else ''}") from None

    help = (
        "With + − * / and parentheses, numbers and variables, such as x/y + 2*y/z - z/x; up to seven variables with "
        "ten digits."
    )
    return Option("expression", "Expression", "(10 - X)*Y", help, parse)


def domain_option() -> Option:
    """Return the parameter for the numbers that Max may propose."""
    scores = score_list("domain", "Numbers", range(10), 'What Max may propose, such as "0..9" or "1, 5/2, 4".')

    def parse(value: object) -> tuple[Score, ...]:
        found: tuple[Score, ...] = scores.parse(value)
        if len(found) > MAX_DOMAIN:
            raise OptionError(f"domain must have at most {MAX_DOMAIN} numbers, got {len(found):,}")
        exact_domain(found)
        return found

    return Option(scores.name, scores.title, scores.default, scores.help, parse, write=scores.write)


GAME = Game(
    name="e-valuate",
    title="e-Valuate",
    source="Aravamuthan and Ganguly, e-Valuate: a two-player game on arithmetic expressions, sections 1 and 2",
    summary=(
        "Max proposes a digit, Min substitutes it for a variable, until the expression has a value: Max wants it "
        "large, Min small."
    ),
    parameters=(
        expression_option(),
        domain_option(),
        yes_no("shared", "Share equal positions", False, "Whether positions with equal numbers are one node."),
        choice("order", "Order of the numbers", ORDERS, "In which order Max's moves stand, and searches try them."),
        whole_number("seed", "Seed", 1, "Chooses the random instantiations.", minimum=0, maximum=1_000_000),
        positions_option(_POSITIONS),
    ),
    rules=e_valuate,
    rank=60,
    scene="algorithm=e-valuate&step=last",
)
