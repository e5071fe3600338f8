// SPDX-License-Identifier: Apache-2.0
//
// The scenes of cinder_bench: what the thesis says of its own (how many boxes, how many polygons,
// interfering or not), with other places for the bodies in every trial.
#pragma once

#include "base/random.hpp"
#include "impinge/collide.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace impinge::bench {

/// Meshes with what is known of them, and which of them each body is.
class Stock {
  public:
    void add(Mesh mesh, std::size_t copies = 1);

    [[nodiscard]] std::size_t size() const { return mesh_of_body_.size(); }
    [[nodiscard]] std::size_t triangles() const; ///< of all bodies together
    /// One body for each pose, in the order in which they were added. They point into the stock.
    [[nodiscard]] std::vector<Body> bodies(const std::vector<Rigid>& poses) const;

    [[nodiscard]] std::size_t mesh_count() const { return solids_.size(); }
    [[nodiscard]] const Mesh& mesh(std::size_t which) const { return solids_[which]->mesh; }
    [[nodiscard]] std::size_t mesh_of_body(std::size_t body) const { return mesh_of_body_[body]; }

  private:
    struct Solid {
        Mesh mesh;
        Diagnosis diagnosis;
    };
    std::vector<std::unique_ptr<const Solid>> solids_;
    std::vector<std::size_t> mesh_of_body_;
};

struct TrialScene {
    std::shared_ptr<const Stock> stock;
    std::function<std::vector<Rigid>(Random& random)> poses; ///< of all bodies, for one trial
};

/// Boxes of twelve triangles, turned and scattered over a cube so that about every second one meets
/// another, however many there are. Two stand in its corners, so that it is the same in all trials.
TrialScene scattered_boxes(std::size_t count);

/// Balls of one shape, about as near to each other as they are large.
TrialScene clustered_balls(std::size_t count, std::size_t triangles);

/// Exactly so many triangles of knots, balls and boxes, scattered over a room with boxes in two
/// corners.
TrialScene mixed_bodies(std::size_t triangles, Vec3d room);

enum class Meeting : std::uint8_t { Apart, Crossing };

/// Two rings through each other with overlapping boxes, and a small body beside them: exactly so
/// many triangles.
TrialScene linked_rings(std::size_t triangles, Meeting meeting);

} // namespace impinge::bench
