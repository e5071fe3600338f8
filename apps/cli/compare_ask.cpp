// SPDX-License-Identifier: Apache-2.0
#include "compare_ask.hpp"

#include "sampled_edge_rays.hpp"

#include <array>

namespace impinge::cli {
namespace {

/// Nothing is kept of a pair whose boxes are apart.
Expected<AskedMethod> ask_edge_rays(std::span<const LoadedBody> two, const SampledRequest& request,
                                    raster::Device& device, const Context& context) {
    const std::array bodies{two[0].body(), two[1].body()};
    imagespace::EdgeRayOptions options = request.edge_rays;
    options.context = context;
    auto rays = imagespace::edge_rays(device, bodies, options);
    if (!rays) {
        return rays.error();
    }
    auto answers = answers_about_pairs(*rays, options.algorithm, bodies);
    if (!answers) {
        return answers.error();
    }
    MethodAnswer answer = answers->empty() ? MethodAnswer{} : std::move(answers->front());
    answer.edge_rays = answer.edge_rays.value_or(EdgeRayShare{0, 0});
    answer.views = rays->views;
    return AskedMethod{std::move(answer), std::move(*rays)};
}

} // namespace

Expected<AskedMethod> ask_about_two(std::span<const LoadedBody> bodies,
                                    const SampledRequest& request, raster::Device& device,
                                    const Context& context) {
    if (request.method->looks_at_all_bodies()) {
        return ask_edge_rays(bodies, request, device, context);
    }
    for (const LoadedBody& body : bodies) {
        if (body.known_open()) {
            return not_a_solid(body);
        }
    }
    MethodQuestion question{device, bodies[0].body(), bodies[1].body(), request.options};
    question.options.context = context;
    auto answer = request.method->ask(question);
    if (!answer) {
        return answer.error();
    }
    return AskedMethod{std::move(*answer)};
}

bool interferes(const Interference& exact, Touch touch) {
    return exact.verdict == Verdict::Touching ? touch == Touch::Counts
                                              : exact.verdict != Verdict::Apart;
}

} // namespace impinge::cli
