"""cutpoint: sites by their pages, made from a template."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import os
import random
import re
import threading

import pytest
from oracle_cutpoint import countsort, find_optimal, range_strings

MENU = "".join(f'<li class="nav{i}"><a href="/section/{i * i}.html">Section {i * 37}</a></li>' for i in range(22))
POINT = ("--n", "8", "--a", "5")
"""One that is the site's frame to the character: what every page has, and nothing that only one has."""


def words(pick: random.Random, number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join("".join(pick.choices(letters, k=pick.randrange(2, 10))) for _ in range(number))


def article(seed: int) -> str:
    return words(random.Random(seed), 80)


def page(seed: int) -> str:
    return (
        f"<html><head><title>The Daily Quay - news of the harbour</title></head>\n<body><ul>{MENU}</ul>\n"
        f'<div class="article"><p>{article(seed)}</p></div>\n\t'
        '<div class="footer">Copyright The Daily Quay, all rights reserved</div></body></html>\n'
    )


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    for i in range(20):
        (folder / f"{i:02}.html").write_text(page(i))
    return sorted(f"site/{path.name}" for path in folder.iterdir())


def records(done):
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_site_without_its_frame(run, site):
    found = records(run("cutpoint", *POINT, *site))
    assert [record["id"] for record in found] == site
    for i, record in enumerate(found):
        assert record["text"] == article(i)
        report = record["cutpoint"]
        # The range is of the page as it came, white space and all.
        assert [page(i)[start:end] for start, end in report["ranges"]] == [article(i)]
        assert report["useful"] == len(article(i))
        assert report["characters"] == len(page(i)) - 1, "a line end and a tab are one space"


def test_the_cut_point_that_is_found_is_good(run, site):
    found = records(run("cutpoint", *site))
    right = 0
    for i, record in enumerate(found):
        start = page(i).index(article(i))
        inside = set(range(start, start + len(article(i))))
        useful = {at for first, last in record["cutpoint"]["ranges"] for at in range(first, last)}
        right += len(page(i)) - len(inside ^ useful)
    assert right / sum(len(page(i)) for i in range(20)) > 0.99


def test_it_is_the_algorithm_of_the_paper(run, site, tmp_path):
    documents = [page(i).replace("\n\t", " ").replace("\n", " ") for i in range(20)]
    n, a, path = find_optimal(documents)
    shown = run("cutpoint", "--path", *site).stdout.decode()
    assert [tuple(map(int, line.split("\t"))) for line in shown.splitlines()] == path
    found = records(run("cutpoint", *site))
    strings = range_strings(documents, countsort(documents, n), n, a)
    assert [record["cutpoint"]["useful"] for record in found] == list(map(sum, strings))
    assert {(record["cutpoint"]["n"], record["cutpoint"]["a"]) for record in found} == {(n, a)}
    grid = run("cutpoint", "--grid", "--n", "4", "--a", "2-3", *site).stdout.decode().splitlines()
    region = [(n, a) for n in (2, 3, 4) for a in (2, 3)]
    assert [tuple(map(int, line.split("\t")[:2])) for line in grid] == region
    for n, a, count in path:
        assert f"{n}\t{a}\t{count}" in grid or (n, a) not in region


def test_models_clean_pages_one_by_one(run, site, tmp_path):
    whole = run("cutpoint", *POINT, *site)
    assert run("cutpoint", "--learn", "site.model", *POINT, *site).stdout == b""
    assert run("cutpoint", "--model", "site.model", *site).stdout == whole.stdout
    later = records(run("cutpoint", "--model", "site.model", "--from", "document", input=page(99).encode()))
    assert later[0]["text"] == article(99)
    (tmp_path / "cut.model").write_bytes((tmp_path / "site.model").read_bytes()[:-1])
    done = run("cutpoint", "--model", "cut.model")
    assert done.returncode == 2
    assert b"cut.model: damaged" in done.stderr
    chosen = records(run("cutpoint", "--n", "20", "--a", "40", *site))
    assert chosen[0]["cutpoint"]["n"] == 20


def test_standard_input_is_read_twice(run, site, tmp_path):
    lines = "".join(json.dumps({"id": f"site/{i:02}.html", "html": page(i)}) + "\n" for i in range(20))
    found = records(run("cutpoint", input=lines.encode()))
    files = records(run("cutpoint", *site))
    assert [(each["id"], each["text"], each["cutpoint"]) for each in found] == [
        (each["id"], each["text"], each["cutpoint"]) for each in files
    ]
    assert found[0]["html"] == page(0)
    (tmp_path / "in.jsonl").write_text(lines)
    with open(tmp_path / "in.jsonl", "rb") as file:
        assert records(run("cutpoint", input=None, stdin=file)) == found


def test_bad_records_are_told_once(run, tmp_path):
    lines = [json.dumps({"html": page(i)}) for i in range(5)]
    lines[2] = '{"html":5}'
    done = run("cutpoint", "--rejects", "bad", input="\n".join(lines).encode())
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["1", "2", "4", "5"]
    assert (tmp_path / "bad").read_text() == lines[2] + "\n"


def test_marks_are_blocks(run, site):
    marked = run("cutpoint", "--mark", *POINT, *site)
    for i, record in enumerate(records(marked)):
        assert record["text"] == page(i)
        assert [block["class"] for block in record["blocks"]] == ["bad", "good", "bad"]
        assert record["blocks"][1]["text"] == article(i)
    assert run("blocktext", input=marked.stdout).stdout.decode().split("\n\n")[:2] == [article(0), article(1)]


def test_records_are_found(run, tmp_path):
    pick = random.Random(5)
    hits = []
    for i in range(15):
        hits.append([words(pick, 6) for _ in range(pick.randrange(3, 9))])
        rows = "".join(f'<tr class="hit"><td valign="top">{hit}</td></tr>\n' for hit in hits[-1])
        (tmp_path / f"{i:02}.html").write_text(f"<html><body><ul>{MENU}</ul><table>\n{rows}</table></body></html>")
    done = run("cutpoint", "--records", "--stats", *(f"{i:02}.html" for i in range(15)))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["records"] for record in found] == hits
    stats = json.loads(done.stderr)
    assert stats["delimiters"] == ['<td valign="top">', "</td>"]
    assert stats["found"] == sum(map(len, hits))
    plain = "".join(json.dumps({"text": article(i)}) + "\n" for i in range(3))
    done = run("cutpoint", "--records", input=plain.encode())
    assert b"there are no records" in done.stderr
    assert all("records" not in json.loads(line) for line in done.stdout.splitlines())


