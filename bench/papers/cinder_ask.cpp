// SPDX-License-Identifier: Apache-2.0
#include "bench/papers/cinder_ask.hpp"

#include "impinge/assembly.hpp"

#include <algorithm>
#include <iterator>

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

Expected<Answer> answer_of(Expected<imagespace::EdgeRays> found, double milliseconds,
                           const TimedDevice& device) {
    if (!found) {
        return found.error();
    }
    Answer answer{.milliseconds = milliseconds};
    answer.pairs = interfering(found->pairs);
    answer.pair_count = answer.pairs.size();
    answer.hash = found->hash;
    answer.penetrating = std::move(found->penetrating_bodies);
    answer.penetrated = std::move(found->penetrated_bodies);
    answer.phases = device.phases();
    answer.work = found->work;
    answer.pixel_size = found->pixel_size;
    if (!found->views.empty()) {
        answer.window = {found->views.front().width, found->views.front().height};
    }
    return answer;
}

} // namespace

Expected<std::unique_ptr<ResidentBodies>> ResidentBodies::create(raster::Device& device,
                                                                 const Variant& variant,
                                                                 std::span<const Body> bodies) {
    std::unique_ptr<ResidentBodies> made(new ResidentBodies(device, variant.reading));
    Expected<imagespace::EdgeRaySession> session = Error{};
    made->create_milliseconds_ = timed([&] {
        session = imagespace::EdgeRaySession::create(made->device_, bodies, variant.options);
    });
    if (!session) {
        return session.error();
    }
    made->session_ = std::move(*session);
    return made;
}

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

Expected<Answer> Engines::ask(const Variant& variant, std::span<const Body> bodies) {
    switch (variant.engine) {
    case Engine::EdgeRays:
        return variant.residence == Residence::Session ? ask_session(variant, bodies)
                                                       : ask_edge_rays(variant, bodies);
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
    const double milliseconds =
        timed([&] { found = imagespace::edge_rays(timed_device, bodies, variant.options); });
    return answer_of(std::move(found), milliseconds, timed_device);
}

Expected<Answer> Engines::ask_session(const Variant& variant, std::span<const Body> bodies) {
    std::unique_ptr<ResidentBodies>& resident = residents_[variant.name];
    if (!resident) {
        auto made = ResidentBodies::create(device_, variant, bodies);
        if (!made) {
            return made.error();
        }
        resident = std::move(*made);
    }
    std::vector<Rigid> poses;
    std::ranges::transform(bodies, std::back_inserter(poses), &Body::pose);
    resident->device().start_again();
    Expected<imagespace::EdgeRays> found = Error{};
    const double milliseconds = timed([&] { found = resident->query(poses); });
    return answer_of(std::move(found), milliseconds, resident->device());
}

double Engines::session_milliseconds(const Variant& variant) const {
    const auto found = residents_.find(variant.name);
    return found != residents_.end() ? found->second->create_milliseconds() : 0;
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
