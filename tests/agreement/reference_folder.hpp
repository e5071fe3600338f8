// SPDX-License-Identifier: Apache-2.0
//
// Folders of real meshes with a pairs_reference.json: for pairs of files the number of triangle
// pairs that touch and that cross. Where they are is told by the environment variable IMPINGE_DATA.
#pragma once

#include "impinge/files.hpp"
#include "impinge/mesh.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace impinge::tests {

struct ReferencePair {
    std::string file_a;
    std::string file_b;
    std::uint64_t touching = 0;
    std::uint64_t crossing = 0;
};

struct ReferenceFolder {
    std::filesystem::path path;
    std::vector<ReferencePair> pairs;
};

/// The objects {"a": ..., "b": ..., "touch": ..., "proper": ...}, in this order of fields, of a
/// file in which nothing else has a field "a". Throws when one does not have this form.
inline std::vector<ReferencePair> parse_reference(const std::string& text) {
    static const std::regex form(
        R"re(\{\s*"a":\s*"([^"]*)",\s*"b":\s*"([^"]*)",\s*"touch":\s*(\d+),\s*"proper":\s*(\d+)\s*\})re");
    std::vector<ReferencePair> pairs;
    for (std::sregex_iterator it(text.begin(), text.end(), form), end; it != end; ++it) {
        const std::smatch& match = *it;
        pairs.push_back({match[1], match[2], std::stoull(match[3]), std::stoull(match[4])});
    }
    std::size_t objects = 0;
    for (std::size_t at = text.find("\"a\":"); at != std::string::npos;
         at = text.find("\"a\":", at + 1)) {
        ++objects;
    }
    if (objects != pairs.size()) {
        throw std::runtime_error("pairs_reference.json: an entry of another form");
    }
    return pairs;
}

/// All of them below IMPINGE_DATA, in order of their names; nothing if the variable is not set.
inline std::optional<std::vector<ReferenceFolder>> reference_folders() {
    const char* root = std::getenv("IMPINGE_DATA");
    if (root == nullptr) {
        return std::nullopt;
    }
    std::vector<ReferenceFolder> folders;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        if (entry.path().filename() == "pairs_reference.json") {
            std::ifstream file(entry.path());
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            folders.push_back({entry.path().parent_path(), parse_reference(text)});
        }
    }
    std::sort(folders.begin(), folders.end(),
              [](const auto& f, const auto& g) { return f.path < g.path; });
    return folders;
}

/// The meshes of one folder, each read once.
class MeshShelf {
  public:
    explicit MeshShelf(std::filesystem::path folder) : folder_(std::move(folder)) {}

    const Mesh& at(const std::string& file) {
        auto found = meshes_.find(file);
        if (found == meshes_.end()) {
            Expected<Mesh> mesh = read_mesh(folder_ / file);
            if (!mesh) {
                throw std::runtime_error(mesh.error().message);
            }
            found = meshes_.emplace(file, std::move(*mesh)).first;
        }
        return found->second;
    }

  private:
    std::filesystem::path folder_;
    std::map<std::string, Mesh> meshes_;
};

} // namespace impinge::tests
