// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/proof/spike_contacts.hpp"

#include "depth_methods/proof/confirm.hpp"
#include "imagespace/projection/collision_zone.hpp"
#include "imagespace/solid_body.hpp"
#include "math/principal_axes.hpp"

#include <algorithm>
#include <span>

namespace impinge::inline v0::imagespace {
namespace {

std::vector<Vec3d> world_corners(const Body& body, std::span<const std::uint32_t> spike) {
    std::vector<Vec3d> corners;
    corners.reserve(3 * spike.size());
    for (const std::uint32_t triangle : spike) {
        for (const Vec3d& corner : body.mesh.triangle(triangle).corners) {
            corners.push_back(apply(body.pose, corner));
        }
    }
    return corners;
}

/// Axes along which the points spread, around their mean.
Rigid principal_frame(std::span<const Vec3d> points) {
    Vec3d mean{};
    for (const Vec3d& point : points) {
        mean = mean + (point - points[0]) * (1.0 / static_cast<double>(points.size()));
    }
    mean = mean + points[0];
    SymmetricMatrix spread;
    for (const Vec3d& point : points) {
        spread.add(point - mean, 1);
    }
    const auto [x, y, unused] = principal_axes(spread).axes;
    const Vec3d z = cross(x, y);
    return {.row_x = {x.x, y.x, z.x},
            .row_y = {x.y, y.y, z.y},
            .row_z = {x.z, y.z, z.z},
            .translation = mean};
}

/// Around the triangles, along their principal axes, with a pixel's width to spare on every side.
PosedBox proxy_of(const Body& body, std::span<const std::uint32_t> spike, double pixel_size) {
    const std::vector<Vec3d> corners = world_corners(body, spike);
    PosedBox proxy{{}, principal_frame(corners)};
    const Rigid into = inverse(proxy.pose);
    for (const Vec3d& corner : corners) {
        proxy.box = extend(proxy.box, apply(into, corner));
    }
    proxy.box = widened(proxy.box, pixel_size);
    return proxy;
}

/// With outward normals, where it stands in the world.
Mesh mesh_of(const PosedBox& volume) {
    const auto corners = corners_of(volume.box, volume.pose);
    return {{corners.begin(), corners.end()},
            {{0, 2, 3},
             {0, 3, 1},
             {4, 5, 7},
             {4, 7, 6},
             {0, 1, 5},
             {0, 5, 4},
             {2, 6, 7},
             {2, 7, 3},
             {0, 4, 6},
             {0, 6, 2},
             {1, 3, 7},
             {1, 7, 5}}};
}

/// Whether its projection comes near the pixels of the view. Saves draws.
bool is_in_window(const raster::View& view, const PosedBox& volume) {
    Vec3d low = to_window(view, apply(volume.pose, volume.box.min));
    Vec3d high = low;
    for (const Vec3d& corner : corners_of(volume.box, volume.pose)) {
        low = min(low, to_window(view, corner));
        high = max(high, to_window(view, corner));
    }
    const raster::PixelArea area = raster::shown_area(view);
    return low.x <= area.x + area.width && high.x >= area.x && low.y <= area.y + area.height &&
           high.y >= area.y;
}

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
                                   const PosedBox& proxy) {
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
        const PosedBox proxy = proxy_of(spiked.body, spiked.spikes[i], raster::pixel_size(view));
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
        auto exact = collide(a.body, b.body, {.detail = Detail::Pairs}, context);
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
