// SPDX-License-Identifier: Apache-2.0
//
// Very many polytopes that fly and turn, on a GPU, beside a World:
//
//     gpu_swarm_bench [--device opengl[:ADAPTER]] [--bodies 10000] [--shapes 16] [--faces 36]
//                     [--density 0.1] [--frames 100] [--compared 2] [--json FILE]
//
// The scene of bench/peers' nbody_bench, denser: a tenth of the radius and ten degrees a frame.
// Medians of --frames frames: what the device takes, by its own clock and stage by stage; the wall
// clock from a question to its answer with one frame in flight, and from answer to answer with
// three, of bodies that move on the device and of poses that are uploaded. --compared frames are
// asked of a World too; fails if its hash is another.
#include "base/stopwatch.hpp"
#include "bench/papers/paper_run.hpp"
#include "impinge/gpu_swarm.hpp"
#include "impinge/world.hpp"
#include "scenes/moving_polytopes.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numbers>

namespace impinge::bench {
namespace {

const PaperRun program("gpu_swarm_bench");
constexpr int warm_up = 5;

struct Options {
    DeviceChoice device{.kind = raster::DeviceKind::OpenGl};
    scenes::SwarmParameters scene{.bodies = 10'000, .shapes = 16, .density = 0.1};
    int frames = 100;
    int compared = 2;
    std::string json_file;
};

struct StageField {
    const char* name;
    double gpu::SwarmTimes::*field;
};
constexpr std::array stages{StageField{"upload", &gpu::SwarmTimes::upload},
                            StageField{"boxes", &gpu::SwarmTimes::boxes},
                            StageField{"cells", &gpu::SwarmTimes::cells},
                            StageField{"fill", &gpu::SwarmTimes::fill},
                            StageField{"candidates", &gpu::SwarmTimes::candidates},
                            StageField{"quick", &gpu::SwarmTimes::quick},
                            StageField{"search", &gpu::SwarmTimes::search},
                            StageField{"order", &gpu::SwarmTimes::order},
                            StageField{"deliver", &gpu::SwarmTimes::deliver},
                            StageField{"total", &gpu::SwarmTimes::total}};

/// The bodies of the scene in a swarm.
class LivingSwarm {
  public:
    LivingSwarm(raster::Device& device, const scenes::MovingPolytopes& scene,
                const scenes::SwarmParameters& parameters, const gpu::SwarmOptions& options)
        : swarm(program.needed(gpu::Swarm::create(device, options))) {
        std::vector<gpu::ShapeId> ids;
        for (const Polytope& shape : scene.shapes()) {
            ids.push_back(program.needed(swarm.add_shape(shape)));
        }
        for (const std::uint32_t shape : scene.shape_of()) {
            (void)program.needed(swarm.add(ids[shape]));
        }
        program.needed(swarm.set_motions(motions(scene, parameters),
                                         {{0, 0, 0}, {scene.side(), scene.side(), scene.side()}}));
    }

    gpu::SwarmStep take() {
        auto frame = swarm.wait();
        if (!frame) {
            program.give_up("a frame was lost");
        }
        return program.needed(std::move(frame->step));
    }

    gpu::Swarm swarm;

