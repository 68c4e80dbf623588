"""blocktext: the text of blocks in each of its forms, by hand, and as pipes use it."""

from __future__ import annotations

import json

import pytest
from streamclean._core import Renderer

PAGE = {
    "id": "a",
    "url": "http://x.example/?a&b",
    "blocks": [
        {"text": "Home", "tag": "li", "path": ">body>ul>li", "shared": 0, "class": "bad", "score": 0.25},
        {"text": "A title", "tag": "h1", "path": ">h1", "shared": 1, "heading": 1, "class": "good", "score": 0.75},
        {"text": "One, two.\nThree.", "tag": "p", "path": ">p", "shared": 1, "class": "good"},
        {"text": "x = 1\n\n  y", "tag": "pre", "path": ">pre", "shared": 1, "class": "good"},
        {"text": "first", "tag": "li", "path": ">ul>li", "shared": 1, "class": "good"},
        {"text": "good bad good", "path": ">li", "shared": 2, "class": "bad", "parts": [[0, 4], [9, 13]]},
        {"text": "seen before", "tag": "p", "path": ">p", "shared": 1, "class": "dup"},
    ],
}
LINES = b"A title\nOne, two. Three.\nx = 1\n  y\nfirst\ngood good\n\n"
TEXT = "A title\nOne, two. Three.\nx = 1\n\n  y\nfirst\ngood good"


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


# Lines of text


def test_a_block_is_a_line_and_a_blank_line_ends_a_document(run):
    done = run("blocktext", input=lines(PAGE, PAGE))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == LINES * 2


def test_documents_without_text_leave_nothing(run):
    bad = {"id": "b", "blocks": [{"text": "x", "class": "bad"}]}
    none = {"id": "c", "blocks": []}
    done = run("blocktext", "--stats", input=lines(bad, PAGE, none))
    assert done.stdout == LINES
    stats = json.loads(done.stderr)
    assert (stats["blocks"], stats["kept"], stats["empty"], stats["unclassified"]) == (8, 5, 2, 0)


def test_breaks_are_spaces_or_lines(run):
    assert b"One, two.\nThree.\n" in run("blocktext", "--breaks", input=lines(PAGE)).stdout


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        (["dup"], b"seen before\n\n"),
        (["bad"], b"Home\nbad\n\n"),
        (["dup,bad"], b"Home\nbad\nseen before\n\n"),
        (["dup", "bad"], b"Home\nbad\nseen before\n\n"),
        (["other"], b""),
    ],
)
def test_classes_that_are_kept(run, keep, expected):
    options = [option for name in keep for option in ("--keep", name)]
    assert run("blocktext", *options, input=lines(PAGE)).stdout == expected


def test_without_classes_all_is_kept_and_said_once(run):
    page = {"id": "b", "blocks": [{"text": "One."}, {"text": "Two."}]}
    done = run("blocktext", input=lines(page, page))
    assert (done.returncode, done.stdout) == (0, b"One.\nTwo.\n\n" * 2)
    assert done.stderr.count(b"\n") == 1
    assert b"--keep all" in done.stderr
    meant = run("blocktext", "--keep", "all", input=lines(page, page))
    assert (meant.stdout, meant.stderr) == (done.stdout, b"")


def test_blocks_without_a_class_among_others_are_left_out(run):
    page = {"id": "b", "blocks": [{"text": "One.", "class": "good"}, {"text": "Two."}, {"text": "3", "class": None}]}
    assert run("blocktext", input=lines(page)).stdout == b"One.\n\n"
    assert run("blocktext", "--keep", "all", input=lines(page)).stdout == b"One.\nTwo.\n3\n\n"


# Records


def test_records_keep_all_else_byte_for_byte(run):
    start = b'{"n":1.0, "id":"a" ,"text":"old","big":12345678901234567890123,'
    done = run(
        "blocktext", "--format", "jsonl", input=start + b'"blocks":[{"text":"N\\u00e9w","class":"good"}], "z":1e400}\n'
    )
    assert done.stdout == start.replace(b'"old"', '"Néw"'.encode())[:-1] + b', "z":1e400}\n'


