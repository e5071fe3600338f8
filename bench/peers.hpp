// SPDX-License-Identifier: Apache-2.0
//
// Other libraries behind one interface, so that each is asked the same questions about the same
// meshes in the same run. What a peer builds and what it then answers are timed apart.
#pragma once

#include "impinge/mesh.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace impinge::bench {

enum class Question : std::uint8_t {
    Meet,  ///< do the surfaces meet at all? Stops at the first pair.
    Pairs, ///< how many triangle pairs meet?
    Self,  ///< how many pairs of non-adjacent triangles of the first mesh meet?
};

/// Answers the question it was prepared for: the number of pairs, or 0 and 1.
using Answer = std::function<std::uint64_t()>;

/// A way to prepare an answer: trees and copies of the meshes, built from nothing.
struct Peer {
    std::string name;
    std::vector<Question> questions;
    std::function<Answer(Question, const Mesh&, const Mesh&)> prepare;
    /// Carries the vertices of the meshes over into what was prepared and answers again: what a
    /// deforming body costs. Empty if the peer has nothing cheaper than to prepare anew.
    std::function<Answer(Question, const Mesh&, const Mesh&)> prepare_refitting;
};

#ifdef IMPINGE_BENCH_FCL
Peer fcl_peer();
#endif
#ifdef IMPINGE_BENCH_CGAL
Peer cgal_tree_peer();
Peer cgal_boxes_peer();
#endif

} // namespace impinge::bench
