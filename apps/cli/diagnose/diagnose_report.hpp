// SPDX-License-Identifier: Apache-2.0
//
// What `impinge diagnose` finds, and how it says so: in words for people, JSON for programs.
#pragma once

#include "impinge/defects.hpp"
#include "impinge/self_intersections.hpp"
#include "input/loaded_body.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace impinge::cli {

struct DiagnosedBody {
    LoadedBody body; ///< its diagnosis is there
    /// Of its mesh, before the pose: bodies that share a mesh share them.
    std::shared_ptr<const Defects> defects;
    MeshMeasures measures; ///< where it stands
    /// Of the body, the points with a winding number of at least 1; absent if it is not a solid,
    /// and where the surface meets itself: then parts may overlap, and what the faces add up to,
    /// `measures.volume`, counts them as often as they do.
    std::optional<double> volume;
    std::optional<SelfIntersections> self; ///< if asked for
    std::vector<Vec3d>
        self_places; ///< near the first pairs of `self`: within both triangles' boxes

    [[nodiscard]] bool crosses_itself() const { return self && !self->pairs.empty(); }
    [[nodiscard]] bool sound() const { return body.diagnosis->solid() && !crosses_itself(); }
};

struct DiagnoseReport {
    std::optional<LengthUnit> unit;
    std::vector<DiagnosedBody> bodies;
    std::size_t loaded_bodies = 0; ///< more than `bodies` if interrupted
    std::size_t first = 0;         ///< so many offenders of each kind are shown
    bool partial = false;
    double read_ms = 0;
    double diagnose_ms = 0;
    double self_ms = 0;
    double total_ms = 0;

    [[nodiscard]] std::size_t sound_bodies() const;
};

std::string diagnose_text(const DiagnoseReport& report);
/// The text of the document.
std::string diagnose_json(const DiagnoseReport& report);

} // namespace impinge::cli
