// SPDX-License-Identifier: Apache-2.0
#include "model/obb_tree.hpp"

#include "base/parallel.hpp"
#include "math/measures.hpp"
#include "math/principal_axes.hpp"
#include "model/box_tests.hpp"
#include "model/halving_order.hpp"
#include "model/patch_axes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace impinge::inline v0::model {
namespace {

constexpr std::size_t triangles_per_chunk = 1 << 13;

Vec3f to_frame(const TreeFrame& frame, Vec3d p) {
    const Vec3d u = (p - frame.centre) * frame.unit;
    return {static_cast<float>(u.x), static_cast<float>(u.y), static_cast<float>(u.z)};
}

TreeFrame frame_of(const Box3& box) {
    const double size = longest_side(box) / 2;
    TreeFrame frame;
    frame.centre = centre(box);
    frame.unit = size > 0 ? std::ldexp(1.0, -std::ilogb(size) - 1) : 1;
    const double far = largest_magnitude(box.min) + largest_magnitude(box.max);
    frame.error = 0x1p-24 + 0x1p-51 * far * frame.unit;
    return frame;
}

// --- the boxes ---------------------------------------------------------------------------------

/// Sums over the corners of triangles, from which the axes of a box are taken.
struct Shape {
    double count = 0;
    double area = 0; ///< twice that of the triangles
    Vec3d normal;    ///< sum of the normals, as long as twice the areas
    Vec3d sum;
    SymmetricMatrix squares;

    void add(const Shape& other) {
        count += other.count;
        area += other.area;
        normal = normal + other.normal;
        sum = sum + other.sum;
        squares.xx += other.squares.xx;
        squares.yy += other.squares.yy;
        squares.zz += other.squares.zz;
        squares.xy += other.squares.xy;
        squares.yz += other.squares.yz;
        squares.zx += other.squares.zx;
    }
};

Shape shape_of(const TriangleBlock& block) {
    const BlockSums sums = sums_of(block);
    const auto widened = [](const std::array<float, 3>& v) { return Vec3d{v[0], v[1], v[2]}; };
    const Vec3d o = widened(sums.origin);
    const Vec3d s = widened(sums.sum);
    constexpr double count = 3 * lanes;
    Shape shape;
    shape.count = count;
    shape.area = sums.area;
    shape.normal = widened(sums.normal);
    shape.sum = s + o * count;
    // (q + o) (q + o)^T, summed up over the corners q from the origin o.
    const auto [xx, yy, zz, xy, yz, zx] = sums.squares;
    shape.squares.xx = double{xx} + (2 * s.x + count * o.x) * o.x;
    shape.squares.yy = double{yy} + (2 * s.y + count * o.y) * o.y;
    shape.squares.zz = double{zz} + (2 * s.z + count * o.z) * o.z;
    shape.squares.xy = double{xy} + s.x * o.y + s.y * o.x + count * o.x * o.y;
    shape.squares.yz = double{yz} + s.y * o.z + s.z * o.y + count * o.y * o.z;
    shape.squares.zx = double{zx} + s.z * o.x + s.x * o.z + count * o.z * o.x;
    return shape;
}

SymmetricMatrix covariance(const Shape& shape) {
    const Vec3d mean = shape.sum * (1 / shape.count);
    SymmetricMatrix m = shape.squares;
    m.add(mean, -shape.count);
    return m;
}

// A patch of a surface is thinnest along its mean normal; within its plane the corners say where it
// is long. Anything else gets the principal axes of its corners.

/// More than half of the area is left of the sum of normals.
bool is_patch(const Shape& shape) {
    return 4 * dot(shape.normal, shape.normal) > shape.area * shape.area;
}

/// Of as many shapes as there are.
std::array<std::array<Vec3d, 3>, lanes> axes_of(std::span<const Shape> shapes) {
    EightPatches patches{};
    patches.normal[2].fill(1);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (is_patch(shapes[i])) {
            const SymmetricMatrix m = covariance(shapes[i]);
            const Vec3d n = shapes[i].normal;
            const std::array numbers{m.xx, m.yy, m.zz, m.xy, m.yz, m.zx};
            for (int k = 0; k < 3; ++k) {
                patches.normal[static_cast<std::size_t>(k)][i] = n[k];
            }
            for (std::size_t k = 0; k < numbers.size(); ++k) {
                patches.covariance[k][i] = numbers[k];
            }
        }
    }
    EightAxes found;
    patch_axes(patches, found);
    std::array<std::array<Vec3d, 3>, lanes> axes;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            axes[i][k] = {found.axis[k][0][i], found.axis[k][1][i], found.axis[k][2][i]};
        }
        if (!is_patch(shapes[i])) {
            axes[i] = principal_axes(covariance(shapes[i])).axes;
        }
    }
    return axes;
}

