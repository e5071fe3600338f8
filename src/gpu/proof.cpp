// SPDX-License-Identifier: Apache-2.0
#include "gpu/proof.hpp"

#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "base/stopwatch.hpp"
#include "exact/pairs/prove_pairs.hpp"
#include "exact/result_hash.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace impinge::inline v0::gpu {
namespace {

/// Proving one takes a hundred nanoseconds to some microseconds.
constexpr std::size_t doubtful_per_chunk = 256;

Triangle in_world(const Triangle& stored, const Rigid& pose) {
    if (is_identity(pose)) {
        return stored;
    }
    return {{apply(pose, stored[0]), apply(pose, stored[1]), apply(pose, stored[2])}};
}

Triangle in_world_of(const FrameSide& side, std::uint32_t triangle, const Triangle& stored) {
    return in_world(stored, side.body(side.body_of(triangle)).pose);
}

/// Without pairs of bodies that nobody asked about.
void keep_wanted(RawPairs& raw, const FrameRequest& request) {
    if (request.only.empty()) {
        return;
    }
    const auto unwanted = [&](const auto& pair) {
        return !request.wants(request.a.body_of(pair.a), request.other().body_of(pair.b));
    };
    std::erase_if(raw.crossing, unwanted);
    std::erase_if(raw.doubtful, unwanted);
}

std::vector<TrianglePair> proved(const RawPairs& raw, const FrameRequest& request,
                                 const Context& context) {
    return gather_chunks<TrianglePair>(
        context, raw.doubtful.size(), doubtful_per_chunk, [&](const Chunk& chunk) {
            std::vector<TrianglePair> found;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const DoubtfulPair& pair = raw.doubtful[i];
                const PairKind kind = kind_of_pair(in_world_of(request.a, pair.a, pair.of_a),
                                                   in_world_of(request.other(), pair.b, pair.of_b),
                                                   request.surfaces());
                if (kind != PairKind::Apart) {
                    found.push_back({pair.a, pair.b, kind});
                }
            }
            return found;
        });
}

unsigned bits_for(std::size_t count) {
    return count > 1 ? static_cast<unsigned>(std::bit_width(count - 1)) : 0;
}

