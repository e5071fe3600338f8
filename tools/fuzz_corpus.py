#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The seed corpora of the fuzzers, one ZIP archive each: tests/fuzz/corpus/NAME.zip.

    tools/fuzz_corpus.py unpack NAME FOLDER    writes every seed of a corpus as a file
    tools/fuzz_corpus.py pack NAME FOLDER      makes the files of a folder the corpus
    tools/fuzz_corpus.py --self-test           also: is every archive as `pack` would write it?

The same files give the same bytes: sorted by name, not compressed (the test suite reads archives
itself, and git compresses them), without times. Names that libFuzzer gives, 40 digits of SHA-1, are
cut to twelve.
"""

import io
import pathlib
import re
import sys
import tempfile
import zipfile

CORPORA = pathlib.Path(__file__).resolve().parent.parent / "tests" / "fuzz" / "corpus"
SHA1 = re.compile(r"[0-9a-f]{40}")


def archive_of(name):
    return CORPORA / f"{name}.zip"


def packed(files):
    """The bytes of an archive of a dictionary from names to contents."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[name])
    return result.getvalue()


def content(path):
    """The inverse of packed(), of a file."""
    with zipfile.ZipFile(path) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def unpack(name, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for seed, data in content(archive_of(name)).items():
        (folder / pathlib.PurePath(seed).name).write_bytes(data)


def pack(name, folder):
    """Returns how many seeds there were before and are now."""
    files = [path for path in pathlib.Path(folder).iterdir() if path.is_file()]
    short = lambda seed: seed[:12] if SHA1.fullmatch(seed) else seed
    seeds = {short(path.name): path.read_bytes() for path in files}
    target = archive_of(name)
    before = len(content(target)) if target.exists() else 0
    target.write_bytes(packed(seeds))
    return before, len(seeds)


def self_test():
    files = {"b": b"\x00\xff\r\n", "a" * 12: b"", "c.obj": b"v 0 0 0\n"}
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / "x.zip"
        place.write_bytes(packed(files))
        if content(place) != files:
            wrong.append("files change when packed and unpacked")
        if packed(dict(reversed(files.items()))) != place.read_bytes():
            wrong.append("an archive depends on the order of the files")
    archives = sorted(CORPORA.glob("*.zip"))
    wrong += [f"{path} is not as `pack` writes it" for path in archives
              if packed(content(path)) != path.read_bytes()]
    if not archives:
        wrong.append(f"no archive in {CORPORA}")
    for line in wrong:
        print(f"self-test: {line}", file=sys.stderr)
    return 1 if wrong else 0


def main(arguments):
    match arguments:
        case ["--self-test"]:
            return self_test()
        case ["unpack", name, folder]:
            unpack(name, folder)
        case ["pack", name, folder]:
            print("{}: {} seeds, now {}".format(name, *pack(name, folder)))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
