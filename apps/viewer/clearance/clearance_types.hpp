// SPDX-License-Identifier: Apache-2.0
//
// What the clearance pane asks for and what it gets: the map of one pair of bodies, and the same on
// the vertices of both.
#pragma once

#include "check/check_types.hpp"
#include "draw/shape_data.hpp"
#include "imagespace/view_rays.hpp"
#include "impinge/clearance.hpp"
#include "impinge/signed_distance.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace impinge::viewer {

enum class Measured : std::uint8_t {
    AlongView,     ///< gaps and overlaps of two solids along one direction
    ClosestPoints, ///< from each vertex to the closest point of the other surface
};

/// Where both bodies stand in one frame of a motion.
struct PairPoses {
    Rigid a;
    Rigid b;
};

struct ClearanceRequest {
    Revision revision = 0;
    PairOfBodies pair;
    std::array<CheckedBody, 2> bodies;
    std::array<std::shared_ptr<const ShapeData>, 2> shapes; ///< as the bodies are drawn
    /// Of open bodies there is nothing to be measured along a view.
    Measured wanted = Measured::AlongView;
    imagespace::ClearanceOptions options;
    double contact = 0;            ///< of closest points: what is nearer is contact
    bool draped = true;            ///< values of vertices are wanted too
    std::vector<PairPoses> motion; ///< all of its frames together; empty: as the bodies stand
};

/// Two solids ready for rays along the view of a map.
struct ProbeRays {
    imagespace::ViewRays a;
    imagespace::ViewRays b;
};

/// Every frame of a motion, put together: what each place of A came to.
struct MotionMap {
    std::vector<std::uint32_t> frames; ///< for each pixel, the first in which it is closest
    std::vector<bool> touched;         ///< pixels that are in the contact band in some frame
    double touched_area = 0;           ///< of these
    /// Of each frame the smallest gap, or minus the deepest overlap; NaN where there is neither.
    std::vector<double> clearances;
    std::uint32_t closest_frame = 0; ///< of all: deepest, or nearest if none overlaps
    std::vector<PairPoses> poses;
    std::array<imagespace::RayBody, 2> bodies; ///< as they stand in the first frame
    std::array<std::shared_ptr<const Mesh>, 2> meshes;
};

struct ClearanceAnswer {
    Revision revision = 0;
    PairOfBodies pair;
    std::optional<Error> error;
    Measured measured = Measured::AlongView;

    // Along a view.
    std::shared_ptr<const imagespace::ClearanceMap> map;
    std::shared_ptr<const ProbeRays> rays; ///< of the bodies as they stand; not of a motion
    std::optional<MotionMap> motion;

    // To closest points.
    double contact = 0;
    std::array<Nearness, 2> nearness; ///< their one threshold is `contact`
    double size = 0;                  ///< of the diagonal of both boxes

    /// Values of ShapeData::vertices; null if there are none.
    std::array<std::shared_ptr<const std::vector<float>>, 2> draped;
    double map_ms = 0;
    double total_ms = 0;
};

} // namespace impinge::viewer
