// SPDX-License-Identifier: Apache-2.0
#include "impinge/model.hpp"

#include "base/no_throw.hpp"
#include "base/parallel.hpp"
#include "mesh/positions.hpp"
#include "mesh/topology.hpp"
#include "mesh/weld.hpp"
#include "model/model_data.hpp"

#include <new>

namespace impinge::inline v0 {
namespace {

std::vector<std::uint32_t> one_of_each_component(const model::IndexedMesh& mesh,
                                                 std::size_t components) {
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

template <typename T> std::size_t bytes_of(const std::vector<T>& items) {
    return items.size() * sizeof(T);
}

} // namespace

namespace model {
namespace {

void make_tree(ModelData& data, std::vector<std::uint32_t> order, const Box3& box,
               const Context& context) {
    auto in_order = std::make_shared<SortedTriangles>();
    SortedMesh sorted = sorted_mesh(data.mesh(), order);
    in_order->order = std::make_shared<const std::vector<std::uint32_t>>(std::move(order));
    in_order->triangles = std::move(sorted.mesh.triangles);
    in_order->from = std::move(sorted.from);
    data.sorted_positions = std::move(sorted.mesh.positions);
    data.tree =
        ObbTree({data.sorted_positions, in_order->triangles}, in_order->order, box, context);
    in_order->first_looseness = data.tree.looseness();
    data.in_order = std::move(in_order);
}

/// Copies the positions to where a tree of the same triangles wants them. Returns the box of the
/// triangles: all of these are used.
Box3 sort_positions(ModelData& data, const Context& context) {
    const std::vector<std::uint32_t>& from = data.in_order->from;
    data.sorted_positions.resize(from.size());
    const std::size_t chunk_size = chunk_size_for(from.size());
    std::vector<Box3> boxes(chunk_count(from.size(), chunk_size));
    for_each_chunk(context, from.size(), chunk_size, [&](const Chunk& chunk) {
        Box3 box;
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
            data.sorted_positions[i] = data.positions[from[i]];
            box = extend(box, data.sorted_positions[i]);
        }
        boxes[chunk.index] = box;
    });
    Box3 box;
    for (const Box3& part : boxes) {
        box = united(box, part);
    }
    return box;
}

/// The tree of a model with the same triangles, which has one. False if its boxes have become too
/// loose.
bool refit_tree(ModelData& data, const ModelData& before, const Context& context) {
    constexpr double too_loose = 1.5; // times as loose as when the order was found
    data.in_order = before.in_order;
    const Box3 box = sort_positions(data, context);
    data.has_tree = ObbTree::fits(box, data.positions);
    if (!data.has_tree) {
        return true;
    }
    data.tree = ObbTree(data.sorted(), data.in_order->order, box, context);
    return data.tree.looseness() <= too_loose * data.in_order->first_looseness;
}

/// Calls make(box), which makes a tree, if there can be one.
template <typename Make> void with_tree(ModelData& data, const Context& context, Make make) {
    const auto& [positions, triangles] = data.mesh();
    const Box3 box = box_of_triangles(positions, triangles, context);
    data.has_tree = !triangles.empty() && ObbTree::fits(box, positions);
    if (data.has_tree) {
        make(box);
    }
}

std::vector<std::uint32_t> order_of(const ModelData& data, const Box3& box,
                                    const Context& context) {
    return ObbTree::order_of(data.positions, data.shared->triangles, box, context);
}

} // namespace

Model make_model(Mesh mesh, std::vector<std::uint32_t> order, const Context& context) {
    auto data = std::make_shared<ModelData>();
    data->threads = context.threads();
    data->positions = std::move(mesh.positions);
    auto shared = std::make_shared<SharedTriangles>();
    shared->triangles = std::move(mesh.triangles);
    data->shared = std::move(shared);
    with_tree(*data, context, [&](const Box3& box) {
        if (order.empty()) {
            order = order_of(*data, box, context);
        }
        make_tree(*data, std::move(order), box, context);
    });
    return Model(std::move(data));
}

Model refitted_model(const ModelData& before, std::vector<Vec3d> positions,
                     const Context& context) {
    auto data = std::make_shared<ModelData>();
    data->threads = context.threads();
    data->positions = std::move(positions);
    data->shared = before.shared;
    if (!before.has_tree || !refit_tree(*data, before, context)) {
        with_tree(*data, context, [&](const Box3& box) {
            make_tree(*data, order_of(*data, box, context), box, context);
        });
    }
    return Model(std::move(data));
}

const SolidFacts& ModelData::solid_facts() const {
    return facts.get([&] {
        const Context context(threads);
        const IndexTopology& topology = shared->topology.get(
            [&] { return IndexTopology(shared->triangles, positions.size(), context); });
        SolidFacts found;
        found.diagnosis =
            diagnosis_of_valid(MeshView(positions, shared->triangles), topology, context);
        found.solidity = solidity_of(found.diagnosis);
        found.first_triangles = one_of_each_component(mesh(), found.solidity.components);
        return found;
    });
}

const std::vector<TriangleBlock>& ModelData::outer_points() const {
    return outermost.get([&] { return find_outer_points(tree); });
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
        if (positions.size() != data_->positions.size()) {
            return Error{ErrorCode::InvalidArgument,
                         "positions: as many are needed as the mesh has vertices"};
        }
        if (const Status status = validate(MeshView(positions, data_->shared->triangles));
            !status) {
            return status.error();
        }
        return model::refitted_model(*data_, {positions.begin(), positions.end()},
                                     Context(context.threads()));
    });
}

MeshView Model::mesh() const { return {data_->positions, data_->shared->triangles}; }

Body Model::body(const Rigid& pose) const {
    try {
        return {mesh(), pose, &data_->solid_facts().diagnosis};
    } catch (const std::bad_alloc&) { // who gets it can find out, or fail
        return {mesh(), pose};
    }
}

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
    std::size_t bytes = bytes_of(data_->positions) + bytes_of(data_->shared->triangles) +
                        bytes_of(data_->sorted_positions) + data_->tree.memory_bytes();
    if (data_->in_order) {
        bytes += bytes_of(data_->in_order->triangles) + bytes_of(data_->in_order->from);
    }
    if (const model::FreeSpace* space = data_->free_space.peek()) {
        bytes += space->memory_bytes();
    }
    return bytes;
}

} // namespace impinge::inline v0
