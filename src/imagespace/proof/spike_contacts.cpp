// SPDX-License-Identifier: Apache-2.0
//
// What the exact engine says about the spikes that could meet the other body.
#include "imagespace/proof/confirm_parts.hpp"
#include "imagespace/proof/spike_proxies.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

MeshPart part_of_spikes(const Spiked& spiked, std::span<const std::size_t> spikes) {
    std::vector<std::uint32_t> triangles;
    for (const std::size_t spike : spikes) {
        triangles.insert(triangles.end(), spiked.spikes[spike].begin(), spiked.spikes[spike].end());
    }
    return part_of(spiked.body.mesh, std::move(triangles));
}

/// A shell of its own can lie within the other body without crossing it.
bool is_closed(const Spiked& spiked, std::size_t spike) {
    const MeshPart part = part_of(spiked.body.mesh, spiked.spikes[spike]);
    const auto diagnosis = diagnose(part.mesh.view());
    return diagnosis && diagnosis->closed();
}

enum class SpikesOf : std::uint8_t { A, B };

struct Finding {
    std::optional<Interference> crossing = {}; ///< found among the triangles of the spikes
    bool needs_whole_bodies = false;           ///< those cannot tell
};

Expected<Finding> ask_about_spikes(raster::Device& device, const raster::View& view,
                                   const Spiked& a, const Spiked& b, SpikesOf whose,
                                   const Context& context) {
    const Spiked& spiked = whose == SpikesOf::A ? a : b;
    const Spiked& other = whose == SpikesOf::A ? b : a;
    const auto near = spikes_near(device, view, spiked, other);
    if (!near) {
        return near.error();
    }
    if (near->empty()) {
        return Finding{};
    }
    const MeshPart part = part_of_spikes(spiked, *near);
    const BodyPart spikes = placed(part, spiked.body.pose);
    const BodyPart whole{other.body, {}};
    auto found = whose == SpikesOf::A ? collide_parts(spikes, whole, context)
                                      : collide_parts(whole, spikes, context);
    if (!found) {
        return found.error();
    }
    if (found->verdict == Verdict::Crossing) {
        return Finding{.crossing = std::move(*found)};
    }
    // Surfaces that only touch, an edge on an edge, may belong to solids that overlap.
    const bool unclear = found->verdict != Verdict::Apart ||
                         std::any_of(near->begin(), near->end(),
                                     [&](std::size_t spike) { return is_closed(spiked, spike); });
    return Finding{.needs_whole_bodies = unclear};
}

bool interiors_overlap(Verdict verdict) {
    return verdict != Verdict::Apart && verdict != Verdict::Touching;
}

} // namespace

Expected<std::optional<Interference>> spike_contacts(raster::Device& device,
                                                     const raster::View& view, const Spiked& a,
                                                     const Spiked& b, const Context& context) {
    bool needs_whole_bodies = false;
    for (const SpikesOf whose : {SpikesOf::A, SpikesOf::B}) {
        auto finding = ask_about_spikes(device, view, a, b, whose, context);
        if (!finding) {
            return finding.error();
        }
        if (finding->crossing) {
            return std::move(finding->crossing);
        }
        needs_whole_bodies = needs_whole_bodies || finding->needs_whole_bodies;
    }
    if (needs_whole_bodies) {
        auto exact = collide(a.body, b.body, {.detail = Detail::Pairs, .context = context});
        if (!exact) {
            return exact.error();
        }
        if (interiors_overlap(exact->verdict)) {
            return std::optional(std::move(*exact));
        }
    }
    return std::optional<Interference>{};
}

} // namespace impinge::inline v0::imagespace
