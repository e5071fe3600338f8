// SPDX-License-Identifier: Apache-2.0
#include "simulations/frame_store.hpp"

#include "base/random.hpp"
#include "tests/support/scale.hpp"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace impinge::viewer {
namespace {

/// Frame n is the n-th number of a chain that cannot be entered in the middle.
std::uint64_t link_of(std::size_t frame) {
    std::uint64_t link = 1;
    for (std::size_t i = 0; i < frame; ++i) {
        link = link * 6364136223846793005ULL + 1442695040888963407ULL;
    }
    return link;
}

struct Counters {
    std::atomic<int> sources{0};
    std::atomic<int> frames{0};
    std::atomic<int> out_of_order{0};
};

class ChainSource final : public FrameSource {
  public:
    ChainSource(Counters& counters, bool in_any_order, std::size_t fails_at)
        : counters_(counters), in_any_order_(in_any_order), fails_at_(fails_at) {
        ++counters.sources;
    }
    [[nodiscard]] Stage stage() const override { return {.what = "a chain"}; }
    [[nodiscard]] bool in_any_order() const override { return in_any_order_; }
    Expected<std::shared_ptr<const SimulationFrame>> make(std::size_t frame,
                                                          const Context& context) override {
        if (frame >= fails_at_) {
            return Error{ErrorCode::InvalidArgument, "no such link"};
        }
        counters_.out_of_order += !in_any_order_ && frame != next_ ? 1 : 0;
        next_ = frame + 1;
        ++counters_.frames;
        if (context.cancelled()) {
            return std::shared_ptr<const SimulationFrame>();
        }
        auto made = std::make_shared<SimulationFrame>();
        link_ = frame == 0 ? 1 : link_ * 6364136223846793005ULL + 1442695040888963407ULL;
        made->hash = in_any_order_ ? link_of(frame) : link_;
        made->facts = {{"number", static_cast<double>(frame)}};
        made->bytes_of_its_own = 10'000;
        return std::shared_ptr<const SimulationFrame>(std::move(made));
    }

  private:
    Counters& counters_;
    bool in_any_order_;
    std::size_t fails_at_;
    std::size_t next_ = 0;
    std::uint64_t link_ = 1;
};

MakeSource chain(Counters& counters, bool in_any_order = false, std::size_t fails_at = 1'000'000) {
    return [&counters, in_any_order,
            fails_at](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
        return std::unique_ptr<FrameSource>(
            std::make_unique<ChainSource>(counters, in_any_order, fails_at));
    };
}

template <typename Condition> bool comes_true(const Condition& condition) {
    for (int i = 0; i < 20'000 && !condition(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return condition();
}

bool is_at_rest(const FrameStore& store) {
    return comes_true([&] { return !store.progress().busy; });
}

TEST(FrameStore, MakesAllFramesAheadOnce) {
    Counters counters;
    FrameStore store(chain(counters), {.frames = 50}, [] {});
    ASSERT_TRUE(is_at_rest(store));
    EXPECT_EQ(store.progress().kept, 50U);
    EXPECT_EQ(counters.sources, 1);
    EXPECT_EQ(counters.frames, 50);
    for (std::size_t i = 0; i < 50; ++i) {
        ASSERT_NE(store.find(i), nullptr);
        EXPECT_EQ(store.find(i)->hash, link_of(i));
    }
    EXPECT_EQ(store.find(50), nullptr);
    EXPECT_EQ(store.history(0)[49], 49);
    EXPECT_EQ(store.stage()->what, "a chain");
}

void seek_about(bool in_any_order) {
    Counters counters;
    constexpr std::size_t frames = 60;
    constexpr std::size_t memory = 105'000; // ten frames, not all
    FrameStore store(chain(counters, in_any_order), {.frames = frames, .memory = memory}, [] {});
    Random random(7);
    const std::size_t seeks = tests::scaled(60);
    std::size_t back = 0;
    std::size_t before = 0;
    for (std::size_t i = 0; i < seeks; ++i) {
        const std::size_t frame = random.below(frames);
        back += frame < before ? 1 : 0;
        before = frame;
        store.want(frame);
        ASSERT_TRUE(comes_true([&] { return store.find(frame) != nullptr; }));
        EXPECT_EQ(store.find(frame)->hash, link_of(frame));
        if (i % 4 == 0) {
            ASSERT_TRUE(is_at_rest(store));
            EXPECT_LE(store.progress().bytes, memory + 11'000);
            EXPECT_GE(store.progress().kept, std::min<std::size_t>(8, frames - frame));
            for (std::size_t k = frame; k < std::min(frame + 8, frames); ++k) {
                EXPECT_NE(store.find(k), nullptr) << k << " ahead of " << frame;
            }
        }
    }
    EXPECT_GT(back, seeks * 3 / 10);
    EXPECT_LT(back, seeks * 7 / 10);
    EXPECT_EQ(counters.out_of_order, 0);
    EXPECT_EQ(counters.sources > 1, !in_any_order);
}

TEST(FrameStore, GivesTheSameFrameWhereverThePlayheadComesFrom) { seek_about(false); }

TEST(FrameStore, AsksSourcesOfAnyOrderForNothingElse) { seek_about(true); }

TEST(FrameStore, SaysWhatWentWrongAndStops) {
    Counters counters;
    FrameStore store(chain(counters, false, 5), {.frames = 20}, [] {});
    ASSERT_TRUE(comes_true([&] { return !store.problem().empty(); }));
    EXPECT_EQ(store.problem(), "no such link");
    ASSERT_TRUE(is_at_rest(store));
    EXPECT_NE(store.find(4), nullptr);
    EXPECT_EQ(store.find(5), nullptr);
    FrameStore none(
        [](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
            return Error{ErrorCode::OutOfMemory, "no source"};
        },
        {.frames = 3}, [] {});
    EXPECT_TRUE(comes_true([&] { return none.problem() == "no source"; }));
    FrameStore throws(
        [](const Context&) -> Expected<std::unique_ptr<FrameSource>> {
            throw std::runtime_error("thrown");
        },
        {.frames = 3}, [] {});
    EXPECT_TRUE(comes_true([&] { return throws.problem() == "thrown"; }));
}

TEST(FrameStore, EndsWhileItIsAtWork) {
    Counters counters;
    for (int i = 0; i < 20; ++i) {
        FrameStore store(chain(counters), {.frames = 1'000'000}, [] {});
        std::this_thread::sleep_for(std::chrono::microseconds(300 * i));
        store.cancel();
    }
    EXPECT_LT(counters.frames, 20'000'000); // that it comes here at all is the test
}

} // namespace
} // namespace impinge::viewer
