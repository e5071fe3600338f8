// SPDX-License-Identifier: Apache-2.0
//
// The directions along which a pair is looked at. They are glued to the body whose depth maps are
// made: views and maps are kept, and the other body is drawn where it stands relative to it, as
// long as the views stay good.
#pragma once

#include "depth_methods/cascade.hpp"
#include "depth_methods/session/roles.hpp"
#include "imagespace/solid_body.hpp"
#include "impinge/rigid.hpp"
#include "impinge/view.hpp"

#include <optional>

namespace impinge::inline v0::imagespace {

/// What a direction was chosen for, and what it would now be used for.
struct ChosenFor {
    CollisionZone zone;
    Rigid relative; ///< B in the frame of A
};

/// Whether a direction, kept in the frame of A, still serves after a motion. It does as long as B
/// is turned against A by at most 5 degrees and scaled by at most a millionth, and no wall of the
/// zone, in the frame of A or in that of B, moved by more than a tenth of the zone's diagonal
/// there. (A zone that stays in both frames also means that B stays where it is.)
bool still_good(const ChosenFor& before, const ChosenFor& now);

/// How much of the window and of the depth range stays free on every side of a new view, so that
/// small motions need no other.
inline constexpr double spare_of_sessions = 0.1;

/// The bodies of the caller, with the zone in which they can meet.
struct Pair {
    Posed a;
    Posed b;
    CollisionZone zone;
};

/// One direction, with what is kept for it.
struct Plane {
    raster::View view;
    DepthMaps maps;
    Exchanged exchanged;
    std::optional<bool> b_pi_convex = {}; ///< if the last query found it out
    bool by_rays = false;                 ///< the last query found the view beyond floats
    double surface_error = 0;             ///< of the last query
};

class Sight {
  public:
    /// Keeps the planes if they are still good for this pair, and the maps if the same body is
    /// mapped; else chooses new ones. The geometry of both bodies must be on the device.
    Status aim(raster::Device& device, const Pair& pair, Given mapped,
               const SampledOptions& options, double spare, PassLog& log);

    /// The body has another shape from now on.
    void forget_maps_of(Given body);

    [[nodiscard]] std::vector<Plane>& planes() { return planes_; }
    /// The paper's A and B as the views see them.
    [[nodiscard]] const Posed& a() const { return seen_a_; }
    [[nodiscard]] const Posed& b() const { return seen_b_; }
    /// The view in the world of the query.
    [[nodiscard]] raster::View in_world(const Plane& plane) const;

  private:
    bool keeps(const Pair& pair, const SampledOptions& options);
    void glue_to(const Pair& pair, Given mapped);
    [[nodiscard]] bool directions_are_good(const Pair& pair, const SampledOptions& options) const;
    [[nodiscard]] bool windows_are_good(const Pair& seen, int resolution) const;
    Status choose(raster::Device& device, const Pair& pair, const SampledOptions& options,
                  double spare, PassLog& log);

    std::vector<Plane> planes_;
    Given mapped_ = Given::A; ///< the paper's A
    Rigid pose_of_a_;         ///< of the paper's A when the views were chosen
    Rigid motion_;            ///< of the paper's A since then
    ChosenFor chosen_for_;
    Posed seen_a_;
    Posed seen_b_;
};

} // namespace impinge::inline v0::imagespace
