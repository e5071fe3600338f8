// SPDX-License-Identifier: Apache-2.0
//
// Whether two answers are the same in everything but counters and times.
#pragma once

#include "impinge/model.hpp"
#include "model/winding_near.hpp"

#include <string>

namespace impinge::tests {

inline bool same_solidity(const Solidity& a, const Solidity& b) {
    return a.examined == b.examined && a.solid == b.solid && a.reasons == b.reasons;
}

/// "" if they are; else the first thing that differs.
inline std::string difference(const Expected<Interference>& a, const Expected<Interference>& b) {
    if (!a || !b) {
        return bool(a) == bool(b) && a.error().message == b.error().message &&
                       a.error().code == b.error().code
                   ? ""
                   : "errors";
    }
    if (a->verdict != b->verdict) {
        return std::string("verdicts: ") + to_string(a->verdict) + " and " + to_string(b->verdict);
    }
    if (a->pairs != b->pairs || a->crossing_pairs != b->crossing_pairs ||
        a->touching_pairs != b->touching_pairs) {
        return "pairs: " + std::to_string(a->pairs.size()) + " and " +
               std::to_string(b->pairs.size());
    }
    if (a->segments != b->segments || a->curves != b->curves) {
        return "curves";
    }
    if (a->compared != b->compared || a->decision != b->decision || a->partial != b->partial) {
        return "what was compared or decided";
    }
    if (!same_solidity(a->solidity_a, b->solidity_a) ||
        !same_solidity(a->solidity_b, b->solidity_b)) {
        return "solidity";
    }
    return a->hash == b->hash ? "" : "hashes";
}

inline std::string difference(const Expected<Distance>& a, const Expected<Distance>& b) {
    if (!a || !b) {
        return bool(a) == bool(b) && a.error().message == b.error().message ? "" : "errors";
    }
    const bool same = a->distance == b->distance && a->point_a == b->point_a &&
                      a->point_b == b->point_b && a->triangle_a == b->triangle_a &&
                      a->triangle_b == b->triangle_b && a->partial == b->partial;
    return same ? ""
                : "distances: " + std::to_string(a->distance) + " and " +
                      std::to_string(b->distance);
}

inline std::string difference(const Expected<Clearance>& a, const Expected<Clearance>& b) {
    if (!a || !b) {
        return bool(a) == bool(b) && a.error().message == b.error().message ? "" : "errors";
    }
    return a->within != b->within ? "whether they are within reach"
                                  : difference(Expected(a->nearest), Expected(b->nearest));
}

/// "" if the models say what collide(), distance() and within() say of the bodies, in every detail.
inline std::string disagreement(const Model& model_a, const Model& model_b, const Body& a,
                                const Body& b) {
    const PlacedModel placed_a{model_a, a.pose};
    const PlacedModel placed_b{model_b, b.pose};
    const Context one(1);
    for (const Detail detail : {Detail::Verdict, Detail::Curves}) {
        const CollideOptions options{.detail = detail};
        const std::string said =
            difference(collide(placed_a, placed_b, options, one), collide(a, b, options, one));
        if (!said.empty()) {
            return said + " with detail " + std::to_string(static_cast<int>(detail));
        }
    }
    const auto apart = distance(a, b, one);
    if (const auto said = difference(distance(placed_a, placed_b, one), apart); !said.empty()) {
        return said;
    }
    // Clearances on both sides of the distance, and it itself.
    const double known = apart ? apart->distance : 1;
    for (const double clearance : {known / 2, known, known * 2, 0.0, -1.0}) {
        const auto said =
            difference(within(placed_a, placed_b, clearance, one), within(a, b, clearance, one));
        if (!said.empty()) {
            return said + " within " + std::to_string(clearance);
        }
    }
    return "";
}

/// The same of models made for this, without and with their free space.
inline std::string disagreement_of_models(const Body& a, const Body& b) {
    const auto model_a = Model::prepare(a.mesh, Context(1));
    const auto model_b = Model::prepare(b.mesh, Context(1));
    if (!model_a || !model_b) {
        return "a mesh was refused";
    }
    if (std::string said = disagreement(*model_a, *model_b, a, b); !said.empty()) {
        return said;
    }
    for (const auto& model : {model_a, model_b}) {
        if (model->data().has_tree) {
            model::find_free_space(*model);
        }
    }
    std::string said = disagreement(*model_a, *model_b, a, b);
    return said.empty() ? said : said + ", with free space";
}

} // namespace impinge::tests
