// SPDX-License-Identifier: Apache-2.0
//
// From what masks hold to what was found out.
#pragma once

#include "imagespace/frame.hpp"

#include <array>
#include <optional>

namespace impinge::inline v0::imagespace {

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

} // namespace impinge::inline v0::imagespace
