// SPDX-License-Identifier: Apache-2.0
//
// Cancelling and watching a query: a cancelled call says that it is partial and reports nothing but
// the truth; progress only ever rises.
#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "tests/support/random_soups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string>
#include <thread>

namespace impinge::tests {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

struct SoupPair {
    Mesh a;
    Mesh b;
};

SoupPair large_soups() {
    Random random(8128);
    Mesh a = scattered_soup(random, 20000, 0.03);
    return {std::move(a), scattered_soup(random, 20000, 0.03)};
}

class Cancel : public testing::TestWithParam<unsigned> {
  protected:
    static const SoupPair& soups() {
        static const SoupPair pair = large_soups();
        return pair;
    }
    static const Interference& whole_answer() {
        static const Interference answer =
            *collide({soups().a.view()}, {soups().b.view()}, {.detail = Detail::Pairs});
        return answer;
    }
    static bool is_part_of(const std::vector<TrianglePair>& some,
                           const std::vector<TrianglePair>& all) {
        return std::includes(all.begin(), all.end(), some.begin(), some.end());
    }
};

TEST_P(Cancel, BeforeTheCallGivesAPartialAnswer) {
    Context context(GetParam());
    context.cancel();
    for (const Detail detail : {Detail::Verdict, Detail::Pairs, Detail::Curves}) {
        const auto result =
            collide({soups().a.view()}, {soups().b.view()}, {.detail = detail}, context);
        ASSERT_TRUE(result);
        EXPECT_TRUE(result->partial || result->verdict == Verdict::Crossing);
        EXPECT_TRUE(result->partial || detail == Detail::Verdict);
        EXPECT_EQ(result->decided(), result->verdict == Verdict::Crossing);
        EXPECT_TRUE(result->decided() || result->decision == Decision::Cancelled);
        EXPECT_TRUE(is_part_of(result->pairs, whole_answer().pairs));
    }
    const auto own = self_intersections(soups().a.view(), {}, context);
    ASSERT_TRUE(own);
    EXPECT_TRUE(own->partial);
    const auto far = distance({soups().a.view()}, {soups().b.view()}, context);
    ASSERT_TRUE(far);
    EXPECT_TRUE(far->partial);
}

TEST_P(Cancel, DuringTheCallKeepsWhatWasProved) {
    int partial = 0;
    for (const double stop_at : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9}) {
        Context context(GetParam());
        const Context copy = context;
        context.set_progress([&](double fraction) {
            if (fraction >= stop_at) {
                copy.cancel();
            }
        });
        const auto result =
            collide({soups().a.view()}, {soups().b.view()}, {.detail = Detail::Pairs}, context);
        ASSERT_TRUE(result);
        EXPECT_TRUE(is_part_of(result->pairs, whole_answer().pairs));
        EXPECT_EQ(result->crossing_pairs + result->touching_pairs, result->pairs.size());
        if (!result->partial) {
            EXPECT_EQ(result->pairs, whole_answer().pairs);
            EXPECT_EQ(result->hash, whole_answer().hash);
        }
        EXPECT_EQ(result->decided(), !result->partial || result->verdict == Verdict::Crossing);
        partial += result->partial ? 1 : 0;
    }
    EXPECT_GT(partial, 0) << "no call was stopped on its way: the test has lost its object";
}

TEST_P(Cancel, FromAnotherThreadIsHeard) {
    Context context(GetParam());
    std::thread other([copy = context] { copy.cancel(); });
    const auto result =
        collide({soups().a.view()}, {soups().b.view()}, {.detail = Detail::Curves}, context);
    other.join();
    ASSERT_TRUE(result);
    EXPECT_TRUE(is_part_of(result->pairs, whole_answer().pairs));
    EXPECT_TRUE(result->partial || result->pairs == whole_answer().pairs);
}

TEST_P(Cancel, AfterTheCallChangesNothing) {
    const Context context(GetParam());
    const auto result =
        collide({soups().a.view()}, {soups().b.view()}, {.detail = Detail::Pairs}, context);
    context.cancel();
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->partial);
    EXPECT_EQ(result->hash, whole_answer().hash);
}

