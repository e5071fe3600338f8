// SPDX-License-Identifier: Apache-2.0
//
// Many bodies in a frame of the exact engine on a GPU: one against many, and a world of which all
// bodies are asked about each other.
//
//     gpu_many_bench [--device opengl[:ADAPTER]] [--frames N] [--share S] [--scene NAME]...
//                    [--reals doubles|floats] [--json FILE]
//
// Medians of --frames frames, all bodies in other poses in each: what the device takes, by its own
// clock and stage by stage; the wall clock from answer to answer with three frames in flight, from
// a question to its answer with one, from answer to answer when the vertices of all bodies are
// uploaded for each frame, and the processor, pair after pair of bodies whose boxes meet. Fails if
// pairs differ from those.
#include "bench/gpu/frame_times.hpp"
#include "bench/gpu/gpu_machine.hpp"
#include "bench/papers/paper_run.hpp"
#include "bench/peers/torn_cloth.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace impinge::bench {
namespace {

const PaperRun program("gpu_many_bench");
constexpr std::size_t states = 2;

/// In floats, as meshes are that live on a device.
struct FloatMesh {
    std::vector<Vec3f> positions;
    std::vector<TriangleIndices> triangles;

    explicit FloatMesh(const Mesh& mesh) : triangles(mesh.triangles) {
        positions.reserve(mesh.positions.size());
        for (const Vec3d& p : mesh.positions) {
            positions.push_back(
                {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
        }
    }
    [[nodiscard]] MeshView view() const { return {positions, triangles}; }
};

struct SceneBody {
    std::size_t mesh = 0;
    Rigid pose;
};

/// Two lists of bodies, or one that is asked about itself, in each state.
struct ManyScene {
    std::string name;
    double wish_ms = 0; ///< what a frame on a large GPU should take; 0: nothing is wished
    bool one_list = false;
    std::vector<FloatMesh> meshes;
    std::array<std::vector<SceneBody>, states> a;
    std::array<std::vector<SceneBody>, states> b;

    [[nodiscard]] const std::vector<SceneBody>& other(std::size_t state) const {
        return one_list ? a[state] : b[state];
    }
    [[nodiscard]] Body body(const SceneBody& of) const { return {meshes[of.mesh].view(), of.pose}; }
};

/// Balls that turn a little about themselves.
Rigid turned_about(Vec3d centre, double angle) {
    Rigid pose = rotation({0, 0, 1}, angle);
    pose.translation = centre - apply(pose, centre);
    return pose;
}

/// In each state the cloth is torn further: a mesh with other triangles.
ManyScene cloth_and_balls(double share) {
    ManyScene scene{
        .name = "torn cloth, 40 bodies", .wish_ms = 0.15, .meshes = {}, .a = {}, .b = {}};
    const auto triangles = static_cast<std::size_t>(share * 200'000);
    for (std::size_t state = 0; state < states; ++state) {
        const double torn = (static_cast<double>(state) + 1) / (states + 1.0);
        scene.a[state].push_back({scene.meshes.size(), {}});
        scene.meshes.emplace_back(peers::tearing_cloth(triangles, torn));
    }
    for (const Mesh& ball : peers::bodies_under_cloth()) {
        Vec3d centre;
        for (const Vec3d& p : ball.positions) {
            centre = centre + p * (1.0 / static_cast<double>(ball.positions.size()));
        }
        for (std::size_t state = 0; state < states; ++state) {
            scene.b[state].push_back(
                {scene.meshes.size(), turned_about(centre, 0.1 * static_cast<double>(state))});
        }
        scene.meshes.emplace_back(ball);
    }
    return scene;
}

/// The same 41 bodies as one list.
ManyScene cloth_among_balls(double share) {
    ManyScene scene = cloth_and_balls(share);
    scene.name = "torn cloth and 40 bodies, all pairs";
    scene.wish_ms = 0;
    scene.one_list = true;
    for (std::size_t state = 0; state < states; ++state) {
        std::vector<SceneBody>& all = scene.a[state];
        all[0].mesh = 0; // one state: bodies of a world keep their triangles
        all.insert(all.end(), scene.b[state].begin(), scene.b[state].end());
        scene.b[state].clear();
    }
    return scene;
}

/// Bodies of a few shapes on a grid, each touching its neighbours.
ManyScene world_of_balls(std::size_t along, double share) {
    const auto triangles = static_cast<std::size_t>(std::max(share * 1000, 40.0));
    ManyScene scene{.name = "world of " + std::to_string(along * along * along) + " bodies",
                    .one_list = true,
                    .meshes = {},
                    .a = {},
                    .b = {}};
    constexpr std::size_t shapes = 8;
    for (std::size_t i = 0; i < shapes; ++i) {
        scene.meshes.emplace_back(
            scenes::bumpy_sphere({.triangles = triangles, .radius = 0.5, .seed = i + 1}));
    }
    for (std::size_t i = 0; i < along * along * along; ++i) {
        const std::array at{i % along, i / along % along, i / along / along};
        for (std::size_t state = 0; state < states; ++state) {
            Rigid pose = rotation({0, 0, 1}, 0.7 * static_cast<double>(i + state));
            pose.translation = Vec3d{static_cast<double>(at[0]), static_cast<double>(at[1]),
                                     static_cast<double>(at[2])} *
                               0.97;
            scene.a[state].push_back({i % shapes, pose});
        }
    }
    return scene;
}

std::vector<ManyScene> all_scenes(const FrameOptions& options) {
    const auto along = static_cast<std::size_t>(std::lround(10 * std::cbrt(options.share)));
    std::vector<ManyScene> scenes;
    scenes.push_back(cloth_and_balls(options.share));
    scenes.push_back(cloth_among_balls(options.share));
    scenes.push_back(world_of_balls(std::max<std::size_t>(along, 2), 1));
    return scenes;
}

/// The bodies of a scene in a session.
class LivingScene {
  public:
    LivingScene(raster::Device& device, const ManyScene& scene, const gpu::SessionOptions& options)
        : session(program.needed(gpu::Session::create(device, options))), scene_(scene) {
        for (const FloatMesh& mesh : scene.meshes) {
            ids_.push_back(program.needed(session.add(mesh.view())));
        }
        for (std::size_t state = 0; state < states; ++state) {
            a_[state] = placed(scene.a[state]);
            b_[state] = placed(scene.b[state]);
        }
    }

    void submit(std::size_t state) {
        if (scene_.one_list) {
            program.needed(session.submit_all(a_[state]));
        } else {
            program.needed(session.submit(a_[state], b_[state]));
        }
    }
    /// All vertices come from the processor.
    void submit_uploaded(std::size_t state) {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            program.needed(session.update_positions(ids_[i], scene_.meshes[i].view()));
        }
        submit(state);
    }
    gpu::MeetingPairs take() {
        auto frame = session.wait();
        if (!frame) {
            program.give_up("a frame was lost");
        }
        return program.needed(std::move(frame->pairs));
    }

    gpu::Session session;

  private:
    [[nodiscard]] std::vector<gpu::PlacedMesh> placed(const std::vector<SceneBody>& bodies) const {
        std::vector<gpu::PlacedMesh> list;
        for (const SceneBody& body : bodies) {
            list.push_back({ids_[body.mesh], body.pose});
        }
        return list;
    }

    const ManyScene& scene_;
    std::vector<gpu::MeshId> ids_;
    std::array<std::vector<gpu::PlacedMesh>, states> a_;
    std::array<std::vector<gpu::PlacedMesh>, states> b_;
};

/// Milliseconds, medians.
struct Result {
    gpu::DeviceTimes device;
    double submitting = 0;
    double in_flight = 0;
    double waited_for = 0;
    double uploaded = 0;
    double proof = 0;
    double processor = 0;
    gpu::FrameReport report; ///< of one frame
    std::size_t bodies_meeting = 0;
    std::size_t pairs = 0;
    std::uint64_t hash = 0; ///< of the answers to all states
    bool agrees = true;
};

std::size_t state_of(int frame) { return static_cast<std::size_t>(frame) % states; }

void measure_waited_for(LivingScene& living, int frames, Result& result) {
    std::vector<double> submitting;
    std::vector<double> waited;
    for (int i = 0; i < frames + warm_up_frames; ++i) {
        const double asked = timed([&] { living.submit(state_of(i)); });
        const double answered = timed([&] { living.take(); });
        if (i >= warm_up_frames) {
            submitting.push_back(asked);
            waited.push_back(asked + answered);
        }
    }
    result.submitting = median(std::move(submitting));
    result.waited_for = median(std::move(waited));
}

std::vector<Box3> boxes_of(const ManyScene& scene, const std::vector<SceneBody>& bodies) {
    std::vector<Box3> boxes;
    for (const SceneBody& of : bodies) {
        const Body body = scene.body(of);
        Box3& box = boxes.emplace_back();
        for (std::size_t i = 0; i < body.mesh.vertex_count(); ++i) {
            box = extend(box, apply(body.pose, body.mesh.position(i)));
        }
    }
    return boxes;
}

/// Asks the processor about each pair whose boxes meet; whether it says the same.
bool agrees(const ManyScene& scene, std::size_t state, const gpu::MeetingPairs& found) {
    const std::vector<SceneBody>& a = scene.a[state];
    const std::vector<SceneBody>& b = scene.other(state);
    const std::vector<Box3> boxes_a = boxes_of(scene, a);
    const std::vector<Box3> boxes_b = boxes_of(scene, b);
    auto next = found.bodies.begin();
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t k = scene.one_list ? i + 1 : 0; k < b.size(); ++k) {
            if (is_empty(intersection(boxes_a[i], boxes_b[k]))) {
                continue;
            }
            const auto expected =
                program
                    .needed(collide(scene.body(a[i]), scene.body(b[k]),
                                    {.detail = Detail::Pairs, .open_meshes = OpenMeshes::Surfaces}))
                    .pairs;
            if (expected.empty()) {
                continue;
            }
            if (next == found.bodies.end() || next->a != i || next->b != k) {
                return false;
            }
            const auto pairs = pairs_between(found, *next++);
            if (!std::equal(pairs.begin(), pairs.end(), expected.begin(), expected.end())) {
                return false;
            }
        }
    }
    return next == found.bodies.end();
}

void compare(LivingScene& living, const ManyScene& scene, Result& result) {
    std::vector<double> times;
    for (std::size_t state = 0; state < states; ++state) {
        living.submit(state);
        const gpu::MeetingPairs found = living.take();
        result.hash = result.hash * 31 + found.hash;
        result.pairs = found.pairs.size();
        result.bodies_meeting = found.bodies.size();
        times.push_back(
            timed([&] { result.agrees = agrees(scene, state, found) && result.agrees; }));
    }
    result.processor = median(std::move(times));
}

Result measure(raster::Device& device, const ManyScene& scene, const FrameOptions& options) {
    Result result;
    BusyDevice busy(device);
    busy.wake();
    double total = 0;
    {
        LivingScene living(device, scene, {.reals = options.reals, .timing = gpu::Timing::Total});
        total = measure_device(living, states, options.frames, busy).device.total;
    }
    {
        LivingScene living(device, scene, {.reals = options.reals, .timing = gpu::Timing::Stages});
        const MeasuredFrames staged = measure_device(living, states, options.frames, busy);
        result.device = staged.device;
        result.proof = staged.proof;
        result.report = staged.report;
        compare(living, scene, result);
    }
    result.device.total = total; // stages kept apart take longer together
    LivingScene living(device, scene, {.reals = options.reals});
    measure_waited_for(living, options.frames, result);
    result.in_flight = measure_in_flight(living, states, options.frames,
                                         [&](std::size_t state) { living.submit(state); });
    result.uploaded = measure_in_flight(living, states, options.frames,
                                        [&](std::size_t state) { living.submit_uploaded(state); });
    return result;
}

std::size_t triangles_in(const ManyScene& scene, const std::vector<SceneBody>& bodies) {
    std::size_t triangles = 0;
    for (const SceneBody& body : bodies) {
        triangles += scene.meshes[body.mesh].triangles.size();
    }
    return triangles;
}

void print(const ManyScene& scene, const Result& result) {
    std::printf("%s (%zu bodies, %zu triangles)\n ", scene.name.c_str(),
                scene.a[0].size() + scene.b[0].size(),
                triangles_in(scene, scene.a[0]) + triangles_in(scene, scene.b[0]));
    print_stages(result.device);
    const gpu::FrameReport& report = result.report;
    std::printf("\n  submitting %.1f, in flight %.1f, waited for %.1f, uploaded %.1f, processor "
                "%.0f us; wish %.1f\n",
                1e3 * result.submitting, 1e3 * result.in_flight, 1e3 * result.waited_for,
                1e3 * result.uploaded, 1e3 * result.processor, 1e3 * scene.wish_ms);
    std::printf("  %zu pairs of %zu pairs of bodies, hash %s, %s; candidates %llu, sure %llu, "
                "doubtful %llu, entries %llu, tasks %llu, proof %.1f us\n",
                result.pairs, result.bodies_meeting, hex(result.hash).c_str(),
                result.agrees ? "agrees" : "DIFFERS",
                static_cast<unsigned long long>(report.candidates),
                static_cast<unsigned long long>(report.sure),
                static_cast<unsigned long long>(report.doubtful),
                static_cast<unsigned long long>(report.entries),
                static_cast<unsigned long long>(report.tasks), 1e3 * result.proof);
    std::fflush(stdout);
}

Json json_of(const ManyScene& scene, const Result& result) {
    Json json;
    json["scene"] = scene.name;
    json["wish_ms"] = scene.wish_ms;
    json["bodies"] = scene.a[0].size() + scene.b[0].size();
    json["triangles"] = triangles_in(scene, scene.a[0]) + triangles_in(scene, scene.b[0]);
    json["device_ms"] = json_of_stages(result.device);
    json["submitting_ms"] = result.submitting;
    json["in_flight_ms"] = result.in_flight;
    json["waited_for_ms"] = result.waited_for;
    json["uploaded_ms"] = result.uploaded;
    json["proof_ms"] = result.proof;
    json["processor_ms"] = result.processor;
    json["pairs"] = result.pairs;
    json["bodies_meeting"] = result.bodies_meeting;
    json["hash"] = hex(result.hash);
    json["agrees"] = result.agrees;
    json["candidates"] = result.report.candidates;
    json["doubtful"] = result.report.doubtful;
    return json;
}

int run(const FrameOptions& options) {
    const auto device = program.open(options.device);
    const auto hold = device->hold(); // else each call changes contexts
    Json document = run_document("impinge gpu many bench 1", *device);
    document["share"] = options.share;
    document["frames"] = options.frames;
    bool all_agree = true;
    for (const ManyScene& scene : all_scenes(options)) {
        if (options.wants(scene.name)) {
            const Result result = measure(*device, scene, options);
            print(scene, result);
            document["scenes"].push_back(json_of(scene, result));
            all_agree = all_agree && result.agrees;
        }
    }
    program.write(document, options.json_file);
    return all_agree ? 0 : 1;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    return impinge::bench::run(impinge::bench::parse(impinge::bench::program, argc, argv));
}
