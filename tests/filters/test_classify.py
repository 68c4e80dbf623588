"""classify: labels, languages, presets, and what goes wrong."""

from __future__ import annotations

import json

import pytest

SENTENCE = "This is the text of the page, and it is what you want to have of it in the end. "
GOOD = SENTENCE * 4
"""Over 200 characters, a third of them and more in stop words."""


JUSTEXT = ("--algorithm", "justext")


def record(*texts: str, **fields: object) -> bytes:
    return json.dumps({"id": "a", **fields, "blocks": [{"text": text} for text in texts]}).encode() + b"\n"


def blocks(done) -> list[dict]:
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)["blocks"]


def classes(done) -> list[str]:
    return [block["class"] for block in blocks(done)]


def test_blocks_are_labelled_and_else_as_they_were(run):
    line = b'{"id":"a","x":1e400,"blocks":[{"text":"Home","mine":[1, 2]}, {"text":"%b"}],"lang":"en"}\n' % GOOD.encode()
    done = run("classify", "--algorithm", "justext", input=line)
    assert done.stdout == (
        b'{"id":"a","x":1e400,"blocks":[{"text":"Home","mine":[1, 2],"class":"bad","context_free":"short"}, '
        b'{"text":"%b","class":"good","context_free":"good"}],"lang":"en",'
        b'"classify":{"algorithm":"justext","good":1,"bad":1}}\n' % GOOD.encode()
    )


def test_trees_are_the_default(run):
    menu = {"text": "Home News Sport", "links": 3, "path": ">nav>ul>li"}
    line = json.dumps({"id": "a", "blocks": [menu, {"text": GOOD, "path": ">main>p"}], "lang": "en"}).encode()
    done = run("classify", input=line)
    [home, text] = blocks(done)
    assert (home["class"], text["class"]) == ("bad", "good")
    assert 0 <= home["score"] < 0.5 < text["score"] <= 1
    assert json.loads(done.stdout)["classify"] == {"algorithm": "trees", "good": 1, "bad": 1}
    # What the page says that it is, is known: a forum's comments are content.
    comments = {"text": GOOD.replace("page", "post"), "path": ">div.comment>p"}
    article = {"text": GOOD, "path": ">main>p"}
    for kinds, kept in (("", "bad"), ("discussionforumposting", "good")):
        record = {"id": "a", "blockify": {"kinds": kinds}, "blocks": [article, comments]}
        assert classes(run("classify", input=json.dumps(record).encode())) == ["good", kept]


def test_the_headline_goes_with_the_text(run):
    menu = [{"text": "Home News Sport", "links": 3, "path": ">nav>ul>li"}] * 5
    head = {"text": "Fire in the harbour", "path": ">header>h1", "heading": 1}
    blocks = [*menu, head, {"text": GOOD, "path": ">main>p"}]
    record = json.dumps({"id": "a", "blockify": {"title": "Fire in the harbour - Post"}, "blocks": blocks}).encode()
    found = {}
    for value in ("0", "1"):
        done = run("classify", "--explain", "--headline", value, input=record)
        found[value] = json.loads(done.stdout)["blocks"][len(menu)]
    assert [(found[value]["class"], found[value]["reason"]) for value in "01"] == [
        ("bad", "not likely enough"),
        ("good", "headline"),
    ]
    # Only the choice is another one.
    assert found["0"]["score"] == found["1"]["score"]
    done = run("classify", "--headline", "2", input=record)
    assert done.returncode == 2
    assert b"--headline" in done.stderr


def test_labels_of_an_earlier_run_are_replaced(run):
    once = run("classify", "--explain", input=record("Home", GOOD))
    again = run("classify", "--algorithm", "all", input=once.stdout)
    assert [list(block) for block in blocks(again)] == [["text", "class"]] * 2
    assert json.loads(again.stdout)["classify"] == {"algorithm": "all", "good": 2, "bad": 0}


