// SPDX-License-Identifier: Apache-2.0
#include "impinge/model.hpp"

#include "base/no_throw.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"
#include "model/model_data.hpp"

namespace impinge::inline v0 {
namespace {

std::vector<std::uint32_t> one_of_each_component(const Mesh& mesh, std::size_t components) {
    if (components <= 1) {
        return std::vector<std::uint32_t>(components, 0);
    }
    const auto welded = welded_triangles(mesh.triangles, weld_map(mesh.positions));
    const Components parts = triangle_components(EdgeTable(welded, mesh.positions.size()));
    std::vector<std::uint8_t> seen(parts.count, 0);
    std::vector<std::uint32_t> found;
    for (std::uint32_t triangle = 0; triangle < mesh.triangles.size(); ++triangle) {
        std::uint8_t& done = seen[parts.of_triangle[triangle]];
        if (done == 0) {
            found.push_back(triangle);
        }
        done = 1;
    }
    return found;
}

std::size_t bytes_of(const Mesh& mesh) {
    return mesh.positions.size() * sizeof(Vec3d) + mesh.triangles.size() * sizeof(TriangleIndices);
}

} // namespace

Model model::make_model(Mesh mesh, std::vector<std::uint32_t> order, const Context& context) {
    auto data = std::make_shared<ModelData>();
    data->mesh = std::move(mesh);
    data->solidity = solidity_of_valid(data->mesh.view(), context);
    data->first_triangles = one_of_each_component(data->mesh, data->solidity.components);
    const auto& [positions, triangles] = data->mesh;
    const Box3 box = box_of_triangles(positions, triangles, context);
    data->has_tree = !triangles.empty() && ObbTree::fits(box, positions);
    if (data->has_tree) {
        if (order.empty()) {
            order = ObbTree::order_of(positions, triangles, box, context);
        }
        data->sorted = sorted_mesh(data->mesh, order);
        data->tree = ObbTree(data->sorted, std::move(order), box, context);
        data->outer_points = outer_points(data->tree);
    }
    return Model(std::move(data));
}

Expected<Model> Model::prepare(const MeshView& mesh, const Context& context) {
    return no_throw([&]() -> Expected<Model> {
        if (const Status status = validate(mesh); !status) {
            return status.error();
        }
        const auto triangles = mesh.triangles();
        return model::make_model({gather_positions(mesh), {triangles.begin(), triangles.end()}}, {},
                                 Context(context.threads()));
    });
}

MeshView Model::mesh() const { return data_->mesh.view(); }

std::size_t Model::memory_bytes() const {
    return bytes_of(data_->mesh) + bytes_of(data_->sorted) + data_->tree.memory_bytes();
}

} // namespace impinge::inline v0