def test_one_line_in_one_line_out(run):
    bad = {"id": "b", "blocks": [{"text": "x", "class": "bad"}]}
    done = run("blocktext", "--format", "jsonl", input=lines(PAGE) + b"\n" + lines(bad))
    first, blank, last = done.stdout.splitlines()
    assert json.loads(first) == {"id": "a", "url": PAGE["url"], "text": TEXT}
    assert (blank, json.loads(last)) == (b"", {"id": "b", "text": ""})


def test_blocks_can_stay_and_the_text_can_have_another_name(run):
    done = run("blocktext", "--format", "jsonl", "--keep-blocks", "--text-key", "content", input=lines(PAGE))
    assert json.loads(done.stdout) == {**PAGE, "content": TEXT}


def test_text_of_records_as_markdown(run):
    done = run("blocktext", "--format", "jsonl", "--markdown", input=lines(PAGE))
    assert json.loads(done.stdout)["text"] == (
        "# A title\n\nOne, two.\\\nThree.\n\n```\nx = 1\n\n  y\n```\n\n- first\n- good good"
    )


# Spans


def cut(text: str, attributes: dict[str, list[list[float]]], kept: set[str]) -> str:
    """The text without the spans of classes that are not kept, as dolma's mixer replaces spans by nothing."""
    spans = [span for name, spans in attributes.items() for span in spans if name.rpartition("__")[2] not in kept]
    left = list(text)
    for start, end, _score in spans:
        left[int(start) : int(end)] = [""] * int(end - start)
    return "".join(left)


def test_spans_for_dolma(run, tmp_path):
    records = lines({**PAGE, "source": "crawl"}, PAGE) + b"\n" + lines({"id": 7, "blocks": []})
    done = run("blocktext", "--format", "jsonl", "--attributes", "spans", "--experiment", "e", input=records)
    assert done.returncode == 0
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    spans = [json.loads(line) for line in (tmp_path / "spans").read_bytes().splitlines()]
    assert [line["id"] for line in spans] == [line["id"] for line in documents] == ["a", "a", "7"]
    assert [line.get("source") for line in spans] == ["crawl", None, None]
    assert documents[0]["text"] == "Home\nA title\nOne, two. Three.\nx = 1\n\n  y\nfirst\ngood bad good\nseen before"
    assert spans[1]["attributes"] == {
        # "Home" with the line end after it; "bad " between the good parts.
        "e__blocks__bad": [[0, 5, 0.75], [52, 56, 1.0]],
        # With the line end before it, as nothing is kept after it.
        "e__blocks__dup": [[60, 72, 1.0]],
        "e__blocks__good": [[5, 12, 0.75], [13, 29, 1.0], [30, 40, 1.0], [41, 46, 1.0], [47, 51, 1.0], [56, 60, 1.0]],
    }
    assert spans[2] == {"id": "7", "attributes": {}}
    assert cut(documents[0]["text"], spans[0]["attributes"], {"good"}) == TEXT


@pytest.mark.parametrize("keep", ["good", "bad", "dup", "good,dup", "all"])
def test_cutting_the_spans_leaves_what_would_have_been_written(run, tmp_path, keep):
    done = run("blocktext", "--format", "jsonl", "--keep", keep, "--attributes", "spans", input=lines(PAGE))
    [spans] = (tmp_path / "spans").read_bytes().splitlines()
    text = json.loads(run("blocktext", "--format", "jsonl", "--keep", keep, input=lines(PAGE)).stdout)["text"]
    kept = {"good", "bad", "dup"} if keep == "all" else set(keep.split(","))
    assert cut(json.loads(done.stdout)["text"], json.loads(spans)["attributes"], kept) == text


def test_spans_are_code_points(run, tmp_path):
    page = {"id": "é", "blocks": [{"text": "né😀", "class": "bad"}, {"text": "ü", "class": "good"}]}
    run("blocktext", "--format", "jsonl", "--attributes", "spans", input=lines(page))
    found = json.loads((tmp_path / "spans").read_bytes())["attributes"]
    assert found == {"streamclean__blocks__bad": [[0, 4, 1.0]], "streamclean__blocks__good": [[4, 5, 1.0]]}


# Verticals and Markdown


