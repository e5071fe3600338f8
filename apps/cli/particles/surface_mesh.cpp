// SPDX-License-Identifier: Apache-2.0
#include "particles/surface_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace impinge::cli {
namespace {

constexpr int surface_rows = 40;
constexpr double unbounded_reach = 10;

using Function = std::function<double(Vec3d)>;
using Corners = std::vector<Vec3d>;

bool comes_before(Vec3d a, Vec3d b) {
    return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
}

/// Where a function changes its sign on a segment, from the same end whichever way it is given, so
/// that pieces that share an edge share its point.
Vec3d crossing(const Function& function, Vec3d a, Vec3d b) {
    if (comes_before(b, a)) {
        std::swap(a, b);
    }
    const bool rises = function(a) < 0;
    double low = 0;
    double high = 1;
    for (int step = 0; step < 40; ++step) {
        const double middle = 0.5 * (low + high);
        const bool below = function(a + (b - a) * middle) < 0;
        (below == rises ? low : high) = middle;
    }
    return a + (b - a) * (0.5 * (low + high));
}

/// What is left of a convex polygon where the function is not negative.
Corners clipped(const Corners& polygon, const Function& function) {
    Corners left;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3d a = polygon[i];
        const Vec3d b = polygon[(i + 1) % polygon.size()];
        const bool a_in = function(a) >= 0;
        if (a_in) {
            left.push_back(a);
        }
        if (a_in != (function(b) >= 0)) {
            left.push_back(crossing(function, a, b));
        }
    }
    return left;
}

/// Triangles that are welded at the end.
class Soup {
  public:
    void add(const Corners& polygon) {
        for (std::size_t i = 2; i < polygon.size(); ++i) {
            const auto first = static_cast<std::uint32_t>(soup_.positions.size());
            soup_.positions.insert(soup_.positions.end(), {polygon[0], polygon[i - 1], polygon[i]});
            soup_.triangles.push_back({first, first + 1, first + 2});
        }
    }
    Mesh take() && {
        Mesh mesh = weld_equal(soup_);
        std::erase_if(mesh.triangles, [](const TriangleIndices& t) {
            return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
        });
        return mesh;
    }

  private:
    static Mesh weld_equal(const Mesh& soup);

    Mesh soup_;
};

Mesh Soup::weld_equal(const Mesh& soup) {
    std::vector<std::uint32_t> order(soup.positions.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return comes_before(soup.positions[a], soup.positions[b]);
    });
    Mesh welded;
    std::vector<std::uint32_t> index(order.size());
    for (const std::uint32_t i : order) {
        if (welded.positions.empty() || !(welded.positions.back() == soup.positions[i])) {
            welded.positions.push_back(soup.positions[i]);
        }
        index[i] = static_cast<std::uint32_t>(welded.positions.size() - 1);
    }
    for (const TriangleIndices& t : soup.triangles) {
        welded.triangles.push_back({index[t[0]], index[t[1]], index[t[2]]});
    }
    return welded;
}

Box3 box_to_look_in(const ImplicitSurface& surface) {
    return surface.box.value_or(Box3{{-unbounded_reach, -unbounded_reach, -unbounded_reach},
                                     {unbounded_reach, unbounded_reach, unbounded_reach}});
}

bool is_plane(const QuadraticForm& f) {
    return f.xx == 0 && f.yy == 0 && f.zz == 0 && f.xy == 0 && f.xz == 0 && f.yz == 0;
}

Function value_of(const QuadraticForm& form) {
    return [form](Vec3d p) { return value(form, p); };
}

/// A square of the plane that covers the box, cut along the bounds; in cells where these are
/// curved.
Mesh plane_mesh(const ImplicitSurface& surface) {
    const Box3 box = box_to_look_in(surface);
    const Vec3d gradient_there = gradient(surface.form, {});
    const Vec3d normal = gradient_there * (1 / length(gradient_there));
    const Vec3d across = std::fabs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const Vec3d u = cross(across, normal) * (1 / length(cross(across, normal)));
    const Vec3d v = cross(normal, u);
    const Vec3d centre = (box.min + box.max) * 0.5;
    const Vec3d middle = centre - normal * (value(surface.form, centre) / length(gradient_there));
    const double half = 0.51 * length(box.max - box.min);
    const bool straight = std::all_of(surface.bounds.begin(), surface.bounds.end(), is_plane);
    const int cells = straight ? 1 : 2 * surface_rows;
    const auto at = [&](int i, int k) {
        return middle + u * (half * (2.0 * i / cells - 1)) + v * (half * (2.0 * k / cells - 1));
    };
    Soup soup;
    for (int i = 0; i < cells; ++i) {
        for (int k = 0; k < cells; ++k) {
            Corners cell{at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)};
            for (const QuadraticForm& bound : surface.bounds) {
                cell = clipped(cell, value_of(bound));
            }
            soup.add(cell);
        }
    }
    return std::move(soup).take();
}

