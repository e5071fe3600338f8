// SPDX-License-Identifier: Apache-2.0
//
// impinge map: how far are two bodies apart, or in each other, along one direction?
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "input/input.hpp"
#include "io/float_map.hpp"
#include "io/png.hpp"
#include "map/closest_map.hpp"
#include "map/map_page.hpp"
#include "map/map_report.hpp"
#include "map/map_request.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "verbs.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// Half a map would be taken for one.
Error interrupted() { return {ErrorCode::InvalidArgument, "clearance: interrupted"}; }

using imagespace::ClearanceMap;
using imagespace::ClearanceSession;
using imagespace::DepthSession;

/// Surfaces without an inside have no intervals along a view.
bool wants_closest(const MapOptions& options, const LoadedScene& scene) {
    return options.closest || !options.preset.empty() ||
           std::any_of(scene.bodies.begin(), scene.bodies.end(),
                       [](const LoadedBody& body) { return body.known_open(); });
}

/// A mesh file with the clearance of every vertex; bodies as they stand.
Status write_vertices(const std::string& file, const LoadedBody& body, const LoadedBody& other,
                      const raster::View& view, const Context& context) {
    if (file.empty()) {
        return {};
    }
    const auto values = imagespace::vertex_clearance(body.body(), other.body(), view, context);
    if (!values) {
        return values.error();
    }
    if (values->partial) {
        return interrupted();
    }
    const std::vector<double> wide(values->values.begin(), values->values.end());
    const VertexValues column{"clearance", wide};
    return write_mesh_with_values(file, world_mesh(body), std::span(&column, 1));
}

Status compare(MapReport& report, const ClearanceMap& map, const MapRequest& request,
               const Context& context) {
    if (!request.rays_per_pixel) {
        return {};
    }
    const Stopwatch watch;
    auto rays = imagespace::compare_with_rays(map, report.scene.bodies[0].body(),
                                              report.scene.bodies[1].body(),
                                              *request.rays_per_pixel, context);
    if (!rays) {
        return rays.error();
    }
    report.rays_ms = watch.milliseconds();
    report.rays = std::move(*rays);
    return {};
}

/// The picture and the data of a map, as far as they are wanted.
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

Status write_outputs(const MapReport& report, const ClearanceMap& map, const MapRequest& request,
                     const Context& context) {
    const MapFiles& files = report.files;
    if (Status status = write_map_files(
            files, map, report,
            {.title = fmt::format("clearance of {} and {}", printable(report.scene.bodies[0].name),
                                  printable(report.scene.bodies[1].name)),
             .range = request.range});
        !status) {
        return status;
    }
    if (report.rays && !files.error_map.empty()) {
        if (Status status = write_png(files.error_map, error_page(*report.rays, map.view, report));
            !status) {
            return status;
        }
    }
    const LoadedBody& a = report.scene.bodies[0];
    const LoadedBody& b = report.scene.bodies[1];
    if (Status status = write_vertices(files.vertices_a, a, b, map.view, context); !status) {
        return status;
    }
    return write_vertices(files.vertices_b, b, a, map.view, context);
}

Status measure_pair(MapReport& report, const MapRequest& request, raster::Device& device,
                    const Context& context, Progress& progress) {
    const Stopwatch watch;
    const auto map = imagespace::clearance_map(device, report.scene.bodies[0].body(),
                                               report.scene.bodies[1].body(), request.clearance,
                                               progress.phase("measuring", context));
    if (!map) {
        return map.error();
    }
    if (map->partial) {
        return interrupted();
    }
    report.map_ms = watch.milliseconds();
    report.numbers = numbers_of(*map);
    if (Status status = compare(report, *map, request, progress.phase("casting rays", context));
        !status) {
        return status;
    }
    return context.cancelled() ? Status{} : write_outputs(report, *map, request, context);
}

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
    report.scene.unit = report.scene.unit ? report.scene.unit : sequence.unit;
    const double factor = sequence.unit ? conversion(*sequence.unit, *report.scene.unit) : 1;
    std::vector<FramePoses> poses;
    for (const PoseFrame& frame : sequence.frames) {
        poses.push_back({posed(report.scene.bodies[0], frame.a, factor),
                         posed(report.scene.bodies[1], frame.b, factor)});
    }
    return poses;
}

Expected<Sessions> open(const MapReport& report, const MapRequest& request, raster::Device& device,
                        const FramePoses& first, const Context& context) {
    Body a = report.scene.bodies[0].body();
    Body b = report.scene.bodies[1].body();
    a.pose = first.a;
    b.pose = first.b;
    auto clearance = ClearanceSession::create(device, a, b, request.clearance, context);
    if (!clearance) {
        return clearance.error();
    }
    imagespace::SampledOptions verdict_options = request.sampled.options;
    verdict_options.method = imagespace::Method::Cascade;
    auto verdict = DepthSession::create(device, a, b, verdict_options, context);
    if (!verdict) {
        return verdict.error();
    }
    return Sessions{std::move(*clearance), std::move(*verdict)};
}

std::string frame_name(const PoseFrame& frame, std::size_t index) {
    return frame.name.empty() ? fmt::format("frame {}", index + 1) : frame.name;
}

