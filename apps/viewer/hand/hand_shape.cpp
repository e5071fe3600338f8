// SPDX-License-Identifier: Apache-2.0
#include "hand/hand_shape.hpp"

namespace impinge::viewer {

HandShape::HandShape() : bent_(hand_.hierarchy()) {
    for (const PartId leaf : bent_.leaves()) {
        const MeshView view = bent_.shape(leaf).mesh();
        Mesh mesh;
        mesh.positions.assign(bent_.shape(leaf).vertices().begin(),
                              bent_.shape(leaf).vertices().end());
        mesh.triangles.assign(view.triangles().begin(), view.triangles().end());
        auto shape = std::make_shared<const ShapeData>(make_shape_data(mesh, 0));
        parts_.push_back({hand_.part_name(leaf), std::make_shared<const Mesh>(std::move(mesh)),
                          std::move(shape), leaf});
    }
}

void HandShape::bend(double grip) {
    for (const auto& [joint, pose] : hand_.bent(grip)) {
        (void)bent_.set_pose(joint, pose); // joints of its own
    }
}

Rigid HandShape::pose_in_hand(const HandPart& part, double size) const {
    return compose({.scale = size}, bent_.pose(part.leaf));
}

} // namespace impinge::viewer
