// SPDX-License-Identifier: Apache-2.0
#include "render/layer.hpp"

namespace impinge::inline v0::render {

Expected<Layer> read_layer(raster::Device& device, const raster::Target& target, LayerParts parts) {
    Layer layer{.width = target.width(), .height = target.height()};
    auto bodies = device.read_ids(target, 0);
    if (!bodies) {
        return bodies.error();
    }
    auto triangles = device.read_ids(target, 1);
    if (!triangles) {
        return triangles.error();
    }
    layer.bodies = std::move(*bodies);
    layer.triangles = std::move(*triangles);
    if (parts == LayerParts::IdsAndDepths) {
        auto depths = device.read_depth(target);
        if (!depths) {
            return depths.error();
        }
        layer.depths = std::move(*depths);
    }
    return layer;
}

} // namespace impinge::inline v0::render
