// SPDX-License-Identifier: Apache-2.0
//
// The exact engine on a GPU, for meshes that live there, beside the engine of the processor:
//
//     gpu_bench [--device opengl[:ADAPTER]] [--frames N] [--share S] [--scene NAME]...
//               [--reals doubles|floats] [--json FILE]
//
// Medians of --frames frames: what the device takes, by its own clock and stage by stage; the wall
// clock from answer to answer with three frames in flight, from a question to its answer with one,
// and from answer to answer when all vertices are uploaded for each frame. Fails if pairs differ
// from those of the processor.
#include "bench/gpu/frame_times.hpp"
#include "bench/gpu/gpu_machine.hpp"
#include "bench/gpu/gpu_scene.hpp"
#include "bench/papers/paper_run.hpp"
#include "impinge/gpu.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace impinge::bench {
namespace {

const PaperRun program("gpu_bench");
constexpr int processor_frames = 7;

/// The bodies of a scene in a session, each state a mesh of its own.
class LivingScene {
  public:
    LivingScene(raster::Device& device, const GpuScene& scene, const gpu::SessionOptions& options)
        : session(program.needed(gpu::Session::create(device, options))), scene_(scene) {
        for (const MovingMesh& body : scene.bodies) {
            std::vector<gpu::MeshId>& ids = ids_.emplace_back();
            for (std::size_t state = 0; state < scene.state_count(); ++state) {
                ids.push_back(program.needed(session.add(body.view(state))));
            }
        }
    }