/// The box with these axes around what reaches as far as `reach` says of them.
template <typename Reach> FloatBox fit(const std::array<Vec3d, 3>& axes, Reach reach) {
    FloatBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.axis[i] = {static_cast<float>(axes[i].x), static_cast<float>(axes[i].y),
                       static_cast<float>(axes[i].z)};
    }
    const Extents found = reach(box.axis);
    Vec3d centre{};
    for (std::size_t i = 0; i < 3; ++i) {
        centre = centre + axes[i] * ((double{found.low[i]} + double{found.high[i]}) / 2);
        box.half[i] = (found.high[i] - found.low[i]) / 2 + box_slack;
    }
    box.centre = {static_cast<float>(centre.x), static_cast<float>(centre.y),
                  static_cast<float>(centre.z)};
    return box;
}

void put(BoxGroup& group, std::size_t lane, const FloatBox& box) {
    for (std::size_t k = 0; k < 3; ++k) {
        group.centre[k][lane] = box.centre[k];
        group.half[k][lane] = box.half[k];
        for (std::size_t i = 0; i < 3; ++i) {
            group.axis[i][k][lane] = box.axis[i][k];
        }
    }
}

/// So far away that it meets nothing.
FloatBox no_box() {
    constexpr float far = 1e15F;
    return {{far, far, far}, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}};
}

