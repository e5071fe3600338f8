// SPDX-License-Identifier: Apache-2.0
//
// What happens to the viewer, from a window or from a script: one road for both.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace impinge::viewer {

enum class MouseButton : int { Left = 0, Right = 1, Middle = 2 };

/// Letters and digits are themselves, as capitals.
enum class Key : int {
    None = 0,
    Space = ' ',
    Escape = 256,
    Enter,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    F11,
    F12,
    KeypadEnter,
    Last,
};

struct Modifiers {
    bool shift = false;
    bool control = false;
    bool alt = false;
};

struct Event {
    enum class Kind {
        Move,
        Press,
        Release,
        Wheel,
        KeyDown,
        KeyUp,
        Text,
        Redraw, ///< the window has another size, or was covered
        Drop,
        Close,
        Leave
    };

    Kind kind = Kind::Move;
    double x = 0; ///< in pixels from the upper left corner; of a wheel, its turns
    double y = 0;
    MouseButton button = MouseButton::Left;
    Key key = Key::None;
    Modifiers modifiers = {};
    unsigned character = 0;              ///< Text: in Unicode
    std::vector<std::string> files = {}; ///< Drop
    std::chrono::steady_clock::time_point when = std::chrono::steady_clock::now();
};

} // namespace impinge::viewer
