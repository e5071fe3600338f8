// SPDX-License-Identifier: Apache-2.0
//
// impinge simulate motions: the user's own bodies, moved as a file says.
#include "io/scene/motions.hpp"
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "exact_device/exact_device.hpp"
#include "impinge/distance.hpp"
#include "impinge/peeling.hpp"
#include "input/input.hpp"
#include "output/picture_style.hpp"
#include "output/progress.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "simulate/simulate.hpp"
#include "simulate/simulate_pictures.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <map>
#include <set>

namespace impinge::cli {
namespace {

struct MotionsOptions {
    Input input;
    std::string motions;
    double margin = 0;
    std::string method = "exact";
    ExactDeviceArguments device; ///< or of surface-peeling
    bool surfaces = false;
    bool verify = false;
    SimulationPictureOptions pictures;
    Outputs outputs;
};

struct MotionsRequest {
    MotionsOptions options;
    Motions motions;
    raster::DeviceKind draws = raster::DeviceKind::Software; ///< for surface-peeling
    ExactDeviceRequest exact = {};                           ///< where the exact method runs
};

Status understand_device(const MotionsOptions& options, MotionsRequest& request) {
    const std::string& name = options.device.device;
    if (options.method == "exact") {
        if (name == "software") {
            return usage_error("--device: software is for --method surface-peeling");
        }
        const auto exact = understand_exact_device(options.device);
        request.exact = exact ? *exact : ExactDeviceRequest{};
        return exact ? Status() : exact.error();
    }
    if (options.device.fallback) {
        return usage_error("--fallback: only with the exact method");
    }
    const auto draws = raster::device_kind_from_string(name.empty() ? "software" : name);
    if (!draws) {
        return unknown_name("--device", name, "software, opengl");
    }
    request.draws = *draws;
    return {};
}

Expected<MotionsRequest> understand(const MotionsOptions& options) {
    if (options.motions.empty()) {
        return usage_error("--motions: must be given");
    }
    if (const Status status = check_picture_options(options.pictures); !status) {
        return status.error();
    }
    if (options.pictures.boxes || options.pictures.features) {
        return usage_error("--boxes, --features: are for other kinds of simulate");
    }
    if (!(options.margin >= 0 && options.margin <= 1e9)) {
        return usage_error("--margin: must be from 0 to 1e+09");
    }
    MotionsRequest request{.options = options, .motions = {}};
    if (const Status status = understand_device(options, request); !status) {
        return status.error();
    }
    auto motions = read_motions(options.motions);
    if (!motions) {
        return motions.error();
    }
    request.motions = std::move(*motions);
    return request;
}

/// The bodies, and a world that holds them in their order.
struct PlayedBodies {
    LoadedScene scene;
    std::vector<Rigid> own_poses;
    std::map<std::string, std::size_t> by_name;
    double factor = 1;                      ///< from the unit of the motions to that of the bodies
    std::unique_ptr<raster::Device> device; ///< of the world; null if it asks the exact engine
    std::unique_ptr<ExactDevice> exact;     ///< which asks this; null on the processor
    World world;
    std::vector<BodyId> ids;
    std::optional<SimulationPictures> pictures;
    std::vector<std::shared_ptr<render::Shape>> shapes;
};

/// Names must be those of bodies before anything is computed.
Status check_names(const MotionsRequest& request, const PlayedBodies& played) {
    for (std::size_t i = 0; i < request.motions.frames.size(); ++i) {
        const std::vector<MovedBody>& moved = request.motions.frames[i].moved;
        std::set<std::string> named;
        for (std::size_t j = 0; j < moved.size(); ++j) {
            const bool known = played.by_name.contains(moved[j].body);
            if (!known || !named.insert(moved[j].body).second) {
                return Error{ErrorCode::InvalidArgument,
                             fmt::format("{}: frames[{}].moved[{}].body: {} '{}'",
                                         request.options.motions, i, j,
                                         known ? "moves a second time:" : "no body is called",
                                         moved[j].body)};
            }
        }
    }
    return {};
}

void move_to(PlayedBodies& played, const MotionFrame& frame) {
    for (const MovedBody& moved : frame.moved) {
        const std::size_t body = played.by_name.at(moved.body);
        Rigid pose = moved.pose;
        pose.translation = pose.translation * played.factor;
        played.scene.bodies[body].pose = compose(pose, played.own_poses[body]);
    }
}

Status add_bodies(PlayedBodies& played) {
    for (std::size_t i = 0; i < played.scene.bodies.size(); ++i) {
        const LoadedBody& body = played.scene.bodies[i];
        played.own_poses.push_back(body.pose);
        played.by_name[body.name] = i;
        const auto id = played.world.add(Mesh(*body.mesh), {.pose = body.pose});
        if (!id) {
            return about(body, id.error());
        }
        played.ids.push_back(*id);
    }
    return {};
}

/// Points that hold all bodies in all frames.
std::vector<Vec3d> shown_points(PlayedBodies& played, const Motions& motions) {
    std::vector<Vec3d> shown;
    const auto add_all = [&] {
        for (const LoadedBody& body : played.scene.bodies) {
            Box3 box;
            for (const Vec3d vertex : body.mesh->positions) {
                box = extend(box, apply(body.pose, vertex));
            }
            if (!is_empty(box)) {
                shown.push_back(box.min);
                shown.push_back(box.max);
            }
        }
    };
    add_all();
    for (const MotionFrame& frame : motions.frames) {
        move_to(played, frame);
        add_all();
    }
    for (std::size_t i = 0; i < played.own_poses.size(); ++i) {
        played.scene.bodies[i].pose = played.own_poses[i];
    }
    return shown;
}

Status open_pictures(PlayedBodies& played, const MotionsRequest& request, const Context& context) {
    auto pictures = SimulationPictures::open(request.options.pictures, {},
                                             shown_points(played, request.motions), context);
    if (!pictures) {
        return pictures.error();
    }
    played.pictures = std::move(*pictures);
    for (const LoadedBody& body : played.scene.bodies) {
        auto shape = played.pictures->renderer().make_shape(body.mesh->view());
        if (!shape) {
            return about(body, shape.error());
        }
        played.shapes.push_back(std::move(*shape));
    }
    return {};
}

/// All pairs of a step. Bodies are moved, but stay where they are in memory.
Expected<std::vector<Interference>>
ask_exact_device(ExactDevice& device, std::span<const Body> bodies, std::span<const BoxPair> pairs,
                 const CollideOptions& options, const Context& context) {
    auto found = device.collide_all(bodies, pairs, options, context);
    if (!found) {
        return found.error();
    }
    std::vector<Interference> answers;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        auto& told = (*found)[i];
        auto answer = told ? Expected(std::move(*told))
                           : collide(bodies[pairs[i].a], bodies[pairs[i].b], options, context);
        if (!answer) {
            return answer.error();
        }
        answers.push_back(std::move(*answer));
    }
    return answers;
}

/// Of all bodies in all frames.
std::uint64_t triangles_to_look_at(std::span<const LoadedBody> bodies, std::size_t frames) {
    std::uint64_t triangles = 0;
    for (const LoadedBody& body : bodies) {
        triangles += body.mesh->triangles.size();
    }
    return triangles * frames;
}

Expected<PlayedBodies> set_up(const MotionsRequest& request, const Context& context) {
    auto scene = load_scene(request.options.input, context);
    if (!scene) {
        return scene.error();
    }
    WorldOptions world{.margin = request.options.margin};
    auto exact = ExactDevice::open(
        request.exact, triangles_to_look_at(scene->bodies, request.motions.frames.size()), context);
    if (!exact) {
        return exact.error();
    }
    if ((*exact)->is_open()) {
        world.narrow_phase = [&device = **exact](const auto&... question) {
            return ask_exact_device(device, question...);
        };
    }
    std::unique_ptr<raster::Device> device;
    if (request.options.method != "exact") {
        auto made = raster::make_device(request.draws, {}, context);
        if (!made) {
            return made.error();
        }
        device = std::move(*made);
        world.narrow_phase = imagespace::PeelingNarrowPhase{
            device.get(), {.search = imagespace::PeelingSearch::Conservative}};
    }
    if (request.options.surfaces) {
        scene->open_meshes = OpenMeshes::Surfaces;
    }
    world.open_meshes = scene->open_meshes;
    PlayedBodies played{.scene = std::move(*scene),
                        .own_poses = {},
                        .by_name = {},
                        .device = std::move(device),
                        .exact = std::move(*exact),
                        .world = World(world),
                        .ids = {},
                        .pictures = {},
                        .shapes = {}};
    if (request.motions.unit) {
        // In the unit of the bodies; that of the motions if these state none.
        played.scene.unit = played.scene.unit ? played.scene.unit : request.motions.unit;
        played.factor = conversion(*request.motions.unit, *played.scene.unit);
    }
    if (Status status = add_bodies(played); !status) {
        return status.error();
    }
    if (Status status = check_names(request, played); !status) {
        return status.error();
    }
    if (!request.options.pictures.folder.empty()) {
        if (Status status = open_pictures(played, request, context); !status) {
            return status.error();
        }
    }
    return played;
}

bool is_wished(const PlayedBodies& played, BodyId a, BodyId b) {
    return wish_of(played.scene.wishes, std::min(a.index, b.index), std::max(a.index, b.index))
        .check;
}

/// Without the pairs that rules or --ignore leave out. Of a world that bodies were only added to,
/// in their order, ids are their numbers.
SimulatedFrame wished_frame(const PlayedBodies& played, WorldStep& step) {
    std::erase_if(step.pairs, [&](const auto& pair) { return !is_wished(played, pair.a, pair.b); });
    std::erase_if(step.ended, [&](const auto& pair) { return !is_wished(played, pair.a, pair.b); });
    SimulatedFrame frame = simulated_frame(step);
    frame.colliding = 0;
    frame.undecided = 0;
    frame.named_pairs.emplace();
    for (const WorldPair& pair : step.pairs) {
        frame.undecided += pair.decided() ? 0 : 1;
        if (pair.interferes()) {
            ++frame.colliding;
            frame.named_pairs->push_back(
                {played.scene.bodies[pair.a.index].name, played.scene.bodies[pair.b.index].name});
        }
    }
    return frame;
}

/// What the step says of a pair, held against the exact engine alone.
Status check_pair(const PlayedBodies& played, const std::vector<Body>& bodies,
                  const WorldPair* told, std::array<std::uint32_t, 2> pair, FrameCheck& check,
                  const Context& context) {
    const auto [a, b] = pair;
    const auto met =
        collide(bodies[a], bodies[b], {.open_meshes = played.scene.open_meshes}, context);
    if (!met) {
        return met.error();
    }
    ++check.exact_pairs;
    const bool same = told == nullptr
                          ? met->verdict == Verdict::Apart && met->decision == Decision::Final
                          : told->verdict == met->verdict && told->decision == met->decision;
    check.verdicts += same ? 0 : 1;
    if (told != nullptr && told->distance && !told->interferes()) {
        const auto apart = distance(bodies[a], bodies[b], context);
        if (!apart) {
            return apart.error();
        }
        check.distances += *told->distance == apart->distance ? 0 : 1;
    }
    return {};
}

/// Every pair of bodies by the exact engine alone.
Expected<FrameCheck> check_by_exact(const PlayedBodies& played, const WorldStep& step,
                                    const Context& context) {
    FrameCheck check;
    std::map<std::array<std::uint32_t, 2>, const WorldPair*> told;
    for (const WorldPair& pair : step.pairs) {
        told[{pair.a.index, pair.b.index}] = &pair;
    }
    const std::vector<Body> bodies = bodies_of(played.scene.bodies);
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
        for (std::uint32_t b = a + 1; b < bodies.size() && !context.cancelled(); ++b) {
            if (!wish_of(played.scene.wishes, a, b).check) {
                continue;
            }
            const auto entry = told.find({a, b});
            if (Status status =
                    check_pair(played, bodies, entry == told.end() ? nullptr : entry->second,
                               {a, b}, check, context);
                !status) {
                return status.error();
            }
        }
    }
    check.box_pairs = step.candidates;
    return check;
}

