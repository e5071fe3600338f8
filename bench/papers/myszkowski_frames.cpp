// SPDX-License-Identifier: Apache-2.0
//
// Stable time: the jaws move from open to closed, and no frame may cost much more than another.
#include "bench/papers/myszkowski.hpp"
#include "scenes/jaws.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impinge::bench {
namespace {

using imagespace::DepthSession;
using imagespace::Sampled;
using imagespace::SampledOptions;

constexpr int frame_count = 40;
constexpr double open_mm = 6;
constexpr double deepest_mm = 0.5;

/// Of the lower jaw, which touches the upper one where it was made. Slower towards the end, as a
/// mouth closes, so that many frames are near contact.
Rigid pose_at(int frame) {
    const double to_go = 1 - static_cast<double>(frame) / (frame_count - 1);
    return translation({0, 0, deepest_mm - (open_mm + deepest_mm) * to_go * to_go});
}

/// The jaws are heights over a plane, which the chosen direction makes trivial, as section 8 says;
/// seen askew they have many layers.
struct Glance {
    const char* name;
    std::optional<Vec3d> direction;
};
constexpr std::array glances{Glance{"chosen", std::nullopt}, Glance{"askew", Vec3d{1, 2, -2}}};

struct FrameTimes {
    std::vector<double> session;
    std::vector<double> fresh;
    std::vector<double> exact;
};

/// One way through all frames; the answers of the last one stay.
class Sequence {
  public:
    Sequence(raster::Device& device, const SolidPair& jaws, const Glance& glance)
        : device_(device), jaws_(jaws), name_(glance.name) {
        options_.projection.direction = glance.direction;
    }

    Status run();
    [[nodiscard]] Frames frames() const;

  private:
    Status run_frame(int frame, DepthSession& session);

    raster::Device& device_;
    const SolidPair& jaws_;
    const char* name_;
    SampledOptions options_;
    std::vector<FrameTimes> times_ = std::vector<FrameTimes>(frame_count);
    std::vector<Json> answers_ = std::vector<Json>(frame_count);
};

Status Sequence::run_frame(int frame, DepthSession& session) {
    const Rigid pose = pose_at(frame);
    const auto at = static_cast<std::size_t>(frame);
    Expected<Sampled> sampled = Error{};
    Expected<Sampled> fresh = Error{};
    Expected<Interference> exact = Error{};
    times_[at].session.push_back(timed([&] { sampled = session.query({}, pose); }));
    times_[at].fresh.push_back(timed([&] {
        fresh = imagespace::sampled_collide(device_, jaws_.body_a(), jaws_.body_b(pose), options_);
    }));
    times_[at].exact.push_back(timed([&] { exact = collide(jaws_.body_a(), jaws_.body_b(pose)); }));
    if (!sampled || !fresh || !exact) {
        return !sampled ? sampled.error() : !fresh ? fresh.error() : exact.error();
    }
    Json answer = found(*sampled);
    answer["maps_reused"] = sampled->maps_reused;
    answer["exact_verdict"] = to_string(exact->verdict);
    answer["fresh_verdict"] = to_string(fresh->interference.verdict);
    if (!answers_[at].is_null() && answers_[at] != answer) {
        return Error{ErrorCode::Unsupported, "frame " + std::to_string(frame) +
                                                 ": another answer than before: " + answer.dump() +
                                                 " instead of " + answers_[at].dump()};
    }
    answers_[at] = std::move(answer);
    return {};
}

Status Sequence::run() {
    auto session = DepthSession::create(device_, jaws_.body_a(), jaws_.body_b(), options_);
    if (!session) {
        return session.error();
    }
    for (int frame = 0; frame < frame_count; ++frame) {
        if (Status status = run_frame(frame, *session); !status) {
            return status;
        }
    }
    return {};
}

/// Slowest of all to fastest of those that collide; 0 if none does.
double ratio_of(const Json& frames, const char* kind) {
    double slowest = 0;
    double fastest = INFINITY;
    for (const Json& frame : frames) {
        const double ms = frame["milliseconds"][kind];
        slowest = std::max(slowest, ms);
        if (frame["verdict"] != "apart") {
            fastest = std::min(fastest, ms);
        }
    }
    return std::isfinite(fastest) ? slowest / fastest : 0;
}

Frames Sequence::frames() const {
    Json list = Json::array();
    for (std::size_t at = 0; at < answers_.size(); ++at) {
        Json frame = answers_[at];
        frame["gap_mm"] = -pose_at(static_cast<int>(at)).translation.z;
        frame["milliseconds"] = {{"session", median(times_[at].session)},
                                 {"fresh", median(times_[at].fresh)},
                                 {"exact", median(times_[at].exact)}};
        list.push_back(std::move(frame));
    }
    Frames result;
    result.ratio = ratio_of(list, "session");
    result.json["direction"] = name_;
    result.json["triangles"] = jaws_.triangles();
    result.json["ratio"] = {{"session", result.ratio},
                            {"fresh", ratio_of(list, "fresh")},
                            {"exact", ratio_of(list, "exact")}};
    result.json["frames"] = std::move(list);
    return result;
}

} // namespace

Expected<std::vector<Frames>> measure_frames(raster::Device& device, const Plan& plan) {
    scenes::Jaws jaws =
        scenes::jaws({.triangles = std::max<std::size_t>(4000, plan.triangles(110e3))});
    const SolidPair pair("jaws", std::move(jaws.upper), std::move(jaws.lower));
    std::vector<Frames> all;
    for (const Glance& glance : glances) {
        Sequence sequence(device, pair, glance);
        // A single slow frame decides, so that it had better not be the machine's.
        for (int i = 0; i < 3 * plan.repetitions; ++i) {
            if (Status status = sequence.run(); !status) {
                return status.error();
            }
        }
        all.push_back(sequence.frames());
    }
    return all;
}

} // namespace impinge::bench
