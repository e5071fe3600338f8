// SPDX-License-Identifier: Apache-2.0
#include "arguments/parse.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "output/text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

namespace impinge::cli {
namespace {

/// Beside the column of names, 100 in all.
constexpr std::size_t line_length = 70;

/// How --help looks: lines that fit a terminal, and no marks that only the parser understands.
class HelpFormatter : public CLI::Formatter {
  public:
    /// In the usage line: "A B", "FILES...", "[NAME]".
    std::string make_option_usage(const CLI::Option* option) const override {
        const bool any_number =
            option->get_items_expected_max() >= CLI::detail::expected_max_vector_size;
        const std::string name = option->get_name(true) + (any_number ? "..." : "");
        return option->get_required() ? name : "[" + name + "]";
    }
    /// Behind the name: the type and the default value, "NAME=exact".
    std::string make_option_opts(const CLI::Option* option) const override {
        std::string out;
        if (option->get_type_size() != 0 && !option->get_type_name().empty()) {
            out += " " + option->get_type_name();
            out += option->get_default_str().empty() ? "" : "=" + option->get_default_str();
        }
        return out;
    }
    /// The sentence about an option, in lines.
    std::string make_option_desc(const CLI::Option* option) const override {
        return in_lines(option->get_description(), line_length);
    }
};

/// The options that CLI11 was told of.
using Known = std::map<const Option*, CLI::Option*>;

CLI::Option* add_variable(CLI::App& app, const Option& option) {
    return std::visit(
        [&](auto variable) -> CLI::Option* {
            if constexpr (std::is_same_v<decltype(variable), std::monostate>) {
                return nullptr;
            } else if constexpr (std::is_same_v<decltype(variable), bool*>) {
                return app.add_flag(option.names, *variable, option.help);
            } else {
                return app.add_option(option.names, *variable, option.help)->type_name(option.type);
            }
        },
        option.variable);
}

/// NaN is neither below nor above a limit, and CLI11 lets it pass.
std::string is_number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const bool is_nan = std::from_chars(text.data(), end, value).ptr == end && std::isnan(value);
    return is_nan ? "Value " + text + " is not a number" : std::string();
}

void add_limits(CLI::Option& known, const Option& option) {
    if (const auto* whole = std::get_if<Range<int>>(&option.limits)) {
        known.check(CLI::Range(whole->least, whole->most).description(""));
    } else if (const auto* real = std::get_if<Range<double>>(&option.limits)) {
        known.check(CLI::Range(real->least, real->most).description(""));
        known.check(is_number);
    } else if (std::holds_alternative<NotNegative>(option.limits)) {
        known.check(CLI::NonNegativeNumber.description(""));
        known.check(is_number);
    }
    if (!option.words.empty()) {
        known.check(CLI::IsMember(option.words).description(""));
    }
}

void add_option(CLI::App& app, const Option& option, Known& all_known) {
    CLI::Option* known = add_variable(app, option);
    if (known == nullptr) {
        return; // CLI11 has help and version of its own
    }
    add_limits(*known, option);
    if (option.kind == Option::Kind::Files) {
        known->required(option.count.least > 0);
        if (option.count.bounded()) {
            known->expected(static_cast<int>(option.count.least),
                            static_cast<int>(option.count.most));
        }
    }
    if (option.one_value_at_a_time) {
        known->allow_extra_args(false);
    }
    if (option.default_shown) {
        known->capture_default_str();
    }
    if (option.excluded != nullptr) {
        known->excludes(all_known.at(option.excluded));
    }
    if (!option.heading.empty()) {
        known->group(option.heading);
    }
    all_known.emplace(&option, known);
}

void describe(CLI::App& app, const Verb& verb, Known& all_known) {
    for (const Option& option : verb.options()) {
        add_option(app, option, all_known);
    }
    app.footer(verb.footer());
    if (!verb.verbs().empty()) {
        app.require_subcommand(1);
    }
    for (const auto& below : verb.verbs()) {
        describe(*app.add_subcommand(below->name(), below->description()), *below, all_known);
    }
}

/// Notes what was given, and returns the verb that was chosen.
const Verb* take_over(const CLI::App& app, Verb& verb, const Known& all_known) {
    for (Option& option : verb.options()) {
        if (const auto known = all_known.find(&option); known != all_known.end()) {
            option.given = known->second->results();
        }
    }
    for (const CLI::App* chosen : app.get_subcommands()) {
        for (const auto& below : verb.verbs()) {
            if (below->name() == chosen->get_name()) {
                return take_over(*chosen, *below, all_known);
            }
        }
    }
    return &verb;
}

/// CLI11 has exit codes of its own, one per kind of mistake; here there is one for all.
Expected<Parsed> instead_of_a_verb(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        std::ostringstream text;
        app.exit(error, text, text);
        return Parsed{.text = text.str()};
    }
    std::string message = error.what();
    // "Could not convert: --clearance = abc"
    const std::string_view prefix = "Could not convert: ";
    const std::size_t equals = message.find(" = ");
    if (message.starts_with(prefix) && equals != std::string::npos) {
        message = message.substr(prefix.size(), equals - prefix.size()) + ": '" +
                  message.substr(equals + 3) + "' is not a number that it takes";
    }
    return usage_error(std::move(message));
}

} // namespace

Expected<Parsed> parse(Verb& program, std::vector<std::string> arguments) {
    CLI::App app(program.description(), program.name());
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", program.version());
    Known all_known;
    describe(app, program, all_known);
    try {
        std::reverse(arguments.begin(), arguments.end()); // as CLI11 wants them
        app.parse(arguments);
    } catch (const CLI::ParseError& error) {
        return instead_of_a_verb(app, error);
    }
    return Parsed{.verb = take_over(app, program, all_known)};
}

} // namespace impinge::cli
