// SPDX-License-Identifier: Apache-2.0
//
// Perspective views from within: what the near plane cuts takes another way through OpenGL than
// what lies in front of it. The software device, which knows one way only, is the judge.
#include "base/random.hpp"
#include "tests/raster/opengl_fixture.hpp"

#include <algorithm>

namespace impinge::tests {
namespace {

using raster::IdSource;
using raster::Primitive;

class OpenGlNearPlane : public OpenGl {};
IMPINGE_ON_EVERY_OPENGL(OpenGlNearPlane);

constexpr int width = 120;
constexpr int height = 80;

/// Triangles all around the origin, a unit or so in size.
Mesh cloud(std::uint64_t seed, double reach) {
    Random random(seed);
    const auto anywhere = [&](double size) {
        return Vec3d{random.uniform(-size, size), random.uniform(-size, size),
                     random.uniform(-size, size)};
    };
    Mesh mesh;
    for (std::uint32_t i = 0; i < 150; ++i) {
        const Vec3d middle = anywhere(reach);
        for (int corner = 0; corner < 3; ++corner) {
            mesh.positions.push_back(middle + anywhere(1));
        }
        mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return mesh;
}

struct Seen {
    std::vector<std::uint32_t> ids;
    std::vector<std::uint32_t> other_ids;
    std::vector<std::uint8_t> stencil;
    std::uint64_t samples = 0;

    friend bool operator==(const Seen&, const Seen&) = default;
};

/// The last one drawn wins, front and back faces are counted.
Seen draw(raster::Device& device, const raster::View& view, const std::vector<Mesh>& meshes,
          Primitive primitive) {
    const auto target = need(device.make_target(width, height));
    const auto query = need(device.make_query());
    std::vector<std::unique_ptr<raster::Geometry>> geometries;
    std::vector<raster::Draw> draws;
    for (const Mesh& mesh : meshes) {
        geometries.push_back(need(device.upload(mesh.view(), raster::Parts::TrianglesAndEdges)));
        draws.push_back({.geometry = geometries.back().get(), .query = query.get()});
    }
    raster::Pass pass;
    pass.primitive = primitive;
    pass.depth_compare = raster::Compare::Always;
    pass.ids = {primitive == Primitive::Edges ? IdSource::Edge : IdSource::Triangle,
                primitive == Primitive::Edges ? IdSource::Body : IdSource::ProvokingVertex};
    pass.stencil.front.passes = raster::StencilOp::IncrementWrap;
    pass.stencil.back.passes = raster::StencilOp::DecrementWrap;
    need(device.clear(*target));
    need(device.draw(*target, view, pass, draws));
    return {need(device.read_ids(*target, 0)), need(device.read_ids(*target, 1)),
            need(device.read_stencil(*target)), need(device.result(*query))};
}

template <typename T> std::size_t differing(const std::vector<T>& a, const std::vector<T>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        count += a[i] == b[i] ? 0 : 1;
    }
    return count;
}

TEST_P(OpenGlNearPlane, CutsAsInTheSoftwareDevice) {
    const auto opengl = open();
    const auto software = need(raster::make_device(raster::DeviceKind::Software));
    const raster::View view = need(raster::perspective_view(
        {0, 0, 0.25}, {1, 0.5, 0}, 0.5, 10, width, height, {.vertical_angle_degrees = 70}));
    for (const Primitive primitive : {Primitive::Triangles, Primitive::Edges}) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Mesh mesh = cloud(seed, 2);
            const Seen here = draw(*opengl, view, {mesh}, primitive);
            const Seen there = draw(*software, view, {mesh}, primitive);
            // Corners at the near plane lie far outside the window, where the driver clips anew:
            // edges may move by a sub-pixel step.
            constexpr std::size_t few = width * height / 500;
            EXPECT_LE(differing(here.ids, there.ids), few) << seed;
            EXPECT_LE(differing(here.stencil, there.stencil), few) << seed;
            EXPECT_GT(there.samples, std::uint64_t{width * height / 20}) << seed;
            EXPECT_LT(std::max(here.samples, there.samples) - std::min(here.samples, there.samples),
                      few)
                << seed;
        }
    }
}

TEST_P(OpenGlNearPlane, WhatLiesInFrontLooksTheSameOnBothWays) {
    const auto opengl = open();
    const raster::View far_off =
        need(raster::perspective_view({0, -9, 1}, {0, 0, 0}, 0.5, 20, width, height));
    const Mesh whole = cloud(7, 2);
    // One triangle behind the eye sends all bodies the other way, and shows nothing itself.
    const Mesh behind{{{0, -12, 1}, {1, -12, 1}, {0, -12, 2}}, {{0, 1, 2}}};
    const Seen plain = draw(*opengl, far_off, {whole}, Primitive::Triangles);
    EXPECT_EQ(draw(*opengl, far_off, {whole, behind}, Primitive::Triangles), plain);
    EXPECT_GT(plain.samples, 1000U);
}

} // namespace
} // namespace impinge::tests
