// SPDX-License-Identifier: Apache-2.0
//
// Whole answers about many bodies: triangles of all pairs from one frame, judged side by side.
#include "base/body_name.hpp"
#include "base/no_throw.hpp"
#include "exact/collide.hpp"
#include "exact/result_hash.hpp"
#include "gpu/proof.hpp"
#include "gpu/verdicts.hpp"
#include "world/weighted_work.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace impinge::inline v0::gpu {
namespace {

using SharedSnapshot = std::shared_ptr<const SnapshotData>;

/// A mesh that bodies of the list view, and what is found out about it by whoever needs it first.
struct SharedMesh {
    KeptMesh* kept = nullptr;
    std::mutex mutex; ///< of `kept`
};

/// The bodies that some pair is about, where they stand.
class ListedBodies {
  public:
    ListedBodies(std::size_t count, std::span<const BoxPair> pairs);

    [[nodiscard]] bool is_asked(std::size_t body) const { return entries_[body].asked; }
    /// `kept` is known.
    void set(std::size_t body, KeptMesh& kept, const PlacedMesh& placed);
    /// Fails on the first body that collide() would refuse.
    Status place(const Context& context);

    [[nodiscard]] std::uint64_t weight(std::uint32_t body) const {
        const MeshView& mesh = entries_[body].body.mesh;
        return mesh.vertex_count() + mesh.triangle_count();
    }
    [[nodiscard]] const SnapshotData& snapshot(std::uint32_t body) const {
        return *entries_[body].snapshot;
    }
    /// Safe from many threads: others that want the same mesh wait. So nobody may call it from
    /// inside the thread pool with a context of more than one thread.
    Expected<MeshSolidity> solidity(const MeshView& mesh, const Context& context);

  private:
    struct Entry {
        bool asked = false; ///< some pair is about it
        Body body;
        SharedSnapshot snapshot;
    };

    std::vector<Entry> entries_;
    std::map<const void*, SharedMesh> meshes_; ///< by where their triangles are
};

ListedBodies::ListedBodies(std::size_t count, std::span<const BoxPair> pairs) : entries_(count) {
    for (const BoxPair& pair : pairs) {
        entries_[pair.a].asked = entries_[pair.b].asked = true;
    }
}

void ListedBodies::set(std::size_t body, KeptMesh& kept, const PlacedMesh& placed) {
    entries_[body].body = {MeshView(*kept.known.positions, *kept.known.triangles), placed.pose,
                           placed.diagnosis};
    meshes_[kept.known.triangles->data()].kept = &kept;
}

Status ListedBodies::place(const Context& context) {
    std::vector<std::uint32_t> asked;
    std::vector<std::uint64_t> weights;
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].asked) {
            asked.push_back(i);
            weights.push_back(weight(i));
        }
    }
    std::vector<Status> failures(asked.size());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& inner) {
        Entry& entry = entries_[asked[i]];
        auto snapshot = take_snapshot(entry.body, body_number(asked[i]), Queries::Some, inner);
        if (snapshot) {
            entry.snapshot = std::move(*snapshot);
        } else {
            failures[i] = snapshot.error();
        }
    });
    const auto failed = std::find_if(failures.begin(), failures.end(),
                                     [](const Status& status) { return !status; });
    return failed == failures.end() ? Status() : *failed;
}

Expected<MeshSolidity> ListedBodies::solidity(const MeshView& mesh, const Context& context) {
    SharedMesh& shared = meshes_.at(mesh.triangles().data());
    const std::lock_guard lock(shared.mutex);
    return solidity_of_kept(*shared.kept, mesh, context);
}

/// Their triangles in the frame; how many were compared is known of the frame alone.
FoundPairs found_between(const MeetingPairs& found, const BoxPair& bodies) {
    FoundPairs pairs;
    const auto place = std::lower_bound(found.bodies.begin(), found.bodies.end(), bodies,
                                        [](const BodyPair& p, const BoxPair& q) {
                                            return std::pair(p.a, p.b) < std::pair(q.a, q.b);
                                        });
    if (place != found.bodies.end() && place->a == bodies.a && place->b == bodies.b) {
        const auto span = pairs_between(found, *place);
        pairs.pairs.assign(span.begin(), span.end());
    }
    pairs.counters.candidate_pairs = pairs.pairs.size();
    return pairs;
}

