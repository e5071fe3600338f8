// SPDX-License-Identifier: Apache-2.0
//
// Peers take turns at the frames of a scene of meshes, are timed, and their answers are held
// against the truth.
#pragma once

#include "bench/bench_run.hpp"
#include "bench/peers/mesh_scene.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace impinge::bench::peers {

struct MeshContestRules {
    std::size_t rounds = 5; ///< in each, everybody answers every frame
    /// Who is quicker answers all frames again until this much time is spent.
    double least_turn_milliseconds = 20;
    /// Who has spent more sits out the rounds that follow: slow ones are asked fewer times.
    double most_milliseconds = 2'000;
};

/// How one of them did.
struct MeshStanding {
    std::string name;
    std::string configuration;
    unsigned threads = 1;
    double setup_milliseconds = 0; ///< from the scene to being ready for the first question
    double setup_processor = 0;    ///< the same on all processors
    /// Milliseconds of each answer, by frame.
    std::vector<std::vector<double>> milliseconds{};
    std::vector<std::vector<double>> processor{}; ///< the same on all processors
    // Over all frames, once:
    std::uint64_t found = 0;           ///< pairs, or frames in which bodies meet
    std::uint64_t missing = 0;         ///< of what is true
    std::uint64_t invented = 0;        ///< said and not true
    std::uint64_t wrong_distances = 0; ///< off by more than 1e-9
    std::uint64_t hash = 0;            ///< of all it said, in order
};

struct MeshResult {
    std::vector<MeshStanding> standings;
    std::vector<std::string> absent; ///< those that cannot answer
    /// For reading every vertex and index of a frame once: nobody who looks at all of a frame can
    /// be faster.
    double read_milliseconds = 0;
};

MeshResult hold_mesh_contest(const MeshScene& scene, std::span<const MeshAnswer> truth,
                             std::span<const MeshEntrant> entrants, const MeshContestRules& rules);

/// Times are the mean over the frames, some of which take longer than others, of the median of
/// each.
Json to_json(const MeshStanding& standing);

} // namespace impinge::bench::peers
