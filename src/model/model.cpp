// SPDX-License-Identifier: Apache-2.0
#include "impinge/model.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
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

namespace model {
namespace {

void make_tree(ModelData& data, std::vector<std::uint32_t> order, const Box3& box,
               const Context& context) {
    SortedMesh sorted = sorted_mesh(data.mesh, order);
    data.sorted = std::move(sorted.mesh);
    data.sorted_from = std::move(sorted.from);
    data.tree = ObbTree(data.sorted, std::move(order), box, context);
    data.first_looseness = data.tree.looseness();
}

/// The tree of a model with the same triangles. False if its boxes have become too loose.
bool refit_tree(ModelData& data, const ModelData& before, const Box3& box, const Context& context) {
    constexpr double too_loose = 1.5; // times as loose as when the order was found
    data.sorted.triangles = before.sorted.triangles;
    data.sorted_from = before.sorted_from;
    data.sorted.positions.resize(data.sorted_from.size());
    for_each_chunk(context, data.sorted_from.size(), chunk_size_for(data.sorted_from.size()),
                   [&](const Chunk& chunk) {
                       for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                           data.sorted.positions[i] = data.mesh.positions[data.sorted_from[i]];
                       }
                   });
    const auto order = before.tree.order();
    data.tree = ObbTree(data.sorted, {order.begin(), order.end()}, box, context);
    data.first_looseness = before.first_looseness;
    return data.tree.looseness() <= too_loose * data.first_looseness;
}

void examine_solidity(ModelData& data, const Context& context) {
    data.diagnosis = diagnosis_of_valid(data.mesh.view(), *data.topology, context);
    data.solidity = solidity_of(data.diagnosis);
    data.first_triangles = one_of_each_component(data.mesh, data.solidity.components);
}

/// Calls make(box), which makes a tree, if there can be one.
template <typename Make> void with_tree(ModelData& data, const Context& context, Make make) {
    const auto& [positions, triangles] = data.mesh;
    const Box3 box = box_of_triangles(positions, triangles, context);
    data.has_tree = !triangles.empty() && ObbTree::fits(box, positions);
    if (data.has_tree) {
        make(box);
        data.outer_points = outer_points(data.tree);
    }
}

} // namespace

Model make_model(Mesh mesh, std::vector<std::uint32_t> order, const Context& context) {
    auto data = std::make_shared<ModelData>();
    data->mesh = std::move(mesh);
    const std::vector<Vec3d>& positions = data->mesh.positions;
    const std::vector<TriangleIndices>& triangles = data->mesh.triangles;
    data->topology = std::make_shared<IndexTopology>(triangles, positions.size(), context);
    examine_solidity(*data, context);
    with_tree(*data, context, [&](const Box3& box) {
        if (order.empty()) {
            order = ObbTree::order_of(positions, triangles, box, context);
        }
        make_tree(*data, std::move(order), box, context);
    });
    return Model(std::move(data));
}

Model refitted_model(const ModelData& before, std::vector<Vec3d> positions,
                     const Context& context) {
    auto data = std::make_shared<ModelData>();
    data->mesh.positions = std::move(positions);
    data->mesh.triangles = before.mesh.triangles;
    data->topology = before.topology;
    examine_solidity(*data, context);
    with_tree(*data, context, [&](const Box3& box) {
        if (!before.has_tree || !refit_tree(*data, before, box, context)) {
            make_tree(*data,
                      ObbTree::order_of(data->mesh.positions, data->mesh.triangles, box, context),
                      box, context);
        }
    });
    return Model(std::move(data));
}

} // namespace model

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

Expected<Model> Model::refitted(std::span<const Vec3d> positions, const Context& context) const {
    return no_throw([&]() -> Expected<Model> {
        if (positions.size() != data_->mesh.positions.size()) {
            return Error{ErrorCode::InvalidArgument,
                         "positions: as many are needed as the mesh has vertices"};
        }
        if (const Status status = validate(MeshView(positions, data_->mesh.triangles)); !status) {
            return status.error();
        }
        return model::refitted_model(*data_, {positions.begin(), positions.end()},
                                     Context(context.threads()));
    });
}

MeshView Model::mesh() const { return data_->mesh.view(); }

Body Model::body(const Rigid& pose) const { return {data_->mesh.view(), pose, &data_->diagnosis}; }

std::vector<ModelBox> Model::boxes(std::size_t level) const {
    const model::ObbTree& tree = data_->tree;
    std::vector<ModelBox> found;
    if (!data_->has_tree || level > tree.root().level) {
        return found;
    }
    const std::uint32_t height = tree.root().level - static_cast<std::uint32_t>(level);
    const model::TreeFrame& frame = tree.frame();
    const auto vector = [&](const std::array<float, 3>& v, double length) {
        return Vec3d{v[0], v[1], v[2]} * (length / frame.unit);
    };
    for (std::uint32_t i = 0; i < tree.box_count(height); ++i) {
        const model::FloatBox box = tree.box({height, i});
        found.push_back({frame.centre + vector(box.centre, 1),
                         {vector(box.axis[0], box.half[0]), vector(box.axis[1], box.half[1]),
                          vector(box.axis[2], box.half[2])}});
    }
    return found;
}

std::size_t Model::memory_bytes() const {
    return bytes_of(data_->mesh) + bytes_of(data_->sorted) +
           data_->sorted_from.size() * sizeof data_->sorted_from[0] + data_->tree.memory_bytes();
}

} // namespace impinge::inline v0
