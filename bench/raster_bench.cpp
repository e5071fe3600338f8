// SPDX-License-Identifier: Apache-2.0
//
// Triangles and pixels per second of every device here, by kind of pass and size of triangle, at
// 512 x 512. Each line carries a hash of all planes: equal for any number of threads of the
// software device; OpenGL may differ from it in single pixels and last bits. Clearing is not timed.
//
//     raster_bench --benchmark_enable_random_interleaving=true --benchmark_repetitions=3
//                  --benchmark_out=raster.json --benchmark_out_format=json
//     python3 bench/raster_table.py raster.json
#include "base/hash.hpp"
#include "bench/raster_scene.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <map>
#include <sstream>

namespace impinge::bench {
namespace {

using namespace raster;

struct NamedPass {
    std::string name;
    Pass pass;
};

std::vector<NamedPass> passes() {
    Pass stencil{.depth_write = false};
    stencil.stencil.front.passes = StencilOp::IncrementWrap;
    stencil.stencil.back.passes = StencilOp::DecrementWrap;
    Pass against_reference = stencil;
    against_reference.reference_ids[0] = Compare::NotEqual;
    return {{"depth", {}},
            {"stencil", stencil},
            {"reference", against_reference},
            {"ids", {.ids = {IdSource::Triangle, IdSource::Body}}},
            {"edges", {.primitive = Primitive::Edges, .depth_compare = Compare::LessEqual}},
            {"conservative", {.coverage = Coverage::Conservative, .depth = DepthOf::Near}}};
}

/// A device with its target, and the meshes it has seen.
class Bench {
  public:
    Bench(std::string name, std::unique_ptr<Device> device)
        : name_(std::move(name)), device_(std::move(device)),
          target_(device_->make_target(window_side, window_side).value()),
          reference_(device_->make_target(window_side, window_side).value()) {}

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const DeviceInfo& info() const { return device_->info(); }
    void measure(benchmark::State& state, const Pass& pass, double pixels);

  private:
    const Geometry& geometry(double pixels);
    /// Seconds on the clock, or an error.
    Expected<double> draw(const Pass& pass, const Geometry& mesh, Query* query);
    std::uint64_t hash();

    std::string name_;
    std::unique_ptr<Device> device_;
    std::unique_ptr<Target> target_;
    std::unique_ptr<Target> reference_; ///< empty, so that every fragment lies before it
    std::map<double, std::unique_ptr<Geometry>> meshes_;
};

const Mesh& pillow(double pixels) {
    static std::map<double, Pillow> made;
    return made.try_emplace(pixels, pixels).first->second.mesh();
}

const Geometry& Bench::geometry(double pixels) {
    auto& mesh = meshes_[pixels];
    if (!mesh) {
        mesh = device_->upload(pillow(pixels).view(), Parts::TrianglesAndEdges).value();
    }
    return *mesh;
}

Expected<double> Bench::draw(const Pass& pass, const Geometry& mesh, Query* query) {
    for (const Status& status :
         {device_->clear(*target_), device_->clear(*reference_), device_->finish()}) {
        if (!status) {
            return status.error();
        }
    }
    const auto start = std::chrono::steady_clock::now();
    const Status drawn = device_->draw(*target_, pillow_view(), pass,
                                       Draw{.geometry = &mesh, .query = query}, reference_.get());
    const Status finished = device_->finish();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (!drawn || !finished) {
        return !drawn ? drawn.error() : finished.error();
    }
    return elapsed.count();
}

std::uint64_t Bench::hash() {
    Hasher hasher;
    const std::vector<float> depths = device_->read_depth(*target_).value();
    const std::vector<std::uint8_t> stencils = device_->read_stencil(*target_).value();
    for (std::size_t pixel = 0; pixel < depths.size(); ++pixel) {
        hasher.add(double{depths[pixel]});
        hasher.add(std::uint64_t{stencils[pixel]});
    }
    for (const int plane : {0, 1}) {
        const std::vector<std::uint32_t> ids = device_->read_ids(*target_, plane).value();
        for (const std::uint32_t id : ids) {
            hasher.add(std::uint64_t{id});
        }
    }
    return hasher.digest();
}

void Bench::measure(benchmark::State& state, const Pass& pass, double pixels) {
    const Geometry& mesh = geometry(pixels);
    const auto samples = device_->make_query(QueryKind::Samples).value();
    const auto nanoseconds = device_->make_query(QueryKind::Nanoseconds).value();
    Pass every_fragment = pass;
    every_fragment.depth_compare = Compare::Always;
    if (const auto counted = draw(every_fragment, mesh, samples.get()); !counted) {
        state.SkipWithError(counted.error().message.c_str());
        return;
    }
    double seconds = 0;
    for (auto _ : state) {
        const auto elapsed = draw(pass, mesh, nanoseconds.get());
        if (!elapsed) {
            state.SkipWithError(elapsed.error().message.c_str());
            return;
        }
        state.SetIterationTime(*elapsed);
        seconds += *elapsed;
    }
    const std::size_t triangles = pillow(pixels).triangles.size();
    // Every edge of the pillow has two triangles.
    const std::size_t primitives =
        pass.primitive == Primitive::Edges ? triangles * 3 / 2 : triangles;
    const auto draws = static_cast<double>(state.iterations());
    const double device_seconds = 1e-9 * static_cast<double>(device_->result(*nanoseconds).value());
    const auto fragments = static_cast<double>(device_->result(*samples).value());
    state.counters["primitives"] = static_cast<double>(primitives);
    state.counters["fragments"] = fragments;
    state.counters["primitives_per_s"] = static_cast<double>(primitives) * draws / seconds;
    state.counters["pixels_per_s"] = fragments * draws / seconds;
    state.counters["device_ms"] = 1e3 * device_seconds / draws;
    std::ostringstream label;
    label << std::hex << hash() << " " << info().name;
    state.SetLabel(label.str());
}

/// One thread, all threads, and every OpenGL adapter that can be opened.
std::vector<std::unique_ptr<Bench>> benches() {
    std::vector<std::unique_ptr<Bench>> all;
    for (const unsigned threads : {1U, 0U}) {
        all.push_back(std::make_unique<Bench>(
            threads == 1 ? "software" : "software_all_cores",
            make_device(DeviceKind::Software, {}, Context(threads)).value()));
    }
    for (const DeviceReport& report : list_devices()) {
        if (report.kind == DeviceKind::OpenGl && report.info) {
            auto device = make_device(DeviceKind::OpenGl, {.adapter = report.adapter});
            if (device) {
                all.push_back(std::make_unique<Bench>("opengl_" + std::to_string(report.adapter),
                                                      std::move(*device)));
            }
        }
    }
    return all;
}

void add(Bench& bench, const NamedPass& named, double pixels) {
    std::ostringstream name;
    name << named.name << "/" << pixels << "px/" << bench.name();
    benchmark::RegisterBenchmark(name.str().c_str(),
                                 [&bench, pass = named.pass, pixels](benchmark::State& state) {
                                     bench.measure(state, pass, pixels);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->MinTime(0.05)
        ->UseManualTime();
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    using namespace impinge::bench;
    benchmark::Initialize(&argc, argv);
    const auto all = benches();
    for (const NamedPass& named : passes()) {
        for (const double pixels : {0.25, 1.0, 4.0, 8.0, 16.0, 64.0, 1024.0}) {
            for (const auto& bench : all) {
                const bool conservative =
                    named.pass.coverage == impinge::raster::Coverage::Conservative;
                if (!conservative || bench->info().conservative) {
                    add(*bench, named, pixels);
                }
            }
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
