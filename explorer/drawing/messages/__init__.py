"""Messages between Python and the browser, described once.

The scripts of the stage are checked against `explorer/stage/frontend/messages.d.ts`, which is written from this package
by `python -m tests.frontend.declarations`; a test holds the two together, and another every message that is sent to
what stands here.
"""
