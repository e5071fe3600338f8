// SPDX-License-Identifier: Apache-2.0
#include "completion/offered.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

constexpr std::string_view fish_helpers =
    R"sh(# Whether the words behind the program begin with those given.
function __impinge_in
    set -l words (commandline -opc)
    set -e words[1]
    for wanted in $argv
        test "$words[1]" = "$wanted"; or return 1
        set -e words[1]
    end
end

# Whether the words behind the program are those given, and no others.
function __impinge_behind
    set -l words (commandline -opc)
    test (count $words) -eq (math 1 + (count $argv)); and __impinge_in $argv
end

complete -c impinge -f
)sh";

/// Within single quotes.
std::string fish_quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return out;
}

std::string suffixes_of(const Offered& offered) {
    std::string out;
    if (offered.files == OfferedFiles::Meshes) {
        for (const std::string& ending : offered_endings()) {
            out += " ." + ending;
        }
    } else {
        out = " " + offered.ending;
    }
    return out;
}

/// What follows `-n CONDITION -l NAME` of an option with a value: which, and where they come from.
std::string what_follows(const Offered& offered) {
    std::string list = in_a_row(offered.words);
    if (offered.files == OfferedFiles::Folders) {
        list += "(__fish_complete_directories)";
    } else if (offered.files == OfferedFiles::Meshes || !offered.ending.empty()) {
        list += (list.empty() ? "" : " ") +
                fmt::format("(__fish_complete_suffix{})", suffixes_of(offered));
    } else if (offered.files == OfferedFiles::All) {
        return " -r -F";
    }
    return list.empty() ? " -x" : fmt::format(" -x -k -a '{}'", list);
}

std::string option_line(const Option& option, const std::string& path) {
    std::string names;
    if (option.names.find(',') != std::string::npos) {
        names = fmt::format(" -s {}", option.names[1]);
    }
    names += " -l " + option.long_name().substr(2);
    const char* where = path.empty() ? "behind" : "in";
    return fmt::format("complete -c impinge -n '__impinge_{} {}'{} -d '{}'{}\n", where, path, names,
                       fish_quoted(said_of(option)),
                       option.takes_value() ? what_follows(offered_behind(option)) : "");
}

std::string lines_of(const Verb& verb) {
    const std::string path = path_of(verb);
    std::string out;
    for (const auto& below : verb.verbs()) {
        out += fmt::format("complete -c impinge -n '__impinge_behind {}' -a {} -d '{}'\n", path,
                           below->name(), fish_quoted(below->description()));
    }
    for (const Option* option : options_to_offer(verb)) {
        out += option_line(*option, path);
    }
    if (const Option* taken = verb.find_positional()) {
        out += fmt::format("complete -c impinge -n '__impinge_in {}'{}\n", path,
                           what_follows(offered_behind(*taken)));
    }
    return out;
}

} // namespace

std::string fish_script(const Verb& program) {
    std::string lines;
    for (const Verb* verb : verbs_to_offer(program)) {
        lines += '\n' + lines_of(*verb);
    }
    return "# fish completion for impinge, made by: impinge completion fish\n\n" +
           std::string(fish_helpers) + lines;
}

} // namespace impinge::cli
