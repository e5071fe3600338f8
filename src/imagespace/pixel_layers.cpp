// SPDX-License-Identifier: Apache-2.0
#include "imagespace/pixel_layers.hpp"

#include "base/parallel.hpp"
#include "raster/request.hpp"
#include "raster/software/planes.hpp"
#include "raster/software/scalar_geometry.hpp"
#include "raster/software/vertex_stage.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <tuple>

namespace impinge::inline v0::imagespace {
namespace {

/// Which pixels are asked about, as bits by rows: whether a row holds some, and the place of each
/// in the list, cost the same for a handful as for a whole window.
class AskedPixels {
  public:
    /// Sorted by row, then column, each once.
    explicit AskedPixels(std::span<const PixelPlace> pixels);

    /// The smallest box that holds them all.
    [[nodiscard]] const raster::PixelBox& box() const { return box_; }

    /// Columns of a row, both included; all within the box.
    struct Row {
        int y = 0;
        int first_x = 0;
        int last_x = -1;
    };

    [[nodiscard]] bool any(const Row& row) const {
        const Words words = words_of(row);
        std::uint64_t found = 0;
        for (std::size_t word = words.first; word <= words.last; ++word) {
            found |= bits_[word] & words.mask(word);
        }
        return found != 0;
    }

    /// Calls visit(place in the list, x) for each of the row, from the left.
    template <typename Visit> void for_each(const Row& row, Visit visit) const {
        const Words words = words_of(row);
        int x = box_.min_x + (row.first_x - box_.min_x) / 64 * 64;
        for (std::size_t word = words.first; word <= words.last; ++word, x += 64) {
            std::uint64_t left = bits_[word] & words.mask(word);
            if (left == 0) {
                continue;
            }
            const std::uint64_t earlier = bits_[word] & ((left & ~(left - 1)) - 1);
            auto place = before_[word] + static_cast<std::uint32_t>(std::popcount(earlier));
            for (; left != 0; left &= left - 1) {
                visit(place++, x + std::countr_zero(left));
            }
        }
    }

  private:
    struct Words {
        std::size_t first = 0;
        std::size_t last = 0;
        std::uint64_t first_mask = 0;
        std::uint64_t last_mask = 0;

        [[nodiscard]] std::uint64_t mask(std::size_t word) const {
            return (word == first ? first_mask : ~std::uint64_t{0}) &
                   (word == last ? last_mask : ~std::uint64_t{0});
        }
    };
    [[nodiscard]] Words words_of(const Row& row) const {
        const auto first = static_cast<std::size_t>(row.first_x - box_.min_x);
        const auto last = static_cast<std::size_t>(row.last_x - box_.min_x);
        const std::size_t begin = static_cast<std::size_t>(row.y - box_.min_y) * words_per_row_;
        return {begin + first / 64, begin + last / 64, ~std::uint64_t{0} << (first % 64),
                ~std::uint64_t{0} >> (63 - last % 64)};
    }

