// SPDX-License-Identifier: Apache-2.0
//
// Does nothing pass through anything? For `simulate --verify` and tests. Uses nothing of the
// response to contacts: what lies beyond what is read off the surfaces that the contacts cut.
#pragma once

#include "scenes/motion/moving_scene.hpp"

#include <cstdint>

namespace impinge::scenes {

/// How deep one body of the pair reaches into, or beyond, the other. The triangles that meet cut
/// the surface of each body; of what they cut each connected part into, all but the piece with the
/// most vertices may lie beyond the other body. Each vertex there that lies in the other body, if
/// that is a solid, counts with its distance from the nearest of the other body's triangles that
/// were met along the cut. Of a sheet, what is cut off by triangles at the rim of a tear has gone
/// through the tear, and does not count.
double deepest_vertex(const MovingScene& scene, const BodyContacts& contacts);

/// One frame, seen from its first step on.
struct MotionCheck {
    double deepest = 0;      ///< after any step
    double largest_step = 0; ///< of any point
    /// Pairs of bodies after a step, and steps with a vertex that deep in the ground: beyond
    /// limits().depth.
    std::uint64_t too_deep = 0;
    std::uint64_t too_far = 0;     ///< steps with a point that moved farther than limits().step
    std::uint64_t swallowed = 0;   ///< pairs of bodies after a step, one inside the other
    std::uint64_t exact_pairs = 0; ///< pairs that collide() was asked about, at the end
    std::uint64_t verdicts = 0;    ///< at the end, other than that of collide()
    std::uint64_t contacts = 0;    ///< pairs of bodies whose pairs of triangles are not those of
                                   ///< collide()
    /// Of contacts found by pixels, at the end: pairs that overlap by no more than a pixel and that
    /// the contacts do not name. No difference.
    std::uint64_t unseen = 0;

    [[nodiscard]] std::uint64_t differences() const {
        return too_deep + too_far + swallowed + verdicts + contacts;
    }
};

/// After a step: depths and distances moved. Where contacts are found by pixels, depths are those
/// of the contacts that the exact engine finds.
void check_step(MotionCheck& check, const MovingScene& scene);

/// At the end of a frame: asks collide() about every pair that matters whose vertices' boxes
/// overlap, and holds the scene's contacts against its answers. Contacts found by pixels may leave
/// out pairs that overlap by less than a pixel and name some that are nearer than one; pairs of
/// triangles must be some of those of collide().
Status check_contacts(MotionCheck& check, const MovingScene& scene, const Context& context = {});

} // namespace impinge::scenes
