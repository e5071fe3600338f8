// SPDX-License-Identifier: Apache-2.0
//
// A target of a device and the reference's planes, kept in step: whatever is done to the one is
// done to the other, and both can be compared at any time.
#pragma once

#include "tests/raster/devices.hpp"
#include "tests/raster/reference_machine.hpp"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace impinge::tests {

struct SceneBody {
    Mesh mesh;
    Rigid pose = {};
    std::uint32_t body = 0;
};
using SceneBodies = std::vector<SceneBody>;

inline Planes read_planes(raster::Device& device, const raster::Target& target) {
    Planes planes(target.width(), target.height());
    planes.depth = need(device.read_depth(target));
    planes.stencil = need(device.read_stencil(target));
    planes.ids = {need(device.read_ids(target, 0)), need(device.read_ids(target, 1))};
    return planes;
}

/// Bodies on a device.
class Stage {
  public:
    Stage(raster::Device& device, SceneBodies bodies,
          raster::Parts parts = raster::Parts::TrianglesAndEdges)
        : bodies_(std::move(bodies)) {
        for (const SceneBody& body : bodies_) {
            geometries_.push_back(need(device.upload(body.mesh.view(), parts)));
        }
    }

    [[nodiscard]] std::vector<raster::Draw> draws(raster::Query* query = nullptr) const {
        std::vector<raster::Draw> result;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            result.push_back({geometries_[i].get(), bodies_[i].pose, bodies_[i].body, query});
        }
        return result;
    }
    [[nodiscard]] std::vector<ReferenceDraw>
    reference_draws(std::uint64_t* samples = nullptr) const {
        std::vector<ReferenceDraw> result;
        for (const SceneBody& body : bodies_) {
            result.push_back({&body.mesh, body.pose, body.body, samples});
        }
        return result;
    }
    [[nodiscard]] raster::Geometry& geometry(std::size_t i) const { return *geometries_[i]; }

  private:
    SceneBodies bodies_;
    std::vector<std::unique_ptr<raster::Geometry>> geometries_;
};

class Twin {
  public:
    Twin(raster::Device& device, int width, int height, ReferenceTolerance tolerance = {})
        : device_(device), target_(need(device.make_target(width, height))), planes_(width, height),
          machine_(tolerance) {
        clear();
    }

    void clear(const raster::Clear& values = {}) {
        need(device_.clear(*target_, values));
        const auto fill = [](auto& plane, const auto& value) {
            if (value) {
                std::fill(plane.begin(), plane.end(), *value);
            }
        };
        fill(planes_.depth, values.depth);
        if (values.depth) {
            std::fill(planes_.depth_error.begin(), planes_.depth_error.end(), 0);
        }
        fill(planes_.stencil, values.stencil);
        fill(planes_.ids[0], values.id_0);
        fill(planes_.ids[1], values.id_1);
    }

    void draw(const raster::View& view, const raster::Pass& pass, const Stage& stage,
              const Twin* reference = nullptr) {
        draw(view, pass, stage.draws(), stage.reference_draws(), reference);
    }
    void draw(const raster::View& view, const raster::Pass& pass,
              std::span<const raster::Draw> draws, std::span<const ReferenceDraw> reference_draws,
              const Twin* reference = nullptr) {
        need(device_.draw(*target_, view, pass, draws,
                          reference != nullptr ? reference->target_.get() : nullptr));
        machine_.draw(planes_, view, pass, reference_draws,
                      reference != nullptr ? &reference->planes_ : nullptr);
    }
    /// Returns how many fragments the reference let pass.
    std::uint64_t cover(float depth, const raster::Pass& pass, std::uint32_t body = 0,
                        const Twin* reference = nullptr, raster::Query* query = nullptr) {
        std::uint64_t samples = 0;
        need(device_.cover(*target_, depth, pass, {.body = body, .query = query},
                           reference != nullptr ? reference->target_.get() : nullptr));
        machine_.cover(planes_, depth, pass, {.body = body, .samples = &samples},
                       reference != nullptr ? &reference->planes_ : nullptr);
        return samples;
    }

    [[nodiscard]] testing::AssertionResult agrees() const {
        return same_planes(read_planes(device_, *target_), planes_);
    }

    [[nodiscard]] raster::Target& target() const { return *target_; }
    [[nodiscard]] Planes& planes() { return planes_; }
    [[nodiscard]] const Planes& planes() const { return planes_; }
    [[nodiscard]] const ReferenceMachine& machine() const { return machine_; }

  private:
    raster::Device& device_;
    std::unique_ptr<raster::Target> target_;
    Planes planes_;
    ReferenceMachine machine_;
};

} // namespace impinge::tests
