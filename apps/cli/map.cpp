// SPDX-License-Identifier: Apache-2.0
//
// impinge map: how far are two bodies apart, or in each other, along one direction?
#include "map_measure.hpp"
#include "run_request.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <memory>

namespace impinge::cli {
namespace {

int run_map(const MapOptions& options) {
    return run_request(
        options,
        [&](const MapRequest& request, const Context& context, Progress& progress) {
            return measure_map(options, request, context, progress);
        },
        [&](const MapReport& report) {
            return print_and_write(map_text(report), map_json(report), options.outputs);
        });
}

void add_view_options(CLI::App& verb, MapOptions& options) {
    verb.add_option("--direction", options.sampled.direction,
                    "Measure along this direction; by default across the flattest side of where "
                    "the bodies meet")
        ->type_name("X,Y,Z");
    verb.add_option("--projection", options.sampled.projection,
                    "How a direction is chosen: first (from the boxes) or refined (from the "
                    "surfaces near the contact)")
        ->type_name("HOW");
    verb.add_option("--resolution", options.sampled.resolution,
                    "Pixels along the longer side of the window; 512 by default")
        ->type_name("N");
    verb.add_option("--device", options.sampled.device, "What draws: software (default) or opengl")
        ->type_name("DEVICE");
}

void add_outputs(CLI::App& verb, MapOptions& options) {
    verb.add_option("--out", options.out, "A picture of the map")->type_name("FILE.png");
    verb.add_option("--data", options.data,
                    "The clearance of every pixel as 32-bit floats; NaN where not both bodies are")
        ->type_name("FILE.pfm|.npy");
    verb.add_option("--vertices", options.vertices,
                    "The bodies with the clearance of every vertex: PREFIX-a.ply and PREFIX-b.ply")
        ->type_name("PREFIX");
    verb.add_option("--tolerance", options.tolerance,
                    "What is nearer than this counts as contact; the size of a pixel by default")
        ->type_name("T");
    verb.add_option("--range", options.range, "The clearance at the ends of the colours")
        ->type_name("R");
    verb.add_option("--against-rays", options.against_rays,
                    "Compare with the mean of N exact rays in each pixel, a square number")
        ->type_name("N");
    verb.add_option("--error-map", options.error_map, "A picture of what those rays find wrong")
        ->type_name("FILE.png");
    verb.add_option("--sequence", options.sequence,
                    "Measure every frame of a motion; files get the number of their frame")
        ->type_name("POSES.json");
}

} // namespace

void add_map(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<MapOptions>();
    CLI::App* verb = program.add_subcommand(
        "map", "How far are two bodies apart, or in each other, along one direction?");
    verb->add_option("A B", options->input.files,
                     "Two mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF), each one body, or a "
                     "scene file of two bodies; both must be solids")
        ->required()
        ->expected(1, 2)
        ->type_name("");
    add_outputs(*verb, *options);
    add_view_options(*verb, *options);
    add_reading_options(*verb, options->input);
    add_json_and_threads(*verb, options->outputs);
    verb->footer(
        "Clearance is the smallest gap along the ray through a pixel's centre or, negative,\n"
        "the length of the ray that lies in both bodies.\n"
        "Exit status: 0 measured, 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge map upper.stl lower.stl --unit mm --out bite.png\n"
        "  impinge map shaft.stl hub.stl --direction 1,0,0 --tolerance 0.02 --data gap.npy\n"
        "  impinge map upper.stl lower.stl --against-rays 16 --error-map errors.png\n"
        "  impinge map upper.stl lower.stl --sequence closing.json --out closing.png");
    verb->callback([options, &chosen] { chosen = [options] { return run_map(*options); }; });
}

} // namespace impinge::cli
