"""sitestrip: sites made from frames, alone, together, and in pipes."""

from __future__ import annotations

import json
import random
import subprocess

import pytest
from conftest import BIN

METHODS = ("blocks", "pagelets", "dom", "window", "tree", "cutpoint")
POINT = ("--n", "20", "--a", "10")
"""Of these sites a tenth of the n-grams is the frame; ten pages are too few for the walk."""


def sentence(pick: random.Random) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join("".join(pick.choices(letters, k=pick.randrange(3, 9))) for _ in range(12)).capitalize() + "."


def paragraphs(site: str, number: int) -> list[str]:
    pick = random.Random(f"{site} {number}")
    return [sentence(pick) for _ in range(4)]


def menu(site: str) -> list[str]:
    pick = random.Random(site)
    return [sentence(pick)[:25].strip() for _ in range(9)]


def page(site: str, number: int, pages: int = 10) -> dict[str, str]:
    items = "".join(f'<li><a href="/{i}">{item}</a></li>' for i, item in enumerate(menu(site)))
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs(site, number))
    following = f'<a href="/{(number + 1) % pages}">onward from {"abcdefghij"[number % 10] * 5} there</a>'
    html = (
        f"<html><body><div class=menu><ul>{items}</ul></div><div class=content>{text}<p>{following}</p></div>"
        f"<div class=footer><p>Copyright {site}, all rights reserved, whatever they may be</p></div></body></html>"
    )
    return {"id": f"{site}-{number}", "url": f"http://{site}.example/{number}", "html": html}


def lines(records) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@pytest.fixture
def blocks(run):
    """Records of blockify, of pages."""

    def make(records, *options: str) -> bytes:
        done = run("blockify", "--keep-html", *options, input=lines(records))
        assert done.returncode == 0
        return done.stdout

    return make


def rows(done, complaints: bytes = b"") -> list[dict[str, object]]:
    assert (done.returncode, done.stderr) == (0, complaints)
    return [json.loads(line) for line in done.stdout.splitlines()]


def own(row) -> list[str]:
    return [block["text"] for block in row.get("blocks", []) if block["class"] == "good"]


def site_pages(name: str, number: int = 10):
    return [page(name, i) for i in range(number)]


def mixed():
    """Two sites, their pages in turn."""
    return [record for pair in zip(site_pages("one"), site_pages("two"), strict=True) for record in pair]


# Methods


@pytest.mark.parametrize("method", METHODS)
def test_the_frame_of_each_site_is_found(run, blocks, method):
    found = rows(run("sitestrip", "--method", method, *(POINT if method == "cutpoint" else ()), input=blocks(mixed())))
    assert [row["id"] for row in found] == [record["id"] for record in mixed()]
    for row in found:
        site, number = row["id"].split("-")
        assert own(row)[:4] == paragraphs(site, int(number))
        assert not set(own(row)) & set(menu(site))
        assert row["sitestrip"]["site"] == f"{site}.example"
        assert (row["sitestrip"]["pages"], row["sitestrip"]["by"]) == (10, "site")
        assert row["sitestrip"]["template"] >= 10, "nine items and the footer"


@pytest.mark.parametrize("method", METHODS)
def test_the_same_bytes_on_more_cores_in_less_memory_and_from_a_model(run, blocks, method):
    data = blocks(mixed())
    wanted = run("sitestrip", "--method", method, input=data).stdout
    assert run("sitestrip", "--method", method, "-j2", "--memory", "1K", input=data).stdout == wanted
    assert run("sitestrip", "--method", method, "--learn", "site.model", input=data).stdout == b""
    assert run("sitestrip", "--model", "site.model", input=data).stdout == wanted


def test_methods_are_listed(run):
    page = run("sitestrip", "--list").stdout.decode()
    assert [line.split()[0] for line in page.splitlines() if line and line[0] != " "] == list(METHODS)
    assert "--threshold 0.1" in page
    assert "cutpoint (reads the HTML of pages)" in page


