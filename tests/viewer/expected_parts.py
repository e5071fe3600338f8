# SPDX-License-Identifier: Apache-2.0
"""What is in the expected pictures, as rectangles (left, top, width, height) of their own pixels, half as many as those
of the window: what is not compared, and what a test is to notice the loss of (expected_pictures_test.py blanks it)."""
import dataclasses


@dataclasses.dataclass
class Parts:
    shows: dict  # what is to be noticed
    masks: dict = dataclasses.field(default_factory=dict)  # what differs from run to run: times


def check_took(height, left=121):
    """Of the status line, which tells what the check took: of scenes with a few triangles, or with thousands."""
    return {"what the check took": (left, height - 13, 44 if left == 121 else 40, 13)}


TOOLS = (162, 18, 120, 18)
MENUS = {"menus": (4, 2, 104, 9), "menus of time": (106, 2, 64, 9), "tools": TOOLS}
STATUS = {"status": (4, 208, 112, 10), "hint": (272, 208, 54, 10)}
CARD = (6, 18, 140, 30)
CARD_LINE = {"verdict": (12, 21, 80, 12), "whom it is about": (12, 35, 60, 9)}
TWO_BODIES = {**MENUS, **CARD_LINE, "verdict card": CARD, "bodies": (6, 64, 138, 24), "state of the first body": (112, 65, 32, 10)}
STRIP = {"timeline": (158, 156, 170, 50), "buttons": (163, 172, 142, 14), "bar": (163, 188, 160, 12)}
SIMULATED = {**MENUS, **CARD_LINE, "card": CARD, "list of simulations": (4, 86, 60, 48), "list of particles": (4, 148, 40, 30),
             "switches": (4, 195, 140, 11), "status": (4, 208, 120, 10), **STRIP}
PANES = {"list of panes": (4, 240, 140, 62)}

