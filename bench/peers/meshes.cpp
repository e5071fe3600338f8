// SPDX-License-Identifier: Apache-2.0
//
// Triangle meshes, rigid, deforming and torn, asked of impinge and its peers:
//
//     peers_meshes [--scenes rigid_pairs,twist] [--triangles 10000,100000] [--only impinge,FCL]
//                  [--frames 8] [--rounds 5] [--seconds 2] [--check 100000] [--json FILE]
//
// The names of scenes are listed by an unknown one. --triangles takes the place of the sizes that
// each scene has of its own. Who has spent --seconds on a scene sits out its other rounds, and a
// peer that would need five times that for one round, judged by a smaller size, is not asked.
// Scenes of up to --check triangles are also asked of CGAL's exact predicates. FILE is written anew
// after each scene. Exits with 1 if an answer of impinge differs from the truth, or that from
// CGAL's.
#include "bench/peers/mesh_contest.hpp"
#include "bench/peers/mesh_scenes.hpp"
#include "bench/peers/mesh_truth.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>

namespace impinge::bench::peers {
namespace {

const BenchRun program("peers_meshes");

struct Options {
    std::vector<std::string> scenes;    ///< all if empty
    std::vector<std::size_t> triangles; ///< those of each scene if empty
    std::vector<std::string> only;      ///< all if empty
    std::size_t frames = 0;             ///< those of each scene if 0
    std::size_t check = 100'000;
    MeshContestRules rules;
    std::string json;
};

std::vector<std::string> words(const std::string& list) {
    std::vector<std::string> all;
    std::istringstream in(list);
    for (std::string word; std::getline(in, word, ',');) {
        all.push_back(word);
    }
    return all;
}

std::size_t positive(const std::string& text) {
    const long long value = std::atoll(text.c_str());
    if (value <= 0) {
        program.give_up("'" + text + "' is not a positive number");
    }
    return static_cast<std::size_t>(value);
}

std::vector<std::size_t> numbers(const std::string& list) {
    std::vector<std::size_t> all;
    for (const std::string& word : words(list)) {
        all.push_back(positive(word));
    }
    return all;
}

Options read_options(int argc, char** argv) {
    Options options;
    for (const auto& [name, value] : program.arguments(argc, argv)) {
        if (name == "--scenes") {
            options.scenes = words(value);
        } else if (name == "--triangles") {
            options.triangles = numbers(value);
        } else if (name == "--only") {
            options.only = words(value);
        } else if (name == "--frames") {
            options.frames = positive(value);
        } else if (name == "--rounds") {
            options.rules.rounds = positive(value);
        } else if (name == "--seconds") {
            options.rules.most_milliseconds = 1e3 * static_cast<double>(positive(value));
        } else if (name == "--check") {
            options.check = positive(value);
        } else if (name == "--json") {
            options.json = value;
        } else {
            program.give_up("no option is called " + name);
        }
    }
    return options;
}

template <typename Named>
std::vector<Named> wanted(std::vector<Named> all, const std::vector<std::string>& names) {
    std::string known;
    for (const Named& one : all) {
        known.append(known.empty() ? "" : "; ").append(one.name);
    }
    for (const std::string& name : names) {
        if (std::none_of(all.begin(), all.end(), [&](auto& one) { return one.name == name; })) {
            program.give_up(std::string(name).append(" is none of: ").append(known));
        }
    }
    if (!names.empty()) {
        std::erase_if(all, [&](const Named& one) {
            return std::find(names.begin(), names.end(), one.name) == names.end();
        });
    }
    return all;
}

void print(const Json& standing) {
    std::printf("  %-30s %10.4f %10.4f %10.1f %9llu %9llu %9llu  %s\n",
                standing["name"].get<std::string>().c_str(), standing["frame_ms"].get<double>(),
                standing["processor_ms"].get<double>(), standing["setup_ms"].get<double>(),
                standing["found"].get<unsigned long long>(),
                standing["missing"].get<unsigned long long>(),
                standing["invented"].get<unsigned long long>(),
                standing["hash"].get<std::string>().c_str());
    std::fflush(stdout);
}

/// "yes", "no", or "" where nobody was asked.
std::string same_as_cgal(const MeshScene& scene, std::span<const MeshAnswer> truth,
                         std::size_t most_triangles) {
    if (scene.triangles > most_triangles) {
        return "";
    }
    std::atomic<bool> asked = true;
    std::atomic<bool> same = true;
    tbb::parallel_for(std::size_t{0}, truth.size(), [&](std::size_t frame) {
        const auto pairs = cgal_pairs(scene, frame);
        if (!pairs) {
            asked = false;
        } else if (*pairs != truth[frame].pairs) {
            same = false;
        }
    });
    return !asked ? "" : same ? "yes" : "no";
}

bool is_ours(const std::string& name) { return name.starts_with("impinge"); }

bool is_right(const Json& entrant) {
    return entrant["missing"] == 0 && entrant["invented"] == 0 && entrant["wrong_distances"] == 0;
}

/// Which peers would take too long for a larger size of a scene, by the last one. Never the fastest
/// of those that are right, with which we are compared.
class Patience {
  public:
    explicit Patience(double most_milliseconds) : most_milliseconds_(most_milliseconds) {}

