// SPDX-License-Identifier: Apache-2.0
#include "bodies.hpp"

#include "tessellation.hpp"

#include <cmath>
#include <map>
#include <numbers>

namespace impinge::cad_reader {
namespace {

Fineness fineness_for(const CadDocument& document, const CadOptions& options) {
    const bool converts = options.deflection_unit && document.unit;
    const double factor = converts ? conversion(*options.deflection_unit, *document.unit) : 1;
    return {options.deflection * factor,
            options.angular_deflection_degrees * std::numbers::pi / 180};
}

Rigid rigid_of(const gp_Trsf& pose) {
    const gp_Mat turn = pose.HVectorialPart();
    const double scale = pose.ScaleFactor();
    const double sign = scale < 0 ? -1 : 1; // a point reflection
    const auto row = [&](int i) {
        return Vec3d{turn.Value(i, 1), turn.Value(i, 2), turn.Value(i, 3)} * sign;
    };
    const gp_XYZ& by = pose.TranslationPart();
    return {row(1), row(2), row(3), {by.X(), by.Y(), by.Z()}, std::abs(scale)};
}

struct Meshed {
    std::shared_ptr<const Mesh> mesh;
    double chord_error = 0;
};

/// "3 of 120 faces of 'plate' have no triangles"
std::string missing_faces(const Tessellation& made, const std::string& name) {
    return std::to_string(made.faces_without_triangles) + " of " + std::to_string(made.faces) +
           " faces of '" + name + "' have no triangles";
}

Meshed mesh_of(const PlacedShape& placed, const Fineness& fineness, FileBodies& bodies) {
    Tessellation made = tessellate(placed.shape, placed.kind, fineness);
    if (made.faces_without_triangles > 0) {
        bodies.remarks.push_back(missing_faces(made, placed.name));
    }
    if (made.mesh.triangles.empty()) {
        return {};
    }
    for (const Vec3d& position : made.mesh.positions) {
        if (!is_finite(position)) {
            throw Error{ErrorCode::NonFinite, "'" + placed.name + "' has no finite coordinates"};
        }
    }
    return {std::make_shared<const Mesh>(std::move(made.mesh)), made.chord_error};
}

} // namespace

FileBodies bodies_of(const CadDocument& document, const CadOptions& options) {
    FileBodies bodies;
    bodies.unit = document.unit;
    bodies.remarks = document.remarks;
    const Fineness fineness = fineness_for(document, options);
    std::map<std::pair<const TopoDS_TShape*, TopAbs_Orientation>, Meshed> meshed;
    for (const PlacedShape& placed : document.shapes) {
        const auto [at, is_new] =
            meshed.try_emplace({placed.shape.TShape().get(), placed.shape.Orientation()}, Meshed{});
        if (is_new) {
            at->second = mesh_of(placed, fineness, bodies);
        }
        if (at->second.mesh != nullptr) {
            bodies.bodies.push_back(
                {placed.name,
                 at->second.mesh,
                 rigid_of(placed.pose),
                 {placed.kind, placed.part, placed.colour, at->second.chord_error}});
        }
    }
    if (bodies.bodies.empty()) {
        throw Error{ErrorCode::FileMalformed, "none of its faces could be made into triangles"};
    }
    return bodies;
}

} // namespace impinge::cad_reader