/// Pairs of all that surely cross and of what was proved, in the order of their numbers.
std::vector<TrianglePair> sorted_pairs(const RawPairs& raw, std::vector<TrianglePair> proved,
                                       const FrameRequest& request) {
    std::vector<std::uint64_t> names;
    names.reserve(raw.crossing.size());
    for (const SurePair& pair : raw.crossing) {
        names.push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    std::vector<std::uint64_t> spare;
    radix_sort(names, spare, {.first = 0, .count = bits_for(request.other().triangle_count())}, {});
    radix_sort(names, spare, {.first = 32, .count = bits_for(request.a.triangle_count())}, {});
    std::sort(proved.begin(), proved.end());
    std::vector<TrianglePair> pairs;
    pairs.reserve(names.size() + proved.size());
    auto next = proved.begin();
    for (const std::uint64_t name : names) {
        const TrianglePair sure{static_cast<std::uint32_t>(name >> 32),
                                static_cast<std::uint32_t>(name), PairKind::Crossing};
        for (; next != proved.end() && *next < sure; ++next) {
            pairs.push_back(*next);
        }
        pairs.push_back(sure);
    }
    pairs.insert(pairs.end(), next, proved.end());
    // The device may meet a pair twice.
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

/// Puts pairs of triangles together by their bodies.
class BodyPairList {
  public:
    explicit BodyPairList(const FrameRequest& request)
        : a_(request.a), b_(request.other()), count_of_(b_.size(), 0) {}

    /// Of pairs in the order of their numbers; from now on triangles are numbered in their bodies.
    std::vector<BodyPair> sort(std::vector<TrianglePair>& pairs) {
        std::vector<TrianglePair> sorted(pairs.size());
        for (std::size_t begin = 0; begin < pairs.size();) {
            const std::size_t body = a_.body_of(pairs[begin].a);
            std::size_t end = begin;
            while (end < pairs.size() && pairs[end].a < a_.end_triangle(body)) {
                ++end;
            }
            list_partners(body, std::span(pairs).subspan(begin, end - begin), begin);
            for (std::size_t i = begin; i < end; ++i) {
                TrianglePair pair = pairs[i];
                const std::size_t partner = partners_[i - begin];
                pair.a -= static_cast<std::uint32_t>(a_.first_triangle(body));
                pair.b -= static_cast<std::uint32_t>(b_.first_triangle(partner));
                sorted[count_of_[partner]++] = pair;
            }
            for (const std::uint32_t partner : touched_) {
                count_of_[partner] = 0;
            }
            begin = end;
        }
        pairs = std::move(sorted);
        return std::move(list_);
    }

  private:
    /// All pairs of one body: who its partners are, and where the pairs with each begin.
    void list_partners(std::size_t body, std::span<const TrianglePair> pairs, std::size_t first) {
        partners_.clear();
        touched_.clear();
        for (const TrianglePair& pair : pairs) {
            partners_.push_back(static_cast<std::uint32_t>(b_.body_of(pair.b)));
            if (count_of_[partners_.back()]++ == 0) {
                touched_.push_back(partners_.back());
            }
        }
        std::sort(touched_.begin(), touched_.end());
        for (const std::uint32_t partner : touched_) {
            const std::size_t count = count_of_[partner];
            list_.push_back({.a = static_cast<std::uint32_t>(body),
                             .b = partner,
                             .first_pair = first,
                             .pair_count = count});
            count_of_[partner] = first;
            first += count;
        }
    }

    const FrameSide& a_;
    const FrameSide& b_;
    std::vector<std::size_t> count_of_; ///< of each body of B; then the place of its next pair
    std::vector<std::uint32_t> partners_;
    std::vector<std::uint32_t> touched_;
    std::vector<BodyPair> list_;
};

std::uint64_t hash_of(std::span<const TrianglePair> pairs) {
    Hasher hasher;
    add_to_hash(hasher, pairs, {}, {});
    return hasher.digest();
}

void count_kinds(MeetingPairs& found) {
    for (const TrianglePair& pair : found.pairs) {
        ++(pair.kind == PairKind::Crossing ? found.crossing_pairs : found.touching_pairs);
    }
}

/// Of bodies and of their pairs.
std::uint64_t hash_bodies(MeetingPairs& found) {
    Hasher hasher;
    hasher.add(std::uint64_t{found.bodies.size()});
    for (BodyPair& pair : found.bodies) {
        pair.hash = hash_of(pairs_between(found, pair));
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
        hasher.add(pair.hash);
    }
    return hasher.digest();
}

/// A mesh of the device, back on the processor.
struct ReadMesh {
    std::vector<Vec3d> positions;
    std::vector<TriangleIndices> triangles;

    [[nodiscard]] Body body(const Rigid& pose) const {
        return {MeshView(positions, triangles), pose};
    }
};

Expected<ReadMesh> read_mesh(PairEngine& engine, const DeviceMesh& mesh) {
    auto positions = engine.positions_of(mesh);
    if (!positions) {
        return positions.error();
    }
    auto triangles = engine.triangles_of(mesh);
    if (!triangles) {
        return triangles.error();
    }
    return ReadMesh{std::move(*positions), std::move(*triangles)};
}

/// The meshes of a frame, each read once however many bodies it has.
using ReadMeshes = std::map<const DeviceMesh*, ReadMesh>;

Status read_side(PairEngine& engine, const FrameSide& side, ReadMeshes& meshes) {
    for (const FrameBody& body : side.bodies()) {
        if (meshes.contains(body.mesh.get())) {
            continue;
        }
        auto mesh = read_mesh(engine, *body.mesh);
        if (!mesh) {
            return mesh.error();
        }
        meshes.emplace(body.mesh.get(), std::move(*mesh));
    }
    return {};
}

enum class Side : std::uint8_t { A, B };

/// How bodies are called in errors: by their number in lists.
BodyName name_in(const FrameRequest& request, std::size_t i, Side side) {
    if (request.among == Among::OneMesh) {
        return {"mesh"};
    }
    if (!request.listed) {
        return side == Side::B ? body_b() : body_a();
    }
    BodyName name = body_number(i);
    if (!request.one_side()) {
        name.text.insert(0, side == Side::B ? "second list: " : "first list: ");
    }
    return name;
}

/// Bodies of a side in the world; they refer to the meshes.
Expected<std::vector<WorldMesh>> placed_side(const FrameRequest& request, Side which,
                                             const ReadMeshes& meshes, const Context& context) {
    const FrameSide& side = which == Side::B ? request.b : request.a;
    std::vector<WorldMesh> placed;
    for (std::size_t i = 0; i < side.size(); ++i) {
        const FrameBody& body = side.body(i);
        auto world = to_world(meshes.at(body.mesh.get()).body(body.pose),
                              name_in(request, i, which), context);
        if (!world) {
            return world.error();
        }
        placed.push_back(std::move(*world));
    }
    return placed;
}

void add_found(MeetingPairs& all, FoundPairs found, std::size_t a, std::size_t b) {
    all.counters.triangles_in_region += found.counters.triangles_in_region;
    all.counters.triangles_after_bins += found.counters.triangles_after_bins;
    all.counters.candidate_pairs += found.counters.candidate_pairs;
    if (found.pairs.empty()) {
        return;
    }
    all.bodies.push_back({.a = static_cast<std::uint32_t>(a),
                          .b = static_cast<std::uint32_t>(b),
                          .first_pair = all.pairs.size(),
                          .pair_count = found.pairs.size()});
    all.pairs.insert(all.pairs.end(), found.pairs.begin(), found.pairs.end());
}

MeetingPairs found_among(const FrameRequest& request, std::span<const WorldMesh> a,
                         std::span<const WorldMesh> b, const Context& context) {
    MeetingPairs all;
    if (request.among == Among::OneMesh) {
        add_found(all, find_self_pairs(a[0], Stop::Never, context), 0, 0);
        return all;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t k = request.one_side() ? i + 1 : 0; k < b.size(); ++k) {
            if (request.wants(i, k)) {
                add_found(all, find_pairs(a[i], b[k], Stop::Never, context), i, k);
            }
        }
    }
    return all;
}

/// What is said of pairs once all are known.
void finish_pairs(MeetingPairs& found, const FrameRequest& request, const Context& context) {
    count_kinds(found);
    found.hash = hash_of(found.pairs);
    if (request.listed) {
        found.hash = hash_bodies(found);
    } else {
        found.bodies.clear();
    }
    found.partial = context.cancelled();
}

} // namespace