def test_pagelets_say_that_links_are_not_known(run, blocks):
    data = lines([{k: v for k, v in json.loads(line).items() if k != "html"} for line in blocks(mixed()).splitlines()])
    done = run("sitestrip", "--method", "pagelets", input=data)
    assert done.stderr == (
        b"sitestrip: records have no HTML, so links are not known: all pages of a site are taken for neighbours\n"
    )
    assert not set(own(json.loads(done.stdout.splitlines()[0]))) & set(menu("one"))


# Sites


def test_sites_by_field_and_by_folder(run):
    def record(id: str, text: str, **fields: str) -> dict[str, object]:
        return {"id": id, **fields, "blocks": [{"text": "Shared by all"}, {"text": text}]}

    texts = ("alpha beta", "gamma delta", "epsilon zeta", "eta theta")
    by_paper = lines(record(str(i), text, paper="The Day") for i, text in enumerate(texts))
    found = rows(run("sitestrip", "--key", "paper", input=by_paper))
    assert [own(row) for row in found] == [[text] for text in texts]
    assert found[0]["sitestrip"]["site"] == "The Day"

    by_file = lines(record(f"sites/day/{i}.html", text) for i, text in enumerate(texts))
    found = rows(run("sitestrip", "--key", "id", "--prefix", "2", input=by_file))
    assert [own(row) for row in found] == [[text] for text in texts]
    assert found[0]["sitestrip"]["site"] == "sites/day"

    urls = [f"http://host.example/{'ab'[i % 2]}/{i}" for i in range(4)]
    by_folder = lines(record(str(i), text, url=urls[i]) for i, text in enumerate(texts))
    few = b"sitestrip: 4 of 4 pages are of sites with fewer than 3 pages: page by page\n"
    found = rows(run("sitestrip", "--prefix", "1", "--fallback", "all", input=by_folder), few)
    assert {row["sitestrip"]["site"] for row in found} == {"host.example/a", "host.example/b"}
    assert [own(row) for row in rows(run("sitestrip", input=by_folder))] == [[text] for text in texts]

    by_id = lines(record(url, text) for url, text in zip(urls, texts, strict=True))
    assert rows(run("sitestrip", input=by_id))[0]["sitestrip"]["site"] == "host.example"


def test_few_pages_are_labelled_page_by_page(run, blocks):
    data = blocks(site_pages("one", 2) + site_pages("two", 3))
    few = b"sitestrip: 2 of 5 pages are of sites with fewer than 3 pages: page by page\n"
    found = rows(run("sitestrip", input=data), few)
    assert [row["sitestrip"]["by"] for row in found] == ["page", "page", "site", "site", "site"]
    alone = rows(run("classify", input=data))
    for row, labelled in zip(found[:2], alone, strict=False):
        assert own(row) == own(labelled) != []
        assert {block["template"] for block in row["blocks"]} == {0}
    # All blocks have the same members, whoever decided.
    assert len({tuple(sorted(block)) for row in found for block in row["blocks"]}) == 1
    all_good = rows(run("sitestrip", "--fallback", "all", input=data), few)
    assert all(block["class"] == "good" for row in all_good[:2] for block in row["blocks"])


def test_a_page_without_a_site_is_labelled_by_itself(run):
    record = lines([{"id": str(i), "blocks": [{"text": "The same for all of them"}]} for i in range(5)])
    few = b"sitestrip: 5 of 5 pages are of sites with fewer than 3 pages: page by page\n"
    found = rows(run("sitestrip", input=record), few)
    assert {row["sitestrip"]["site"] for row in found} == {""}


def test_a_sample_is_enough(run, blocks):
    data = blocks(site_pages("one", 30))
    found = rows(run("sitestrip", "--sample", "5", input=data))
    assert all(own(row)[:4] == paragraphs("one", i) for i, row in enumerate(found))
    assert not any(set(own(row)) & set(menu("one")) for row in found)


def test_later_pages_are_stripped_one_by_one(run, blocks):
    run("sitestrip", "--learn", "one.model", input=blocks(site_pages("one")))
    later = [page("one", 77), page("two", 3)]
    few = b"sitestrip: 1 of 2 pages are of sites with fewer than 3 pages: page by page\n"
    known, unknown = rows(run("sitestrip", "--model", "one.model", "--fallback", "all", input=blocks(later)), few)
    assert own(known)[:4] == paragraphs("one", 77)
    assert not set(own(known)) & set(menu("one"))
    assert set(menu("two")) < set(own(unknown))