def test_explain_names_the_rule(run):
    done = run("classify", "--algorithm", "justext", "--explain", input=record("Home", GOOD))
    reasons = [block["reason"] for block in blocks(done)]
    assert reasons == ["short, next to bad", "long, many stop words"]


@pytest.mark.parametrize(
    ("report", "headline"),
    [({"title": "A head - Paper"}, "good"), ({"title": None}, "bad"), ({}, "bad"), ([], "bad"), (None, "bad")],
)
def test_the_title_of_the_page_is_known(run, report, headline):
    """boilerpipe-article keeps all from the headline to the largest text, and a headline is what the title says."""
    menu = [{"text": "menu", "links": 1}] * 3
    texts = [{"text": "A head"}, {"text": "w " * 20}, *menu, {"text": "w " * 60}]
    line = json.dumps({"blocks": texts, "blockify": report}).encode()
    done = run("classify", "--algorithm", "boilerpipe-article", input=line)
    assert classes(done) == [headline, headline, "bad", "bad", "good", "good"]


# Languages

CZECH = "Žluťoučký kůň se pase na louce, a proto je to tak, že by se dalo říci, jak se to má. "


@pytest.mark.parametrize(
    ("fields", "text", "lang"),
    [({}, GOOD, "en"), ({}, CZECH * 4, "cs"), ({"lang": "en-US"}, CZECH, "en-US"), ({"lang": None}, CZECH, "cs")],
)
def test_the_language_is_found_unless_it_is_said(run, fields, text, lang):
    done = run("classify", input=record(text, **fields))
    assert json.loads(done.stdout)["lang"] == lang


def test_a_language_that_cannot_be_told_is_no_field(run):
    done = run("classify", input=record("12345"))
    assert "lang" not in json.loads(done.stdout)


def test_stop_words_are_those_of_the_language(run):
    assert classes(run("classify", *JUSTEXT, input=record(CZECH * 4))) == ["good"]
    assert classes(run("classify", *JUSTEXT, "--lang", "en", input=record(CZECH * 4))) == ["bad"]
    assert classes(run("classify", *JUSTEXT, "--lang", "any", input=record(CZECH * 4))) == ["good"]


def test_stop_words_of_a_file(run, tmp_path):
    (tmp_path / "stop").write_text("# mine\nkůň\nse\nna\n")
    text = "kůň se na " * 30
    assert classes(run("classify", *JUSTEXT, "--lang", "en", "--stoplist", "stop", input=record(text))) == ["good"]


def test_only_some_languages(run):
    done = run("classify", "--only-lang", "en,german", "--explain", input=record(CZECH * 4))
    assert [(block["class"], block["reason"]) for block in blocks(done)] == [("bad", "language")]
    assert classes(run("classify", "--only-lang", "en,cs", input=record(CZECH * 4))) == ["good"]


CHINESE = "这是一个关于城市历史的故事,我们在这里可以看到很多人的生活,也可以了解他们的工作和家庭。" * 4
JAPANESE = "これは町の歴史についての話です。ここでは多くの人の生活を見ることができ、仕事や家族のことも分かります。" * 4
THAI = "นี่คือเรื่องราวเกี่ยวกับประวัติศาสตร์ของเมือง เราสามารถเห็นชีวิตของผู้คนจำนวนมากที่นี่ และเข้าใจงานและครอบครัวของพวกเขาได้ " * 4


@pytest.mark.parametrize(("text", "lang"), [(CHINESE, "zh"), (JAPANESE, "ja"), (THAI, "th")])
@pytest.mark.parametrize("options", [[], ["--preset", "A"]])
def test_text_without_spaces(run, text, lang, options):
    done = run("classify", "--algorithm", "justext", *options, input=record("首页", text, "联系"))
    assert classes(done) == ["bad", "good", "bad"]
    assert json.loads(done.stdout)["lang"] == lang


# Algorithms


def test_list_describes_every_algorithm(run):
    done = run("classify", "--list")
    page = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert page.startswith("justext (")
    assert "\ntrees (the default" in page
    for name in (
        "boilerpipe-default",
        "boilerpipe-density",
        "boilerpipe-article",
        "boilerpipe-canola",
        "bte",
        "filter",
    ):
        assert f"\n{name}" in page


