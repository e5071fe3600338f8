// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "impinge/files.hpp"
#include "io/gltf/write.hpp"
#include "io/join_bodies.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"
#include "io/pose_checks.hpp"
#include "io/write_file.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <system_error>

namespace impinge::inline v0 {
namespace {

namespace fs = std::filesystem;

Error bodies_refused(const fs::path& path, const std::string& reason) {
    return {ErrorCode::InvalidArgument, path.string() + ": cannot be written: " + reason};
}

Status check_bodies(const fs::path& path, const FileBodies& bodies) {
    if (bodies.bodies.empty()) {
        return bodies_refused(path, "there are no bodies");
    }
    for (const FileBody& body : bodies.bodies) {
        const std::string name = "'" + body.name + "'";
        if (body.mesh == nullptr || body.mesh->triangles.empty()) {
            return bodies_refused(path, name + " has no triangles");
        }
        if (const Status valid = validate(body.mesh->view()); !valid) {
            return bodies_refused(path, name + ": " + valid.error().message);
        }
        if (!is_finite(body.pose)) {
            return bodies_refused(path, name + ": its pose is not finite");
        }
    }
    return {};
}

Status write_glb(const fs::path& path, const FileBodies& bodies) {
    double bytes = 0x1p20; // room for the text
    for (const FileBody& body : bodies.bodies) {
        bytes += 1024 + 12 * static_cast<double>(body.mesh->positions.size() +
                                                 body.mesh->triangles.size());
    }
    if (bytes > std::numeric_limits<std::uint32_t>::max()) {
        return bodies_refused(path, "more than GLB can hold");
    }
    return write_file(path, glb_bytes(bodies));
}

bool is_file_name(const std::string& name) {
    return !name.empty() && name != "." && name != ".." &&
           std::none_of(name.begin(), name.end(), [](char c) {
               return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
           });
}

Status write_folder(const fs::path& folder, const FileBodies& bodies) {
    std::set<std::string> names;
    for (const FileBody& body : bodies.bodies) {
        if (!is_file_name(body.name)) {
            return bodies_refused(folder, "'" + body.name + "' cannot be the name of a file");
        }
        if (!names.insert(body.name).second) {
            return bodies_refused(folder, "there are two bodies '" + body.name + "'");
        }
    }
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) {
        return Error{ErrorCode::FileUnwritable,
                     folder.string() + ": cannot be made: " + failure.message()};
    }
    for (const FileBody& body : bodies.bodies) {
        const Mesh world = join_bodies({{body}, {}, 0});
        if (const Status status = write_mesh(folder / (body.name + ".ply"), world); !status) {
            return status;
        }
    }
    return {};
}

} // namespace

Status write_bodies(const fs::path& path, const FileBodies& bodies) {
    return no_throw([&]() -> Status {
        try {
            if (Status valid = check_bodies(path, bodies); !valid) {
                return valid;
            }
            std::error_code ignored;
            if (!path.has_extension() || fs::is_directory(path, ignored)) {
                return write_folder(path, bodies);
            }
            return format_of_name(path) == MeshFormat::Glb ? write_glb(path, bodies)
                                                           : write_mesh(path, join_bodies(bodies));
        } catch (const ParseFailure& failure) {
            return bodies_refused(path, failure.reason);
        }
    });
}

} // namespace impinge::inline v0
