// SPDX-License-Identifier: Apache-2.0
//
// What the window asks the checker, and what comes back.
#pragma once

#include "check/pair_extras.hpp"
#include "impinge/assembly.hpp"
#include "impinge/separation.hpp"
#include "scene/scene_state.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace impinge::viewer {

/// First body before second.
using PairOfBodies = std::pair<BodyIndex, BodyIndex>;

struct CheckedBody {
    std::shared_ptr<const Mesh> mesh;
    Rigid pose; ///< in the world
    Box3 box;   ///< of the mesh, in its own frame
    bool present = true;
};

inline constexpr std::size_t default_way_out_triangles = 200000;
/// The overlap of a pair that is not the measured one is looked for if it has no more triangles.
inline constexpr std::size_t small_overlap_triangles = 20000;
inline constexpr std::size_t default_overlap_triangles = 400000;

/// A body that is to go from where it is free towards somewhere, and no farther than to its first
/// contact.
struct SlideRequest {
    BodyIndex body = 0;
    Rigid placement; ///< applied before the poses, as ViewedBody has it
    Rigid from;      ///< the pose of the user
    Rigid to;
};

struct CheckRequest {
    Revision revision = 0;
    std::uint64_t serial = 0; ///< of the request itself
    std::vector<CheckedBody> bodies;
    PairWishes wishes;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    /// The pair whose nearest points and way out are wanted beside the verdicts.
    std::optional<PairOfBodies> measured;
    /// The way out of pairs of more triangles takes minutes, and is looked for on request.
    std::size_t way_out_triangles = default_way_out_triangles;
    WantedExtras extras;
    /// Of the measured pair; larger ones on request.
    std::size_t overlap_triangles = default_overlap_triangles;
    /// The user has let go: what is asked about earlier states need not be answered any more. While
    /// a body is dragged, verdicts that have been begun are still finished, so that a check that
    /// takes longer than a movement of the mouse tells something too.
    bool settled = true;
    std::optional<SlideRequest> slide;
};

/// What is known of a pair of bodies, as far as a check has come.
struct PairFinding {
    BodyIndex a = 0;
    BodyIndex b = 0;
    Verdict verdict = Verdict::Apart;
    Decision decision = Decision::Final;
    /// With curves and triangles, once they are known; of pairs that meet.
    std::shared_ptr<const Interference> contacts;
    double clearance = 0;            ///< wished for in the scene
    std::optional<Distance> nearest; ///< where nearer than that, or measured
    std::optional<Separation> way_out;
    std::shared_ptr<const OverlapFinding> overlap;  ///< where wanted
    std::shared_ptr<const FeatureFinding> features; ///< of the measured pair, where wanted
    bool too_near = false;

    [[nodiscard]] bool decided() const { return decision == Decision::Final; }
    /// The solids have more than their surfaces in common.
    [[nodiscard]] bool overlaps() const {
        return verdict != Verdict::Apart && verdict != Verdict::Touching;
    }
    [[nodiscard]] bool interferes() const { return overlaps() || too_near; }
};

/// The worst that is known of a body.
enum class BodyState : std::uint8_t { Unchecked, Clear, Touching, Undecided, Interfering };
const char* to_string(BodyState state);
/// Of both bodies, as far as the pair tells.
BodyState state_of_pair(const PairFinding& pair);

struct SlideOutcome {
    Rigid pose;             ///< of the user; the body is proved free there, if it was before
    bool stopped = false;   ///< before it arrived
    bool began_free = true; ///< it may move as it likes as long as it interferes anyway
    std::optional<PairOfBodies> stopped_by;
};

/// What two bodies can have in common lies in it.
struct InterestBox {
    PairOfBodies pair;
    Box3 box;
};

/// Which parts of a check are done.
enum class CheckStage : std::uint8_t { Verdicts, Contacts, Measures, Done };

struct CheckResult {
    Revision revision = 0;                   ///< of the state that was checked
    std::uint64_t serial = 0;                ///< of the request
    CheckStage stage = CheckStage::Verdicts; ///< what is yet to be done
    std::vector<PairFinding> pairs;          ///< that do not lie apart by their boxes, sorted
    std::vector<BodyState> states;           ///< one for each body of the request
    std::vector<InterestBox> interest; ///< where wanted; of pairs whose boxes have a common point
    std::size_t pairs_wished = 0;
    std::size_t pairs_asked = 0; ///< anew, since the result before
    double verdict_ms = 0;
    double total_ms = 0;
    std::optional<Error> error;
    std::optional<SlideOutcome> slide;

    [[nodiscard]] const PairFinding* find(PairOfBodies pair) const;
    /// The word for the whole scene: the worst of all bodies.
    [[nodiscard]] BodyState worst() const;
};

} // namespace impinge::viewer
