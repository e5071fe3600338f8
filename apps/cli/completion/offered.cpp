// SPDX-License-Identifier: Apache-2.0
#include "completion/offered.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace impinge::cli {
namespace {

constexpr std::size_t most_said = 70;

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

/// Of a type like "ply|obj" or "D|auto": what stands there to be typed as it is.
std::vector<std::string> words_of_type(std::string_view type) {
    std::vector<std::string> words;
    while (type.find('|') != std::string_view::npos || !words.empty()) {
        const std::size_t end = std::min(type.find('|'), type.size());
        if (is_word(type.substr(0, end))) {
            words.emplace_back(type.substr(0, end));
        }
        if (end == type.size()) {
            break;
        }
        type.remove_prefix(end + 1);
    }
    return words;
}

/// "FILE.png|.npy" has several.
std::string ending_of(std::string_view type) {
    const std::size_t dot = type.find('.');
    return dot == std::string_view::npos || type.find('|') != std::string_view::npos
               ? ""
               : std::string(type.substr(dot));
}

bool names_file(std::string_view type) {
    const std::string_view name = type.substr(0, type.find('.'));
    const bool has_ending = name.size() < type.size() && type[name.size() + 1] != '.';
    return name == "FILE" || name == "PREFIX" || (has_ending && name.size() > 1);
}

void add_all(const Verb& verb, std::vector<const Verb*>& all) {
    all.push_back(&verb);
    for (const auto& below : verb.verbs()) {
        add_all(*below, all);
    }
}

} // namespace

Offered offered_behind(const Option& option) {
    Offered offered{.words = option.words};
    offered.words.insert(offered.words.end(), option.suggested.begin(), option.suggested.end());
    if (offered.words.empty()) {
        offered.words = words_of_type(option.type);
    }
    if (option.kind == Option::Kind::Files) {
        offered.files = OfferedFiles::Meshes;
    } else if (option.type == "DIR" || option.type == "FOLDER") {
        offered.files = OfferedFiles::Folders;
    } else if (names_file(option.type)) {
        offered.files = OfferedFiles::All;
        offered.ending = ending_of(option.type);
    }
    return offered;
}

std::vector<std::string> offered_endings() {
    return {"stl",  "obj", "ply",  "off", "gltf", "glb", "3mf",
            "step", "stp", "iges", "igs", "brep", "brp", "json"};
}

std::vector<const Option*> options_to_offer(const Verb& verb) {
    std::vector<const Option*> options;
    for (const Option& option : verb.options()) {
        if (!option.is_positional()) {
            options.push_back(&option);
        }
    }
    return options;
}

std::vector<const Verb*> verbs_to_offer(const Verb& program) {
    std::vector<const Verb*> all;
    add_all(program, all);
    return all;
}

std::string path_of(const Verb& verb) {
    const std::string name = verb.full_name();
    return name.substr(std::min(name.find(' '), name.size() - 1) + 1);
}

std::string in_short(std::string_view help) {
    std::string_view out =
        help.substr(0, std::min({help.find(". "), help.find(';'), help.find(": ")}));
    if (out.size() > most_said) {
        out = out.substr(0, out.find_last_of(' ', most_said));
        return std::string(out) + " ...";
    }
    return std::string(out);
}

std::string said_of(const Option& option) {
    return option.kind == Option::Kind::Help      ? "Print the help"
           : option.kind == Option::Kind::Version ? "Print the version"
                                                  : in_short(option.help);
}

std::string in_a_row(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

} // namespace impinge::cli
