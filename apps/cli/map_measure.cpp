// SPDX-License-Identifier: Apache-2.0
#include "map_measure.hpp"

#include "console.hpp"
#include "io/float_map.hpp"
#include "io/png.hpp"
#include "map_page.hpp"
#include "map_sequence.hpp"
#include "stopwatch.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

using imagespace::ClearanceMap;

/// Two mesh files, or a scene file of two bodies.
Expected<LoadedScene> load_two_bodies(const Input& input, const Context& context) {
    const bool is_scene = input.files.size() == 1 && is_scene_file(input.files.front());
    auto scene = is_scene ? load_scene(input, context) : load_files_as_bodies(input, context);
    if (scene && scene->bodies.size() != 2 && !context.cancelled()) {
        return Error{ErrorCode::InvalidArgument,
                     fmt::format("map: needs two bodies, and there {}",
                                 scene->bodies.size() == 1
                                     ? "is one"
                                     : fmt::format("are {}", scene->bodies.size()))};
    }
    return scene;
}

Status examine(MapReport& report, const Context& context) {
    if (Status status = diagnose_bodies(report.bodies, context); !status) {
        return status;
    }
    for (const LoadedBody& body : report.bodies) {
        if (body.known_open()) {
            return Error{ErrorCode::Unsupported,
                         fmt::format("{}: {} is not a solid ({}): a map needs solids", body.file,
                                     printable(body.name),
                                     fmt::join(body.diagnosis->reasons(), ", "))};
        }
    }
    return {};
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
    const std::vector<double> wide(values->begin(), values->end());
    const VertexValues column{"clearance", wide};
    return write_mesh_with_values(file, world_mesh(body), std::span(&column, 1));
}

Status compare(MapReport& report, const ClearanceMap& map, const MapRequest& request,
               const Context& context) {
    if (!request.rays_per_pixel) {
        return {};
    }
    const Stopwatch watch;
    auto rays = imagespace::compare_with_rays(map, report.bodies[0].body(), report.bodies[1].body(),
                                              *request.rays_per_pixel, context);
    if (!rays) {
        return rays.error();
    }
    report.rays_ms = watch.milliseconds();
    report.rays = std::move(*rays);
    return {};
}

Status write_outputs(const MapReport& report, const ClearanceMap& map, const MapRequest& request,
                     const Context& context) {
    const MapFiles& files = report.files;
    if (Status status = write_map_files(
            files, map, report,
            {.title = fmt::format("clearance of {} and {}", printable(report.bodies[0].name),
                                  printable(report.bodies[1].name)),
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
    const LoadedBody& a = report.bodies[0];
    const LoadedBody& b = report.bodies[1];
    if (Status status = write_vertices(files.vertices_a, a, b, map.view, context); !status) {
        return status;
    }
    return write_vertices(files.vertices_b, b, a, map.view, context);
}

Status measure_pair(MapReport& report, const MapRequest& request, raster::Device& device,
                    const Context& context, Progress& progress) {
    const Stopwatch watch;
    imagespace::ClearanceOptions options = request.clearance;
    options.context = progress.phase("measuring", context);
    const auto map = imagespace::clearance_map(device, report.bodies[0].body(),
                                               report.bodies[1].body(), options);
    if (!map) {
        return map.error();
    }
    report.map_ms = watch.milliseconds();
    report.numbers = numbers_of(*map);
    if (Status status = compare(report, *map, request, progress.phase("casting rays", context));
        !status) {
        return status;
    }
    return context.cancelled() ? Status{} : write_outputs(report, *map, request, context);
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

} // namespace

Expected<MapReport> measure_map(const MapOptions& options, const MapRequest& request,
                                const Context& context, Progress& progress) {
    const Stopwatch total;
    auto scene = load_two_bodies(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    MapReport report;
    report.unit = scene->unit;
    report.bodies = std::move(scene->bodies);
    report.read_ms = total.milliseconds();
    const Stopwatch watch;
    if (!context.cancelled()) {
        if (Status status = examine(report, progress.phase("diagnosing", context)); !status) {
            return status.error();
        }
    }
    report.diagnose_ms = watch.milliseconds();
    if (!context.cancelled()) {
        if (Status status = measure(report, request, context, progress); !status) {
            return status.error();
        }
    }
    report.total_ms = total.milliseconds();
    return report;
}

} // namespace impinge::cli
