// SPDX-License-Identifier: Apache-2.0
//
// Tables 1 and 2, frame after frame; and two sheets in which ever more triangles meet.
#include "base/hash.hpp"
#include "bench/papers/peeling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace impinge::bench {
namespace {

using imagespace::LayerNeighbours;
using imagespace::PeelingOptions;
using imagespace::PeelingSearch;

/// Bodies of these scenes are open or closed; what counts is where surfaces meet.
PeelingOptions as_surfaces(PeelingOptions options) {
    options.open_meshes = OpenMeshes::Surfaces;
    return options;
}

std::uint64_t hash_of(const std::vector<FoundPair>& pairs) {
    Hasher hasher;
    for (const FoundPair& pair : pairs) {
        hasher.add(std::uint64_t{pair.rigid});
        hasher.add(std::uint64_t{pair.changing_triangle} << 32 | pair.rigid_triangle);
    }
    return hasher.digest();
}

/// The fastest of several runs that must all find the same.
class Fastest {
  public:
    Status take(Expected<FrameAnswer> answer) {
        if (!answer) {
            return answer.error();
        }
        if (best_ && answer->pairs != best_->pairs) {
            return Error{ErrorCode::Unsupported, "another answer than the time before"};
        }
        if (!best_ || answer->times.total < best_->times.total) {
            best_ = std::move(*answer);
        }
        return {};
    }
    [[nodiscard]] const FrameAnswer& best() const { return *best_; }

  private:
    std::optional<FrameAnswer> best_;
};

Json json_answer(const FrameAnswer& answer) {
    return {{"milliseconds", json_times(answer.times)},
            {"found", answer.pairs.size()},
            {"hash", hex(hash_of(answer.pairs))},
            {"candidates", answer.candidates},
            {"draws", answer.draws},
            {"layers", answer.layers},
            {"bytes_read", answer.bytes_read}};
}

/// All ways to ask about the frames of a scene.
class SceneRun {
  public:
    SceneRun(raster::Device& device, const RecordedScene& scene, const Plan& plan)
        : scene_(scene), plan_(plan),
          published_(device, scene, as_surfaces({.neighbours = LayerNeighbours::Layers})),
          sampled_(device, scene, as_surfaces({})),
          conservative_(device, scene, as_surfaces({.search = PeelingSearch::Conservative})),
          full_(device, scene) {}

    Expected<Json> frame(const RecordedFrame& frame);

  private:
    /// Ways to ask, one after the other, as often as planned; a first time without the clock.
    Status run_all(const RecordedFrame& frame);
    Status check() const;

