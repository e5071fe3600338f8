// SPDX-License-Identifier: Apache-2.0
//
// The road of an assembly: world boxes (AABBs), the broad phase over them, the pairs that were
// wished for, and the narrow phase on each: collide() and within().
#include "world/check_all.hpp"

#include "base/body_name.hpp"
#include "base/hash.hpp"
#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "broadphase/box_pairs.hpp"
#include "exact/collide.hpp"
#include "exact/result_hash.hpp"
#include "exact/snapshot_data.hpp"
#include "world/weighted_work.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace impinge::inline v0 {
namespace {

/// Whether the meshes of an assembly are solids, found out at most once for each and only when some
/// pair needs to know.
class SharedSolidity {
  public:
    /// Bodies that view the same arrays are examined as one.
    explicit SharedSolidity(std::span<const Body> bodies);

    /// Of the mesh of one of these bodies, which validate() accepts. Safe from many threads: others
    /// that want the same mesh wait. So nobody may call it from inside the thread pool with a
    /// context of more than one thread: a waiting thread could be handed the work it waits for.
    MeshSolidity of(const MeshView& mesh, const Context& context);

  private:
    struct Entry {
        std::mutex mutex;
        std::optional<MeshSolidity> solidity;
    };
    using Key = std::tuple<const void*, std::size_t, std::size_t, Scalar, const void*, std::size_t>;
    static Key key_of(const MeshView& mesh);

    std::map<Key, Entry> entries_;
};

SharedSolidity::SharedSolidity(std::span<const Body> bodies) {
    for (const Body& body : bodies) {
        entries_.try_emplace(key_of(body.mesh));
    }
}

MeshSolidity SharedSolidity::of(const MeshView& mesh, const Context& context) {
    Entry& entry = entries_.at(key_of(mesh));
    const std::lock_guard lock(entry.mutex);
    if (!entry.solidity) {
        MeshSolidity found = solidity_of_valid(mesh, context);
        if (context.cancelled()) {
            return found;
        }
        entry.solidity = std::move(found);
    }
    return *entry.solidity;
}

SharedSolidity::Key SharedSolidity::key_of(const MeshView& mesh) {
    return {mesh.data(),   mesh.vertex_count(),     mesh.stride_bytes(),
            mesh.scalar(), mesh.triangles().data(), mesh.triangle_count()};
}

using SharedSnapshot = std::shared_ptr<const SnapshotData>;
/// Of each body, null if it is to be placed; empty if all are.
using WorldMeshesGiven = std::span<const std::shared_ptr<WorldMesh>>;

/// The bodies where they stand.
struct PlacedBodies {
    /// Of the world vertices of each body, bit for bit those the queries decide about; empty for a
    /// mesh without triangles.
    std::vector<Box3> boxes;
    /// Null for those that are too many to be kept: they are placed for each pair anew.
    std::vector<SharedSnapshot> snapshots;
};

/// How many of the bodies are kept where they stand. They may be very many that view one mesh in
/// many poses; what is kept of them takes half a gigabyte at most.
std::size_t count_kept(std::span<const Body> bodies) {
    constexpr std::size_t most_vertices = (std::size_t{1} << 29) / sizeof(Vec3d);
    std::size_t vertices = 0;
    std::size_t kept = 0;
    while (kept < bodies.size() && bodies[kept].mesh.vertex_count() <= most_vertices - vertices) {
        vertices += bodies[kept++].mesh.vertex_count();
    }
    return kept;
}

Expected<SharedSnapshot> snapshot_of(std::span<const Body> bodies, std::size_t index,
                                     WorldMeshesGiven given, const Context& context) {
    if (index < given.size() && given[index]) {
        return std::make_shared<const SnapshotData>(bodies[index], std::move(*given[index]),
                                                    Queries::Some);
    }
    return take_snapshot(bodies[index], body_number(index), Queries::Some, context);
}

/// Fails on the first body that collide() would refuse, naming it by its index: "body 3: vertex 7
/// is not finite". Meaningless once the context is cancelled.
Expected<PlacedBodies> place_bodies(std::span<const Body> bodies, WorldMeshesGiven given,
                                    const Context& context) {
    std::vector<std::uint64_t> weights;
    weights.reserve(bodies.size());
    for (const Body& body : bodies) {
        weights.push_back(body.mesh.vertex_count() + body.mesh.triangle_count());
    }
    PlacedBodies placed{.boxes = std::vector<Box3>(bodies.size()),
                        .snapshots = std::vector<SharedSnapshot>(bodies.size())};
    const std::size_t kept = count_kept(bodies);
    std::vector<Status> failures(bodies.size());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& inner) {
        auto snapshot = snapshot_of(bodies, i, given, inner);
        if (!snapshot) {
            failures[i] = snapshot.error();
            return;
        }
        placed.boxes[i] = (*snapshot)->mesh().box;
        if (i < kept) {
            placed.snapshots[i] = std::move(*snapshot);
        }
    });
    for (const Status& status : failures) {
        if (!status) {
            return status.error();
        }
    }
    return placed;
}

