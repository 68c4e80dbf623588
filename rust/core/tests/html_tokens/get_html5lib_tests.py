"""Puts the tokeniser tests of html5lib-tests into a folder: they are in the source archive of html5lib on PyPI.

    python3 rust/core/tests/html_tokens/get_html5lib_tests.py .venv/html5lib-tests

An index other than PyPI is taken from PIP_INDEX_URL, as pip does.
"""

import hashlib
import io
import os
import re
import ssl
import sys
import tarfile
import urllib.parse
import urllib.request
from pathlib import Path, PurePosixPath

ARCHIVE = "html5lib-1.1.tar.gz"
SHA256 = "b2e5b40261e20f354d198eae92afc10d750afb487ed5e50f9c4eaf07c184146f"


def fetch(url: str) -> bytes:
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT"))
    request = urllib.request.Request(url, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60, context=context) as answer:
        data: bytes = answer.read()
    return data


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/") + "/html5lib/"
    links = re.findall(r'href="([^"#]*/' + re.escape(ARCHIVE) + ")", fetch(index).decode())
    if not links:
        sys.exit(f"{index} has no {ARCHIVE}")
    archive = fetch(urllib.parse.urljoin(index, links[0]))
    if hashlib.sha256(archive).hexdigest() != SHA256:
        sys.exit(f"{ARCHIVE} is not the file that was expected")
    folder = Path(sys.argv[1]) / "tokenizer"
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for member in members:
            path = PurePosixPath(member.name)
            content = members.extractfile(member) if path.match("testdata/tokenizer/*.test") else None
            if content:
                (folder / path.name).write_bytes(content.read())


if __name__ == "__main__":
    main()
