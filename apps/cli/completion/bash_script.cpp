// SPDX-License-Identifier: Apache-2.0
#include "completion/offered.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

constexpr std::string_view bash_helpers =
    R"sh(# Offers the words given that begin as the one that is typed.
_impinge_words() {
    COMPREPLY+=($(compgen -W "$*" -- "$word"))
}

# Offers folders, and files with one of the endings given, or all.
_impinge_files() {
    local name ending
    compopt -o filenames 2>/dev/null
    while IFS= read -r name; do
        COMPREPLY+=("$name")
    done < <(compgen -d -- "$word")
    while IFS= read -r name; do
        [ $# -gt 0 ] || [ -d "$name" ] || COMPREPLY+=("$name")
        for ending; do
            case "${name,,}" in *."$ending") COMPREPLY+=("$name") ;; esac
        done
    done < <(compgen -f -- "$word")
}

)sh";

/// Before the case for each verb: which word is completed, behind which, and for what verb.
constexpr std::string_view bash_opening = R"sh(_impinge() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb="" i
    COMPREPLY=()
    # "--method=ex" comes in three words.
    if [ "$word" = "=" ]; then
        word=""
    elif [ "$before" = "=" ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$verb/${COMP_WORDS[i]}" in
)sh";

std::string offers(const Offered& offered) {
    std::string out;
    if (!offered.words.empty()) {
        out += fmt::format("_impinge_words {}; ", in_a_row(offered.words));
    }
    if (offered.files == OfferedFiles::Meshes) {
        out += fmt::format("_impinge_files {}; ", in_a_row(offered_endings()));
    } else if (offered.files == OfferedFiles::Folders) {
        out += "compopt -o dirnames 2>/dev/null; ";
    } else if (offered.files == OfferedFiles::All) {
        out += "_impinge_files" + (offered.ending.empty() ? "" : " " + offered.ending.substr(1)) +
               "; ";
    }
    return out;
}

std::string names_in_case(const Option& option) {
    const std::size_t comma = option.names.find(',');
    return comma == std::string::npos ? option.names
                                      : option.names.substr(0, comma) + " | " + option.long_name();
}

/// Behind each option that takes a value.
std::string values_of(const Verb& verb) {
    std::string out;
    for (const Option* option : options_to_offer(verb)) {
        if (option->takes_value()) {
            out += fmt::format("        {}) {}return ;;\n", names_in_case(*option),
                               offers(offered_behind(*option)));
        }
    }
    return out.empty() ? "" : "        case \"$before\" in\n" + out + "        esac\n";
}

std::string case_of(const Verb& verb) {
    std::vector<std::string> names;
    for (const Option* option : options_to_offer(verb)) {
        names.push_back(option->long_name());
    }
    std::string rest;
    if (!verb.verbs().empty()) {
        rest = fmt::format("_impinge_words {}{}; ", in_a_row(verb.verb_names()),
                           verb.is_program() ? " help" : "");
    } else if (const Option* taken = verb.find_positional()) {
        rest = offers(offered_behind(*taken));
    }
    return fmt::format(
        "    \"{}\")\n{}        case \"$word\" in\n        -*) _impinge_words {} ;;\n"
        "        *) {};;\n        esac\n        ;;\n",
        path_of(verb), values_of(verb), in_a_row(names), rest.empty() ? ":" : rest);
}

} // namespace

std::string bash_script(const Verb& program) {
    std::string paths;
    std::string cases;
    for (const Verb* verb : verbs_to_offer(program)) {
        const std::string path = path_of(*verb);
        if (!verb->is_program()) {
            const std::size_t above = path.size() - verb->name().size();
            paths += fmt::format("        \"{}/{}\") verb=\"{}\" ;;\n",
                                 path.substr(0, above == 0 ? 0 : above - 1), verb->name(), path);
        }
        cases += case_of(*verb);
    }
    return "# bash completion for impinge, made by: impinge completion bash\n\n" +
           std::string(bash_helpers) + std::string(bash_opening) + paths +
           "        esac\n    done\n    case \"$verb\" in\n" + cases +
           "    esac\n}\ncomplete -o default -F _impinge impinge\n";
}

} // namespace impinge::cli
