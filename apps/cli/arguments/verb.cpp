// SPDX-License-Identifier: Apache-2.0
#include "arguments/verb.hpp"

#include <algorithm>

namespace impinge::cli {

Option& Option::one_of(std::vector<std::string> list) {
    words = std::move(list);
    return *this;
}

Option& Option::suggests(std::string_view list) {
    constexpr std::string_view comma = ", ";
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(comma), list.size());
        suggested.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + comma.size(), list.size()));
    }
    return *this;
}

Option& Option::between(int least, int most) {
    limits = Range<int>{least, most};
    return *this;
}

Option& Option::between(double least, double most) {
    limits = Range<double>{least, most};
    return *this;
}

Option& Option::not_negative() {
    limits = NotNegative{};
    return *this;
}

Option& Option::shows_default() {
    default_shown = true;
    return *this;
}

Option& Option::one_value_each() {
    one_value_at_a_time = true;
    return *this;
}

Option& Option::excludes(const Option& other) {
    excluded = &other;
    return *this;
}

bool Option::is_called(std::string_view name) const {
    const std::size_t comma = names.find(',');
    return !is_positional() &&
           (names == name ||
            (comma != std::string::npos && (std::string_view(names).substr(0, comma) == name ||
                                            std::string_view(names).substr(comma + 1) == name)));
}

std::string Option::long_name() const {
    const std::size_t comma = names.find(',');
    return comma == std::string::npos ? names : names.substr(comma + 1);
}

Verb::Verb(std::string name, std::string description, const Verb* parent)
    : name_(std::move(name)), description_(std::move(description)), parent_(parent) {
    options_.push_back(
        {.kind = Option::Kind::Help, .names = "-h,--help", .help = "", .count = exactly(0)});
}

Verb& Verb::verb(std::string name, std::string description) {
    verbs_.push_back(std::make_unique<Verb>(std::move(name), std::move(description), this));
    return *verbs_.back();
}

Option& Verb::option(std::string names, Variable variable, std::string type, std::string help) {
    const bool is_list = std::holds_alternative<std::vector<std::string>*>(variable);
    options_.push_back({.kind = Option::Kind::Value,
                        .names = std::move(names),
                        .variable = variable,
                        .type = std::move(type),
                        .help = std::move(help),
                        .count = is_list ? at_least(1) : exactly(1),
                        .heading = heading_});
    return options_.back();
}

Option& Verb::flag(std::string names, bool* variable, std::string help) {
    options_.push_back({.kind = Option::Kind::Flag,
                        .names = std::move(names),
                        .variable = variable,
                        .help = std::move(help),
                        .count = exactly(0),
                        .heading = heading_});
    return options_.back();
}

Option& Verb::positional(std::string name, std::string* variable, std::string help) {
    options_.push_back({.kind = Option::Kind::Positional,
                        .names = std::move(name),
                        .variable = variable,
                        .help = std::move(help),
                        .count = {0, 1}});
    return options_.back();
}

Option& Verb::files(std::string name, std::vector<std::string>* variable, Count count,
                    std::string help) {
    options_.push_back({.kind = Option::Kind::Files,
                        .names = std::move(name),
                        .variable = variable,
                        .help = std::move(help),
                        .count = count});
    return options_.back();
}

void Verb::version(std::string text) {
    version_ = std::move(text);
    options_.push_back(
        {.kind = Option::Kind::Version, .names = "--version", .help = "", .count = exactly(0)});
}

std::string Verb::full_name() const {
    return is_program() ? name_ : parent_->full_name() + " " + name_;
}

std::vector<std::string> Verb::verb_names() const {
    std::vector<std::string> names;
    for (const auto& verb : verbs_) {
        names.push_back(verb->name());
    }
    return names;
}

const Option* Verb::find_option(std::string_view name) const {
    const auto found = std::find_if(options_.begin(), options_.end(),
                                    [&](const Option& option) { return option.is_called(name); });
    return found == options_.end() ? nullptr : &*found;
}

const Verb* Verb::find_verb(std::string_view name) const {
    const auto found = std::find_if(verbs_.begin(), verbs_.end(),
                                    [&](const auto& verb) { return verb->name() == name; });
    return found == verbs_.end() ? nullptr : found->get();
}

const Option* Verb::find_positional() const {
    const auto found = std::find_if(options_.begin(), options_.end(),
                                    [](const Option& option) { return option.is_positional(); });
    return found == options_.end() ? nullptr : &*found;
}

} // namespace impinge::cli
