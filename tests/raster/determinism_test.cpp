// SPDX-License-Identifier: Apache-2.0
//
// The software device gives the same bits for any number of threads, with every compiler and on
// every processor.
#include "base/hash.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/torus_knot.hpp"
#include "tests/raster/quads.hpp"

namespace impinge::tests {
namespace {

using raster::Compare;
using raster::IdSource;
using raster::Pass;
using raster::StencilOp;

std::uint64_t hash_of(const Planes& planes) {
    Hasher hasher;
    for (std::size_t pixel = 0; pixel < planes.pixel_count(); ++pixel) {
        hasher.add(std::uint64_t{std::bit_cast<std::uint32_t>(planes.depth[pixel])});
        hasher.add(std::uint64_t{planes.stencil[pixel]});
        hasher.add(std::uint64_t{planes.ids[0][pixel]});
        hasher.add(std::uint64_t{planes.ids[1][pixel]});
    }
    return hasher.digest();
}

/// One pass of each kind that has loops of its own.
std::vector<Pass> various_passes() {
    Pass nearest;
    nearest.ids = {IdSource::Body, IdSource::Triangle};
    Pass counting;
    counting.depth_compare = Compare::Always;
    counting.depth_write = false;
    counting.stencil.front.passes = StencilOp::IncrementWrap;
    counting.stencil.back.passes = StencilOp::DecrementWrap;
    Pass farthest;
    farthest.depth_compare = Compare::GreaterEqual;
    farthest.stencil.front.depth_fails = StencilOp::Invert;
    farthest.ids = {IdSource::ProvokingVertex, IdSource::None};
    Pass edges;
    edges.primitive = raster::Primitive::Edges;
    edges.depth_compare = Compare::LessEqual;
    edges.ids = {IdSource::None, IdSource::Edge};
    Pass conservative;
    conservative.coverage = raster::Coverage::Conservative;
    conservative.depth = raster::DepthOf::Far;
    conservative.ids = {IdSource::NearDepth, IdSource::FarDepth};
    return {nearest, counting, farthest, edges, conservative};
}

std::uint64_t hash_with_threads(unsigned threads) {
    const auto device =
        need(raster::make_device(raster::DeviceKind::Software, {}, Context(threads)));
    const Mesh ball = scenes::bumpy_sphere({.triangles = 6000, .radius = 2});
    const Stage stage(
        *device, {{ball, translation({0.25, 0, 0}), 3},
                  {scenes::torus_knot({.triangles = 8000}), rotation_degrees({0, 0, 1}, 90), 5}});
    raster::View near = need(raster::perspective_view({3, 2, 1}, {0, 0, 0}, 0.5, 20, 301, 203));
    // A window of round numbers.
    near.min_x = -0.75;
    near.max_x = 0.75;
    near.min_y = -0.5;
    near.max_y = 0.5;
    Hasher hasher;
    for (const raster::View& view :
         {need(raster::orthographic_view({1, -2, 0.5}, ball.positions, 301, 203)), near}) {
        Twin twin(*device, 301, 203);
        const auto query = need(device->make_query());
        for (const Pass& pass : various_passes()) {
            need(device->draw(twin.target(), view, pass, stage.draws(query.get())));
            hasher.add(hash_of(read_planes(*device, twin.target())));
        }
        hasher.add(need(device->result(*query)));
    }
    return hasher.digest();
}

TEST(SoftwareDevice, GivesTheSameBitsForAnyNumberOfThreads) {
    const std::uint64_t alone = hash_with_threads(1);
    EXPECT_EQ(alone, 0xc57e973ac2d8580dU) << std::hex << alone;
    for (const unsigned threads : {2U, 3U, 8U, 0U}) {
        EXPECT_EQ(hash_with_threads(threads), alone) << threads << " threads";
    }
}

} // namespace
} // namespace impinge::tests