# Labels


def test_classes_stay_and_templates_go(run, blocks):
    classified = run("classify", "--algorithm", "all", input=blocks(mixed())).stdout
    both = rows(run("sitestrip", input=classified))
    assert own(both[0]) == own(rows(run("sitestrip", input=blocks(mixed())))[0])
    text = run("blocktext", input=run("sitestrip", input=classified).stdout).stdout.decode()
    assert paragraphs("one", 0)[2] in text
    assert menu("one")[0] not in text


def test_with_class_weighs_both(run):
    """Of four other pages one has the text: 8 x 1/3 logits against it. A score of 0.95 (2.9) outweighs that; 0.9 (2.2)
    does not."""

    def record(i: int, *texts: tuple[str, float]) -> dict[str, object]:
        blocks = [{"text": text, "class": "good", "score": score} for text, score in texts]
        return {"id": str(i), "url": "http://site.example/", "blocks": blocks}

    data = lines(
        [
            record(0, ("Often quoted", 0.95), ("Often said", 0.9), ("alone", 0.6)),
            record(1, ("Often quoted", 0.95), ("Often said", 0.9), ("else", 0.6)),
            record(2, ("third", 0.6)),
            record(3, ("fourth", 0.6)),
        ]
    )
    weighed, *_ = rows(run("sitestrip", "--with-class", input=data))
    assert [block["class"] for block in weighed["blocks"]] == ["good", "template", "good"]
    overruled, *_ = rows(run("sitestrip", input=data))
    assert [block["class"] for block in overruled["blocks"]] == ["template", "template", "good"]
    surer, *_ = rows(run("sitestrip", "--threshold", "0.5", input=data))
    assert [block["class"] for block in surer["blocks"]] == ["good", "good", "good"]


def test_with_class_wants_classes(run, blocks):
    done = run("sitestrip", "--with-class", input=blocks(mixed()))
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"line 1, byte 0: --with-class: blocks have no class: this is not the output of classify" in done.stderr


def test_drop_cuts(run, blocks):
    data = blocks(site_pages("one", 9)) + b'{"id":"x","url":"http://one.example/","blocks":[{"text":"%b"}]}\n' % (
        menu("one")[0].encode()
    )
    *found, bare = rows(run("sitestrip", "--drop", input=data))
    assert [block["text"] for block in found[0]["blocks"]][:4] == paragraphs("one", 0)
    assert "blocks" not in bare, "no list is ever empty"
    assert bare["sitestrip"]["template"] == 1


def test_what_is_not_ours_stays(run):
    start = b'{ "n" : 1.0,"id":"a" , "url":"http:\\/\\/s.example\\/","blocks":[ {"text":"a","x":1e999'
    end = b'} ],"n":9007199254740993'
    done = run("sitestrip", "--min-pages", "1", input=start + end + b"}\n\n")
    report = b',"sitestrip":{"site":"s.example","pages":1,"by":"site","own":1,"template":0}}\n\n'
    assert done.stdout == start + b',"class":"good","template":0.000' + end + report


# Input


def test_empty_pages_identical_pages_and_binary(run, blocks):
    pages = [{"id": str(i), "url": "http://s.example/", "html": html} for i, html in enumerate(["", "\0\x01" * 9] * 4)]
    pages += [
        {"id": f"same{i}", "url": "http://t.example/", "html": "<p>All of it the same, on each of these pages</p>"}
        for i in range(4)
    ]
    data = blocks(pages)
    for method in METHODS:
        found = rows(run("sitestrip", "--method", method, input=data))
        assert len(found) == 12
        # Four times 27 characters leave nothing to walk on; and these pages do not link to each other.
        if method not in ("cutpoint", "pagelets"):
            assert [own(row) for row in found[8:]] == [[]] * 4, method


