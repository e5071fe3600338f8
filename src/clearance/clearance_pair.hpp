// SPDX-License-Identifier: Apache-2.0
//
// Two bodies on a device, looked at along one direction: what clearance maps are made with.
#pragma once

#include "clearance/clearance_pixels.hpp"
#include "clearance/clearance_view.hpp"

#include <memory>

namespace impinge::inline v0::imagespace {

/// A stays where it is; its depth maps are kept.
class ClearancePair {
  public:
    /// The meshes (and the device) must outlive the object.
    static Expected<ClearancePair> make(raster::Device& device, const Body& a, const Body& b,
                                        const ClearanceOptions& options, ClearanceWindow window,
                                        const Context& context);

    [[nodiscard]] const Rigid& pose_a() const { return a_.pose; }
    Expected<ClearanceMap> map(const Rigid& pose_b, const Context& context);

  private:
    ClearancePair(raster::Device& device, ClearanceOptions options, ClearanceWindow window)
        : device_(device), options_(std::move(options)), window_(window) {}

    struct Measured {
        PixelClearances pixels;
        double surface_error = 0;
    };

    Status upload(const Body& a, const Body& b);
    Status choose_direction(const Body& a, const Body& b);
    [[nodiscard]] bool reaches_over(std::span<const Vec3d> corners_b) const;
    Status look_at(std::span<const Vec3d> corners_b);
    Status draw_a();
    Expected<Measured> measure_drawn();
    [[nodiscard]] Measured measure_by_rays() const;
    [[nodiscard]] Placed placed_a() const { return {box_a_, a_.pose}; }
    [[nodiscard]] Placed placed_b() const { return {box_b_, b_.pose}; }
    [[nodiscard]] RayBody ray_body_a() const {
        return {a_.mesh, a_.pose, facing_of(diagnosis_a_, a_.pose)};
    }
    [[nodiscard]] RayBody ray_body_b() const {
        return {b_.mesh, b_.pose, facing_of(diagnosis_b_, b_.pose)};
    }

    raster::Device& device_;
    ClearanceOptions options_;
    Context context_; ///< of the present map
    ClearanceWindow window_;
    std::unique_ptr<raster::Geometry> geometry_a_;
    std::unique_ptr<raster::Geometry> geometry_b_;
    std::unique_ptr<raster::Target> target_;
    Side a_;
    Side b_;
    Diagnosis diagnosis_a_;
    Diagnosis diagnosis_b_;
    Box3 box_a_; ///< of the triangles, in the body's own frame
    Box3 box_b_;
    Vec3d direction_;
    std::vector<Vec3d> corners_a_;
    raster::View view_;
    bool by_rays_ = false; ///< the view is beyond floats: nothing is drawn
    std::optional<LayerMaps> maps_a_;
};

} // namespace impinge::inline v0::imagespace