def names() -> list[str]:
    from streamclean._core import algorithms

    return [str(algorithm["name"]) for algorithm in algorithms()]


@pytest.mark.parametrize("name", names())
def test_every_algorithm_labels_every_block(run, name):
    done = run("classify", "--algorithm", name, "--explain", input=record("Home", GOOD, "", "©", CHINESE))
    found = blocks(done)
    assert len(found) == 5
    assert {block["class"] for block in found} <= {"good", "bad"}
    assert all(block["reason"] for block in found)
    assert all(0 <= block["score"] <= 1 for block in found if "score" in block)
    assert run("classify", "--algorithm", name, input=b'{"id":"a","blocks":[]}').returncode == 0


def test_parameters_change_what_is_good(run):
    def of_justext(*options: str) -> list[str]:
        return classes(run("classify", "--algorithm", "justext", *options, input=record(SENTENCE)))

    assert of_justext() == ["bad"]
    assert of_justext("--length-high", "50") == ["good"]
    assert of_justext("--preset", "D", "--length-high", "15") == ["good"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--algorithm", "justtext"], "invalid choice: 'justtext'"),
        (["--algorithm", "bte", "--length-low", "3"], "--length-low does nothing with --algorithm bte"),
        (["--algorithm", "filter", "--preset", "A"], "--preset does nothing with --algorithm filter"),
        (["--algorithm", "justext", "--preset", "E"], "preset must be one of published, A, B, C, D"),
        (["--length-low", "-1"], "'-1' is not a number from 0 to"),
        (["--lang", "klingon"], "a code such as en, not 'klingon'"),
        (["--only-lang", "en,,de"], "is not a list of languages"),
        (["--algorithm", "bte", "--stoplist", "x"], "--stoplist does nothing with --algorithm bte"),
        (["--algorithm", "justext", "--model", "x"], "justext has no model"),
        (["--preset", "A"], "--preset does nothing with --algorithm trees"),
        (["--train", "--algorithm", "justext", "-o", "m"], "justext learns nothing"),
        (["--train", "-o", "m"], "--train needs --algorithm"),
        (["--train", "--algorithm", "mss"], "--train needs -o MODEL"),
        (["--train", "--algorithm", "mss", "-o", "-"], "--train needs -o MODEL"),
        (["--train", "--algorithm", "mss", "-o", "m", "--model", "x"], "--model does nothing with --train"),
        (["--list", "--train"], "exclude each other"),
        (["--list", "--explain"], "--explain does nothing with --list"),
        (["--list", "file"], "--list reads no input"),
        (["--fit-densities", "--lang", "en"], "--lang does nothing with --fit-densities"),
        (["--features", "--algorithm", "all"], "--algorithm does nothing with --features"),
        (["--features", "--explain"], "--explain does nothing with --features"),
        (["--features", "--list"], "--list and --features exclude each other"),
        (["--features", "--lang", "klingon"], "'klingon' is no language"),
    ],
)
def test_wrong_usage(run, options, message):
    done = run("classify", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert message in line
    assert line.endswith("see classify --help")


def test_a_stop_list_that_is_not_there(run):
    done = run("classify", "--stoplist", "missing")
    assert (done.returncode, done.stderr) == (2, b"classify: missing: No such file or directory\n")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b'{"id":"a"}', "byte 0: no 'blocks' field: is this the output of blockify?"),
        (b'{"id":"a","blocks":[1]}', "byte 20: not a JSON object"),
        (b'{"id":"a","blocks":[{"tag":"p"}]}', "byte 20: a block without 'text'"),
        (b'{"id":"a","blocks":[{"text":"x","words":"y"}]}', "byte 40: a block's number is no count"),
        (b'{"id":"a","blocks":[{"text":"x","nodes":"9|1"}]}', "byte 40: a block's nodes are not in order"),
        (b'{"id":"a","blocks":[],"lang":1}', "byte 29: 'lang' is a number, not a string"),
    ],
)
def test_what_is_no_block_is_located(run, line, what):
    done = run("classify", input=line)
    assert done.returncode == 2
    assert what in done.stderr.decode()


