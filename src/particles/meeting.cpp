// SPDX-License-Identifier: Apache-2.0
#include "particles/meeting.hpp"

#include "particles/bounded.hpp"
#include "particles/exact_roots.hpp"
#include "particles/root_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace impinge::inline v0::particles {
namespace {

// --- surfaces, for either kind of number ---------------------------------------------------------
// surface_along() is the polynomial whose roots are looked for; holds() says whether a root counts,
// by sign(polynomial), the sign of another polynomial there.

template <typename Number>
Polynomial<Number> surface_along(const ImplicitSurface& surface, const Path<Number>& path) {
    return along(surface.form, path);
}

/// The point in the coordinates of an outline, each times the squared length of its axis.
template <typename Number> struct OutlinePlane {
    Vector<Number> u, v;
    Number uu, vv;
    Polynomial<Number> x, y;

    OutlinePlane(const Outline& outline, const Path<Number>& path)
        : u(exactly<Number>(outline.u)), v(exactly<Number>(outline.v)), uu(dot(u, u)),
          vv(dot(v, v)), x(along_plane(u, exactly<Number>(outline.origin), path)),
          y(along_plane(v, exactly<Number>(outline.origin), path)) {}
};

template <typename Number> Polynomial<Number> minus(Polynomial<Number> p, const Number& constant) {
    p[0] = p[0] - constant;
    return p;
}

template <typename Number, typename SignAt>
bool lies_in(const Outline& outline, const Path<Number>& path, SignAt& sign) {
    const OutlinePlane<Number> plane(outline, path);
    bool inside = false;
    for (const std::vector<Vec2d>& loop : outline.loops) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const Vec2d a = loop[i];
            const Vec2d b = loop[(i + 1) % loop.size()];
            const Number ax = Number(a.x) * plane.uu;
            const Number ay = Number(a.y) * plane.vv;
            const Number bx = Number(b.x) * plane.uu;
            const Number by = Number(b.y) * plane.vv;
            const Sign above_a = sign(minus(plane.y, ay));
            const Sign above_b = sign(minus(plane.y, by));
            if (above_a == above_b && above_a != 0) {
                continue;
            }
            if (above_a == 0 && above_b == 0) {
                if (sign(minus(plane.x, ax)) * sign(minus(plane.x, bx)) <= 0) {
                    return true;
                }
                continue;
            }
            Polynomial<Number> turn;
            for (std::size_t k = 0; k < turn.size(); ++k) {
                const Number px = k == 0 ? plane.x[0] - ax : plane.x[k];
                const Number py = k == 0 ? plane.y[0] - ay : plane.y[k];
                turn[k] = (bx - ax) * py - (by - ay) * px;
            }
            const Sign left = sign(turn);
            if (left == 0) {
                return true;
            }
            // Of a corner at the height of the point, the lower end of an edge counts.
            const bool upwards = above_a >= 0 && above_b < 0;
            const bool downwards = above_b >= 0 && above_a < 0;
            inside ^= (upwards && left > 0) || (downwards && left < 0);
        }
    }
    return inside;
}

template <typename Number, typename SignAt>
bool holds(const ImplicitSurface& surface, const Path<Number>& path, SignAt& sign) {
    for (const QuadraticForm& bound : surface.bounds) {
        if (sign(along(bound, path)) < 0) {
            return false;
        }
    }
    return !surface.outline || lies_in(*surface.outline, path, sign);
}

/// A triangle and the axis along which its inside is decided.
struct SeenTriangle {
    Triangle corners;
    int axis = 0;
    Sign orientation = 0; ///< 0: no area
};

SeenTriangle seen(const Triangle& corners) {
    const Vec3d normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    std::array<int, 3> axes{0, 1, 2};
    std::sort(axes.begin(), axes.end(),
              [&](int a, int b) { return std::fabs(normal[a]) > std::fabs(normal[b]); });
    for (const int axis : axes) {
        const auto flat = [&](int corner) {
            const Vec3d p = corners[corner];
            return Vec2d{p[(axis + 1) % 3], p[(axis + 2) % 3]};
        };
        if (const Sign orientation = orient2d(flat(0), flat(1), flat(2)); orientation != 0) {
            return {corners, axis, orientation};
        }
    }
    return {corners, 0, 0};
}

template <typename Number>
Polynomial<Number> surface_along(const SeenTriangle& triangle, const Path<Number>& path) {
    const auto a = exactly<Number>(triangle.corners[0]);
    const auto b = exactly<Number>(triangle.corners[1]);
    const auto c = exactly<Number>(triangle.corners[2]);
    return along_plane(cross(b - a, c - a), a, path);
}

