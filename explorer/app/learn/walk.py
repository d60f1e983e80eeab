"""Walk of a reader through the slides of a lesson, and through the steps that a slide names."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.compare.state import CompareView
from explorer.app.expand.state import ExpandView
from explorer.app.learn.state import LessonVisit
from explorer.app.links import Links
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.tree.state import TreeChoice
from explorer.lessons.scenes import SlideScene
from explorer.scenes.scene import Page
from explorer.unwinding import TreeView
from explorer.unwinding.limits import MOST_LEVELS


@dataclass
class SlideWalk:
    """The step of the slide's scene, whichever page shows it, and the ways to the next and the previous one."""

    visit: LessonVisit
    place: Place
    run: CurrentRun
    expand_view: ExpandView
    tree: TreeChoice
    compare_view: CompareView
    requests: Requests
    links: Links

    @property
    def step_and_last_step(self) -> tuple[int, int]:
        """The current and the last step of the scene: of two runs the moment, of trees the depth."""
        if self.visit.hides_run:
            return 0, 0
        scene, lockstep = self.visit.scene(), self.compare_view.lockstep
        page = Page.EXPLORE if scene is None else scene.scene.page
        if page is Page.UNWIND:
            return self.tree.depth, MOST_LEVELS if self.tree.view is TreeView.DEPTH else self.tree.depth
        if page is Page.COMPARE:
            at = self.visit.lead_step if lockstep.moment is None else lockstep.moment
            return at, at if lockstep.position is None else len(lockstep.position[0]) - 1
        runner = self.expand_view if page is Page.EXPAND else self.run
        return runner.step, runner.step if runner.trace is None else len(runner.trace) - 1

    def step_in_direction(self, direction: int) -> int | None:
        """Return the nearest step in a direction that the slide names and the run has; None if there is none."""
        return self.visit.next_step(*self.step_and_last_step, direction)

    @property
    def follows_steps(self) -> bool:
        """Return whether the slide depends on the current step: its text shows the memo, or it names steps."""
        slide, trace = self.visit.current_slide, self.run.trace
        has_memo = trace is not None and trace.has_memo and self.place.page is Page.EXPLORE
        return has_memo or (slide is not None and len(slide.stops) > 0)

    def turn(self, direction: int) -> None:
        """Go to the next or the previous step that the slide names, else to the next or the previous slide."""
        visit, step = self.visit, self.step_in_direction(direction)
        if step is not None:
            self._set_step(step)
        elif visit.turn(direction) and direction < 0 and (slide := visit.current_slide) and slide.stops:
            scene = visit.scene()
            if scene is not None:
                self.restore(scene, slide.stops[-1])

    def _set_step(self, step: int) -> None:
        """Have the slide's scene go to a step, regardless of its current one."""
        self.visit.lead_step = step
        if self.place.page is Page.UNWIND:
            self.tree.begin_at(step)
        elif self.place.page is Page.COMPARE:
            self.compare_view.lockstep.lead(step)
        elif self.place.page is Page.EXPAND:
            self.expand_view.begin_at(self.expand_view.by_hand, step)
        else:
            self.run.begin_at(step)

    def restore(self, scene: SlideScene, step: int | None = None) -> None:
        """Show the scene of the slide, by default at its own step."""
        visit = self.visit
        own = visit.step_of(scene)
        visit.lead_step = own if step is None else min(step, scene.last)
        self.links.open_slide(scene, visit.lead_step)
        visit.scene_slide, visit.return_step = visit.scene_key, None

    def leave(self) -> None:
        """Remember the step of the slide that the reader leaves for another page."""
        if self.visit.current_slide is not None and self.visit.return_step is None:
            self.visit.return_step = self.step_and_last_step[0]

    def leave_for(self, page: Page) -> None:
        """Continue with the scene of the slide on its own page."""
        self.leave()
        self.requests.go_to_path(str(page))
