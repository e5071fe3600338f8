// SPDX-License-Identifier: Apache-2.0
//
// Texts of the compute shaders of a swarm. Buffers are bound anew for each stage, in the order in
// which swarm_stages.cpp names them.
#pragma once

namespace impinge::inline v0::gpu::opengl::swarm {

extern const char* const swarm_common;     ///< the frame, the state, lists
extern const char* const swarm_cells;      ///< levels and cells of boxes
extern const char* const swarm_narrow;     ///< convex/verdict again: proofs about two polytopes
extern const char* const swarm_motion;     ///< bodies fly, turn, and bounce off the walls of a box
extern const char* const swarm_boxes;      ///< boxes, and how many there are in each cell
extern const char* const swarm_places;     ///< where the members of each group begin
extern const char* const swarm_fill;       ///< boxes cell by cell
extern const char* const swarm_candidates; ///< pairs of boxes that overlap
extern const char* const swarm_quick;      ///< what the line through the centres settles
extern const char* const swarm_search;     ///< convex/verdict/common_point_search again
extern const char* const swarm_order;      ///< pairs body by body
extern const char* const swarm_sort;       ///< short lists of partners
extern const char* const swarm_deliver;    ///< the answer, into memory of the processor

} // namespace impinge::inline v0::gpu::opengl::swarm
