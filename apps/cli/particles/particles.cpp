// SPDX-License-Identifier: Apache-2.0
//
// impinge particles: what falls on what, when and where, with pictures and sound.
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/run_request.hpp"
#include "particles/particle_report.hpp"
#include "particles/particle_run.hpp"
#include "particles/placed_particles.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// As written on the command line.
struct ParticlesOptions {
    std::string scene;
    std::optional<int> particles;
    std::optional<double> seconds;
    double rate = 12;
    std::optional<int> seed;
    std::string device = "software";
    std::string folder;
    std::vector<std::string> without;
    std::string size = "960x720";
    std::string from;
    std::string at;
    std::optional<double> zoom;
    std::string channel = "normal-speed";
    std::string rule = "latest";
    int resolution = 128;
    int sound_rate = 48000;
    Outputs outputs;
};

Status set_view(scenes::Viewpoint& view, const ParticlesOptions& options) {
    if (!options.from.empty()) {
        const auto from = parse_direction("--from", options.from);
        if (!from) {
            return from.error();
        }
        view.from = *from;
    }
    if (!options.at.empty()) {
        view.middle = vector_of(options.at);
        if (!view.middle) {
            return usage_error(fmt::format("--at: '{}' is not a point X,Y,Z", options.at));
        }
    }
    view.zoom = options.zoom.value_or(view.zoom);
    return {};
}

Status set_outputs(ParticleRequest& request, const ParticlesOptions& options) {
    if (options.folder.empty() && !options.without.empty()) {
        return usage_error("--without: is for --out FOLDER");
    }
    const auto is_left_out = [&](const char* word) {
        return std::find(options.without.begin(), options.without.end(), word) !=
               options.without.end();
    };
    request.folder = options.folder;
    request.wants_pictures = !is_left_out("pictures");
    request.wants_maps = !is_left_out("maps");
    request.wants_impacts = !is_left_out("impacts");
    const bool sounds = std::any_of(request.scene.materials.begin(), request.scene.materials.end(),
                                    [](const SoundMaterial& m) { return !m.modes.empty(); });
    request.wants_sound = sounds && !is_left_out("sound");
    constexpr double most_samples = 5e7; // 17 minutes: they are all in memory
    if (!request.folder.empty() && request.wants_sound &&
        request.seconds * options.sound_rate > most_samples) {
        return usage_error("--seconds: too long for its sound, which has more than 50000000 "
                           "samples; --without sound leaves it out");
    }
    request.pictures.splats = !is_left_out("splats");
    request.sound_rate = options.sound_rate;
    const auto size = parse_size("--size", options.size);
    if (!size) {
        return size.error();
    }
    request.pictures.width = size->width;
    request.pictures.height = size->height;
    request.channel = *impact_channel_from_string(options.channel);
    request.maps.rule = *impact_rule_from_string(options.rule);
    request.maps.resolution = options.resolution;
    return {};
}

Status set_time(ParticleRequest& request, const ParticlesOptions& options) {
    request.seconds = options.seconds.value_or(request.scene.seconds);
    request.rate = options.rate;
    constexpr double most_pictures = 1e6;
    if (request.seconds * request.rate > most_pictures) {
        return usage_error("--seconds, --rate: more than 1000000 pictures");
    }
    return {};
}

Expected<ParticleRequest> understand(const ParticlesOptions& options) {
    if (options.scene.empty()) {
        return usage_error(fmt::format("particles: needs a scene, {} or a file FILE.json",
                                       particle_scene_names()));
    }
    auto scene = particle_scene_called(options.scene);
    if (!scene) {
        return scene.error();
    }
    ParticleRequest request;
    request.source = options.scene;
    request.device = *raster::device_kind_from_string(options.device);
    request.scene = std::move(*scene);
    if (options.particles) {
        request.scene.set_particle_count(static_cast<std::uint64_t>(*options.particles));
    }
    if (options.seed) {
        request.scene.set_seed(static_cast<std::uint32_t>(*options.seed));
    }
    if (Status status = set_view(request.scene.view, options); !status) {
        return status.error();
    }
    if (Status status = set_time(request, options); !status) {
        return status.error();
    }
    if (Status status = set_outputs(request, options); !status) {
        return status.error();
    }
    return request;
}

