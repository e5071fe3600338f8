// SPDX-License-Identifier: Apache-2.0
//
// From what masks hold to what a method found out, and from there to the answer of a query.
#pragma once

#include "depth_methods/frame.hpp"
#include "imagespace/pixel_areas.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0::imagespace {

/// What a method found out.
struct Findings {
    std::uint64_t overlapping = 0;
    PixelsByStage pixels = {};
    bool partial = false; ///< the query was cancelled before this could be finished
    /// One for every pixel of the target, rows from the bottom; empty if not wanted. Without
    /// layers, A stands for Empty where only A is.
    std::vector<PixelCase> cases = {};
    std::vector<Stage> stages = {}; ///< as many as cases
    // With Places::WithLayers, as many as cases.
    std::vector<std::uint8_t> layers_of_a = {};
    std::vector<std::uint8_t> layers_of_b = {};
    // What the choice of roles learns from.
    std::uint64_t covered_by_a = 0;
    std::uint64_t second_pass = 0; ///< pixels for which a second rendering was needed
};

/// How many pixels have each value of the masks.
using Histogram = std::array<std::uint64_t, 256>;

/// Those with this value or a larger one.
std::uint64_t count_from(const Histogram& histogram, std::uint8_t masks);

/// Pixels that were still open after the first rendering, of masks after the second.
std::uint64_t seen_twice(const Histogram& histogram);

/// What the masks of a pixel say. Nothing: a further rendering must tell.
using Meaning = std::optional<PixelCase> (*)(std::uint8_t masks);

/// How many pixels there are of each case.
struct Tally {
    std::array<std::uint64_t, 9> of{};
    std::uint64_t open = 0; ///< a further rendering must tell

    [[nodiscard]] std::uint64_t operator[](PixelCase c) const {
        return of[static_cast<std::size_t>(c)];
    }
    [[nodiscard]] std::uint64_t overlapping() const;
};

Tally tally(const Histogram& histogram, Meaning meaning);

/// Counts alone, without a look at single pixels.
Findings findings_of(const Tally& tally);

/// Who settled it, if it was by the two renderings.
Stage stage_of(PixelCase c);

/// Counts the cases again, by the stages that settled them.
void count_cases(Findings& findings);

void add_passes(Sampled& result, const PassLog& log);

/// `view` is that of the world. Result.exchanged must be known.
void add_findings(Sampled& result, Findings findings, const raster::View& view);

/// The verdict, and whether it is one, once everything was added.
void judge(Sampled& result);

/// Those among Findings::cases, if there are cases.
std::vector<PixelPlace> overlapping_places(const Findings& findings, int width);

} // namespace impinge::inline v0::imagespace
