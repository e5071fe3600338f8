// SPDX-License-Identifier: Apache-2.0
//
// impinge slice: what does a plane show of two bodies?
#include "impinge/slice.hpp"
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "input/input.hpp"
#include "io/write_file.hpp"
#include "output/json_report.hpp"
#include "output/outputs.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "slice/slice_svg.hpp"
#include "verbs.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

struct SliceVerbOptions {
    Input input;
    Outputs outputs;
    std::string plane;
    std::string out;
    bool focus = false;
};

/// A plane as far as it was given: all of it, or across which axis, or nothing.
struct SliceRequest {
    std::optional<SlicePlane> plane;
    std::optional<Vec3d> normal;
    std::string out;
    SliceWindow window = SliceWindow::Whole;
};

struct SliceReport {
    LoadedScene scene;
    Slice slice;
    std::string place; ///< where the plane comes from
    std::string out;
    double slice_ms = 0;
    double total_ms = 0;
};

std::optional<Vec3d> axis_of(std::string_view name) {
    if (name.size() != 1 || name[0] < 'x' || name[0] > 'z') {
        return std::nullopt;
    }
    Vec3d axis;
    axis[name[0] - 'x'] = 1;
    return axis;
}

/// "z", "z=1.5", or "X,Y,Z:NX,NY,NZ".
Status parse_plane(const std::string& text, SliceRequest& request) {
    const std::string_view all(text);
    const std::size_t equals = all.find('=');
    const std::size_t colon = all.find(':');
    if (const auto axis = axis_of(all.substr(0, equals))) {
        if (equals == std::string_view::npos) {
            request.normal = axis;
            return {};
        }
        const auto height = number_of<double>(all.substr(equals + 1));
        if (height && std::isfinite(*height)) {
            request.plane = SlicePlane{*axis * *height, *axis};
            return {};
        }
    } else if (colon != std::string_view::npos) {
        const auto point = vector_of(all.substr(0, colon));
        const auto normal = vector_of(all.substr(colon + 1));
        if (point && normal && *normal == Vec3d{}) {
            return usage_error("--plane: the normal has no length");
        }
        if (point && normal) {
            request.plane = SlicePlane{*point, *normal};
            return {};
        }
    }
    return usage_error(fmt::format("--plane: '{}' is not a plane: x, y or z, z=HEIGHT, or "
                                   "X,Y,Z:NX,NY,NZ (point and normal)",
                                   printable(text)));
}

Expected<SliceRequest> understand(const SliceVerbOptions& options) {
    SliceRequest request;
    if (!options.plane.empty()) {
        if (Status status = parse_plane(options.plane, request); !status) {
            return status.error();
        }
    }
    if (options.focus && options.out.empty()) {
        return usage_error("--focus: is for the drawing of --out FILE.svg");
    }
    request.out = options.out;
    request.window = options.focus ? SliceWindow::Overlap : SliceWindow::Whole;
    if (!options.out.empty()) {
        if (options.out == "-") {
            return usage_error("-: only --json can go to standard output");
        }
        if (!options.out.ends_with(".svg")) {
            return usage_error("--out: " + options.out + ": a slice is drawn as SVG: FILE.svg");
        }
        if (Status status = check_writable(options.out); !status) {
            return status.error();
        }
    }
    return request;
}

/// The plane that was given, or one that shows how the bodies lie to each other.
Expected<SlicePlane> plane_for(const SliceRequest& request, SliceReport& report,
                               const Context& context) {
    report.place = "given";
    if (request.plane) {
        return *request.plane;
    }
    const auto suggested =
        suggest_slice_plane(report.scene.bodies[0].body(), report.scene.bodies[1].body(), context);
    if (!suggested) {
        return suggested.error();
    }
    report.place = to_string(suggested->place);
    return SlicePlane{suggested->plane.point,
                      request.normal ? *request.normal : suggested->plane.normal};
}

Status write_drawing(const SliceReport& report, const SliceRequest& request) {
    if (request.out.empty()) {
        return {};
    }
    const SliceDrawing drawing{report.scene.bodies[0].name, report.scene.bodies[1].name,
                               report.scene.unit ? to_string(*report.scene.unit) : "",
                               request.window};
    return write_file(request.out, slice_svg(report.slice, drawing));
}