int run_particles_verb(const ParticlesOptions& options) {
    const ParticleRequest* asked = nullptr;
    return run_request(
        options,
        [&](const ParticleRequest& request, const Context& context, Progress& progress) {
            asked = &request;
            return run_particles(request, context, progress);
        },
        [&](const ParticleReport& report) -> int {
            const int status = print_and_write(
                options.outputs, [&] { return particles_text(*asked, report); },
                [&] { return particles_json(*asked, report); });
            return status == Clean && report.partial ? static_cast<int>(Interrupted) : status;
        },
        WhenInterrupted::TellWhatThereIs);
}

void add_scene_options(Verb& verb, ParticlesOptions& options) {
    verb.positional("SCENE", &options.scene,
                    "One of " + particle_scene_names() +
                        ", or a file of particles and colliders, FILE.json")
        .suggests(particle_scene_names());
    verb.option("--particles", &options.particles, "N",
                "So many in all, shared out to the emitters as the scene has them")
        .between(0, 1'000'000'000);
    verb.option("--seconds", &options.seconds, "S",
                "From time 0 on; as the scene says unless given")
        .between(1e-6, 86400.0);
    verb.option("--seed", &options.seed, "N", "Of everything random; the scene's own unless given")
        .between(0, std::numeric_limits<int>::max());
    verb.option("--device", &options.device, "DEVICE",
                "Who finds impacts: software (default), the processor; or opengl, the same "
                "impacts. Pictures are drawn by software")
        .one_of({"software", "opengl"});
}

void add_output_options(Verb& verb, ParticlesOptions& options) {
    verb.option(
        "--out", &options.folder, "FOLDER",
        "Folder for everything that is made: pictures frame-0000.png and so on, impacts.csv "
        "and impacts.npy, map-COLLIDER.png, sound.wav and spectrogram.png; made if missing");
    verb.option("--without", &options.without, "WHAT",
                "Leaves out pictures, splats, maps, impacts or sound; may be given several times")
        .one_of({"pictures", "splats", "maps", "impacts", "sound"})
        .one_value_each();
    verb.option("--rate", &options.rate, "N", "Pictures a second: 12 unless said")
        .between(1e-3, 1000.0);
    verb.option("--size", &options.size, "WxH",
                "Of pictures, in pixels: 960x720 unless said; N is a square");
    verb.option("--from", &options.from, "X,Y,Z", "From the scene to the eye");
    verb.option("--at", &options.at, "X,Y,Z", "This point is in the middle of pictures");
    verb.option("--zoom", &options.zoom, "Z", "Above 1 magnifies the middle").between(1e-3, 1e6);
    verb.option("--map", &options.channel, "WHAT",
                "Shown by impact maps: count, sum (of normal speeds), time, speed, normal-speed "
                "(default) or angle")
        .one_of({"count", "sum", "time", "speed", "normal-speed", "angle"});
    verb.option("--rule", &options.rule, "WHICH",
                "Of several impacts in a texel: the latest (default), earliest or strongest")
        .one_of({"latest", "earliest", "strongest"});
    verb.option("--resolution", &options.resolution, "N",
                "Of impact maps, texels along the longer side: 128 unless said")
        .between(1, 16384);
    verb.option("--sound-rate", &options.sound_rate, "N", "Samples a second: 48000 unless said")
        .between(1000, 384000);
    add_json_and_threads(verb, options.outputs);
    verb.flag("-q,--quiet", &options.outputs.quiet, "Print nothing");
}

} // namespace

void add_particles(Verb& program) {
    Verb& verb = program.verb("particles", "What falls on what, with pictures and sound");
    ParticlesOptions& options = verb.runs(run_particles_verb);
    add_scene_options(verb, options);
    add_output_options(verb, options);
    std::string scenes = "Scenes:\n";
    for (const scenes::ParticleSceneName& scene : scenes::particle_scenes) {
        scenes += fmt::format("  {:<10}{}\n", scene.name, scene.description);
    }
    verb.footer("Flight is in closed form: every impact is found without steps, wherever it is.\n"
                "Exit status: 0 done, 2 error, 130 interrupted.\n\n" +
                scenes +
                "\nExamples:\n"
                "  impinge particles hail --out hail\n"
                "  impinge particles fountain --particles 20000 --seconds 10 --json -\n"
                "  impinge particles my-roof.json --out roof --map count");
}

} // namespace impinge::cli