def test_a_token_a_line(run):
    page = {
        "id": 'q"',
        "url": "http://x/?a&b",
        "n": 7,
        "lang": None,
        "tags": [],
        "blockify": {"title": "T <1>"},
        "blocks": [{"text": "Don't <b> 3.5%", "path": ">p", "class": "good"}],
    }
    done = run("blocktext", "--format", "vertical", "--fields", "url,n,lang,tags,title", input=lines(page))
    assert done.stdout.decode().split("\n") == [
        '<doc id="q&quot;" url="http://x/?a&amp;b" n="7" title="T &lt;1&gt;">',
        '<p tag="p" heading="0">',
        "Don't",
        "&lt;",
        "<g/>",
        "b",
        "<g/>",
        "&gt;",
        "3.5",
        "<g/>",
        "%",
        "</p>",
        "</doc>",
        "",
    ]
    plain = run("blocktext", "--format", "vertical", "--no-glue", input=lines(page)).stdout
    assert b"<g/>" not in plain
    assert plain.startswith(b'<doc id="q&quot;" url="http://x/?a&amp;b" title="T &lt;1&gt;">\n')


def test_classes_in_a_vertical_that_has_several(run):
    done = run("blocktext", "--format", "vertical", "--keep", "good,dup", "--fields", "url", input=lines(PAGE))
    assert b'<p tag="h1" heading="1" class="good">' in done.stdout
    assert b'<p tag="p" heading="0" class="dup">\nseen\nbefore\n</p>\n</doc>\n' in done.stdout
    assert b"class=" not in run("blocktext", "--format", "vertical", input=lines(PAGE)).stdout


def test_markdown_documents(run):
    done = run("blocktext", "--format", "markdown", input=lines(PAGE, PAGE))
    assert (
        done.stdout.decode()
        == (
            '<!-- doc id="a" url="http://x.example/?a&amp;b" -->\n\n# A title\n\nOne, two.\\\nThree.\n\n'
            "```\nx = 1\n\n  y\n```\n\n- first\n- good good\n\n"
        )
        * 2
    )


# Errors and usage


@pytest.mark.parametrize(
    ("block", "what"),
    [
        ({"text": 1}, "not a string"),
        ({}, "without 'text'"),
        ({"text": "a", "class": 1}, "'class' is not a string"),
        ({"text": "a", "class": "good", "parts": [[0, 2]]}, "'parts' are not pairs in order, or not in its text"),
    ],
)
def test_bad_blocks_are_named_with_their_place(run, block, what):
    record = lines({"id": "a", "blocks": [{"text": "x"}, block]})
    done = run("blocktext", input=record)
    assert done.returncode == 2
    assert what in done.stderr.decode()
    offset = int(done.stderr.decode().split("byte ")[1].split(":")[0])
    assert record.index(b'"x"}') < offset < len(record)


def test_no_blocks(run):
    done = run("blocktext", input=b'{"id":"a","text":"b"}\n')
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no 'blocks' field: is this the output of blockify?" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--text-key", "x"],
        ["--keep-blocks"],
        ["--markdown"],
        ["--attributes", "f"],
        ["--format", "jsonl", "--no-glue"],
        ["--format", "jsonl", "--fields", "url"],
        ["--format", "markdown", "--breaks"],
        ["--format", "jsonl", "--experiment", "e"],
        ["--format", "jsonl", "--markdown", "--attributes", "f"],
        ["--format", "jsonl", "--markdown", "--breaks"],
        ["--format", "jsonl", "--text-key", "blocks"],
        ["--format", "vertical", "--fields", "a b"],
        ["--format", "vertical", "--fields", "id"],
        ["--keep", ","],
        ["--format", "xml"],
    ],
)
def test_options_that_would_do_nothing(run, tmp_path, options):
    done = run("blocktext", *options, input=lines(PAGE))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"see blocktext --help" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_whole_pipe(run):
    html = b"<title>T</title><ul><li><a href=/>Home</a></ul><h1>A heading</h1>" + b"<p>" + b"This is of the. " * 30
    labelled = run("classify", "--algorithm", "justext", input=run("blockify", "-", input=html).stdout).stdout
    assert run("blocktext", input=labelled).stdout.startswith(b"A heading\nThis is of the. ")


def test_the_core_refuses_what_is_no_format():
    with pytest.raises(ValueError, match="no format"):
        Renderer("pdf", keep=["good"])
