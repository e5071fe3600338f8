// SPDX-License-Identifier: Apache-2.0
#include "exact/find_pairs.hpp"

#include "base/parallel.hpp"
#include "base/stopwatch.hpp"
#include "exact/region_codes.hpp"
#include "exact/slice_image.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace impinge {
namespace {

std::vector<IndexedBox> boxes_of(const WorldMesh& mesh, std::span<const CodedTriangle> triangles) {
    std::vector<IndexedBox> boxes;
    boxes.reserve(triangles.size());
    for (const CodedTriangle& t : triangles) {
        boxes.push_back({box_of(mesh.triangle(t.index)), t.index});
    }
    return boxes;
}

bool settles(PairKind kind, Stop stop) {
    return stop == Stop::AtFirstPair ||
           (stop == Stop::AtFirstCrossing && kind == PairKind::Crossing);
}

/// What the tasks share: totals and the sign to stop.
struct Progress {
    std::atomic<bool> settled{false};
    std::mutex mutex;
    std::size_t finished = 0;

    void add(const Context& context, std::size_t tasks, FoundPairs& totals,
             const FoundPairs& part) {
        const std::lock_guard lock(mutex);
        totals.counters.candidate_pairs += part.counters.candidate_pairs;
        totals.milliseconds.match += part.milliseconds.match;
        totals.milliseconds.prove += part.milliseconds.prove;
        context.report(static_cast<double>(++finished) / static_cast<double>(tasks));
    }
};

FoundPairs run_task(MatchTask task, const Prover& prover, Stop stop, const Context& context,
                    std::atomic<bool>& settled) {
    FoundPairs part;
    Stopwatch watch;
    const std::vector<Candidate> candidates = match(std::move(task));
    part.counters.candidate_pairs = candidates.size();
    part.milliseconds.match = watch.lap();
    for (const Candidate& candidate : candidates) {
        if (settled.load(std::memory_order_relaxed) || context.cancelled()) {
            break;
        }
        const PairKind kind = prover(candidate.a, candidate.b);
        if (kind != PairKind::Apart) {
            part.pairs.push_back({candidate.a, candidate.b, kind});
            if (settles(kind, stop)) {
                settled.store(true, std::memory_order_relaxed);
            }
        }
    }
    part.milliseconds.prove = watch.lap();
    return part;
}

} // namespace

void match_and_prove(std::vector<IndexedBox> a, std::vector<IndexedBox> b, const Prover& prover,
                     Stop stop, const Context& context, FoundPairs& found) {
    Stopwatch watch;
    std::vector<MatchTask> tasks = split_into_tasks(std::move(a), std::move(b));
    found.milliseconds.match += watch.lap();
    Progress progress;
    found.pairs = gather_chunks<TrianglePair>(context, tasks.size(), 1, [&](const Chunk& chunk) {
        if (progress.settled.load(std::memory_order_relaxed)) {
            return std::vector<TrianglePair>{};
        }
        FoundPairs part =
            run_task(std::move(tasks[chunk.index]), prover, stop, context, progress.settled);
        progress.add(context, tasks.size(), found, part);
        return std::move(part.pairs);
    });
    watch.lap();
    std::sort(found.pairs.begin(), found.pairs.end());
    found.milliseconds.prove += watch.lap();
}

FoundPairs find_pairs(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context) {
    FoundPairs found;
    const Box3 region = intersection(a.box, b.box);
    if (is_empty(region)) {
        return found;
    }
    Stopwatch watch;
    auto culled_a = cull(a, region, context);
    auto culled_b = cull(b, region, context);
    found.counters.triangles_in_region = culled_a.size() + culled_b.size();
    found.milliseconds.cull = watch.lap();

    const Survivors survivors = keep_meeting(std::move(culled_a), std::move(culled_b), context);
    found.counters.triangles_after_bins = survivors.a.size() + survivors.b.size();
    std::vector<IndexedBox> boxes_a = boxes_of(a, survivors.a);
    std::vector<IndexedBox> boxes_b = boxes_of(b, survivors.b);
    found.milliseconds.bin = watch.lap();

    const Prover prover = [&](std::uint32_t ta, std::uint32_t tb) {
        return classify_triangles(a.triangle(ta), b.triangle(tb));
    };
    match_and_prove(std::move(boxes_a), std::move(boxes_b), prover, stop, context, found);
    return found;
}

} // namespace impinge
