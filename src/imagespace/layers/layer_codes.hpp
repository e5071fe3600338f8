// SPDX-License-Identifier: Apache-2.0
//
// The codes of peeled layers: one bit for each, 0 for A and 1 for B, nearest first. Layers 0, 2, 4,
// ... go into one word, layers 1, 3, 5, ... into another, since two targets are peeled in turn.
#pragma once

#include <bit>
#include <cstdint>

namespace impinge::inline v0::imagespace {

/// Sixteen layers. Bits of layers that are not there are 0.
struct CodeWords {
    std::uint8_t even = 0; ///< bit i: layer 2 i
    std::uint8_t odd = 0;  ///< bit i: layer 2 i + 1

    static constexpr unsigned layers = 16;
};

/// Of an even number of layers: whether some run of equal codes is odd. If all runs are even, the
/// layers 2 i and 2 i + 1 have one owner and the words are equal; where an odd run ends, they
/// differ.
constexpr bool has_odd_run(const CodeWords& words) { return words.even != words.odd; }

/// What all layers of a pixel say, word after word.
struct LayerCodes {
    bool odd_run = false;
    bool odd_b = false; ///< the number of B's layers is odd

    constexpr void take(const CodeWords& words) {
        const int layers_of_b = std::popcount(words.even) + std::popcount(words.odd);
        odd_run = odd_run || has_odd_run(words);
        odd_b = odd_b != (layers_of_b % 2 != 0);
    }
};

} // namespace impinge::inline v0::imagespace
