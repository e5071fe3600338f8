// SPDX-License-Identifier: Apache-2.0
//
// Contacts of the segment with triangles are points or, in planes that hold it, runs. Contacts that
// hang together form a group, before and after which the segment is off the surface. Whether it has
// changed sides is told by the segment moved aside by (e, e^2, e^3), e > 0 infinitely small, in the
// algebra and not in the coordinates: it meets no edge and no corner, and is on the same side as
// the true one before and after the group. The faces it passes through are counted, in one
// direction +1 and in the other -1; what remains is the change of the winding number.
#include "imagespace/edge_rays/crossings/edge_crossing_points.hpp"

#include "geometry/projection.hpp"
#include "predicates/exact_number.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace impinge::inline v0::imagespace {
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
