// SPDX-License-Identifier: Apache-2.0
#include "view/view_options.hpp"

#include "arguments/file_arguments.hpp"
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "io/write_file.hpp"
#include "output/text.hpp"
#include "particles/placed_particles.hpp"
#include "scenes/catalogue.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::cli {
namespace {

bool is_sample(const std::string& name) {
    return std::ranges::any_of(list_scenes(),
                               [&](const SceneInfo& scene) { return scene.name == name; });
}

bool is_sample_alone(const ViewOptions& options) {
    const std::vector<std::string>& files = options.picture.input.files;
    std::error_code error;
    return files.size() == 1 && !std::filesystem::exists(files.front(), error) &&
           is_sample(files.front());
}

void add_simulation_options(Verb& verb, ViewOptions& options) {
    verb.option("--simulate", &options.simulate, "KIND",
                "Play a simulation: polytopes, cloth, creature, shatter or walkthrough, as in "
                "impinge simulate")
        .one_of({"polytopes", "cloth", "creature", "shatter", "walkthrough"});
    verb.option("--particles", &options.particles, "SCENE",
                "Play particles: " + particle_scene_names() +
                    ", or a file of particles and colliders, SCENE.json (docs/particles.md)");
    verb.option("--frames", &options.frames, "F", "Of the simulation, so many")
        .between(1, 1'000'000);
    verb.option("--bodies", &options.bodies, "N",
                "Of the simulation: polytopes, falling bodies, balls or pieces")
        .between(1, 10'000'000);
    verb.option("--seed", &options.seed, "S", "Of the simulation: another seed, other frames")
        .not_negative();
    verb.option(
        "--record", &options.record, "FOLDER",
        "Draw every frame of a simulation or sequence to PNG files of a new folder, without "
        "a window; --size says how large");
    verb.option("--frame-memory", &options.frame_memory, "MIB",
                "For frames that are kept; 512 unless said. What is dropped is computed again, "
                "the same as before")
        .between(1, 1'000'000);
}

} // namespace

void add_view_options(Verb& verb, ViewOptions& options) {
    PictureOptions& picture = options.picture;
    picture.size = "1280x800";
    verb.files("FILES", &picture.input.files, any_number,
               "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF, STEP, IGES, BREP) and at most one "
               "scene "
               "file (.json), or the name of one sample")
        .suggests(listed_names(list_scenes()));
    verb.option("--screenshot", &options.screenshot, "FILE.png",
                "Draw what the window would show to a file, without a window");
    verb.option("--size", &picture.size, "WxH", "Of the window or picture: 1280x800 unless said");
    verb.flag("--panels", &options.panels, "With the panels in the screenshot");
    verb.option("--from", &picture.from, "WHERE",
                "Where to look from: a direction X,Y,Z or front, back, left, right, top, "
                "bottom, iso")
        .suggests("front, back, left, right, top, bottom, iso");
    verb.option("--up", &picture.up, "X,Y,Z", "What points upwards: 0,0,1 unless said");
    verb.option("--at", &picture.at, "X,Y,Z", "The point that comes to the middle of the picture");
    verb.option("--zoom", &picture.zoom, "F", "Above 1 magnifies the middle");
    verb.flag("--orthographic", &picture.orthographic, "Parallel lines stay parallel");
    verb.option("--camera", &options.camera, "NUMBERS",
                "Eye and target, and what points upwards: six or nine numbers with commas, as "
                "Ctrl+C in the viewer copies them");
    verb.flag("--hand", &options.hand,
              "Begin with the walkthrough: a hand grasps and carries what it touches (W)");
    verb.option("--stereo", &options.stereo, "MODE",
                "Pictures for two eyes: off, side-by-side, or anaglyph for red and cyan glasses")
        .one_of({"off", "side-by-side", "anaglyph"});
    verb.option("--eye-distance", &options.eye_distance, "D",
                "Between the eyes, in the unit of the scene; a thirtieth of the way to the middle "
                "of what is seen unless said");
    verb.option("--samples", &options.samples, "1..16",
                "Per pixel, against jagged edges: 4 unless said")
        .between(1, 16);
    verb.option("--scale", &options.scale, "F",
                "Size of letters and handles; that of the display unless said");
    verb.option("--triangles", &options.triangles, "N",
                "Triangles in all of a sample, roughly; 0 is its own size")
        .not_negative();
    add_split_option(verb, picture.input);
    add_reading_options(verb, picture.input);
    verb.option("--sequence", &options.sequence, "POSES.json",
                "Move the bodies frame by frame, as a file of poses or motions says "
                "(docs/poses.md)");
    add_simulation_options(verb, options);
    verb.option("--script", &options.script, "SCRIPT.txt",
                "Mouse, keys and expectations, one to a line (docs/viewer.md); then the end");
    verb.flag("--headless", &options.headless, "Run the script without a window");
    verb.flag("--gl-debug", &options.driver_messages,
              "Listen to the OpenGL driver, and fail if it finds fault");
    verb.option("--threads", &options.threads, "N",
                "Threads of checks; all cores but one unless said")
        .not_negative();
    verb.footer(
        "Bodies that interfere are red, those that touch amber; curves in which surfaces meet are\n"
        "bright lines. Every change is checked again at once, exactly. H lists keys and mouse.\n\n"
        "Exit status: 0 all went well, 2 error, or an expectation of the script was not met.\n\n"
        "Examples:\n"
        "  impinge view upper.ply lower.ply\n"
        "  impinge view jaws-biting\n"
        "  impinge view scene.json --screenshot cell.png --size 1920x1080 --from iso --panels");
}

