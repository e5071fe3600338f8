// SPDX-License-Identifier: Apache-2.0
//
// What edge rays say, in words.
#include "console.hpp"
#include "input.hpp"
#include "sampled_edge_rays.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace impinge::cli {
namespace {

using imagespace::EdgeRayAlgorithm;
using imagespace::EdgeRays;
using imagespace::UnsoundBody;

constexpr std::size_t most_notes = 10;
constexpr std::size_t most_names = 20;

std::string names_of(std::span<const std::uint32_t> indices, std::span<const LoadedBody> bodies) {
    std::string names;
    for (const std::uint32_t index : indices.first(std::min(indices.size(), most_names))) {
        names += (names.empty() ? "" : ", ") + printable(bodies[index].name);
    }
    return indices.size() > most_names
               ? fmt::format("{} and {} more", names, indices.size() - most_names)
               : names;
}

std::string fault_words(const UnsoundBody& unsound) {
    const std::string rays = counted(unsound.rays, "ray", "rays");
    switch (unsound.fault) {
    case UnsoundBody::Fault::Open:
        return fmt::format("is not closed ({} tell so): nothing is said to lie in it", rays);
    case UnsoundBody::Fault::InsideOut:
        return "is inside out, and was taken as if its faces looked outward";
    case UnsoundBody::Fault::Negative:
        break;
    }
    return fmt::format("has parts that look the wrong way ({} tell so): nothing is said to lie in "
                       "it",
                       rays);
}

} // namespace

std::string edge_points_text(const EdgeRayShare& share) {
    if (!share.points_of_a) {
        return "not counted";
    }
    std::string text;
    if (*share.points_of_a > 0) {
        text = fmt::format("{} of a in b", *share.points_of_a);
    }
    if (*share.points_of_b > 0) {
        text += text.empty() ? "" : ", ";
        text += fmt::format("{} of b in a", *share.points_of_b);
    }
    return text.empty() ? "none" : text;
}

std::string edge_ray_facts(const EdgeRays& rays, std::optional<LengthUnit> unit) {
    const imagespace::EdgeRayWork& work = rays.work;
    if (work.windows == 0) {
        return "nothing had to be drawn: no boxes overlap\n";
    }
    const std::string suffix = unit_suffix(unit);
    const std::string offset = rays.edge_offset == 0
                                   ? ""
                                   : fmt::format(", edges moved {} by up to {:.4g}{}",
                                                 rays.edge_offset > 0 ? "outward" : "inward",
                                                 std::abs(rays.edge_offset), suffix);
    return fmt::format("{}, pixels up to {:.4g}{}, surfaces drawn within {:.2g}{}{}\n"
                       "{} in {}, {} of them behind others\n",
                       counted(work.windows, "window", "windows"), rays.pixel_size, suffix,
                       rays.surface_error, suffix, offset,
                       counted(work.edge_points, "edge point", "edge points"),
                       counted(work.layers, "layer", "layers"), work.hidden_points);
}

std::string penetration_text(const EdgeRays& rays, EdgeRayAlgorithm algorithm,
                             std::span<const LoadedBody> bodies) {
    if (names_pairs(algorithm)) {
        return "";
    }
    if (!rays.interference) {
        return "no edge point lies in another body\n";
    }
    std::string text = "some edge point lies in another body\n";
    if (algorithm != EdgeRayAlgorithm::Detect) {
        text += fmt::format("penetrating: {}\n", names_of(rays.penetrating_bodies, bodies));
    }
    if (names_penetrated(algorithm)) {
        text += fmt::format("penetrated: {}\n", names_of(rays.penetrated_bodies, bodies));
    }
    return text;
}

std::string unsound_notes(const EdgeRays& rays, std::span<const LoadedBody> bodies) {
    std::string notes;
    for (std::size_t i = 0; i < std::min(rays.unsound.size(), most_notes); ++i) {
        const UnsoundBody& unsound = rays.unsound[i];
        notes += fmt::format("note: {} {}\n", printable(bodies[unsound.body].name),
                             fault_words(unsound));
    }
    if (rays.unsound.size() > most_notes) {
        notes += fmt::format("note: {} more have no proper inside (see --json)\n",
                             rays.unsound.size() - most_notes);
    }
    return notes;
}

std::string advice_on_untold(const imagespace::EdgeRayOptions& options) {
    if (!names_pairs(options.algorithm)) {
        return "--algorithm 4 names pairs";
    }
    return options.hidden_points == imagespace::HiddenPoints::Ignored
               ? "without --nearest-only it looks at all edge points"
               : "the exact method always can";
}

} // namespace impinge::cli
