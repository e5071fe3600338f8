// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/find_pairs.hpp"

#include "base/parallel.hpp"
#include "base/stopwatch.hpp"
#include "exact/pairs/prove_pairs.hpp"
#include "exact/pairs/slice_image.hpp"
#include "exact/pairs/triangle_blocks.hpp"
#include "geometry/bvh.hpp"
#include "math/measures.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace impinge::inline v0 {
namespace {

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
        std::sort(found_.pairs.begin(), found_.pairs.end());
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
        prover.found.milliseconds.match = watch.lap() - prover.found.milliseconds.prove;
        return {std::move(prover.found), matcher.take_later()};
    }

    void account(const FoundPairs& part) {
        found_.pairs.insert(found_.pairs.end(), part.pairs.begin(), part.pairs.end());
        found_.box_tests += part.box_tests;
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

/// A body on its way through the broad phase.
class NearBody {
  public:
    NearBody(const WorldMesh& mesh, const Quantiser& quantiser, const Context& context)
        : mesh_(mesh), quantiser_(quantiser), context_(context),
          blocks_(blocks_reaching(mesh, quantiser.region(), context)) {}

    /// How many triangles there are to look at.
    [[nodiscard]] std::size_t size() const {
        return blocks_ ? blocks_->triangle_count : mesh_.triangles.size();
    }
    [[nodiscard]] bool has_blocks() const { return blocks_.has_value(); }
    [[nodiscard]] CodedTriangles coded() const {
        return blocks_ ? CodedTriangles(cull(mesh_, blocks_->listed(), quantiser_, context_))
                       : CodedTriangles(QuantisedMesh(mesh_, quantiser_, context_));
    }
    // If there are blocks:
    /// Some, to know their size.
    [[nodiscard]] CodedTriangles sample() const {
        constexpr std::size_t wanted = 128;
        const std::size_t step = blocks_->blocks.size() / wanted + 1;
        std::vector<std::uint32_t> some;
        for (std::size_t i = 0; i < blocks_->blocks.size(); i += step) {
            some.push_back(blocks_->blocks[i].triangles.front());
        }
        return cull(mesh_, some, quantiser_, context_);
    }
    /// Those of the blocks that touch a marked slice.
    [[nodiscard]] CodedTriangles coded_near(const SliceImage& image) const {
        const auto touches = [&](const TriangleBlock& block) {
            const QuantisedTriangle box{quantiser_(block.box.min), quantiser_(block.box.max), 0, 0};
            return reaches_region(box) && image.meets(box);
        };
        return cull(mesh_, blocks_->listed(touches), quantiser_, context_);
    }

  private:
    const WorldMesh& mesh_;
    const Quantiser& quantiser_;
    const Context& context_;
    std::optional<NearBlocks> blocks_;
};

/// `a` is the smaller body. Nothing if cancelled on the way.
Survivors near_each_other(const NearBody& a, const NearBody& b, const Context& context) {
    const CodedTriangles coded_a = a.coded();
    CodedTriangles coded_b = b.has_blocks() ? b.sample() : b.coded();
    if (context.cancelled()) {
        return {}; // some codes are not there
    }
    const ImageGrid grid = choose_grid(coded_a, coded_b);
    if (!is_worth_drawing(grid)) {
        return keep_in_region(coded_a, b.has_blocks() ? b.coded() : std::move(coded_b), context);
    }
    MarkedBody marked = mark_body(coded_a, grid, context);
    if (b.has_blocks()) {
        // Where nothing is marked, it still counts whether something of B is there.
        coded_b = marked.triangles.empty() ? b.coded() : b.coded_near(marked.image);
    }
    return keep_meeting(std::move(marked), coded_b, grid, context);
}

Survivors find_survivors(const WorldMesh& a, const WorldMesh& b, const Quantiser& quantiser,
                         const Context& context) {
    const NearBody near_a(a, quantiser, context);
    const NearBody near_b(b, quantiser, context);
    if (near_a.size() <= near_b.size()) {
        return near_each_other(near_a, near_b, context);
    }
    Survivors survivors = near_each_other(near_b, near_a, context);
    std::swap(survivors.a, survivors.b);
    return survivors;
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
    Survivors survivors = find_survivors(a, b, region.frame.quantiser, context);
    if (context.cancelled()) {
        return found;
    }
    found.counters.triangles_in_region = survivors.in_region;
    found.counters.triangles_after_bins = survivors.a.size() + survivors.b.size();
    found.milliseconds.cull = watch.lap();
    region.a = std::move(survivors.a);
    region.b = std::move(survivors.b);
    Search(shared, context, found).run(std::move(region));
    return found;
}

} // namespace

FoundPairs find_pairs(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context) {
    SharedSearch shared{.meshes = {a, b, Surfaces::Two}, .stop = stop, .own = {}};
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
    const QuantisedMesh coded(mesh, region.frame.quantiser, context);
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