Expected<SliceReport> cut(const SliceVerbOptions& options, const SliceRequest& request,
                          const Context& context, Progress& progress) {
    const Stopwatch total;
    auto scene = load_two_bodies("slice", options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    SliceReport report;
    report.scene = std::move(*scene);
    report.out = request.out;
    if (context.cancelled()) {
        return report;
    }
    if (Status status = diagnose_scene(report.scene, progress.phase("diagnosing", context));
        !status) {
        return status.error();
    }
    const Stopwatch watch;
    const auto plane = plane_for(request, report, progress.phase("placing", context));
    if (!plane) {
        return plane.error();
    }
    if (context.cancelled()) {
        return report;
    }
    auto found = slice(report.scene.bodies[0].body(), report.scene.bodies[1].body(), *plane,
                       progress.phase("cutting", context));
    if (!found) {
        return found.error();
    }
    report.slice = std::move(*found);
    report.slice_ms = watch.milliseconds();
    if (!context.cancelled()) {
        if (Status status = write_drawing(report, request); !status) {
            return status.error();
        }
    }
    report.total_ms = total.milliseconds();
    return report;
}

std::string place_text(const SliceReport& report) {
    if (report.place == "deepest_point") {
        return "  (through the deepest point of one surface in the other body)";
    }
    return report.place == "nearest_points" ? "  (between the nearest points)" : "";
}

std::string section_line(std::string_view label, const SliceSection& section, bool solid,
                         const SliceReport& report) {
    if (!solid) {
        return fmt::format("{}{}, no area: not a solid\n", label,
                           counted(section.curves.size(), "curve", "curves"));
    }
    const std::string unit =
        report.scene.unit ? fmt::format("{}^2", unit_suffix(report.scene.unit)) : "";
    return fmt::format("{}{:.10g}{} in {}\n", label, section.area, unit,
                       counted(section.polygons.size(), "polygon", "polygons"));
}

std::string slice_text(const SliceReport& report) {
    const Slice& cut = report.slice;
    const bool both = cut.solid_a && cut.solid_b;
    std::string out = fmt::format("plane    through {}, normal {}{}\n", point_text(cut.plane.point),
                                  point_text(cut.plane.normal), place_text(report));
    out += section_line("A        ", cut.a, cut.solid_a, report);
    out += section_line("B        ", cut.b, cut.solid_b, report);
    out += both ? section_line("overlap  ", cut.overlap, true, report) : "";
    for (const LoadedBody& body : report.scene.bodies) {
        out += body.known_open() ? solid_note(body) + "\n" : "";
    }
    return out + (report.out.empty() ? "" : fmt::format("written  {}\n", printable(report.out)));
}

Json json_points(const std::vector<Vec2d>& points) {
    Json out = Json::array();
    for (const Vec2d p : points) {
        out.push_back({p.x, p.y});
    }
    return out;
}

Json json_section(const SliceSection& section, bool solid) {
    Json out;
    out["area"] = nullptr;
    if (solid) {
        out["area"] = section.area;
    }
    out["polygons"] = Json::array();
    for (const SlicePolygon& polygon : section.polygons) {
        Json holes = Json::array();
        for (const SliceLoop& hole : polygon.holes) {
            holes.push_back(json_points(hole));
        }
        Json entry;
        entry["area"] = polygon.area;
        entry["outline"] = json_points(polygon.outline);
        entry["holes"] = std::move(holes);
        out["polygons"].push_back(std::move(entry));
    }
    out["curves"] = Json::array();
    for (const SliceCurve& curve : section.curves) {
        Json entry;
        entry["closed"] = curve.closed;
        entry["points"] = json_points(curve.points);
        out["curves"].push_back(std::move(entry));
    }
    return out;
}

std::string slice_json(const SliceReport& report) {
    const Slice& cut = report.slice;
    Json out = json_document("slice");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(report.scene.unit);
    out["bodies"] = json_bodies(report.scene.bodies);
    out["plane"] = {{"point", json_point(cut.plane.point)},
                    {"normal", json_point(cut.plane.normal)},
                    {"place", report.place},
                    {"origin", json_point(cut.axes.origin)},
                    {"right", json_point(cut.axes.x)},
                    {"up", json_point(cut.axes.y)}};
    out["section_a"] = json_section(cut.a, cut.solid_a);
    out["section_b"] = json_section(cut.b, cut.solid_b);
    out["overlap"] = json_section(cut.overlap, cut.solid_a && cut.solid_b);
    out["files"] = {{"picture", json_file(report.out)}};
    out["timings_ms"] = {{"read", report.scene.read_ms},
                         {"diagnose", report.scene.diagnose_ms},
                         {"slice", report.slice_ms},
                         {"total", report.total_ms}};
    return json_text(out);
}

int run_slice(const SliceVerbOptions& options) {
    return run_request(
        options,
        [&](const SliceRequest& request, const Context& context, Progress& progress) {
            return cut(options, request, context, progress);
        },
        [&](const SliceReport& report) {
            return print_and_write(
                options.outputs, [&] { return slice_text(report); },
                [&] { return slice_json(report); });
        });
}

} // namespace

void add_slice(Verb& program) {
    Verb& verb = program.verb("slice", "What does a plane show of two bodies and their overlap?");
    SliceVerbOptions& options = verb.runs(run_slice);
    verb.files("A B", &options.input.files, Count{1, 2},
               "Two mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP), each one "
               "body, or a "
               "scene file of two bodies");
    verb.option("--plane", &options.plane, "PLANE",
                "x, y or z (across that axis), z=HEIGHT, or X,Y,Z:NX,NY,NZ (a point and the "
                "normal). What is not given goes through the deepest point of one surface in "
                "the other body, or, if they do not overlap, between the nearest points")
        .suggests("x, y, z");
    verb.option("--out", &options.out, "FILE.svg", "A drawing of the section");
    verb.flag("--focus", &options.focus,
              "Draw the surroundings of the overlap, not both bodies whole");
    add_reading_options(verb, options.input);
    add_json_and_threads(verb, options.outputs);
    verb.footer("The plane counts as moved by an infinitely small amount along its normal: what\n"
                "lies in it counts as below. Bodies that are not solids show as curves.\n"
                "Exit status: 0 cut, 2 error, 130 interrupted.\n\n"
                "Examples:\n"
                "  impinge slice shaft.stl hub.stl --unit mm --out fit.svg\n"
                "  impinge slice shaft.stl hub.stl --plane z=12.5 --focus --out fit.svg\n"
                "  impinge slice a.ply b.ply --plane 0,0,1:1,1,0 --json section.json");
}

} // namespace impinge::cli