MeetingPairs proved_pairs(RawPairs raw, const FrameRequest& request, const Context& context) {
    Stopwatch watch;
    keep_wanted(raw, request);
    MeetingPairs result;
    result.pairs = sorted_pairs(raw, proved(raw, request, context), request);
    if (request.listed) {
        result.bodies = BodyPairList(request).sort(result.pairs);
    }
    finish_pairs(result, request, context);
    result.counters = raw.counters;
    result.report = raw.report;
    result.report.proof_ms = watch.lap();
    return result;
}

Expected<MeetingPairs> pairs_by_processor(PairEngine& engine, const FrameRequest& request,
                                          const Context& context) {
    Stopwatch watch;
    ReadMeshes meshes;
    for (const FrameSide* const side : {&request.a, &request.b}) {
        if (Status status = read_side(engine, *side, meshes); !status) {
            return status.error();
        }
    }
    const auto a = placed_side(request, Side::A, meshes, context);
    if (!a) {
        return a.error();
    }
    const auto b = placed_side(request, Side::B, meshes, context);
    if (!b) {
        return b.error();
    }
    MeetingPairs result = found_among(request, *a, request.one_side() ? *a : *b, context);
    finish_pairs(result, request, context);
    result.report.by_processor = true;
    result.report.proof_ms = watch.lap();
    return result;
}

FoundPairs as_found(MeetingPairs pairs) {
    FoundPairs found;
    found.pairs = std::move(pairs.pairs);
    found.counters = pairs.counters;
    const DeviceTimes& device = pairs.report.device;
    found.milliseconds.cull = device.codes + device.cull_a + device.cull_b;
    found.milliseconds.bin = device.count + device.places + device.fill;
    found.milliseconds.match = device.match + device.crowd;
    found.milliseconds.prove =
        device.filter + device.refine + device.deliver + pairs.report.proof_ms;
    return found;
}

} // namespace impinge::inline v0::gpu
