// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/find_pairs.hpp"

#include "base/parallel.hpp"
#include "base/stopwatch.hpp"
#include "exact/pairs/candidate_pairs.hpp"
#include "geometry/bvh.hpp"
#include "geometry/triangle_contact.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>

namespace impinge::inline v0 {
namespace {

/// Kind of a candidate pair; Apart drops it.
using Prover = std::function<PairKind(const Candidate&)>;

bool settles(PairKind kind, Stop stop) {
    return stop == Stop::AtFirstPair ||
           (stop == Stop::AtFirstCrossing && kind == PairKind::Crossing);
}

/// Pixel by pixel, on all threads: the last of the broad phase (candidates), then the narrow phase
/// (each candidate is proved).
class Search {
  public:
    Search(const Survivors& survivors, ImageGrid grid, Prover prover, Stop stop,
           const Context& context)
        : a_(pixel_bins(survivors.a, grid)), b_(pixel_bins(survivors.b, grid)), grid_(grid),
          prover_(std::move(prover)), stop_(stop), context_(context) {}

    void run(FoundPairs& found) {
        std::vector<std::size_t> pixels;
        for (std::size_t pixel = 0; pixel < grid_.pixel_count(); ++pixel) {
            if (!a_[pixel].empty() && !b_[pixel].empty()) {
                pixels.push_back(pixel);
            }
        }
        constexpr std::size_t pixels_per_chunk = 8;
        found.pairs = gather_chunks<TrianglePair>(
            context_, pixels.size(), pixels_per_chunk, [&](const Chunk& chunk) {
                FoundPairs part;
                for (std::size_t i = chunk.begin; i < chunk.end && !settled_; ++i) {
                    search_pixel(pixels[i], part);
                }
                account(part, chunk.end - chunk.begin, pixels.size(), found);
                return std::move(part.pairs);
            });
        std::sort(found.pairs.begin(), found.pairs.end());
    }

  private:
    void search_pixel(std::size_t pixel, FoundPairs& part) {
        Stopwatch watch;
        const std::vector<Candidate> candidates = match_pixel(a_, b_, pixel, grid_);
        part.counters.candidate_pairs += candidates.size();
        part.milliseconds.match += watch.lap();
        for (const Candidate& candidate : candidates) {
            if (settled_.load(std::memory_order_relaxed) || context_.cancelled()) {
                break;
            }
            const PairKind kind = prover_(candidate);
            if (kind != PairKind::Apart) {
                part.pairs.push_back({candidate.a, candidate.b, kind});
                if (settles(kind, stop_)) {
                    settled_.store(true, std::memory_order_relaxed);
                }
            }
        }
        part.milliseconds.prove += watch.lap();
    }

    void account(const FoundPairs& part, std::size_t pixels, std::size_t all_pixels,
                 FoundPairs& found) {
        const std::lock_guard lock(mutex_);
        found.counters.candidate_pairs += part.counters.candidate_pairs;
        found.milliseconds.match += part.milliseconds.match;
        found.milliseconds.prove += part.milliseconds.prove;
        finished_ += pixels;
        context_.report(static_cast<double>(finished_) / static_cast<double>(all_pixels));
    }

