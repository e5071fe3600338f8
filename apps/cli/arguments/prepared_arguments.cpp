// SPDX-License-Identifier: Apache-2.0
#include "arguments/prepared_arguments.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "io/mesh_format.hpp"
#include "io/scene/fields.hpp"
#include "output/console.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <set>

namespace impinge::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 5;

/// "3 of 5 files skipped, no mesh files by their names: a.mtl, notes.txt, old/"
void warn_of_skipped(const std::string& folder, std::vector<std::string> skipped) {
    if (skipped.empty()) {
        return;
    }
    std::sort(skipped.begin(), skipped.end());
    const std::size_t count = skipped.size();
    skipped.resize(std::min(count, most_named));
    warn(fmt::format("{}: {} skipped, not mesh files by the name: {}{}", folder,
                     counted(count, "entry", "entries"), fmt::join(skipped, ", "),
                     count > most_named ? ", ..." : ""));
}

/// Also through a link.
bool is_folder(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// Every file in it whose name ends as that of a mesh file, in the order of the names; those in
/// folders within it are not looked at: such a folder is more often an older state than a further
/// part. Warns of all that is skipped but hidden files. Fails if there is no mesh file.
Expected<std::vector<std::string>> mesh_files_in(const std::string& folder) {
    std::vector<std::string> files;
    std::vector<std::string> skipped;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        const bool is_within = at->is_directory(ignored);
        if (name.starts_with(".")) {
            continue;
        }
        if (!is_within && format_of_name(name)) {
            files.push_back((fs::path(folder) / name).string());
        } else {
            skipped.push_back(is_within ? name + "/" : name);
        }
    }
    if (error) {
        return Error{ErrorCode::FileUnreadable, folder + ": " + error.message()};
    }
    if (files.empty()) {
        return Error{ErrorCode::FileUnreadable,
                     fmt::format("{}: the folder holds no mesh files (STL, OBJ, PLY, OFF, glTF, "
                                 "GLB, 3MF, STEP, IGES, BREP){}",
                                 folder,
                                 skipped.empty() ? "" : "; folders within it are not looked at")};
    }
    std::sort(files.begin(), files.end());
    warn_of_skipped(folder, std::move(skipped));
    return files;
}

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

std::vector<std::string> option_names(const Verb& verb) {
    std::vector<std::string> names;
    for (const Option& option : verb.options()) {
        if (!option.is_positional()) {
            names.push_back(option.long_name());
        }
    }
    return names;
}

/// `argument` is the name with what follows it: "-json" has two dashes too few.
Error unknown_option(const Verb& verb, const std::string& name, const std::string& argument) {
    const bool one_dash = !name.starts_with("--") && argument.size() > 2;
    const std::string word = one_dash ? "-" + argument : name;
    return usage_error(fmt::format("{}: unknown option {}{} (see {} --help)", verb.name(),
                                   printable(one_dash ? argument : name),
                                   meant(word, option_names(verb)), verb.full_name()));
}

/// "-q" of "-qh", "--json" of "--json=out.json"; empty if it is no option.
std::string option_name(const Verb& verb, const std::string& argument) {
    if (argument.size() < 2 || argument[0] != '-') {
        return "";
    }
    if (argument.starts_with("--")) {
        return argument.substr(0, argument.find('='));
    }
    const std::string name = argument.substr(0, 2);
    const bool number = (name[1] >= '0' && name[1] <= '9') || name[1] == '.';
    return number && verb.find_option(name) == nullptr ? "" : name;
}

/// Goes through the arguments as the parser is going to.
class Walk {
  public:
    Walk(const Verb& program, std::vector<std::string> arguments)
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
    [[nodiscard]] const Verb& verb() const { return *verb_; }

  private:
    Status option(const std::string& name, const std::string& argument) {
        const Option* known = verb_->find_option(name);
        if (known == nullptr) {
            return unknown_option(*verb_, name, argument);
        }
        if (known->takes_value() && known->count.most == 1 && !given_.insert(known).second) {
            return usage_error(name + ": is given twice");
        }
        asks_for_help_ |= known->ends_the_run();
        out_.push_back(argument);
        if (!known->takes_value()) {
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
            if (verb_->find_option(name) == nullptr) {
                return unknown_option(*verb_, name, argument);
            }
        }
        return {};
    }

    Status value_of(const Option& known, const std::string& name) {
        if (next_ == arguments_.size()) {
            return needs_value(known, name, "nothing follows it");
        }
        const std::string value = arguments_[next_++];
        if (value.empty()) {
            return needs_value(known, name, "it is empty");
        }
        const std::string other = option_name(*verb_, value);
        if (!other.empty() && verb_->find_option(other) != nullptr) {
            return needs_value(known, name, printable(value) + " is an option");
        }
        out_.push_back(value);
        return {};
    }

    Status needs_value(const Option& known, const std::string& name, const std::string& why) {
        return usage_error(fmt::format("{}: needs a value, {}, and {} (see {} --help)", name,
                                       known.type, why, verb_->full_name()));
    }

    Status positional(const std::string& argument) {
        if (argument.empty()) {
            return refused("an argument is empty");
        }
        if (!verb_->verbs().empty()) {
            return subcommand(argument);
        }
        const Option* taken = verb_->find_positional();
        if (taken == nullptr || taken->kind != Option::Kind::Files || !is_folder(argument)) {
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
        if (const Verb* below = verb_->find_verb(name)) {
            verb_ = below;
            out_.push_back(name);
            return {};
        }
        return usage_error(fmt::format("{}: {} is none of {}{} (see {} --help)", verb_->name(),
                                       printable(name), fmt::join(verb_->verb_names(), ", "),
                                       meant(name, verb_->verb_names()), verb_->full_name()));
    }

    /// The parser's own words for too few and too many are hard to read.
    [[nodiscard]] Status check_count() const {
        if (asks_for_help_) {
            return {};
        }
        if (!verb_->is_program() && !verb_->verbs().empty()) {
            return refused(fmt::format("needs one of {}", fmt::join(verb_->verb_names(), ", ")));
        }
        const Option* taken = verb_->find_positional();
        if (taken == nullptr || taken->kind != Option::Kind::Files) {
            const std::size_t most = taken == nullptr ? 0 : 1;
            return positionals_ <= most ? Status{}
                                        : refused(fmt::format("does not know what to do with {}",
                                                              printable(last_positional_)));
        }
        return check_files(*taken);
    }

    [[nodiscard]] Status check_files(const Option& files) const {
        const auto [least, most] = files.count;
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
            fmt::format("{}: {} (see {} --help)", verb_->name(), why, verb_->full_name()));
    }

    const Verb* verb_;
    std::vector<std::string> arguments_;
    std::vector<std::string> out_;
    std::size_t next_ = 0;
    std::size_t positionals_ = 0;
    std::string last_positional_;
    std::set<const Option*> given_;
    bool asks_for_help_ = false;
};

} // namespace

Expected<PreparedArguments> prepared_arguments(const Verb& program,
                                               std::vector<std::string> arguments) {
    Walk walk(program, std::move(arguments));
    if (Status status = walk.go(); !status) {
        return status.error();
    }
    return PreparedArguments{walk.take(), walk.verb().full_name()};
}

std::string list_of_verbs(const Verb& program) {
    TextTable table({{"verb"}, {"what it does"}});
    for (const auto& verb : program.verbs()) {
        table.add({verb->name(), verb->description()});
    }
    return table.text();
}

std::string verb_meant(const Verb& program, std::string_view word) {
    return meant(word, program.verb_names());
}

} // namespace impinge::cli
