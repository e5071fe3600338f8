// SPDX-License-Identifier: Apache-2.0
//
// Every pair of bodies, one against the other: the work behind `impinge check`.
#pragma once

#include "check/measures.hpp"
#include "impinge/assembly.hpp"
#include "impinge/broadphase.hpp"
#include "impinge/clearance_histogram.hpp"
#include "impinge/clearance_pairs.hpp"
#include "impinge/containment.hpp"
#include "input/loaded_body.hpp"
#include "sampled/sampled_arguments.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace impinge::cli {

/// Which pairs a report names one by one; counts always cover all.
enum class Listed : std::uint8_t { All, NotApart };

/// Who examined the pairs, if not the exact engine, and what it says beyond `answer`.
struct SampledAnswers {
    SampledRequest request;
    std::vector<MethodAnswer> pairs; ///< of `answer.pairs`, in the same order, without pixel maps
    std::optional<imagespace::EdgeRays> edge_rays = {}; ///< if they looked at all bodies at once
    std::uint64_t unwished_pairs = 0; ///< that edge rays looked at without being asked

    [[nodiscard]] const char* method() const { return request.method->name; }
    [[nodiscard]] const char* device() const { return raster::to_string(request.device); }
    [[nodiscard]] bool localised() const {
        return request.edge_rays.localisation == imagespace::Localisation::Crossings;
    }
};

/// What may help with a pair that was left open.
struct PairAdvice {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    ContainmentAdvice containment;
};

/// Triangles of a pair that are within its clearance.
struct PairNearTriangles {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    ClearancePairs found;
};

/// How much of the surfaces of a pair is within its clearance, and within parts of it.
struct PairHistogram {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    ClearanceHistogram found;
};

struct Examination {
    std::optional<LengthUnit> unit;
    std::vector<LoadedBody> bodies;
    PairWishes wishes;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    std::vector<std::string> hints = {}; ///< what files hold that was not made use of
    Detail detail = Detail::Pairs;
    bool clearance_given = false; ///< for all pairs, be it 0
    AssemblyCheck answer;
    std::vector<PairAdvice> advice;    ///< on pairs that were left open, sorted like those
    Measuring measuring;               ///< what is asked about overlaps
    std::vector<PairMeasure> measures; ///< of pairs that interfere, if asked for, sorted likewise
    std::vector<PairContact> contacts; ///< of pairs that touch, likewise
    std::vector<PairNearTriangles> near_triangles;
    std::vector<PairHistogram> histograms;
    Interference apart;             ///< the answer about pairs that `answer` does not name
    std::vector<BoxPair> on_device; ///< pairs that a device was asked about, sorted, if exactly
    std::string device_reason;      ///< why it was, or was not; empty if nobody had to choose
    std::optional<SampledAnswers> sampled;
    bool partial = false; ///< interrupted: bodies or answers are missing
    double read_ms = 0;
    double diagnose_ms = 0;
    double collide_ms = 0;
    double total_ms = 0;

    /// Whether distances were asked for, of some pairs at least.
    [[nodiscard]] bool tells_distances() const {
        return clearance_given || wishes.largest_clearance > 0;
    }
    /// Whether a clearance was asked for of this pair.
    [[nodiscard]] bool wants_clearance(const AssemblyPair& pair) const {
        return clearance_given || pair.clearance > 0;
    }
    [[nodiscard]] std::uint64_t candidate_triangle_pairs() const;
    /// Pairs that rules, groups or --ignore keep from being looked at.
    [[nodiscard]] std::uint64_t ignored_pairs() const;
    /// Pairs that the broad phase settled: their boxes (AABBs) do not overlap.
    [[nodiscard]] std::uint64_t settled_by_boxes() const;
};

/// How often each verdict was given, over all pairs that were asked about; what an interrupted pair
/// has so far is not a verdict unless it is final.
struct VerdictCounts {
    std::uint64_t apart = 0;
    std::uint64_t touching = 0;
    std::uint64_t crossing = 0;
    std::uint64_t a_inside_b = 0;
    std::uint64_t b_inside_a = 0;
    std::uint64_t same = 0;
    std::uint64_t undecided = 0;
    std::uint64_t too_near = 0;            ///< of all these, nearer than wanted
    std::uint64_t within_tolerance = 0;    ///< of those that touch, crossing no deeper than allowed
    std::uint64_t within_facet_error = 0;  ///< of those that cross, no deeper than chord errors
    std::uint64_t explained_by_facets = 0; ///< of those that cross, no deeper than facets explain