bool is_clearance(double value) { return value >= 0 && std::isfinite(value); }

PairWish wish_of(const PairWishes& wishes, std::uint32_t a, std::uint32_t b) {
    return wishes.of ? wishes.of(a, b) : PairWish{.clearance = wishes.largest_clearance};
}

std::uint64_t all_pairs(std::uint64_t bodies) { return bodies < 2 ? 0 : bodies * (bodies - 1) / 2; }

/// Also when cancelled: how much was asked does not depend on how much was done.
std::uint64_t count_wished(std::size_t bodies, const AssemblyOptions& options, unsigned threads) {
    if (!options.wishes.of) {
        return all_pairs(bodies);
    }
    constexpr std::size_t bodies_per_chunk = 16;
    std::vector<std::uint64_t> counts(chunk_count(bodies, bodies_per_chunk), 0);
    const Context uninterrupted(threads);
    for_each_chunk(uninterrupted, bodies, bodies_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t a = chunk.begin; a < chunk.end; ++a) {
            for (std::size_t b = a + 1; b < bodies; ++b) {
                const PairWish wish = wish_of(options.wishes, static_cast<std::uint32_t>(a),
                                              static_cast<std::uint32_t>(b));
                counts[chunk.index] += wish.check ? 1 : 0;
            }
        }
    });
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// What distances are wrong by at most, and more: within() rounds, and what it would call within
/// the clearance must not be lost to boxes that are more exact.
double rounding_of_distances(std::span<const Box3> boxes) {
    double largest = 0;
    for (const Box3& box : boxes) {
        for (int axis = 0; !is_empty(box) && axis < 3; ++axis) {
            largest = std::max({largest, std::abs(box.min[axis]), std::abs(box.max[axis])});
        }
    }
    return largest * 0x1p-44;
}

/// A pair to be looked at, with nothing known about it yet.
struct AssemblyCandidate {
    AssemblyPair pair;
    bool boxes_overlap = false;
    std::optional<Interference> told = {}; ///< from elsewhere
};

class Assembly {
  public:
    Assembly(std::span<const Body> bodies, PlacedBodies placed, const AssemblyOptions& options,
             const InterferenceSource& elsewhere)
        : bodies_(bodies), placed_(std::move(placed)), options_(options), elsewhere_(elsewhere),
          solidity_(bodies) {}

    Expected<std::vector<AssemblyCandidate>> find_candidates(const Context& context) const;
    /// The first failure in the order of the candidates.
    Status examine(std::span<AssemblyCandidate> candidates, const Context& context);
    Status ask_elsewhere(std::span<AssemblyCandidate> candidates, const Context& context);

  private:
    /// A body's own, or one for this pair.
    [[nodiscard]] Expected<SharedSnapshot> snapshot_of(std::uint32_t index,
                                                       const Context& context) const;
    Status examine_one(AssemblyCandidate& candidate, const Context& context);
    Expected<Interference> interference_of(AssemblyCandidate& candidate, const SnapshotData& a,
                                           const SnapshotData& b, const Context& context);

    std::span<const Body> bodies_;
    PlacedBodies placed_;
    const AssemblyOptions& options_;
    const InterferenceSource& elsewhere_;
    SharedSolidity solidity_;
};

