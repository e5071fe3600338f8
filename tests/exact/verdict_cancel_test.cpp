// SPDX-License-Identifier: Apache-2.0
//
// Cancelling and watching a query: a cancelled call says that it is partial and reports nothing but
// the truth; progress only ever rises.
#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "tests/support/random_soups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace impinge::tests {
namespace {

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

INSTANTIATE_TEST_SUITE_P(Threads, Cancel, testing::Values(1U, 4U),
                         testing::PrintToStringParamName());

} // namespace
} // namespace impinge::tests