template <typename Number, typename SignAt>
bool holds(const SeenTriangle& triangle, const Path<Number>& path, SignAt& sign) {
    for (int i = 0; i < 3; ++i) {
        const Vec3d from = triangle.corners[i];
        const Vec3d to = triangle.corners[(i + 1) % 3];
        if (sign(along_edge<Number>(from, to, triangle.axis, path)) * triangle.orientation < 0) {
            return false;
        }
    }
    return true;
}

// --- without rounding ----------------------------------------------------------------------------

ExactPolynomial as_exact(const Polynomial<ExactNumber>& p) { return {p.begin(), p.end()}; }

template <typename Surface>
std::optional<double> exact_meeting(const Flight& flight, const Surface& surface, Start start) {
    const Path<ExactNumber> path(flight);
    ExactPolynomial polynomial = as_exact(surface_along(surface, path));
    if (start == Start::OnSurface) {
        polynomial[0] = {};
    }
    ExactRoots roots(std::move(polynomial), flight.duration);
    const auto sign = [&](const Polynomial<ExactNumber>& p) { return roots.sign_of(as_exact(p)); };
    while (roots.next()) {
        if (holds(surface, path, sign)) {
            return roots.time();
        }
    }
    return std::nullopt;
}

// --- in doubles ----------------------------------------------------------------------------------

/// Coefficients over 0..1 of the duration.
struct Stretched {
    RootSearch::Coefficients c{};
    RootSearch::Coefficients error{};

    Stretched(const Polynomial<Bounded>& p, double duration) {
        Bounded power(1);
        for (std::size_t i = 0; i < p.size(); ++i) {
            const Bounded scaled = p[i] * power;
            const bool nothing = p[i].value == 0 && p[i].error == 0;
            c[i] = nothing ? 0 : scaled.value;
            error[i] = nothing ? 0 : scaled.error;
            power = power * Bounded(duration);
        }
    }
};

class SignNear {
  public:
    SignNear(double s, double duration) : s_(s), duration_(duration) {}

    Sign operator()(const Polynomial<Bounded>& p) {
        const Stretched over(p, duration_);
        double sum = 0;
        double off = 0;  // of the coefficients and of this sum
        double wide = 0; // how steep it can be
        for (std::size_t i = p.size(); i-- > 0;) {
            wide = wide + (static_cast<double>(i) + 1) * std::fabs(over.c[i]);
            sum = sum * s_ + over.c[i];
            off += over.error[i] + std::fabs(over.c[i]) * 0x1p-49;
        }
        off += wide * root_precision;
        if (!(std::fabs(sum) > off)) {
            unsure_ = true;
        }
        return sum > 0 ? 1 : -1;
    }
    [[nodiscard]] bool unsure() const { return unsure_; }

  private:
    double s_;
    double duration_;
    bool unsure_ = false;
};

template <typename Surface>
std::optional<double> meeting(const Flight& flight, const Surface& surface, Start start) {
    const Path<Bounded> path(flight);
    Stretched h(surface_along(surface, path), flight.duration);
    if (start == Start::OnSurface) { // divided by the time
        std::rotate(h.c.begin(), h.c.begin() + 1, h.c.end());
        std::rotate(h.error.begin(), h.error.begin() + 1, h.error.end());
        h.c.back() = h.error.back() = 0;
    }
    std::size_t degree = 4;
    while (degree > 0 && h.c[degree] == 0 && h.error[degree] == 0) {
        --degree;
    }
    RootSearch search(h.c, h.error, degree);
    for (;;) {
        const FoundRoot root = search.next();
        if (root.kind == FoundRoot::Kind::None) {
            return std::nullopt;
        }
        if (root.kind == FoundRoot::Kind::Unsure) {
            return exact_meeting(flight, surface, start);
        }
        SignNear sign(root.at, flight.duration);
        const bool counts = holds(surface, path, sign);
        if (sign.unsure()) {
            return exact_meeting(flight, surface, start);
        }
        if (counts) {
            return std::min(root.at * flight.duration, flight.duration);
        }
    }
}

/// Signs at the start of a path, whose point was rounded when it was moved onto a surface.
struct SignAtPoint {
    Sign operator()(const Polynomial<Bounded>& p) const {
        const double doubt = 256 * p[0].error;
        return p[0].value > doubt ? 1 : p[0].value < -doubt ? -1 : 0;
    }
};

template <typename Surface> Nearness nearness_of(Vec3d point, const Surface& surface) {
    const Path<Bounded> path({.position = point});
    const SignAtPoint sign;
    const bool on = sign(surface_along(surface, path)) == 0;
    return {on, on && holds(surface, path, sign)};
}