Expected<std::vector<AssemblyCandidate>> Assembly::find_candidates(const Context& context) const {
    const std::span<const Box3> boxes = placed_.boxes;
    const double rounding = rounding_of_distances(boxes);
    const double largest = options_.wishes.largest_clearance;
    const double margin = largest > 0 ? largest + rounding : 0;
    std::vector<AssemblyCandidate> candidates;
    for (const BoxPair& near : box_pairs(boxes, margin, context)) {
        const PairWish wish = wish_of(options_.wishes, near.a, near.b);
        if (!wish.check) {
            continue;
        }
        AssemblyCandidate candidate;
        candidate.pair.a = near.a;
        candidate.pair.b = near.b;
        candidate.pair.clearance = wish.clearance;
        if (!is_clearance(wish.clearance) || wish.clearance > largest) {
            return about_pair(candidate.pair.a, candidate.pair.b,
                              {ErrorCode::InvalidArgument,
                               "clearance: must be a number from 0 to largest_clearance"});
        }
        candidate.boxes_overlap = boxes_overlap(boxes[near.a], boxes[near.b]);
        candidate.pair.interference.partial = true; // until it was looked at
        candidate.pair.interference.decision = Decision::Cancelled;
        if (candidate.boxes_overlap ||
            (wish.clearance > 0 &&
             boxes_near(boxes[near.a], boxes[near.b], wish.clearance + rounding))) {
            candidates.push_back(std::move(candidate));
        }
    }
    return candidates;
}

/// What collide() says of two bodies whose boxes are disjoint.
Interference apart_by_boxes(const Context& context) {
    Interference nothing;
    nothing.partial = context.cancelled();
    nothing.decision = nothing.partial ? Decision::Cancelled : Decision::Final;
    nothing.hash = hash_of(nothing);
    return nothing;
}

Expected<SharedSnapshot> Assembly::snapshot_of(std::uint32_t index, const Context& context) const {
    if (const SharedSnapshot& kept = placed_.snapshots[index]) {
        return kept;
    }
    return take_snapshot(bodies_[index], body_number(index), Queries::One, context);
}

Status Assembly::ask_elsewhere(std::span<AssemblyCandidate> candidates, const Context& context) {
    std::vector<BoxPair> pairs;
    std::vector<AssemblyCandidate*> asked;
    for (AssemblyCandidate& candidate : candidates) {
        if (candidate.boxes_overlap) {
            pairs.push_back({candidate.pair.a, candidate.pair.b});
            asked.push_back(&candidate);
        }
    }
    auto told = elsewhere_(pairs, {.detail = options_.detail, .open_meshes = options_.open_meshes},
                           context);
    if (!told) {
        return told.error();
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
        asked[i]->told = std::move((*told)[i]);
    }
    return {};
}

Expected<Interference> Assembly::interference_of(AssemblyCandidate& candidate,
                                                 const SnapshotData& a, const SnapshotData& b,
                                                 const Context& context) {
    if (!candidate.boxes_overlap) {
        return apart_by_boxes(context);
    }
    if (candidate.told) {
        return std::move(*candidate.told);
    }
    const CollideOptions options{.detail = options_.detail, .open_meshes = options_.open_meshes};
    return collide_sharing(a, b, options, context,
                           {.solidity = [&](const MeshView& mesh, const Context& inner) {
                               return solidity_.of(mesh, inner);
                           }});
}

Status Assembly::examine_one(AssemblyCandidate& candidate, const Context& context) {
    AssemblyPair& pair = candidate.pair;
    const auto a = snapshot_of(pair.a, context);
    const auto b = snapshot_of(pair.b, context);
    if (!a || !b) {
        return a ? b.error() : a.error();
    }
    const double half = pair.clearance > 0 ? 0.5 : 1;
    auto interference = interference_of(candidate, **a, **b, part_of(context, 0, half));
    if (!interference) {
        return about_pair(pair.a, pair.b, interference.error());
    }
    pair.interference = std::move(*interference);
    if (pair.clearance > 0) {
        const auto clearance = within_sharing(**a, **b, pair.clearance, part_of(context, half, 1));
        if (!clearance) {
            return about_pair(pair.a, pair.b, clearance.error());
        }
        if (clearance->within || clearance->nearest.partial) {
            pair.nearest = clearance->nearest;
        }
    }
    return {};
}

