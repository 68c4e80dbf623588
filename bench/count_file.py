"""What bench/counters.py measures: counts the lines of one file. It imports little, since its start is measured too.

python bench/count_file.py KIND SIZE FILE
"""

import sys
import time
from collections import Counter

# The same for all, and read into the same memory over and over, so that reading costs as little as it can.
BLOCK = 1 << 18


def make(kind: str, size: int):
    from streamclean import _core

    return {
        "exact": lambda: _core.ExactCounts(),
        "sort": lambda: _core.SortedCounts(memory=size << 20),
        "sort-file": lambda: _core.SortedCounts(memory=size << 20),
        "crc64": lambda: _core.Crc64Counts(),
        "hashed": lambda: _core.HashedCounters(bits=size),
        "morris": lambda: _core.MorrisCounters(bits=size),
        "gm": lambda: _core.GeneralizedMajority(size),
        "gm-fingerprints": lambda: _core.GeneralizedMajority(size, keep_lines=False),
    }[kind]()


def for_each_block(path: str, call) -> None:
    """Calls with blocks of whole lines: views of one buffer."""
    buffer = bytearray(2 * BLOCK)
    view = memoryview(buffer)
    kept = 0
    with open(path, "rb", buffering=0) as file:
        while read := file.readinto(view[kept : kept + BLOCK]):
            end = buffer.rfind(b"\n", 0, kept + read) + 1
            if end == 0:
                sys.exit(f"a line of more than {BLOCK} bytes")
            call(view[:end])
            rest = kept + read - end
            view[:rest] = view[end : kept + read]
            kept = rest
    if kept:
        call(view[:kept])


def count_in_memory(kind: str, size: int, path: str) -> None:
    """Counts a list of lines, and prints what that alone took."""
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    lines.pop()
    counter = Counter() if kind == "Counter" else make(kind, size)
    wall, cpu = time.perf_counter(), time.process_time()
    counter.update(lines)
    print(time.perf_counter() - wall, time.process_time() - cpu)


def main() -> None:
    kind, size, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if kind.endswith("-in-memory"):
        count_in_memory(kind.removesuffix("-in-memory"), size, path)
    elif kind == "Counter":
        with open(path, "rb") as file:
            Counter(file)
    elif kind == "read":
        for_each_block(path, len)
    elif kind == "normalise":
        from streamclean import _core

        for_each_block(path, lambda block: _core.normalise_lines(bytes(block)))
    else:
        counter = make(kind, size)
        for_each_block(path, counter.update_lines)
        if kind == "sort":
            # What the first pass over a corpus is for: which lines came more than ten times.
            counter.prune(11)
        elif kind == "sort-file":
            # As much as GNU sort does, and more: all lines in order, with their counts, to a file.
            import tempfile

            with tempfile.TemporaryDirectory() as folder:
                counter.save(folder + "/counts")


main()
