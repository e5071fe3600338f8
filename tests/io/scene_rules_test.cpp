// SPDX-License-Identifier: Apache-2.0
//
// Patterns and rules against oracles that read the manual literally, one character and one rule at
// a time.
#include "io/scene/rules.hpp"

#include "base/random.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/names.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <regex>

namespace impinge::io_test {
namespace {

using testing::ElementsAre;

std::string random_word(Random& random, std::string_view letters, int longest) {
    std::string word;
    for (int i = random.integer(0, longest); i > 0; --i) {
        word += letters[random.below(letters.size())];
    }
    return word;
}

bool oracle_matches(const std::string& pattern, const std::string& name) {
    std::string expression;
    for (const char c : pattern) {
        expression += c == '*' ? "[^]*" : c == '?' ? "[^]" : std::string(1, c);
    }
    return std::regex_match(name, std::regex(expression));
}

TEST(ScenePattern, AgreesWithRegularExpressions) {
    Random random(11);
    std::size_t matched = 0;
    const std::size_t cases = tests::scaled(20000);
    for (std::size_t i = 0; i < cases; ++i) {
        const std::string pattern = random_word(random, "ab*?", 6);
        const std::string name = random_word(random, "ab", 6);
        const bool expected = oracle_matches(pattern, name);
        matched += expected ? 1 : 0;
        EXPECT_EQ(matches_pattern(pattern, name), expected) << pattern << " " << name;
    }
    EXPECT_GT(matched, cases / 10);
    EXPECT_LT(matched, cases / 2);
}

TEST(ScenePattern, AQuestionMarkIsOneCharacterOfUtf8) {
    EXPECT_TRUE(matches_pattern("W?lle", "Wülle"));
    EXPECT_FALSE(matches_pattern("W??lle", "Wülle"));
    EXPECT_TRUE(matches_pattern("??", "轴😀"));
    EXPECT_TRUE(matches_pattern("a?b", "a\xFF"
                                       "b"));
    EXPECT_TRUE(matches_pattern("*", ""));
    EXPECT_FALSE(matches_pattern("", "a"));
    EXPECT_FALSE(matches_pattern("A", "a"));
}

TEST(ScenePattern, ManyStarsTakeNoTime) {
    std::string pattern;
    for (int i = 0; i < 300; ++i) {
        pattern += "*a";
    }
    EXPECT_FALSE(matches_pattern(pattern + "b", std::string(1000, 'a')));
    EXPECT_TRUE(matches_pattern(pattern, std::string(1000, 'a')));
}

struct RandomScene {
    SceneDescription description;
    std::vector<PlacedBody> bodies;
};

/// Bodies that may have several parts, and rules of which some match nobody.
RandomScene random_scene(Random& random, int most_rules) {
    RandomScene scene;
    for (int i = random.integer(1, 6); i > 0; --i) {
        SceneBody body;
        body.name = "n" + random_word(random, "ab", 2);
        body.group = random_word(random, "gh", 2);
        for (int part = random.integer(1, 3); part > 0; --part) {
            PlacedBody placed;
            placed.name = body.name + "/" + random_word(random, "pq", 2);
            placed.group = body.group;
            placed.described = scene.description.bodies.size();
            scene.bodies.push_back(placed);
        }
        scene.description.bodies.push_back(body);
    }
    const auto pattern = [&] {
        const std::string word = random_word(random, "ab*?/pgh", 3);
        return random.integer(0, 2) == 0   ? "group:" + word
               : random.integer(0, 2) == 0 ? "*"
                                           : "n" + word;
    };
    const auto between = [&] {
        std::string a = pattern();
        return PairPattern{std::move(a), pattern()};
    };
    for (int i = random.integer(0, most_rules); i > 0; --i) {
        scene.description.pairs.push_back({between(), random.integer(0, 1) == 0});
    }
    for (int i = random.integer(0, most_rules); i > 0; --i) {
        scene.description.clearances.push_back({between(), random.uniform(0, 9)});
    }
    for (int i = random.integer(0, most_rules); i > 0; --i) {
        scene.description.tolerances.push_back({between(), random.uniform(0, 9)});
    }
    return scene;
}

bool oracle_means(const RandomScene& scene, const std::string& pattern, std::size_t body) {
    const PlacedBody& placed = scene.bodies[body];
    if (pattern.substr(0, 6) == "group:") {
        return !placed.group.empty() && oracle_matches(pattern.substr(6), placed.group);
    }
    return oracle_matches(pattern, placed.name) ||
           oracle_matches(pattern, scene.description.bodies[placed.described].name);
}

bool oracle_applies(const RandomScene& scene, const PairPattern& between, std::size_t a,
                    std::size_t b) {
    return (oracle_means(scene, between.a, a) && oracle_means(scene, between.b, b)) ||
           (oracle_means(scene, between.a, b) && oracle_means(scene, between.b, a));
}

PairWish oracle_wish(const RandomScene& scene, std::size_t a, std::size_t b) {
    PairWish wish;
    for (const PairRule& rule : scene.description.pairs) {
        wish.check = oracle_applies(scene, rule.between, a, b) ? rule.check : wish.check;
    }
    for (const ClearanceRule& rule : scene.description.clearances) {
        wish.clearance = oracle_applies(scene, rule.between, a, b) ? rule.distance : wish.clearance;
    }
    return wish;
}

std::optional<double> oracle_tolerance(const RandomScene& scene, std::size_t a, std::size_t b) {
    std::optional<double> depth;
    for (const ToleranceRule& rule : scene.description.tolerances) {
        depth = oracle_applies(scene, rule.between, a, b) ? std::optional(rule.depth) : depth;
    }
    return depth;
}

void expect_wishes_of_oracle(const RandomScene& scene, std::size_t& unchecked) {
    const PairWishes wishes = compile_rules(scene.description, scene.bodies, BodiesAre::Some);
    const PairTolerances tolerances =
        compile_tolerances(scene.description, scene.bodies, BodiesAre::Some);
    for (std::uint32_t a = 0; a < scene.bodies.size(); ++a) {
        for (std::uint32_t b = a + 1; b < scene.bodies.size(); ++b) {
            const PairWish expected = oracle_wish(scene, a, b);
            const PairWish wish = wishes.of ? wishes.of(a, b) : PairWish{};
            EXPECT_EQ(wish.check, expected.check);
            EXPECT_EQ(wish.clearance, expected.clearance);
            EXPECT_LE(wish.clearance, wishes.largest_clearance);
            EXPECT_EQ(tolerances ? tolerances(a, b) : std::nullopt, oracle_tolerance(scene, a, b));
            unchecked += wish.check ? 0 : 1;
        }
    }
}

TEST(SceneRules, TheLastRuleThatMatchesDecides) {
    Random random(12);
    std::size_t unchecked = 0;
    for (std::size_t i = 0; i < tests::scaled(150); ++i) {
        expect_wishes_of_oracle(random_scene(random, 4), unchecked);
    }
    EXPECT_GT(unchecked, tests::scaled(150));
}

TEST(SceneRules, MoreRulesThanAMachineWordHasBits) {
    Random random(13);
    std::size_t unchecked = 0;
    for (int i = 0; i < 4; ++i) {
        expect_wishes_of_oracle(random_scene(random, 200), unchecked);
    }
    EXPECT_GT(unchecked, 5U);
}

TEST(SceneRules, WithoutRulesNothingIsAsked) {
    Random random(14);
    const RandomScene scene = random_scene(random, 0);
    EXPECT_FALSE(compile_rules(scene.description, scene.bodies, BodiesAre::All).of);
    EXPECT_FALSE(compile_tolerances(scene.description, scene.bodies, BodiesAre::All));
}

TEST(SceneRules, APatternThatMatchesNobodyIsAMistake) {
    RandomScene scene;
    scene.description.bodies.resize(2);
    scene.description.bodies[0].name = "bolt";
    scene.description.bodies[1].name = "nut";
    scene.bodies.resize(2);
    scene.bodies[0] = {.name = "bolt", .file = {}, .group = "steel", .mesh = {}, .pose = {}};
    scene.bodies[1] = {
        .name = "nut", .file = {}, .group = {}, .mesh = {}, .pose = {}, .described = 1};
    const auto failure = [&](const PairPattern& between) {
        scene.description.clearances = {{{"bolt", "nut"}, 1}, {between, 1}};
        try {
            compile_rules(scene.description, scene.bodies, BodiesAre::All);
        } catch (const ParseFailure& caught) {
            return caught.place + ": " + caught.reason;
        }
        return std::string();
    };
    EXPECT_EQ(failure({"bolt", "n?t"}), "");
    EXPECT_EQ(failure({"group:steel", "*"}), "");
    EXPECT_EQ(failure({"blot", "nut"}), "clearances[1].between: 'blot' matches no body");
    EXPECT_EQ(failure({"nut", "group:steal"}),
              "clearances[1].between: 'group:steal' matches no group");
    scene.description.tolerances = {{{"nut", "blot"}, 1}};
    EXPECT_THROW(compile_tolerances(scene.description, scene.bodies, BodiesAre::All), ParseFailure);
}

TEST(SceneNames, PartsAreToldApart) {
    const std::vector<std::string> names = {"A", "", "A", "A#2", "3\n", "A"};
    std::vector<std::string> labels;
    std::vector<std::string> meant_by_first;
    for (const PartName& part : part_names(names)) {
        labels.push_back(part.label);
        if (part.is_meant_by("A#1")) {
            meant_by_first.push_back(part.label);
        }
    }
    EXPECT_THAT(labels, ElementsAre("A", "2", "A#2", "A#2#2", "3_", "A#3"));
    EXPECT_THAT(meant_by_first, ElementsAre("A"));
    const auto parts = part_names(names);
    EXPECT_TRUE(parts[0].is_meant_by("A") && parts[2].is_meant_by("A") &&
                parts[5].is_meant_by("A"));
    EXPECT_TRUE(parts[5].is_meant_by("A#3") && !parts[0].is_meant_by("A#3"));
}

TEST(SceneNames, FilesGetTheShortestNameThatTellsThemApart) {
    const std::vector<std::string> files = {"x/a.stl", "b.obj", "b.stl", "y/c.stl",
                                            "z/c.stl", "d.stl", "d.stl"};
    EXPECT_THAT(unique_names(files),
                ElementsAre("a", "b.obj", "b.stl", "y/c.stl", "z/c.stl", "d.stl", "d.stl#2"));
    const SceneDescription scene = scene_of_files(files);
    ASSERT_EQ(scene.bodies.size(), files.size());
    EXPECT_EQ(scene.bodies[3].name, "y/c.stl");
    EXPECT_EQ(scene.bodies[3].file, "y/c.stl");
}

} // namespace
} // namespace impinge::io_test
