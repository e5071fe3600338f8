// SPDX-License-Identifier: Apache-2.0
#include "sampled/ask_method.hpp"

#include "sampled/edge_rays.hpp"

namespace impinge::cli {

Status need_solids(const LoadedBody& a, const LoadedBody& b) {
    for (const LoadedBody* body : {&a, &b}) {
        if (body->known_open()) {
            return not_a_solid(*body, "only the exact method compares surfaces");
        }
    }
    return {};
}

Expected<MethodAnswer> ask_depths(const LoadedBody& a, const LoadedBody& b,
                                  const SampledRequest& request, raster::Device& device,
                                  const Context& context) {
    MethodQuestion question{device, a.body(), b.body(), request.options};
    question.options.context = context;
    return request.method->ask(question);
}

Expected<AskedEdgeRays> ask_edge_rays(std::span<const LoadedBody> bodies,
                                      const SampledRequest& request, raster::Device& device,
                                      const Context& context) {
    const std::vector<Body> asked = bodies_of(bodies);
    imagespace::EdgeRayOptions options = request.edge_rays;
    options.context = context;
    auto rays = imagespace::edge_rays(device, asked, options);
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
        if (Status refused = need_solids(bodies[0], bodies[1])) {
            return *refused;
        }
        auto answer = ask_depths(bodies[0], bodies[1], request, device, context);
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