    const RecordedScene& scene_;
    const Plan& plan_;
    FramePeeler published_;
    FramePeeler sampled_;
    FramePeeler conservative_;
    FullPeeler full_;
    // Of this frame.
    Regions regions_;
    struct Answers {
        Fastest published, sampled_positions, sampled_mesh, conservative, full, exact;
    } answers_;
};

Status SceneRun::run_all(const RecordedFrame& frame) {
    for (int i = -1; i < plan_.repetitions; ++i) {
        Answers first;
        Answers& to = i < 0 ? first : answers_;
        // What the processor has lately looked at is at hand for all ways alike.
        regions_ = regions_of(scene_, frame);
        Status status = to.published.take(published_.ask(
            frame, regions_, frame.torn ? HandOver::WholeMesh : HandOver::Positions));
        auto sampled = sampled_.ask(frame, regions_, HandOver::Positions);
        const std::vector<RegionLook> looks = sampled ? sampled->looks : std::vector<RegionLook>();
        status = status ? to.sampled_positions.take(std::move(sampled)) : status;
        status = status ? to.sampled_mesh.take(sampled_.ask(frame, regions_, HandOver::WholeMesh))
                        : status;
        status = status
                     ? to.conservative.take(conservative_.ask(frame, regions_, HandOver::WholeMesh))
                     : status;
        status = status ? to.full.take(full_.ask(frame, regions_, looks)) : status;
        status = status ? to.exact.take(ask_exact(scene_, frame)) : status;
        if (!status) {
            return status;
        }
    }
    return {};
}

Status SceneRun::check() const {
    const auto& all = answers_.exact.best().pairs;
    for (const Fastest* one : {&answers_.published, &answers_.sampled_positions, &answers_.full}) {
        if (!std::ranges::includes(all, one->best().pairs)) {
            return Error{ErrorCode::Unsupported, "a pair was reported that does not meet"};
        }
    }
    if (answers_.conservative.best().pairs != all) {
        return Error{ErrorCode::Unsupported, "the conservative search differs from the exact one"};
    }
    return {};
}

Expected<Json> SceneRun::frame(const RecordedFrame& frame) {
    answers_ = {};
    if (Status status = run_all(frame); !status) {
        return status.error();
    }
    if (Status status = check(); !status) {
        return status.error();
    }
    const Fastest& sampled = frame.torn ? answers_.sampled_mesh : answers_.sampled_positions;
    return Json{{"frame", frame.number},
                {"hash", hex(frame.hash)},
                {"triangles", frame.changing.triangles.size()},
                {"torn", frame.torn},
                {"pairs", answers_.exact.best().pairs.size()},
                {"regions", regions_.all.size()},
                {"side", regions_.side},
                {"total_by_positions", answers_.sampled_positions.best().times.total},
                {"total_by_mesh", answers_.sampled_mesh.best().times.total},
                {"variants",
                 {{"layers alone", json_answer(answers_.published.best())},
                  {"sampled", json_answer(sampled.best())},
                  {"conservative", json_answer(answers_.conservative.best())},
                  {"full peeling", json_answer(answers_.full.best())},
                  {"exact", json_answer(answers_.exact.best())}}}};
}

/// Column by column the least: what else a machine does only adds.
void keep_least(const imagespace::PeelingTimes& now, FrameTimes& least) {
    const auto keep = [](double value, double& kept) { kept = std::min(value, kept); };
    keep(now.boxes, least.boxes);
    keep(now.device, least.device);
    keep(now.read_back, least.read_back);
    keep(now.proof, least.proof);
    keep(now.total, least.total);
}

/// One pair of sheets, asked about as often as nine times the repetitions: it is short.
Expected<Json> measure_sheets(raster::Device& device, int raised, const Plan& plan) {
    const Mesh lower = lower_sheet(raised);
    const Mesh upper = upper_sheet();
    auto session = imagespace::PeelingSession::create(
        device, lower.view(), upper.view(),
        as_surfaces({.resolution = 256, .direction = Vec3d{0.2, 0.3, -1}}));
    if (!session) {
        return session.error();
    }
    const auto exact = collide({lower.view()}, {upper.view()},
                               {.detail = Detail::Pairs, .open_meshes = OpenMeshes::Surfaces});
    if (!exact) {
        return exact.error();
    }
    constexpr double never = std::numeric_limits<double>::infinity();
    FrameTimes least{.handing_over = 0,
                     .boxes = never,
                     .device = never,
                     .read_back = never,
                     .proof = never,
                     .total = never};
    std::optional<imagespace::PeeledPairs> answer;
    for (int i = -1; i < 9 * plan.repetitions; ++i) {
        auto found = session->query();
        if (!found) {
            return found.error();
        }
        if (i >= 0) {
            keep_least(found->report.milliseconds, least);
        }
        answer = std::move(*found);
    }
    return Json{{"raised", raised},
                {"pairs", exact->pairs.size()},
                {"found", answer->interference.pairs.size()},
                {"hash", hex(answer->interference.hash)},
                {"layers", answer->report.layers},
                {"candidates", answer->report.candidates},
                {"milliseconds", json_times(least)}};
}

} // namespace

bool Plan::wants(const std::string& part) const {
    return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
}

int Plan::some_of(int count) const {
    return std::max(1, static_cast<int>(std::lround(size * count)));
}

Expected<Json> measure_scene(raster::Device& device, const std::string& name, const Plan& plan) {
    constexpr int frames = 56;
    const auto scene = record(name, plan.some_of(frames));
    if (!scene) {
        return scene.error();
    }
    SceneRun run(device, *scene, plan);
    Json out{{"name", name}, {"rigid_bodies", scene->shape_of.size()}};
    out["rigid_triangles"] = scene->shapes.front().triangles.size();
    out["frames"] = Json::array();
    for (const RecordedFrame& frame : scene->frames) {
        auto entry = run.frame(frame);
        if (!entry) {
            return Error{entry.error().code, name + ", frame " + std::to_string(frame.number) +
                                                 ": " + entry.error().message};
        }
        out["frames"].push_back(std::move(*entry));
    }
    return out;
}

Expected<Json> measure_contacts(raster::Device& device, const Plan& plan) {
    Json out = Json::array();
    for (const int raised : {0, 5, 10, 20, 40, 80, most_raised}) {
        auto entry = measure_sheets(device, raised, plan);
        if (!entry) {
            return entry.error();
        }
        out.push_back(std::move(*entry));
    }
    return out;
}

} // namespace impinge::bench
