// SPDX-License-Identifier: Apache-2.0
#include "loaded_body.hpp"

#include "io/read_mesh.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace impinge::cli {
namespace {

Box3 box_of(const Mesh& mesh) {
    Box3 box;
    for (const TriangleIndices& triangle : mesh.triangles) {
        for (const std::uint32_t corner : triangle) {
            box = extend(box, mesh.positions[corner]);
        }
    }
    return box;
}

using Namer = std::string (*)(const std::string&);

constexpr std::array<Namer, 3> namers = {
    [](const std::string& file) { return std::filesystem::path(file).stem().string(); },
    [](const std::string& file) { return std::filesystem::path(file).filename().string(); },
    [](const std::string& file) { return file; },
};

/// How many files each namer gives the same name.
std::map<std::string, int> name_counts(std::span<const std::string> files, Namer namer) {
    std::map<std::string, int> counts;
    for (const std::string& file : files) {
        ++counts[namer(file)];
    }
    return counts;
}

} // namespace

std::vector<std::string> unique_names(std::span<const std::string> files) {
    std::vector<std::string> names(files.size());
    std::set<std::string> taken;
    std::array<std::map<std::string, int>, namers.size()> counts;
    for (std::size_t k = 0; k < namers.size(); ++k) {
        counts[k] = name_counts(files, namers[k]);
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (std::size_t k = 0; k < namers.size(); ++k) {
            names[i] = namers[k](files[i]);
            if (counts[k][names[i]] == 1) {
                break;
            }
        }
        const std::string name = names[i];
        for (int number = 2; !taken.insert(names[i]).second; ++number) {
            names[i] = name + "#" + std::to_string(number);
        }
    }
    return names;
}

Expected<std::vector<LoadedBody>> load_bodies(std::span<const std::string> files,
                                              const Context& context) {
    const std::vector<std::string> names = unique_names(files);
    std::vector<LoadedBody> bodies;
    for (std::size_t i = 0; i < files.size() && !context.cancelled(); ++i) {
        auto mesh = read_mesh(files[i]);
        if (!mesh) {
            return mesh.error();
        }
        const Box3 box = box_of(*mesh);
        bodies.push_back({names[i], files[i], std::move(*mesh), box, std::nullopt});
    }
    return bodies;
}

Status diagnose_bodies(std::span<LoadedBody> bodies, const Context& context) {
    for (LoadedBody& body : bodies) {
        if (context.cancelled()) {
            break;
        }
        auto diagnosis = diagnose(body.mesh.view(), context);
        if (!diagnosis) {
            return Error{diagnosis.error().code, body.file + ": " + diagnosis.error().message};
        }
        if (context.cancelled()) {
            break; // it may be incomplete
        }
        body.diagnosis = *diagnosis;
    }
    return {};
}

} // namespace impinge::cli
