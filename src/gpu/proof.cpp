// SPDX-License-Identifier: Apache-2.0
#include "gpu/proof.hpp"

#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "base/stopwatch.hpp"
#include "exact/pairs/prove_pairs.hpp"
#include "exact/result_hash.hpp"

#include <algorithm>
#include <bit>

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

std::vector<TrianglePair> proved(const RawPairs& raw, const FrameRequest& request,
                                 const Context& context) {
    return gather_chunks<TrianglePair>(
        context, raw.doubtful.size(), doubtful_per_chunk, [&](const Chunk& chunk) {
            std::vector<TrianglePair> found;
            for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                const DoubtfulPair& pair = raw.doubtful[i];
                const PairKind kind =
                    kind_of_pair(in_world(pair.of_a, request.pose_a),
                                 in_world(pair.of_b, request.pose_b), request.surfaces);
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

/// Pairs of all that surely cross and of what was proved, in order.
std::vector<TrianglePair> sorted_pairs(const RawPairs& raw, std::vector<TrianglePair> proved,
                                       const FrameRequest& request) {
    std::vector<std::uint64_t> names;
    names.reserve(raw.crossing.size());
    for (const SurePair& pair : raw.crossing) {
        names.push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    std::vector<std::uint64_t> spare;
    radix_sort(names, spare, {.first = 0, .count = bits_for(request.b->triangle_count)}, {});
    radix_sort(names, spare, {.first = 32, .count = bits_for(request.a->triangle_count)}, {});
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

void finish_pairs(MeetingPairs& found) {
    for (const TrianglePair& pair : found.pairs) {
        ++(pair.kind == PairKind::Crossing ? found.crossing_pairs : found.touching_pairs);
    }
    Hasher hasher;
    add_to_hash(hasher, found.pairs, {}, {});
    found.hash = hasher.digest();
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

Expected<FoundPairs> found_between(const ReadMesh& a, const ReadMesh& b,
                                   const FrameRequest& request, const Context& context) {
    if (request.one_body()) {
        const auto world = to_world(a.body(request.pose_a), {"mesh"}, context);
        return world ? Expected(find_self_pairs(*world, Stop::Never, context)) : world.error();
    }
    const auto world = to_world(a.body(request.pose_a), b.body(request.pose_b), context);
    return world ? Expected(find_pairs(world->a, world->b, Stop::Never, context)) : world.error();
}

} // namespace

MeetingPairs proved_pairs(RawPairs raw, const FrameRequest& request, const Context& context) {
    Stopwatch watch;
    MeetingPairs result;
    result.pairs = sorted_pairs(raw, proved(raw, request, context), request);
    finish_pairs(result);
    result.partial = context.cancelled();
    result.counters = raw.counters;
    result.report = raw.report;
    result.report.proof_ms = watch.lap();
    return result;
}

Expected<MeetingPairs> pairs_by_processor(PairEngine& engine, const FrameRequest& request,
                                          const Context& context) {
    Stopwatch watch;
    const auto a = read_mesh(engine, *request.a);
    if (!a) {
        return a.error();
    }
    const auto b = request.a == request.b ? a : read_mesh(engine, *request.b);
    if (!b) {
        return b.error();
    }
    auto found = found_between(*a, *b, request, context);
    if (!found) {
        return found.error();
    }
    MeetingPairs result;
    result.pairs = std::move(found->pairs);
    result.counters = found->counters;
    finish_pairs(result);
    result.partial = context.cancelled();
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
    found.milliseconds.prove = device.filter + device.deliver + pairs.report.proof_ms;
    return found;
}

} // namespace impinge::inline v0::gpu
