// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/find_pairs.hpp"

#include "base/parallel.hpp"
#include "base/sort_in_pieces.hpp"
#include "base/stopwatch.hpp"
#include "exact/pairs/prove_pairs.hpp"
#include "exact/pairs/slice_image.hpp"
#include "exact/pairs/triangle_blocks.hpp"
#include "geometry/bvh.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

namespace impinge::inline v0 {
namespace {

/// What is told of very many pairs once the search is cancelled: some of them, sorted, before
/// anybody waits for it, and of those that cross at least one.
constexpr std::size_t most_once_cancelled = 1 << 17;

std::optional<TrianglePair> first_crossing(std::span<const TrianglePair> pairs) {
    const auto crossing = std::find_if(pairs.begin(), pairs.end(), [](const TrianglePair& pair) {
        return pair.kind == PairKind::Crossing;
    });
    return crossing == pairs.end() ? std::nullopt : std::optional(*crossing);
}

void keep_few(std::vector<TrianglePair>& pairs) {
    if (pairs.size() > most_once_cancelled) {
        const auto crossing = first_crossing(pairs);
        pairs.resize(most_once_cancelled);
        if (crossing) {
            pairs.push_back(*crossing);
        }
    }
    std::sort(pairs.begin(), pairs.end());
}

/// Cell by cell, on all threads: the last of the broad phase (candidates), then the narrow phase
/// (each candidate is proved). Large regions with codes of their own come afterwards, one by one.
class Search {
  public:
    Search(SharedSearch& shared, const Context& context, FoundPairs& found)
        : shared_(shared), context_(context), found_(found) {}

    void run(Region first) {
        std::vector<Region> waiting;
        waiting.push_back(std::move(first));
        while (!waiting.empty() && !context_.cancelled() && !shared_.settled) {
            const Region region = std::move(waiting.back());
            waiting.pop_back();
            std::vector<Region> later = search_region(region);
            std::move(later.begin(), later.end(), std::back_inserter(waiting));
            base_ += 0.9 * (1 - base_);
        }
        if (!sort_in_pieces(found_.pairs, context_)) {
            keep_few(found_.pairs);
        }
        found_.pairs.erase(std::unique(found_.pairs.begin(), found_.pairs.end()),
                           found_.pairs.end());
        if (!context_.cancelled()) {
            context_.report(1);
        }
    }

  private:
    struct Done {
        FoundPairs found;
        std::vector<Region> later;
    };

    std::vector<Region> search_region(const Region& region) {
        Stopwatch watch;
        const CellBins cells(region.lists(), region.cuts, context_);
        found_.milliseconds.bin += watch.lap();
        const std::size_t cells_per_chunk = std::clamp<std::size_t>(cells.size() / 64, 4, 256);
        finished_ = 0;
        std::vector<Done> done(chunk_count(cells.size(), cells_per_chunk));
        for_each_chunk(context_, cells.size(), cells_per_chunk, [&](const Chunk& chunk) {
            done[chunk.index] = search_cells(region, cells, chunk);
            report(chunk.end - chunk.begin, cells.size());
        });
        std::size_t pairs = found_.pairs.size();
        for (const Done& part : done) {
            pairs += part.found.pairs.size();
        }
        if (!context_.cancelled()) {
            found_.pairs.reserve(pairs);
        }
        std::vector<Region> later;
        for (Done& part : done) {
            account(part.found);
            std::move(part.later.begin(), part.later.end(), std::back_inserter(later));
        }
        return later;
    }

    Done search_cells(const Region& region, const CellBins& cells, const Chunk& chunk) {
        Stopwatch watch;
        PairProver prover(shared_, context_);
        PartMatcher matcher(shared_.meshes, prover, context_);
        for (std::size_t i = chunk.begin; i < chunk.end && !shared_.settled; ++i) {
            matcher.match(part_of(cells[i], region.cuts), region.frame);
        }
        prover.found.box_tests = matcher.box_tests();
        prover.found.left_some_out = matcher.left_some_out();
        prover.found.milliseconds.match = watch.lap() - prover.found.milliseconds.prove;
        return {std::move(prover.found), matcher.take_later()};
    }

    void account(const FoundPairs& part) {
        if (!context_.cancelled() || found_.pairs.size() < most_once_cancelled) {
            found_.pairs.insert(found_.pairs.end(), part.pairs.begin(), part.pairs.end());
        } else if (const auto crossing = first_crossing(part.pairs)) {
            found_.pairs.push_back(*crossing);
        }
        found_.box_tests += part.box_tests;
        found_.left_some_out = found_.left_some_out || part.left_some_out;
        found_.counters.candidate_pairs += part.counters.candidate_pairs;
        found_.milliseconds.match += part.milliseconds.match;
        found_.milliseconds.prove += part.milliseconds.prove;
    }