TEST_P(Cancel, ProgressRisesFromZeroToOneAndIsNeverReportedTwiceAtOnce) {
    std::atomic<int> inside{0};
    bool overlapped = false;
    std::vector<double> fractions;
    Context context(GetParam());
    context.set_progress([&](double fraction) {
        overlapped = overlapped || inside.fetch_add(1) != 0;
        fractions.push_back(fraction);
        inside.fetch_sub(1);
    });
    ASSERT_TRUE(
        collide({soups().a.view()}, {soups().b.view()}, {.detail = Detail::Curves}, context));
    EXPECT_FALSE(overlapped);
    ASSERT_GE(fractions.size(), 2U) << "a long call that says nothing on its way";
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GE(fractions.front(), 0.0);
    EXPECT_LE(fractions.back(), 1.0);
}

/// Many small tetrahedra that do not meet, in the cells of a grid.
Mesh dust(int side, double spread) {
    Mesh mesh;
    for (int i = 0; i < side * side * side; ++i) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        const double step = 2 * spread / side;
        const Vec3d corner{i % side * step - spread, i / side % side * step - spread,
                           i / side / side * step - spread};
        const double size = step * 0.5;
        mesh.positions.insert(mesh.positions.end(),
                              {corner, corner + Vec3d{size, 0, 0}, corner + Vec3d{0, size, 0},
                               corner + Vec3d{0, 0, size}});
        for (const TriangleIndices& t :
             {TriangleIndices{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
            mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
        }
    }
    return mesh;
}

/// Of all threads together: other work on the machine does not count.
double processor_milliseconds() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// How much the call works on once it is cancelled after so many milliseconds of work.
double milliseconds_after_cancel(const Mesh& a, const Mesh& b, unsigned threads, int delay) {
    const Context context(threads);
    std::atomic<bool> done = false;
    double end = 0;
    const double begin = processor_milliseconds();
    std::thread asking([&] {
        const auto result = collide({a.view()}, {b.view()}, {}, context);
        end = processor_milliseconds();
        done = true;
        EXPECT_TRUE(result && (result->decided() || result->partial));
    });
    while (!done && processor_milliseconds() - begin < delay) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const double asked = processor_milliseconds();
    context.cancel();
    asking.join();
    return std::max(0.0, end - asked);
}

TEST_P(Cancel, IsHeardSoonWhileLargeBodiesAreJudged) {
    constexpr double most = is_sanitized ? 1000 : 250;
    double longest = 0;
    const auto expect_soon = [&](const Mesh& a, const Mesh& b, int delay) {
        const double taken = milliseconds_after_cancel(a, b, GetParam(), delay);
        EXPECT_LT(taken, most);
        longest = std::max(longest, taken);
    };
    const Mesh ball = scenes::bumpy_sphere({.triangles = 300'000});
    Mesh core = ball;
    for (Vec3d& p : core.positions) {
        p = p * 0.5;
    }
    Mesh nearly = ball; // in another order, and one vertex moved by the smallest step
    std::reverse(nearly.triangles.begin(), nearly.triangles.end());
    nearly.positions.front().x = std::nextafter(nearly.positions.front().x, 0.0);
    const Mesh grains = dust(30, 1.2); // some in the ball, some outside, some across its surface
    for (const int delay : {5, 20, 60, 150, 400}) {
        expect_soon(core, ball, delay);
        expect_soon(ball, ball, delay);
        expect_soon(nearly, ball, 4 * delay);
        expect_soon(grains, core, delay);
        expect_soon(grains, grains, delay);
    }
    RecordProperty("longest_ms", std::to_string(longest));
}

INSTANTIATE_TEST_SUITE_P(Threads, Cancel, testing::Values(1U, 4U),
                         testing::PrintToStringParamName());

} // namespace
} // namespace impinge::tests
