// SPDX-License-Identifier: Apache-2.0
//
// Many bodies over time. Put bodies of any kind into a World, move them, and ask each frame which
// of them interfere:
//
//     void print_events(impinge::World& world, impinge::BodyId ball, const impinge::Rigid& next) {
//         if (const impinge::Status status = world.move(ball, next); !status) {
//             std::puts(status.error().message.c_str());
//         }
//         if (const auto step = world.step()) {
//             for (const impinge::WorldPair& pair : step->pairs) {
//                 const bool began = pair.phase == impinge::Phase::Began;
//                 std::printf("%u and %u %s\n", pair.a.index, pair.b.index,
//                             began ? "meet" : "stay");
//             }
//         }
//     }
//
// What is kept between frames (sorted boxes, witnesses) only saves time: every answer is a
// function of where the bodies stand, the same for any number of threads and any history.
//
// Thread rule: one thread at a time per World; step() itself uses the threads of its context.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/broadphase.hpp"
#include "impinge/collide.hpp"
#include "impinge/contacts.hpp"
#include "impinge/convex.hpp"
#include "impinge/distance.hpp"
#include "impinge/hierarchy.hpp"
#include "impinge/overlap.hpp"

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

/// Names a body of a world. Numbers of removed bodies are used again, with another generation, so
/// an old id never means a new body.
struct BodyId {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;

    friend auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// Two bodies are looked at if each one's groups and the other's mask have a bit in common.
struct PairFilter {
    std::uint32_t groups = 1;
    std::uint32_t mask = 0xFFFFFFFF;
};

struct BodyOptions {
    Rigid pose{};
    Mobility mobility = Mobility::Moving;
    PairFilter filter{};
};

/// How boxes follow polytopes (section 4.1 of the paper).
enum class BoxKind : std::uint8_t {
    Tight,     ///< the box of all world vertices
    FixedCube, ///< holds the polytope in any orientation
    WalkFaces, ///< dynamic, method 1: from the last extremal vertex through its Voronoi region
    WalkEdges, ///< dynamic, method 2: to ever more extremal neighbours
};

/// Who looks closely at bodies whose boxes overlap, in place of collide(): all pairs of a step at
/// once. Gives an Interference for each pair, in their order; called by the thread that steps.
/// Answers must not depend on anything but the bodies, or those of the World would.
/// imagespace::PeelingNarrowPhase is one.
using NarrowPhase = std::function<Expected<std::vector<Interference>>(
    std::span<const Body> bodies, std::span<const BoxPair> pairs, const CollideOptions& options,
    const Context& context)>;

struct WorldOptions {
    BroadPhaseMethod broad_phase = BroadPhaseMethod::Auto;
    BoxKind boxes = BoxKind::Tight; ///< of polytopes; all other bodies have tight boxes
    /// How verdicts on polytopes and convex parts are looked for. Answers do not depend on it.
    ConvexSearch convex_search = ConvexSearch::LinearProgram;
    /// Report the distance of pairs that are apart by no more than this (>= 0, finite). Boxes are
    /// grown by half of it before they are compared.
    double margin = 0;
    /// Verdict: convex pairs by convex_verdict(). Pairs, Curves: also all triangle pairs of each
    /// interfering pair, by the exact engine.
    Detail detail = Detail::Verdict;
    /// Fill WorldPair::penetration for overlapping polytopes.
    bool penetration = false;
    /// Fill WorldPair::closest for all pairs of polytopes whose boxes overlap, however far apart:
    /// all of these are listed.
    bool closest = false;
    /// Fill WorldPair::manifolds of pairs that interfere, with at most so many points each; 0: not.
    /// Interfering pairs are then looked at as with Detail::Pairs at least, but for polytopes.
    unsigned contact_points = 0;
    /// Fill WorldPair::overlap of pairs that interfere: regions with volumes and areas, by the
    /// exact engine, for bodies of any kind.
    bool overlaps = false;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids; ///< of bodies that were added as meshes
    /// Asked about pairs that the exact engine would else decide. By default that engine is.
    NarrowPhase narrow_phase = {};
};

/// Which method decided a pair.
enum class DecidedBy : std::uint8_t {
    ConvexProof, ///< of two polytopes: see convex_verdict()
    Hierarchy,   ///< the same for convex parts
    Exact,       ///< the exact engine, because a body is neither, or more detail was wanted
    /// The same, because convex_verdict() could not tell (touching, or near it).
    ExactAfterDoubt,
    Given,           ///< WorldOptions::narrow_phase, in place of the exact engine
    ClosestFeatures, ///< of two polytopes: a proof at their closest features (ConvexSearch)
};

IMPINGE_API const char* to_string(DecidedBy decided_by); ///< "convex-proof", "hierarchy", ...

enum class Phase : std::uint8_t { Began, Persisted };

/// Where two bodies that are apart are nearest to each other.
struct Gap {
    Vec3d point_a{};
    Vec3d point_b{};
    /// Unit, from A to B; zero if rounding left nothing between the points.
    Vec3d normal{};
};

/// Two bodies that interfere, that are within the margin, or of which it could not be told.
struct WorldPair {
    BodyId a; ///< a.index < b.index
    BodyId b;
    Verdict verdict = Verdict::Apart; ///< as collide() says it
    /// Whether that is the last word. Pairs of which it is not are always listed, Apart or not.
    Decision decision = Decision::Final;
    DecidedBy decided_by = DecidedBy::ConvexProof;
    /// Whether they interfered, were within the margin or undecided in the step before.
    Phase phase = Phase::Began;
    /// Between surfaces, if apart and within the margin: what distance() says, to rounding.
    std::optional<double> distance;
    /// Bodies of any kind: the nearest points, if apart and within the margin.
    std::optional<Gap> gap;
    /// Meshes: the nearest points and their triangles, if apart and within the margin.
    std::optional<Distance> nearest;
    /// Polytopes: closest points, if asked for or within the margin. Beyond the margin it may
    /// depend on earlier frames which of several equally close features are named.
    std::optional<ClosestFeatures> closest;
    std::optional<Penetration> penetration; ///< overlapping polytopes, if asked for
    /// Hierarchies: the leaves that are not apart. A polytope beside one is its part 1.
    std::vector<PartPair> parts;
    /// What contacts() says, if wanted; ids last from step to step as its header tells. None if
    /// cancelled, or where a surface without an inside lies in a solid. Of overlapping polytopes it
    /// is one manifold with normal and depth of penetration() and the points where the faces that
    /// look at each other most overlap, found in microseconds.
    std::vector<Manifold> manifolds;
    /// What overlap() says, if wanted; shared with later steps in which neither moved. None if
    /// cancelled.
    std::shared_ptr<const Overlap> overlap;
    /// What the exact engine said, if it was asked; shared with later steps in which neither moved.
    std::shared_ptr<const Interference> interference;