def test_borders_and_bytes(run, site):
    plain, bytes_, borders = (
        run("cutpoint", "--stats", *options, *POINT, *site) for options in ([], ["--bytes"], ["--borders", "<>"])
    )
    assert bytes_.stdout == plain.stdout, "all is ASCII"
    assert len(borders.stdout.splitlines()) == 20
    strings = [json.loads(done.stderr)["strings"] for done in (plain, borders)]
    assert strings[1] < strings[0], "strings with a tag's end in the middle are none"


def test_a_large_input_is_sampled(run, site):
    done = run("cutpoint", "--sample", "4K", "--stats", *site)
    said, stats = done.stderr.decode().splitlines()
    figures = json.loads(stats)
    assert said.startswith(f"cutpoint: the cut point is that of a sample: {figures['sample']} of 20 documents")
    assert 1 <= figures["sample"] < 20
    assert figures["records"] == 20


def test_a_file_to_look_at(run, tmp_path):
    evil = '</div><script>alert(1)</script><b onclick="x">'
    lines = "".join(json.dumps({"id": evil, "html": page(i) + evil + str(i)}) + "\n" for i in range(9))
    done = run("cutpoint", "--html", "--title", evil, *POINT, input=lines.encode())
    shown = done.stdout.decode()
    assert "<script" not in shown
    assert 'onclick="' not in shown
    assert shown.count("<details") == 9
    assert shown.count("<details open>") == 1
    third = shown.split('<div class="text">')[4].partition("</div>")[0]
    assert html.unescape(re.sub("</?b>", "", third)) == re.sub(r"\s+", " ", page(3) + evil + "3")
    assert "default-src 'none'" in shown
    style = shown.partition("<style>")[2].partition("</style>")[0]
    assert base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in shown


@pytest.mark.parametrize(
    "options", [[], ["--html"], ["--path"], ["--grid", "--n", "2", "--a", "1"], ["--mark"], ["--bytes"]]
)
@pytest.mark.parametrize(
    "texts", [["one document"], ["the same"] * 30, ["", "", ""], ["\0\x01\x7f\ufffd" * 50, "\x1b[0m"], []]
)
def test_bad_input(run, options, texts):
    lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
    done = run("cutpoint", *options, input=lines.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    if options in ([], ["--mark"], ["--bytes"]):
        assert len(done.stdout.splitlines()) == len(texts)


def test_files_that_are_no_text(run, tmp_path):
    (tmp_path / "a.bin").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "b.bin").write_bytes(bytes(range(255, -1, -1)) * 20)
    assert len(records(run("cutpoint", "a.bin", "b.bin"))) == 2


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--learn", "m", "--mark"], "--mark does nothing with --learn"),
        (["--model", "m", "--n", "2", "--a", "1"], "--a does nothing with --model"),
        (["--path", "--grid"], "exclude each other"),
        (["--n", "3"], "--n and --a go together"),
        (["--n", "2-3", "--a", "1"], "a range is for --grid"),
        (["--n", "0", "--a", "1"], "is not a whole number"),
        (["--n", "5", "--a", "101"], "100 per cent"),
        (["--title", "x"], "--title goes with --html"),
        (["--html", "--mark"], "exclude each other"),
        (["--encoding", "x-none"], "is not known"),
        (["--text-key", "cutpoint"], "a field that cutpoint writes"),
    ],
)
def test_what_does_not_go_together(run, options, what):
    done = run("cutpoint", *options)
    assert done.returncode == 2
    assert what in done.stderr.decode()


def test_a_pipe_by_name_is_read_twice(run, site, tmp_path):
    lines = "".join(json.dumps({"id": f"site/{i:02}.html", "html": page(i)}) + "\n" for i in range(20))
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=[lines])
    writer.start()
    found = records(run("cutpoint", "pipe"))
    writer.join()
    assert [each["text"] for each in found] == [each["text"] for each in records(run("cutpoint", *site))]


def test_what_cannot_be_read_is_told_once_and_is_no_document(run, site, tmp_path):
    (tmp_path / "cut.html.gz").write_bytes(gzip.compress(page(3).encode())[:-20])
    done = run("cutpoint", "missing.html", *site, ".", "cut.html.gz")
    assert done.returncode == 1
    missing, folder, cut = done.stderr.decode().splitlines()
    assert "missing.html: No such file or directory" in missing
    assert "is a directory" in folder
    assert "cut.html.gz: " in cut
    assert done.stdout == run("cutpoint", *site).stdout
