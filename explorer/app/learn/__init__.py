"""The page *Learn*: lessons, slide by slide, with questions and tasks."""
