// SPDX-License-Identifier: Apache-2.0
#include "sampled/method.hpp"

#include "base/hash.hpp"
#include "output/text.hpp"
#include "sampled/edge_rays.hpp"

#include <array>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

using imagespace::Method;

std::vector<StagePixels> named_stages(const imagespace::PixelsByStage& pixels) {
    return {{"minmax", pixels.minmax},
            {"parity", pixels.parity},
            {"parity_exchanged", pixels.parity_exchanged},
            {"layer_order", pixels.layer_order},
            {"rays", pixels.rays},
            {"left_over", pixels.left_over}};
}

template <Method method> Expected<MethodAnswer> ask_depth(const MethodQuestion& question) {
    imagespace::SampledOptions options = question.options;
    options.method = method;
    auto sampled = imagespace::sampled_collide(question.device, question.a, question.b, options,
                                               question.context);
    if (!sampled) {
        return sampled.error();
    }
    const bool refined = options.refine == imagespace::DepthRefinement::Conservative;
    return MethodAnswer{.interference = std::move(sampled->interference),
                        .settled = sampled->settled,
                        .pixels_by_stage = named_stages(sampled->pixels),
                        .overlapping_pixels = sampled->overlapping_pixels,
                        .renderings = sampled->renderings,
                        .draws = sampled->draws,
                        .surface_error = sampled->surface_error,
                        .views = std::move(sampled->views),
                        .map = std::move(sampled->map),
                        .refinement = refined ? std::optional(sampled->refinement) : std::nullopt,
                        .phases = sampled->milliseconds,
                        .milliseconds = sampled->milliseconds.total};
}

Expected<MethodAnswer> ask_peeling(const MethodQuestion& question) {
    imagespace::PeelingOptions options = question.peeling;
    options.resolution = question.options.resolution;
    options.direction = question.options.projection.direction;
    auto found = imagespace::surface_peeling(question.device, question.a, question.b, options,
                                             question.context);
    if (!found) {
        return found.error();
    }
    return answer_of(std::move(*found), options.search);
}

template <Method method> NamedMethod depth_method(const char* explanation) {
    return {imagespace::to_string(method), explanation, ask_depth<method>};
}

} // namespace

MethodAnswer answer_of(imagespace::PeeledPairs found, imagespace::PeelingSearch search) {
    MethodAnswer answer;
    // All pairs are known to a conservative search: what it leaves open, the exact engine does too.
    answer.settled = search == imagespace::PeelingSearch::Conservative ||
                     found.interference.decision != Decision::ContainmentOpen;
    answer.interference = std::move(found.interference);
    answer.interference.counters.candidate_pairs = found.report.candidates;
    answer.draws = found.report.draws;
    if (found.report.view) {
        answer.views.push_back(*found.report.view);
    }
    answer.milliseconds = found.report.milliseconds.total;
    answer.peeling = std::move(found.report);
    return answer;
}

imagespace::PeelingOptions peeling_options(const SampledRequest& request) {
    imagespace::PeelingOptions options = request.peeling;
    options.resolution = request.options.resolution;
    options.direction = request.options.projection.direction;
    return options;
}

std::optional<double> MethodAnswer::pixel_size() const {
    if (!views.empty()) {
        return raster::pixel_size(views.front());
    }
    return interference.pixel_size > 0 ? std::optional(interference.pixel_size) : std::nullopt;
}

std::span<const NamedMethod> sampled_methods() {
    static const std::array methods{
        depth_method<Method::DepthMinmax>("two depth maps of one body"),
        depth_method<Method::DepthParity>("the same, with counted layers"),
        depth_method<Method::DepthParityLite>("the same, with three bits a pixel"),
        depth_method<Method::LayerOrder>("the order of all layers"),
        depth_method<Method::Cascade>("each pixel by the cheapest of these that settles it"),
        NamedMethod{"surface-peeling",
                    "layers of two surfaces in turn, proved where they are close", ask_peeling,
                    true},
        NamedMethod{"edge-rays", "edges of all bodies at once, inside other bodies or not",
                    nullptr},
    };
    return methods;
}