    raster::PixelBox box_;
    std::size_t words_per_row_ = 0;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> before_; ///< how many come before the word
};

AskedPixels::AskedPixels(std::span<const PixelPlace> pixels) {
    if (pixels.empty()) {
        return;
    }
    const auto [leftmost, rightmost] = std::ranges::minmax(pixels, {}, &PixelPlace::x);
    const PixelPlace low{leftmost.x, pixels.front().y};
    const PixelPlace high{rightmost.x, pixels.back().y};
    box_ = {static_cast<int>(low.x), static_cast<int>(low.y), static_cast<int>(high.x),
            static_cast<int>(high.y)};
    words_per_row_ = (high.x - low.x) / 64 + 1;
    bits_.resize((high.y - low.y + 1) * words_per_row_);
    before_.resize(bits_.size());
    for (const PixelPlace& pixel : pixels) {
        bits_[(pixel.y - low.y) * words_per_row_ + (pixel.x - low.x) / 64] |=
            std::uint64_t{1} << ((pixel.x - low.x) % 64);
    }
    std::uint32_t count = 0;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        before_[word] = count;
        count += static_cast<std::uint32_t>(std::popcount(bits_[word]));
    }
}

/// Whether they are sorted by row, then column, each once, and lie in a target of this size.
bool are_pixels_of(std::span<const PixelPlace> pixels, int width, int height) {
    const auto outside = [&](const PixelPlace& pixel) {
        return pixel.x >= static_cast<std::uint32_t>(width) ||
               pixel.y >= static_cast<std::uint32_t>(height);
    };
    const auto not_before = [](const PixelPlace& a, const PixelPlace& b) {
        return std::tie(a.y, a.x) >= std::tie(b.y, b.x);
    };
    return std::ranges::none_of(pixels, outside) &&
           std::ranges::adjacent_find(pixels, not_before) == pixels.end();
}

using raster::Bounds;
using raster::Corner;
using raster::Corners;
using raster::EdgeFunction;
using raster::PixelBox;

struct Hit {
    std::uint32_t pixel = 0; ///< its place in the list
    Layer layer;
};

/// A body on the grid of the window.
struct SnappedBody {
    raster::UntouchedArray<Corner> corners; ///< of every vertex
    std::span<const TriangleIndices> triangles;
    Owner owner = Owner::A;
    bool inside_out = false;
};

Expected<SnappedBody> snap(const raster::View& view, const Side& side, Owner owner,
                           const Context& context) {
    if (const Status status = raster::check_pose(side.pose); !status) {
        return status.error();
    }
    std::optional<raster::LocalMesh> made;
    if (side.local == nullptr) {
        auto local = raster::local_mesh(side.mesh, raster::Parts::Triangles);
        if (!local) {
            return local.error();
        }
        made = std::move(*local);
    }
    const raster::LocalMesh& local = made ? *made : *side.local;
    const raster::PlacedMesh placed = raster::place(local, view, side.pose, {});
    if (const Status status = raster::check_reach(placed, raster::Primitive::Triangles); !status) {
        return status.error();
    }
    SnappedBody body{.corners = raster::UntouchedArray<Corner>(local.positions.size()),
                     .triangles = side.mesh.triangles(),
                     .owner = owner,
                     .inside_out = side.inside_out};
    constexpr std::size_t vertices_per_chunk = 1 << 11;
    for_each_chunk(context, local.positions.size(), vertices_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            body.corners.data()[i] = raster::to_corner(
                placed, raster::clip_point(placed, static_cast<std::uint32_t>(i)));
        }
    });
    return body;
}

template <typename Int> Int floor_divided(Int value, Int positive) {
    const Int quotient = value / positive;
    return value % positive < 0 ? quotient - 1 : quotient;
}

/// Processors divide doubles much faster than integers of this size. The quotient is below 2^31, so
/// that a double is wrong by less than 1.
template <> std::int64_t floor_divided(std::int64_t value, std::int64_t positive) {
    auto quotient =
        static_cast<std::int64_t>(static_cast<double>(value) / static_cast<double>(positive));
    const std::int64_t rest = value - quotient * positive;
    return rest < 0 ? quotient - 1 : rest >= positive ? quotient + 1 : quotient;
}

/// Of the centres in a row, those inside the edge: E(x, y) >= bias solved for x.
template <typename Int>
void keep_inside(const EdgeFunction<Int>& edge, Int y, Int& first_x, Int& last_x) {
    const Int room = edge.dx * (y - edge.y) - edge.bias();
    if (edge.dy > 0) {
        last_x = std::min(last_x, edge.x + floor_divided(room, edge.dy));
    } else if (edge.dy < 0) {
        first_x = std::max(first_x, edge.x - floor_divided<Int>(room, -edge.dy));
    } else if (room < 0) {
        last_x = first_x - 1;
    }
}

/// Calls visit(place in the list, x, y) for the pixels asked about whose centres the triangle
/// covers: those the software device draws.
template <typename Int, typename Visit>
void for_each_covered(const raster::Turned<Int>& triangle, const PixelBox& box,
                      const AskedPixels& asked, Visit visit) {
    const EdgeFunction<Int> e0(triangle.corners[1], triangle.corners[2]);
    const EdgeFunction<Int> e1(triangle.corners[2], triangle.corners[0]);
    const EdgeFunction<Int> e2(triangle.corners[0], triangle.corners[1]);
    for (int y = box.min_y; y <= box.max_y; ++y) {
        if (!asked.any({y, box.min_x, box.max_x})) {
            continue;
        }
        Int first = raster::centre<Int>(box.min_x);
        Int last = raster::centre<Int>(box.max_x);
        for (const EdgeFunction<Int>& edge : {e0, e1, e2}) {
            keep_inside(edge, raster::centre<Int>(y), first, last);
        }
        if (first > last) { // also keeps what is far away out of an int
            continue;
        }
        const auto first_x =
            static_cast<int>((first + raster::half_pixel - 1) >> raster::pixel_shift);
        const auto last_x = static_cast<int>((last - raster::half_pixel) >> raster::pixel_shift);
        if (first_x <= last_x) {
            asked.for_each({y, first_x, last_x},
                           [&](std::uint32_t place, int x) { visit(place, x, y); });
        }
    }
}

