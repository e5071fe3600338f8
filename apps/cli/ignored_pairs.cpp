// SPDX-License-Identifier: Apache-2.0
#include "ignored_pairs.hpp"

#include "console.hpp"
#include "io/scene/fields.hpp"
#include "io/scene/rules.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

Error unusable(const std::string& text, const std::string& why) {
    return {ErrorCode::InvalidArgument, fmt::format("--ignore: '{}' {}", printable(text), why)};
}

/// Where the pattern ends that begins the text.
std::size_t end_of_pattern(std::string_view text) {
    const std::size_t from = text.starts_with(group_prefix) ? group_prefix.size() : 0;
    return std::min(text.find(':', from), text.size());
}

/// Who is on each side of a rule.
struct Sides {
    std::vector<bool> a;
    std::vector<bool> b;
};

Expected<std::vector<bool>> meant_by(const std::string& pattern, const SceneDescription& described,
                                     const PlacedScene& placed, const Context& context) {
    std::vector<bool> meant;
    bool any = false;
    for (const PlacedBody& body : placed.bodies) {
        meant.push_back(is_meant(described, body, pattern));
        any |= meant.back();
    }
    if (!any && !context.cancelled()) {
        const bool group = pattern.starts_with(group_prefix);
        return unusable(pattern, fmt::format("matches no {}", group ? "group" : "body"));
    }
    return meant;
}

} // namespace

Expected<PairPattern> ignored_pair(const std::string& text) {
    const std::size_t end = end_of_pattern(text);
    const std::string first = text.substr(0, end);
    if (end == text.size()) {
        return PairPattern{first, "*"};
    }
    const std::string second = text.substr(end + 1);
    if (first.empty() || second.empty()) {
        return unusable(text, "needs a pattern on both sides of the colon");
    }
    if (end_of_pattern(second) != second.size()) {
        return unusable(text, "has more than two patterns; ? stands for a colon in a name");
    }
    return PairPattern{first, second};
}

Status ignore_pairs(std::span<const std::string> rules, const SceneDescription& described,
                    PlacedScene& placed, const Context& context) {
    if (rules.empty()) {
        return {};
    }
    auto sides = std::make_shared<std::vector<Sides>>();
    for (const std::string& rule : rules) {
        const auto pair = ignored_pair(rule);
        if (!pair) {
            return pair.error();
        }
        auto a = meant_by(pair->a, described, placed, context);
        auto b = meant_by(pair->b, described, placed, context);
        if (!a || !b) {
            return a ? b.error() : a.error();
        }
        sides->push_back({std::move(*a), std::move(*b)});
    }
    const PairWishes before = placed.wishes;
    placed.wishes.of = [before, sides](std::uint32_t a, std::uint32_t b) {
        for (const Sides& side : *sides) {
            if ((side.a[a] && side.b[b]) || (side.a[b] && side.b[a])) {
                return PairWish{.check = false};
            }
        }
        return before.of ? before.of(a, b) : PairWish{true, before.largest_clearance};
    };
    return {};
}

} // namespace impinge::cli
