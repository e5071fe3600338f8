// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include "console.hpp"
#include "folder.hpp"
#include "io/scene/fields.hpp"
#include "text_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace impinge::cli {
namespace {

Error usage_error(std::string message) { return {ErrorCode::InvalidArgument, std::move(message)}; }

/// The word in the list that was probably meant: one that differs little, or begins so.
std::string meant(std::string_view word, const std::vector<std::string>& known) {
    const std::vector<std::string_view> words(known.begin(), known.end());
    std::string_view found = nearest_word(word, words);
    for (const std::string_view candidate : words) {
        if (found.empty() && word.size() > 3 && candidate.starts_with(word)) {
            found = candidate;
        }
    }
    return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

std::vector<std::string> option_names(const CLI::App& verb) {
    std::vector<std::string> names;
    for (const CLI::Option* option : verb.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return names;
}

/// "impinge simulate polytopes"
std::string full_name(const CLI::App& verb) {
    const CLI::App* parent = verb.get_parent();
    return parent == nullptr ? verb.get_name() : full_name(*parent) + " " + verb.get_name();
}

/// Without the program's own name: "check".
std::string verb_name(const CLI::App& verb) {
    return verb.get_parent() == nullptr ? "impinge" : verb.get_name();
}

/// `argument` is the name with what follows it: "-json" has two dashes too few.
Error unknown_option(const CLI::App& verb, const std::string& name, const std::string& argument) {
    const bool one_dash = !name.starts_with("--") && argument.size() > 2;
    const std::string word = one_dash ? "-" + argument : name;
    return usage_error(fmt::format("{}: unknown option {}{} (see {} --help)", verb_name(verb),
                                   printable(one_dash ? argument : name),
                                   meant(word, option_names(verb)), full_name(verb)));
}

std::vector<const CLI::App*> verbs_of(const CLI::App& program) {
    return program.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> verb_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* verb : verbs_of(program)) {
        names.push_back(verb->get_name());
    }
    return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// "-q" of "-qh", "--json" of "--json=out.json"; empty if it is no option.
std::string option_name(const CLI::App& verb, const std::string& argument) {
    if (argument.size() < 2 || argument[0] != '-') {
        return "";
    }
    if (argument.starts_with("--")) {
        return argument.substr(0, argument.find('='));
    }
    const std::string name = argument.substr(0, 2);
    const bool number = (name[1] >= '0' && name[1] <= '9') || name[1] == '.';
    return number && verb.get_option_no_throw(name) == nullptr ? "" : name;
}

/// Goes through the arguments as the parser is going to.
class Walk {
  public:
    Walk(const CLI::App& program, std::vector<std::string> arguments)
        : verb_(&program), arguments_(std::move(arguments)) {}

    Status go() {
        bool options_end = false;
        while (next_ < arguments_.size()) {
            const std::string argument = arguments_[next_++];
            const std::string name = options_end ? "" : option_name(*verb_, argument);
            if (argument == "--" && !options_end) {
                options_end = true;
                out_.push_back(argument);
            } else if (Status status = name.empty() ? positional(argument) : option(name, argument);
                       !status) {
                return status;
            }
        }
        return check_count();
    }

    std::vector<std::string> take() { return std::move(out_); }
    [[nodiscard]] const CLI::App& verb() const { return *verb_; }

  private:
    Status option(const std::string& name, const std::string& argument) {
        const CLI::Option* known = verb_->get_option_no_throw(name);
        if (known == nullptr) {
            return unknown_option(*verb_, name, argument);
        }
        if (takes_value(*known) && known->get_items_expected_max() == 1 &&
            !given_.insert(known).second) {
            return usage_error(name + ": is given twice");
        }
        asks_for_help_ |= known == verb_->get_help_ptr() || known == verb_->get_version_ptr();
        out_.push_back(argument);
        if (!takes_value(*known)) {
            return name.starts_with("--") ? Status{} : further_flags(argument);
        }
        if (argument.size() > name.size()) {
            const bool empty = argument.substr(name.size()) == "=";
            return empty ? needs_value(*known, name, "it is empty") : Status{};
        }
        return value_of(*known, name);
    }

    /// Of "-qx": the x is an option too.
    Status further_flags(const std::string& argument) {
        for (const char letter : argument.substr(2)) {
            const std::string name = {'-', letter};
            if (verb_->get_option_no_throw(name) == nullptr) {
                return unknown_option(*verb_, name, argument);
            }
        }
        return {};
    }

    Status value_of(const CLI::Option& known, const std::string& name) {
        if (next_ == arguments_.size()) {
            return needs_value(known, name, "nothing follows it");
        }
        const std::string value = arguments_[next_++];
        if (value.empty()) {
            return needs_value(known, name, "it is empty");
        }
        const std::string other = option_name(*verb_, value);
        if (!other.empty() && verb_->get_option_no_throw(other) != nullptr) {
            return needs_value(known, name, printable(value) + " is an option");
        }
        out_.push_back(value);
        return {};
    }

    Status needs_value(const CLI::Option& known, const std::string& name, const std::string& why) {
        return usage_error(fmt::format("{}: needs a value, {}, and {} (see {} --help)", name,
                                       known.get_type_name(), why, full_name(*verb_)));
    }

    Status positional(const std::string& argument) {
        if (argument.empty()) {
            return refused("an argument is empty");
        }
        if (!verbs_of(*verb_).empty()) {
            return subcommand(argument);
        }
        const CLI::Option* taken = positional_of_verb();
        if (taken == nullptr || !names_mesh_files(taken->get_name(true)) || !is_folder(argument)) {
            ++positionals_;
            last_positional_ = argument;
            out_.push_back(argument);
            return {};
        }
        auto found = mesh_files_in(argument);
        if (!found) {
            return found.error();
        }
        positionals_ += found->size();
        out_.insert(out_.end(), found->begin(), found->end());
        return {};
    }

    Status subcommand(const std::string& name) {
        for (const CLI::App* sub : verbs_of(*verb_)) {
            if (sub->get_name() == name) {
                verb_ = sub;
                out_.push_back(name);
                return {};
            }
        }
        return usage_error(fmt::format("{}: {} is none of {}{} (see {} --help)", verb_name(*verb_),
                                       printable(name), fmt::join(verb_names(*verb_), ", "),
                                       meant(name, verb_names(*verb_)), full_name(*verb_)));
    }

    [[nodiscard]] const CLI::Option* positional_of_verb() const {
        for (const CLI::Option* option : verb_->get_options()) {
            if (option->get_positional()) {
                return option;
            }
        }
        return nullptr;
    }

    /// The parser's own words for too few and too many are hard to read.
    [[nodiscard]] Status check_count() const {
        if (asks_for_help_) {
            return {};
        }
        if (verb_->get_parent() != nullptr && !verbs_of(*verb_).empty()) {
            return refused(fmt::format("needs one of {}", fmt::join(verb_names(*verb_), ", ")));
        }
        const CLI::Option* taken = positional_of_verb();
        if (taken == nullptr || !names_mesh_files(taken->get_name(true))) {
            const std::size_t most = taken == nullptr ? 0 : 1;
            return positionals_ <= most ? Status{}
                                        : refused(fmt::format("does not know what to do with {}",
                                                              printable(last_positional_)));
        }
        return check_files(*taken);
    }

    [[nodiscard]] Status check_files(const CLI::Option& files) const {
        const auto least =
            static_cast<std::size_t>(files.get_required() ? files.get_items_expected_min() : 0);
        const auto most = static_cast<std::size_t>(files.get_items_expected_max());
        if (positionals_ >= least && positionals_ <= most) {
            return {};
        }
        const std::string wanted = least == most ? counted(most, "mesh file", "mesh files")
                                   : positionals_ < least
                                       ? fmt::format("at least {}", counted(least, "file", "files"))
                                       : fmt::format("at most {}", counted(most, "file", "files"));
        return refused(fmt::format("needs {}, and {} given", wanted,
                                   positionals_ == 0   ? "none is"
                                   : positionals_ == 1 ? "one is"
                                                       : fmt::format("{} are", positionals_)));
    }

    [[nodiscard]] Error refused(const std::string& why) const {
        return usage_error(
            fmt::format("{}: {} (see {} --help)", verb_name(*verb_), why, full_name(*verb_)));
    }

    const CLI::App* verb_;
    std::vector<std::string> arguments_;
    std::vector<std::string> out_;
    std::size_t next_ = 0;
    std::size_t positionals_ = 0;
    std::string last_positional_;
    std::set<const CLI::Option*> given_;
    bool asks_for_help_ = false;
};

} // namespace

bool names_mesh_files(std::string_view positional) {
    return positional == "FILES" || positional == "FILE" || positional == "A B";
}

Expected<PreparedArguments> prepared_arguments(const CLI::App& program,
                                               std::vector<std::string> arguments) {
    Walk walk(program, std::move(arguments));
    if (Status status = walk.go(); !status) {
        return status.error();
    }
    return PreparedArguments{walk.take(), full_name(walk.verb())};
}

std::string list_of_verbs(const CLI::App& program) {
    TextTable table({{"verb"}, {"what it does"}});
    for (const CLI::App* verb : verbs_of(program)) {
        table.add({verb->get_name(), verb->get_description()});
    }
    return table.text();
}

std::string verb_meant(const CLI::App& program, std::string_view word) {
    return meant(word, verb_names(program));
}

} // namespace impinge::cli
