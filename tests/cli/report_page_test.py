# SPDX-License-Identifier: Apache-2.0
"""The page that impinge report writes, in a headless Chromium, from a file URL.

IMPINGE_REQUIRE_BROWSER=1 makes the absence of Chromium a failure. IMPINGE_PAGE_FIGURES=1 prints how large a page
of 1,000 clashes is and how fast.
"""
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

from browser import Browser, chromium
from program import ProgramTest, box, glb_bytes
from schema_test import validator

LOOK = pathlib.Path(__file__).resolve().parent / "report_page_look.json"
FIGURES = bool(os.environ.get("IMPINGE_PAGE_FIGURES"))
HOSTILE = "<img/src=x/onerror=alert(1)>"
CLOSING = "</script><script>alert(1)</script>"

# Two walls with a gap between them, a long bolt through both, a small pin deep in one, and a lid that lies on top.
PARTS = [
    ("left wall", box((0, 0, 0), (10, 2, 10))),
    ("right wall", box((0, 6, 0), (10, 8, 10))),
    (HOSTILE, box((2, -1, 2), (4, 9, 4))),
    (CLOSING, box((6, 0.25, 6), (9, 1.25, 9.5))),
    ("lid & 'quotes' \"here\"", box((0, 0, 9.5), (10, 8, 11))),
]

# The canvas as 24 by 16 cells of averaged colours.
LOOK_OF_CANVAS = """(() => {
    impingePage.view.stage.drawNow();
    const small = document.createElement('canvas');
    [small.width, small.height] = [24, 16];
    const ink = small.getContext('2d');
    ink.fillStyle = '#e8ecf0';
    ink.fillRect(0, 0, 24, 16);
    ink.imageSmoothingQuality = 'high';
    ink.drawImage(document.querySelector('#canvas-place canvas'), 0, 0, 24, 16);
    return [...ink.getImageData(0, 0, 24, 16).data].filter((_, i) => i % 4 < 3);
})()"""

CAMERA = "impingePage.view.stage.camera.position.toArray()"
STILL = "!impingePage.view.stage.flying"
ROWS = "[...document.querySelectorAll('#rows tr')]"


def difference(look, other):
    """Of two looks, on average over all cells and colours."""
    return sum(abs(a - b) for a, b in zip(look, other)) / len(look)


def assembly(named_meshes):
    return glb_bytes([(mesh, None) for _, mesh in named_meshes], [name for name, _ in named_meshes])