# The stratified model of the slides


def test_fit_densities(run):
    """Lengths as the model has them, with the slides' parameters, give these back (to the rounding of counts)."""
    counts = {}
    for words in range(1, 120):
        chance = 0.76 * 0.3968 * (1 - 0.3968) ** (words - 1) + 0.24 * 0.0437 * (1 - 0.0437) ** (words - 1)
        counts[words] = round(20_000 * chance)
    texts = [" ".join(["w"] * words) for words, times in counts.items() for _ in range(times)]
    done = run("classify", "--fit-densities", input=record(*texts))
    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    short, long = found["stratified"]["writers"]
    assert short["p"] == pytest.approx(0.3968, abs=0.01)
    assert long["p"] == pytest.approx(0.0437, abs=0.002)
    assert short["share"] == pytest.approx(0.76, abs=0.01)
    assert found["stratified"]["r2_adjusted"] > found["random_writer"]["r2_adjusted"]
    assert found["stratified"]["r2_adjusted"] > 0.999
    assert found["blocks"] == len(texts)


def test_too_little_to_fit(run):
    done = run("classify", "--fit-densities", input=record("a"))
    assert (done.returncode, done.stderr) == (2, b"classify: too few blocks to fit anything\n")


def table(done) -> list[dict[str, str]]:
    assert (done.returncode, done.stderr) == (0, b"")
    names, *rows = (line.split("\t") for line in done.stdout.decode().splitlines())
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_features_are_a_table(run):
    gold = [{"text": "A head", "gold": "good", "heading": 1}, {"text": "x", "gold": "bad"}, {"text": "of b the c"}]
    line = json.dumps({"blocks": gold, "lang": "en", "blockify": {"title": "A head"}}).encode()
    rows = table(run("classify", "--features", input=record("Home") + line))
    assert [row["id"] for row in rows] == ["a", "2", "2", "2"]
    assert [row["block"] for row in rows] == ["0", "0", "1", "2"]
    assert [row["gold"] for row in rows] == ["", "good", "bad", ""]
    assert [row["words"] for row in rows] == ["1", "2", "1", "4"]
    assert [row["repeat.is_title"] for row in rows] == ["0", "1", "0", "0"]
    assert [row["place.words_from_h1"] for row in rows] == ["-10000", "0", "2", "3"]
    assert not any(name.startswith("score") for name in rows[0])


def test_features_know_the_stop_words_of_the_language(run):
    def share(*options: str) -> float:
        return float(
            table(run("classify", "--features", *options, input=record("of b the c", lang="en")))[0]["stop_share"]
        )

    assert share() == share("--lang", "english") == pytest.approx(0.5, abs=0.02)
    assert share("--lang", "cs") < 0.5
    assert share("--lang", "any") == -1


def test_features_of_blocks_that_are_none(run):
    done = run("classify", "--features", input=b'{"id":"a","blocks":[{"text":"x","gold":"so-so"}]}')
    assert (done.returncode, done.stdout.count(b"\n")) == (2, 1)
    assert b"a block's 'gold' is none of good, bad, undecided" in done.stderr


def test_features_are_numbers(run):
    """What the command prints is what other programs are given; markup before HTML5 has other elements."""
    from array import array

    from streamclean import _core

    blocks = json.dumps([{"text": "Home", "path": ">nav>p"}, {"text": GOOD, "path": ">main.content>p"}]).encode()
    names = _core.feature_names()
    columns = len(names)
    as_they_are, old = (array("f", _core.block_features(blocks, lang="en", old=old)) for old in (False, True))
    assert len(as_they_are) == len(old) == 2 * columns
    done = run("classify", "--features", "--lang", "en", input=b'{"id":"a","blocks":%s}' % blocks)
    printed = done.stdout.decode().splitlines()
    assert printed[0].split("\t") == ["id", "block", "gold", *names]
    assert array("f", map(float, printed[2].split("\t")[3:])) == as_they_are[columns:]
    changed = {
        name for name, new, before in zip(names, as_they_are[columns:], old[columns:], strict=True) if new != before
    }
    assert {"in.main", "main.words"} <= changed
    assert not {name for name in changed if name.startswith(("text.", "hint.", "before1."))}


