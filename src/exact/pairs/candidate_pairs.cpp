// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/candidate_pairs.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t pairs_per_leaf = 512;
constexpr std::size_t axes = 3;

using Triangles = std::vector<QuantisedTriangle>;

/// A part of space with the boxes that reach into it. Pairs whose common box starts between
/// owned_low and owned_high, both included, belong to it.
struct Part {
    Triangles a;
    Triangles b;
    Codes owned_low;
    Codes owned_high;
};

bool overlap(const QuantisedTriangle& s, const QuantisedTriangle& t) {
    return all_at_most(s.low, t.high) && all_at_most(t.low, s.high);
}

bool owns(const Part& part, const QuantisedTriangle& s, const QuantisedTriangle& t) {
    const Codes corner = highest(s.low, t.low);
    return all_at_most(part.owned_low, corner) && all_at_most(corner, part.owned_high);
}

void report(const Part& part, const QuantisedTriangle& s, const QuantisedTriangle& t,
            std::vector<Candidate>& found) {
    if (overlap(s, t) && owns(part, s, t)) {
        found.push_back({s.index, t.index});
    }
}

/// Divides codes below `at` from the others.
struct Cut {
    std::size_t axis = 0;
    int at = 0;
};

/// The middle one of the box centres along the axis, from a sample: halves the boxes however they
/// crowd.
Cut median_cut(const Part& part, std::size_t axis) {
    constexpr std::size_t samples_per_set = 16;
    std::array<int, 4 * samples_per_set> centres{};
    std::size_t count = 0;
    for (const Triangles* boxes : {&part.a, &part.b}) {
        const std::size_t step = std::max<std::size_t>(1, boxes->size() / samples_per_set);
        for (std::size_t i = step / 2; i < boxes->size(); i += step) {
            const QuantisedTriangle& box = (*boxes)[i];
            centres[count++] = (box.low[axis] + box.high[axis] + 1) >> 1;
        }
    }
    const auto middle = centres.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(centres.begin(), middle, centres.begin() + static_cast<std::ptrdiff_t>(count));
    return {axis, *middle};
}

void deal(const Triangles& from, Cut cut, Triangles& low, Triangles& high) {
    low.reserve(from.size());
    high.reserve(from.size());
    for (const QuantisedTriangle& box : from) {
        if (box.low[cut.axis] < cut.at) {
            low.push_back(box);
        }
        if (box.high[cut.axis] >= cut.at) {
            high.push_back(box);
        }
    }
}

struct Halves {
    Part low;
    Part high;
};

Halves halve(const Part& part, Cut cut) {
    Halves halves{{{}, {}, part.owned_low, part.owned_high},
                  {{}, {}, part.owned_low, part.owned_high}};
    // A cut outside the part leaves one half that owns nothing, which is harmless.
    halves.low.owned_high[cut.axis] =
        static_cast<Code>(std::min<int>(cut.at - 1, part.owned_high[cut.axis]));
    halves.high.owned_low[cut.axis] =
        static_cast<Code>(std::max<int>(cut.at, part.owned_low[cut.axis]));
    deal(part.a, cut, halves.low.a, halves.high.a);
    deal(part.b, cut, halves.low.b, halves.high.b);
    return halves;
}

double work(const Part& part) {
    return static_cast<double>(part.a.size()) * static_cast<double>(part.b.size());
}

/// Axes by how far the boxes of both sets spread within the part, widest first.
std::array<std::size_t, axes> axes_by_spread(const Part& part) {
    Codes low = part.owned_high;
    Codes high = part.owned_low;
    for (const Triangles* boxes : {&part.a, &part.b}) {
        for (const QuantisedTriangle& box : *boxes) {
            low = lowest(low, box.low);
            high = highest(high, box.high);
        }
    }
    low = highest(low, part.owned_low);
    high = lowest(high, part.owned_high);
    std::array<std::size_t, axes> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) {
        return high[p] - low[p] > high[q] - low[q];
    });
    return order;
}

/// Two halves that are together clearly less work than the whole, if some cut gives them.
std::optional<Halves> try_halving(const Part& part) {
    for (const std::size_t axis : axes_by_spread(part)) {
        Halves halves = halve(part, median_cut(part, axis));
        if (work(halves.low) + work(halves.high) < 0.8 * work(part)) {
            return halves;
        }
    }
    return std::nullopt;
}

void match_all(const Part& part, std::vector<Candidate>& found) {
    for (const QuantisedTriangle& s : part.a) {
        for (const QuantisedTriangle& t : part.b) {
            report(part, s, t, found);
        }
    }
}

/// For boxes that cannot be halved: sorted by where they start along x, each is compared with those
/// of the other set that start while it lasts.
void match_by_sweep(Part& part, std::vector<Candidate>& found) {
    const auto starts_earlier = [](const QuantisedTriangle& s, const QuantisedTriangle& t) {
        return s.low[0] != t.low[0] ? s.low[0] < t.low[0] : s.index < t.index;
    };
    std::sort(part.a.begin(), part.a.end(), starts_earlier);
    std::sort(part.b.begin(), part.b.end(), starts_earlier);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < part.a.size() && j < part.b.size()) {
        const QuantisedTriangle& s = part.a[i];
        const QuantisedTriangle& t = part.b[j];
        if (s.low[0] <= t.low[0]) {
            for (std::size_t k = j; k < part.b.size() && part.b[k].low[0] <= s.high[0]; ++k) {
                report(part, s, part.b[k], found);
            }
            ++i;
        } else {
            for (std::size_t k = i; k < part.a.size() && part.a[k].low[0] <= t.high[0]; ++k) {
                report(part, part.a[k], t, found);
            }
            ++j;
        }
    }
}

void match_part(Part part, std::vector<Candidate>& found) {
    if (part.a.empty() || part.b.empty()) {
        return;
    }
    if (part.a.size() * part.b.size() <= pairs_per_leaf) {
        match_all(part, found);
        return;
    }
    auto halves = try_halving(part);
    if (!halves) {
        match_by_sweep(part, found);
        return;
    }
    part.a = {}; // the halves hold what is needed; free the rest before going deeper
    part.b = {};
    match_part(std::move(halves->low), found);
    match_part(std::move(halves->high), found);
}

} // namespace

PixelBins pixel_bins(std::span<const QuantisedTriangle> triangles, ImageGrid grid) {
    return {grid.pixel_count(), [&](auto put) {
                for (const QuantisedTriangle& t : triangles) {
                    any_pixel(t, grid, [&](std::size_t pixel) {
                        put(pixel, t);
                        return false;
                    });
                }
            }};
}

std::vector<Candidate> match_pixel(const PixelBins& a, const PixelBins& b, std::size_t pixel,
                                   ImageGrid grid) {
    const auto corner = [&](std::size_t cell) {
        return static_cast<Code>(below_region + static_cast<int>(cell << grid.shift));
    };
    const int last = (1 << grid.shift) - 1;
    const Code x = corner(pixel % grid.width());
    const Code y = corner(pixel / grid.width());
    std::vector<Candidate> found;
    match_part({{a[pixel].begin(), a[pixel].end()},
                {b[pixel].begin(), b[pixel].end()},
                Codes{x, y, below_region, 0},
                Codes{static_cast<Code>(x + last), static_cast<Code>(y + last), above_region, 0}},
               found);
    return found;
}

} // namespace impinge::inline v0
