// SPDX-License-Identifier: Apache-2.0
//
// One frame asked about: by sessions that keep the bodies on the device, and by the exact engine.
#include "bench/papers/peeling.hpp"
#include "impinge/assembly.hpp"

#include <algorithm>

namespace impinge::bench {
namespace {

constexpr int shared_side = 512;
constexpr int smallest_side = 64;

Box3 box_around(const Mesh& mesh, const Rigid& pose) {
    Box3 box;
    for (const Vec3d& position : mesh.positions) {
        box = extend(box, apply(pose, position));
    }
    return box;
}

void add_pairs(std::uint32_t rigid, const std::vector<TrianglePair>& pairs,
               std::vector<FoundPair>& found) {
    for (const TrianglePair& pair : pairs) {
        found.push_back({rigid, pair.a, pair.b});
    }
}

void add_report(const imagespace::PeelingReport& report, FrameAnswer& answer) {
    answer.candidates += report.candidates;
    answer.draws += report.draws;
    answer.layers += report.layers;
    answer.looks.push_back({report.view, report.epsilon});
    answer.times.boxes += report.milliseconds.boxes;
    answer.times.device += report.milliseconds.device;
    answer.times.read_back += report.milliseconds.read_back;
    answer.times.proof += report.milliseconds.proof;
    answer.times.total += report.milliseconds.total;
}

} // namespace

Json json_times(const FrameTimes& times) {
    return {{"handing_over", times.handing_over}, {"boxes", times.boxes}, {"device", times.device},
            {"read_back", times.read_back},       {"proof", times.proof}, {"total", times.total}};
}

Regions regions_of(const RecordedScene& scene, const RecordedFrame& frame) {
    Regions regions;
    regions.milliseconds = timed([&] {
        const Box3 changing = box_around(frame.changing, {});
        for (std::uint32_t i = 0; i < frame.poses.size(); ++i) {
            const Box3 rigid = box_around(scene.shapes[scene.shape_of[i]], frame.poses[i]);
            const Box3 common = intersection(changing, rigid);
            if (!is_empty(common)) {
                regions.all.push_back({i, common});
            }
        }
    });
    while (regions.side > smallest_side) {
        const auto along = static_cast<std::size_t>(shared_side / regions.side);
        if (regions.all.size() <= along * along) {
            break;
        }
        regions.side /= 2;
    }
    return regions;
}

Expected<FramePeeler::Brought> FramePeeler::bring(const RecordedFrame& frame, std::size_t shape,
                                                  int side, HandOver how) {
    const auto key = std::pair(shape, side);
    auto found = kept_.find(key);
    if (found == kept_.end()) {
        imagespace::PeelingOptions options = options_;
        options.resolution = side;
        auto session = imagespace::PeelingSession::create(device_, frame.changing.view(),
                                                          scene_.shapes[shape].view(), options);
        if (!session) {
            return session.error();
        }
        found = kept_.emplace(key, Kept{std::move(*session), &frame}).first;
    }
    Kept& kept = found->second;
    using Which = imagespace::PeelingSession::Which;
    if (how == HandOver::Positions && kept.frame->changing.triangles != frame.changing.triangles) {
        // Not on the clock: what is asked for is how long positions alone take.
        if (Status status = kept.session.update_mesh(Which::A, frame.changing.view()); !status) {
            return status.error();
        }
    }
    Status status;
    const double milliseconds = timed([&] {
        status = how == HandOver::Positions
                     ? kept.session.update_positions(Which::A, frame.changing.view())
                     : kept.session.update_mesh(Which::A, frame.changing.view());
    });
    if (!status) {
        return status.error();
    }
    kept.frame = &frame;
    return Brought{&kept, milliseconds};
}

Expected<FrameAnswer> FramePeeler::ask(const RecordedFrame& frame, const Regions& regions,
                                       HandOver how) {
    FrameAnswer answer;
    std::map<std::size_t, Kept*> brought;
    for (const auto& [body, common] : regions.all) {
        const std::size_t shape = scene_.shape_of[body];
        if (!brought.contains(shape)) {
            const auto one = bring(frame, shape, regions.side, how);
            if (!one) {
                return one.error();
            }
            brought[shape] = one->kept;
            answer.times.handing_over += one->milliseconds;
        }
        const auto found = brought[shape]->session.query({}, frame.poses[body]);
        if (!found) {
            return found.error();
        }
        add_report(found->report, answer);
        add_pairs(body, found->interference.pairs, answer.pairs);
    }
    answer.times.boxes += regions.milliseconds;
    answer.times.total += regions.milliseconds + answer.times.handing_over;
    return answer;
}

Expected<FrameAnswer> ask_exact(const RecordedScene& scene, const RecordedFrame& frame) {
    std::vector<Body> bodies{{frame.changing.view()}};
    for (std::size_t i = 0; i < frame.poses.size(); ++i) {
        bodies.push_back(scene.rigid(i, frame));
    }
    const auto with_changing = [](std::uint32_t a, std::uint32_t) {
        return PairWish{.check = a == 0};
    };
    FrameAnswer answer;
    Expected<AssemblyCheck> check = AssemblyCheck{};
    answer.times.total = timed([&] {
        check = check_all(bodies, {.detail = Detail::Pairs,
                                   .wishes = {.of = with_changing},
                                   .open_meshes = OpenMeshes::Surfaces});
    });
    if (!check) {
        return check.error();
    }
    for (const AssemblyPair& pair : check->pairs) {
        add_pairs(pair.b - 1, pair.interference.pairs, answer.pairs);
    }
    return answer;
}

} // namespace impinge::bench
