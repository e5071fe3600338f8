# SPDX-License-Identifier: Apache-2.0
"""What keys show of a scene of files, in the right colours, and that it goes again; what the help and the manual say of keys."""
import pathlib
import re
import unittest

from picture_test import read_png
from program import THROUGH, UNIT, WITHIN
from view_program import ViewTest, is_curve

ROOT = pathlib.Path(__file__).parents[2]


def near(pixel, colour, most=12):
    return max(abs(pixel[k] - colour[k]) for k in range(3)) <= most


def mixed(pixel, colour, part):
    return tuple((1 - part) * pixel[k] + part * colour[k] for k in range(3))


def is_marked(was, now):
    """Amber where red was."""
    return now[0] > 1.25 * now[1] and now[1] > 1.35 * now[2] and not was[1] > 1.35 * was[2]


def is_box(was, now):
    return now[2] > 1.3 * max(now[:2])


def is_edge(was, now):
    return sum(was) - sum(now) > 30 and all(a >= b for a, b in zip(was, now))


def is_grid(was, now):
    return near(now, mixed(was, (150, 160, 172), 120 / 255))


def is_interest(was, now):
    return now[0] > 1.6 * now[1] and now[1] > 1.8 * now[2]


def is_way_out(pixel):
    return near(pixel, (176, 44, 140), 30)


def is_distance(pixel):
    return near(pixel, (20, 110, 190), 24)


