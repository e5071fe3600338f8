// SPDX-License-Identifier: Apache-2.0
#include "measures/overlap_curves.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace impinge::inline v0 {
namespace {

bool leads_before(const HandOver& p, const HandOver& q) {
    return p.from != q.from ? p.from < q.from : p.to < q.to;
}

/// Without pieces between places that rounding has made one, and without those that go there and
/// back, as along walls that lie flush on each other.
std::vector<HandOver> without_returns(std::vector<HandOver> pieces) {
    const auto way = [](const HandOver& p) { return std::minmax(p.from, p.to); };
    std::sort(pieces.begin(), pieces.end(), [&](const HandOver& p, const HandOver& q) {
        return way(p) != way(q) ? way(p) < way(q) : p.from < q.from;
    });
    std::vector<HandOver> left;
    for (std::size_t i = 0; i < pieces.size();) {
        const auto [low, high] = way(pieces[i]);
        int forth = 0;
        const std::size_t first = i;
        for (; i < pieces.size() && way(pieces[i]) == way(pieces[first]); ++i) {
            forth += pieces[i].from < pieces[i].to ? 1 : -1;
        }
        const HandOver piece = forth > 0 ? HandOver{low, high} : HandOver{high, low};
        left.insert(left.end(), static_cast<std::size_t>(low == high ? 0 : std::abs(forth)), piece);
    }
    std::sort(left.begin(), left.end(), leads_before);
    return left;
}

/// As ContactCurve is to start and to go on.
ContactCurve turned_to_start(std::vector<Vec3d> points) {
    std::rotate(points.begin(), std::min_element(points.begin(), points.end()), points.end());
    if (points.size() > 2 && points.back() < points[1]) {
        std::reverse(points.begin() + 1, points.end());
    }
    return {std::move(points), true};
}

} // namespace

std::vector<ContactCurve> closed_curves(std::vector<HandOver> given) {
    const std::vector<HandOver> pieces = without_returns(std::move(given));
    std::vector<std::uint8_t> used(pieces.size(), 0);
    const auto next_from = [&](Vec3d point) {
        auto at = static_cast<std::size_t>(
            std::lower_bound(pieces.begin(), pieces.end(), point,
                             [](const HandOver& p, Vec3d from) { return p.from < from; }) -
            pieces.begin());
        while (at < pieces.size() && pieces[at].from == point && used[at] != 0) {
            ++at;
        }
        return at < pieces.size() && pieces[at].from == point ? at : pieces.size();
    };
    std::vector<ContactCurve> curves;
    for (std::size_t start = 0; start < pieces.size(); ++start) {
        if (used[start] != 0) {
            continue;
        }
        std::vector<Vec3d> points;
        for (std::size_t at = start; at < pieces.size();
             at = pieces[at].to == pieces[start].from ? pieces.size() : next_from(pieces[at].to)) {
            used[at] = 1;
            points.push_back(pieces[at].from);
        }
        curves.push_back(turned_to_start(std::move(points)));
    }
    std::sort(curves.begin(), curves.end(), [](const ContactCurve& p, const ContactCurve& q) {
        return p.points.size() != q.points.size() ? p.points.size() > q.points.size()
                                                  : p.points < q.points;
    });
    return curves;
}

} // namespace impinge::inline v0