Status Assembly::examine(std::span<AssemblyCandidate> candidates, const Context& context) {
    std::vector<std::uint64_t> weights;
    weights.reserve(candidates.size());
    for (const AssemblyCandidate& candidate : candidates) {
        weights.push_back(bodies_[candidate.pair.a].mesh.triangle_count() +
                          bodies_[candidate.pair.b].mesh.triangle_count());
    }
    std::vector<Status> failures(candidates.size());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& inner) {
        failures[i] = examine_one(candidates[i], inner);
    });
    for (const Status& status : failures) {
        if (!status) {
            return status;
        }
    }
    return {};
}

bool is_settled(const AssemblyPair& pair) {
    const bool verdict =
        !pair.interference.partial || pair.interference.verdict == Verdict::Crossing;
    return verdict && !(pair.nearest && pair.nearest->partial);
}

/// Pairs with nothing to tell do not enter, so that those apart by their boxes need not be named.
std::uint64_t hash_of(const AssemblyCheck& check) {
    const std::uint64_t hash_of_nothing = hash_of(Interference{});
    Hasher hasher;
    hasher.add(check.wished_pairs);
    for (const AssemblyPair& pair : check.pairs) {
        if (pair.interference.hash == hash_of_nothing && !pair.nearest) {
            continue;
        }
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
        hasher.add(pair.interference.hash);
        if (pair.nearest) {
            hasher.add(pair.nearest->distance);
            hasher.add(pair.nearest->point_a);
            hasher.add(pair.nearest->point_b);
            hasher.add(std::uint64_t{pair.nearest->triangle_a} << 32 | pair.nearest->triangle_b);
        }
    }
    return hasher.digest();
}

void take(AssemblyCheck& check, std::vector<AssemblyCandidate> candidates) {
    std::uint64_t unsettled = 0;
    check.pairs.reserve(candidates.size());
    for (AssemblyCandidate& candidate : candidates) {
        unsettled += is_settled(candidate.pair) ? 0 : 1;
        check.undecided_pairs += candidate.pair.interference.decided() ? 0 : 1;
        check.pairs.push_back(std::move(candidate.pair));
    }
    check.examined_pairs = check.wished_pairs - unsettled;
}

Expected<AssemblyCheck> check_all_or_throw(std::span<const Body> bodies, WorldMeshesGiven given,
                                           const AssemblyOptions& options, const Context& context,
                                           const InterferenceSource& elsewhere = {}) {
    if (!is_clearance(options.wishes.largest_clearance)) {
        return Error{ErrorCode::InvalidArgument,
                     "largest_clearance: must be a finite number that is not negative"};
    }
    auto placed = place_bodies(bodies, given, part_of(context, 0, 0.1));
    if (!placed) {
        return placed.error();
    }
    Assembly assembly(bodies, std::move(*placed), options, elsewhere);
    AssemblyCheck check;
    check.wished_pairs = count_wished(bodies.size(), options, context.threads());
    auto candidates = assembly.find_candidates(context);
    if (!candidates) {
        return candidates.error();
    }
    if (!context.cancelled()) {
        const double told = elsewhere ? 0.6 : 0.1;
        Status status =
            elsewhere ? assembly.ask_elsewhere(*candidates, part_of(context, 0.1, told)) : Status();
        status = status ? assembly.examine(*candidates, part_of(context, told, 1)) : status;
        if (!status) {
            return status.error();
        }
        take(check, std::move(*candidates));
    } else {
        check.undecided_pairs = check.wished_pairs;
    }
    check.partial = context.cancelled();
    check.hash = hash_of(check);
    context.report(1);
    return check;
}

} // namespace

Expected<AssemblyCheck> check_all(std::span<const Body> bodies, const AssemblyOptions& options,
                                  const Context& context) {
    return no_throw([&] { return check_all_or_throw(bodies, {}, options, context); });
}

Expected<AssemblyCheck> check_all_placed(std::span<const Body> bodies,
                                         std::span<const std::shared_ptr<WorldMesh>> placed,
                                         const AssemblyOptions& options, const Context& context,
                                         const InterferenceSource& elsewhere) {
    return no_throw(
        [&] { return check_all_or_throw(bodies, placed, options, context, elsewhere); });
}

} // namespace impinge::inline v0