Expected<std::string> draw(PlayedBodies& played, const WorldStep& step, std::size_t index) {
    std::set<std::uint32_t> colliding;
    for (const WorldPair& pair : step.pairs) {
        if (pair.interferes()) {
            colliding.insert(pair.a.index);
            colliding.insert(pair.b.index);
        }
    }
    render::PictureScene drawn;
    for (std::size_t i = 0; i < played.shapes.size(); ++i) {
        const bool red = colliding.contains(played.ids[i].index);
        drawn.bodies.push_back({.shape = played.shapes[i],
                                .pose = played.scene.bodies[i].pose,
                                .paint = {.colour = red ? red_colour(i) : calm_colour(i)}});
    }
    return played.pictures->write(drawn, index);
}

Expected<std::optional<SimulatedFrame>> look(PlayedBodies& played, const MotionsRequest& request,
                                             std::size_t index, const Context& context) {
    const Stopwatch watch;
    move_to(played, request.motions.frames[index]);
    for (std::size_t i = 0; i < played.ids.size(); ++i) {
        if (Status status = played.world.move(played.ids[i], played.scene.bodies[i].pose);
            !status) {
            return about(played.scene.bodies[i], status.error());
        }
    }
    const double move_ms = watch.milliseconds();
    auto step = played.world.step(context);
    if (!step) {
        return step.error();
    }
    SimulatedFrame frame = wished_frame(played, *step);
    frame.move_ms = move_ms;
    if (request.options.verify) {
        const auto check = check_by_exact(played, *step, context);
        if (!check) {
            return check.error();
        }
        frame.check = *check;
    }
    if (played.pictures && played.pictures->wants(index)) {
        auto file = draw(played, *step, index);
        if (!file) {
            return file.error();
        }
        frame.picture = std::move(*file);
    }
    return context.cancelled() ? std::nullopt : std::optional(std::move(frame));
}

