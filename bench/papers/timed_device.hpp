// SPDX-License-Identifier: Apache-2.0
//
// A device that hands everything on to another one and keeps the time: how long methods that run on
// it draw, read, look through what they read, and wait for queries.
#pragma once

#include "impinge/raster.hpp"

namespace impinge::bench {

/// How collect() is answered.
enum class Reading : std::uint8_t {
    Collected,   ///< by the device: only pixels that are meant cross the bus
    WholePlanes, ///< all planes are read and then looked through, as the thesis does
};

/// Milliseconds.
struct DevicePhases {
    double handing_over = 0; ///< meshes
    double rendering = 0;    ///< with all waiting for it
    double reading = 0;      ///< pixels, counts, histograms
    double parsing = 0;      ///< only with WholePlanes: else the device does it while reading
    double querying = 0;     ///< what queries have counted
};

class TimedDevice : public raster::Device {
  public:
    using raster::Device::draw;

    explicit TimedDevice(raster::Device& device, Reading reading = Reading::Collected)
        : device_(device), reading_(reading) {}

    [[nodiscard]] const DevicePhases& phases() const { return phases_; }
    /// What was timed before counts no more.
    void start_again() { phases_ = {}; }

    [[nodiscard]] const raster::DeviceInfo& info() const override { return device_.info(); }
    Expected<std::unique_ptr<raster::Geometry>> upload(const MeshView& mesh,
                                                       raster::Parts parts) override;
    Status update_positions(raster::Geometry& geometry, const MeshView& mesh) override;
    Status update_mesh(raster::Geometry& geometry, const MeshView& mesh) override;
    Expected<std::unique_ptr<raster::Target>> make_target(int width, int height) override;
    Expected<std::unique_ptr<raster::Query>> make_query(raster::QueryKind kind) override;
    Status clear(raster::Target& target, const raster::Clear& values) override;
    Status draw(raster::Target& target, const raster::View& view, const raster::Pass& pass,
                std::span<const raster::Draw> draws, const raster::Target* reference) override;
    Status cover(raster::Target& target, float depth, const raster::Pass& pass,
                 const raster::Draw& draw, const raster::Target* reference) override;
    Status copy(const raster::Target& from, raster::Target& to, raster::Plane plane) override;
    Expected<std::uint64_t> count(const raster::Target& target,
                                  const raster::PixelTest& test) override;
    Expected<std::array<std::uint64_t, 256>>
    stencil_histogram(const raster::Target& target) override;
    Expected<std::vector<raster::Pixel>> collect(const raster::Target& target,
                                                 const raster::PixelTest& test) override;
    Expected<std::vector<std::vector<raster::IdPair>>>
    close_pairs(const raster::Target& one, const raster::Target& other,
                std::span<const raster::CloseArea> areas) override;
    Expected<std::vector<float>> read_depth(const raster::Target& target) override;
    Expected<std::vector<std::uint8_t>> read_stencil(const raster::Target& target) override;
    Expected<std::vector<std::uint32_t>> read_ids(const raster::Target& target, int plane) override;
    Expected<std::uint64_t> result(raster::Query& query) override;
    Expected<std::optional<std::uint64_t>> poll(raster::Query& query) override;
    Status reset(raster::Query& query) override;
    Status finish() override;
    [[nodiscard]] std::unique_ptr<raster::Hold> hold() override { return device_.hold(); }

  private:
    template <typename Work> auto keep_time(double& phase, const Work& work);
    template <typename Work> Status render(const Work& work);
    /// Waits first for what was drawn, which is rendering.
    template <typename Work> auto wait_and_keep_time(double& phase, const Work& work);
    template <typename Work> auto read(const Work& work) {
        return wait_and_keep_time(phases_.reading, work);
    }
    Expected<std::vector<raster::Pixel>> look_through(const raster::Target& target,
                                                      const raster::PixelTest& test);

    raster::Device& device_;
    Reading reading_;
    DevicePhases phases_;
    bool drawing_ = false; ///< something was drawn since the device was last waited for
};

} // namespace impinge::bench