    void report(std::size_t cells, std::size_t of) {
        const std::lock_guard lock(mutex_);
        finished_ += cells;
        const double share = static_cast<double>(finished_) / static_cast<double>(of);
        context_.report(base_ + 0.9 * share * (1 - base_));
    }

    SharedSearch& shared_;
    const Context& context_;
    FoundPairs& found_;
    std::mutex mutex_;
    std::size_t finished_ = 0;
    double base_ = 0; // the share of the work that was done in earlier regions
};

/// What there is to look at of a body: all, or the blocks near the region.
CodedTriangles coded_triangles(const WorldMesh& mesh, const Quantiser& quantiser,
                               const Context& context) {
    if (const auto near = triangles_reaching(mesh, quantiser.region(), context)) {
        return QuantisedList(cull(mesh, *near, quantiser, context));
    }
    return QuantisedMesh(mesh, quantiser, QuantisedMesh::Runs::NearRegion, context);
}

/// Nothing if cancelled on the way.
std::optional<Survivors> find_survivors(const WorldMesh& a, const WorldMesh& b,
                                        const Quantiser& quantiser, const Context& context) {
    CodedTriangles coded_a = coded_triangles(a, quantiser, context);
    CodedTriangles coded_b = coded_triangles(b, quantiser, context);
    if (context.cancelled()) {
        return std::nullopt; // some codes are not there
    }
    const ImageGrid grid = choose_grid(coded_a, coded_b);
    Survivors survivors = keep_meeting(std::move(coded_a), std::move(coded_b), grid, context);
    return context.cancelled() ? std::nullopt : std::optional(std::move(survivors));
}

FoundPairs find_between(SharedSearch& shared, const Context& context) {
    FoundPairs found;
    const WorldMesh& a = shared.meshes.a;
    const WorldMesh& b = shared.meshes.b;
    const Box3 common = intersection(a.box, b.box);
    if (is_empty(common)) {
        return found;
    }
    shared.reach = longest_side(united(a.box, b.box));
    Stopwatch watch;
    Region region;
    region.frame.quantiser = Quantiser(common);
    auto survivors = find_survivors(a, b, region.frame.quantiser, context);
    if (!survivors) {
        return found;
    }
    region.a = std::move(survivors->meeting.a);
    region.b = std::move(survivors->meeting.b);
    found.counters.triangles_in_region = survivors->a.count + survivors->b.count;
    found.counters.triangles_after_bins = region.a.size() + region.b.size();
    found.milliseconds.cull = watch.lap();
    found.region = std::make_shared<const CommonRegion>(
        CommonRegion{region.frame.quantiser, std::move(survivors->a), std::move(survivors->b)});
    Search(shared, context, found).run(std::move(region));
    return found;
}

} // namespace

FoundPairs find_pairs(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context) {
    const LikePairs like_pairs = stop == Stop::Never ? LikePairs::All : LikePairs::OneOfEach;
    SharedSearch shared{.meshes = {a, b, Surfaces::Two, like_pairs}, .stop = stop, .own = {}};
    return find_between(shared, context);
}

FoundPairs find_own_pairs(const WorldMesh& mesh, std::span<const std::uint32_t> some, Stop stop,
                          const Context& context) {
    std::vector<TriangleIndices> triangles;
    WorldMesh part;
    part.vertices = mesh.vertices;
    for (const std::uint32_t index : some) {
        triangles.push_back(mesh.triangles[index]);
        part.box = united(part.box, box_of(mesh.triangle(index)));
    }
    part.triangles = triangles;
    SharedSearch shared{.meshes = {part, mesh, Surfaces::One}, .stop = stop, .own = some};
    return find_between(shared, context);
}

FoundPairs find_self_pairs(const WorldMesh& mesh, Stop stop, const Context& context) {
    FoundPairs found;
    if (is_empty(mesh.box)) {
        return found;
    }
    Stopwatch watch;
    SharedSearch shared{.meshes = {mesh, mesh, Surfaces::One}, .stop = stop, .own = {}};
    shared.reach = longest_side(mesh.box);
    Region region;
    region.same = true;
    region.frame.quantiser = Quantiser(mesh.box);
    const QuantisedMesh coded(mesh, region.frame.quantiser, QuantisedMesh::Runs::All, context);
    if (context.cancelled()) {
        return found;
    }
    region.a.resize(coded.size()); // every triangle meets its own mesh
    for_each_chunk(context, coded.size(), chunk_size_for(coded.size()), [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            region.a[i] = coded[i];
        }
    });
    found.counters.triangles_in_region = coded.size();
    found.counters.triangles_after_bins = coded.size();
    found.milliseconds.cull = watch.lap();
    Search(shared, context, found).run(std::move(region));
    return found;
}

} // namespace impinge::inline v0