/// `layer.front` says whether the body is inside out.
template <typename Int>
void add_hits(const Corners& corners, Layer layer, const AskedPixels& asked,
              std::vector<Hit>& hits) {
    const PixelBox box =
        raster::pixels(Bounds<Int>(corners), raster::Coverage::Centre, asked.box());
    if (box.empty()) {
        return;
    }
    const raster::Turned<Int> triangle(corners);
    if (triangle.area == 0) {
        return;
    }
    layer.front = (triangle.face == raster::Face::Front) != layer.front;
    std::optional<raster::DepthPlane<Int>> plane; // most triangles meet no pixel asked about
    for_each_covered(triangle, box, asked, [&](std::uint32_t place, int x, int y) {
        if (!plane) {
            plane.emplace(triangle);
        }
        layer.depth = raster::clamped(plane->at(raster::centre<Int>(x), raster::centre<Int>(y)));
        hits.push_back({place, layer});
    });
}

/// The hits of each chunk of triangles.
using HitParts = std::vector<std::vector<Hit>>;

void find_hits(const SnappedBody& body, const AskedPixels& asked, const Context& context,
               HitParts& parts) {
    constexpr std::size_t triangles_per_chunk = 1 << 11;
    const std::size_t before = parts.size();
    parts.resize(before + chunk_count(body.triangles.size(), triangles_per_chunk));
    for_each_chunk(context, body.triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        std::vector<Hit>& hits = parts[before + chunk.index];
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const TriangleIndices& triangle = body.triangles[i];
            const Corner* const at = body.corners.data();
            const Corners corners{at[triangle[0]], at[triangle[1]], at[triangle[2]]};
            const Layer layer{.triangle = static_cast<std::uint32_t>(i),
                              .owner = body.owner,
                              .front = body.inside_out};
            if (raster::within(corners, raster::farthest_step_of_64_bits)) {
                add_hits<std::int64_t>(corners, layer, asked, hits);
            } else {
                add_hits<raster::Int128>(corners, layer, asked, hits);
            }
        }
    });
}

auto order_of(const Layer& layer) {
    const int turn = layer.owner == Owner::A ? (layer.front ? 0 : 3) : (layer.front ? 1 : 2);
    return std::tuple(layer.depth, turn, layer.triangle);
}

/// The hits of both bodies by pixels, each pixel's by depth.
PixelLayers sorted(std::size_t pixels, const HitParts& parts, const Context& context) {
    const auto for_each_hit = [&](auto visit) {
        for (const std::vector<Hit>& hits : parts) {
            for (const Hit& hit : hits) {
                visit(hit.pixel, hit.layer);
            }
        }
    };
    PixelLayers sorted{Buckets<Layer>(pixels, for_each_hit)};
    constexpr std::size_t pixels_per_chunk = 1 << 11;
    for_each_chunk(context, pixels, pixels_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t pixel = chunk.begin; pixel < chunk.end; ++pixel) {
            std::ranges::sort(sorted.layers[pixel], {}, order_of);
        }
    });
    return sorted;
}

} // namespace

Expected<PixelLayers> pixel_layers(const raster::View& view, const Side& a, const Side& b,
                                   std::span<const PixelPlace> pixels, const Context& context) {
    if (const Status status = raster::validate(view); !status) {
        return status.error();
    }
    if (view.projection != raster::Projection::Orthographic) {
        return Error{ErrorCode::Unsupported, "layers: the view must be orthographic"};
    }
    const raster::PixelArea area = raster::shown_area(view);
    if (!are_pixels_of(pixels, area.width, area.height)) {
        return Error{ErrorCode::InvalidArgument,
                     "layers: the pixels are not in order, or not of the target"};
    }
    // Layers of half a mesh would be wrong ones, so nobody can stop this halfway.
    const Context whole(context.threads());
    const AskedPixels asked(pixels);
    HitParts hits;
    for (const Owner owner : {Owner::A, Owner::B}) {
        const auto body = snap(view, owner == Owner::A ? a : b, owner, whole);
        if (!body) {
            return body.error();
        }
        if (!pixels.empty()) {
            find_hits(*body, asked, whole, hits);
        }
    }
    return sorted(pixels.size(), hits, whole);
}

} // namespace impinge::inline v0::imagespace
