// SPDX-License-Identifier: Apache-2.0
//
// The methods that look at samples, behind one question: `impinge check --method` and
// `impinge compare` ask any of them. A new method is one entry of the table in sampled_method.cpp.
#pragma once

#include "impinge/imagespace.hpp"
#include "json_report.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

struct MethodQuestion {
    raster::Device& device;
    Body a;
    Body b;
    imagespace::SampledOptions options; ///< its `method` is not looked at
};

/// How many pixels a stage of a method settled.
struct StagePixels {
    const char* stage;
    std::uint64_t pixels = 0;
};

struct MethodAnswer {
    Interference interference;
    bool settled = true; ///< no pixel was left over that could change the verdict
    std::vector<StagePixels> pixels_by_stage;
    std::uint64_t overlapping_pixels = 0;
    unsigned renderings = 0;
    unsigned draws = 0;
    std::vector<raster::View> views;
    std::optional<imagespace::PixelMap> map; ///< with Extent::AllPixels
    double milliseconds = 0;

    /// Left-over pixels could hold an overlap: then the bodies are not known to be apart.
    [[nodiscard]] bool could_not_tell() const {
        return !settled && interference.verdict == Verdict::Apart;
    }
};

struct NamedMethod {
    const char* name;
    const char* explanation; ///< what it looks at, in a few words
    Expected<MethodAnswer> (*ask)(const MethodQuestion& question);
};

std::span<const NamedMethod> sampled_methods();

/// Null if there is none of this name.
const NamedMethod* find_sampled_method(std::string_view name);

/// "depth-minmax, depth-parity, ..."
std::string sampled_method_names();

/// An object with a field for each stage.
Json json_stage_pixels(std::span<const StagePixels> stages);

/// Where a view looks to, without negative zeros.
Json json_direction(const raster::View& view);

/// "minmax 200, parity 3": the stages that settled something.
std::string stage_pixels_text(std::span<const StagePixels> stages);

/// A body that has no inside cannot be asked about.
Error not_a_solid(const LoadedBody& body);

/// What to do when the method could not tell, as a sentence.
std::string could_not_tell_words(const NamedMethod& method);

/// A digest of what the method found out.
std::uint64_t hash_of(const MethodAnswer& answer);

} // namespace impinge::cli