    PixelBins a_;
    PixelBins b_;
    ImageGrid grid_;
    Prover prover_;
    Stop stop_;
    const Context& context_;
    std::atomic<bool> settled_{false};
    std::mutex mutex_;
    std::size_t finished_ = 0;
};

FoundPairs find_proved(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context,
                       Prover prover) {
    FoundPairs found;
    const Box3 region = intersection(a.box, b.box);
    if (is_empty(region)) {
        return found;
    }
    Stopwatch watch;
    const QuantisedMesh coded_a(a, region, context);
    const QuantisedMesh coded_b(b, region, context);
    const ImageGrid grid = choose_grid(coded_a, coded_b);
    const Survivors survivors = keep_meeting(coded_a, coded_b, grid, context);
    found.counters.triangles_in_region = survivors.in_region;
    found.counters.triangles_after_bins = survivors.a.size() + survivors.b.size();
    found.milliseconds.cull = watch.lap();
    Search search(survivors, grid, std::move(prover), stop, context);
    found.milliseconds.bin = watch.lap();
    search.run(found);
    return found;
}

} // namespace

FoundPairs find_pairs(const WorldMesh& a, const WorldMesh& b, Stop stop, const Context& context) {
    return find_proved(a, b, stop, context, [&](const Candidate& pair) {
        return classify_triangles(a.triangle(pair.a), b.triangle(pair.b));
    });
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
    FoundPairs found = find_proved(part, mesh, stop, context, [&](const Candidate& pair) {
        return some[pair.a] == pair.b
                   ? PairKind::Apart
                   : classify_neighbours(part.triangle(pair.a), mesh.triangle(pair.b));
    });
    for (TrianglePair& pair : found.pairs) {
        pair.a = some[pair.a];
    }
    return found;
}

FoundPairs find_self_pairs(const WorldMesh& mesh, Stop stop, const Context& context) {
    FoundPairs found;
    if (is_empty(mesh.box)) {
        return found;
    }
    Stopwatch watch;
    const QuantisedMesh coded(mesh, mesh.box, context);
    const ImageGrid grid = choose_grid(coded, coded);
    Survivors survivors; // every triangle meets its own mesh
    for (std::size_t i = 0; i < coded.size(); ++i) {
        survivors.a.push_back(coded[i]);
    }
    survivors.b = survivors.a;
    found.counters.triangles_in_region = coded.size();
    found.counters.triangles_after_bins = coded.size();
    const auto prove = [&](const Candidate& pair) {
        return pair.a < pair.b ? classify_neighbours(mesh.triangle(pair.a), mesh.triangle(pair.b))
                               : PairKind::Apart;
    };
    Search search(survivors, grid, prove, stop, context);
    found.milliseconds.bin = watch.lap();
    search.run(found);
    return found;
}

// --- triangles of one surface --------------------------------------------------------------------

namespace {

/// Different corners that two triangles have in common, by coordinates.
struct CommonCorners {
    std::array<Vec3d, 3> points;
    std::size_t count = 0;

    [[nodiscard]] bool holds(Vec3d p) const {
        return std::find(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count), p) !=
               points.begin() + static_cast<std::ptrdiff_t>(count);
    }
};

CommonCorners common_corners(const Triangle& s, const Triangle& t) {
    CommonCorners common;
    for (const Vec3d& p : s.corners) {
        const bool shared = std::find(t.corners.begin(), t.corners.end(), p) != t.corners.end();
        if (shared && !common.holds(p)) {
            common.points[common.count++] = p;
        }
    }
    return common;
}

/// The everyday neighbours: a triangle that leaves the plane of the other at their common corner or
/// edge, all of the rest on one side, meets it nowhere else.
bool leaves_plane(const Triangle& plane, const Triangle& other, std::size_t common) {
    const auto sides = plane_sides(plane, other);
    const auto on_side = [&](Sign side) { return std::count(sides.begin(), sides.end(), side); };
    const auto rest = static_cast<std::ptrdiff_t>(3 - common);
    return on_side(1) == rest || on_side(-1) == rest;
}

/// Whether the contact is no more than the common corner or edge.
bool only_shared(const TriangleContact& contact, const CommonCorners& common) {
    const auto points = contact.points();
    return common.count < 3 && points.size() == common.count &&
           std::all_of(points.begin(), points.end(),
                       [&](const ContactPoint& point) { return common.holds(point.position); });
}

} // namespace

PairKind classify_neighbours(const Triangle& s, const Triangle& t) {
    const CommonCorners common = common_corners(s, t);
    if (common.count == 0) {
        return classify_triangles(s, t);
    }
    if (common.count < 3 &&
        (leaves_plane(s, t, common.count) || leaves_plane(t, s, common.count))) {
        return PairKind::Apart;
    }
    const TriangleContact contact = triangle_contact(s, t);
    return only_shared(contact, common) ? PairKind::Apart : contact.kind;
}

} // namespace impinge::inline v0