    void submit(std::size_t state) {
        if (ids_.size() == 1) {
            program.needed(session.submit_self(ids_[0][state]));
        } else {
            program.needed(session.submit({ids_[0][state]}, {ids_[1][state]}));
        }
    }
    /// All vertices come from the processor.
    void submit_uploaded(std::size_t state) {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            program.needed(session.update_positions(ids_[i][0], scene_.bodies[i].view(state)));
        }
        submit(0);
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
    const GpuScene& scene_;
    std::vector<std::vector<gpu::MeshId>> ids_;
};

/// Milliseconds, medians.
struct Times {
    gpu::DeviceTimes device;
    double submitting = 0;
    double in_flight = 0;
    double waited_for = 0;
    double uploaded = 0;
    double proof = 0;
    double processor = 0;
};

struct Result {
    Times times;
    gpu::FrameReport report; ///< of one frame
    std::size_t pairs = 0;
    std::uint64_t hash = 0; ///< of the answers to all states
    bool agrees = true;
};

/// What a question costs the processor.
double measure_submitting(LivingScene& living, const GpuScene& scene, int frames) {
    std::vector<double> times;
    for (int i = 0; i < frames + warm_up_frames; ++i) {
        times.push_back(
            timed([&] { living.submit(static_cast<std::size_t>(i) % scene.state_count()); }));
        living.take();
    }
    return median(std::move(times));
}

double measure_waited_for(LivingScene& living, const GpuScene& scene, int frames) {
    std::vector<double> times;
    for (int i = 0; i < frames + warm_up_frames; ++i) {
        const double took = timed([&] {
            living.submit(static_cast<std::size_t>(i) % scene.state_count());
            living.take();
        });
        if (i >= warm_up_frames) {
            times.push_back(took);
        }
    }
    return median(std::move(times));
}

std::vector<TrianglePair> pairs_of_processor(const GpuScene& scene, std::size_t state) {
    if (scene.bodies.size() == 1) {
        return program.needed(self_intersections(scene.bodies[0].view(state))).pairs;
    }
    return program
        .needed(collide({scene.bodies[0].view(state)}, {scene.bodies[1].view(state)},
                        {.detail = Detail::Pairs, .open_meshes = OpenMeshes::Surfaces}))
        .pairs;
}

void compare(LivingScene& living, const GpuScene& scene, Result& result) {
    std::vector<double> times;
    for (std::size_t state = 0; state < scene.state_count(); ++state) {
        living.submit(state);
        const gpu::MeetingPairs found = living.take();
        result.hash = result.hash * 31 + found.hash;
        result.pairs = found.pairs.size();
        std::vector<TrianglePair> expected;
        for (int i = 0; i < processor_frames; ++i) {
            times.push_back(timed([&] { expected = pairs_of_processor(scene, state); }));
        }
        result.agrees = result.agrees && found.pairs == expected;
    }
    result.times.processor = median(std::move(times));
}

Result measure(raster::Device& device, const GpuScene& scene, const FrameOptions& options) {
    Result result;
    BusyDevice busy(device);
    busy.wake();
    {
        LivingScene living(device, scene, {.reals = options.reals, .timing = gpu::Timing::Stages});
        const MeasuredFrames staged =
            measure_device(living, scene.state_count(), options.frames, busy);
        result.times.device = staged.device;
        result.times.proof = staged.proof;
        result.report = staged.report;
        compare(living, scene, result);
    }
    {
        LivingScene living(device, scene, {.reals = options.reals, .timing = gpu::Timing::Total});
        result.times.device.total =
            measure_device(living, scene.state_count(), options.frames, busy).device.total;
    }
    LivingScene living(device, scene, {.reals = options.reals});
    result.times.submitting = measure_submitting(living, scene, options.frames);
    result.times.waited_for = measure_waited_for(living, scene, options.frames);
    result.times.in_flight = measure_in_flight(living, scene.state_count(), options.frames,
                                               [&](std::size_t state) { living.submit(state); });
    result.times.uploaded =
        measure_in_flight(living, scene.state_count(), options.frames,
                          [&](std::size_t state) { living.submit_uploaded(state); });
    return result;
}

void print(const GpuScene& scene, const Result& result) {
    std::printf("%s (%zu + %zu triangles)\n ", scene.name.c_str(),
                scene.bodies.front().triangles.size(),
                scene.bodies.size() > 1 ? scene.bodies.back().triangles.size() : 0);
    print_stages(result.times.device);
    const gpu::FrameReport& report = result.report;
    std::printf("\n  submitting %.1f, in flight %.1f, waited for %.1f, uploaded %.1f, processor "
                "%.1f us; wish %.1f\n",
                1e3 * result.times.submitting, 1e3 * result.times.in_flight,
                1e3 * result.times.waited_for, 1e3 * result.times.uploaded,
                1e3 * result.times.processor, 1e3 * scene.wish_ms);
    std::printf("  %zu pairs, hash %s, %s; candidates %llu, sure %llu, doubtful %llu, entries "
                "%llu, tasks %llu, %llu bytes, proof %.1f us\n",
                result.pairs, hex(result.hash).c_str(), result.agrees ? "agrees" : "DIFFERS",
                static_cast<unsigned long long>(report.candidates),
                static_cast<unsigned long long>(report.sure),
                static_cast<unsigned long long>(report.doubtful),
                static_cast<unsigned long long>(report.entries),
                static_cast<unsigned long long>(report.tasks),
                static_cast<unsigned long long>(report.bytes_returned), 1e3 * result.times.proof);
    std::fflush(stdout);
}

Json json_of(const GpuMachine& machine) {
    return {{"read_tb_per_s", machine.read_tb_per_s},
            {"gathers_g_per_s", machine.gathers_g_per_s},
            {"atomics_g_per_s", machine.atomics_g_per_s},
            {"dispatch_us", machine.dispatch_us},
            {"fence_us", machine.fence_us}};
}

Json json_of(const GpuScene& scene, const Result& result) {
    Json json;
    json["scene"] = scene.name;
    json["title"] = scene.title;
    json["wish_ms"] = scene.wish_ms;
    std::vector<std::size_t> triangles;
    std::vector<std::size_t> vertices;
    for (const MovingMesh& body : scene.bodies) {
        triangles.push_back(body.triangles.size());
        vertices.push_back(body.states[0].size());
    }
    json["triangles"] = triangles;
    json["vertices"] = vertices;
    json["device_ms"] = json_of_stages(result.times.device);
    json["submitting_ms"] = result.times.submitting;
    json["in_flight_ms"] = result.times.in_flight;
    json["waited_for_ms"] = result.times.waited_for;
    json["uploaded_ms"] = result.times.uploaded;
    json["proof_ms"] = result.times.proof;
    json["processor_ms"] = result.times.processor;
    json["pairs"] = result.pairs;
    json["hash"] = hex(result.hash);
    json["agrees"] = result.agrees;
    json["candidates"] = result.report.candidates;
    json["sure"] = result.report.sure;
    json["doubtful"] = result.report.doubtful;
    json["entries"] = result.report.entries;
    json["tasks"] = result.report.tasks;
    json["bytes_returned"] = result.report.bytes_returned;
    json["in_doubles"] = result.report.in_doubles;
    return json;
}

int run(const FrameOptions& options) {
    const auto device = program.open(options.device);
    const auto hold = device->hold(); // else each call changes contexts
    Json document = run_document("impinge gpu bench 1", *device);
    document["frames"] = options.frames;
    document["share"] = options.share;
    bool agrees = true;
    for (const GpuSceneKind& kind : gpu_scene_kinds()) {
        if (!options.wants(kind.name)) {
            continue;
        }
        const GpuScene scene = make_gpu_scene(kind, options.share);
        const Result result = measure(*device, scene, options);
        print(scene, result);
        document["scenes"].push_back(json_of(scene, result));
        agrees = agrees && result.agrees;
    }
    // Last: by now the device runs at its full clock.
    document["machine"] = json_of(program.needed(measure_machine(*device)));
    program.write(document, options.json_file);
    return agrees ? 0 : 1;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    return impinge::bench::run(impinge::bench::parse(impinge::bench::program, argc, argv));
}
