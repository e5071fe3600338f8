// SPDX-License-Identifier: Apache-2.0
#include "edge_rays/crossings/edge_crossing_points.hpp"

#include "geometry/exact_point.hpp"
#include "geometry/projection.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace impinge::inline v0::imagespace {
namespace {

/// Of a polynomial, affine along the segment, that vanishes at the place.
struct ValuesAtEnds {
    ExactNumber at_from; ///< positive
    ExactNumber at_to;   ///< negative
};

ValuesAtEnds values_at_ends(const Segment& segment, const SegmentPlace& place) {
    const auto value_at = [&](Vec3d p) {
        const Triangle& t = place.plane;
        const int axis = place.dropped_axis;
        return axis < 0
                   ? exact_orient3d(t[0], t[1], t[2], p)
                   : exact_orient2d(project(t[0], axis), project(t[1], axis), project(p, axis));
    };
    ValuesAtEnds values{value_at(segment.from), value_at(segment.to)};
    return values.at_from.sign() > 0 ? values : ValuesAtEnds{-values.at_from, -values.at_to};
}

int longest_axis(const Segment& segment) {
    const Vec3d way = segment.to - segment.from;
    const double x = std::fabs(way.x);
    const double y = std::fabs(way.y);
    const double z = std::fabs(way.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

} // namespace

SegmentPlace start_of(const Segment& segment) {
    return {.where = OnSegment::AtFrom, .position = segment.from};
}

SegmentPlace end_of(const Segment& segment) {
    return {.where = OnSegment::AtTo, .position = segment.to};
}

SegmentPlace place_on_plane(const Segment& segment, const Triangle& plane, Sign side_of_from,
                            Sign side_of_to) {
    if (side_of_from == 0 || side_of_to == 0) {
        return side_of_from == 0 ? start_of(segment) : end_of(segment);
    }
    return {.position = point_on_plane(segment.from, segment.to, plane), .plane = plane};
}

SegmentPlace place_on_line(const Segment& segment, Vec3d r, Vec3d s, int dropped_axis,
                           Sign side_of_from, Sign side_of_to) {
    if (side_of_from == 0 || side_of_to == 0) {
        return side_of_from == 0 ? start_of(segment) : end_of(segment);
    }
    return {.position = point_on_line(segment.from, segment.to, r, s, dropped_axis),
            .plane = {{r, s, s}},
            .dropped_axis = dropped_axis};
}

Sign compare_places(const Segment& segment, const SegmentPlace& left, const SegmentPlace& right) {
    if (left.where != OnSegment::Within || right.where != OnSegment::Within) {
        return left.where == right.where ? 0 : left.where < right.where ? -1 : 1;
    }
    // Rounding keeps the order: only places with equal coordinates can be in another order.
    const int axis = longest_axis(segment);
    const double ahead = segment.to[axis] > segment.from[axis] ? 1 : -1;
    if (left.position[axis] != right.position[axis]) {
        return ahead * left.position[axis] < ahead * right.position[axis] ? -1 : 1;
    }
    // A place is at f / (f - t) of the way, f > 0 and t < 0 its values at the ends.
    const ValuesAtEnds l = values_at_ends(segment, left);
    const ValuesAtEnds r = values_at_ends(segment, right);
    return -compare(l.at_from * r.at_to, r.at_from * l.at_to);
}

namespace {

struct Contact {
    SegmentPlace low;
    SegmentPlace high;
    std::uint32_t triangle = 0;
    bool runs = false; ///< the segment lies in the plane
    int change = 0;    ///< of the winding number, along the segment moved aside
};

/// On which side of the line through the segment moved aside the line from a to b passes; 0 only
/// for parallel lines. For u the segment's direction and d the move, the determinant grows by
/// d . (u x (b - a)).
Sign side_of_moved(const Segment& segment, Vec3d a, Vec3d b) {
    const Sign side = orient3d(segment.from, segment.to, a, b);
    if (side != 0) {
        return side;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const Vec2d from = project(segment.from, axis);
        const Vec2d to = project(segment.to, axis);
        const Sign aside = compare(exact_orient2d(from, to, project(b, axis)),
                                   exact_orient2d(from, to, project(a, axis)));
        if (aside != 0) {
            return aside;
        }
    }
    return 0;
}

/// The segment's ends lie on different sides of the plane, or one of them in it.
std::optional<Contact> meet_across(const Segment& segment, const Triangle& t, Sign side_of_from,
                                   Sign side_of_to) {
    std::array<Sign, 3> sides{};
    for (int i = 0; i < 3; ++i) {
        sides[static_cast<std::size_t>(i)] =
            orient3d(segment.from, segment.to, t[i], t[(i + 1) % 3]);
    }
    const auto [least, greatest] = std::minmax_element(sides.begin(), sides.end());
    if (*least < 0 && *greatest > 0) {
        return std::nullopt;
    }
    Contact contact;
    contact.low = contact.high = place_on_plane(segment, t, side_of_from, side_of_to);
    if (side_of_from != 0 && side_of_to != 0) {
        const Sign first = side_of_moved(segment, t[0], t[1]);
        const bool passes = side_of_moved(segment, t[1], t[2]) == first &&
                            side_of_moved(segment, t[2], t[0]) == first;
        contact.change = passes ? side_of_from : 0;
    }
    return contact;
}

/// The segment lies in the plane of the triangle, which has an area along `axis`.
std::optional<Contact> run_within(const Segment& segment, const Triangle& t, int axis) {
    const Sign turn = orient_projected(t[0], t[1], t[2], axis);
    Contact contact{.low = start_of(segment), .high = end_of(segment), .runs = true};
    for (int i = 0; i < 3; ++i) {
        const Vec3d r = t[i];
        const Vec3d s = t[(i + 1) % 3];
        const Sign of_from = turn * orient_projected(r, s, segment.from, axis);
        const Sign of_to = turn * orient_projected(r, s, segment.to, axis);
        if (of_from < 0 && of_to < 0) {
            return std::nullopt;
        }
        if (of_from >= 0 && of_to >= 0) {
            continue;
        }
        const SegmentPlace place = place_on_line(segment, r, s, axis, of_from, of_to);
        if (of_from < 0 && compare_places(segment, contact.low, place) < 0) {
            contact.low = place;
        }
        if (of_to < 0 && compare_places(segment, place, contact.high) < 0) {
            contact.high = place;
        }
    }
    return compare_places(segment, contact.low, contact.high) <= 0 ? std::optional(contact)
                                                                   : std::nullopt;
}

/// Triangles without area are neither passed through nor run along: their neighbours are.
std::optional<Contact> meet(const Segment& segment, const Triangle& t) {
    const Sign side_of_from = orient3d(t[0], t[1], t[2], segment.from);
    const Sign side_of_to = orient3d(t[0], t[1], t[2], segment.to);
    if (side_of_from * side_of_to > 0) {
        return std::nullopt;
    }
    if (side_of_from != 0 || side_of_to != 0) {
        return meet_across(segment, t, side_of_from, side_of_to);
    }
    const int axis = projection_axis(t[0], t[1], t[2]);
    return axis < 0 ? std::nullopt : run_within(segment, t, axis);
}

std::vector<Contact> contacts_along(const Segment& segment, const WorldMesh& surface,
                                    std::span<const std::uint32_t> near) {
    std::vector<Contact> contacts;
    for (const std::uint32_t triangle : near) {
        if (auto contact = meet(segment, surface.triangle(triangle))) {
            contact->triangle = triangle;
            contacts.push_back(*contact);
        }
    }
    std::sort(contacts.begin(), contacts.end(), [&](const Contact& left, const Contact& right) {
        return compare_places(segment, left.low, right.low) < 0;
    });
    return contacts;
}

/// Contacts that hang together.
struct Group {
    std::span<const Contact> contacts;
    SegmentPlace high;
    int change = 0;

    [[nodiscard]] const SegmentPlace& low() const { return contacts.front().low; }
};

/// The group at the beginning of contacts, which are sorted by where they begin.
Group first_group(const Segment& segment, std::span<const Contact> contacts) {
    Group group{.contacts = {}, .high = contacts.front().high};
    std::size_t count = 0;
    while (count < contacts.size() &&
           compare_places(segment, contacts[count].low, group.high) <= 0) {
        const Contact& contact = contacts[count++];
        group.change += contact.change;
        if (compare_places(segment, group.high, contact.high) < 0) {
            group.high = contact.high;
        }
    }
    group.contacts = contacts.first(count);
    return group;
}

/// The smallest triangle at the place, of those that the segment does not lie in if there are any.
std::uint32_t triangle_at(const Segment& segment, const Group& group, const SegmentPlace& place) {
    const Contact* best = nullptr;
    for (const Contact& contact : group.contacts) {
        const bool is_there = compare_places(segment, contact.low, place) <= 0 &&
                              compare_places(segment, place, contact.high) <= 0;
        if (is_there && (best == nullptr || contact.runs < best->runs ||
                         (contact.runs == best->runs && contact.triangle < best->triangle))) {
            best = &contact;
        }
    }
    return best->triangle;
}

} // namespace

std::vector<CrossingPoint> crossing_points(const Segment& segment, const WorldMesh& surface,
                                           std::span<const std::uint32_t> near, Sign outward) {
    const std::vector<Contact> contacts = contacts_along(segment, surface, near);
    std::vector<CrossingPoint> points;
    for (std::span<const Contact> rest = contacts; !rest.empty();) {
        const Group group = first_group(segment, rest);
        rest = rest.subspan(group.contacts.size());
        if (group.change != 0 && group.low().where == OnSegment::Within &&
            group.high.where == OnSegment::Within) {
            const SegmentPlace& place = group.change * outward > 0 ? group.high : group.low();
            points.push_back({triangle_at(segment, group, place), place.position});
        }
    }
    return points;
}

} // namespace impinge::inline v0::imagespace