class Keys(ViewTest):
    def seen(self, path):
        """Pixels of the scene below the tools."""
        _, _, rows = read_png(path)
        return [pixel for row in rows[70:-30] for pixel in row[self.left:]]

    def pressed(self, key, files, *before):
        """The scene before a key, with it, and after it was pressed again."""
        paths = [self.file(f"{key}-{i}.png") for i in range(3)]
        self.view(files, "wait idle", "key 9", "move 650 300", *before, "wait idle", f"screenshot {paths[0]}", f"key {key}",
                  "wait idle", f"screenshot {paths[1]}", f"key {key}", "wait idle", f"screenshot {paths[2]}", "expect faults 0")
        return [self.seen(path) for path in paths]

    def crossing(self):
        return [self.file("block.obj", UNIT), self.file("rod.obj", THROUGH)]

    def test_what_a_key_shows_has_its_colour_and_goes_again(self):
        for key, test, least in (("i", is_marked, 6000), ("b", is_box, 250), ("e", is_edge, 1200), ("g", is_grid, 800),
                                 ("q", is_interest, 400)):
            before, shown, after = self.pressed(key, self.crossing())
            self.assertEqual(before, after, key)
            changed = [(was, now) for was, now in zip(before, shown) if was != now]
            self.assertGreater(sum(test(was, now) for was, now in changed), least, key)
            self.assertLess(sum(test(now, was) for was, now in changed), least // 10, key)  # the colour was not there

    def test_measures_are_drawn_until_m_is_pressed(self):
        for files, test, least in ((self.crossing(), is_way_out, 150), (self.boxes(), is_distance, 100)):
            shown, gone, again = self.pressed("m", files)
            self.assertEqual(shown, again)
            self.assertGreater(sum(map(test, shown)), least)
            self.assertEqual(sum(map(test, gone)), 0)

    def test_contact_curves_are_drawn_until_c_is_pressed(self):
        shown, gone, again = self.pressed("c", self.crossing(), "key m")
        self.assertEqual(shown, again)
        self.assertGreater(sum(map(is_curve, shown)), 100)
        self.assertEqual(sum(map(is_curve, gone)), 0)

    def test_the_body_within_is_seen_through_the_one_around_it(self):
        files = [self.file("out.obj", UNIT), self.file("in.obj", WITHIN)]
        through, closed, _ = self.pressed("x", files, "key m", "key c")
        alone = self.file("alone.png")
        self.view(files, "wait idle", "key 9", "click @row.out", "key v", "key escape", "move 650 300", "wait idle", "key m",
                  "key c", "wait idle", f"screenshot {alone}")
        alone = self.seen(alone)
        inner = [i for i, pixel in enumerate(alone) if near(pixel, (242, 172, 152), 24)]  # its colour in the light from above
        self.assertGreater(len(inner), 1000)
        outer = [i for i in inner if not near(closed[i], alone[i], 40)]
        self.assertGreater(len(outer), 0.95 * len(inner))  # where the outer one hides it
        def distance(first, second):
            return sum(abs(first[k] - second[k]) for k in range(3))
        shine = sum(distance(through[i], alone[i]) < 0.6 * distance(closed[i], alone[i]) for i in outer)
        self.assertGreater(shine, 0.95 * len(outer))

    def test_an_exported_picture_is_what_was_seen(self):
        seen, exported = self.file("seen.png"), self.folder / "exported"
        self.view(self.crossing(), "wait idle", "key 9", "move 650 300", "wait idle", f"screenshot {seen}", "key f12", "wait idle",
                  "key ctrl+a", f"type {exported}", "key enter", "wait idle", "expect message exported.png", "expect faults 0")
        self.assertEqual(read_png(exported.with_suffix(".png")), read_png(seen))

    def test_a_picture_that_cannot_be_written_is_told(self):
        self.view(self.crossing(), "wait idle", "key f12", "wait idle", "key ctrl+a", "type /nowhere/picture.png", "key enter",
                  "wait idle", "expect message nowhere")

    def test_the_camera_goes_through_the_clipboard(self):
        paths = [self.file(f"{i}.png") for i in range(3)]
        self.view(self.crossing(), "wait idle", "key 9", "key ctrl+v", "expect message clipboard", "key ctrl+c",
                  "expect message copied", "move 650 300", f"screenshot {paths[0]}", "drag 480 380 to by -150 -60", "wheel 2",
                  "move 650 300", f"screenshot {paths[1]}", "key ctrl+v", "expect message pasted", f"screenshot {paths[2]}",
                  "expect faults 0")
        copied, moved, pasted = map(self.seen, paths)
        self.assertEqual(copied, pasted)
        self.assertGreater(sum(p != q for p, q in zip(copied, moved)), 0.1 * len(copied))


KEY_NAMES = {"Space": "space", "Escape": "esc", "Delete": "del", "Enter": "enter", "Tab": "tab", "Home": "home", "End": "end",
             "F11": "f11", "F12": "f12"}
MODIFIERS = {"none": "", "control": "ctrl+", "shift": "shift+", "both": "ctrl+shift+"}


def commands():
    """{name: (group, key)} of the table that menus, keys and help are made of; '' has no key."""
    text = (ROOT / "apps/viewer/app/commands.cpp").read_text()
    table = text[text.index("to_array<CommandInfo>"):text.index("constexpr auto key_names")]
    out = {}
    for name, group, key, modifiers in re.findall(
            r'\{C::\w+,\s*"([^"]+)",\s*"([^"]+)",\s*(letter\(\'.\'\)|Key::\w+),\s*(\w+),\s*"[^"]+"\}', table):
        letter = key[8].lower() if key.startswith("letter") else KEY_NAMES.get(key[5:], "")
        out[name] = (group, MODIFIERS[modifiers] + letter if letter else "")
    assert len(out) == table.count("{C::"), (len(out), table.count("{C::"))
    return out


def documented_keys():
    """Keys of the tables of docs/viewer.md, those of the walkthrough by hand apart. In a cell, modifiers hold for what follows."""
    text = (ROOT / "docs/viewer.md").read_text()
    rows = re.findall(r"(?<=\| key \| \| key \| \|\n)(?:\|.*\n)+", text)
    out = set()
    for line in "".join(rows).splitlines():
        cells = [cell.strip() for cell in line.strip("|").replace("[, ]", "openbracket, closebracket").split("|")]
        for keys, what in zip(cells[0::2], cells[1::2]):
            modifiers, plain = set(), []
            for word in keys.lower().split(", "):
                *more, key = word.split(" + ")
                modifiers.update(more)
                plain.append(key)
                out.add("".join(sorted(f"{each}+" for each in modifiers)) + key)
            others = re.search(r"\(ctrl: ([^)]*)\)", what)  # the same keys with ctrl, as many as are named
            out.update(f"ctrl+{key}" for key, _ in zip(plain, others[1].split(",") if others else []))
    names = {"comma": ",", "period": ".", "openbracket": "[", "closebracket": "]"}
    return {names.get(key, key) for key in out if key.strip("-")}


class Lists(unittest.TestCase):
    def test_the_help_lists_every_command(self):
        text = (ROOT / "apps/viewer/panels/frame_panels.cpp").read_text()
        shown = re.findall(r'command_rows\("([^"]+)"\)', text)
        self.assertEqual(len(shown), len(set(shown)))
        self.assertEqual(set(shown), {group for group, _ in commands().values()})

    def test_the_manual_names_every_key_and_no_other(self):
        keys = {key for _, key in commands().values() if key}
        self.assertGreater(len(keys), 50)
        self.assertEqual(documented_keys() - {"?"}, keys)


if __name__ == "__main__":
    unittest.main()
