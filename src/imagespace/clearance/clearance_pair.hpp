// SPDX-License-Identifier: Apache-2.0
//
// Two bodies on a device, looked at along one direction: what clearance maps are made with.
#pragma once

#include "imagespace/clearance/clearance_layers.hpp"
#include "imagespace/clearance/clearance_view.hpp"

#include <memory>

namespace impinge::inline v0::imagespace {

/// A stays where it is; its depth maps are kept.
class ClearancePair {
  public:
    /// The meshes (and the device) must outlive the object.
    static Expected<ClearancePair> make(raster::Device& device, const Body& a, const Body& b,
                                        const ClearanceOptions& options, ClearanceWindow window);

    [[nodiscard]] const Rigid& pose_a() const { return a_.pose; }
    Expected<ClearanceMap> map(const Rigid& pose_b);

  private:
    ClearancePair(raster::Device& device, ClearanceOptions options, ClearanceWindow window)
        : device_(device), options_(std::move(options)), window_(window) {}

    Status upload(const Body& a, const Body& b);
    Status choose_direction(const Body& a, const Body& b);
    [[nodiscard]] bool reaches_over(std::span<const Vec3d> corners_b) const;
    Status look_at(std::span<const Vec3d> corners_b);
    Status draw_a();

    raster::Device& device_;
    ClearanceOptions options_;
    ClearanceWindow window_;
    std::unique_ptr<raster::Geometry> geometry_a_;
    std::unique_ptr<raster::Geometry> geometry_b_;
    std::unique_ptr<raster::Target> target_;
    Side a_;
    Side b_;
    Vec3d direction_;
    std::vector<Vec3d> corners_a_;
    raster::View view_;
    std::optional<LayerMaps> maps_a_;
};

} // namespace impinge::inline v0::imagespace
