// SPDX-License-Identifier: Apache-2.0
#include "scenes/catalogue.hpp"

#include "scenes/scene_builders.hpp"

#include <algorithm>
#include <array>

namespace impinge::scenes {
namespace {

struct Entry {
    const char* name;
    const char* description;
    std::size_t triangles;
    Bodies (*build)(const SceneOptions&);
};

constexpr std::array entries{
    Entry{"jaws-open", "Two rows of teeth, opened by 6 mm; 3.46 mm apart where they are nearest",
          110000, jaws_open},
    Entry{"jaws-touching", "Two rows of teeth that touch without biting: exactly touching", 110000,
          jaws_touching},
    Entry{"jaws-biting", "Two rows of teeth that bite 0.25 mm into each other", 110000,
          jaws_biting},
    Entry{"five-teeth", "Two upper and three lower teeth with their roots, 0.2 mm apart", 110000,
          teeth_apart},
    Entry{"boxes-apart", "Two boxes with a gap between them", 24, boxes_apart},
    Entry{"boxes-flush", "A box standing flush on a larger one: touching, not crossing", 24,
          boxes_flush},
    Entry{"boxes-edge", "Two boxes that share a part of an edge", 24, boxes_edge},
    Entry{"boxes-corner", "Two boxes that share a corner", 24, boxes_corner},
    Entry{"boxes-aligned", "Two walls in line that overlap, four of their faces in common planes",
          24, boxes_aligned},
    Entry{"boxes-inside", "A box inside another, surfaces not touching", 24, boxes_inside},
    Entry{"boxes-inside-flush", "A box inside another, standing on its floor from within", 24,
          boxes_inside_flush},
    Entry{"bricks", "A small brick wall: every brick flush with its neighbours", 108, bricks},
    Entry{"duplicates", "A body, its copy, and its copy as loose triangles in another order", 6000,
          duplicates},
    Entry{"nested", "Three solids, each inside the next larger one", 12000, nested},
    Entry{"nested-pierced",
          "Eight solids, each inside the next larger one, and a rod through all of them", 18000,
          nested_pierced},
    Entry{"cavity", "A hollow ball and a ball that fills all but 0.4 % of its cavity: apart", 20000,
          cavity},
    Entry{"cavity-plugged", "A hollow ball and the core that fills its cavity exactly: touching",
          12000, cavity_plugged},
    Entry{"block-and-comb", "A block between the plates of a comb, two layers against six: apart",
          160000, block_and_comb},
    Entry{"two-hooks", "Two bodies of two layers, each behind the other in one place: apart",
          160000, two_hooks},
    Entry{"two-combs", "Two combs whose plates alternate, twelve layers: apart but inseparable",
          160000, two_combs},
    Entry{"bumpy-spheres", "Two bumpy balls that cross", 20000, bumpy_spheres},
    Entry{"bumpy-spheres-near", "Two bumpy balls a hair's breadth apart, their boxes overlapping",
          20000, bumpy_spheres_near},
    Entry{"torus-knots", "Two trefoil knots that cross in many places", 20000, torus_knots},
    Entry{"tangled-knots", "Three trefoil knots side by side on one torus: apart but inseparable",
          30000, tangled},
    Entry{"tangled-knots-crossing",
          "Six torus knots in a tangle: some of them cross, others only wind through each other",
          60000, tangled_crossing},
    Entry{"gears", "Two gears in mesh with a little backlash: apart", 20000, gears_clear},
    Entry{"gears-clash", "Two gears mounted 0.3 modules too close: their teeth cross", 20000,
          gears_clash},
    Entry{"cloth", "A folded sheet, open, that comes near itself without contact", 50000,
          cloth_folded},
    Entry{"cloth-crossing", "A folded sheet, open, that passes through itself", 50000,
          cloth_crossing},
    Entry{"cloth-pierced", "A folded sheet, open, and a ball that pierces it", 50000,
          cloth_pierced},
    Entry{"polytopes", "Convex bodies of 36 faces scattered in a box, some of them overlapping",
          1440, polytopes},
    Entry{"crowd",
          "Five hundred boxes, polytopes, hollow balls and knots, many of them overlapping", 50000,
          mixed_crowd},
    Entry{"kitchen",
          "A fitted kitchen with its crockery: convex, hollow and put together from boards", 12000,
          whole_kitchen},
};

constexpr std::size_t most_triangles = 100'000'000;

} // namespace

std::vector<SceneInfo> list_scenes() {
    std::vector<SceneInfo> scenes;
    scenes.reserve(entries.size());
    for (const Entry& entry : entries) {
        scenes.push_back({entry.name, entry.description});
    }
    return scenes;
}

Expected<Scene> make_scene(std::string_view name, const SceneOptions& options) {
    const auto* const entry =
        std::find_if(entries.begin(), entries.end(),
                     [&](const Entry& candidate) { return name == candidate.name; });
    if (entry == entries.end()) {
        return Error{ErrorCode::InvalidArgument,
                     "there is no scene called '" + std::string(name) + "'"};
    }
    if (options.triangles > most_triangles) {
        return Error{ErrorCode::InvalidArgument,
                     std::string(entry->name) + ": " + std::to_string(options.triangles) +
                         " triangles are more than the " + std::to_string(most_triangles) +
                         " a scene may have"};
    }
    SceneOptions sized = options;
    if (sized.triangles == 0) {
        sized.triangles = entry->triangles;
    }
    return Scene{entry->name, entry->description, entry->build(sized)};
}

} // namespace impinge::scenes
