// SPDX-License-Identifier: Apache-2.0
//
// Texts of compute shaders, a file for each stage of the exact engine, with the names of its
// functions and files on the processor.
#pragma once

namespace impinge::inline v0::gpu::opengl {

// What functions read, apart from them: many frames at once have buffers of their own for it.
extern const char* const frame_words_of_one;
extern const char* const sides_of_one;  ///< a body a side: what is told of it is in the frame
extern const char* const sides_of_many; ///< behind the state, for each body
extern const char* const position_buffers;
extern const char* const triangle_buffers;

extern const char* const common_functions; ///< the frame, the state, lists
extern const char* const image_functions;  ///< exact/pairs/slice_image: whether a box meets a bit
extern const char* const stored_functions; ///< words of vertices
extern const char* const placed_functions; ///< exact/world_mesh again: vertices in the world
extern const char* const fine_functions;   ///< the same in doubles
extern const char* const body_image_functions; ///< which bodies are in the cells of an image
extern const char* const cell_functions;       ///< exact/pairs/cell_bins again: levels and cells
extern const char* const count_functions;      ///< how many boxes there are in each cell
extern const char* const
    match_functions;                     ///< whether two boxes are a candidate, and where to put it
extern const char* const pair_functions; ///< what two triangles have in common
extern const char* const filter_in_floats; ///< macros for the functions that follow
extern const char* const filter_in_doubles;
extern const char* const filter_functions; ///< exact/pairs/side_filter, and what signs settle

extern const char* const world_stage;   ///< boxes of both bodies
extern const char* const codes_stage;   ///< exact/pairs/quantised_mesh, in their common part
extern const char* const cull_stage;    ///< exact/pairs/slice_image; BODY is 0 or 1
extern const char* const count_stage;   ///< sizes of cells, for one body alone
extern const char* const places_stage;  ///< where the entries of cells begin; the last cull of A
extern const char* const fill_stage;    ///< exact/pairs/cell_bins: the entries
extern const char* const match_stage;   ///< exact/pairs/match_parts: candidates
extern const char* const crowd_stage;   ///< those of crowded cells
extern const char* const filter_stage;  ///< candidates to sure pairs and pairs in doubt
extern const char* const deliver_stage; ///< the answer, into memory of the processor

/// Before the first frame with these meshes: makes their corners those of the side.
extern const char* const lay_out_stage;

} // namespace impinge::inline v0::gpu::opengl
