// SPDX-License-Identifier: Apache-2.0
#include "particles/blend_meeting.hpp"

#include "particles/root_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace impinge::inline v0::particles {
namespace {

/// 1 - |path - centre|² / radius² over one part of a flight, as a polynomial of degree 4 in 0..1.
std::array<double, 5> nearness(const Flight& flight, const Blob& blob, double from, double to) {
    const double width = to - from;
    const Vec3d x = position_at(flight, from) - blob.centre;
    const Vec3d v = velocity_at(flight, from) * width;
    const Vec3d a = flight.acceleration * (0.5 * width * width);
    const double scale = -1 / (blob.radius * blob.radius);
    return {1 + dot(x, x) * scale, 2 * dot(x, v) * scale, (dot(v, v) + 2 * dot(x, a)) * scale,
            2 * dot(v, a) * scale, dot(a, a) * scale};
}

template <std::size_t n, std::size_t m>
std::array<double, n + m - 1> product(const std::array<double, n>& p,
                                      const std::array<double, m>& q) {
    std::array<double, n + m - 1> result{};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < m; ++j) {
            result[i + j] += p[i] * q[j];
        }
    }
    return result;
}

/// Times at which the flight enters or leaves a ball.
void add_crossings(const Flight& flight, const Blob& blob, std::vector<double>& times) {
    const std::array<double, 5> c = nearness(flight, blob, 0, flight.duration);
    RootSearch::Coefficients padded{};
    std::copy(c.begin(), c.end(), padded.begin());
    RootSearch search(padded, {}, 4);
    for (FoundRoot root = search.next(); root.kind != FoundRoot::Kind::None; root = search.next()) {
        if (root.kind == FoundRoot::Kind::Unsure) {
            return; // it grazes the ball, whose density is next to nothing there
        }
        times.push_back(root.at * flight.duration);
    }
}

constexpr double undecided = 0x1p-36;

double sum_of_weights(const Blend& blend) {
    double sum = std::fabs(blend.threshold);
    for (const Blob& blob : blend.blobs) {
        sum += std::fabs(blob.weight);
    }
    return sum;
}

/// The first root over a part of a flight in which the same balls count.
std::optional<double> first_in_part(const Flight& flight, const Blend& blend, double from,
                                    double to, double sum) {
    RootSearch::Coefficients c{};
    RootSearch::Coefficients error{};
    c[0] = blend.threshold;
    const Vec3d middle = position_at(flight, 0.5 * (from + to));
    for (const Blob& blob : blend.blobs) {
        if (squared_length(middle - blob.centre) >= blob.radius * blob.radius) {
            continue;
        }
        const std::array<double, 5> near = nearness(flight, blob, from, to);
        const auto cube = product(product(near, near), near);
        for (std::size_t i = 0; i < cube.size(); ++i) {
            c[i] -= blob.weight * cube[i];
        }
    }
    error[0] = sum * undecided * 0.25;
    RootSearch search(c, error, RootSearch::most_coefficients - 1);
    const FoundRoot root = search.next();
    if (root.kind == FoundRoot::Kind::None) {
        return std::nullopt;
    }
    if (root.kind == FoundRoot::Kind::One) {
        return from + root.at * (to - from);
    }
    // It comes near the surface and hardly through it: the first of many points that is not
    // outside, within what is promised.
    constexpr int points = 4096;
    const bool starts_outside = value(blend, position_at(flight, from)) > 0;
    for (int i = 1; i <= points; ++i) {
        const double t = from + (to - from) * i / points;
        const double v = value(blend, position_at(flight, t));
        if (starts_outside ? v <= 0 : v >= 0) {
            double low = from + (to - from) * (i - 1) / points;
            double high = t;
            for (int step = 0; step < 60; ++step) {
                const double half = 0.5 * (low + high);
                const bool outside = value(blend, position_at(flight, half)) > 0;
                (outside == starts_outside ? low : high) = half;
            }
            return high;
        }
    }
    return std::nullopt;
}

} // namespace

double value(const Blend& blend, Vec3d p) {
    double sum = blend.threshold;
    for (const Blob& blob : blend.blobs) {
        const double near = 1 - squared_length(p - blob.centre) / (blob.radius * blob.radius);
        sum -= near > 0 ? blob.weight * near * near * near : 0;
    }
    return sum;
}

Vec3d gradient(const Blend& blend, Vec3d p) {
    Vec3d sum{};
    for (const Blob& blob : blend.blobs) {
        const Vec3d away = p - blob.centre;
        const double scale = 1 / (blob.radius * blob.radius);
        const double near = 1 - squared_length(away) * scale;
        if (near > 0) {
            sum = sum + away * (6 * blob.weight * near * near * scale);
        }
    }
    return sum;
}

Box3 box_of(const Blend& blend) {
    Box3 box;
    for (const Blob& blob : blend.blobs) {
        const Vec3d half{blob.radius, blob.radius, blob.radius};
        box = united(box, {blob.centre - half, blob.centre + half});
    }
    return box;
}

std::optional<double> first_meeting(const Flight& flight, const Blend& blend, Start start) {
    std::vector<double> times{0, flight.duration};
    for (const Blob& blob : blend.blobs) {
        add_crossings(flight, blob, times);
    }
    std::sort(times.begin(), times.end());
    const double sum = sum_of_weights(blend);
    // After a bounce: from where it has left the surface for good.
    double begin = 0;
    if (start == Start::OnSurface) {
        const double step = flight.duration * 0x1p-30;
        begin = step;
        const bool outside = dot(gradient(blend, flight.position), flight.velocity) >= 0;
        while (begin < flight.duration &&
               (value(blend, position_at(flight, begin)) > 0) != outside && begin < step * 1024) {
            begin *= 2;
        }
    }
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        const double from = std::max(times[i], begin);
        if (from < times[i + 1]) {
            if (const auto found = first_in_part(flight, blend, from, times[i + 1], sum)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

} // namespace impinge::inline v0::particles
