// SPDX-License-Identifier: Apache-2.0
//
// Who is the paper's A, from query to query.
#include "depth_methods/session/roles.hpp"

#include <gtest/gtest.h>

namespace impinge::tests {
namespace {

using namespace imagespace;

Roles::Lesson share(std::uint64_t percent) { return {100, percent}; }

TEST(RolesOfMinmax, TakeTheFartherBodyAsBAtFirst) {
    EXPECT_EQ(Roles(Method::DepthMinmax, Given::B).choose_a(Given::A), Given::A);
    EXPECT_EQ(Roles(Method::DepthMinmax, Given::A).choose_a(Given::B), Given::B);
}

TEST(RolesOfMinmax, AreReversedWhenManyPixelsNeedASecondRendering) {
    Roles roles(Method::DepthMinmax, Given::A);
    roles.choose_a(Given::A);
    roles.learn(share(25));
    EXPECT_EQ(roles.choose_a(Given::A), Given::A) << "a quarter is not yet many";
    roles.learn(share(26));
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
}

TEST(RolesOfMinmax, DoNotGoBackAndForth) {
    Roles roles(Method::DepthMinmax, Given::A);
    roles.choose_a(Given::A);
    roles.learn(share(60));
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    for (int i = 0; i < 5; ++i) {
        roles.learn(share(60));
        EXPECT_EQ(roles.choose_a(Given::A), Given::B) << "as bad either way";
    }
    roles.learn(share(80));
    EXPECT_EQ(roles.choose_a(Given::A), Given::A) << "worse than it was before";
}

TEST(RolesOfMinmax, MayGoBackOnceItWasGood) {
    Roles roles(Method::DepthMinmax, Given::A);
    roles.choose_a(Given::A);
    roles.learn(share(100));
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    roles.learn(share(0));
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    roles.learn(share(50));
    EXPECT_EQ(roles.choose_a(Given::A), Given::A);
}

TEST(RolesOfParity, TakeTheBodyWithMoreTrianglesAsAAtFirst) {
    EXPECT_EQ(Roles(Method::Cascade, Given::A).choose_a(Given::B), Given::A);
    EXPECT_EQ(Roles(Method::DepthParity, Given::B).choose_a(Given::A), Given::B);
}

TEST(RolesOfParity, TakeABodyKnownToBePiConvexAsA) {
    Roles roles(Method::Cascade, Given::A);
    roles.choose_a(Given::A);
    roles.learn({100, 10, false, {}, true});
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    roles.learn({100, 90, true});
    EXPECT_EQ(roles.choose_a(Given::A), Given::B) << "the convex body stays A";
}

TEST(RolesOfParity, DoNotGoBackToABodyThatIsNotPiConvexEither) {
    Roles roles(Method::Cascade, Given::A);
    roles.choose_a(Given::A);
    roles.learn({100, 10, false, {}, true});
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    for (int i = 0; i < 5; ++i) {
        roles.learn({100, 10, false, {}, true}); // the other one only seemed to be
        EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    }
}

TEST(RolesOfParity, AreReversedIfBothBodiesArePiConvex) {
    Roles roles(Method::DepthParity, Given::A);
    roles.choose_a(Given::A);
    roles.learn({100, 90, true});
    EXPECT_EQ(roles.choose_a(Given::A), Given::A) << "B is perhaps not";
    roles.learn({100, 90, true, true});
    EXPECT_EQ(roles.choose_a(Given::A), Given::B);
}

TEST(RolesOfParity, AskForShapesOnlyBeforeAReversal) {
    Roles roles(Method::DepthParity, Given::A);
    EXPECT_FALSE(roles.asks_for_a(100, 25));
    EXPECT_TRUE(roles.asks_for_a(100, 26));
    EXPECT_TRUE(roles.asks_for_b());
    roles.choose_a(Given::A);
    roles.learn({100, 90, true, false});
    EXPECT_FALSE(roles.asks_for_b());
    EXPECT_FALSE(Roles(Method::DepthMinmax, Given::A).asks_for_a(100, 90));
}

TEST(RolesOfOtherMethods, StayAsTheyAre) {
    for (const Method method : {Method::LayerOrder, Method::DepthParityLite}) {
        Roles roles(method, Given::B);
        EXPECT_EQ(roles.choose_a(Given::A), Given::B);
        roles.learn(share(100));
        EXPECT_EQ(roles.choose_a(Given::A), Given::B);
    }
}

} // namespace
} // namespace impinge::tests
