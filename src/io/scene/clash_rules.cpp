// SPDX-License-Identifier: Apache-2.0
#include "io/scene/clash_rules.hpp"

#include "io/text_cursor.hpp"

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 7> clash_rule_fields = {
    "name", "kind", "severity", "between", "tolerance", "distance", "touching"};

ClashKind kind_in(const Fields& rule) {
    const PlacedValue value = rule.need("kind");
    const std::string text = text_of(value, longest_name);
    const auto kind = clash_kind_from_string(text);
    if (!kind) {
        value.fail(in_quotes(text) +
                   " is none of hard, clearance, contact, containment, duplicate");
    }
    return *kind;
}

Severity severity_in(const Fields& rule) {
    const auto value = rule.find("severity");
    if (!value) {
        return Severity::Error;
    }
    const std::string text = text_of(*value, longest_name);
    const auto severity = severity_from_string(text);
    if (!severity) {
        value->fail(in_quotes(text) + " is none of error, warning, note");
    }
    return *severity;
}

double limit_in(const Fields& rule, ClashKind kind) {
    const std::string_view field = limit_field(kind);
    for (const std::string_view other : {"tolerance", "distance"}) {
        if (other != field && rule.has(other)) {
            rule.need(other).fail(std::string("is not for rules of the kind ") + to_string(kind));
        }
    }
    const auto value = field.empty() ? std::nullopt : rule.find(field);
    if (!value) {
        if (kind == ClashKind::Clearance) {
            rule.fail("needs a distance");
        }
        return 0;
    }
    const double limit = number_of(*value) + 0.0; // no -0
    if (limit < 0) {
        value->fail("must not be negative");
    }
    return limit;
}

bool touching_in(const Fields& rule, ClashKind kind) {
    const auto value = rule.find("touching");
    if (value && kind != ClashKind::Clearance) {
        value->fail("is for rules of the kind clearance");
    }
    return !value || truth_of(*value);
}

} // namespace

std::string_view limit_field(ClashKind kind) {
    switch (kind) {
    case ClashKind::Hard:
        return "tolerance";
    case ClashKind::Clearance:
    case ClashKind::Contact:
        return "distance";
    case ClashKind::Containment:
    case ClashKind::Duplicate:
        break;
    }
    return {};
}

PairPattern between_of(const Fields& rule) {
    const PlacedValue between = rule.need("between");
    const std::vector<PlacedValue> sides = items_of(between, 2);
    if (sides.empty()) {
        between.fail(R"(needs two patterns: ["bolt*", "group:fixed"]; one stands for it and any)");
    }
    return {text_of(sides[0], longest_name),
            sides.size() == 1 ? "*" : text_of(sides[1], longest_name)};
}

ClashRule clash_rule_of(const PlacedValue& value) {
    const Fields fields(value, clash_rule_fields);
    ClashRule rule;
    rule.kind = kind_in(fields);
    rule.name = optional_text(fields, "name", longest_name);
    rule.severity = severity_in(fields);
    if (fields.has("between")) {
        rule.between = between_of(fields);
    }
    rule.limit = limit_in(fields, rule.kind);
    rule.touching_counts = touching_in(fields, rule.kind);
    return rule;
}

} // namespace impinge::inline v0
