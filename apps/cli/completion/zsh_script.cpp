// SPDX-License-Identifier: Apache-2.0
#include "completion/offered.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

/// Within single quotes, in a specification for _arguments.
std::string zsh_quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') {
            out += '\\';
        }
        out += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return out;
}

std::string zsh_function_of(const Verb& verb) {
    std::string name = "_" + verb.full_name();
    std::replace(name.begin(), name.end(), ' ', '_');
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// "(exact cascade)", "_files -g ...", or " ": nothing is known.
std::string zsh_action(const Offered& offered) {
    std::string files;
    if (offered.files == OfferedFiles::Meshes) {
        std::string endings;
        for (const std::string& ending : offered_endings()) {
            endings += (endings.empty() ? "" : "|") + ending;
        }
        files = "_files -g \"(#i)*.(" + endings + ")(-.)\"";
    } else if (offered.files == OfferedFiles::Folders) {
        files = "_files -/";
    } else if (offered.files == OfferedFiles::All) {
        files = offered.ending.empty() ? "_files" : "_files -g \"*" + offered.ending + "(-.)\"";
    }
    if (offered.words.empty()) {
        return files.empty() ? " " : files;
    }
    const std::string words = in_a_row(offered.words);
    return files.empty() ? "(" + words + ")" : "{compadd -- " + words + "; " + files + "}";
}

std::string zsh_specification(const Option& option) {
    const std::string said = "[" + zsh_quoted(said_of(option)) + "]";
    const std::string value = option.takes_value() ? fmt::format(":{}:{}", zsh_quoted(option.type),
                                                                 zsh_action(offered_behind(option)))
                                                   : "";
    const std::size_t comma = option.names.find(',');
    if (comma == std::string::npos) {
        return fmt::format("'{}{}{}'", option.names, said, value);
    }
    const std::string brief = option.names.substr(0, comma);
    const std::string name = option.long_name();
    return fmt::format("'({0} {1})'{{{0},{1}}}'{2}{3}'", brief, name, said, value);
}

std::string list_of_verbs_below(const Verb& verb) {
    std::string out = "    local -a verbs=(\n";
    for (const auto& below : verb.verbs()) {
        out += fmt::format("        '{}:{}'\n", below->name(), zsh_quoted(below->description()));
    }
    return out + "    )\n";
}

/// Completes the verb, then hands over to the function of that verb.
std::string function_with_verbs(const Verb& verb, const std::string& specifications) {
    std::string cases;
    for (const auto& below : verb.verbs()) {
        cases += fmt::format("        {}) {} ;;\n", below->name(), zsh_function_of(*below));
    }
    return fmt::format(
        "{}() {{\n    local state line\n{}"
        "    _arguments -C {} '1: :->verb' '*:: :->rest'\n"
        "    case $state in\n    verb) _describe verb verbs ;;\n"
        "    rest)\n        case $words[1] in\n{}        esac\n        ;;\n    esac\n}}\n\n",
        zsh_function_of(verb), list_of_verbs_below(verb), specifications, cases);
}

std::string function_text(const Verb& verb) {
    std::string specifications;
    for (const Option* option : options_to_offer(verb)) {
        specifications += " \\\n        " + zsh_specification(*option);
    }
    if (!verb.verbs().empty()) {
        return function_with_verbs(verb, specifications);
    }
    if (const Option* taken = verb.find_positional()) {
        const char* how_many = taken->kind == Option::Kind::Files ? "*" : "1";
        specifications += fmt::format(" \\\n        '{}:{}:{}'", how_many, zsh_quoted(taken->names),
                                      zsh_action(offered_behind(*taken)));
    }
    return fmt::format("{}() {{\n    _arguments -s{}\n}}\n\n", zsh_function_of(verb),
                       specifications);
}

} // namespace

std::string zsh_script(const Verb& program) {
    std::string functions;
    for (const Verb* verb : verbs_to_offer(program)) {
        functions += function_text(*verb);
    }
    return "#compdef impinge\n# zsh completion for impinge, made by: impinge completion zsh\n\n" +
           functions +
           "if [ \"$funcstack[1]\" = _impinge ]; then\n    _impinge \"$@\"\nelse\n"
           "    compdef _impinge impinge\nfi\n";
}

} // namespace impinge::cli
