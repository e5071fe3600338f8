// SPDX-License-Identifier: Apache-2.0
//
// From the text of a script to its lines. What they mean is found out when they are run; that there
// is such a verb is known before anything has happened.
#include "script/script.hpp"

#include "io/file_bytes.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <sstream>

namespace impinge::viewer {
namespace {

constexpr auto verbs = std::to_array<std::string_view>(
    {"camera", "click",      "doubleclick", "drag",   "drop",    "expect",       "export", "fault",
     "key",    "move",       "press",       "record", "release", "export-sound", "save",   "seek",
     "sweep",  "screenshot", "tell",        "type",   "wait",    "wheel"});

constexpr std::size_t longest_quote = 40;

bool is_text(char c) { return static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\r'; }

/// "#" begins one, but it is also in names of bodies: box#2.
std::string without_comment(const std::string& text) {
    for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
        if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t') {
            return text.substr(0, at);
        }
    }
    return text;
}

Expected<ScriptLine> line_of(const std::string& text, int number) {
    const auto wrong = [&](const std::string& what) {
        return Error{ErrorCode::FileMalformed, fmt::format("line {}: {}", number, what)};
    };
    if (!std::ranges::all_of(text, is_text)) {
        return wrong("holds a byte that is no text");
    }
    std::istringstream words(without_comment(text));
    ScriptLine line{number, {}};
    for (std::string word; words >> word;) {
        line.words.push_back(std::move(word));
    }
    if (!line.words.empty() && std::ranges::find(verbs, line.words[0]) == verbs.end()) {
        return wrong("'" + line.words[0].substr(0, longest_quote) + "' is not known");
    }
    return line;
}

} // namespace

Expected<std::vector<ScriptLine>> parse_script(std::string_view text, const std::string& name) {
    std::istringstream in{std::string(text)};
    std::vector<ScriptLine> lines;
    std::string each;
    for (int number = 1; std::getline(in, each); ++number) {
        auto line = line_of(each, number);
        if (!line) {
            return Error{line.error().code, name + ": " + line.error().message};
        }
        if (!line->words.empty()) {
            lines.push_back(std::move(*line));
        }
    }
    return lines;
}

Expected<std::vector<ScriptLine>> read_script(const std::filesystem::path& file) {
    const auto bytes = read_file_bytes(file);
    if (!bytes) {
        return bytes.error();
    }
    return parse_script({bytes->view().data(), bytes->view().size()}, file.string());
}

} // namespace impinge::viewer
