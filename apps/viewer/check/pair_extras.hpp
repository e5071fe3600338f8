// SPDX-License-Identifier: Apache-2.0
//
// What is found out about a pair beside its verdict if the user wants to see it: the regions in
// which two solids overlap, the features that are closest to each other, the box in which they can
// meet.
#pragma once

#include "impinge/convex.hpp"
#include "impinge/distance.hpp"
#include "impinge/overlap.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace impinge::viewer {

struct CheckedBody;
struct ShapeData;

/// Which of them are wanted.
struct WantedExtras {
    bool overlaps = false;
    bool features = false;
    bool interest = false;
    bool way_out = true; ///< of the measured pair

    friend bool operator==(const WantedExtras&, const WantedExtras&) = default;
};

struct RegionFinding {
    double volume = 0;
    Vec3d centroid;
    std::shared_ptr<const ShapeData> shape; ///< its closed surface, in the world
};

struct OverlapFinding {
    Measurable measurable = Measurable::Yes;
    std::vector<std::string> reasons; ///< why it has no volume
    double volume = 0;
    double volume_error = 0; ///< at most
    double area = 0;         ///< of the surface of all regions
    std::vector<RegionFinding> regions;
};

/// The regions of a pair that interferes; nothing if it was cancelled.
Expected<std::shared_ptr<const OverlapFinding>> find_overlap(const Body& a, const Body& b,
                                                             const Context& context);

/// A vertex, an edge or a face in the world, and what it is called.
struct NamedFeature {
    std::string name; ///< "vertex 3", "edge 4-7", "triangle 12"
    /// One point of a vertex, two of an edge, the corners of a face.
    std::vector<Vec3d> outline;
};

struct FeatureFinding {
    /// How they were found.
    enum class Of : std::uint8_t {
        Polytopes,   ///< both are convex, and the walk through their features ended there
        Triangles,   ///< of the nearest triangles of the surfaces
        Penetration, ///< both are convex and overlap: what meets when they are parted
    };

    Of of = Of::Triangles;
    NamedFeature a;
    NamedFeature b;
    Vec3d point_a;
    Vec3d point_b;
    double length = 0; ///< the distance; of a penetration its depth
};

/// Remembers which meshes are convex.
class FeatureFinder {
  public:
    /// `nearest` is what distance() says of bodies that do not overlap. Nothing where there is no
    /// such pair: the bodies overlap and are not both convex.
    std::shared_ptr<const FeatureFinding> find(const CheckedBody& a, const CheckedBody& b,
                                               const std::optional<Distance>& nearest);
    /// Forgets meshes that nobody else holds.
    void forget_unused();

  private:
    const std::optional<Polytope>& polytope_of(const std::shared_ptr<const Mesh>& mesh);

    std::map<std::shared_ptr<const Mesh>, std::optional<Polytope>> polytopes_;
};

/// Around the vertices where they stand.
class WorldBoxes {
  public:
    /// `number` is that of the body in the scene.
    const Box3& of(std::size_t number, const CheckedBody& body);

  private:
    struct Placed {
        std::shared_ptr<const Mesh> mesh;
        Rigid pose;
        Box3 box;
    };
    std::vector<Placed> boxes_; ///< by number
};

} // namespace impinge::viewer
