"""The widgets that pages share."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def test_a_press_is_heard_though_the_run_that_it_began_was_cut_short():
    def script() -> None:
        import streamlit as st

        from explorer.app.widgets import pressed

        st.session_state.runs = st.session_state.get("runs", 0) + 1
        if st.session_state.runs == 2:
            st.rerun()  # as another message does before the run comes to the buttons
        if st.button("plain"):
            st.text("plain was heard")
        if pressed("kept"):
            st.text("kept was heard")

    for label, heard in (("plain", []), ("kept", ["kept was heard"])):
        app = AppTest.from_function(script).run()
        next(button for button in app.button if button.label == label).click().run()
        assert [text.value for text in app.text] == heard
        assert not app.run().text  # once


def test_a_choice_is_heard_though_the_run_that_it_began_was_cut_short():
    def script() -> None:
        import streamlit as st

        from explorer.app.session.requests import Requests
        from explorer.app.session.session import Session

        st.session_state.runs = st.session_state.get("runs", 0) + 1
        requests = st.session_state.setdefault("opened", Session()).of(Requests)

        def say() -> None:
            if st.session_state.runs == 2:
                st.stop()  # as another message does where Streamlit is asked for anything
            requests.notices.append(f"{st.session_state.box} was heard")

        requests.fulfil()
        st.selectbox("Box", ["a", "b"], key="box", on_change=requests.calls.append, args=(say,))
        st.text(" ".join(requests.notices))

    app = AppTest.from_function(script).run()
    app.selectbox[0].select("b").run()
    assert not app.text
    for _ in range(2):
        assert [text.value for text in app.run().text] == ["b was heard"]  # once