/// Boxes from below upwards: small ones around their triangles, one subtree after the other, which
/// stay in the cache meanwhile; large ones around the boxes two levels below.
class BoxFitter {
  public:
    BoxFitter(std::span<const TriangleBlock> blocks, std::vector<std::vector<BoxGroup>>& levels)
        : blocks_(blocks), levels_(levels), counts_{blocks.size()} {
        while (counts_.back() > 1) {
            counts_.push_back(chunk_count(counts_.back(), lanes));
        }
        BoxGroup empty{};
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            put(empty, lane, no_box());
        }
        for (const std::size_t count : counts_) {
            levels_.emplace_back(chunk_count(count, lanes), empty);
        }
    }

    /// Returns twice the area of the triangles.
    double run(const Context& context) {
        const std::size_t small = std::min<std::size_t>(3, counts_.size() - 1);
        std::vector<Shape> shapes(counts_[small]);
        for_each_chunk(context, shapes.size(), 1, [&](const Chunk& chunk) {
            shapes[chunk.index] = fit_subtree(small, chunk.index);
        });
        for (std::size_t level = small + 1; level < counts_.size(); ++level) {
            std::vector<Shape> here(counts_[level]);
            for_each_chunk(context, here.size(), 1, [&](const Chunk& chunk) {
                const std::size_t i = chunk.index;
                for_children(level, i, [&](std::size_t child) { here[i].add(shapes[child]); });
                const auto& below = levels_[level - 2]; // a group for each child of the box
                const std::size_t first = i * lanes;
                const auto some =
                    std::span(below).subspan(first, std::min(lanes, below.size() - first));
                put(levels_[level][i / lanes], i % lanes,
                    fit(axes_of({&here[i], 1})[0],
                        [&](const auto& axes) { return extents(some, axes); }));
            });
            shapes = std::move(here);
        }
        return shapes.front().area;
    }

  private:
    template <typename Visit> void for_children(std::size_t level, std::size_t i, Visit visit) {
        for (std::size_t k = i * lanes; k < std::min(i * lanes + lanes, counts_[level - 1]); ++k) {
            visit(k);
        }
    }

    /// Fits the boxes below one box of a level, which is not 0, and returns its shape.
    Shape fit_below(std::size_t level, std::size_t i) {
        std::array<Shape, lanes> shapes;
        const std::size_t first = i * lanes;
        std::size_t count = 0;
        for_children(level, i, [&](std::size_t child) {
            shapes[count++] = level == 1 ? shape_of(blocks_[child]) : fit_below(level - 1, child);
        });
        const auto axes = axes_of(std::span(shapes).first(count));
        Shape all;
        for (std::size_t k = 0; k < count; ++k) {
            all.add(shapes[k]);
            fit_to_triangles(level - 1, first + k, axes[k]);
        }
        return all;
    }

    void fit_to_triangles(std::size_t level, std::size_t i, const std::array<Vec3d, 3>& axes) {
        const std::size_t first = i << (3 * level);
        const auto some =
            blocks_.subspan(first, std::min(std::size_t{1} << (3 * level), blocks_.size() - first));
        put(levels_[level][i / lanes], i % lanes,
            fit(axes, [&](const auto& directions) { return extents(some, directions); }));
    }

    Shape fit_subtree(std::size_t level, std::size_t i) {
        const Shape shape = level == 0 ? shape_of(blocks_[i]) : fit_below(level, i);
        fit_to_triangles(level, i, axes_of({&shape, 1})[0]);
        return shape;
    }

    std::span<const TriangleBlock> blocks_;
    std::vector<std::vector<BoxGroup>>& levels_;
    std::vector<std::size_t> counts_; ///< of boxes, by level
};

} // namespace

Box3 box_of_triangles(std::span<const Vec3d> positions, std::span<const TriangleIndices> triangles,
                      const Context& context) {
    std::vector<Box3> parts(chunk_count(triangles.size(), triangles_per_chunk));
    for_each_chunk(context, triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        Box3 box;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            for (const std::uint32_t corner : triangles[i]) {
                box = extend(box, positions[corner]);
            }
        }
        parts[chunk.index] = box;
    });
    Box3 box;
    for (const Box3& part : parts) {
        box = united(box, part);
    }
    return box;
}

bool ObbTree::fits(const Box3& box, std::span<const Vec3d> positions) {
    const double size = longest_side(box);
    // Of all vertices: poses that make some infinite are refused, whether or not it is used.
    const double far = std::transform_reduce(
        positions.begin(), positions.end(), 0.0, [](double a, double b) { return std::max(a, b); },
        largest_magnitude);
    return far <= 1e30 && size >= 1e-30 && size <= 1e30;
}

std::vector<std::uint32_t> ObbTree::order_of(std::span<const Vec3d> positions,
                                             std::span<const TriangleIndices> triangles,
                                             const Box3& box, const Context& context) {
    const TreeFrame frame = frame_of(box);
    const auto storage = make_unset_array<PlacedTriangle>(triangles.size());
    const std::span entries(storage.get(), triangles.size());
    for_each_chunk(context, triangles.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            const auto& [a, b, c] = triangles[i];
            const Vec3d third = (positions[a] - frame.centre) * (1.0 / 3) +
                                (positions[b] - frame.centre) * (1.0 / 3) +
                                (positions[c] - frame.centre) * (1.0 / 3);
            constexpr double most = 0x1p30; // centres lie within -1 and 1
            const auto number = [&](double x) {
                return static_cast<std::int32_t>((x * frame.unit + 1) * (most - 1));
            };
            entries[i] = {{number(third.x), number(third.y), number(third.z)},
                          static_cast<std::uint32_t>(i)};
        }
    });
    sort_by_halving(entries, lanes, context);
    std::vector<std::uint32_t> order(entries.size());
    for_each_chunk(context, entries.size(), triangles_per_chunk, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            order[i] = entries[i].triangle;
        }
    });
    return order;
}

