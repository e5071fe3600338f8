// SPDX-License-Identifier: Apache-2.0
#include "panels/panes.hpp"

#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

class TestPane final : public Pane {
  public:
    TestPane(Command command, const char* word, PanePlace place)
        : command_(command), word_(word), place_(place) {}
    [[nodiscard]] Command command() const override { return command_; }
    [[nodiscard]] const char* word() const override { return word_; }
    [[nodiscard]] PanePlace place() const override { return place_; }
    [[nodiscard]] float height() const override { return place_ == PanePlace::Strip ? 100 : 1; }
    void show(PanelContext& /*context*/) override {}
    [[nodiscard]] std::uint64_t look() const override { return seen; }
    [[nodiscard]] std::optional<std::string> fact(std::string_view name) const override {
        return name == "word" ? std::optional<std::string>(word_) : std::nullopt;
    }
    std::uint64_t seen = 0;

  private:
    Command command_;
    const char* word_;
    PanePlace place_;
};

/// Commands stand for those of panes here.
Panes two_panes() {
    Panes panes;
    panes.add(std::make_unique<TestPane>(Command::Grid, "column", PanePlace::Column));
    panes.add(std::make_unique<TestPane>(Command::Edges, "strip", PanePlace::Strip));
    return panes;
}

const SceneArea room{300, 30, 1000, 700};

TEST(Panes, TakeNoRoomWhileTheyAreClosed) {
    const Panes panes = two_panes();
    const SceneArea left = panes.left_of_panes(room, 1);
    EXPECT_EQ(left.width, room.width);
    EXPECT_EQ(left.height, room.height);
}

TEST(Panes, TakeRoomOnTheRightAndBelow) {
    const Panes panes = two_panes();
    EXPECT_TRUE(panes.toggle(Command::Grid));
    const SceneArea beside = panes.left_of_panes(room, 1);
    EXPECT_LT(beside.width, room.width - 200);
    EXPECT_EQ(beside.height, room.height);
    EXPECT_TRUE(panes.toggle(Command::Edges));
    const SceneArea both = panes.left_of_panes(room, 2);
    EXPECT_LT(both.width, beside.width);
    EXPECT_LT(both.height, room.height - 200);
    EXPECT_EQ(both.x, room.x);
    EXPECT_EQ(both.y, room.y);
    EXPECT_FALSE(panes.toggle(Command::Boxes));
}

TEST(Panes, LeaveANarrowWindowSomethingOfTheScene) {
    const Panes panes = two_panes();
    panes.toggle(Command::Grid);
    EXPECT_GE(panes.left_of_panes({0, 0, 500, 100}, 1).width, 150);
    EXPECT_GE(panes.left_of_panes({0, 0, 100, 100}, 1).width, 1);
}

TEST(Panes, TellFactsByTheirWord) {
    const Panes panes = two_panes();
    EXPECT_EQ(panes.fact("column.word"), "column");
    EXPECT_EQ(panes.fact("column.open"), "no");
    panes.toggle(Command::Grid);
    EXPECT_EQ(panes.fact("column.open"), "yes");
    EXPECT_EQ(panes.fact("column.other"), std::nullopt);
    EXPECT_EQ(panes.fact("nobody.word"), std::nullopt);
    EXPECT_EQ(panes.fact("column"), std::nullopt);
}

TEST(Panes, LookDifferentWhenOneOpensOrChanges) {
    const Panes panes = two_panes();
    auto& pane = dynamic_cast<TestPane&>(*panes.find("column"));
    const std::uint64_t closed = panes.look();
    pane.seen = 1;
    EXPECT_EQ(panes.look(), closed);
    panes.toggle(Command::Grid);
    const std::uint64_t open = panes.look();
    EXPECT_NE(open, closed);
    pane.seen = 2;
    EXPECT_NE(panes.look(), open);
}

} // namespace
} // namespace impinge::viewer
