// SPDX-License-Identifier: Apache-2.0
//
// Contacts of a moving scene by edge rays, with what it takes to answer them.
#pragma once

#include "impinge/edge_contacts.hpp"
#include "scenes/motion/frame_contacts.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace impinge::scenes {

struct EdgeRayChoice {
    raster::DeviceKind device = raster::DeviceKind::Software;
    int resolution = 512; ///< pixels along the longer side of the window
};

/// For the same bodies frame after frame: they stay on the device.
class EdgeRayContacts {
  public:
    static Expected<std::shared_ptr<EdgeRayContacts>> open(const EdgeRayChoice& choice,
                                                           const Context& context);

    /// A ContactFinder. Pairs of triangles are those along the curves of contact.
    Expected<FrameContacts> find(std::span<const Body> bodies, const PairMatters& matters,
                                 const Context& context);

    /// Of the bodies that were asked about last.
    [[nodiscard]] const std::vector<imagespace::EdgeContact>& contacts() const {
        return contacts_.contacts;
    }
    [[nodiscard]] double pixel_size() const { return pixel_size_; } ///< the largest so far

  private:
    EdgeRayContacts(std::unique_ptr<raster::Device> device, int resolution)
        : device_(std::move(device)), resolution_(resolution) {}

    std::unique_ptr<raster::Device> device_; // before the session, which needs it
    int resolution_;
    std::optional<imagespace::EdgeRaySession> session_;
    imagespace::EdgeContacts contacts_;
    double pixel_size_ = 0;
};

} // namespace impinge::scenes
