// SPDX-License-Identifier: Apache-2.0
#include "impinge/distance.hpp"

#include "c_api/query.hpp"

namespace {

impinge_nearest to_nearest(const impinge::Distance& found) {
    const impinge::Vec3d& p = found.point_a;
    const impinge::Vec3d& q = found.point_b;
    return {found.distance,   {p.x, p.y, p.z},  {q.x, q.y, q.z},
            found.triangle_a, found.triangle_b, found.partial ? 1 : 0};
}

/// Turns the arguments that both queries take, asks, and hands the answer to `store`.
template <typename Ask, typename Store>
impinge::Status ask_about(const impinge_body* a, const impinge_body* b,
                          const impinge_options* options, Ask ask, Store store) {
    const auto query = impinge::to_pair_query(a, b, options);
    if (!query) {
        return query.error();
    }
    const auto answer = ask(query->a, query->b, query->options.context);
    if (!answer) {
        return answer.error();
    }
    store(*answer);
    return {};
}

} // namespace

impinge_status impinge_distance(const impinge_body* a, const impinge_body* b,
                                const impinge_options* options, impinge_nearest* nearest,
                                impinge_error* error) {
    return impinge::guarded(error, [&]() -> impinge::Status {
        if (nearest == nullptr) {
            return impinge::is_null("nearest");
        }
        return ask_about(a, b, options, impinge::distance,
                         [&](const impinge::Distance& found) { *nearest = to_nearest(found); });
    });
}

void impinge_nearest_normal(const impinge_nearest* nearest, double normal[3]) {
    if (normal == nullptr) {
        return;
    }
    impinge::Vec3d direction{};
    if (nearest != nullptr) {
        const double* p = nearest->point_a;
        const double* q = nearest->point_b;
        direction = impinge::direction_of({.distance = nearest->distance,
                                           .point_a = {p[0], p[1], p[2]},
                                           .point_b = {q[0], q[1], q[2]}});
    }
    for (int axis = 0; axis < 3; ++axis) {
        normal[axis] = direction[axis];
    }
}

impinge_status impinge_within(const impinge_body* a, const impinge_body* b, double clearance,
                              const impinge_options* options, int* within, impinge_nearest* nearest,
                              impinge_error* error) {
    return impinge::guarded(error, [&]() -> impinge::Status {
        if (within == nullptr) {
            return impinge::is_null("within");
        }
        const auto ask = [&](const impinge::Body& body_a, const impinge::Body& body_b,
                             const impinge::Context& context) {
            return impinge::within(body_a, body_b, clearance, context);
        };
        return ask_about(a, b, options, ask, [&](const impinge::Clearance& found) {
            *within = found.within ? 1 : 0;
            if (nearest != nullptr) {
                *nearest = to_nearest(found.nearest);
            }
        });
    });
}
