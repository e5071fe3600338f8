// SPDX-License-Identifier: Apache-2.0
#include "imagespace/layers/pixel_layers.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// How often a body winds around the ray: at the depth at hand (at most: whatever the order of the
/// layers there, those that enter come first), and behind it.
struct Winding {
    int at = 0;
    int behind = 0;

    void move_on() { at = behind; }
    void pass(const Layer& layer) {
        at += layer.front ? 1 : 0;
        behind += layer.front ? 1 : -1;
    }
};

} // namespace

bool layers_overlap(std::span<const Layer> layers, EqualDepths equal_depths) {
    Winding a;
    Winding b;
    for (std::size_t i = 0; i < layers.size();) {
        const float depth = layers[i].depth;
        for (; i < layers.size() && layers[i].depth == depth; ++i) {
            (layers[i].owner == Owner::A ? a : b).pass(layers[i]);
        }
        const bool touch = equal_depths == EqualDepths::Overlap && a.at >= 1 && b.at >= 1;
        const bool overlap = a.behind >= 1 && b.behind >= 1;
        if (touch || overlap) {
            return true;
        }
        a.move_on();
        b.move_on();
    }
    return false;
}

} // namespace impinge::inline v0::imagespace
