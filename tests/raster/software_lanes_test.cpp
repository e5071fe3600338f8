// SPDX-License-Identifier: Apache-2.0
//
// The fast loops of the software device against its scalar twin: random passes over random soups,
// with every set of instructions this processor has and with several numbers of threads. Every bit
// of every plane must be the same.
#include "base/hash.hpp"
#include "base/random.hpp"
#include "raster/software/draw_mesh.hpp"
#include "raster/software/planes.hpp"
#include "raster/software/software_objects.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <bit>

namespace impinge::tests {
namespace {

using namespace raster;

constexpr std::uint32_t body = 77;

struct Soup {
    std::vector<Vec3f> positions;
    std::vector<TriangleIndices> triangles;
};

/// Whether neighbours in the soup are neighbours in the window, as in most meshes.
enum class Order : std::uint8_t { Any, FromTheBottom };

/// Triangles of all sizes up to `size`, many of them on the grid of half steps of the window, where
/// ties are.
Soup random_soup(Random& random, int triangles, double size, Order order) {
    Soup soup;
    std::vector<Vec3d> centres(static_cast<std::size_t>(triangles));
    std::generate(centres.begin(), centres.end(), [&] {
        return random.in_box({-1, -1, -1}, {1, 1, 1});
    });
    if (order == Order::FromTheBottom) {
        std::sort(centres.begin(), centres.end(),
                  [](const Vec3d& a, const Vec3d& b) { return a.y < b.y; });
    }
    const auto coordinate = [&](double centre) {
        const double value = centre + random.uniform(-size, size);
        return static_cast<float>(random.below(3) == 0 ? std::round(value * 32) / 32 : value);
    };
    for (const Vec3d& centre : centres) {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (int k = 0; k < 3; ++k) {
            soup.positions.push_back(
                {coordinate(centre.x), coordinate(centre.y), coordinate(centre.z)});
        }
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    // So that the middle is the origin and positions stay on their grid.
    soup.positions.push_back({-2 - static_cast<float>(size), -2, -2});
    soup.positions.push_back({2 + static_cast<float>(size), 2, 2});
    return soup;
}

template <typename T> T any_of(Random& random, T last) {
    return static_cast<T>(random.below(static_cast<std::uint64_t>(last) + 1));
}

StencilOps random_ops(Random& random) {
    return {any_of(random, StencilOp::Invert), any_of(random, StencilOp::Invert),
            any_of(random, StencilOp::Invert)};
}

IdSource random_id(Random& random, const Pass& pass) {
    std::vector<IdSource> sources{IdSource::None, IdSource::Body};
    if (pass.primitive == Primitive::Edges) {
        sources.push_back(IdSource::Edge);
    } else {
        sources.insert(sources.end(), {IdSource::Triangle, IdSource::ProvokingVertex});
    }
    if (pass.coverage == Coverage::Conservative) {
        sources.insert(sources.end(), {IdSource::NearDepth, IdSource::FarDepth});
    }
    return sources[random.below(sources.size())];
}

Pass random_pass(Random& random) {
    Pass pass;
    pass.primitive = random.below(4) == 0 ? Primitive::Edges : Primitive::Triangles;
    pass.edge_offset = random.below(2) == 0 ? 0 : 0.01;
    pass.cull = any_of(random, Cull::Back);
    if (pass.primitive == Primitive::Triangles && random.below(4) == 0) {
        pass.coverage = Coverage::Conservative;
        pass.depth = any_of(random, DepthOf::Far);
    }
    pass.depth_compare = any_of(random, Compare::Always);
    pass.depth_write = random.below(2) == 0;
    if (random.below(2) == 0) {
        pass.stencil = {.compare = any_of(random, Compare::Always),
                        .reference = static_cast<std::uint8_t>(random.below(256)),
                        .read_mask = static_cast<std::uint8_t>(random.below(256)),
                        .write_mask = static_cast<std::uint8_t>(random.below(256)),
                        .front = random_ops(random),
                        .back = random_ops(random)};
    }
    pass.ids = {random_id(random, pass), random_id(random, pass)};
    for (Compare* compare :
         {&pass.reference_compare, &pass.reference_ids[0], &pass.reference_ids[1]}) {
        *compare = random.below(6) == 0 ? any_of(random, Compare::Always) : Compare::Always;
    }
    return pass;
}

Stencil counting_stencil(Random& random) {
    constexpr std::array counting{StencilOp::Increment, StencilOp::Decrement,
                                  StencilOp::IncrementWrap, StencilOp::DecrementWrap};
    Stencil stencil;
    stencil.front.passes = counting[random.below(counting.size())];
    stencil.back.passes = counting[random.below(counting.size())];
    return stencil;
}

/// Faces of bodies that the reference does not name: these passes have a loop of their own.
Pass other_face_count_pass(Random& random) {
    Pass pass{.depth_write = false};
    pass.stencil = counting_stencil(random);
    pass.reference_ids = {Compare::NotEqual,
                          random.below(2) == 0 ? Compare::Always : Compare::Greater};
    return pass;
}

/// One of the passes that have loops of their own.
Pass usual_pass(Random& random) {
    Pass pass;
    pass.primitive = random.below(4) == 0 ? Primitive::Edges : Primitive::Triangles;
    if (random.below(2) == 0) {
        pass.depth_write = false;
        pass.stencil = counting_stencil(random);
    }
    return pass;
}

Pass any_pass(Random& random) {
    return random.below(4) == 0 ? usual_pass(random) : random_pass(random);
}

View random_view(Random& random, int width, int height) {
    if (random.below(3) == 0) {
        // From amid the soup: much is clipped.
        return perspective_view(random.in_box({-1, -1, -1}, {1, 1, 1}),
                                random.in_box({-1, -1, -1}, {1, 1, 1}), 0.05, 4, width, height)
            .value();
    }
    // 64 pixels to a unit, so that the soup's grid falls on half steps; sometimes far closer.
    const double zoom = random.below(5) == 0 ? 1e-4 : 1;
    return {.eye = {0, 0, 1.5},
            .min_x = -width / 128.0 * zoom,
            .max_x = width / 128.0 * zoom,
            .min_y = -height / 128.0 * zoom,
            .max_y = height / 128.0 * zoom,
            .near = 0,
            .far = 3,
            .width = width,
            .height = height};
}

/// Often that of the body drawn, or next to it, also beyond where signed numbers would turn.
std::uint32_t random_name(Random& random) {
    constexpr std::array names{body, body, body - 1, body + 1, 0U, 0x80000000U, no_id};
    return names[random.below(names.size())];
}

void fill(Random& random, const Planes& planes) {
    for (int y = 0; y < planes.height; ++y) {
        for (int x = 0; x < planes.width; ++x) {
            const std::size_t pixel = planes.at(x, y);
            planes.depth[pixel] = static_cast<float>(random.unit());
            planes.stencil[pixel] = static_cast<std::uint8_t>(random.below(256));
            planes.ids[0][pixel] = random_name(random);
            planes.ids[1][pixel] = random_name(random);
        }
    }
}

std::uint64_t hash_of(const Planes& planes) {
    Hasher hasher;
    for (int y = 0; y < planes.height; ++y) {
        for (int x = 0; x < planes.width; ++x) {
            const std::size_t pixel = planes.at(x, y);
            hasher.add(std::uint64_t{std::bit_cast<std::uint32_t>(planes.depth[pixel])});
            hasher.add(std::uint64_t{planes.stencil[pixel]});
            hasher.add(std::uint64_t{planes.ids[0][pixel]});
            hasher.add(std::uint64_t{planes.ids[1][pixel]});
        }
    }
    return hasher.digest();
}

struct Outcome {
    std::uint64_t passed = 0;
    std::uint64_t hash = 0;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// One random draw, that can be repeated.
class Case {
  public:
    Case(Random& random, const Pass& pass, int width, int height, int triangles, double size,
         Order order = Order::Any)
        : seed_(random.next()), width_(width), height_(height), pass_(pass),
          view_(random_view(random, width, height)) {
        const Soup soup = random_soup(random, triangles, size, order);
        mesh_ =
            local_mesh(MeshView(soup.positions, soup.triangles), Parts::TrianglesAndEdges).value();
        lanes_ = lane_mesh(mesh_);
    }

    template <typename DrawWith> Outcome outcome(DrawWith draw_with) const {
        Random random(seed_);
        const SoftwareTarget target({}, width_, height_);
        const SoftwareTarget reference({}, width_, height_);
        fill(random, target.planes());
        fill(random, reference.planes());
        const PrimitiveJob job{.stage = {pass_, target.planes(), reference.planes(), body},
                               .placed = place(mesh_, view_, {}, pass_),
                               .lanes = &lanes_};
        EXPECT_TRUE(check_reach(job.placed, pass_.primitive));
        const std::uint64_t passed = draw_with(job);
        return {passed, hash_of(target.planes())};
    }
    /// The same draw with another pass.
    [[nodiscard]] Case with(const Pass& pass) const {
        Case other = *this;
        other.pass_ = pass;
        return other;
    }
    [[nodiscard]] const Pass& pass() const { return pass_; }
    [[nodiscard]] Outcome scalar() const { return outcome(draw_mesh_scalar); }
    [[nodiscard]] Outcome fast(unsigned threads) const {
        return outcome([&](const PrimitiveJob& job) {
            WindowVertices window;
            return draw_mesh(Context(threads), job, window);
        });
    }

  private:
    std::uint64_t seed_;
    int width_;
    int height_;
    Pass pass_;
    View view_;
    LocalMesh mesh_;
    LaneMesh lanes_;
};

/// A few large triangles, many small ones, or something between, in windows of awkward sizes.
Case random_case(Random& random, const Pass& pass) {
    const double size = std::exp(random.uniform(-6, 0.5));
    const int triangles = static_cast<int>(std::min(600.0, 20 / size));
    return {random, pass, random.integer(1, 150), random.integer(1, 150), triangles, size};
}

class EverySetOfInstructions : public testing::Test {
  protected:
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

    /// That all give the same planes and the same number of fragments.
    void expect_everywhere(const Case& one, const Outcome& expected) const {
        for (const std::int64_t target : targets_) {
            hwy::SetSupportedTargetsForTest(target);
            EXPECT_EQ(one.fast(1), expected) << hwy::TargetName(target);
        }
        hwy::SetSupportedTargetsForTest(0);
    }

  private:
    static std::vector<std::int64_t> supported() {
        std::vector<std::int64_t> targets;
        for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
            targets.push_back(rest & -rest);
        }
        return targets;
    }
    std::vector<std::int64_t> targets_ = supported();
};

TEST_F(EverySetOfInstructions, GivesTheBitsOfTheScalarTwin) {
    Random random(20);
    int drawn = 0;
    const auto cases = static_cast<int>(scaled(400));
    for (int i = 0; i < cases && !HasFailure(); ++i) {
        const Case one = random_case(random, any_pass(random));
        const Outcome expected = one.scalar();
        drawn += expected.passed > 0 ? 1 : 0;
        SCOPED_TRACE(i);
        expect_everywhere(one, expected);
    }
    EXPECT_GT(drawn, cases / 3);
}

TEST_F(EverySetOfInstructions, CountsFacesOfOtherBodiesLikeTheScalarTwin) {
    Random random(22);
    std::uint64_t covered = 0;
    std::uint64_t counted = 0;
    int told_by_ids = 0;
    const auto cases = static_cast<int>(scaled(120));
    for (int i = 0; i < cases && !HasFailure(); ++i) {
        const Case one = random_case(random, other_face_count_pass(random));
        const Outcome expected = one.scalar();
        SCOPED_TRACE(i);
        expect_everywhere(one, expected);
        Pass pass = one.pass();
        pass.reference_ids = {Compare::Always, Compare::Always};
        told_by_ids += one.with(pass).scalar() == expected ? 0 : 1;
        pass.depth_compare = Compare::Always;
        covered += one.with(pass).scalar().passed;
        counted += expected.passed;
    }
    // Some draw nothing.
    EXPECT_GT(told_by_ids, cases / 2);
    const double share = static_cast<double>(counted) / static_cast<double>(covered);
    EXPECT_GT(share, 0.1);
    EXPECT_LT(share, 0.7);
}

TEST(SoftwareThreads, DoNotChangeABit) {
    Random random(21);
    const auto cases = static_cast<int>(scaled(40));
    for (int i = 0; i < cases; ++i) {
        // Wide enough that work is shared.
        const Order order = i % 2 == 0 ? Order::Any : Order::FromTheBottom;
        const Pass pass = i % 4 == 3 ? other_face_count_pass(random) : any_pass(random);
        const Case one(random, pass, random.integer(300, 400), random.integer(400, 500), 400, 0.1,
                       order);
        const Outcome expected = one.scalar();
        for (const unsigned threads : {1U, 2U, 3U, 8U}) {
            ASSERT_EQ(one.fast(threads), expected) << "case " << i << ", threads " << threads;
        }
    }
}

} // namespace
} // namespace impinge::tests
