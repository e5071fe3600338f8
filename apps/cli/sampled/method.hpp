// SPDX-License-Identifier: Apache-2.0
//
// The image-space methods, which look at samples: `impinge check --method` and `impinge compare`
// ask any of them. Those that look at two bodies are behind one question; a new one is one entry of
// the table in method.cpp. Edge rays look at all bodies at once, see edge_rays.hpp.
#pragma once

#include "exact_device/exact_device.hpp"
#include "impinge/depth_methods.hpp"
#include "impinge/edge_rays.hpp"
#include "impinge/peeling.hpp"
#include "input/loaded_body.hpp"

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
    imagespace::PeelingOptions peeling; ///< what only surface-peeling listens to
    Context context;
};

/// How many pixels a stage of a method settled.
struct StagePixels {
    const char* stage;
    std::uint64_t pixels = 0;
};

/// An edge of one body through the surface of the other.
struct NamedCrossing {
    imagespace::EdgeCrossing crossing;
    raster::EdgeIndices corners{}; ///< of the edge
};

/// What edge rays say of a pair beyond the verdict.
struct EdgeRayShare {
    /// Edge points of A that lie in B; nothing if the algorithm does not count them.
    std::optional<std::uint64_t> points_of_a = {};
    std::optional<std::uint64_t> points_of_b = {};
    imagespace::EdgeRayDecidedBy decided_by = imagespace::EdgeRayDecidedBy::Rays;
    std::vector<NamedCrossing> crossings = {}; ///< if asked for
};

struct MethodAnswer {
    Interference interference;
    bool settled = true; ///< nothing was left over that could change the verdict
    std::vector<StagePixels> pixels_by_stage;
    std::uint64_t overlapping_pixels = 0;
    unsigned renderings = 0;
    unsigned draws = 0;
    double surface_error = 0; ///< of the views: how far surfaces may be from where they were seen
    std::vector<raster::View> views;
    std::optional<imagespace::PixelMap> map;    ///< with Extent::AllPixels
    std::optional<EdgeRayShare> edge_rays = {}; ///< then there are neither stages nor renderings
    std::optional<imagespace::PeelingReport> peeling = {}; ///< the same
    /// Of a method that compares depths, if it was asked to refine.
    std::optional<imagespace::RefinementReport> refinement = {};
    std::optional<imagespace::PhaseTimes> phases = {}; ///< of the same methods
    double milliseconds = 0;

    /// Of the first view looked through; nothing if none was, or the exact engine had the last word
    /// about what edge rays found.
    [[nodiscard]] std::optional<double> pixel_size() const;
    /// What is left over could hold an overlap: then the bodies are not known to be apart.
    [[nodiscard]] bool could_not_tell() const {
        return !settled && (interference.verdict == Verdict::Apart ||
                            interference.verdict == Verdict::Touching);
    }
};

struct NamedMethod {
    const char* name;
    const char* explanation; ///< what it looks at, in a few words
    /// Null for the one that looks at all bodies at once.
    Expected<MethodAnswer> (*ask)(const MethodQuestion& question);
    bool takes_surfaces = false; ///< asked about two bodies, and these need not be solids

    [[nodiscard]] bool needs_solids() const { return ask != nullptr && !takes_surfaces; }
    [[nodiscard]] bool looks_at_all_bodies() const { return ask == nullptr; }
};

std::span<const NamedMethod> sampled_methods();

/// Null if there is none of this name.
const NamedMethod* find_sampled_method(std::string_view name);

/// "depth-minmax, depth-parity, ..."
std::string sampled_method_names();

/// "minmax 200, parity 3": the stages that settled something.
std::string stage_pixels_text(std::span<const StagePixels> stages);

/// A digest of what the method found out.
std::uint64_t hash_of(const MethodAnswer& answer);

/// What is asked of a method, as the options of a verb say it.
struct SampledRequest {
    const NamedMethod* method = nullptr; ///< null: the exact one
    ExactDeviceRequest exact;            ///< where that one runs
    raster::DeviceKind device = raster::DeviceKind::Software;
    imagespace::SampledOptions options;
    imagespace::EdgeRayOptions edge_rays; ///< for the method that looks at all bodies at once
    imagespace::PeelingOptions peeling;
    bool touching_counts = false;
};

/// Methods that compare depths cannot be asked about bodies that are known not to be solids.
Status need_solids(const LoadedBody& a, const LoadedBody& b);

/// Whether the method is surface-peeling: whose pairs of triangles are proved, and can be listed.
bool peels_surfaces(const NamedMethod& method);

/// What surface-peeling found of a pair.
MethodAnswer answer_of(imagespace::PeeledPairs found, imagespace::PeelingSearch search);

/// The options of surface-peeling.
imagespace::PeelingOptions peeling_options(const SampledRequest& request);

/// A method that looks at two bodies, about one pair. Refuses what is no solid where it needs them.
Expected<MethodAnswer> ask_pair(const LoadedBody& a, const LoadedBody& b,
                                const SampledRequest& request, raster::Device& device,
                                const Context& context);

/// What edge rays say of all bodies, and of each pair of `rays.pairs`, in the same order.
struct AskedEdgeRays {
    imagespace::EdgeRays rays;
    std::vector<MethodAnswer> answers;
};
Expected<AskedEdgeRays> ask_edge_rays(std::span<const LoadedBody> bodies,
                                      const SampledRequest& request, raster::Device& device,
                                      const Context& context);

struct AskedMethod {
    MethodAnswer answer;
    std::optional<imagespace::EdgeRays> edge_rays = {}; ///< if these were asked
};
/// Whichever of the two it is, about A and B. Refuses bodies that the method cannot be asked about.
Expected<AskedMethod> ask_about_two(std::span<const LoadedBody> bodies,
                                    const SampledRequest& request, raster::Device& device,
                                    const Context& context);

} // namespace impinge::cli
