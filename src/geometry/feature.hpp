// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of features: which edge joins two corners, which edges hold a feature.
#pragma once

#include "impinge/triangle.hpp"

namespace impinge::inline v0 {

constexpr Feature vertex_feature(int corner) {
    return static_cast<Feature>(static_cast<int>(Feature::Vertex0) + corner);
}
constexpr Feature edge_feature(int edge) {
    return static_cast<Feature>(static_cast<int>(Feature::Edge0) + edge);
}
/// The edge between two different corners.
constexpr Feature edge_between(int corner, int other) {
    return edge_feature((corner + 1) % 3 == other ? corner : other);
}
constexpr bool is_vertex(Feature feature) { return feature >= Feature::Vertex0; }
constexpr bool is_edge(Feature feature) {
    return feature >= Feature::Edge0 && feature <= Feature::Edge2;
}
/// The corner of a vertex feature, the first corner of an edge feature.
constexpr int corner_of(Feature feature) {
    return static_cast<int>(feature) -
           static_cast<int>(is_vertex(feature) ? Feature::Vertex0 : Feature::Edge0);
}
/// Whether the closed edge holds the feature.
constexpr bool lies_on_edge(Feature feature, int edge) {
    return feature == edge_feature(edge) || feature == vertex_feature(edge) ||
           feature == vertex_feature((edge + 1) % 3);
}
/// The smallest feature whose closure holds both.
constexpr Feature common_feature(Feature f, Feature g) {
    if (f == g) {
        return f;
    }
    for (int edge = 0; edge < 3; ++edge) {
        if (lies_on_edge(f, edge) && lies_on_edge(g, edge)) {
            return edge_feature(edge);
        }
    }
    return Feature::Face;
}

} // namespace impinge::inline v0