/// Who decided; empty if nobody had to choose. Known when all is done.
std::string device_word(const PlayedBodies& played, const MotionsRequest& request) {
    if (played.device != nullptr) {
        return raster::to_string(request.draws);
    }
    const bool chosen = request.exact.place != ExactPlace::Cpu;
    return !chosen ? "" : played.exact->was_asked() ? "opengl" : "cpu";
}

Expected<Simulation> simulate_motions(const MotionsRequest& request, const Context& context,
                                      Progress& progress) {
    const Stopwatch watch;
    auto played = set_up(request, progress.phase("reading", context));
    if (!played) {
        return played.error();
    }
    const std::size_t bodies = played->ids.size();
    auto simulation = with_frames(
        {.kind = "motions",
         .what = fmt::format("{} moved by {}", counted(bodies, "body", "bodies"),
                             printable(request.options.motions)),
         .parameters = {{"margin", request.options.margin}, {"method", request.options.method}},
         .bodies = bodies,
         .frames_wanted = request.motions.frames.size(),
         .frames = {},
         .picture_folder = request.options.pictures.folder,
         .setup_ms = watch.milliseconds()},
        watch, context, progress, [&](std::size_t index, const Context& inner) {
            return look(*played, request, index, inner);
        });
    if (simulation) {
        simulation->device_reason = played->exact->reason();
        simulation->parameters.push_back({"device", device_word(*played, request)});
        simulation->parameters.push_back({"device_reason", simulation->device_reason});
    }
    return simulation;
}

