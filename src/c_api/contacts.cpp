// SPDX-License-Identifier: Apache-2.0
#include "c_api/contacts.hpp"

namespace impinge::inline v0 {
namespace {

impinge_triangle_pair to_pair(const TrianglePair& pair) {
    static_assert(IMPINGE_PAIR_TOUCHING == static_cast<int>(PairKind::Touching));
    static_assert(IMPINGE_PAIR_CROSSING == static_cast<int>(PairKind::Crossing));
    return {pair.a, pair.b, static_cast<impinge_pair_kind>(pair.kind)};
}

} // namespace

impinge_contacts to_contacts(const FoundContacts& found) {
    impinge_contacts contacts;
    contacts.crossing_pairs = found.crossing_pairs;
    contacts.touching_pairs = found.touching_pairs;
    contacts.pairs.reserve(found.pairs.size());
    for (const TrianglePair& pair : found.pairs) {
        contacts.pairs.push_back(to_pair(pair));
    }
    contacts.segments.reserve(found.segments.size());
    for (const auto& [pair, start, end] : found.segments) {
        contacts.segments.push_back(
            {to_pair(pair), {start.x, start.y, start.z}, {end.x, end.y, end.z}});
    }
    for (const ContactCurve& curve : found.curves) {
        for (const Vec3d& p : curve.points) {
            contacts.curve_points.insert(contacts.curve_points.end(), {p.x, p.y, p.z});
        }
    }
    const double* next = contacts.curve_points.data(); // which stays where it is when moved
    for (const ContactCurve& curve : found.curves) {
        contacts.curves.push_back({next, curve.points.size(), curve.closed ? 1 : 0});
        next += 3 * curve.points.size();
    }
    return contacts;
}

} // namespace impinge::inline v0

namespace {

template <typename T> const T* give(const std::vector<T>* items, size_t* count) {
    if (count != nullptr) {
        *count = items == nullptr ? 0 : items->size();
    }
    return items == nullptr || items->empty() ? nullptr : items->data();
}

} // namespace

const impinge_triangle_pair* impinge_contacts_pairs(const impinge_contacts* contacts,
                                                    size_t* count) {
    return give(contacts == nullptr ? nullptr : &contacts->pairs, count);
}

uint64_t impinge_contacts_crossing_count(const impinge_contacts* contacts) {
    return contacts == nullptr ? 0 : contacts->crossing_pairs;
}

uint64_t impinge_contacts_touching_count(const impinge_contacts* contacts) {
    return contacts == nullptr ? 0 : contacts->touching_pairs;
}

const impinge_segment* impinge_contacts_segments(const impinge_contacts* contacts, size_t* count) {
    return give(contacts == nullptr ? nullptr : &contacts->segments, count);
}

size_t impinge_contacts_curve_count(const impinge_contacts* contacts) {
    return contacts == nullptr ? 0 : contacts->curves.size();
}

impinge_curve impinge_contacts_curve(const impinge_contacts* contacts, size_t index) {
    return index < impinge_contacts_curve_count(contacts) ? contacts->curves[index]
                                                          : impinge_curve{nullptr, 0, 0};
}
