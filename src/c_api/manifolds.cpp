// SPDX-License-Identifier: Apache-2.0
#include "impinge/contacts.hpp"

#include "c_api/query.hpp"

#include <memory>
#include <vector>

struct impinge_manifolds {
    impinge::Interference found;
    std::vector<impinge_manifold_point> points; ///< of all manifolds, one after the other
    std::vector<impinge_manifold> manifolds;    ///< into points
    bool partial = false;
};

namespace {

static_assert(IMPINGE_MANIFOLD_SURFACES == static_cast<int>(impinge::ManifoldKind::Surfaces));
static_assert(IMPINGE_FEATURE_VERTEX2 == static_cast<int>(impinge::Feature::Vertex2));

impinge_manifold_point to_c(const impinge::ManifoldPoint& p) {
    return {{p.on_a.x, p.on_a.y, p.on_a.z},
            {p.on_b.x, p.on_b.y, p.on_b.z},
            p.depth,
            p.triangle_a,
            p.triangle_b,
            static_cast<impinge_feature>(p.feature_a),
            static_cast<impinge_feature>(p.feature_b),
            p.id};
}

std::unique_ptr<impinge_manifolds> packed_manifolds(impinge::Contacts&& answer) {
    auto result = std::make_unique<impinge_manifolds>();
    for (const impinge::Manifold& m : answer.manifolds) {
        for (const impinge::ManifoldPoint& point : m.points) {
            result->points.push_back(to_c(point));
        }
    }
    const impinge_manifold_point* next = result->points.data();
    for (const impinge::Manifold& m : answer.manifolds) {
        result->manifolds.push_back({static_cast<impinge_manifold_kind>(m.kind),
                                     {m.normal.x, m.normal.y, m.normal.z},
                                     m.depth,
                                     m.area,
                                     next,
                                     m.points.size()});
        next += m.points.size();
    }
    result->partial = answer.partial;
    result->found = std::move(answer.interference);
    return result;
}

} // namespace

impinge_status impinge_contact_manifolds(const impinge_body* a, const impinge_body* b,
                                         uint32_t points, const impinge_options* options,
                                         impinge_manifolds** result, impinge_error* error) {
    return impinge::guarded(error, [&]() -> impinge::Status {
        if (result == nullptr) {
            return impinge::is_null("result");
        }
        *result = nullptr;
        const auto query = impinge::to_pair_query(a, b, options);
        if (!query) {
            return query.error();
        }
        auto answer = impinge::contacts(
            query->a, query->b, {.points = points, .open_meshes = query->options.open_meshes},
            query->options.context);
        if (!answer) {
            return answer.error();
        }
        *result = packed_manifolds(std::move(*answer)).release();
        return {};
    });
}

void impinge_manifolds_free(impinge_manifolds* result) { delete result; }

size_t impinge_manifolds_count(const impinge_manifolds* result) {
    return result != nullptr ? result->manifolds.size() : 0;
}

const impinge_manifold* impinge_manifolds_at(const impinge_manifolds* result, size_t index) {
    return index < impinge_manifolds_count(result) ? &result->manifolds[index] : nullptr;
}

impinge_verdict impinge_manifolds_verdict(const impinge_manifolds* result) {
    return result != nullptr ? static_cast<impinge_verdict>(result->found.verdict) : IMPINGE_APART;
}

impinge_decision impinge_manifolds_decision(const impinge_manifolds* result) {
    return result != nullptr ? static_cast<impinge_decision>(result->found.decision)
                             : IMPINGE_CANCELLED;
}

int impinge_manifolds_partial(const impinge_manifolds* result) {
    return result != nullptr && result->partial ? 1 : 0;
}