PARTS = {
    "window": Parts(
        {**TWO_BODIES, **STATUS, "numbers of the pair": (8, 117, 100, 33), "way out": (50, 117, 60, 10),
         "switches": (4, 165, 140, 40), "scene": (158, 32, 170, 120), "second body": (250, 90, 60, 60),
         "contact curve": (225, 86, 30, 32), "label": (232, 94, 40, 12), "arrow": (250, 106, 36, 24), "axes": (300, 164, 25, 30)},
        check_took(220)),
    "overlap": Parts(
        {**TWO_BODIES, **STATUS, "numbers of the overlap": (8, 133, 100, 30), "volume": (50, 142, 40, 10), "scene": (158, 32, 170, 120),
         "region": (202, 74, 52, 44), "volume in the scene": (213, 100, 28, 12), "contact curve": (225, 86, 30, 32)},
        check_took(220)),
    "features": Parts(
        {**TWO_BODIES, **STATUS, "names of features": (50, 126, 45, 10), "feature of the first": (186, 55, 40, 58),
         "feature of the second": (248, 86, 40, 64), "name in the scene": (195, 48, 26, 10), "other name": (288, 91, 24, 10),
         "line between": (224, 94, 60, 36)},
        check_took(220)),
    "motions": Parts(
        {**TWO_BODIES, **STATUS, **STRIP, "distance": (50, 117, 14, 9), "first body": (196, 58, 38, 36), "second body": (232, 56, 36, 38),
         "label": (226, 56, 16, 10), "verdicts along the bar": (234, 188, 66, 8)},
        check_took(220)),
    "polytopes": Parts(
        {**SIMULATED, "scene": (158, 35, 170, 116), "cube": (182, 80, 125, 70), "box of a pair": (202, 82, 20, 16)}),
    "cloth": Parts({**SIMULATED, "scene": (158, 50, 170, 88), "cloth": (206, 56, 86, 36), "ground": (167, 88, 140, 46)}),
    "creature": Parts(
        {**SIMULATED, "scene": (158, 50, 170, 70), "creature": (192, 64, 66, 24), "balls": (240, 86, 30, 12), "wall": (163, 92, 80, 20)}),
    "shatter": Parts({**SIMULATED, "scene": (158, 50, 170, 76), "vase": (230, 68, 13, 17), "ball": (218, 75, 8, 8), "edge": (163, 98, 160, 26)}),
    "particles": Parts(
        {**MENUS, **CARD_LINE, "card": CARD, "list of simulations": (4, 73, 60, 48), "status": (4, 208, 120, 10),
         "scene": (158, 32, 170, 50), "ellipsoid": (206, 42, 42, 28), "paraboloid": (246, 42, 42, 26), "drops": (200, 36, 20, 34),
         "timeline": (158, 86, 170, 48), "bar": (163, 117, 160, 12), "sound": (158, 138, 170, 66), "button": (276, 154, 50, 12),
         "spectrogram": (162, 174, 110, 30)}),
    "welcome": Parts({"menus": (4, 2, 165, 9), "list of simulations": (4, 32, 60, 50), "list of particles": (4, 96, 40, 30),
                      "switches": (4, 140, 140, 65), "invitation": (174, 93, 140, 14), "how": (204, 110, 80, 12), **STATUS}),
    "dialog": Parts(
        {"title": (46, 26, 100, 9), "list": (52, 54, 60, 40), "folder": (54, 64, 26, 10), "field": (50, 201, 60, 10),
         "buttons": (50, 213, 60, 14), "problem": (107, 215, 64, 10)},
        {"where": (47, 39, 256, 11), **check_took(260)}),
    "help": Parts(
        {"title": (12, 20, 60, 10), "mouse": (14, 40, 200, 84), "moving": (14, 126, 200, 46), "editing": (14, 174, 200, 74),
         "walking": (14, 250, 200, 68), "time": (14, 322, 205, 118), "views": (225, 40, 200, 144), "what is shown": (225, 188, 205, 102),
         "panes": (225, 294, 205, 102), "files": (225, 400, 140, 66), "help": (225, 468, 120, 20), "a key": (14, 137, 10, 9),
         "what it does": (76, 137, 90, 9)},
        check_took(540)),
    "walkthrough": Parts(
        {"card": CARD, "bodies": (6, 64, 145, 24), "switches": (4, 108, 140, 66), "panes": (4, 190, 140, 54), "hand": (157, 148, 74, 30),
         "fingers that touch": (218, 164, 12, 13), "body": (228, 100, 74, 126), "pane": (304, 14, 206, 290), "title": (306, 17, 40, 9),
         "what it touches": (306, 30, 120, 28), "help": (306, 58, 140, 25), "tools": (306, 86, 190, 26), "counts": (306, 136, 170, 9),
         "names of times": (306, 116, 40, 18)},
        {"times": (350, 116, 60, 18), "times of frames": (306, 145, 202, 55), "times over bodies": (306, 200, 202, 50),
         "times over pairs": (306, 257, 202, 50), **check_took(320)}),
    "simulation": Parts(
        {"card": CARD, "scene": (158, 56, 144, 140), "timeline": (158, 256, 144, 46), "bar": (163, 288, 135, 12), "pane": (304, 14, 206, 290),
         "counters": (306, 31, 60, 70), "numbers": (494, 31, 14, 70), "names of times": (306, 103, 60, 36), "graph": (306, 150, 202, 50),
         "what the graph is of": (306, 143, 80, 9), "pairs": (306, 208, 90, 80), "verdicts": (476, 208, 34, 80)},
        {"times": (455, 104, 53, 34)}),
    "sound": Parts(
        {"card": CARD, "panes": (4, 264, 140, 54), "scene": (158, 46, 180, 168), "ellipsoid": (178, 106, 70, 44), "timeline": (158, 216, 180, 46),
         "bar": (163, 247, 170, 12), "sound": (158, 268, 180, 66), "waveform": (162, 284, 120, 20), "spectrogram": (162, 305, 120, 27),
         "what the sound is": (286, 298, 50, 16), "playhead": (238, 284, 8, 48), "simulation": (342, 14, 206, 130),
         "counters": (345, 31, 40, 44), "numbers": (524, 31, 22, 35), "graph": (345, 88, 200, 48), "impact map": (342, 176, 206, 128),
         "choices": (347, 193, 196, 12), "page": (350, 210, 190, 18), "spots": (350, 229, 148, 24), "colours": (500, 230, 40, 68)},
        {"times": (500, 68, 46, 8)}),
    "clearance": Parts(
        {**MENUS, "card": CARD, "numbers of the pair": (8, 117, 110, 33), "panes": (4, 250, 140, 54), "scene": (165, 104, 206, 155),
         "colours on the bodies": (180, 166, 190, 60), "contact curve": (260, 198, 80, 14), "label of the way out": (263, 187, 56, 11),
         "line of the probe": (350, 146, 12, 44), "label of the probe": (360, 162, 42, 13), "pane": (431, 14, 208, 370),
         "settings": (434, 31, 200, 35), "map": (436, 82, 198, 138), "mark of the probe": (452, 150, 16, 14), "probe": (434, 224, 106, 9),
         "legend": (436, 234, 62, 132), "numbers": (500, 234, 80, 72), "a number": (543, 242, 36, 9), "colours of others": (500, 321, 70, 18)},
        {"measured in": (543, 310, 50, 9), **check_took(400, 142)}),
    "methods": Parts(
        {**MENUS, "card": CARD, "numbers of the pair": (8, 117, 110, 33), "panes": (4, 250, 140, 54), "scene": (195, 115, 206, 136),
         "contact curve": (279, 134, 30, 100), "label": (307, 168, 54, 12), "arrow": (332, 174, 44, 12), "pane": (431, 14, 208, 236),
         "settings": (434, 31, 200, 36), "agreement": (434, 71, 112, 9), "triangles": (434, 80, 104, 9), "verdicts": (500, 115, 66, 9),
         "stages": (434, 137, 46, 42), "counters": (434, 222, 202, 26)},
        {"how long": (434, 89, 200, 9), "times of the pair": (570, 115, 66, 9), "times of stages": (486, 137, 150, 42),
         "longest": (434, 180, 82, 8), "graph": (434, 188, 202, 34), **check_took(400, 142)}),
    "methods-miss": Parts(
        {**MENUS, "card": CARD, "scene": (157, 115, 145, 112), "label": (212, 149, 42, 12), "pane": (304, 14, 206, 240),
         "settings": (306, 31, 200, 36), "what is missed": (306, 71, 140, 9), "verdicts": (378, 107, 64, 9), "stages": (306, 129, 46, 41),
         "counters": (306, 215, 202, 40)},
        {"how long": (306, 80, 200, 9), "times of the pair": (445, 107, 63, 9), "times of stages": (356, 129, 152, 41),
         "longest": (306, 171, 82, 8), "graph": (306, 179, 202, 35), **check_took(380)}),
    "planes": Parts(
        {**MENUS, "card": CARD, "numbers of the pair": (8, 117, 110, 33), "panes": (4, 250, 140, 54), "scene": (165, 70, 232, 252),
         "view in the scene": (166, 70, 60, 240), "ray": (248, 98, 12, 178), "layers in the scene": (247, 198, 12, 24),
         "label of the way out": (253, 171, 52, 11), "pane": (431, 14, 208, 370), "settings": (434, 31, 200, 46), "picture": (446, 80, 184, 190),
         "mark of the pixel": (498, 172, 14, 14), "pixel": (434, 267, 170, 9), "legend": (434, 286, 120, 80), "layers": (556, 276, 80, 44)},
        check_took(400, 142)),
}