def test_an_alphabet_of_100_000_characters(run, blocks):
    letters = [chr(0x4E00 + i) for i in range(20_000)] + [chr(0x20000 + i) for i in range(40_000)]
    letters += [chr(0x30000 + i) for i in range(4_000)] + [chr(0xAC00 + i) for i in range(11_000)]
    letters += [chr(0x17000 + i) for i in range(6_000)] + [chr(0x3400 + i) for i in range(6_000)]
    letters += [chr(0xF0000 + i) for i in range(15_000)]
    text = "".join(letters)
    assert len(text) >= 100_000
    pages = [
        {"id": str(i), "url": "http://s.example/", "html": f"<p>{text[i * 9000 :][:60000]}</p><p>foot of the page</p>"}
        for i in range(4)
    ]
    data = blocks(pages)
    for method in METHODS:
        assert len(rows(run("sitestrip", "--method", method, input=data))) == 4


def test_input_is_read_twice_whatever_it_is(run, blocks, tmp_path):
    data = blocks(mixed())
    half = len(data.splitlines()[0]) + 1
    (tmp_path / "a.jsonl").write_bytes(data[:half])
    wanted = run("sitestrip", input=data).stdout
    assert run("sitestrip", "a.jsonl", "-", input=data[half:]).stdout == wanted
    (tmp_path / "all.jsonl").write_bytes(data)
    with (tmp_path / "all.jsonl").open("rb") as file:
        done = subprocess.run([BIN / "sitestrip"], stdin=file, capture_output=True, timeout=60)
    assert done.stdout == wanted


def test_a_bad_record_is_told_once(run, blocks):
    data = blocks(mixed())
    bad = b'{"id":"x","url":7,"blocks":[]}\n{"id":"y","blocks":[{"text":1}]}\n'
    done = run("sitestrip", "--rejects", "bad", input=bad + data)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "sitestrip: standard input: line 1, byte 16: 'url' is a number, not a string",
        "sitestrip: standard input: line 2, byte 59: a block's text, path or mark is not a string",
    ]
    assert done.stdout == run("sitestrip", input=data).stdout
    stopped = run("sitestrip", input=data + bad)
    assert (stopped.returncode, stopped.stdout) == (2, b"")


def test_html_that_is_not_the_blocks_own(run, blocks):
    records = [json.loads(line) for line in blocks(mixed()).splitlines()]
    records[3]["html"] = "<p>another page"
    done = run("sitestrip", "--method", "cutpoint", "--on-error", "skip", input=lines(records))
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"line 4" in done.stderr
    assert b"these are not the blocks of the page's HTML" in done.stderr
    assert done.stdout.count(b"\n") == 19


def test_a_damaged_model(run, blocks, tmp_path):
    run("sitestrip", "--learn", "m", input=blocks(mixed()))
    model = (tmp_path / "m").read_bytes()
    (tmp_path / "m").write_bytes(model[:60] + bytes([model[60] ^ 1]) + model[61:])
    for name, what in (("m", "damaged: the checksum"), ("none", "No such file"), ("a.gz", "No such file")):
        done = run("sitestrip", "--model", name)
        assert done.returncode == 2
        assert done.stderr.startswith(f"sitestrip: model {name}: {what}".encode())


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--learn", "a", "--model", "b"], "--learn and --model exclude each other"),
        (["--model", "a", "--method", "dom"], "--method does nothing with --model"),
        (["--model", "a", "--width", "3"], "--width does nothing with --model"),
        (["--learn", "a", "--drop"], "--drop does nothing with --learn"),
        (["--learn", "a", "--threshold", "0"], "--threshold does nothing with --learn"),
        (["--list", "a"], "--list reads no input"),
        (["--learn", "-"], "--learn and --model name files"),
        (["--method", "dom", "--width", "3"], "--width is no parameter of --method dom"),
        (["--method", "dom", "--most", "2.5"], "--most must be a whole number from 1 to 10000"),
        (["--method", "cutpoint", "--n", "3"], "--n and --a go together"),
        (["--fallback", "justtext"], "--fallback: 'justtext' is not one of justext, "),
        (["--html-key", "blocks"], "must differ"),
        (["--threshold", "2"], "--threshold: '2' is not a number from 0 to 1"),
    ],
)
def test_options_that_do_not_go_together(run, options, what):
    done = run("sitestrip", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert what in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
