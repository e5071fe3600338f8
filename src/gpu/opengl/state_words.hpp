// SPDX-License-Identifier: Apache-2.0
//
// What the stages of a frame tell each other and the processor: counts, the region, what is known
// of sizes. One buffer of words, named here once for shaders and for C++.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace impinge::inline v0::gpu::opengl {

struct StateWord {
    std::string_view name;
    std::uint32_t place = 0;
    std::uint32_t count = 1;
    std::uint32_t initial = 0;
};

inline constexpr std::array state_words{
    // Boxes of both bodies, relative to the origin: floats as numbers of the same order.
    StateWord{"box_low", 0, 6, 0xFFFFFFFF}, StateWord{"box_high", 6, 6, 0},
    StateWord{"not_finite", 12, 2, 0xFFFFFFFF}, ///< of each body, the first such vertex
    StateWord{"margin", 14, 1, 1},              ///< by how many codes boxes are widened
    StateWord{"settled", 15},
    // What follows counts what there was to write, also where a list had no room for it.
    StateWord{"records_a", 16}, ///< triangles of A that reach into the region
    StateWord{"records_b", 17}, ///< those of B that come near them
    StateWord{"in_region_b", 18},
    StateWord{"survivors", 19}, ///< those of A that come near those of B
    StateWord{"entries", 20}, StateWord{"tasks", 21}, StateWord{"candidates", 22},
    StateWord{"crossing", 23}, StateWord{"doubtful", 24},
    // By axis, of both bodies.
    StateWord{"size_bits", 25, 6}, ///< a bit for each size of boxes that occurs
    StateWord{"uncountable", 31},  ///< a count did not fit its word: those above say nothing
    StateWord{"sizes", 32, 51},    ///< how many boxes of A of each size, in a sample
    StateWord{"region_empty", 83},
    StateWord{"uncertain", 84}, ///< candidates that floats leave to doubles
};
inline constexpr std::uint32_t state_count = 85;

/// Where, behind the state, what is told of many bodies begins.
inline constexpr std::uint32_t bodies_place = (state_count + 3) / 4 * 4;

/// As many of them as a frame's answer begins with.
inline constexpr std::uint32_t answer_head = 32;

/// Where a word is, or the first of several.
consteval std::uint32_t state_place(std::string_view name) {
    for (const StateWord& word : state_words) {
        if (word.name == name) {
            return word.place;
        }
    }
    throw "no such word";
}

/// What they are before a frame.
constexpr std::array<std::uint32_t, state_count> initial_state() {
    std::array<std::uint32_t, state_count> words{};
    for (const StateWord& word : state_words) {
        for (std::uint32_t i = 0; i < word.count; ++i) {
            words[word.place + i] = word.initial;
        }
    }
    return words;
}

/// The same names as constants of a shader, `const uint s_margin = 14u;` and so on, and what the
/// words are at first.
inline std::string state_in_shaders() {
    std::string text = "const uint s_bodies = " + std::to_string(bodies_place) + "u;\n";
    for (const StateWord& word : state_words) {
        text +=
            "const uint s_" + std::string(word.name) + " = " + std::to_string(word.place) + "u;\n";
    }
    text += "const uint state_words = " + std::to_string(state_count) + "u;\n";
    text += "uint initial_state(uint i) {\n    switch (i) {\n";
    const auto words = initial_state();
    for (std::uint32_t i = 0; i < state_count; ++i) {
        if (words[i] != 0) {
            text +=
                "    case " + std::to_string(i) + "u: return " + std::to_string(words[i]) + "u;\n";
        }
    }
    return text + "    }\n    return 0u;\n}\n";
}

} // namespace impinge::inline v0::gpu::opengl