/// Where a function is zero in a box, by tetrahedra: six for each cell of a grid.
class ZeroSet {
  public:
    ZeroSet(const Box3& box, Function function) : function_(std::move(function)) {
        const Vec3d size = box.max - box.min;
        const double longest = std::max({size.x, size.y, size.z});
        const Vec3d margin = size * 0.02 + Vec3d{1, 1, 1} * (longest * 1e-3);
        low_ = box.min - margin;
        const Vec3d all = size + margin * 2.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double share = all[axis] / std::max({all.x, all.y, all.z});
            cells_[static_cast<std::size_t>(axis)] =
                std::max(6, static_cast<int>(std::lround(share * surface_rows)));
        }
        step_ = {all.x / cells_[0], all.y / cells_[1], all.z / cells_[2]};
    }

    template <typename Take> void for_each_triangle(const Take& take) const {
        for (int k = 0; k < cells_[2]; ++k) {
            for (int j = 0; j < cells_[1]; ++j) {
                for (int i = 0; i < cells_[0]; ++i) {
                    cell(i, j, k, take);
                }
            }
        }
    }

  private:
    [[nodiscard]] Vec3d at(int i, int j, int k) const {
        return low_ + Vec3d{step_.x * i, step_.y * j, step_.z * k};
    }

    template <typename Take> void cell(int i, int j, int k, const Take& take) const {
        std::array<Vec3d, 8> corner;
        std::array<bool, 8> inside{};
        int count = 0;
        for (int c = 0; c < 8; ++c) {
            const auto n = static_cast<std::size_t>(c);
            corner[n] = at(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1));
            inside[n] = function_(corner[n]) < 0;
            count += inside[n] ? 1 : 0;
        }
        if (count == 0 || count == 8) {
            return;
        }
        // All six share the diagonal from corner 0 to corner 7.
        constexpr std::array<std::array<std::size_t, 2>, 6> paths{
            {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}}};
        for (const auto& path : paths) {
            tetrahedron({0, path[0], path[1], 7}, corner, inside, take);
        }
    }

    template <typename Take>
    void tetrahedron(const std::array<std::size_t, 4>& of, const std::array<Vec3d, 8>& corner,
                     const std::array<bool, 8>& inside, const Take& take) const {
        Corners in;
        Corners out;
        for (const std::size_t n : of) {
            (inside[n] ? in : out).push_back(corner[n]);
        }
        const auto cut = [&](std::size_t a, std::size_t b) {
            return crossing(function_, in[a], out[b]);
        };
        if (in.size() == 1) {
            take(Corners{cut(0, 0), cut(0, 1), cut(0, 2)}, in[0]);
        } else if (in.size() == 2) {
            take(Corners{cut(0, 0), cut(0, 1), cut(1, 1), cut(1, 0)}, in[0]);
        } else if (in.size() == 3) {
            take(Corners{cut(0, 0), cut(1, 0), cut(2, 0)}, in[0]);
        }
    }

    Function function_;
    Vec3d low_;
    Vec3d step_;
    std::array<int, 3> cells_{};
};

/// Seen from where the function is positive, corners run anticlockwise.
void turn_outwards(Corners& polygon, Vec3d inner) {
    const Vec3d normal = cross(polygon[1] - polygon[0], polygon[2] - polygon[0]);
    if (dot(normal, polygon[0] - inner) < 0) {
        std::reverse(polygon.begin(), polygon.end());
    }
}

Mesh curved_mesh(const ImplicitSurface& surface) {
    Soup soup;
    const ZeroSet zero_set(box_to_look_in(surface), value_of(surface.form));
    zero_set.for_each_triangle([&](Corners polygon, Vec3d inner) {
        turn_outwards(polygon, inner);
        for (const QuadraticForm& bound : surface.bounds) {
            polygon = clipped(polygon, value_of(bound));
        }
        soup.add(polygon);
    });
    return std::move(soup).take();
}

double density(const Blend& blend, Vec3d p) {
    double sum = 0;
    for (const Blob& blob : blend.blobs) {
        const double share = 1 - squared_length(p - blob.centre) / (blob.radius * blob.radius);
        sum += share > 0 ? blob.weight * share * share * share : 0;
    }
    return sum;
}

Mesh blend_mesh(const Blend& blend) {
    Box3 box;
    for (const Blob& blob : blend.blobs) {
        const Vec3d reach = Vec3d{1, 1, 1} * blob.radius;
        box = extend(extend(box, blob.centre - reach), blob.centre + reach);
    }
    Soup soup;
    const ZeroSet zero_set(box, [&](Vec3d p) { return blend.threshold - density(blend, p); });
    zero_set.for_each_triangle([&](Corners polygon, Vec3d inner) {
        turn_outwards(polygon, inner);
        soup.add(polygon);
    });
    return std::move(soup).take();
}

