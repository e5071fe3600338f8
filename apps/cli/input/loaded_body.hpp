// SPDX-License-Identifier: Apache-2.0
//
// The bodies named on the command line: read, measured, and examined for being solids.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/scene_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0 {
struct WorldMesh;
}

namespace impinge::cli {

struct LoadedBody {
    std::string name; ///< unique within one run
    std::string file; ///< as the user wrote it, or where the scene file says
    std::string group;
    std::shared_ptr<const Mesh> mesh; ///< shared by bodies of the same part
    Rigid pose;
    Box3 box;                                   ///< AABB of all triangles where they stand
    std::shared_ptr<const Diagnosis> diagnosis; ///< absent if not asked for, or interrupted
    /// Where it stands, for the first query that can use it. Absent if that would be a copy of its
    /// vertices, or it cannot stand there; where it is, validate() accepts the mesh.
    std::shared_ptr<WorldMesh> placed;
    BodyFacts facts = {}; ///< its chord error where it stands

    /// For queries; valid as long as this object lives.
    [[nodiscard]] Body body() const { return {mesh->view(), pose, diagnosis.get()}; }
    [[nodiscard]] bool known_open() const { return diagnosis && !diagnosis->solid(); }
};

LoadedBody loaded(PlacedBody placed, const Context& context);

/// All of them for a query; valid as long as these objects live.
std::vector<Body> bodies_of(std::span<const LoadedBody> bodies);

/// The mesh where it stands.
Mesh world_mesh(const LoadedBody& body);

/// What is told of bodies: whether they are solids and of how many parts, which is quicker; or all
/// that Diagnosis::remarks() says.
enum class Told : std::uint8_t { Solidity, Everything };

/// Fills in every diagnosis that is missing, once for bodies that share a mesh; stops early when
/// the context is cancelled. The error names the file.
Status diagnose_bodies(std::span<LoadedBody> bodies, Told told, const Context& context);

/// "note: NAME is not a solid (12 open edges)"
std::string solid_note(const LoadedBody& body);
/// "note: NAME has 2 parts that bound nothing (impinge diagnose tells which)\n", if so.
std::string redundant_note(const LoadedBody& body);
/// For what needs a body with an inside: the error says which one has none, and ends in `why`.
Error not_a_solid(const LoadedBody& body, std::string_view why);
/// An error of a query about one body, with the file before it.
Error about(const LoadedBody& body, const Error& error);

} // namespace impinge::cli