def learning() -> list[str]:
    from streamclean._core import algorithms

    return [str(algorithm["name"]) for algorithm in algorithms() if algorithm["learns"]]


def labelled(*gold: str | None) -> bytes:
    """A page whose bad blocks are menus and whose others are text."""
    texts = [{"text": "Home", "links": 1, "words": 1} if each == "bad" else {"text": GOOD} for each in gold]
    blocks = [block if each is None else block | {"gold": each} for block, each in zip(texts, gold, strict=True)]
    return json.dumps({"id": "a", "blocks": blocks}).encode() + b"\n"


PAGE = labelled("bad", "good", "good", None, "undecided", "bad")


@pytest.mark.parametrize("name", learning())
@pytest.mark.parametrize(
    ("page", "message"),
    [
        (b"", b"no labelled blocks"),
        (b'{"id":"a","blocks":[]}\n', b"no labelled blocks"),
        (labelled(None, "undecided"), b"no labelled blocks"),
        (labelled("good", None, "good"), b"no block is labelled bad"),
        (labelled("bad"), b"no block is labelled good"),
        (PAGE + b'{"id":"b"}\n', b"line 2, byte "),
    ],
    ids=["no input", "no blocks", "no labels", "only good", "only bad", "a record without blocks"],
)
def test_training_that_fails_writes_nothing(run, tmp_path, name, page, message):
    (tmp_path / "model").write_bytes(b"an older one")
    done = run("classify", "--train", "--algorithm", name, "-o", "model", input=page)
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.splitlines()
    assert line.startswith(b"classify: ")
    assert message in line
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("model", b"an older one")]


@pytest.mark.parametrize("name", learning())
def test_one_page_is_enough_to_learn_from(run, tmp_path, name):
    for model, options in (("model", ["--stats"]), ("again", ["--stats", "-j2"])):
        done = run("classify", "--train", "--algorithm", name, *options, "-o", model, input=PAGE)
        assert done.returncode == 0
        *said, figures = done.stderr.splitlines()
        assert [b"too few labelled blocks" in line for line in said] == ([True] if name == "trees" else [])
        assert (json.loads(figures)["good"], json.loads(figures)["bad"]) == (2, 2)
    assert (tmp_path / "model").read_bytes() == (tmp_path / "again").read_bytes()
    found = classes(run("classify", "--algorithm", name, "--model", "model", input=PAGE))
    assert len(found) == 6


@pytest.mark.parametrize("name", learning())
def test_models_that_are_not_read(run, tmp_path, name):
    other = "mss" if name != "mss" else "victor"
    for algorithm in (name, other):
        assert run("classify", "--train", "--algorithm", algorithm, "-o", algorithm, input=PAGE).returncode == 0
    model = bytearray((tmp_path / name).read_bytes())
    (tmp_path / "cut").write_bytes(model[:-1])
    model[len(model) // 2] ^= 1
    (tmp_path / "flipped").write_bytes(model)
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "text").write_bytes(PAGE * 20)
    for file, message in [
        (other, f"holds {other}, not {name}"),
        ("cut", "damaged: ends too early"),
        ("flipped", "damaged: the checksum does not match its bytes"),
        ("empty", "not a streamclean file"),
        ("text", "not a streamclean file"),
        ("missing", "No such file or directory"),
    ]:
        done = run("classify", "--algorithm", name, "--model", file, "-o", "labelled", input=PAGE)
        assert (done.returncode, done.stdout) == (2, b"")
        [line] = done.stderr.decode().splitlines()
        assert line.startswith(f"classify: {file}: {message}")
    assert not (tmp_path / "labelled").exists()