  private:
    /// As the scene moves them, but for chance: the scene keeps its velocities to itself.
    static std::vector<gpu::SwarmMotion> motions(const scenes::MovingPolytopes& scene,
                                                 const scenes::SwarmParameters& parameters) {
        scenes::MovingPolytopes next = scene;
        next.advance({});
        const double turn = parameters.rotation_degrees * std::numbers::pi / 180;
        std::vector<gpu::SwarmMotion> all;
        for (std::size_t i = 0; i < scene.poses().size(); ++i) {
            const Rigid& pose = scene.poses()[i];
            const Vec3d way = next.poses()[i].translation - pose.translation;
            const double step =
                parameters.translation * scene.shapes()[scene.shape_of()[i]].radius();
            const double far = length(way);
            all.push_back({pose, far > 0 ? way * (step / far) : Vec3d{}, pose.row_x * turn});
        }
        return all;
    }
};

struct Result {
    gpu::SwarmTimes device;
    gpu::SwarmReport report; ///< of one frame
    double waited_for_ms = 0;
    double moving_ms = 0;
    double moving_without_hash_ms = 0;
    double uploaded_ms = 0;
    double proof_ms = 0;
    double world_ms = 0; ///< of one step of a World
    std::size_t pairs = 0;
    std::uint64_t hash = 0;
    bool agrees = true;
};

void compare(LivingSwarm& living, const scenes::MovingPolytopes& scene, int frames,
             Result& result) {
    World world;
    std::vector<BodyId> ids;
    for (const std::uint32_t shape : scene.shape_of()) {
        ids.push_back(program.needed(world.add(scene.shapes()[shape])));
    }
    for (int frame = 0; frame < frames; ++frame) {
        (void)program.needed(living.swarm.submit_moving());
        const gpu::SwarmStep step = living.take();
        const std::vector<Rigid> poses = program.needed(living.swarm.last_poses());
        for (std::size_t i = 0; i < poses.size(); ++i) {
            program.needed(world.move(ids[i], poses[i]));
        }
        const WorldStep expected = program.needed(world.step());
        result.world_ms = expected.milliseconds.total;
        result.hash = step.hash;
        result.pairs = step.pairs.size();
        result.agrees = result.agrees && step.hash == expected.hash &&
                        step.pairs.size() == expected.interfering;
        std::printf("  frame %d: %zu pairs, hash %s; World: %llu pairs, hash %s\n", frame,
                    step.pairs.size(), hex(step.hash).c_str(),
                    static_cast<unsigned long long>(expected.interfering),
                    hex(expected.hash).c_str());
    }
}

void measure_device(LivingSwarm& living, int frames, Result& result) {
    std::vector<gpu::SwarmTimes> device;
    std::vector<double> proof;
    for (int i = 0; i < frames + warm_up; ++i) {
        (void)program.needed(living.swarm.submit_moving());
        const gpu::SwarmStep step = living.take();
        if (i >= warm_up) {
            device.push_back(step.report.device);
            proof.push_back(step.report.proof_ms);
            result.report = step.report;
        }
    }
    for (const StageField& stage : stages) {
        std::vector<double> values;
        values.reserve(device.size());
        for (const gpu::SwarmTimes& times : device) {
            values.push_back(times.*stage.field);
        }
        result.device.*stage.field = median(std::move(values));
    }
    result.proof_ms = median(std::move(proof));
}

/// From one answer to the next, with so many frames in flight.
template <typename Submit>
double from_answer_to_answer(LivingSwarm& living, int frames, int in_flight, Submit submit) {
    std::vector<double> times;
    for (int i = 0; i < in_flight - 1; ++i) {
        submit();
    }
    Stopwatch watch;
    for (int i = 0; i < frames + warm_up; ++i) {
        submit();
        (void)living.take();
        const double took = watch.lap();
        if (i >= warm_up) {
            times.push_back(took);
        }
    }
    while (living.swarm.frames_in_flight() > 0) {
        (void)living.take();
    }
    return median(std::move(times));
}

Result measure(raster::Device& device, const Options& options) {
    const scenes::MovingPolytopes scene(options.scene);
    Result result;
    {
        LivingSwarm living(device, scene, options.scene, {.timing = gpu::Timing::Stages});
        compare(living, scene, options.compared, result);
        measure_device(living, options.frames, result);
    }
    const auto moving = [&](gpu::SwarmOptions how, int in_flight) {
        LivingSwarm living(device, scene, options.scene, how);
        return from_answer_to_answer(living, options.frames, in_flight,
                                     [&] { (void)program.needed(living.swarm.submit_moving()); });
    };
    result.waited_for_ms = moving({.frames_in_flight = 1}, 1);
    result.moving_ms = moving({.frames_in_flight = 3}, 3);
    result.moving_without_hash_ms = moving({.frames_in_flight = 3, .hashes = false}, 3);
    LivingSwarm living(device, scene, options.scene, {.frames_in_flight = 3});
    result.uploaded_ms = from_answer_to_answer(living, options.frames, 3, [&] {
        (void)program.needed(living.swarm.submit(scene.poses()));
    });
    return result;
}

void print(const Options& options, const Result& result) {
    std::printf("%zu bodies\n  device, us:", options.scene.bodies);
    for (const StageField& stage : stages) {
        std::printf(" %s %.1f", stage.name, 1e3 * result.device.*stage.field);
    }
    const auto rate = [](double ms) { return 1e3 / ms; };
    const gpu::SwarmReport& report = result.report;
    std::printf("\n  waited for %.3f ms; in flight %.3f ms (%.0f frames a second), without hash "
                "%.3f ms (%.0f); uploaded %.3f ms (%.0f); answer written in %.3f ms; World %.1f "
                "ms\n",
                result.waited_for_ms, result.moving_ms, rate(result.moving_ms),
                result.moving_without_hash_ms, rate(result.moving_without_hash_ms),
                result.uploaded_ms, rate(result.uploaded_ms), result.proof_ms, result.world_ms);
    std::printf("  candidates %llu, searched %llu, doubtful %llu (%.2g), %llu bytes, %s\n",
                static_cast<unsigned long long>(report.candidates),
                static_cast<unsigned long long>(report.searched),
                static_cast<unsigned long long>(report.doubtful),
                static_cast<double>(report.doubtful) /
                    static_cast<double>(std::max<std::uint64_t>(1, report.candidates)),
                static_cast<unsigned long long>(report.bytes_returned),
                result.agrees ? "agrees" : "DIFFERS");
    std::fflush(stdout);
}

Json json_of(const Options& options, const Result& result) {
    Json json;
    json["bodies"] = options.scene.bodies;
    json["shapes"] = options.scene.shapes;
    json["faces"] = options.scene.faces;
    json["density"] = options.scene.density;
    for (const StageField& stage : stages) {
        json["device_ms"][stage.name] = result.device.*stage.field;
    }
    json["waited_for_ms"] = result.waited_for_ms;
    json["in_flight_ms"] = result.moving_ms;
    json["without_hash_ms"] = result.moving_without_hash_ms;
    json["uploaded_ms"] = result.uploaded_ms;
    json["proof_ms"] = result.proof_ms;
    json["world_ms"] = result.world_ms;
    json["pairs"] = result.pairs;
    json["hash"] = hex(result.hash);
    json["agrees"] = result.agrees;
    json["candidates"] = result.report.candidates;
    json["searched"] = result.report.searched;
    json["doubtful"] = result.report.doubtful;
    json["bytes_returned"] = result.report.bytes_returned;
    return json;
}

Options parse(int argc, char** argv) {
    Options options;
    for (const auto& [name, value] : program.arguments(argc, argv)) {
        const auto number = static_cast<std::size_t>(std::max(1LL, std::atoll(value.c_str())));
        if (name == "--device") {
            options.device = program.device_choice(value);
        } else if (name == "--bodies") {
            options.scene.bodies = number;
        } else if (name == "--shapes") {
            options.scene.shapes = number;
        } else if (name == "--faces") {
            options.scene.faces = number;
        } else if (name == "--density") {
            options.scene.density = std::max(1e-6, std::atof(value.c_str()));
        } else if (name == "--frames") {
            options.frames = static_cast<int>(number);
        } else if (name == "--compared") {
            options.compared = std::atoi(value.c_str());
        } else if (name == "--json") {
            options.json_file = value;
        } else {
            program.give_up(std::string("unknown argument: ").append(name) + " " + value);
        }
    }
    return options;
}

int run(const Options& options) {
    const auto device = program.open(options.device);
    const auto hold = device->hold(); // else each call changes contexts
    Json document = run_document("impinge gpu swarm bench 1", *device);
    document["frames"] = options.frames;
    const Result result = measure(*device, options);
    print(options, result);
    document["swarm"] = json_of(options, result);
    program.write(document, options.json_file);
    return result.agrees ? 0 : 1;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) { return impinge::bench::run(impinge::bench::parse(argc, argv)); }
