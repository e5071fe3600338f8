// SPDX-License-Identifier: Apache-2.0
#include "imagespace/proof/spike_proxies.hpp"

#include "imagespace/proof/spike_boxes.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// As many proxies as a stencil value can tell apart.
constexpr std::size_t batch_size = 255;

/// The other body's nearest depths (with room for marks in the stencil plane) and farthest ones.
struct DepthRange {
    std::unique_ptr<raster::Target> nearest;
    std::unique_ptr<raster::Target> farthest;
};

Expected<std::unique_ptr<raster::Target>> depth_map(raster::Device& device,
                                                    const raster::View& view,
                                                    const raster::Draw& draw, raster::DepthOf end) {
    const raster::PixelArea area = raster::shown_area(view);
    auto target = device.make_target(area.width, area.height);
    if (!target) {
        return target;
    }
    const bool nearest = end == raster::DepthOf::Near;
    if (const Status status = device.clear(**target, {.depth = nearest ? 1.0F : 0.0F}); !status) {
        return status.error();
    }
    const raster::Pass pass{.coverage = raster::Coverage::Conservative,
                            .depth = end,
                            .depth_compare =
                                nearest ? raster::Compare::Less : raster::Compare::Greater};
    if (const Status status = device.draw(**target, view, pass, draw); !status) {
        return status.error();
    }
    return target;
}

Expected<DepthRange> depth_range(raster::Device& device, const raster::View& view,
                                 const Spiked& other) {
    std::unique_ptr<raster::Geometry> made;
    if (other.geometry == nullptr) {
        auto uploaded = device.upload(other.body.mesh);
        if (!uploaded) {
            return uploaded.error();
        }
        made = std::move(*uploaded);
    }
    const raster::Draw draw{.geometry = made ? made.get() : other.geometry,
                            .pose = other.body.pose};
    auto nearest = depth_map(device, view, draw, raster::DepthOf::Near);
    if (!nearest) {
        return nearest.error();
    }
    auto farthest = depth_map(device, view, draw, raster::DepthOf::Far);
    if (!farthest) {
        return farthest.error();
    }
    return DepthRange{std::move(*nearest), std::move(*farthest)};
}

/// Marks the pixels where the proxy begins before the other body's farthest depth.
raster::Pass marking_pass(std::uint8_t mark) {
    raster::Pass pass{.cull = raster::Cull::Back,
                      .coverage = raster::Coverage::Conservative,
                      .depth = raster::DepthOf::Near,
                      .depth_compare = raster::Compare::Always,
                      .depth_write = false,
                      .reference_compare = raster::Compare::LessEqual};
    pass.stencil.reference = mark;
    pass.stencil.front.passes = raster::StencilOp::Replace;
    return pass;
}

/// Passes where it also ends behind the other body's nearest depth.
raster::Pass counting_pass(std::uint8_t mark) {
    raster::Pass pass{.cull = raster::Cull::Front,
                      .coverage = raster::Coverage::Conservative,
                      .depth = raster::DepthOf::Far,
                      .depth_compare = raster::Compare::GreaterEqual,
                      .depth_write = false};
    pass.stencil.compare = raster::Compare::Equal;
    pass.stencil.reference = mark;
    return pass;
}

/// A proxy on its way: what is drawn and who counts.
struct Candidate {
    std::size_t spike = 0;
    std::unique_ptr<raster::Geometry> geometry;
    std::unique_ptr<raster::Query> query;
};

Status draw_candidate(raster::Device& device, const raster::View& view, const DepthRange& range,
                      const Candidate& candidate, std::uint8_t mark) {
    const raster::Draw draw{.geometry = candidate.geometry.get()};
    if (Status status =
            device.draw(*range.nearest, view, marking_pass(mark), draw, range.farthest.get());
        !status) {
        return status;
    }
    return device.draw(*range.nearest, view, counting_pass(mark),
                       {.geometry = candidate.geometry.get(), .query = candidate.query.get()});
}

Expected<Candidate> make_candidate(raster::Device& device, std::size_t spike,
                                   const OrientedBox& proxy) {
    auto geometry = device.upload(mesh_of(proxy).view());
    if (!geometry) {
        return geometry.error();
    }
    auto query = device.make_query();
    if (!query) {
        return query.error();
    }
    return Candidate{spike, std::move(*geometry), std::move(*query)};
}

/// Draws all, then asks for the answers.
Status find_near(raster::Device& device, const raster::View& view, const DepthRange& range,
                 std::span<const Candidate> batch, std::vector<std::size_t>& near) {
    const raster::Clear marks_only{.depth = {}, .stencil = std::uint8_t{0}, .id_0 = {}, .id_1 = {}};
    if (Status status = device.clear(*range.nearest, marks_only); !status) {
        return status;
    }
    std::uint8_t mark = 0;
    for (const Candidate& candidate : batch) {
        if (Status status = draw_candidate(device, view, range, candidate, ++mark); !status) {
            return status;
        }
    }
    for (const Candidate& candidate : batch) {
        const auto samples = device.result(*candidate.query);
        if (!samples) {
            return samples.error();
        }
        if (*samples > 0) {
            near.push_back(candidate.spike);
        }
    }
    return {};
}

} // namespace

Expected<std::vector<std::size_t>> spikes_near(raster::Device& device, const raster::View& view,
                                               const Spiked& spiked, const Spiked& other) {
    std::vector<std::size_t> near;
    std::vector<Candidate> batch;
    std::optional<DepthRange> range;
    for (std::size_t i = 0; i < spiked.spikes.size(); ++i) {
        const OrientedBox proxy = proxy_of(spiked.body, spiked.spikes[i], raster::pixel_size(view));
        if (is_in_window(view, proxy)) {
            auto candidate = make_candidate(device, i, proxy);
            if (!candidate) {
                return candidate.error();
            }
            batch.push_back(std::move(*candidate));
        }
        const bool complete = batch.size() == batch_size || i + 1 == spiked.spikes.size();
        if (!complete || batch.empty()) {
            continue;
        }
        if (!range) {
            auto drawn = depth_range(device, view, other);
            if (!drawn) {
                return drawn.error();
            }
            range = std::move(*drawn);
        }
        if (const Status status = find_near(device, view, *range, batch, near); !status) {
            return status.error();
        }
        batch.clear();
    }
    return near;
}

} // namespace impinge::inline v0::imagespace
