// SPDX-License-Identifier: Apache-2.0
#include "folder.hpp"

#include "console.hpp"
#include "io/mesh_format.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

} // namespace

bool is_folder(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

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
                                 "GLB, 3MF){}",
                                 folder,
                                 skipped.empty() ? "" : "; folders within it are not looked at")};
    }
    std::sort(files.begin(), files.end());
    warn_of_skipped(folder, std::move(skipped));
    return files;
}

} // namespace impinge::cli