Expected<MapFrame> measure_frame(MapReport& report, const MapRequest& request, Sessions& sessions,
                                 const FramePoses& poses, std::size_t index,
                                 const Context& context) {
    const std::size_t count = request.sequence->frames.size();
    MapFrame frame{.name = frame_name(request.sequence->frames[index], index),
                   .numbers = {},
                   .verdict = {},
                   .files = numbered(request.files, index, count)};
    const Stopwatch map_watch;
    const auto map = sessions.clearance.map(poses.a, poses.b, context);
    if (!map) {
        return map.error();
    }
    if (map->partial) {
        return interrupted();
    }
    frame.map_ms = map_watch.milliseconds();
    frame.numbers = numbers_of(*map);
    frame.map_reused_a = map->maps_reused;
    const Stopwatch verdict_watch;
    auto verdict = sessions.verdict.query(poses.a, poses.b, context);
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

/// --sequence: fills `frames`, and `numbers` from the closest of them.
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
        auto frame = measure_frame(report, request, *sessions, poses[i], i, silent);
        if (!frame) {
            return Error{frame.error().code,
                         fmt::format("{}: {}",
                                     printable(frame_name(request.sequence->frames[i], i)),
                                     frame.error().message)};
        }
        report.frames.push_back(std::move(*frame));
        report.closest_frame = comes_closer(report.frames.back().numbers.statistics,
                                            report.frames[report.closest_frame].numbers.statistics)
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

Status measure(MapReport& report, const MapRequest& request, const Context& context,
               Progress& progress) {
    auto device = raster::make_device(request.sampled.device, {}, context);
    if (!device) {
        return device.error();
    }
    report.device = (*device)->info();
    if (request.sequence) {
        return measure_sequence(report, request, **device, progress.phase("measuring", context));
    }
    report.files = request.files;
    return measure_pair(report, request, **device, context, progress);
}

/// Along a view, or to closest points.
struct MapAnswer {
    std::optional<MapReport> along_view;
    std::optional<ClosestReport> closest;
};

Expected<MapAnswer> measure_loaded(LoadedScene scene, const MapOptions& options,
                                   const MapRequest& request, const Context& context,
                                   Progress& progress) {
    MapAnswer answer;
    if (wants_closest(options, scene)) {
        if (Status status = check_closest(options, scene); !status) {
            return status.error();
        }
        auto report = measure_closest(std::move(scene), request, context, progress);
        if (!report) {
            return report.error();
        }
        answer.closest = std::move(*report);
        return answer;
    }
    MapReport report;
    report.scene = std::move(scene);
    if (Status status = measure(report, request, context, progress); !status) {
        return status.error();
    }
    answer.along_view = std::move(report);
    return answer;
}

/// Measures, and writes pictures and data on the way. The error says what went wrong. If the
/// context was cancelled, what comes back is not to be told.
Expected<MapAnswer> measure_map(const MapOptions& options, const MapRequest& request,
                                const Context& context, Progress& progress) {
    const Stopwatch total;
    auto scene = load_two_bodies("map", options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    if (!context.cancelled()) {
        if (Status status = diagnose_scene(*scene, progress.phase("diagnosing", context));
            !status) {
            return status.error();
        }
    }
    if (context.cancelled()) {
        return MapAnswer{};
    }
    auto answer = measure_loaded(std::move(*scene), options, request, context, progress);
    if (answer && answer->along_view) {
        answer->along_view->total_ms = total.milliseconds();
    } else if (answer && answer->closest) {
        answer->closest->total_ms = total.milliseconds();
    }
    return answer;
}

int run_map(const MapOptions& options) {
    return run_request(
        options,
        [&](const MapRequest& request, const Context& context, Progress& progress) {
            return measure_map(options, request, context, progress);
        },
        [&](const MapAnswer& answer) {
            return print_and_write(
                options.outputs,
                [&] {
                    return answer.closest ? closest_text(*answer.closest)
                                          : map_text(*answer.along_view);
                },
                [&] {
                    return answer.closest ? closest_json(*answer.closest)
                                          : map_json(*answer.along_view);
                });
        });
}

} // namespace

void add_map(Verb& program) {
    Verb& verb =
        program.verb("map", "How far are two bodies apart, or in each other, place by place?");
    MapOptions& options = verb.runs(run_map);
    add_map_options(verb, options);
    verb.footer(
        "Clearance is the smallest gap along the ray through a pixel's centre or, negative,\n"
        "the length of the ray that lies in both bodies. Of open surfaces (scans), and with\n"
        "--closest, it is the distance of each vertex to the closest point of the other\n"
        "surface, negative behind it.\n"
        "Exit status: 0 measured, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge map upper.stl lower.stl --unit mm --out bite.png\n"
        "  impinge map shaft.stl hub.stl --direction 1,0,0 --tolerance 0.02 --data gap.npy\n"
        "  impinge map upper-scan.ply lower-scan.ply --unit mm --preset occlusion --out bite.png\n"
        "  impinge map upper.stl lower.stl --against-rays 16 --error-map errors.png\n"
        "  impinge map upper.stl lower.stl --sequence closing.json --out closing.png");
}

} // namespace impinge::cli
