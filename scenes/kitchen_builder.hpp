// SPDX-License-Identifier: Apache-2.0
//
// Collects the bodies of a kitchen. All coordinates are put on the grid of assembly.hpp, so that a
// body stands on another one without rounding.
#pragma once

#include "scenes/kitchen.hpp"
#include "scenes/turned_solid.hpp"

#include <string>
#include <vector>

namespace impinge::scenes {

class KitchenBuilder {
  public:
    void box(const std::string& name, Vec3d low, Vec3d high);
    /// `offset` moves all of them.
    void bricks(const std::string& name, std::vector<Box3> bricks, Vec3d offset = {0, 0, 0});
    /// A convex body with an octagonal outline that stands at `foot`.
    void octagon(const std::string& name, Vec3d foot, double half_width,
                 const std::vector<OutlineRing>& rings);
    /// A body from the lathe that stands at `foot`.
    void turned(const std::string& name, Vec3d foot, std::vector<ProfilePoint> profile);

    /// Turned bodies share what the others leave of the triangles.
    std::vector<KitchenBody> build(const Kitchen& wanted) &&;

  private:
    struct TurnedBody {
        std::size_t index = 0; ///< among the bodies
        Vec3d foot;
        std::vector<ProfilePoint> profile;
    };

    std::vector<KitchenBody> bodies_;
    std::vector<TurnedBody> turned_;
};

/// A name for one of several: cup-1, cup-2, ...
inline std::string numbered(const char* name, std::size_t index) {
    return name + std::string("-") + std::to_string(index + 1);
}

/// Floor, walls, cupboards with doors, sink, stove, fridge, table, chairs, shelves.
void furnish(KitchenBuilder& kitchen);
/// What stands on the table, on the worktop, on the stove and in the shelves.
void lay_out_things(KitchenBuilder& kitchen);

} // namespace impinge::scenes
