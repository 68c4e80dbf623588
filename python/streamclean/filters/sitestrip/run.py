"""sitestrip: templates learned, and the pages that are labelled by them."""

from __future__ import annotations

from ..._core import Labeller, SiteNotes, SiteTemplates, site_key
from ...errors import BadRecord, FatalError, InputError, UsageError
from ...inputs import Source
from ...long_work import finished, no_room
from ...records import BLOCKIFY, Record, dumps, string
from ...spool import Spool
from ..classify.label import lang_of
from .options import KEY, REPORT, parameter_names, reads_html

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...job import Job

    _Noted = tuple[str, str, bytes]
    """The site of a page, its id, and what is noted of it."""


class _Page:
    """What is read of a record."""

    __slots__ = ("blocks", "html", "site", "url")

    def __init__(self, site: str, blocks: bytes, html: bytes | None, url: str) -> None:
        self.site = site
        self.blocks = blocks
        self.html = html
        self.url = url


class SiteStrip:
    def __init__(self, job: Job) -> None:
        args = job.args
        self.job = job
        self.args = args
        self.site_key = args.key or KEY
        self.keys = list(
            dict.fromkeys([args.blocks_key, args.html_key, args.id_key, self.site_key, KEY, "lang", BLOCKIFY, REPORT])
        )
        self.counts = {"blocks": 0, "template": 0, "by_site": 0, "by_page": 0}
        self.linked: bool | None = None
        """Whether the links of some page are known; `None` if nobody asks."""

    def run(self) -> None:
        job, args = self.job, self.args
        if args.model:
            job.out.flush()
            self._label(self._load(), job.sources(), again=False)
            return
        # A file that cannot be written is known before the work.
        file = job.new_file(args.learn) if args.learn else None
        if file is None:
            job.out.flush()
        spool = Spool(job, args.tmpdir)
        templates = self._learn(job.sources() if file else spool.sources())
        if file is not None:
            with no_room():
                templates.save(file.write)
        else:
            self._label(templates, spool.sources(), again=True)
        job.figures["disk"] = templates.disk + spool.disk

    def _load(self) -> SiteTemplates:
        try:
            return SiteTemplates.from_bytes(b"".join(Source(self.args.model).chunks()))
        except (InputError, ValueError) as error:
            raise FatalError(f"model {self.args.model}: {error}") from error

    # Pages

    def _page(self, record: Record, needs_html: bool) -> _Page:
        args = self.args
        blocks = record.blocks(args.blocks_key)
        html = None if record.raw(args.html_key) in (None, b"null") else record.text(args.html_key)
        if html is None and needs_html:
            raise BadRecord(f"no '{args.html_key}' field: this method reads the HTML; blockify --keep-html keeps it")
        url = self._said(record, KEY)
        said = url if self.site_key == KEY else self._said(record, self.site_key)
        if not said and not args.key:
            id = self._said(record, args.id_key)
            said = id if "://" in id else ""
        return _Page(site_key(said, args.prefix), blocks, html, url)

    def _said(self, record: Record, key: str) -> str:
        raw = record.raw(key)
        if raw is None or raw == b"null":
            return ""
        if key == self.args.id_key and not raw.startswith(b'"'):
            return raw.decode()
        return string(record.text(key))

    # Templates

    def _learn(self, sources: Iterable[Source]) -> SiteTemplates:
        args, job = self.args, self.job
        names = parameter_names(args.method)
        settings = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
        try:
            notes = SiteNotes(args.method, settings)
        except ValueError as error:
            raise UsageError(f"--{error}") from None
        learner = notes.learner(args.sample, args.min_pages, args.memory, args.tmpdir)
        needs_html = reads_html(args.method)

        def change(record: Record, serial: int) -> _Noted:
            page = self._page(record, needs_html)
            id = record.set_id(args.id_key, str(serial))
            if args.method == "pagelets":
                self.linked = bool(self.linked) or page.html is not None
            try:
                return page.site, id, notes.note(page.blocks, html=page.html, url=page.url)
            except ValueError as error:
                raise record.wrong(args.blocks_key, error) from None

        def put(noted: _Noted) -> None:
            if noted[0]:  # A page that says nothing of its site is of none.
                learner.add(*noted)

        with no_room():
            for source in sources:
                job.map_records(source, self.keys, change, put, keep_blank=False)
        templates = finished(learner.finish)
        pages, sites, learned = templates.learned
        job.figures.update(pages=pages, sites=sites, templates=learned)
        if self.linked is False:
            job.complain("records have no HTML, so links are not known: all pages of a site are taken for neighbours")
        return templates

    # Labels

    def _label(self, templates: SiteTemplates, sources: Iterable[Source], *, again: bool) -> None:
        args, job = self.args, self.job
        labeller = Labeller(args.fallback)
        needs_html = reads_html(templates.method)

        def change(record: Record, serial: int) -> tuple[bytes, int, int, bool]:
            page = self._page(record, needs_html)
            record.set_id(args.id_key, str(serial))
            try:
                done = templates.label(
                    page.site,
                    page.blocks,
                    html=page.html,
                    url=page.url,
                    threshold=args.threshold,
                    least=args.min_pages,
                    with_class=args.with_class,
                    drop=args.drop,
                )
            except ValueError as error:
                if len(error.args) != 2:
                    raise FatalError(f"the templates: {error}") from error
                raise record.wrong(args.blocks_key, error) from None
            blocks = done.data
            if not done.by_site and not done.classified and done.blocks:
                blocks = self._by_page(labeller, record, blocks)
            if args.with_class and done.by_site and not done.classified and done.blocks:
                raise BadRecord("--with-class: blocks have no class: this is not the output of classify")
            if blocks:
                record.set(args.blocks_key, blocks)
            else:
                record.remove(args.blocks_key)
            report = {
                "site": page.site,
                "pages": done.pages,
                "by": "site" if done.by_site else "page",
                "own": done.blocks - done.template,
                "template": done.template,
            }
            record.set(REPORT, dumps(report))
            return record.to_line() + b"\n", done.blocks, done.template, done.by_site

        def put(done: tuple[bytes, int, int, bool]) -> None:
            line, blocks, template, by_site = done
            self.counts["blocks"] += blocks
            self.counts["template"] += template
            self.counts["by_site" if by_site else "by_page"] += 1
            job.out.write(line)

        for source in sources:
            job.map_records(source, self.keys, change, put, again=again)
        job.figures.update(self.counts)
        if few := self.counts["by_page"]:
            whole = few + self.counts["by_site"]
            job.complain(f"{few} of {whole} pages are of sites with fewer than {args.min_pages} pages: page by page")

    def _by_page(self, labeller: Labeller, record: Record, blocks: bytes) -> bytes:
        title, kinds = record.found("title", "kinds")
        return labeller.label(blocks, lang=lang_of(record), title=title, kinds=kinds, scores=False).blocks
