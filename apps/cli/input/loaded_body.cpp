// SPDX-License-Identifier: Apache-2.0
#include "input/loaded_body.hpp"

#include "exact/world_mesh.hpp"
#include "mesh/solidity.hpp"
#include "output/text.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>

namespace impinge::cli {

/// Its box is empty if it cannot stand there, which queries will tell.
LoadedBody loaded(PlacedBody placed, const Context& context) {
    const Context uninterrupted(context.threads());
    auto world = to_world({placed.mesh->view(), placed.pose}, {"body"}, uninterrupted);
    LoadedBody body{std::move(placed.name),
                    std::move(placed.file),
                    std::move(placed.group),
                    std::move(placed.mesh),
                    placed.pose,
                    world ? world->box : Box3{},
                    nullptr,
                    nullptr,
                    std::move(placed.facts)};
    if (world && world->storage.empty()) {
        body.placed = std::make_shared<WorldMesh>(std::move(*world));
    }
    return body;
}

std::vector<Body> bodies_of(std::span<const LoadedBody> bodies) {
    std::vector<Body> out;
    out.reserve(bodies.size());
    for (const LoadedBody& body : bodies) {
        out.push_back(body.body());
    }
    return out;
}

Mesh world_mesh(const LoadedBody& body) {
    Mesh world = *body.mesh;
    if (!is_identity(body.pose)) {
        for (Vec3d& position : world.positions) {
            position = apply(body.pose, position);
        }
    }
    return world;
}

Status diagnose_bodies(std::span<LoadedBody> bodies, Told told, const Context& context) {
    std::map<const Mesh*, std::shared_ptr<const Diagnosis>> known;
    Context silent = context;
    silent.set_progress({});
    std::size_t done = 0;
    for (LoadedBody& body : bodies) {
        std::shared_ptr<const Diagnosis>& diagnosis = known[body.mesh.get()];
        if (!diagnosis) {
            const MeshView mesh = body.mesh->view();
            auto found = told == Told::Everything ? diagnose(mesh, silent)
                         : body.placed
                             ? diagnose_solidity_of_valid(mesh, ShellQuestions::All, silent)
                             : diagnose_solidity(mesh, ShellQuestions::All, silent);
            if (!found) {
                return about(body, found.error());
            }
            if (context.cancelled()) {
                return {}; // it may be incomplete
            }
            diagnosis = std::make_shared<const Diagnosis>(*found);
        }
        body.diagnosis = diagnosis;
        context.report(static_cast<double>(++done) / static_cast<double>(bodies.size()));
    }
    return {};
}

std::string solid_note(const LoadedBody& body) {
    return fmt::format("note: {} is not a solid ({})", printable(body.name),
                       fmt::join(body.diagnosis->reasons(), ", "));
}

std::string redundant_note(const LoadedBody& body) {
    const std::size_t parts = body.diagnosis ? body.diagnosis->redundant_components : 0;
    return parts == 0 ? ""
                      : fmt::format("note: {} has {} nothing (impinge diagnose tells which)\n",
                                    printable(body.name),
                                    counted(parts, "part that bounds", "parts that bound"));
}

Error not_a_solid(const LoadedBody& body, std::string_view why) {
    return {ErrorCode::Unsupported,
            fmt::format("{}: {} is not a solid ({}): {}", body.file, printable(body.name),
                        fmt::join(body.diagnosis->reasons(), ", "), why)};
}

Error about(const LoadedBody& body, const Error& error) {
    return {error.code, body.file + ": " + error.message};
}

} // namespace impinge::cli
