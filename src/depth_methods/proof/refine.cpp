// SPDX-License-Identifier: Apache-2.0
//
// The exact engine judges, and asks for pairs of triangles twice at most: first for any that cross,
// then, if those do not settle it, for all. Triangles at pixels that show an overlap mostly cross;
// else every pair of triangles that can meet is searched for, in pixels and between them.
#include "depth_methods/proof/refine.hpp"

#include "depth_methods/proof/confirm.hpp"
#include "exact/collide.hpp"
#include "exact/result_hash.hpp"
#include "imagespace/conservative/complete_pairs.hpp"
#include "imagespace/conservative/shared_cells.hpp"

#include <optional>

namespace impinge::inline v0::imagespace {
namespace {

class PairSearch {
  public:
    PairSearch(const RefineTask& task, const WorldBody& a, const WorldBody& b)
        : task_(task), a_(a), b_(b) {}

    Expected<Refined> run();

  private:
    FoundPairs pairs(Stop stop);
    FoundPairs crossing_pairs();
    FoundPairs all_pairs();
    [[nodiscard]] Expected<std::optional<SharedRegion>> searched_region() const;

    const RefineTask& task_;
    const WorldBody& a_;
    const WorldBody& b_;
    Refined refined_;
    std::vector<TrianglePair> found_; ///< what the verdict rests on
    Status status_;
};

/// Those that cross at pixels that show an overlap; none if none does.
FoundPairs PairSearch::crossing_pairs() {
    FoundPairs found;
    const auto crossing = crossing_at(task_.pair.a.body(), task_.pair.b.body(), task_.overlap_view,
                                      task_.overlapping, task_.context);
    if (!crossing) {
        status_ = crossing.error();
    } else if (*crossing) {
        found.pairs = (*crossing)->pairs;
        found.counters = (*crossing)->counters;
        found.left_some_out = true;
    }
    return found;
}

/// Nothing if the boxes do not overlap.
Expected<std::optional<SharedRegion>> PairSearch::searched_region() const {
    if (task_.view == nullptr) {
        return region_of(a_, b_, {.resolution = task_.resolution});
    }
    return is_empty(intersection(a_.world().box, b_.world().box))
               ? std::optional<SharedRegion>()
               : region_in(*task_.view, a_, b_, task_.pair.zone.rounding);
}

FoundPairs PairSearch::all_pairs() {
    const auto region = searched_region();
    if (!region) {
        status_ = region.error();
    }
    if (!region || !*region) {
        return {};
    }
    SearchCost cost;
    const SharedTask task{task_.device, a_, b_, task_.context, cost};
    const auto open = open_depths(task, **region);
    if (!open) {
        status_ = open.error();
        return {};
    }
    const std::vector<Candidate> candidates = shared_cells(task, **region, *open);
    refined_.draws += cost.draws;
    refined_.open_pixels =
        task_.view != nullptr ? open->open_pixels() : std::vector<std::uint8_t>();
    refined_.report = {open->count(), candidates.size()};
    return prove_all(a_, b_, candidates, task_.context);
}

FoundPairs PairSearch::pairs(Stop stop) {
    FoundPairs found;
    if (stop != Stop::Never && !task_.overlapping.empty()) {
        found = crossing_pairs();
    }
    if (found.pairs.empty() && status_) {
        found = all_pairs();
    }
    found_ = found.pairs;
    return found;
}

Expected<Refined> PairSearch::run() {
    const PairSource source = [this](const WorldMesh&, const WorldMesh&, Stop stop,
                                     const Context&) { return pairs(stop); };
    auto judged = collide_sharing(*a_.snapshot, *b_.snapshot, {.detail = Detail::Verdict},
                                  task_.context, {.solidity = {}, .pairs = source});
    if (!judged) {
        return judged.error();
    }
    if (!status_) {
        return status_.error();
    }
    refined_.interference = std::move(*judged);
    refined_.interference.pairs = std::move(found_);
    for (const TrianglePair& pair : refined_.interference.pairs) {
        ++(pair.kind == PairKind::Crossing ? refined_.interference.crossing_pairs
                                           : refined_.interference.touching_pairs);
    }
    refined_.interference.hash = hash_of(refined_.interference);
    return std::move(refined_);
}

Expected<WorldBody> world_body(const Posed& posed, const BodyName& name, const Context& context) {
    return placed_body(posed.body(), name, posed.solid->geometry.get(), posed.solid->box, context);
}

} // namespace

Expected<Refined> refine(const RefineTask& task) {
    const auto a = world_body(task.pair.a, body_a(), task.context);
    if (!a) {
        return a.error();
    }
    const auto b = world_body(task.pair.b, body_b(), task.context);
    if (!b) {
        return b.error();
    }
    return PairSearch(task, *a, *b).run();
}

} // namespace impinge::inline v0::imagespace