    /// Verdicts say so. A pair that is not decided() may interfere all the same.
    [[nodiscard]] bool interferes() const { return verdict != Verdict::Apart; }
    [[nodiscard]] bool decided() const { return decision == Decision::Final; }
};

struct EndedPair {
    BodyId a;
    BodyId b;

    friend auto operator<=>(const EndedPair&, const EndedPair&) = default;
};

/// Milliseconds of each stage of a step.
struct WorldTimes {
    double boxes = 0;
    double broad_phase = 0;
    double narrow_phase = 0;
    double total = 0;
};

struct WorldStep {
    /// Interfering, undecided, within the margin, or with `closest`; by (a, b).
    std::vector<WorldPair> pairs;
    /// Listed as interfering, undecided or within the margin before, not now.
    std::vector<EndedPair> ended;
    std::uint64_t candidates = 0;  ///< pairs whose boxes overlap and that pass the filters
    std::uint64_t interfering = 0; ///< of pairs
    std::uint64_t undecided = 0;   ///< of pairs; only if 0 are all others free of each other
    std::uint64_t asked_exact = 0; ///< how many the exact engine decided
    /// Of candidates: settled at their closest features, if these were searched.
    std::uint64_t settled_by_features = 0;
    BroadPhaseMethod broad_phase = BroadPhaseMethod::BruteForce; ///< used, with its reason:
    std::string_view broad_phase_reason;
    std::uint64_t swaps = 0; ///< of endpoints
    /// Cancelled: pairs not looked at are listed with verdict Touching, decision Cancelled and a
    /// partial interference; distances and penetrations may be missing.
    bool partial = false;
    /// Digest of bodies, verdicts, distances, manifolds, overlaps and what the exact engine said of
    /// all pairs that interfere, are undecided or within the margin: equal for any number of
    /// threads, method, kind of boxes and past.
    std::uint64_t hash = 0;
    WorldTimes milliseconds;
};

class World {
  public:
    explicit IMPINGE_API World(const WorldOptions& options = {});
    IMPINGE_API World(World&&) noexcept;
    IMPINGE_API World& operator=(World&&) noexcept;
    IMPINGE_API ~World();

    /// Fails if a coordinate of the body or its pose is not finite, if its scale is not positive,
    /// if a mesh names vertices it does not have, or if memory runs out: the world is then as it
    /// was. Bodies made of one Polytope share it.
    IMPINGE_API Expected<BodyId> add(const Polytope& shape, const BodyOptions& options = {});
    IMPINGE_API Expected<BodyId> add(Hierarchy shape, const BodyOptions& options = {});
    /// Any mesh: concave, of several parts, open. If it is convex or made of convex parts, adding a
    /// Polytope or a Hierarchy instead is faster.
    IMPINGE_API Expected<BodyId> add(Mesh mesh, const BodyOptions& options = {});

    // All of these fail, with a sentence, if there is no such body (any more).
    IMPINGE_API Status remove(BodyId body);
    /// Also fails if the pose is not finite or its scale not positive. Polytopes and hierarchies in
    /// a pose that is no turn (to 1e-9), or that mirrors, are decided by the exact engine.
    IMPINGE_API Status move(BodyId body, const Rigid& pose);
    /// New positions of all vertices of a body added as a mesh; as many as there were.
    IMPINGE_API Status deform(BodyId body, std::span<const Vec3d> positions);
    /// A new mesh, with other triangles if need be, for a body of any kind.
    IMPINGE_API Status deform(BodyId body, Mesh mesh);
    /// Articulates a body added as a hierarchy.
    IMPINGE_API Status set_part_pose(BodyId body, PartId part, const Rigid& pose_in_parent);
    IMPINGE_API Status set_filter(BodyId body, const PairFilter& filter);
    IMPINGE_API Status set_mobility(BodyId body, Mobility mobility);

    [[nodiscard]] IMPINGE_API std::size_t size() const;
    [[nodiscard]] IMPINGE_API Expected<Rigid> pose(BodyId body) const;
    [[nodiscard]] IMPINGE_API Expected<Box3> box(BodyId body) const; ///< as of the last step

    /// Which bodies interfere where they now stand. Pairs of bodies that did not move since the
    /// last step keep their answers. Fails if a pose makes a coordinate infinite: mend that pose
    /// and step again, nothing is lost. Fails if memory runs out: the next step that has enough
    /// says what it would have said, but all pairs begin anew.
    IMPINGE_API Expected<WorldStep> step(const Context& context = {});

    struct Data;

  private:
    std::unique_ptr<Data> data_;
};

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
