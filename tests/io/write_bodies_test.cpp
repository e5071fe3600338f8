// SPDX-License-Identifier: Apache-2.0
#include "impinge/files.hpp"
#include "mesh_files.hpp"

#include <cmath>
#include <filesystem>
#include <gmock/gmock.h>
#include <memory>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;

class WriteBodies : public TemporaryFolder {};

std::shared_ptr<const Mesh> shared(const Mesh& mesh) { return std::make_shared<const Mesh>(mesh); }

FileBodies two_bodies() {
    Mesh far = tetrahedron();
    for (Vec3d& p : far.positions) {
        p = p * 0.001 + Vec3d{1e6, -3e5, 7};
    }
    FileBodies bodies;
    bodies.bodies.push_back({"near \"one\"", shared(tetrahedron()), {}});
    bodies.bodies.push_back({"far", shared(far), {.translation = {0, 0, 1}, .scale = 2}});
    return bodies;
}

double volume_of(const Mesh& mesh, const Rigid& pose) {
    double six = 0;
    const Vec3d origin = apply(pose, mesh.positions[0]);
    for (const auto& [a, b, c] : mesh.triangles) {
        six += dot(apply(pose, mesh.positions[a]) - origin,
                   cross(apply(pose, mesh.positions[b]) - origin,
                         apply(pose, mesh.positions[c]) - origin));
    }
    return six / 6;
}

TEST_F(WriteBodies, GlbReadsBackByNameAndToItsPrecision) {
    FileBodies bodies = two_bodies();
    for (const bool in_millimetres : {false, true}) {
        bodies.unit = in_millimetres ? std::optional(LengthUnit::Millimetre) : std::nullopt;
        const double unit = in_millimetres ? 0.001 : 1;
        const Status status = write_bodies(file("two.glb"), bodies);
        ASSERT_TRUE(status) << status.error().message;
        const auto read = read_bodies(file("two.glb"));
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->bodies.size(), 2U);
        EXPECT_EQ(read->unit, LengthUnit::Metre);
        for (std::size_t i = 0; i < 2; ++i) {
            const FileBody& was = bodies.bodies[i];
            const FileBody& is = read->bodies[i];
            EXPECT_EQ(is.name, was.name);
            EXPECT_EQ(is.mesh->triangles, was.mesh->triangles);
            const double size = length(was.mesh->positions[0] - was.mesh->positions[1]);
            for (std::size_t k = 0; k < was.mesh->positions.size(); ++k) {
                const Vec3d expected = apply(was.pose, was.mesh->positions[k]) * unit;
                const Vec3d off = apply(is.pose, is.mesh->positions[k]) - expected;
                // The node stands where it stands to rounding of the coordinates.
                EXPECT_LE(length(off),
                          (size * was.pose.scale * 0x1p-22 + length(expected) * 0x1p-50) * unit +
                              length(expected) * 0x1p-50);
            }
            const double volume = volume_of(*was.mesh, was.pose) * unit * unit * unit;
            EXPECT_NEAR(volume_of(*is.mesh, is.pose), volume, std::abs(volume) * 1e-4);
        }
    }
}

TEST_F(WriteBodies, GlbStoresSizesThatFloatsDoNotReach) {
    for (const double scale : {0x1p-400, 0x1p+300}) {
        Mesh mesh = tetrahedron();
        for (Vec3d& p : mesh.positions) {
            p = p * scale;
        }
        FileBodies bodies;
        bodies.bodies = {{"body", shared(mesh), {}}, {"again", shared(mesh), {}}};
        bodies.bodies[1].mesh = bodies.bodies[0].mesh;
        const Status status = write_bodies(file("sizes.glb"), bodies);
        ASSERT_TRUE(status) << status.error().message;
        const auto read = read_bodies(file("sizes.glb"));
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->bodies.size(), 2U);
        EXPECT_EQ(read->bodies[0].mesh, read->bodies[1].mesh);
        for (std::size_t k = 0; k < mesh.positions.size(); ++k) {
            const Vec3d p = apply(read->bodies[1].pose, read->bodies[1].mesh->positions[k]);
            EXPECT_LE(length(p * (1 / scale) - tetrahedron().positions[k]), 1e-6);
        }
    }
}

TEST_F(WriteBodies, AFolderHoldsAFileForEachBody) {
    FileBodies bodies = two_bodies();
    bodies.bodies[0].name = "near";
    const Status status = write_bodies(file("parts/of it"), bodies);
    ASSERT_TRUE(status) << status.error().message;
    const auto near = read_mesh(file("parts/of it/near.ply"));
    ASSERT_TRUE(near);
    EXPECT_TRUE(same_bits(*near, tetrahedron()));
    const auto far = read_mesh(file("parts/of it/far.ply"));
    ASSERT_TRUE(far);
    EXPECT_EQ(far->positions[0], apply(bodies.bodies[1].pose, bodies.bodies[1].mesh->positions[0]));
    // All in one file.
    ASSERT_TRUE(write_bodies(file("all.ply"), bodies));
    const auto all = read_mesh(file("all.ply"));
    ASSERT_TRUE(all);
    EXPECT_EQ(all->triangles.size(), 2 * tetrahedron().triangles.size());
}

TEST_F(WriteBodies, RefusesWhatItCannotWrite) {
    const auto reason = [&](const FileBodies& bodies, const std::string& name) {
        const Status status = write_bodies(file(name), bodies);
        EXPECT_FALSE(status);
        return status ? std::string() : status.error().message;
    };
    EXPECT_THAT(reason({}, "a.glb"), HasSubstr("no bodies"));
    FileBodies empty;
    empty.bodies.push_back({"nothing", shared(Mesh()), {}});
    EXPECT_THAT(reason(empty, "a.glb"), HasSubstr("'nothing' has no triangles"));
    EXPECT_THAT(reason(two_bodies(), "a.txt"), HasSubstr("must end in"));
    FileBodies twice = two_bodies();
    twice.bodies[0].name = "far";
    EXPECT_THAT(reason(twice, "folder"), HasSubstr("two bodies 'far'"));
    twice.bodies[0].name = "../far";
    EXPECT_THAT(reason(twice, "folder"), HasSubstr("cannot be the name of a file"));
    EXPECT_FALSE(std::filesystem::exists(file("folder")));
    FileBodies unplaced = two_bodies();
    unplaced.bodies[1].pose.translation.x = INFINITY;
    EXPECT_THAT(reason(unplaced, "a.glb"), HasSubstr("not finite"));
}

} // namespace
} // namespace impinge::io_test