int run_motions(const MotionsOptions& options) { return run_simulation(options, simulate_motions); }

} // namespace

void add_simulate_motions(Verb& simulate) {
    Verb& kind = simulate.verb("motions", "Your own bodies, moved as a file says");
    MotionsOptions& options = kind.runs(run_motions);
    kind.files("FILES", &options.input.files, at_least(1), "Mesh files, folders and scene files");
    kind.option("--motions", &options.motions, "MOTIONS.json",
                "Where bodies stand in each frame, by their names (docs/poses.md)");
    kind.option("--margin", &options.margin, "D",
                "Also count pairs that are apart by no more than this");
    kind.option("--method", &options.method, "METHOD",
                "Who decides pairs: exact (default), or surface-peeling, which looks for "
                "triangles that meet by pixels and misses none: the same answers")
        .one_of({"exact", "surface-peeling"});
    kind.option("--device", &options.device.device, "DEVICE",
                "Of exact: cpu (default), opengl, or auto, which takes a GPU if there is one and "
                "the meshes are large. Of surface-peeling: software (default) or opengl")
        .suggests("cpu, opengl, auto, software");
    add_fallback_option(kind, options.device.fallback);
    kind.flag("--surfaces", &options.surfaces,
              "Open meshes are meant as surfaces, such as a cloth: nothing can lie in them");
    kind.flag("--verify", &options.verify,
              "Compare every frame with the exact engine alone, pair by pair");
    add_reading_options(kind, options.input);
    add_split_option(kind, options.input);
    add_ignore_option(kind, options.input);
    add_simulation_picture_options(kind, options.pictures);
    add_simulation_outputs(kind, options.outputs);
    kind.footer("Bodies that a frame does not name stay where they were. Bodies that collide are "
                "red in\npictures; --boxes and --features are for other kinds.\n"
                "Exit status: 0 done, 1 --verify found differences, 2 error, 3 some pairs could "
                "not be\ndecided (an open mesh that may hold another body: see --surfaces), 130 "
                "interrupted.\n\n"
                "Examples:\n"
                "  impinge simulate motions robot.glb cell.stl --motions weld.json --json -\n"
                "  impinge simulate motions scene.json --motions m.json --pictures film --verify\n"
                "  impinge simulate motions a.stl b.stl --motions m.json --method surface-peeling");
}

} // namespace impinge::cli
