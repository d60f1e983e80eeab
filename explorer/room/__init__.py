"""The room of a class: one lecturer, many browsers, one server.

`store` keeps what has to survive a restart; `limits` and `door` say how much visitors may have; `class_page` is the
light page that follows the lecturer.
"""
