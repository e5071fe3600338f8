// SPDX-License-Identifier: Apache-2.0
#include "depth_methods/look_by_rays.hpp"

#include "base/parallel.hpp"
#include "imagespace/view_rays.hpp"

#include <algorithm>

namespace impinge::inline v0::imagespace {
namespace {

bool overlap(const RayPiece& a, const RayPiece& b, EqualDepths equal_depths) {
    const double begin = std::max(a.begin, b.begin);
    const double end = std::min(a.end, b.end);
    if (begin != end || equal_depths == EqualDepths::Overlap) {
        return begin <= end;
    }
    const auto holds = [&](const RayPiece& piece) {
        return piece.begin < begin && end < piece.end;
    };
    return holds(a) || holds(b); // a body without thickness within the other
}

bool overlap(std::span<const RayPiece> a, std::span<const RayPiece> b, EqualDepths equal_depths) {
    return std::ranges::any_of(a, [&](const RayPiece& of_a) {
        return std::ranges::any_of(
            b, [&](const RayPiece& of_b) { return overlap(of_a, of_b, equal_depths); });
    });
}

std::uint8_t counted(std::size_t layers) {
    return static_cast<std::uint8_t>(std::min<std::size_t>(layers, 255));
}

Findings blank(std::size_t pixels) {
    Findings findings;
    findings.cases.assign(pixels, PixelCase::Empty);
    findings.stages.assign(pixels, Stage::None);
    findings.layers_of_a.assign(pixels, 0);
    findings.layers_of_b.assign(pixels, 0);
    return findings;
}

/// What the rays say of each pixel, but for the counts.
void cast(const Frame& frame, const ViewRays& a, const ViewRays& b, Findings& findings) {
    const auto width = static_cast<std::size_t>(frame.view.width);
    const auto height = static_cast<std::size_t>(frame.view.height);
    for_each_chunk(frame.context, height, 4, [&](const Chunk& rows) {
        PieceFinder pieces_a(a);
        PieceFinder pieces_b(b);
        for (std::size_t pixel = rows.begin * width; pixel < rows.end * width; ++pixel) {
            const PixelPlace place = place_of(pixel, frame.view.width);
            const Vec2d centre{place.x + 0.5, place.y + 0.5};
            const auto of_a = pieces_a.at(centre);
            const auto of_b = pieces_b.at(centre);
            findings.layers_of_a[pixel] = counted(pieces_a.layers());
            findings.layers_of_b[pixel] = counted(pieces_b.layers());
            if (!of_a.empty() && !of_b.empty()) {
                findings.stages[pixel] = Stage::Rays;
                findings.cases[pixel] = overlap(of_a, of_b, frame.equal_depths)
                                            ? PixelCase::LayersOverlap
                                            : PixelCase::LayersApart;
            }
        }
    });
}

void leave_over(Findings& findings) {
    for (std::size_t pixel = 0; pixel < findings.cases.size(); ++pixel) {
        if (findings.cases[pixel] != PixelCase::LayersOverlap) {
            findings.cases[pixel] = PixelCase::LeftOver;
            findings.stages[pixel] = Stage::LeftOver;
        }
    }
}

void count(Findings& findings) {
    for (std::size_t pixel = 0; pixel < findings.cases.size(); ++pixel) {
        findings.overlapping += overlaps(findings.cases[pixel]) ? 1 : 0;
        findings.pixels.rays += findings.stages[pixel] == Stage::Rays ? 1 : 0;
        findings.pixels.left_over += findings.stages[pixel] == Stage::LeftOver ? 1 : 0;
        findings.covered_by_a += findings.layers_of_a[pixel] > 0 ? 1 : 0;
    }
}

} // namespace

LookedByRays look_by_rays(const Frame& frame, const Diagnosis& of_a, const Diagnosis& of_b) {
    const RayRegion window = window_of(frame.view);
    const ViewRays a(frame.view, {frame.a.mesh, frame.a.pose, facing_of(of_a, frame.a.pose)},
                     window);
    const ViewRays b(frame.view, {frame.b.mesh, frame.b.pose, facing_of(of_b, frame.b.pose)},
                     window);
    LookedByRays looked{blank(static_cast<std::size_t>(frame.view.width) *
                              static_cast<std::size_t>(frame.view.height)),
                        std::max(a.error(), b.error())};
    cast(frame, a, b, looked.findings);
    if (looked.surface_error > raster::pixel_size(frame.view)) {
        leave_over(looked.findings);
    }
    count(looked.findings);
    looked.findings.partial = frame.context.cancelled();
    return looked;
}

} // namespace impinge::inline v0::imagespace
