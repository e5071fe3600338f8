// SPDX-License-Identifier: Apache-2.0
//
// Scripts as they are read: good ones, and damaged in every way there is.
#include "script/script.hpp"

#include "tests/hostile/corruptions.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace impinge::viewer {
namespace {

const std::string name = "a.txt";

/// What tests and tools/viewer_pictures write.
const std::vector<std::string>& good_scripts() {
    static const std::vector<std::string> scripts{
        "wait idle\nexpect verdict apart\nkey 9\nclick @row.a\ndrag @gizmo.x to @body.b\n"
        "expect pose a 2 0 0 1e-9\nscreenshot 1.png # kept\n\nkey ctrl+z\nexpect faults 0\n",
        "press @gizmo.x shift\nsweep by 0 0 to by 60 0 2 100\nexpect latency 50 0.3\nrelease\n"
        "camera 3.4,0.2,1.3,2.5,0.79,0.83\nwheel -2.5\ndoubleclick 480 380 right\n",
        "tell hand at 2.52 0.79 0.83 180 0\r\nseek 1.1 s\r\nrecord film 160x120\r\n"
        "export clearance map.npy\r\nexport-sound a.wav\r\ndrop a.stl b.stl\r\nsave c.json\r\n"
        "type 2.5\r\nmove 10 20\r\nfault loud\r\n"};
    return scripts;
}

bool is_printable(const std::string& text) {
    return std::ranges::none_of(text, [](char c) { return c == '\n' || c == '\0' || c == '\x1B'; });
}

/// Whether it was read. What was read, or said of it, is in order.
bool is_read(const std::string& text, const std::string& how) {
    const auto lines = parse_script(text, name);
    if (!lines) {
        const std::string& said = lines.error().message;
        EXPECT_TRUE(said.starts_with(name + ": line ")) << how << ": " << said;
        EXPECT_TRUE(is_printable(said) && said.size() < 200) << how << ": " << said;
        return false;
    }
    int before = 0;
    for (const ScriptLine& line : *lines) {
        EXPECT_GT(line.number, before) << how;
        before = line.number;
        EXPECT_FALSE(line.words.empty()) << how;
        for (const std::string& word : line.words) {
            EXPECT_TRUE(!word.empty() && is_printable(word)) << how;
        }
    }
    return true;
}

using Damage = void (*)(const std::string&, const tests::Visit&);

/// The share that was refused of all damages to all scripts.
double refused_share(Damage damage) {
    std::size_t all = 0;
    std::size_t refused = 0;
    for (const std::string& script : good_scripts()) {
        damage(script, [&](const std::string& harmed, const std::string& how) {
            ++all;
            refused += is_read(harmed, how) ? 0 : 1;
        });
    }
    return static_cast<double>(refused) / static_cast<double>(all);
}

TEST(Script, LinesHaveTheirNumbersAndWords) {
    const auto lines = parse_script(good_scripts()[0], name);
    ASSERT_TRUE(lines);
    ASSERT_EQ(lines->size(), 9U);
    EXPECT_EQ((*lines)[6].words, (std::vector<std::string>{"screenshot", "1.png"}));
    EXPECT_EQ((*lines)[7].number, 9);
    for (const std::string& script : good_scripts()) {
        EXPECT_TRUE(is_read(script, "whole"));
    }
}

TEST(Script, WhatIsNotKnownIsRefusedBeforeAnythingIsRun) {
    const auto lines = parse_script("wait idle\n\njump 1 2\n", name);
    ASSERT_FALSE(lines);
    EXPECT_EQ(lines.error().message, "a.txt: line 3: 'jump' is not known");
    const auto bytes = parse_script(std::string("key a\nkey \x01\n"), name);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().message, "a.txt: line 2: holds a byte that is no text");
}

TEST(Script, AFolderOrNothingIsNoScript) {
    EXPECT_FALSE(read_script(testing::TempDir()));
    EXPECT_FALSE(read_script(testing::TempDir() + "/no-such-script.txt"));
}

TEST(DamagedScript, IsReadOrRefusedWhenCutShort) {
    // Most cuts leave whole verbs.
    const double refused = refused_share(tests::each_truncation);
    EXPECT_GT(refused, 0.1);
    EXPECT_LT(refused, 0.6);
}

TEST(DamagedScript, IsReadOrRefusedWithAnyBitFlipped) {
    const double refused = refused_share(tests::each_flipped_bit);
    EXPECT_GT(refused, 0.3);
    EXPECT_LT(refused, 0.9);
}

TEST(DamagedScript, IsReadOrRefusedWithOtherBytesInAnyPlace) {
    EXPECT_GT(refused_share(tests::each_enormous_field), 0.3);
    // Numbers are looked at when they are used.
    EXPECT_EQ(refused_share(tests::each_absurd_number), 0);
    EXPECT_GT(refused_share(tests::each_appendix), 0);
}

} // namespace
} // namespace impinge::viewer
