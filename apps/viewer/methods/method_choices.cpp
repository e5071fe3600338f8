// SPDX-License-Identifier: Apache-2.0
#include "methods/method_choices.hpp"

#include <algorithm>

namespace impinge::viewer {
namespace {

constexpr std::array directions{"what suits", "x", "y", "z", "as seen", "refined"};

/// Null for the exact engine.
const cli::NamedMethod* sampled_method(const MethodSettings& settings) {
    return settings.method == 0 ? nullptr : &cli::sampled_methods()[settings.method - 1];
}

bool compares_depths(const MethodSettings& settings) {
    const cli::NamedMethod* method = sampled_method(settings);
    return method != nullptr && method->needs_solids();
}

std::optional<Vec3d> direction_of(const MethodSettings& settings) {
    const std::array<Vec3d, 4> known{Vec3d{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, settings.seen};
    const auto first = static_cast<std::size_t>(MethodAlong::X);
    const auto wanted = static_cast<std::size_t>(settings.along);
    return wanted >= first && wanted - first < known.size() ? std::optional(known[wanted - first])
                                                            : std::nullopt;
}

} // namespace

std::span<const char* const> method_names() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> out{"exact"};
        for (const cli::NamedMethod& method : cli::sampled_methods()) {
            out.push_back(method.name);
        }
        return out;
    }();
    return names;
}

std::size_t method_number(std::string_view name) {
    const auto names = method_names();
    const auto found =
        std::ranges::find(names, name, [](const char* n) { return std::string_view(n); });
    return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
}

const char* method_explanation(std::size_t method) {
    return method == 0 ? "triangles that meet, proved; on opengl found by the GPU"
                       : cli::sampled_methods()[method - 1].explanation;
}

bool takes_samples(const MethodSettings& settings) { return settings.method != 0; }

bool is_edge_rays(const MethodSettings& settings) {
    const cli::NamedMethod* method = sampled_method(settings);
    return method != nullptr && method->looks_at_all_bodies();
}

std::span<const char* const> along_names(const MethodSettings& settings) {
    return std::span(directions).first(directions.size() - (compares_depths(settings) ? 0 : 1));
}

const char* thorough_option(const MethodSettings& settings) {
    const cli::NamedMethod* method = sampled_method(settings);
    return method == nullptr ? nullptr : cli::peels_surfaces(*method) ? "conservative" : "refine";
}

cli::SampledRequest request_of(const MethodSettings& settings) {
    using Refinement = imagespace::ProjectionOptions::Refinement;
    cli::SampledRequest request;
    request.method = sampled_method(settings);
    request.device = settings.device;
    const bool thorough = settings.misses_nothing;
    const auto direction = direction_of(settings);

    request.options.resolution = settings.resolution;
    request.options.timing = imagespace::Timing::ByPhase;
    request.options.refine =
        thorough ? imagespace::DepthRefinement::Conservative : imagespace::DepthRefinement::None;
    request.options.projection.direction = direction;
    request.options.projection.refinement =
        settings.along == MethodAlong::Refined ? Refinement::ItemBuffer : Refinement::None;

    request.edge_rays.algorithm = static_cast<imagespace::EdgeRayAlgorithm>(settings.algorithm);
    request.edge_rays.resolution = settings.resolution;
    request.edge_rays.direction = direction;
    request.edge_rays.refinement =
        thorough ? imagespace::EdgeRayRefinement::Undecided : imagespace::EdgeRayRefinement::None;

    request.peeling.search =
        thorough ? imagespace::PeelingSearch::Conservative : imagespace::PeelingSearch::Sampled;
    return request;
}

} // namespace impinge::viewer
