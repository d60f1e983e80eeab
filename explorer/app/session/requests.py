"""Requests of the user that a run of the script fulfils: dialogs, pages to switch to, buttons, changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from explorer.scenes.scene import Page

OPENING = "open"  # the dialog that opens a graph


@dataclass
class Requests:
    """Requests of the user, until a run of the script fulfils them.

    Attributes
    ----------
    dialog : the name of the dialog on the screen, or "".
    next_page, next_path : the page to switch to in this run, by view or by path with its address as it is.
    presses : buttons whose press no run of the script has reached yet.
    calls : functions that the next run calls before it shows a page.
    notices : sentences for the user, such as warnings of a link, which the next page shows once.
    """

    dialog: str = ""
    next_page: Page | None = None
    next_path: str = ""
    presses: set[str] = field(default_factory=set)
    calls: list[Callable[[], None]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def close_dialog(self) -> None:
        """Close the dialog on the screen."""
        self.dialog = ""

    def go_to_path(self, path: str) -> None:
        """Have the next run switch to the page of a path."""
        self.next_path = path

    def fulfil(self) -> None:
        """Do the calls; the next run repeats one that another message interrupts.

        Streamlit calls the callback of a change once.  A callback that uses Streamlit may be interrupted there, and
        would be lost if it did more than add the rest to that list.
        """
        for act in tuple(self.calls):
            try:
                act()
            except Exception:  # a fault of the program, which would come again in every run
                self.calls.clear()
                raise
            self.calls[:] = [each for each in self.calls if each is not act]
