// SPDX-License-Identifier: Apache-2.0
//
// A case file holds all that a check depends on, bit for bit, and what came out: someone who does
// not have the original files can run it again and see the same.
//
//     {"format": "impinge-case", ... counts, names, options, answer ...}\n
//     positions and indices of every mesh, poses, wishes: little endian, no padding, to the end
#pragma once

#include "impinge/assembly.hpp"
#include "impinge/unit.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::inline v0 {

struct CaseBody {
    std::string name;
    std::string file; ///< where it came from; not needed any more
    std::string group;
    std::size_t mesh = 0; ///< index into Case::meshes
    Rigid pose;
};

/// So many pairs, one after the other in the order (0, 1), (0, 2), ... (1, 2), ..., have one wish.
struct WishRun {
    std::uint64_t pairs = 0;
    PairWish wish;
};

struct Case {
    std::string impinge_version; ///< that wrote it
    std::optional<LengthUnit> unit;
    Detail detail = Detail::Pairs;
    bool touching_counts = false;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    std::vector<std::shared_ptr<const Mesh>> meshes;
    std::vector<CaseBody> bodies;
    std::vector<WishRun> wishes; ///< of all pairs of bodies
    /// AssemblyCheck::hash; absent in a case that was written before the check ran.
    std::optional<std::uint64_t> answer;
};

/// What is asked about the pairs of an assembly, as a list instead of a function.
std::vector<WishRun> wish_runs(const PairWishes& wishes, std::size_t bodies);
/// The wishes that such runs, which must cover all pairs, stand for.
PairWishes wishes_from(std::vector<WishRun> runs, std::size_t bodies);

std::string case_bytes(const Case& recorded);

/// Fails on anything but a whole case whose counts fit its size; meshes are valid. `name` stands
/// for the file in messages.
Expected<Case> parse_case(std::span<const char> bytes, const std::filesystem::path& name);
Expected<Case> read_case(const std::filesystem::path& path);

} // namespace impinge::inline v0
