// SPDX-License-Identifier: Apache-2.0
#include "impinge/self_intersections.hpp"

#include "base/no_throw.hpp"
#include "base/stopwatch.hpp"
#include "exact/collide.hpp"
#include "exact/curves.hpp"
#include "exact/pairs/find_pairs.hpp"
#include "exact/result_hash.hpp"

namespace impinge::inline v0 {

Expected<SelfIntersections> self_intersections(const MeshView& mesh,
                                               const SelfIntersectionOptions& options,
                                               const Context& context) {
    return self_intersections_sharing(mesh, options, context, find_self_pairs);
}

Expected<SelfIntersections> self_intersections_sharing(const MeshView& mesh,
                                                       const SelfIntersectionOptions& options,
                                                       const Context& context,
                                                       const SelfPairSource& pairs) {
    return no_throw([&]() -> Expected<SelfIntersections> {
        Stopwatch total;
        const auto world = to_world({mesh}, {"mesh"}, context);
        if (!world) {
            return world.error();
        }
        const double world_ms = total.lap();
        const Stop stop = options.detail == Detail::Verdict ? Stop::AtFirstPair : Stop::Never;
        FoundPairs found = context.cancelled() ? FoundPairs{} : pairs(*world, stop, context);
        if (stop == Stop::AtFirstPair && !found.pairs.empty()) {
            found.pairs.resize(1);
        }

        SelfIntersections result;
        result.pairs = std::move(found.pairs);
        for (const TrianglePair& pair : result.pairs) {
            ++(pair.kind == PairKind::Crossing ? result.crossing_pairs : result.touching_pairs);
        }
        Stopwatch watch;
        if (options.detail == Detail::Curves && !context.cancelled()) {
            result.segments = contact_segments(*world, *world, result.pairs, context);
            result.curves = chain_curves(result.segments);
        }
        result.partial = context.cancelled();
        result.hash = options.detail == Detail::Verdict ? hash_of_verdict(result) : hash_of(result);
        result.counters = found.counters;
        result.milliseconds = found.milliseconds;
        result.milliseconds.curves = watch.lap();
        result.milliseconds.world = world_ms;
        result.milliseconds.total = world_ms + total.lap();
        return result;
    });
}

} // namespace impinge::inline v0