def many_pairs(count):
    """So many pairs of boxes that overlap, each a little more than the one before."""
    meshes = []
    for i in range(count):
        x, y = 4 * (i % 40), 4 * (i // 40)
        meshes.append((f"block-{i}", box((x, y, 0), (x + 2, y + 2, 2))))
        meshes.append((f"peg-{i}", box((x + 0.5, y + 0.5, 2 - 0.001 * (i + 1)), (x + 1.5, y + 1.5, 3))))
    return assembly(meshes)


def page_can_be_written(test):
    done = test.run_program("report", test.file("probe.glb", assembly(PARTS)), "-o", test.file("probe.html"))
    return "without pages" not in done.stderr


class Page(ProgramTest):
    @classmethod
    def setUpClass(cls):
        if chromium() is None:
            if os.environ.get("IMPINGE_REQUIRE_BROWSER"):
                raise RuntimeError("Chromium is not installed (package chromium)")
            raise unittest.SkipTest("Chromium is not installed (package chromium)")
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        super().setUp()
        if not page_can_be_written(self):
            self.skipTest("this impinge was built without pages (IMPINGE_REPORT_PAGE)")

    def written(self, content=None, *arguments):
        """The address of the page about a file."""
        source = self.file("drive.glb", content or assembly(PARTS))
        done = self.run_program("report", source, "--unit", "mm", *arguments, "-o", self.file("page.html"))
        self.assertEqual((done.returncode, done.stderr), (1, ""), done)
        return pathlib.Path(self.file("page.html"))

    def opened(self, path=None, view=True, browser=None, **emulation):
        page = (browser or self.browser).open((path or self.written()).as_uri(), **emulation)
        if view:
            page.wait("impingePage.view !== null")
            page.wait(STILL)
        return page

    def assert_clean(self, page):
        self.assertEqual(page.complaints(), [])
        self.assertEqual(page.requests(), [])

    def names(self, page):
        return page.evaluate(ROWS + ".map(row => row.querySelector('.parts').title)")

    def saved(self, page, downloads, name):
        """The content of a file that the page saves, once it is there."""
        path = pathlib.Path(downloads) / name
        for _ in range(200):
            if path.exists() and path.stat().st_size:
                break
            page.evaluate("new Promise(done => setTimeout(done, 20))")
        return path.read_text()

    def choose(self, page, text):
        """Clicks, with the mouse, on the row that has the text."""
        x, y = page.evaluate(
            f"(() => {{ const row = {ROWS}.find(row => row.textContent.includes({json.dumps(text)}));"
            "row.scrollIntoView({block: 'center'}); const place = row.getBoundingClientRect();"
            "return [place.x + 150, place.y + place.height / 2]; })()")
        page.click(x, y)
        page.wait(STILL)

    def test_opens_without_complaint_or_request(self):
        page = self.opened()
        report = page.evaluate("impingePage.clashes.report")
        validator("report").validate(report)
        self.assertIn("drive.glb", page.evaluate("document.title"))
        self.assertEqual(len(self.names(page)), len(report["clashes"]))
        self.assertGreaterEqual(len(report["clashes"]), 5)
        self.assertEqual(page.evaluate("document.querySelector('[data-count=new]').textContent"),
                         str(len(report["clashes"])))
        self.assertIn(report["inputs"][0]["sha256"], page.evaluate("document.querySelector('#listings').textContent"))
        page.evaluate("document.querySelector('.gallery').scrollIntoView()")
        page.wait("document.querySelectorAll('.card svg').length > 0")
        page.wait("[...document.querySelectorAll('.card img')].some(image => image.naturalWidth === 360)")
        self.assert_clean(page)

    def test_hostile_names_are_text(self):
        page = self.opened()
        self.assertTrue(any(HOSTILE in name for name in self.names(page)))
        self.assertTrue(any(CLOSING in name for name in self.names(page)))
        self.assertEqual(page.evaluate("document.querySelectorAll('[onerror], img[src=x]').length"), 0)
        self.assertEqual(page.evaluate("document.scripts.length"), 4)
        self.choose(page, CLOSING)
        self.assertIn(CLOSING, page.evaluate("document.querySelector('#detail h2').textContent"))
        # A page that forgot to escape would still be kept from running it.
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked = 1\">')")
        page.wait("document.querySelector('img[src=x]').complete")
        self.assertIsNone(page.evaluate("window.hacked"))

    def test_sorts_by_any_column_and_says_so(self):
        page = self.opened()
        sorted_by = "[...document.querySelectorAll('[aria-sort]')].map(head => head.dataset.column + ' ' + head.ariaSort)"
        depths = ROWS + ".map(row => Number(row.querySelector('.number').textContent))"
        self.assertEqual(page.evaluate(sorted_by), [])
        for column, direction in (("depth", "descending"), ("depth", "ascending"), ("parts", "ascending")):
            page.evaluate(f"document.querySelector('[data-column={column}] button').click()")
            self.assertEqual(page.evaluate(sorted_by), [f"{column} {direction}"])
            values = page.evaluate(depths) if column == "depth" else [name.lower() for name in self.names(page)]
            if column == "depth":
                self.assertEqual(values, sorted(values, reverse=direction == "descending"))
                self.assertGreater(len(set(values)), 1)
        self.assert_clean(page)

    def test_filters(self):
        page = self.opened()
        whole = len(self.names(page))
        page.evaluate("(() => { const box = document.querySelector('#search'); box.value = 'LEFT';"
                      "box.dispatchEvent(new Event('input')); })()")
        found = self.names(page)
        self.assertTrue(0 < len(found) < whole)
        self.assertTrue(all("left wall" in name for name in found))
        self.assertEqual(page.evaluate("document.querySelector('#shown').textContent"), f"{len(found)} of {whole} clashes")
        page.evaluate("(() => { const box = document.querySelector('#search'); box.value = 'nobody';"
                      "box.dispatchEvent(new Event('input')); })()")
        self.assertEqual((self.names(page), page.evaluate("document.querySelector('#nothing').hidden")), ([], False))
        page.evaluate("[...document.querySelectorAll('#filters button')].at(-1).click()")
        self.assertEqual(len(self.names(page)), whole)

    def test_a_click_flies_to_the_clash(self):
        page = self.opened()
        self.choose(page, CLOSING)
        page.wait("impingePage.view.marks !== null")
        before = page.evaluate(CAMERA)
        other_look = page.evaluate(LOOK_OF_CANVAS)
        self.choose(page, HOSTILE)
        page.wait("impingePage.view.marks !== null")
        self.assertNotEqual(page.evaluate(CAMERA), before)
        look = page.evaluate(LOOK_OF_CANVAS)
        if os.environ.get("IMPINGE_WRITE_LOOK"):
            LOOK.write_text(json.dumps(look) + "\n")
        wanted = json.loads(LOOK.read_text())
        self.assertLess(difference(look, wanted), 6)
        self.assertGreater(difference(other_look, wanted), 12, "the comparison tells clashes apart")
        self.assert_clean(page)

    def test_keys(self):
        page = self.opened()
        page.evaluate(ROWS + "[0].focus()")
        page.press("ArrowDown")
        page.wait(STILL)
        self.assertEqual(page.evaluate("document.activeElement === document.querySelectorAll('#rows tr')[1]"), True)
        self.assertEqual(page.evaluate("document.querySelector('#rows [aria-current]') === document.activeElement"), True)
        before = page.evaluate(CAMERA)
        page.press("ArrowLeft")
        self.assertEqual(page.evaluate(CAMERA), before, "keys turn nothing outside of the canvas")
        page.press("Enter")
        page.wait(STILL)
        self.assertEqual(page.evaluate("document.activeElement.tagName"), "CANVAS")
        page.press("ArrowLeft")
        self.assertNotEqual(page.evaluate(CAMERA), before)

    def test_parts_are_hidden_and_cut(self):
        page = self.opened()
        before = page.evaluate(LOOK_OF_CANVAS)
        page.evaluate("(() => { const axis = document.querySelector('#cut-axis'); axis.value = 'y';"
                      "axis.dispatchEvent(new Event('change')); })()")
        cut = page.evaluate(LOOK_OF_CANVAS)
        self.assertGreater(difference(before, cut), 3)
        looks = []
        for place in (-200, 200):
            page.evaluate(f"(() => {{ const place = document.querySelector('#cut-place'); place.value = {place};"
                          "place.dispatchEvent(new Event('input')); })()")
            looks.append(page.evaluate(LOOK_OF_CANVAS))
        self.assertGreater(difference(*looks), 1)
        page.evaluate("document.querySelector('#parts').open = true")
        page.wait("document.querySelectorAll('#part-list input').length > 0")
        page.evaluate("document.querySelectorAll('#part-list input').forEach(box => { if (box.checked) box.click(); })")
        self.assertEqual(page.evaluate("impingePage.view.parts.filter(part => part.mesh.visible).length"), 0)
        self.assert_clean(page)

    def test_a_review_is_saved_and_read(self):
        downloads = tempfile.mkdtemp(dir=self.folder)
        page = self.opened(downloads=downloads)
        self.choose(page, CLOSING)
        page.evaluate("(() => { const status = document.querySelector('#status'); status.value = 'approved';"
                      "status.dispatchEvent(new Event('change')); const comment = document.querySelector('#comment');"
                      "comment.value = 'meant <b>so</b>'; comment.dispatchEvent(new Event('input')); })()")
        self.assertEqual(page.evaluate("document.querySelector('[data-count=approved]').textContent"), "1")
        self.assertEqual(page.evaluate("document.querySelector('#edited').textContent"), "1 change not saved")
        page.evaluate("document.querySelector('#save-review').click()")
        review = json.loads(self.saved(page, downloads, "review.json"))
        saved = pathlib.Path(downloads) / "review.json"
        validator("review").validate(review)
        self.assertEqual([(entry["status"], entry["comment"]) for entry in review["clashes"]],
                         [("approved", "meant <b>so</b>")])
        again = self.opened(self.written(None, "--review", str(saved)))
        self.assertEqual(again.evaluate("document.querySelector('[data-count=approved]').textContent"), "1")
        self.assert_clean(again)

    def test_the_json_inside_is_that_of_the_program(self):
        downloads = tempfile.mkdtemp(dir=self.folder)
        page = self.opened(self.written(None, "--json", self.file("report.json")), downloads=downloads)
        page.evaluate("document.querySelector('#save-json').click()")
        self.assertEqual(json.loads(self.saved(page, downloads, "report.json")),
                         json.loads(pathlib.Path(self.file("report.json")).read_text()))

    def test_prints_every_clash(self):
        page = self.opened()
        page.evaluate("window.print = () => { window.printed = document.querySelectorAll('.card svg').length; }")
        page.evaluate("document.querySelector('#print').click()")
        page.wait("window.printed !== undefined")
        self.assertEqual(page.evaluate("window.printed"), len(self.names(page)))
        self.assertTrue(page.pdf().startswith(b"%PDF"))
        self.assertEqual(page.evaluate("document.querySelectorAll('.card[data-complete]').length"), len(self.names(page)))
        self.assert_clean(page)

    def test_follows_what_the_reader_prefers(self):
        path = self.written()
        grounds = {}
        for scheme in ("light", "dark"):
            page = self.opened(path, features=[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")])
            grounds[scheme] = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        self.assertNotEqual(grounds["light"], grounds["dark"])
        before = page.evaluate(CAMERA)
        page.evaluate(ROWS + ".at(-1).click()")
        self.assertFalse(page.evaluate("Boolean(impingePage.view.stage.flying)"), "reduced motion: no flight")
        self.assertNotEqual(page.evaluate(CAMERA), before)

    def test_without_webgl_pictures_stand_in(self):
        with Browser("--disable-3d-apis") as browser:
            page = self.opened(view=False, browser=browser)
            page.wait("!document.querySelector('#no-view').hidden")
            self.assertIn("WebGL", page.evaluate("document.querySelector('#no-view').textContent"))
            page.wait("document.querySelector('#detail img').naturalWidth === 360")
            page.wait("document.querySelector('#detail svg') !== null")
            self.assertEqual(page.requests(), [])

    def test_many_clashes_stay_usable(self):
        # Each has a picture, which takes its time to draw: a thousand only when figures are wanted.
        count = 1000 if FIGURES else 60
        path = self.written(many_pairs(count))
        size = path.stat().st_size
        self.assertLess(size, 1e6 + 19e3 * count)
        page = self.opened(path)
        first_table = page.evaluate("impingePage.firstTable")
        self.assertEqual(page.evaluate("impingePage.clashes.rows.length"), count)
        sort = page.evaluate("(() => { const start = performance.now();"
                             "document.querySelector('[data-column=depth] button').click();"
                             "document.body.getBoundingClientRect(); return performance.now() - start; })()")
        frames = page.evaluate("new Promise(done => { let count = 0; const start = performance.now(); const next = () => {"
                               "impingePage.view.stage.turn(0.02, 0); impingePage.view.stage.drawNow();"
                               "if (++count < 20) requestAnimationFrame(next);"
                               "else done(count / (performance.now() - start) * 1000); }; requestAnimationFrame(next); })")
        self.assertLess(first_table, 5000)
        self.assertLess(sort, 2000)
        self.assertGreater(frames, 1)
        if FIGURES:
            print(f"1,000 clashes, 2,000 parts: {size / 1e6:.1f} MB, first table after {first_table:.0f} ms, sorted in "
                  f"{sort:.0f} ms, {frames:.1f} frames per second", file=sys.stderr)
        self.assert_clean(page)

    def test_the_policy_forbids_what_is_not_in_the_page(self):
        text = self.written().read_text(encoding="utf-8")
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        self.assertNotIn("http", policy)
        self.assertIn("The MIT License", text)


if __name__ == "__main__":
    unittest.main()
