// SPDX-License-Identifier: Apache-2.0
#include "io/scene/names.hpp"

#include "impinge/scene_file.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

namespace impinge::inline v0 {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// Bytes of the character at the start of a text that is not empty.
std::size_t character_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t announced = lead >= 0xF0u ? 4 : lead >= 0xE0u ? 3 : lead >= 0xC0u ? 2 : 1;
    std::size_t length = 1;
    while (length < announced && length < text.size() && continues_character(text[length])) {
        ++length;
    }
    return length;
}

} // namespace

bool matches_pattern(std::string_view pattern, std::string_view name) {
    // Only the last star needs to be tried again: an earlier one that took less leaves more.
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos;
    std::size_t taken_by_star = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken_by_star = n;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            n += character_length(name.substr(n));
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            taken_by_star += character_length(name.substr(taken_by_star));
            n = taken_by_star;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

namespace {

using Namer = std::string (*)(const std::string&);
using NameCounts = std::unordered_map<std::string, std::size_t>;

constexpr std::array<Namer, 3> namers = {
    [](const std::string& file) { return std::filesystem::path(file).stem().string(); },
    [](const std::string& file) { return std::filesystem::path(file).filename().string(); },
    [](const std::string& file) { return file; },
};

/// How many files each namer gives the same name.
NameCounts name_counts(std::span<const std::string> files, Namer namer) {
    NameCounts counts;
    for (const std::string& file : files) {
        ++counts[namer(file)];
    }
    return counts;
}

/// Gives every name once: the second time a name is wanted it becomes NAME#2.
class UniqueNames {
  public:
    std::string take(const std::string& wanted) {
        std::string name = wanted;
        for (std::size_t& number = last_number_[wanted]; !taken_.insert(name).second;) {
            number = std::max<std::size_t>(number, 1) + 1;
            name = wanted + "#" + std::to_string(number);
        }
        return name;
    }

  private:
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::size_t> last_number_;
};

/// Terminals would obey control characters.
std::string without_controls(std::string name) {
    for (char& c : name) {
        c = (c >= 0 && c < 0x20) || c == 0x7f ? '_' : c;
    }
    return name;
}

} // namespace

std::vector<std::string> unique_names(std::span<const std::string> files) {
    std::array<NameCounts, namers.size()> counts;
    for (std::size_t k = 0; k < namers.size(); ++k) {
        counts[k] = name_counts(files, namers[k]);
    }
    std::vector<std::string> names;
    UniqueNames unique;
    for (const std::string& file : files) {
        std::string name;
        for (std::size_t k = 0; k < namers.size(); ++k) {
            name = namers[k](file);
            if (counts[k][name] == 1) {
                break;
            }
        }
        names.push_back(unique.take(name));
    }
    return names;
}

SceneDescription scene_of_files(std::span<const std::string> files) {
    SceneDescription scene;
    const std::vector<std::string> names = unique_names(files);
    for (std::size_t i = 0; i < files.size(); ++i) {
        SceneBody body;
        body.name = names[i];
        body.file = files[i];
        scene.bodies.push_back(std::move(body));
    }
    return scene;
}

bool PartName::is_meant_by(std::string_view pattern) const {
    return matches_pattern(pattern, name) || matches_pattern(pattern, label) ||
           (!first.empty() && matches_pattern(pattern, first));
}

std::vector<PartName> part_names(std::span<const std::string> names) {
    std::vector<PartName> parts;
    std::unordered_map<std::string, std::size_t> first_of_name;
    UniqueNames unique;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string name = names[i].empty() ? std::to_string(i + 1) : without_controls(names[i]);
        const auto [known, is_new] = first_of_name.emplace(name, i);
        if (!is_new) {
            parts[known->second].first = name + "#1";
        }
        std::string label = unique.take(name);
        parts.push_back({std::move(name), std::move(label), {}});
    }
    return parts;
}

} // namespace impinge::inline v0