    [[nodiscard]] std::uint64_t inside() const { return a_inside_b + b_inside_a; }
    /// What the exit status says.
    [[nodiscard]] bool interfere(bool touching_counts_too) const {
        return crossing + inside() + same + too_near + (touching_counts_too ? touching : 0) > 0;
    }
};
VerdictCounts count_verdicts(const Examination& examination);

/// An interrupted query still has the last word when it has found a crossing.
bool is_decided(const Interference& result);

/// What the sampled method said of a pair; null if the exact engine or the boxes settled it.
const MethodAnswer* sampled_answer(const Examination& examination, const AssemblyPair& pair);

/// A sampled method left something over: the pair is not known to be apart.
bool could_not_tell(const Examination& examination, const AssemblyPair& pair);

/// Surfaces are known, but a mesh without an inside may hold the other body.
bool is_left_open(const AssemblyPair& pair);

/// Nearer than wanted. What is exactly as near as wanted is near enough.
bool is_too_near(const AssemblyPair& pair);

/// What is said of this pair in a list that is sorted by (a, b); null if nothing is.
template <typename Entry>
const Entry* entry_of(const std::vector<Entry>& entries, const AssemblyPair& pair) {
    const auto found = std::lower_bound(
        entries.begin(), entries.end(), pair, [](const Entry& entry, const AssemblyPair& wanted) {
            return std::pair(entry.a, entry.b) < std::pair(wanted.a, wanted.b);
        });
    return found != entries.end() && found->a == pair.a && found->b == pair.b ? &*found : nullptr;
}

/// Null if it was not measured.
const PairMeasure* measure_of(const Examination& examination, const AssemblyPair& pair);

/// Whether the bodies cross, but provably no deeper than the tolerance for them.
bool is_within_tolerance(const Examination& examination, const AssemblyPair& pair);

/// Of pairs that cross and were held against the chord errors of their bodies: whether they
/// provably cross no deeper than both together.
std::optional<bool> is_within_facet_error(const Examination& examination, const AssemblyPair& pair);

/// Calls visit(pair) in the order of (a, b). NotApart means: not apart, or no farther than the
/// clearance wished for. Pairs that were interrupted before anything was found are left out.
void for_each_pair(const Examination& examination, Listed listed,
                   const std::function<void(const AssemblyPair&)>& visit);

bool is_wished(const PairWishes& wishes, std::uint32_t a, std::uint32_t b);

/// Pairs that are asked about.
std::uint64_t count_wished(const Examination& examination);

/// Those of them whose boxes overlap.
std::vector<BoxPair> pairs_that_may_meet(const Examination& examination, const Context& context);

/// What is wrong with each body; with its time.
Status diagnose(Examination& examination, Told told, const Context& context);

/// Of a query about all bodies, which names them by their index: a person knows them by their
/// files.
Error naming_files(Error error, std::span<const LoadedBody> bodies);

/// Nearest points of all pairs that are not apart, which have them only if a clearance was wished
/// for; stops early when the context is cancelled.
Status measure_interfering(Examination& examination, const Context& context);

/// What `measuring` asks for. Fills `measures` and `contacts`; stops early when the context is
/// cancelled.
Status measure_overlaps(Examination& examination, const Context& context);

/// Checks all pairs of the bodies. Fills `answer`, `apart`, `on_device`, `device_reason`, `partial`
/// and `collide_ms`.
Status examine_pairs(Examination& examination, const ExactDeviceRequest& where,
                     const Context& context);

/// "cpu" or "opengl".
const char* exact_device_of(const Examination& examination, const AssemblyPair& pair);

/// Help with pairs that are left open because a mesh is not a solid: what is probably the case.
/// Never a proof, and no verdict hangs on it. Fills `advice` for the first of them; stops early
/// when the context is cancelled.
Status advise(Examination& examination, const Context& context);

/// Null if there is none.
const PairAdvice* advice_on(const Examination& examination, const AssemblyPair& pair);

} // namespace impinge::cli