const NamedMethod* find_sampled_method(std::string_view name) {
    for (const NamedMethod& method : sampled_methods()) {
        if (method.name == name) {
            return &method;
        }
    }
    return nullptr;
}

std::string sampled_method_names() { return listed_names(sampled_methods()); }

std::string stage_pixels_text(std::span<const StagePixels> stages) {
    std::string text;
    for (const StagePixels& stage : stages) {
        if (stage.pixels > 0) {
            text += text.empty() ? "" : ", ";
            text += fmt::format("{} {}", stage.stage, stage.pixels);
        }
    }
    return text.empty() ? "none" : text;
}

std::uint64_t hash_of(const MethodAnswer& answer) {
    Hasher hasher;
    hasher.add(static_cast<std::uint64_t>(answer.interference.verdict));
    hasher.add(static_cast<std::uint64_t>(answer.interference.certainty));
    hasher.add(answer.interference.pixel_size);
    hasher.add(static_cast<std::uint64_t>(answer.settled));
    hasher.add(answer.overlapping_pixels);
    for (const StagePixels& stage : answer.pixels_by_stage) {
        hasher.add(stage.pixels);
    }
    if (answer.peeling) {
        hasher.add(answer.interference.hash);
    }
    if (answer.edge_rays) {
        hasher.add(answer.edge_rays->points_of_a.value_or(0));
        hasher.add(answer.edge_rays->points_of_b.value_or(0));
        hasher.add(static_cast<std::uint64_t>(answer.edge_rays->decided_by));
        for (const NamedCrossing& crossing : answer.edge_rays->crossings) {
            hasher.add(crossing.crossing.position);
        }
    }
    return hasher.digest();
}

Status need_solids(const LoadedBody& a, const LoadedBody& b) {
    for (const LoadedBody* body : {&a, &b}) {
        if (body->known_open()) {
            return not_a_solid(*body, "only the exact method compares surfaces");
        }
    }
    return {};
}

bool peels_surfaces(const NamedMethod& method) { return method.ask == ask_peeling; }

Expected<MethodAnswer> ask_pair(const LoadedBody& a, const LoadedBody& b,
                                const SampledRequest& request, raster::Device& device,
                                const Context& context) {
    if (request.method->needs_solids()) {
        if (Status status = need_solids(a, b); !status) {
            return status.error();
        }
    }
    return request.method->ask(
        {device, a.body(), b.body(), request.options, request.peeling, context});
}

Expected<AskedEdgeRays> ask_edge_rays(std::span<const LoadedBody> bodies,
                                      const SampledRequest& request, raster::Device& device,
                                      const Context& context) {
    const std::vector<Body> asked = bodies_of(bodies);
    const imagespace::EdgeRayOptions& options = request.edge_rays;
    auto rays = imagespace::edge_rays(device, asked, options, context);
    if (!rays) {
        return rays.error();
    }
    auto answers = answers_about_pairs(*rays, options.algorithm, asked);
    if (!answers) {
        return answers.error();
    }
    return AskedEdgeRays{std::move(*rays), std::move(*answers)};
}

Expected<AskedMethod> ask_about_two(std::span<const LoadedBody> bodies,
                                    const SampledRequest& request, raster::Device& device,
                                    const Context& context) {
    if (!request.method->looks_at_all_bodies()) {
        auto answer = ask_pair(bodies[0], bodies[1], request, device, context);
        return answer ? Expected<AskedMethod>({std::move(*answer)}) : answer.error();
    }
    auto asked = ask_edge_rays(bodies, request, device, context);
    if (!asked) {
        return asked.error();
    }
    // Nothing is kept of a pair whose boxes are apart.
    MethodAnswer answer =
        asked->answers.empty() ? MethodAnswer{} : std::move(asked->answers.front());
    answer.edge_rays = answer.edge_rays.value_or(EdgeRayShare{0, 0});
    answer.views = asked->rays.views;
    return AskedMethod{std::move(answer), std::move(asked->rays)};
}

} // namespace impinge::cli
