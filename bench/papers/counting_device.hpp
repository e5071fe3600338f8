// SPDX-License-Identifier: Apache-2.0
//
// A device that hands everything on and counts what is drawn: the same numbers on every machine.
#pragma once

#include "bench/papers/timed_device.hpp"

#include <map>

namespace impinge::bench {

struct Drawn {
    std::uint64_t triangles = 0; ///< handed to passes, also those that are culled or clipped
    std::uint64_t pixels = 0;    ///< of the windows that passes drew into

    Drawn& operator+=(const Drawn& other) {
        triangles += other.triangles;
        pixels += other.pixels;
        return *this;
    }
};

class CountingDevice final : public TimedDevice {
  public:
    using TimedDevice::TimedDevice;

    /// Since the last time.
    Drawn take() { return std::exchange(drawn_, {}); }

    Expected<std::unique_ptr<raster::Geometry>> upload(const MeshView& mesh,
                                                       raster::Parts parts) override {
        auto geometry = TimedDevice::upload(mesh, parts);
        if (geometry) {
            triangles_[geometry->get()] = mesh.triangle_count();
        }
        return geometry;
    }
    Status draw(raster::Target& target, const raster::View& view, const raster::Pass& pass,
                std::span<const raster::Draw> draws, const raster::Target* reference) override {
        drawn_.pixels +=
            static_cast<std::uint64_t>(view.width) * static_cast<std::uint64_t>(view.height);
        for (const raster::Draw& one : draws) {
            drawn_.triangles += triangles_[one.geometry];
        }
        return TimedDevice::draw(target, view, pass, draws, reference);
    }

  private:
    std::map<const raster::Geometry*, std::uint64_t> triangles_;
    Drawn drawn_;
};

} // namespace impinge::bench
