"""The app as a script, without a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamlit.testing.v1 import AppTest

from explorer.app import bar
from explorer.app.session.opener import GraphOpener
from explorer.app.session.requests import Requests
from explorer.app.session.session import Session
from explorer.cli.launch import MAIN


def at(query: Mapping[str, str]) -> AppTest:
    """The app at an address, run once."""
    app = AppTest.from_file(str(MAIN), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    return run(app)


def on(reference: str) -> Session:
    """What the app keeps once a graph is open, before any page is shown."""
    opened = Session()
    opened.of(GraphOpener).open_reference(reference)
    return opened


def page_of(show: Callable[[], None], opened: Session) -> AppTest:
    """A page alone, for what the app keeps."""
    app = AppTest.from_function(show, default_timeout=60)
    app.session_state["session"] = opened
    return run(app)


def run(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> AppTest:
    """The app after a press of the button with this label."""
    next(button for button in app.button if button.label == label).click()
    return run(app)


def choose_in_bar(app: AppTest, what: str, value: str) -> AppTest:
    """The app after a choice in the bar, which has no browser here to send it."""
    opened = session(app)
    opened.of(Requests).calls.append(lambda: bar.choose(opened, what, value))
    return run(app)


def learn_script() -> None:
    """The page Learn alone."""
    from explorer.app.learn import page as learn_page
    from explorer.app.session.requests import Requests
    from explorer.app.session.session import begin, current

    opened = current() or begin()
    opened.of(Requests).fulfil()  # as the script does before any page
    opened.call(learn_page.show)


def session(app: AppTest) -> Session:
    found: Session = app.session_state["session"]
    return found


def sentences(app: AppTest) -> list[str]:
    """What is said in boxes, errors, warnings and information, and over the page."""
    return [each.value for kind in (app.error, app.warning, app.info, app.toast) for each in kind]
