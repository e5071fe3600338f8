// SPDX-License-Identifier: Apache-2.0
#include "arguments/file_arguments.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "impinge/scene_file.hpp"
#include "io/scene/particle_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <set>
#include <span>

namespace impinge::cli {
namespace {

namespace fs = std::filesystem;

struct NamedFile {
    std::string by; ///< "--json"
    fs::path path;
};

struct FilesOfVerb {
    std::set<fs::path> read;
    std::vector<NamedFile> written;
};

/// What a scene file names. One that cannot be read is reported by the verb.
void add_files_of_scene(const fs::path& scene_file, std::set<fs::path>& read) {
    const auto scene = read_scene(scene_file);
    if (!scene) {
        return;
    }
    for (const SceneBody& body : scene->bodies) {
        if (!body.file.empty()) {
            read.insert(scene_file.parent_path() / body.file);
        }
    }
}

/// What a file of particles names.
void add_files_of_particles(const fs::path& file, std::set<fs::path>& read) {
    const auto particles = read_particles(file);
    if (!particles) {
        return;
    }
    for (const DescribedEmitter& emitter : particles->emitters) {
        if (!emitter.body_file.empty()) {
            read.insert(file.parent_path() / emitter.body_file);
        }
    }
    for (const DescribedCollider& collider : particles->colliders) {
        if (const auto* mesh = std::get_if<MeshShape>(&collider.shape)) {
            read.insert(file.parent_path() / mesh->file);
        }
    }
}

bool is_type(const Option& option, std::string_view type) {
    return option.type == type || option.type.starts_with(std::string(type) + ".");
}

void add_option(const Option& option, FilesOfVerb& files) {
    const std::string by = option.long_name();
    const bool meshes = option.kind == Option::Kind::Files;
    for (const std::string& value : option.given) {
        if (value == "-" && !meshes) {
            continue;
        }
        if (meshes) {
            files.read.insert(value);
            if (is_scene_file(value)) {
                add_files_of_scene(value, files.read);
            }
        } else if (option.kind == Option::Kind::Positional && is_scene_file(value)) {
            files.read.insert(value);
            add_files_of_particles(value, files.read);
        } else if (is_type(option, "POSES") || is_type(option, "CASE")) {
            files.read.insert(value);
        } else if (is_type(option, "FILE")) {
            files.written.push_back({by, value});
        } else if (is_type(option, "PREFIX")) {
            for (const std::string& file : files_of_prefix(value)) {
                files.written.push_back({by, file});
            }
        }
    }
}

/// Devices and pipes may be written by several options.
bool can_be_overwritten(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    return !fs::exists(status) || fs::is_regular_file(status);
}

/// Two outputs, which need not be there yet.
bool are_one_output(const fs::path& a, const fs::path& b) {
    std::error_code error;
    if (fs::equivalent(a, b, error) && !error) {
        return true;
    }
    std::error_code error_b;
    const fs::path full_a = fs::weakly_canonical(a, error);
    const fs::path full_b = fs::weakly_canonical(b, error_b);
    return !error && !error_b && full_a == full_b;
}

const NamedFile* same_output(const NamedFile& file, std::span<const NamedFile> others) {
    for (const NamedFile& other : others) {
        if (are_one_output(file.path, other.path)) {
            return &other;
        }
    }
    return nullptr;
}

/// What a type says of the end of a name: all that is written as FILE.png is PNG.
Status check_endings(const Verb& verb) {
    for (const Option& option : verb.options()) {
        for (const std::string& value : option.given) {
            if (!is_type(option, "FILE.png") || value == "-" || !can_be_overwritten(value)) {
                continue;
            }
            if (Status status = check_picture_name(value); !status) {
                return status;
            }
        }
    }
    return {};
}

Error refusal(const NamedFile& written, const std::string& why) {
    return usage_error(fmt::format("{}: {} {}", written.by, written.path.string(), why));
}

} // namespace

bool is_input(const fs::path& written, const std::set<fs::path>& read) {
    std::error_code error;
    return fs::exists(written, error) &&
           std::any_of(read.begin(), read.end(), [&](const fs::path& input) {
               std::error_code missing;
               return fs::equivalent(written, input, missing) && !missing;
           });
}

std::array<std::string, 2> files_of_prefix(const std::string& prefix) {
    const fs::path path(prefix);
    const std::string stem =
        (path.extension() == ".ply" ? path.parent_path() / path.stem() : path).string();
    return {stem + "-a.ply", stem + "-b.ply"};
}

Status check_picture_name(const std::string& file) {
    std::string ending = fs::path(file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return ending == ".png"
               ? Status{}
               : Error{ErrorCode::Unsupported,
                       file + ": pictures are written as PNG: the name must end in .png"};
}

Status check_file_arguments(const Verb& verb) {
    FilesOfVerb files;
    for (const Option& option : verb.options()) {
        add_option(option, files);
    }
    for (std::size_t i = 0; i < files.written.size(); ++i) {
        const NamedFile& written = files.written[i];
        if (!can_be_overwritten(written.path)) {
            continue;
        }
        if (is_input(written.path, files.read)) {
            return refusal(written, "is an input and would be overwritten");
        }
        if (const NamedFile* other = same_output(written, std::span(files.written).first(i))) {
            return refusal(written, fmt::format("is written by {} too", other->by));
        }
    }
    return check_endings(verb);
}

} // namespace impinge::cli
