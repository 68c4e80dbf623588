"""Records: fields found and replaced in their line, against Python's own JSON reader."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamclean.errors import BadRecord
from streamclean.records import Record, printable, string

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(st.sampled_from(["id", "text", "pgstrip", "a", "", 'quo"te', "é"]), values, max_size=6)
KEYS = ["text", "id", "pgstrip", 'quo"te']


@given(documents, st.booleans(), st.sampled_from([None, 1]), st.sampled_from([(",", ":"), (" , ", " :\t")]))
def test_fields_are_what_json_reads(document, ascii_only, indent, separators):
    line = json.dumps(document, ensure_ascii=ascii_only, separators=separators).encode()
    record = Record(line, KEYS)
    for key in KEYS:
        raw = record.raw(key)
        assert (raw is None) == (key not in document)
        if raw is not None:
            assert json.loads(raw) == document[key]
    assert record.to_line() == line, "nothing was replaced"


@given(documents, st.dictionaries(st.sampled_from(KEYS), values))
def test_replaced_fields_are_new_and_all_others_as_they_were(document, changes):
    line = json.dumps(document).encode()
    record = Record(line, KEYS)
    for key, value in changes.items():
        record.set(key, json.dumps(value).encode())
    changed = record.to_line()
    assert json.loads(changed) == document | changes
    assert list(json.loads(changed)) == list(document | changes), "order is kept, new fields come last"


@given(
    documents,
    st.sets(st.sampled_from(KEYS)),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=2),
    st.sampled_from([(",", ":"), (" , ", " :\t")]),
    st.booleans(),
)
def test_removed_fields_are_gone_and_all_others_as_they_were(document, removed, changes, separators, padded):
    line = json.dumps(document, separators=separators).encode()
    if padded:
        line = b" { %b } " % line[1:-1]
    record = Record(line, KEYS)
    for key in removed:
        record.remove(key)
    changes = {key: value for key, value in changes.items() if key not in removed}
    for key, value in changes.items():
        record.set(key, json.dumps(value).encode())
    left = {key: value for key, value in document.items() if key not in removed}
    assert list(json.loads(record.to_line()).items()) == list((left | changes).items())


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (b'{"a": 1, "text": 2 , "b": 3}', b'{"a": 1 , "b": 3}'),
        (b'{ "text" : 2 , "b": 1.0 }', b'{ "b": 1.0 }'),
        (b'{"a":1e400,"text":2}', b'{"a":1e400}'),
        (b'{"a":"\\"text\\":","te\\u0078t":[{"text":1}]}', b'{"a":"\\"text\\":"}'),
        (b'{"text":2}', b"{}"),
        (b'{"text":1,"text":2}', b'{"text":1}'),
    ],
)
def test_what_is_left_is_left_byte_for_byte(line, left):
    record = Record(line, KEYS)
    record.remove("text")
    assert record.to_line() == left


def test_a_name_with_a_quote_in_it():
    record = Record(b'{"x\\"": 0, "\\\\": 1}', ['x"', "\\"])
    record.remove('x"')
    assert record.to_line() == b'{"\\\\": 1}'
    record.remove("\\")
    assert record.to_line() == b'{"x\\"": 0}'


@given(st.binary(max_size=60))
def test_any_bytes_are_a_record_or_a_bad_one(line):
    offset = None
    try:
        Record(line, KEYS)
    except BadRecord as bad:
        offset = bad.offset
    if offset is None:
        assert isinstance(json.loads(line), dict)
    else:
        assert 0 <= offset <= len(line)


@given(st.text(alphabet='{}[],:"truefalsn0123456789.eE+- \\u\n', max_size=40))
def test_what_python_refuses_is_refused(text):
    line = text.encode()
    try:
        # NaN and Infinity are no JSON, though Python reads them.
        expected = isinstance(json.loads(line, parse_constant=int), dict)
    except ValueError:
        expected = False
    try:
        Record(line, KEYS)
        accepted = True
    except BadRecord:
        accepted = False
    assert accepted == expected


def test_the_last_of_duplicate_keys_counts():
    record = Record(b'{"text":"a","x":1,"text":"b"}', KEYS)
    assert record.text("text") == b'"b"'
    record.set("text", b'"c"')
    assert record.to_line() == b'{"text":"a","x":1,"text":"c"}'


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"{}", "no 'text' field"),
        (b'{"text":null}', "'text' is null, not a string"),
        (b'{"text":{}}', "'text' is an object, not a string"),
        (b'{"text":-1}', "'text' is a number, not a string"),
    ],
)
def test_a_field_of_another_type(line, what):
    with pytest.raises(BadRecord, match=what):
        Record(line, KEYS).text("text")


@pytest.mark.parametrize(
    ("given_id", "id_"), [(b"7", "7"), (b"null", "3"), (b'"a"', "a"), (b'"\\ud800"', "\ufffd"), (b"1e400", "1e400")]
)
def test_ids(given_id, id_):
    record = Record(b'{"id":%b}' % given_id, KEYS)
    assert record.set_id("id", "3") == id_
    assert isinstance(json.loads(record.to_line())["id"], str)


def test_odd_strings():
    assert string(b'"a\\ud800b"') == "a\ufffdb"
    assert printable("caf\udce9") == "caf\\xe9"