Status check_view_options(const ViewOptions& options) {
    if (options.headless && options.script.empty()) {
        return usage_error("--headless: needs --script, or use --screenshot");
    }
    if (options.scale != 0 && !(options.scale >= 0.5 && options.scale <= 4)) {
        return usage_error("--scale: must be from 0.5 to 4");
    }
    if (!(options.eye_distance >= 0 && std::isfinite(options.eye_distance))) {
        return usage_error("--eye-distance: must not be negative");
    }
    if (options.eye_distance > 0 && options.stereo == "off") {
        return usage_error("--eye-distance: is for --stereo side-by-side or anaglyph");
    }
    if (!options.screenshot.empty()) {
        if (Status status = check_picture_name(options.screenshot); !status) {
            return status;
        }
        if (Status status = check_writable(options.screenshot); !status) {
            return status;
        }
    }
    const bool moves = !options.simulate.empty() || !options.particles.empty();
    if (moves && (!options.picture.input.files.empty() || !options.sequence.empty() ||
                  (!options.simulate.empty() && !options.particles.empty()))) {
        return usage_error("--simulate, --particles: one of them, without files and --sequence");
    }
    if (!options.record.empty() && options.simulate.empty() && options.particles.empty() &&
        options.sequence.empty()) {
        return usage_error("--record: is for --simulate, --particles and --sequence");
    }
    if (!options.record.empty() && (!options.script.empty() || !options.screenshot.empty())) {
        return usage_error("--record: without --script and --screenshot");
    }
    if (options.simulate.empty() && (options.frames || options.bodies)) {
        return usage_error("--frames, --bodies: are for --simulate");
    }
    if (!moves && (options.seed || options.frame_memory)) {
        return usage_error("--seed, --frame-memory: are for --simulate and --particles");
    }
    if (options.hand && (moves || !options.sequence.empty())) {
        return usage_error("--hand: not with --simulate, --particles and --sequence");
    }
    const auto render = render_options(options.picture);
    if (!render) {
        return render.error();
    }
    if (std::max(render->width, render->height) > 16384) {
        return usage_error("--size: at most 16384 pixels a side");
    }
    if (options.triangles != 0 && !is_sample_alone(options)) {
        return usage_error("--triangles: is for samples alone (see impinge sample --list)");
    }
    return {};
}

Expected<DescribedInput> described_view(const ViewOptions& options) {
    if (!is_sample_alone(options)) {
        for (const std::string& file : options.picture.input.files) {
            std::error_code error;
            if (!std::filesystem::exists(file, error)) {
                return Error{ErrorCode::FileUnreadable,
                             file + ": there is no such file, nor a sample of that name"};
            }
        }
        return describe_input(options.picture.input);
    }
    DescribedInput described;
    const std::string& name = options.picture.input.files.front();
    impinge::SceneBody& body = described.scene.bodies.emplace_back();
    body.name = body.sample = name;
    body.sample_triangles = options.triangles;
    return described;
}

} // namespace impinge::cli
