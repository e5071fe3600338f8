// SPDX-License-Identifier: Apache-2.0
#include "imagespace/layers/pixel_layers.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// What the paper's tests say about B and one piece of A, from its nearer to its farther layer.
struct PieceTests {
    std::size_t passing_2 = 0; ///< layers of B before the farther one (SC1)
    std::size_t passing_3 = 0; ///< layers of B before the nearer one (SC2)

    [[nodiscard]] bool overlap() const {
        const bool odd = passing_2 % 2 != 0;
        return passing_2 != 0 && (odd || passing_2 != passing_3);
    }
};

} // namespace

bool layers_overlap(std::span<const Layer> layers, EqualDepths equal_depths) {
    const bool apart = equal_depths == EqualDepths::Apart;
    std::size_t before = 0; // layers of B before the depth at hand
    bool inside_a = false;
    PieceTests piece;
    for (std::size_t i = 0; i < layers.size();) {
        std::size_t end = i;
        std::size_t through = before;
        for (; end < layers.size() && layers[end].depth == layers[i].depth; ++end) {
            through += layers[end].owner == Owner::B ? 1 : 0;
        }
        for (; i < end; ++i) {
            if (layers[i].owner == Owner::B) {
                continue;
            }
            inside_a = !inside_a;
            if (inside_a) {
                piece.passing_3 = apart ? through : before;
                continue;
            }
            piece.passing_2 = apart ? before : through;
            if (piece.overlap()) {
                return true;
            }
        }
        before = through;
    }
    return false;
}

} // namespace impinge::inline v0::imagespace