/// Where the edges of all loops cross the line t = height, with their places at two other heights
/// between which no loop has a corner.
struct Rung {
    double at_middle;
    double at_low;
    double at_high;
};

std::vector<Rung> rungs(const Outline& outline, double low, double high) {
    const double middle = 0.5 * (low + high);
    std::vector<Rung> found;
    for (const auto& loop : outline.loops) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            Vec2d a = loop[i];
            Vec2d b = loop[(i + 1) % loop.size()];
            if ((a.y < middle) == (b.y < middle)) {
                continue;
            }
            const auto along = [&](double t) {
                return a.x + (b.x - a.x) * (t - a.y) / (b.y - a.y);
            };
            found.push_back({along(middle), along(low), along(high)});
        }
    }
    std::sort(found.begin(), found.end(),
              [](const Rung& a, const Rung& b) { return a.at_middle < b.at_middle; });
    return found;
}

/// One step of Newton's method along the gradient, three times.
template <typename Value, typename Gradient>
Vec3d nearest_zero(Vec3d p, const Value& at, const Gradient& slope) {
    for (int step = 0; step < 3; ++step) {
        const Vec3d g = slope(p);
        const double size = squared_length(g);
        if (!(size > 0)) {
            break;
        }
        p = p - g * (at(p) / size);
    }
    return p;
}

} // namespace

bool within_bounds(const ImplicitSurface& surface, Vec3d point) {
    const auto holds = [&](const QuadraticForm& bound) { return value(bound, point) >= 0; };
    if (!std::all_of(surface.bounds.begin(), surface.bounds.end(), holds)) {
        return false;
    }
    if (!surface.outline) {
        return true;
    }
    const Outline& outline = *surface.outline;
    const Vec3d from = point - outline.origin;
    const double s = dot(from, outline.u) / squared_length(outline.u);
    const double t = dot(from, outline.v) / squared_length(outline.v);
    bool inside = false;
    for (const auto& loop : outline.loops) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Vec2d a = loop[i];
            const Vec2d b = loop[(i + 1) % loop.size()];
            if ((a.y <= t) != (b.y <= t) && s < a.x + (b.x - a.x) * (t - a.y) / (b.y - a.y)) {
                inside = !inside;
            }
        }
    }
    return inside;
}

Vec3d onto_surface(const Collider& collider, Vec3d near) {
    if (const auto* surface = std::get_if<ImplicitSurface>(&collider.shape)) {
        return nearest_zero(
            near, [&](Vec3d p) { return value(surface->form, p); },
            [&](Vec3d p) { return gradient(surface->form, p); });
    }
    if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        return nearest_zero(
            near, [&](Vec3d p) { return density(*blend, p) - blend->threshold; },
            [&](Vec3d p) {
                Vec3d sum{};
                for (const Blob& blob : blend->blobs) {
                    const double over = 1 / (blob.radius * blob.radius);
                    const double share = 1 - squared_length(p - blob.centre) * over;
                    if (share > 0) {
                        sum = sum - (p - blob.centre) * (6 * over * blob.weight * share * share);
                    }
                }
                return sum;
            });
    }
    return near;
}

Mesh outline_mesh(const Outline& outline) {
    std::vector<double> heights;
    for (const auto& loop : outline.loops) {
        for (const Vec2d corner : loop) {
            heights.push_back(corner.y);
        }
    }
    std::sort(heights.begin(), heights.end());
    heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
    Soup soup;
    const auto at = [&](double s, double t) {
        return outline.origin + outline.u * s + outline.v * t;
    };
    for (std::size_t i = 1; i < heights.size(); ++i) {
        const double low = heights[i - 1];
        const double high = heights[i];
        const std::vector<Rung> found = rungs(outline, low, high);
        for (std::size_t k = 1; k < found.size(); k += 2) {
            soup.add({at(found[k - 1].at_low, low), at(found[k].at_low, low),
                      at(found[k].at_high, high), at(found[k - 1].at_high, high)});
        }
    }
    return std::move(soup).take();
}

Mesh surface_mesh(const Collider& collider) {
    if (const auto* mesh = std::get_if<Mesh>(&collider.shape)) {
        return *mesh;
    }
    if (const auto* blend = std::get_if<Blend>(&collider.shape)) {
        return blend_mesh(*blend);
    }
    const auto& surface = std::get<ImplicitSurface>(collider.shape);
    if (surface.outline) {
        return outline_mesh(*surface.outline);
    }
    return is_plane(surface.form) ? plane_mesh(surface) : curved_mesh(surface);
}

} // namespace impinge::cli
