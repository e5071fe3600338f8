// SPDX-License-Identifier: Apache-2.0
#include "imagespace/session/sampled_query.hpp"

#include "base/no_throw.hpp"

namespace impinge::inline v0::imagespace {

Expected<Sampled> sampled_collide(raster::Device& device, const Body& a, const Body& b,
                                  const SampledOptions& options) {
    return no_throw([&]() -> Expected<Sampled> {
        auto query = SampledQuery::create(device, a, b, options, Lifetime::OneQuery);
        if (!query) {
            return query.error();
        }
        return query->ask(a.pose, b.pose);
    });
}

} // namespace impinge::inline v0::imagespace