    [[nodiscard]] bool ends_with(const std::string& peer, const MeshScene& scene) const {
        const auto known = taken_.find(peer);
        if (known == taken_.end() || peer == fastest_) {
            return false;
        }
        const auto& [triangles, setup, frame] = known->second;
        const double growth = static_cast<double>(scene.triangles) / triangles;
        const double round = setup + frame * static_cast<double>(scene.frame_count());
        return growth > 1 && growth * round > most_milliseconds_;
    }
    void see(const Json& document) {
        double least = std::numeric_limits<double>::infinity();
        for (const Json& one : document["entrants"]) {
            if (is_ours(one["name"])) {
                continue;
            }
            const double frame = one["processor_ms"];
            taken_[one["name"]] = {document["triangles"], one["setup_processor_ms"], frame};
            if (is_right(one) && frame < least) {
                least = frame;
                fastest_ = one["name"];
            }
        }
    }

  private:
    struct Taken {
        double triangles = 0;
        double setup = 0; ///< milliseconds on the processor, which others do not lengthen
        double frame = 0;
    };
    double most_milliseconds_;
    std::map<std::string, Taken> taken_;
    std::string fastest_;
};

Json described(const MeshScene& scene) {
    std::size_t all = 0;
    for (const Mesh& mesh : scene.bodies) {
        all += mesh.triangles.size();
    }
    return {{"scene", scene.name},
            {"title", scene.title},
            {"triangles", scene.triangles},
            {"bodies", scene.bodies.size()},
            {"triangles_in_all", all},
            {"asked", to_string(scene.asked)},
            {"changes", to_string(scene.change)},
            {"frames", scene.frame_count()}};
}

Json measure(const MeshScene& scene, std::vector<MeshEntrant> entrants, const Options& options,
             Patience& patience) {
    Json document = described(scene);
    document["too_slow"] = Json::array();
    std::erase_if(entrants, [&](const MeshEntrant& entrant) {
        const bool too_slow = patience.ends_with(entrant.name, scene);
        if (too_slow) {
            document["too_slow"].push_back(entrant.name);
        }
        return too_slow;
    });
    std::printf("%s, %zu triangles: ms a frame, the same on the processor, ms to set up, found, "
                "missing, invented, hash\n",
                scene.name.c_str(), scene.triangles);
    const std::vector<MeshAnswer> truth = mesh_truth(scene);
    document["same_as_cgal"] = same_as_cgal(scene, truth, options.check);
    const MeshResult result = hold_mesh_contest(scene, truth, entrants, options.rules);
    document["read_ms"] = result.read_milliseconds;
    document["entrants"] = Json::array();
    for (const MeshStanding& standing : result.standings) {
        document["entrants"].push_back(to_json(standing));
        print(document["entrants"].back());
    }
    document["absent"] = result.absent;
    patience.see(document);
    std::printf("  %-30s %10.4f\n", "reading it once", result.read_milliseconds);
    return document;
}

bool all_of_ours_are_right(const Json& scene) {
    return scene["same_as_cgal"] != "no" &&
           std::all_of(scene["entrants"].begin(), scene["entrants"].end(),
                       [](const Json& one) { return !is_ours(one["name"]) || is_right(one); });
}

int run(int argc, char** argv) {
    const Options options = read_options(argc, argv);
    const std::vector<MeshEntrant> entrants = wanted(mesh_entrants(), options.only);
    Json document = machine_document("impinge-peers");
    document["rounds"] = options.rules.rounds;
    document["most_seconds"] = options.rules.most_milliseconds / 1e3;
    document["scenes"] = Json::array();
    for (const MeshSceneKind& kind : wanted(mesh_scene_kinds(), options.scenes)) {
        Patience patience(5 * options.rules.most_milliseconds);
        for (const std::size_t triangles :
             options.triangles.empty() ? kind.triangles : options.triangles) {
            const std::size_t frames = options.frames == 0 ? kind.frames : options.frames;
            document["scenes"].push_back(
                measure(kind.make(triangles, frames), entrants, options, patience));
            program.write(document, options.json);
        }
    }
    if (!std::all_of(document["scenes"].begin(), document["scenes"].end(), all_of_ours_are_right)) {
        std::fprintf(stderr, "peers_meshes: an answer of impinge is not true\n");
        return 1;
    }
    return 0;
}

} // namespace
} // namespace impinge::bench::peers

int main(int argc, char** argv) { return impinge::bench::peers::run(argc, argv); }
