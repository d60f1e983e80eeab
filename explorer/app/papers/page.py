"""The page *Sources*: the statements of the sources in order, each with its scene and its check."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from explorer.app.job import SECONDS_BETWEEN_LOOKS
from explorer.app.links import Links
from explorer.app.papers.state import Name, SourceReader, name_of
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.widgets import plain
from explorer.drawing import bundle
from explorer.model.errors import ExplorerError, sentence
from explorer.papers import Finding, Item, Paper, Report, papers
from explorer.scenes.scene import Page

SOURCE, ITEM = "source", "item"  # of an address
ALL = "All"
_WIDTH = 1100  # px
_CSS = """
<style>
.st-key-papers h1 { font-size: 2rem; padding: 0 0 0 var(--folded, 0px); }
.st-key-papers h2 { font-size: 1.35rem; }
.st-key-papers [data-testid=stMarkdownContainer] { overflow-x: auto; }
.st-key-papers table { width: 100%; }
.st-key-papers [class*=st-key-item_] { scroll-margin-top: 4rem; }
@media (max-width: 640px) { /* a phone: what is checked stands above the two values */
  .st-key-papers :is(table, thead, tbody) { display: block; }
  .st-key-papers tr { display: grid; grid-template-columns: 1fr 1fr auto; }
  .st-key-papers tr > :first-child { grid-column: 1 / -1; }
  .st-key-papers :is(th, td) { border: 0; padding: 0.1rem 0.3rem; }
  .st-key-papers tr { border-top: 1px solid rgb(128 128 128 / .4); padding: 0.3rem 0; }
}
</style>
"""


def show(requests: Requests, citing: SourceReader, links: Links) -> None:
    """Show the page *Sources*."""
    citing.is_behind = False
    st.html(_CSS)
    with st.container(key="papers", width=_WIDTH):
        st.markdown("# Sources")
        _choose_items(citing)
        with st.popover("What is here"):
            _show_counts_by_kind(citing)
        above = st.container()
        items = citing.listed_items()
        if not items:
            st.info("No item has all of these words in it.")
        open_items = [
            name for paper in papers().values() for name in _show_paper(requests, citing, links, paper, items)
        ]
    citing.set_open_items(open_items)
    with above:
        _show_checks(citing)
        if citing.is_checking:
            _show_progress(citing)
        elif citing.is_behind:
            st.rerun()  # a check has ended after the page showed its item
    _bring_into_view(citing)


def _show_counts_by_kind(citing: SourceReader) -> None:
    """Show the number of the sources' items of each kind."""
    st.caption(
        "What the five sources state, in their order. Unfold an item to see its statement, to open its scene, and to "
        "have the program check it: every result is computed when you ask for it."
    )
    for paper in papers().values():
        if citing.paper in ("", paper.name):
            counts = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in paper.count().items())
            st.caption(f"**{paper.short}**, {len(paper.items)} items: {counts}".replace("corollarys", "corollaries"))


def show_address(place: Place, citing: SourceReader) -> None:
    """Set the address to a link to the item that the reader opened last."""
    if citing.last_item is not None:
        address = {SOURCE: citing.last_item[0], ITEM: citing.last_item[1]}
    else:
        address = {SOURCE: citing.paper} if citing.paper else {}
    if not place.view_only and st.query_params.to_dict() != address:
        st.query_params.from_dict(address)


def follow(citing: SourceReader, query: Mapping[str, str]) -> list[str]:
    """Begin at the item that an address names, and return warnings on invalid parts of the address."""
    if SOURCE not in query:
        return []
    try:
        citing.follow(query[SOURCE], query.get(ITEM, ""))
    except ExplorerError as error:
        return [f"The link could not be followed in full: {error}"]
    return []


def go_back(requests: Requests, citing: SourceReader, query: Mapping[str, str], page: Page) -> None:
    """Show the source of the item that an address names, for Back and Forward of the browser."""
    requests.notices += follow(citing, query)


# ---- what is listed