Expected<Interference> judge_one(ListedBodies& bodies, const MeetingPairs& found,
                                 const BoxPair& pair, const CollideOptions& options,
                                 const Context& context) {
    QuerySources sources{
        .solidity = [&](const MeshView& mesh,
                        const Context& inner) { return bodies.solidity(mesh, inner); },
        .pairs =
            [&](const WorldMesh& a, const WorldMesh& b, Stop /*stop*/, const Context& inner) {
                FoundPairs pairs = found_between(found, pair);
                count_region(pairs, a, b, inner);
                return pairs;
            }};
    return collide_sharing(bodies.snapshot(pair.a), bodies.snapshot(pair.b), options, context,
                           sources);
}

Interference not_looked_at() {
    Interference nothing;
    nothing.partial = true;
    nothing.decision = Decision::Cancelled;
    nothing.hash = hash_of(nothing);
    return nothing;
}

/// The first failure in the order of the pairs.
Expected<std::vector<Interference>> judge_all(ListedBodies& bodies, const MeetingPairs& found,
                                              std::span<const BoxPair> pairs,
                                              const CollideOptions& options,
                                              const Context& context) {
    std::vector<std::uint64_t> weights;
    weights.reserve(pairs.size());
    for (const BoxPair& pair : pairs) {
        weights.push_back(bodies.weight(pair.a) + bodies.weight(pair.b));
    }
    std::vector<Expected<Interference>> judged(pairs.size(), not_looked_at());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& inner) {
        judged[i] = judge_one(bodies, found, pairs[i], options, inner);
    });
    std::vector<Interference> answers;
    answers.reserve(pairs.size());
    for (Expected<Interference>& one : judged) {
        if (!one) {
            return one.error();
        }
        answers.push_back(std::move(*one));
    }
    return answers;
}

Status check_places(std::span<const BoxPair> pairs, std::size_t bodies) {
    for (const BoxPair& pair : pairs) {
        if (pair.a >= pair.b || pair.b >= bodies) {
            return invalid("collide_all: bodies " + std::to_string(pair.a) + " and " +
                           std::to_string(pair.b) + " of " + std::to_string(bodies) +
                           " are no pair, the first listed first");
        }
    }
    return {};
}

/// About these pairs alone.
FrameRequest request_about(FrameSide side, std::span<const BoxPair> pairs) {
    FrameRequest request{
        .a = std::move(side), .b = {}, .among = Among::OneSide, .listed = true, .only = {}};
    request.only.assign(pairs.begin(), pairs.end());
    std::sort(request.only.begin(), request.only.end());
    return request;
}

} // namespace

Expected<std::vector<Interference>> Session::collide_all(std::span<const PlacedMesh> bodies,
                                                         std::span<const BoxPair> pairs,
                                                         const CollideOptions& options,
                                                         const Context& context) {
    return no_throw([&]() -> Expected<std::vector<Interference>> {
        if (const Status status = check_places(pairs, bodies.size()); !status) {
            return status.error();
        }
        auto side = state_->side(bodies);
        if (!side) {
            return side.error();
        }
        state_->last_report = {};
        ListedBodies listed(bodies.size(), pairs);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (!listed.is_asked(i)) {
                continue;
            }
            KeptMesh& kept = **state_->find(bodies[i].mesh);
            if (const Status status = state_->know(kept); !status) {
                return status.error();
            }
            listed.set(i, kept, bodies[i]);
        }
        if (const Status status = listed.place(part_of(context, 0, 0.2)); !status) {
            return status.error();
        }
        if (pairs.empty() || context.cancelled()) { // some may have no place
            return std::vector<Interference>(pairs.size(), not_looked_at());
        }
        const auto found = state_->frames.answer(request_about(std::move(*side), pairs),
                                                 part_of(context, 0.2, 0.5));
        if (!found) {
            return found.error();
        }
        state_->last_report = found->report;
        return judge_all(listed, *found, pairs, options, part_of(context, 0.5, 1));
    });
}

} // namespace impinge::inline v0::gpu
