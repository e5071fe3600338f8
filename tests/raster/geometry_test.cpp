// SPDX-License-Identifier: Apache-2.0
//
// Meshes on a device: in-place updates, memory layouts, poses, and what may outlive what.
#include "tests/raster/quads.hpp"
#include "tests/support/stored_mesh.hpp"

#include <cmath>
#include <thread>

namespace impinge::tests {
namespace {

using raster::IdSource;
using raster::Parts;
using raster::Pass;

constexpr int size = 16;

class DeviceGeometry : public EveryDevice {
  protected:
    [[nodiscard]] static raster::View view() { return pixel_view(size, size); }

    /// What a geometry draws now, against the reference drawing of a mesh.
    [[nodiscard]] testing::AssertionResult
    draws_like(raster::Geometry& geometry, const Mesh& mesh,
               const Pass& pass = {.ids = {IdSource::Triangle, IdSource::ProvokingVertex}}) const {
        Twin twin(device(), size, size);
        const std::array draws{raster::Draw{&geometry}};
        const std::array reference_draws{ReferenceDraw{&mesh}};
        twin.draw(view(), pass, draws, reference_draws);
        return twin.agrees();
    }
    /// Rectangles off the pixels' borders, so that their edges pass no centre at a distance of half
    /// a pixel.
    static Mesh off_borders(const std::vector<Quad>& quads) {
        Mesh mesh = quad_mesh(quads);
        for (Vec3d& p : mesh.positions) {
            p = p + Vec3d{77.0 / 256, 77.0 / 256, 0};
        }
        return mesh;
    }
    static Pass edge_pass() {
        return {.primitive = raster::Primitive::Edges, .ids = {IdSource::Edge, IdSource::None}};
    }
};
IMPINGE_ON_EVERY_DEVICE(DeviceGeometry);

TEST_P(DeviceGeometry, NewPositionsReplaceTheOldOnes) {
    Mesh mesh = off_borders({{0, 0, 5, 5}, {3, 3, 9, 9, 0.25F}});
    const auto geometry = need(device().upload(mesh.view(), Parts::TrianglesAndEdges));
    ASSERT_TRUE(draws_like(*geometry, mesh));
    for (int i = 0; i < 5; ++i) {
        for (Vec3d& p : mesh.positions) {
            p = p + Vec3d{1, i % 2 == 0 ? 2.0 : -1.0, -0.0625};
        }
        need(device().update_positions(*geometry, mesh.view()));
        EXPECT_TRUE(draws_like(*geometry, mesh)) << i;
        EXPECT_TRUE(draws_like(*geometry, mesh, edge_pass())) << i;
    }
}

TEST_P(DeviceGeometry, PositionsMayChangeBetweenDrawsThatAreStillUnderWay) {
    Mesh mesh = quad_mesh({{0, 0, 1, 1}});
    const auto geometry = need(device().upload(mesh.view()));
    Twin twin(device(), size, size);
    for (int i = 0; i < 40; ++i) {
        for (Vec3d& p : mesh.positions) {
            p = p + Vec3d{i % 15 == 14 ? -14.0 : 1.0, i % 15 == 14 ? 1.0 : 0.0, -0.0078125};
        }
        need(device().update_positions(*geometry, mesh.view()));
        const std::array draws{raster::Draw{geometry.get(), {}, static_cast<std::uint32_t>(i)}};
        const std::array reference_draws{ReferenceDraw{&mesh, {}, static_cast<std::uint32_t>(i)}};
        twin.draw(view(), {.ids = {IdSource::Body, IdSource::None}}, draws, reference_draws);
    }
    EXPECT_TRUE(twin.agrees());
}

TEST_P(DeviceGeometry, AnyMeshTakesThePlaceOfAnother) {
    const std::vector<Mesh> meshes{off_borders({{0, 0, 5, 5}}),
                                   off_borders({{0, 0, 5, 5}, {3, 3, 9, 9, 0.25F}, {8, 1, 16, 3}}),
                                   Mesh{}, off_borders({{7, 7, 8, 8}})};
    const auto geometry = need(device().upload(meshes[0].view(), Parts::TrianglesAndEdges));
    for (const std::size_t i : {1U, 2U, 3U, 1U, 0U}) {
        need(device().update_mesh(*geometry, meshes[i].view()));
        EXPECT_TRUE(draws_like(*geometry, meshes[i])) << i;
        EXPECT_TRUE(draws_like(*geometry, meshes[i], edge_pass())) << i;
    }
}

TEST_P(DeviceGeometry, RefusedUpdatesLeaveTheOldMesh) {
    const Mesh mesh = off_borders({{0, 0, 5, 5}});
    const auto geometry = need(device().upload(mesh.view(), Parts::TrianglesAndEdges));
    Mesh fewer = mesh;
    fewer.positions.pop_back();
    fewer.triangles.pop_back();
    Mesh infinite = mesh;
    infinite.positions[1].y = std::numeric_limits<double>::infinity();
    Mesh turned = mesh;
    std::swap(turned.triangles[0][0], turned.triangles[0][1]);
    for (const Mesh* bad : {&fewer, &infinite, &turned}) {
        const Status status = device().update_positions(*geometry, bad->view());
        ASSERT_FALSE(status);
        EXPECT_FALSE(status.error().message.empty());
    }
    EXPECT_FALSE(device().update_mesh(*geometry, infinite.view()));
    EXPECT_TRUE(draws_like(*geometry, mesh));
    EXPECT_TRUE(draws_like(*geometry, mesh, edge_pass()));
}

TEST_P(DeviceGeometry, MeshesAreReadInEveryLayout) {
    const Mesh mesh = off_borders({{1, 2, 5, 7}, {3, 3, 12, 9, 0.25F}});
    for (const Layout layout : {Layout::Packed, Layout::Float32, Layout::Interleaved}) {
        const StoredMesh stored(mesh, layout);
        const auto geometry = need(device().upload(stored.view(), Parts::TrianglesAndEdges));
        EXPECT_TRUE(draws_like(*geometry, mesh));
        EXPECT_TRUE(draws_like(*geometry, mesh, edge_pass()));
    }
}

TEST_P(DeviceGeometry, TrianglesWithoutAreaCoverNothing) {
    Mesh mesh = quad_mesh({{1, 2, 5, 7}});
    mesh.positions.push_back({0.5, 0.5, -0.25});
    mesh.positions.push_back({15.5, 15.5, -0.25});
    mesh.positions.push_back({8.5, 8.5, -0.25});
    mesh.triangles.push_back({6, 7, 8});
    mesh.triangles.push_back({6, 7, 7});
    mesh.triangles.push_back({0, 0, 0});
    const auto geometry = need(device().upload(mesh.view()));
    EXPECT_TRUE(draws_like(*geometry, mesh));
    Twin twin(device(), size, size);
    need(device().draw(twin.target(), view(), {.ids = {IdSource::Body, IdSource::None}},
                       raster::Draw{geometry.get()}));
    EXPECT_EQ(need(device().count(twin.target(), {.with_id_0 = true})), 20U);
}

TEST_P(DeviceGeometry, FarBodiesKeepTheirShape) {
    // 2^40 units from the origin floats could not tell the corners apart.
    const Vec3d away{0x1p40, -0x1p41, 0x1p39};
    Mesh mesh = quad_mesh({{1, 2, 5, 7}, {3, 3, 12, 9, 0.25F}});
    const Mesh near = mesh;
    for (Vec3d& p : mesh.positions) {
        p = p + away;
    }
    const auto geometry = need(device().upload(mesh.view()));
    Twin twin(device(), size, size);
    const std::array reference_draws{ReferenceDraw{&near}};
    const std::array posed{raster::Draw{geometry.get(), translation(away * -1)}};
    twin.draw(view(), {}, posed, reference_draws);
    EXPECT_TRUE(twin.agrees()) << "brought back by its pose";

    raster::View far_view = view();
    far_view.eye = away;
    Twin other(device(), size, size);
    need(device().draw(other.target(), far_view, {}, raster::Draw{geometry.get()}));
    EXPECT_TRUE(same_planes(read_planes(device(), other.target()), twin.planes()))
        << "looked at from where it is";
}

TEST_P(DeviceGeometry, TwoTargetsAndGeometriesDoNotDisturbEachOther) {
    const Stage one(device(), {{quad_mesh({{0, 0, 8, 8}}), {}, 1}});
    const Stage two(device(), {{quad_mesh({{4, 4, 16, 16, 0.25F}}), {}, 2}});
    Twin small(device(), size, size);
    Twin large(device(), 40, 24);
    const Pass pass{.ids = {IdSource::Body, IdSource::Triangle}};
    for (int i = 0; i < 3; ++i) {
        small.draw(view(), pass, i % 2 == 0 ? one : two);
        large.draw(pixel_view(40, 24), pass, i % 2 == 0 ? two : one);
    }
    EXPECT_TRUE(small.agrees());
    EXPECT_TRUE(large.agrees());
}

TEST_P(DeviceGeometry, ADeviceServesOneThreadAfterTheOther) {
    const Mesh mesh = quad_mesh({{1, 2, 5, 7}});
    const auto geometry = need(device().upload(mesh.view()));
    for (int i = 0; i < 3; ++i) {
        testing::AssertionResult result = testing::AssertionFailure();
        std::thread([&] { result = draws_like(*geometry, mesh); }).join();
        EXPECT_TRUE(result);
        EXPECT_TRUE(draws_like(*geometry, mesh));
    }
}

TEST_P(DeviceGeometry, ObjectsMayOutliveTheirDevice) {
    std::unique_ptr<raster::Geometry> geometry;
    std::unique_ptr<raster::Target> target;
    std::unique_ptr<raster::Query> query;
    {
        const auto brief = need(
            raster::make_device(GetParam().kind, {.driver_messages = raster::DriverMessages::Errors,
                                                  .adapter = GetParam().adapter}));
        geometry = need(brief->upload(quad_mesh({{1, 2, 5, 7}}).view()));
        target = need(brief->make_target(size, size));
        query = need(brief->make_query());
        need(brief->clear(*target));
        need(brief->draw(*target, view(), {}, raster::Draw{geometry.get(), {}, 0, query.get()}));
    }
    EXPECT_EQ(target->width(), size);
    geometry.reset();
    target.reset();
    query.reset();
    // Another device of the process is none the worse for it.
    const Mesh mesh = quad_mesh({{1, 2, 5, 7}});
    EXPECT_TRUE(draws_like(*need(device().upload(mesh.view())), mesh));
}

} // namespace
} // namespace impinge::tests
