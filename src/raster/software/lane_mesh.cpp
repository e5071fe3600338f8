// SPDX-License-Identifier: Apache-2.0
#include "raster/software/lane_mesh.hpp"

namespace impinge::inline v0::raster {
namespace {

/// Element `part` of every item, then zeros.
template <typename T, std::size_t Parts, typename Item>
void split(const std::vector<Item>& items, std::array<std::vector<T>, Parts>& arrays) {
    for (std::size_t part = 0; part < Parts; ++part) {
        std::vector<T>& array = arrays[part];
        array.assign(items.size() + lane_padding, T{});
        for (std::size_t i = 0; i < items.size(); ++i) {
            if constexpr (std::is_same_v<Item, Vec3f>) {
                array[i] = items[i][static_cast<int>(part)];
            } else {
                array[i] = items[i][part];
            }
        }
    }
}

} // namespace

LaneMesh lane_mesh(const LocalMesh& mesh) {
    LaneMesh lanes;
    replace_lane_positions(lanes, mesh);
    split(mesh.triangles, lanes.corners);
    split(mesh.edges, lanes.edge_ends);
    return lanes;
}

void replace_lane_positions(LaneMesh& lanes, const LocalMesh& mesh) {
    split(mesh.positions, lanes.positions);
    split(mesh.normals, lanes.normals);
    lanes.vertices = mesh.positions.size();
}

void WindowVertices::reserve(std::size_t vertices) {
    if (vertices + lane_padding > capacity) {
        capacity = vertices + lane_padding;
        x = UntouchedArray<float>(capacity);
        y = UntouchedArray<float>(capacity);
        z = UntouchedArray<float>(capacity);
    }
}

} // namespace impinge::inline v0::raster
