"""The app on a machine that is slow to begin a run: what the browser says next is there before."""

from __future__ import annotations

import time

import streamlit as st
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequest, ScriptRequests

from explorer.app import whole_messages
from explorer.cli.launch import MAIN

_ready = ScriptRequests.on_scriptrunner_ready


def late(requests: ScriptRequests) -> ScriptRequest:
    """What is to be run, a moment after the thread for it was made."""
    time.sleep(0.05)
    return _ready(requests)


ScriptRequests.on_scriptrunner_ready = late  # type: ignore[method-assign]
whole_messages.begin()

app = st.App(MAIN)
