// SPDX-License-Identifier: Apache-2.0
//
// collide and self_intersections on sample scenes of growing size, beside the peers in the same
// run. Every line carries what was found, so that a fast wrong answer does not pass for a fast one.
//
//     collide_bench --benchmark_enable_random_interleaving=true --benchmark_repetitions=5
//                   --benchmark_out=collide.json --benchmark_out_format=json
//     python3 bench/peers_table.py collide.json
#include "bench/peers.hpp"
#include "impinge/collide.hpp"
#include "impinge/self_intersections.hpp"
#include "scenes/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <sstream>

namespace impinge::bench {
namespace {

/// One scene at one size. Made when first asked for: a filtered run makes only what it measures.
class Case {
  public:
    Case(std::string scene, std::size_t triangles_per_body)
        : scene_(std::move(scene)), triangles_(triangles_per_body) {}

    [[nodiscard]] std::string name() const {
        return scene_ + "/" + std::to_string(triangles_ / 1000) + "k";
    }
    const Mesh& a() { return bodies().front().mesh; }
    const Mesh& b() { return bodies().back().mesh; }

  private:
    std::vector<NamedBody>& bodies() {
        if (made_.empty()) {
            const bool alone = make_scene(scene_)->bodies.size() == 1;
            made_ = make_scene(scene_, {.triangles = triangles_ * (alone ? 1 : 2)})->bodies;
        }
        return made_;
    }

    std::string scene_;
    std::size_t triangles_;
    std::vector<NamedBody> made_;
};

std::string hex(std::uint64_t value) {
    std::ostringstream text;
    text << std::hex << value;
    return text.str();
}

void show(benchmark::State& state, const Counters& counters, std::uint64_t pairs) {
    state.counters["pairs"] = static_cast<double>(pairs);
    state.counters["in_region"] = static_cast<double>(counters.triangles_in_region);
    state.counters["after_bins"] = static_cast<double>(counters.triangles_after_bins);
    state.counters["candidates"] = static_cast<double>(counters.candidate_pairs);
}

void measure_collide(benchmark::State& state, Case& scene, Detail detail, unsigned threads) {
    const Body a{scene.a().view()};
    const Body b{scene.b().view()};
    Interference found;
    for (auto _ : state) {
        found = collide(a, b, {.detail = detail}, Context(threads)).value();
    }
    show(state, found.counters, found.pairs.size());
    state.SetLabel(std::string(to_string(found.verdict)) + " " + hex(found.hash));
}

/// The verdict when the caller keeps what diagnose() said, as peers keep their trees.
void measure_diagnosed(benchmark::State& state, Case& scene) {
    const Diagnosis of_a = diagnose(scene.a().view()).value();
    const Diagnosis of_b = diagnose(scene.b().view()).value();
    const Body a{scene.a().view(), {}, &of_a};
    const Body b{scene.b().view(), {}, &of_b};
    Interference found;
    for (auto _ : state) {
        found = collide(a, b, {}, Context(1)).value();
    }
    show(state, found.counters, found.pairs.size());
    state.SetLabel(std::string(to_string(found.verdict)) + " " + hex(found.hash));
}

void measure_self(benchmark::State& state, Case& scene, unsigned threads) {
    SelfIntersections found;
    for (auto _ : state) {
        found = self_intersections(scene.a().view(), {}, Context(threads)).value();
    }
    show(state, found.counters, found.pairs.size());
    state.SetLabel(hex(found.hash));
}

void measure_peer(benchmark::State& state, const Answer& answer) {
    std::uint64_t pairs = 0;
    for (auto _ : state) {
        pairs = answer();
    }
    state.counters["pairs"] = static_cast<double>(pairs);
}

void add(const std::string& name, std::function<void(benchmark::State&)> measure) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(measure))
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
}

std::string to_text(Question question) {
    return question == Question::Meet ? "verdict" : question == Question::Pairs ? "pairs" : "self";
}

void add_ours(Case& scene, Question question) {
    for (const unsigned threads : {1U, 0U}) {
        const std::string who = threads == 1 ? "impinge" : "impinge_all_cores";
        add(scene.name() + "/" + to_text(question) + "/" + who, [&, question,
                                                                 threads](auto& state) {
            if (question == Question::Self) {
                measure_self(state, scene, threads);
            } else {
                const bool verdict = question == Question::Meet;
                measure_collide(state, scene, verdict ? Detail::Verdict : Detail::Pairs, threads);
            }
        });
    }
}

void add_diagnosed(Case& scene) {
    add(scene.name() + "/verdict/impinge_diagnosed",
        [&](auto& state) { measure_diagnosed(state, scene); });
}

void add_peer(Case& scene, Question question, const Peer& peer) {
    const auto asked = std::find(peer.questions.begin(), peer.questions.end(), question);
    if (asked == peer.questions.end()) {
        return;
    }
    const std::string name = scene.name() + "/" + to_text(question) + "/" + peer.name;
    add(name + "_prebuilt", [&, question](auto& state) {
        measure_peer(state, peer.prepare(question, scene.a(), scene.b()));
    });
    add(name + "_build", [&, question](auto& state) {
        measure_peer(state, [&] { return peer.prepare(question, scene.a(), scene.b())(); });
    });
    if (peer.prepare_refitting) {
        add(name + "_refit", [&, question](auto& state) {
            measure_peer(state, peer.prepare_refitting(question, scene.a(), scene.b()));
        });
    }
}

std::vector<Peer> peers() {
    std::vector<Peer> all;
#ifdef IMPINGE_BENCH_FCL
    all.push_back(fcl_peer());
#endif
#ifdef IMPINGE_BENCH_CGAL
    all.push_back(cgal_tree_peer());
    all.push_back(cgal_boxes_peer());
#endif
    return all;
}

} // namespace
} // namespace impinge::bench

int main(int argc, char** argv) {
    using namespace impinge::bench;
    benchmark::Initialize(&argc, argv);
    const std::vector<Peer> all_peers = peers();
    std::vector<std::unique_ptr<Case>> cases;
    const auto ask = [&](const char* scene, std::size_t triangles, Question question) {
        Case& added = *cases.emplace_back(std::make_unique<Case>(scene, triangles));
        add_ours(added, question);
        if (question == Question::Meet) {
            add_diagnosed(added);
        }
        for (const Peer& peer : all_peers) {
            add_peer(added, question, peer);
        }
    };
    for (const std::size_t triangles : {10'000U, 100'000U, 400'000U}) {
        for (const char* scene : {"bumpy-spheres", "bumpy-spheres-near", "torus-knots",
                                  "jaws-biting", "cavity", "gears"}) {
            ask(scene, triangles, Question::Meet);
        }
        for (const char* scene : {"bumpy-spheres", "torus-knots", "jaws-biting"}) {
            ask(scene, triangles, Question::Pairs);
        }
        for (const char* scene : {"cloth", "cloth-crossing"}) {
            ask(scene, triangles, Question::Self);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