def _choose_items(citing: SourceReader) -> None:
    """Show the choice of the source and the search for words."""
    shorts = {paper.name: paper.short for paper in papers().values()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        names = ["", *shorts]
        citing.paper = st.radio(
            "Source",
            names,
            index=names.index(citing.paper),
            horizontal=True,
            format_func=lambda name: shorts.get(name, ALL),
            key=f"papers_source_{citing.linked_item}",
        )
        citing.words = st.text_input(
            "Search", citing.words, key="papers_words", placeholder="such as: back link", width=260
        )


def _show_paper(requests: Requests, citing: SourceReader, links: Links, paper: Paper, items: list[Item]) -> list[Name]:
    """Show the listed items of a source, and return the names of the open ones."""
    own = [item for item in items if item.paper == paper.name]
    if own:
        st.markdown(f"## {plain(paper.short)}")
        st.caption(f"{plain(paper.title)}  \n{plain(paper.about)}")
    return [name_of(item) for item in own if _show_item(requests, citing, links, item)]


def _show_item(requests: Requests, citing: SourceReader, links: Links, item: Item) -> bool:
    """Show an item, and return whether it is open."""
    name = name_of(item)
    marks = {"reconstruction": item.is_reconstruction, "erratum": bool(item.erratum)}
    mark_text = "".join(f" · *{mark}*" for mark, is_there in marks.items() if is_there)
    label = f"**{plain(item.name)}** · {plain(item.title)}{mark_text}"
    with st.container(key=_container_key(name)):
        fold = st.expander(
            label, expanded=name == citing.linked_item, key=f"fold_{item.paper}_{item.key}", on_change="rerun"
        )
        if fold.open:
            with fold:
                _show_inside(requests, citing, links, item)
    return bool(fold.open)


def _container_key(name: Name) -> str:
    """Return the key of the container of an item, which is also the class of its element."""
    return "_".join(("item", *name)).replace(".", "-")


def _show_inside(requests: Requests, citing: SourceReader, links: Links, item: Item) -> None:
    st.caption(f"{papers()[item.paper].short}, {plain(item.section)}")
    st.markdown(plain(item.text))
    if item.reconstruction:
        st.markdown(f"**Reconstruction.** {plain(item.reconstruction)}")
    if item.erratum:
        st.warning(f"**Erratum.** {plain(item.erratum)}")
    if item.no_scene:
        st.info(plain(item.no_scene))
    else:
        what = "Open the reconstruction" if item.is_reconstruction else "Open the scene"
        key = f"open_{item.paper}_{item.key}"
        st.button(what, icon=":material/play_circle:", key=key, on_click=_go_to_scene, args=(requests, links, item))
    _show_report(citing, item)


def _go_to_scene(requests: Requests, links: Links, item: Item) -> None:
    """Go to the scene of an item."""
    scene = item.scene
    try:
        links.open_slide(scene, scene.opening_step)
    except ExplorerError as error:
        requests.notices.append(sentence(error))
        return
    requests.next_page = scene.scene.page


# ---- what is found


def _show_report(citing: SourceReader, item: Item) -> None:
    """Show the findings of an item's check, which starts when the reader opens the item."""
    name = name_of(item)
    if name not in citing.open_items:
        citing.request_checks([name])
    report = citing.reports.get(name)
    if not item.is_checked:
        st.caption(plain(item.not_checked))
    elif report is not None:
        _show_findings(report)
    elif citing.is_checking:
        citing.is_behind = True
        st.caption("Being computed …")
    else:
        st.button("Check", key=f"check_{item.paper}_{item.key}", on_click=citing.request_checks, args=([name],))


def _show_findings(report: Report) -> None:
    """Show a table of the compared values: of the source, and as computed now."""
    rows = [_finding_row(finding) for finding in report.findings]
    if rows:
        st.markdown("\n".join(["| What is checked | Expected | Computed now | Result |", "|---|---|---|---|", *rows]))
    if report.failure:
        st.error(f"The rest could not be computed: {plain(report.failure)}.")


def _finding_row(finding: Finding) -> str:
    verdict = ":green[✓ agrees]" if finding.holds else ":red[✗ differs]"
    cells = map(plain, (finding.about, finding.expected, finding.computed))
    return f"| {' | '.join(cells)} | {verdict} |"


def _show_checks(citing: SourceReader) -> None:
    """Show the button that checks all listed items, and a summary of the checks so far."""
    names = [name_of(item) for item in citing.listed_items() if item.is_checked]
    reports = [citing.reports[name] for name in names if name in citing.reports]
    with st.container(horizontal=True, vertical_alignment="center"):
        missing = [name for name in names if name not in citing.reports]
        st.button(
            "Check all",
            icon=":material/fact_check:",
            on_click=citing.request_checks,
            args=(missing,),
            disabled=citing.is_checking or not missing,
            help="Compute the checks of all items that are listed; it takes some seconds.",
        )
        if reports:
            st.markdown(_checks_summary(reports, len(names)))


def _checks_summary(reports: list[Report], count: int) -> str:
    """Return in Markdown how many items are checked, and those that differ."""
    differing = [report.item for report in reports if not report.holds]
    names = ", ".join(f"{papers()[item.paper].short} {item.name} ({item.title})" for item in differing)
    verdict = f":red[**{len(differing)} differ:** {plain(names)}]" if differing else ":green[**all agree**]"
    return f"{len(reports)} of {count} items checked: {verdict}"


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _show_progress(citing: SourceReader) -> None:
    """Show the progress of the checks; run the page again once they have ended, so that it shows the results."""
    if not citing.is_checking:
        st.rerun()
    count, total = citing.progress
    with st.container(key="papers_progress", horizontal=True, vertical_alignment="center"):
        st.progress(count / max(1, total), f"Checking: {count} of {total} items", width="stretch")
        st.button("Cancel", on_click=citing.cancel)


def _bring_into_view(citing: SourceReader) -> None:
    """Have the browser scroll to the item that a link names."""
    component = st.components.v2.component("explorer_papers", js=bundle.built("papers_page"))
    selector = "" if citing.linked_item is None else f".st-key-{_container_key(citing.linked_item)}"
    component(data=selector, key="explorer_papers", height="content")
