// SPDX-License-Identifier: Apache-2.0
//
// What a sampled query asks the exact engine.
#include "imagespace/proof/confirm.hpp"
#include "imagespace/session/sampled_query.hpp"

namespace impinge::inline v0::imagespace {

namespace {

bool wants_proof(const SampledOptions& options, const Sampled& result) {
    const bool overlaps = result.overlapping_pixels > 0;
    return (options.confirmation == Confirmation::Exact && overlaps) ||
           (options.spikes == Spikes::Proxies && !overlaps && !result.interference.partial);
}

} // namespace

Status SampledQuery::prove(Sampled& result, const Pair& pair, const Overlap& overlap) {
    if (overlap.by_rays && wants_proof(options_, result)) {
        // Pixels of floats would not find the triangles that matter: all of them are asked about.
        auto proof = collide(pair.a.body(), pair.b.body(),
                             {.detail = Detail::Pairs, .context = options_.context});
        if (!proof) {
            return proof.error();
        }
        result.interference = std::move(*proof);
        result.settled = !result.interference.partial;
        return {};
    }
    if (options_.confirmation == Confirmation::Exact && !overlap.places.empty()) {
        auto proof =
            confirm(pair.a.body(), pair.b.body(), overlap.view, overlap.places, options_.context);
        if (!proof) {
            return proof.error();
        }
        result.interference = std::move(*proof);
        result.settled =
            !result.interference.partial || result.interference.verdict == Verdict::Crossing;
    } else if (options_.spikes == Spikes::Proxies && result.overlapping_pixels == 0 &&
               !result.interference.partial) {
        return prove_by_spikes(result, pair);
    }
    return {};
}

Status SampledQuery::prove_by_spikes(Sampled& result, const Pair& pair) {
    const Body a = pair.a.body();
    const Body b = pair.b.body();
    for (const raster::View& view : result.views) {
        find_spikes(spikes_a_, pair.a, pixel_size(view));
        find_spikes(spikes_b_, pair.b, pixel_size(view));
        auto proof = spike_contacts(*device_, view, {a, spikes_a_.triangles, a_.geometry.get()},
                                    {b, spikes_b_.triangles, b_.geometry.get()}, options_.context);
        if (!proof) {
            return proof.error();
        }
        if (*proof) {
            result.interference = std::move(**proof);
            result.settled = true;
            return {};
        }
    }
    if (options_.context.cancelled()) {
        result.interference.partial = true;
        result.settled = false;
    }
    return {};
}

void SampledQuery::find_spikes(KnownSpikes& known, const Posed& posed, double pixel_size) const {
    const double in_mesh = pixel_size / posed.pose.scale;
    if (known.pixel_size != in_mesh && !options_.context.cancelled()) {
        known = {in_mesh, thin_spikes(posed.solid->mesh, in_mesh, options_.context)};
    }
}

} // namespace impinge::inline v0::imagespace
