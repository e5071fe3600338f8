// SPDX-License-Identifier: Apache-2.0
//
// FCL with oriented boxes, its fastest volume for this; contacts uncapped, which is not its
// default.
#include "bench/peers.hpp"

#include "bench/fcl_model.hpp"

#include <limits>
#include <memory>

namespace impinge::bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBd>;

void refit(Model& model, const Mesh& mesh) {
    model.beginReplaceModel(); // an update would make boxes of the way from frame to frame
    model.replaceSubModel(fcl_vertices(mesh));
    model.endReplaceModel(true, true);
}

std::uint64_t ask(Question question, const Model& a, const Model& b) {
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    fcl::CollisionRequestd request;
    request.num_max_contacts =
        question == Question::Meet ? 1 : std::numeric_limits<std::size_t>::max();
    fcl::CollisionResultd result;
    fcl::collide(&a, here, &b, here, request, result);
    return result.numContacts();
}

Answer prepare(Question question, const Mesh& a, const Mesh& b) {
    return [=, model_a = fcl_model<fcl::OBBd>(a), model_b = fcl_model<fcl::OBBd>(b)] {
        return ask(question, *model_a, *model_b);
    };
}

Answer prepare_refitting(Question question, const Mesh& a, const Mesh& b) {
    return [=, &a, &b, model_a = fcl_model<fcl::OBBd>(a), model_b = fcl_model<fcl::OBBd>(b)] {
        refit(*model_a, a);
        refit(*model_b, b);
        return ask(question, *model_a, *model_b);
    };
}

} // namespace

Peer fcl_peer() { return {"fcl", {Question::Meet, Question::Pairs}, prepare, prepare_refitting}; }

} // namespace impinge::bench
