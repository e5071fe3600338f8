// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/cinder_ask.hpp"

#include "impinge/assembly.hpp"

namespace impinge::bench {
namespace {

bool interferes(Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching;
}

/// The interfering ones, whoever tells them.
template <typename Pairs> PairList interfering(const Pairs& pairs) {
    PairList list;
    for (const auto& pair : pairs) {
        if (interferes(pair.interference.verdict)) {
            list.push_back({pair.a, pair.b});
        }
    }
    return list;
}

Expected<Answer> ask_exact(std::span<const Body> bodies) {
    Expected<AssemblyCheck> check = Error{};
    Answer answer{.milliseconds = timed([&] { check = check_all(bodies); })};
    if (!check) {
        return check.error();
    }
    answer.pairs = interfering(check->pairs);
    answer.pair_count = answer.pairs.size();
    answer.hash = check->hash;
    return answer;
}

} // namespace

Engines::Engines(raster::Device& device, [[maybe_unused]] const Stock& stock) : device_(device) {
#ifdef IMPINGE_BENCH_FCL
    fcl_build_milliseconds_ = timed([&] {
        std::vector<std::shared_ptr<FclModel>> models;
        for (std::size_t i = 0; i < stock.mesh_count(); ++i) {
            models.push_back(fcl_model<fcl::OBBRSSd>(stock.mesh(i)));
        }
        for (std::size_t i = 0; i < stock.size(); ++i) {
            fcl_model_of_body_.push_back(models[stock.mesh_of_body(i)]);
        }
    });
#endif
}

Expected<Answer> Engines::ask(const Variant& variant, std::span<const Body> bodies) const {
    switch (variant.engine) {
    case Engine::EdgeRays:
        return ask_edge_rays(variant, bodies);
    case Engine::Exact:
        return ask_exact(bodies);
    case Engine::Fcl:
        break;
    }
    return ask_fcl(bodies);
}

Expected<Answer> Engines::ask_edge_rays(const Variant& variant,
                                        std::span<const Body> bodies) const {
    TimedDevice timed_device(device_, variant.reading);
    Expected<imagespace::EdgeRays> found = Error{};
    Answer answer{.milliseconds = timed([&] {
                      found = imagespace::edge_rays(timed_device, bodies, variant.options);
                  })};
    if (!found) {
        return found.error();
    }
    answer.pairs = interfering(found->pairs);
    answer.pair_count = answer.pairs.size();
    answer.hash = found->hash;
    answer.penetrating = std::move(found->penetrating_bodies);
    answer.penetrated = std::move(found->penetrated_bodies);
    answer.phases = timed_device.phases();
    answer.work = found->work;
    answer.pixel_size = found->pixel_size;
    if (!found->views.empty()) {
        answer.window = {found->views.front().width, found->views.front().height};
    }
    return answer;
}

Answer Engines::ask_fcl([[maybe_unused]] std::span<const Body> bodies) const {
    Answer answer;
#ifdef IMPINGE_BENCH_FCL
    answer.milliseconds =
        timed([&] { answer.pair_count = FclAssembly(bodies, fcl_model_of_body_).count_meeting(); });
    answer.hash = answer.pair_count;
#endif
    return answer;
}

} // namespace impinge::bench
