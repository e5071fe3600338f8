// SPDX-License-Identifier: Apache-2.0
#include "exact/match.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace impinge {
namespace {

constexpr std::size_t boxes_per_task = 4096;
constexpr std::size_t pairs_per_leaf = 512;

std::size_t box_count(const MatchTask& task) { return task.a.size() + task.b.size(); }

Box3 bounds_of(const std::vector<IndexedBox>& boxes) {
    Box3 bounds;
    for (const IndexedBox& item : boxes) {
        bounds = united(bounds, item.box);
    }
    return bounds;
}

struct Cut {
    int axis = 0;
    double at = 0;
};

/// Axes by the length of the space that both sets share, longest first.
std::array<int, 3> axes_by_extent(const MatchTask& task) {
    const Vec3d size = extent(intersection(bounds_of(task.a), bounds_of(task.b)));
    std::array<int, 3> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(), [&](int p, int q) { return size[p] > size[q]; });
    return axes;
}

/// The middle one of the box centres, from a sample: halves the boxes, however they crowd.
Cut median_cut(const MatchTask& task, int axis) {
    constexpr std::size_t samples_per_set = 32;
    std::vector<double> centres;
    for (const auto* boxes : {&task.a, &task.b}) {
        const std::size_t step = std::max<std::size_t>(1, boxes->size() / samples_per_set);
        for (std::size_t i = step / 2; i < boxes->size(); i += step) {
            const Box3& box = (*boxes)[i].box;
            centres.push_back(0.5 * box.min[axis] + 0.5 * box.max[axis]);
        }
    }
    const auto middle = centres.begin() + static_cast<std::ptrdiff_t>(centres.size() / 2);
    std::nth_element(centres.begin(), middle, centres.end());
    return {axis, *middle};
}

struct Halves {
    MatchTask low;
    MatchTask high;
};

Halves halve(const MatchTask& task, Cut cut) {
    Halves halves{{{}, {}, task.owned}, {{}, {}, task.owned}};
    halves.low.owned.max[cut.axis] = std::min(cut.at, task.owned.max[cut.axis]);
    halves.high.owned.min[cut.axis] = std::max(cut.at, task.owned.min[cut.axis]);
    const auto deal = [cut](const std::vector<IndexedBox>& from, std::vector<IndexedBox>& low,
                            std::vector<IndexedBox>& high) {
        for (const IndexedBox& item : from) {
            if (item.box.min[cut.axis] < cut.at) {
                low.push_back(item);
            }
            if (item.box.max[cut.axis] >= cut.at) {
                high.push_back(item);
            }
        }
    };
    deal(task.a, halves.low.a, halves.high.a);
    deal(task.b, halves.low.b, halves.high.b);
    return halves;
}

/// Both halves together must be clearly less work than the whole.
bool pays_off(const MatchTask& task, const Halves& halves) {
    const auto work = [](const MatchTask& t) {
        return static_cast<double>(t.a.size()) * static_cast<double>(t.b.size());
    };
    return work(halves.low) + work(halves.high) < 0.8 * work(task);
}

std::optional<Halves> try_halving(const MatchTask& task) {
    for (const int axis : axes_by_extent(task)) {
        Halves halves = halve(task, median_cut(task, axis));
        if (pays_off(task, halves)) {
            return halves;
        }
    }
    return std::nullopt;
}

bool is_void(const MatchTask& task) { return task.a.empty() || task.b.empty(); }

bool owns(const MatchTask& task, const Box3& a, const Box3& b) {
    const Vec3d corner = max(a.min, b.min);
    return corner.x >= task.owned.min.x && corner.x < task.owned.max.x &&
           corner.y >= task.owned.min.y && corner.y < task.owned.max.y &&
           corner.z >= task.owned.min.z && corner.z < task.owned.max.z;
}

void report(const MatchTask& task, const IndexedBox& a, const IndexedBox& b,
            std::vector<Candidate>& found) {
    if (boxes_overlap(a.box, b.box) && owns(task, a.box, b.box)) {
        found.push_back({a.index, b.index});
    }
}

void match_all(const MatchTask& task, std::vector<Candidate>& found) {
    for (const IndexedBox& a : task.a) {
        for (const IndexedBox& b : task.b) {
            report(task, a, b, found);
        }
    }
}

/// For the set that cannot be halved: boxes sorted by their low x, each compared with those of the
/// other set that start while it lasts.
void match_by_sweep(MatchTask& task, std::vector<Candidate>& found) {
    const auto by_low_x = [](const IndexedBox& p, const IndexedBox& q) {
        return p.box.min.x < q.box.min.x || (p.box.min.x == q.box.min.x && p.index < q.index);
    };
    std::sort(task.a.begin(), task.a.end(), by_low_x);
    std::sort(task.b.begin(), task.b.end(), by_low_x);
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < task.a.size() && j < task.b.size()) {
        const IndexedBox& a = task.a[i];
        const IndexedBox& b = task.b[j];
        if (a.box.min.x <= b.box.min.x) {
            for (std::size_t k = j; k < task.b.size() && task.b[k].box.min.x <= a.box.max.x; ++k) {
                report(task, a, task.b[k], found);
            }
            ++i;
        } else {
            for (std::size_t k = i; k < task.a.size() && task.a[k].box.min.x <= b.box.max.x; ++k) {
                report(task, task.a[k], b, found);
            }
            ++j;
        }
    }
}

void match_into(MatchTask task, std::vector<Candidate>& found) {
    if (is_void(task)) {
        return;
    }
    if (task.a.size() * task.b.size() <= pairs_per_leaf) {
        match_all(task, found);
        return;
    }
    auto halves = try_halving(task);
    if (!halves) {
        match_by_sweep(task, found);
        return;
    }
    task = {}; // the halves hold what is needed; free the rest before going deeper
    match_into(std::move(halves->low), found);
    match_into(std::move(halves->high), found);
}

} // namespace

std::vector<MatchTask> split_into_tasks(std::vector<IndexedBox> a, std::vector<IndexedBox> b) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Box3 everything{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
    std::vector<MatchTask> open;
    std::vector<MatchTask> tasks;
    open.push_back({std::move(a), std::move(b), everything});
    while (!open.empty()) {
        MatchTask task = std::move(open.back());
        open.pop_back();
        if (is_void(task)) {
            continue;
        }
        if (box_count(task) > boxes_per_task) {
            if (auto halves = try_halving(task)) {
                open.push_back(std::move(halves->high));
                open.push_back(std::move(halves->low));
                continue;
            }
        }
        tasks.push_back(std::move(task));
    }
    return tasks;
}

std::vector<Candidate> match(MatchTask task) {
    std::vector<Candidate> found;
    match_into(std::move(task), found);
    return found;
}

} // namespace impinge
