// SPDX-License-Identifier: Apache-2.0
//
// Section 6 on the device, by depth peeling: the layers of an area are peeled front to back, and
// who owns each is accumulated as bits in the stencil planes of two targets that are drawn into in
// turn.
#pragma once

#include "base/stopwatch.hpp"
#include "depth_methods/frame.hpp"
#include "imagespace/pixel_areas.hpp"

#include <cstdint>

namespace impinge::inline v0::imagespace {

// The codes of peeled layers: two bits for each, nearest first: whether it is one of B's, and
// whether the ray enters the body there. Layers 0, 2, 4, ... go into one word, layers 1, 3, 5, ...
// into another, since two targets are peeled in turn.
inline constexpr unsigned bits_per_layer = 2;
inline constexpr unsigned code_entered = 1;
inline constexpr unsigned code_of_b = 2;

/// Eight layers.
struct CodeWords {
    std::uint8_t even = 0; ///< bits 2 i and 2 i + 1: layer 2 i
    std::uint8_t odd = 0;  ///< the same: layer 2 i + 1

    static constexpr unsigned layers = 8;

    [[nodiscard]] constexpr unsigned code(unsigned layer) const {
        const unsigned word = layer % 2 == 0 ? even : odd;
        return word >> (layer / 2 * bits_per_layer) & (code_of_b | code_entered);
    }
};

/// What all layers of a pixel say, word after word.
struct LayerCodes {
    int winding_a = 0;
    int winding_b = 0;
    bool overlap = false; ///< somewhere both were at least one

    /// The first so many layers of the words.
    constexpr void take(const CodeWords& words, unsigned layers) {
        for (unsigned layer = 0; layer < layers; ++layer) {
            const unsigned code = words.code(layer);
            ((code & code_of_b) != 0 ? winding_b : winding_a) +=
                (code & code_entered) != 0 ? 1 : -1;
            overlap = overlap || (winding_a >= 1 && winding_b >= 1);
        }
    }
    /// Both bodies were left as often as they were entered: else a layer was lost.
    [[nodiscard]] constexpr bool balanced() const { return winding_a == 0 && winding_b == 0; }
};

/// Times the phases of a frame, if somebody wants to know them.
class LayerWatch {
  public:
    explicit LayerWatch(const Frame& frame) : frame_(frame) {}

    /// What was done since the last call was drawing.
    Status drew() { return lap(frame_.log.milliseconds.graphics); }
    /// It was looking at layers.
    Status looked() { return lap(frame_.log.milliseconds.inspection[2]); }

  private:
    Status lap(double& phase) {
        Status status;
        if (frame_.timing == Timing::ByPhase) {
            status = frame_.device.finish();
            phase += watch_.lap();
        }
        return status;
    }

    const Frame& frame_;
    Stopwatch watch_;
};

/// How a pixel came out of peeling.
enum class Peeled : std::uint8_t {
    Open, ///< not looked at to the end: an overlap was found elsewhere, or the query cancelled
    Apart,
    Overlap,
    /// Its layers could not be told one by one: several have the same depth, there are more than
    /// can be counted, or a driver lost one of a pair.
    ForRays,
};

/// For each pixel of the area, in its order. The places are those the area's pixels refer to.
Expected<std::vector<Peeled>> peel(const Frame& frame, const CompactArea& area,
                                   std::span<const PixelPlace> places, LayerWatch& watch);

} // namespace impinge::inline v0::imagespace
