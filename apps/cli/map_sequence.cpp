// SPDX-License-Identifier: Apache-2.0
#include "map_sequence.hpp"

#include "console.hpp"
#include "io/float_map.hpp"
#include "io/png.hpp"
#include "stopwatch.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

using imagespace::ClearanceSession;
using imagespace::DepthSession;

/// Both questions asked of one motion.
struct Sessions {
    ClearanceSession clearance;
    DepthSession verdict;
};

/// The pose of a body in a frame, on top of the one it has of itself.
Rigid posed(const LoadedBody& body, Rigid frame, double conversion) {
    frame.translation = frame.translation * conversion;
    return is_identity(frame) ? body.pose : compose(frame, body.pose);
}

struct FramePoses {
    Rigid a;
    Rigid b;
};

/// In the unit of the bodies; that of the poses if these state none.
std::vector<FramePoses> poses_of(MapReport& report, const PoseSequence& sequence) {
    report.unit = report.unit ? report.unit : sequence.unit;
    const double factor = sequence.unit ? conversion(*sequence.unit, *report.unit) : 1;
    std::vector<FramePoses> poses;
    for (const PoseFrame& frame : sequence.frames) {
        poses.push_back(
            {posed(report.bodies[0], frame.a, factor), posed(report.bodies[1], frame.b, factor)});
    }
    return poses;
}

Expected<Sessions> open(const MapReport& report, const MapRequest& request, raster::Device& device,
                        const FramePoses& first, const Context& context) {
    Body a = report.bodies[0].body();
    Body b = report.bodies[1].body();
    a.pose = first.a;
    b.pose = first.b;
    imagespace::ClearanceOptions clearance_options = request.clearance;
    clearance_options.context = context;
    auto clearance = ClearanceSession::create(device, a, b, clearance_options);
    if (!clearance) {
        return clearance.error();
    }
    imagespace::SampledOptions verdict_options = request.sampled.options;
    verdict_options.method = imagespace::Method::Cascade;
    verdict_options.context = context;
    auto verdict = DepthSession::create(device, a, b, verdict_options);
    if (!verdict) {
        return verdict.error();
    }
    return Sessions{std::move(*clearance), std::move(*verdict)};
}

std::string frame_name(const PoseFrame& frame, std::size_t index) {
    return frame.name.empty() ? fmt::format("frame {}", index + 1) : frame.name;
}

Expected<MapFrame> measure_frame(MapReport& report, const MapRequest& request, Sessions& sessions,
                                 const FramePoses& poses, std::size_t index) {
    const std::size_t count = request.sequence->frames.size();
    MapFrame frame{.name = frame_name(request.sequence->frames[index], index),
                   .numbers = {},
                   .verdict = {},
                   .files = numbered(request.files, index, count)};
    const Stopwatch map_watch;
    const auto map = sessions.clearance.map(poses.a, poses.b);
    if (!map) {
        return map.error();
    }
    frame.map_ms = map_watch.milliseconds();
    frame.numbers = numbers_of(*map);
    frame.map_reused_a = map->maps_reused;
    const Stopwatch verdict_watch;
    auto verdict = sessions.verdict.query(poses.a, poses.b);
    if (!verdict) {
        return verdict.error();
    }
    frame.verdict_ms = verdict_watch.milliseconds();
    frame.verdict = std::move(*verdict);
    if (Status status = write_map_files(frame.files, *map, report,
                                        {.title = printable(frame.name), .range = request.range});
        !status) {
        return status.error();
    }
    return frame;
}

/// Deeper into each other, or nearer if neither overlaps.
bool comes_closer(const MapFrame& a, const MapFrame& b) {
    const auto& of_a = a.numbers.statistics;
    const auto& of_b = b.numbers.statistics;
    if (of_a.deepest_overlap != of_b.deepest_overlap) {
        return of_a.deepest_overlap > of_b.deepest_overlap;
    }
    constexpr double none = std::numeric_limits<double>::infinity();
    return of_a.smallest_gap.value_or(none) < of_b.smallest_gap.value_or(none);
}

} // namespace

Status write_map_files(const MapFiles& files, const imagespace::ClearanceMap& map,
                       const MapReport& report, const MapPage& page) {
    if (!files.picture.empty()) {
        if (Status status = write_png(files.picture, clearance_page(map, report, page)); !status) {
            return status;
        }
    }
    if (files.data.empty()) {
        return {};
    }
    return write_float_map(files.data, {static_cast<std::size_t>(map.view.width),
                                        static_cast<std::size_t>(map.view.height), map.clearance});
}

Status measure_sequence(MapReport& report, const MapRequest& request, raster::Device& device,
                        const Context& context) {
    const Stopwatch watch;
    Context silent = context;
    silent.set_progress({});
    const std::vector<FramePoses> poses = poses_of(report, *request.sequence);
    auto sessions = open(report, request, device, poses.front(), silent);
    if (!sessions) {
        return sessions.error();
    }
    for (std::size_t i = 0; i < poses.size() && !context.cancelled(); ++i) {
        auto frame = measure_frame(report, request, *sessions, poses[i], i);
        if (!frame) {
            return Error{frame.error().code,
                         fmt::format("{}: {}",
                                     printable(frame_name(request.sequence->frames[i], i)),
                                     frame.error().message)};
        }
        report.frames.push_back(std::move(*frame));
        report.closest_frame =
            comes_closer(report.frames.back(), report.frames[report.closest_frame])
                ? i
                : report.closest_frame;
        context.report(static_cast<double>(i + 1) / static_cast<double>(poses.size()));
    }
    if (!report.frames.empty()) {
        report.numbers = report.frames[report.closest_frame].numbers;
    }
    report.map_ms = watch.milliseconds();
    return {};
}

} // namespace impinge::cli