// --- boxes ---------------------------------------------------------------------------------------

struct Ranges {
    std::array<TimeRange, 2> range;
    int count = 0;

    void add(double from, double to, double duration) {
        from = std::max(from, 0.0);
        to = std::min(to, duration);
        if (from <= to) {
            range[static_cast<std::size_t>(count++)] = {from, to};
        }
    }
};

/// Where |a t² + b t + c| is not above `half`, over all times up to the duration.
Ranges times_within(double a, double b, double c, double half, double duration) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Ranges result;
    if (a == 0) {
        if (b == 0) {
            if (std::fabs(c) <= half) {
                result.add(0, duration, duration);
            }
            return result;
        }
        const double one = (-half - c) / b;
        const double other = (half - c) / b;
        result.add(std::min(one, other), std::max(one, other), duration);
        return result;
    }
    if (a < 0) {
        a = -a;
        b = -b;
        c = -c;
    }
    // Below `half` between the outer roots, not below -half outside the inner ones.
    const auto roots = [&](double level) {
        const double under = b * b - 4 * a * (c - level);
        if (!(under >= 0)) {
            return TimeRange{infinite, -infinite};
        }
        const double q = -0.5 * (b + std::copysign(std::sqrt(under), b));
        const double one = q / a;
        const double other = q == 0 ? one : (c - level) / q;
        return TimeRange{std::min(one, other), std::max(one, other)};
    };
    const TimeRange outer = roots(half);
    const TimeRange inner = roots(-half);
    if (!(outer.from <= outer.to)) {
        return result;
    }
    if (inner.from <= inner.to) {
        result.add(outer.from, inner.from, duration);
        result.add(inner.to, outer.to, duration);
    } else {
        result.add(outer.from, outer.to, duration);
    }
    return result;
}

} // namespace

std::optional<double> first_meeting(const Flight& flight, const ImplicitSurface& surface,
                                    Start start) {
    return meeting(flight, surface, start);
}

std::optional<double> first_meeting(const Flight& flight, const Triangle& triangle, Start start) {
    const SeenTriangle with_axis = seen(triangle);
    return with_axis.orientation == 0 ? std::nullopt : meeting(flight, with_axis, start);
}

TriangleView view_of(const Triangle& triangle) {
    const SeenTriangle with_axis = seen(triangle);
    return {with_axis.axis, with_axis.orientation};
}

Nearness nearness(Vec3d point, const ImplicitSurface& surface) {
    return nearness_of(point, surface);
}

Nearness nearness(Vec3d point, const Triangle& triangle) {
    const SeenTriangle with_axis = seen(triangle);
    return with_axis.orientation == 0 ? Nearness{} : nearness_of(point, with_axis);
}

std::optional<TimeRange> times_in(const Flight& flight, const Box3& box) {
    const double duration = flight.duration;
    std::array<Ranges, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        const double middle = 0.5 * (box.min[axis] + box.max[axis]);
        const double a = 0.5 * flight.acceleration[axis];
        const double b = flight.velocity[axis];
        const double c = flight.position[axis] - middle;
        const double size = std::fabs(flight.position[axis]) + std::fabs(middle) +
                            (std::fabs(b) + std::fabs(a) * duration) * duration;
        const double half = 0.5 * (box.max[axis] - box.min[axis]);
        axes[static_cast<std::size_t>(axis)] =
            times_within(a, b, c, half + (half + size) * 0x1p-40, duration);
    }
    // The hull of what all three have in common.
    TimeRange hull{std::numeric_limits<double>::infinity(), -1};
    for (int i = 0; i < axes[0].count; ++i) {
        for (int j = 0; j < axes[1].count; ++j) {
            for (int k = 0; k < axes[2].count; ++k) {
                const TimeRange& x = axes[0].range[static_cast<std::size_t>(i)];
                const TimeRange& y = axes[1].range[static_cast<std::size_t>(j)];
                const TimeRange& z = axes[2].range[static_cast<std::size_t>(k)];
                const double from = std::max({x.from, y.from, z.from});
                const double to = std::min({x.to, y.to, z.to});
                // Each end may be off by rounding in time, too.
                if (from <= to + duration * 0x1p-40) {
                    hull.from = std::min(hull.from, from);
                    hull.to = std::max(hull.to, to);
                }
            }
        }
    }
    if (!(hull.from <= hull.to + duration * 0x1p-40)) {
        return std::nullopt;
    }
    return TimeRange{std::max(hull.from - duration * 0x1p-40, 0.0),
                     std::min(hull.to + duration * 0x1p-40, duration)};
}

} // namespace impinge::inline v0::particles