ObbTree::ObbTree(const IndexedMesh& sorted, Order order, const Box3& box, const Context& context)
    : frame_(frame_of(box)), order_(std::move(order)) {
    fill_blocks(sorted, context);
    area_ = BoxFitter({blocks_.get(), block_count()}, levels_).run(context) / 2;
}

void ObbTree::fill_blocks(const IndexedMesh& sorted, const Context& context) {
    blocks_ = make_unset_array<TriangleBlock>(block_count());
    for_each_chunk(context, block_count(), triangles_per_chunk / lanes, [&](const Chunk& chunk) {
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const std::size_t entry = std::min(i * lanes + lane, order_->size() - 1);
                const TriangleIndices& t = sorted.triangles[entry];
                for (std::size_t c = 0; c < 3; ++c) {
                    const Vec3f p = to_frame(frame_, sorted.positions[t[c]]);
                    blocks_[i].corner[c][0][lane] = p.x;
                    blocks_[i].corner[c][1][lane] = p.y;
                    blocks_[i].corner[c][2][lane] = p.z;
                }
            }
        }
    });
}

FloatBox ObbTree::box(BoxName name) const {
    const BoxGroup& group = levels_[name.level][name.index / lanes];
    const std::size_t lane = name.index % lanes;
    FloatBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.centre[k] = group.centre[k][lane];
        box.half[k] = group.half[k][lane];
        for (std::size_t i = 0; i < 3; ++i) {
            box.axis[i][k] = group.axis[i][k][lane];
        }
    }
    return box;
}

double ObbTree::looseness() const {
    const std::uint32_t level = levels_.size() > 1 ? 1 : 0;
    double sum = 0;
    for (const BoxGroup& group : levels_[level]) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::array<double, 3> sides{group.half[0][lane], group.half[1][lane],
                                        group.half[2][lane]};
            std::sort(sides.begin(), sides.end());
            sum += 4 * sides[1] * sides[2];
        }
    }
    constexpr double flat = 1e-30; // triangles without area
    return sum / std::max(area_, flat);
}

std::size_t ObbTree::memory_bytes() const {
    if (!order_) {
        return 0;
    }
    std::size_t bytes = order_->size() * sizeof(std::uint32_t) + block_count() * sizeof blocks_[0];
    for (const auto& level : levels_) {
        bytes += level.size() * sizeof level[0];
    }
    return bytes;
}

SortedMesh sorted_mesh(const IndexedMesh& mesh, std::span<const std::uint32_t> order) {
    constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> place(mesh.positions.size(), unused);
    SortedMesh sorted;
    sorted.mesh.triangles.reserve(order.size());
    sorted.mesh.positions.reserve(mesh.positions.size());
    sorted.from.reserve(mesh.positions.size());
    // Triangles and vertices lie anywhere: they are fetched while earlier ones are copied.
    constexpr std::size_t ahead = 24;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i + 2 * ahead < order.size()) {
            __builtin_prefetch(&mesh.triangles[order[i + 2 * ahead]]);
            for (const std::uint32_t corner : mesh.triangles[order[i + ahead]]) {
                __builtin_prefetch(&place[corner]);
                __builtin_prefetch(&mesh.positions[corner]);
            }
        }
        TriangleIndices t = mesh.triangles[order[i]];
        for (std::uint32_t& corner : t) {
            if (place[corner] == unused) {
                place[corner] = static_cast<std::uint32_t>(sorted.from.size());
                sorted.from.push_back(corner);
                sorted.mesh.positions.push_back(mesh.positions[corner]);
            }
            corner = place[corner];
        }
        sorted.mesh.triangles.push_back(t);
    }
    return sorted;
}

} // namespace impinge::inline v0::model
