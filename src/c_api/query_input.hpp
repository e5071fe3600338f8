// SPDX-License-Identifier: Apache-2.0
//
// Bodies and options as C programs hand them over, checked and turned into those of the C++ API.
#pragma once

#include "impinge.h"
#include "impinge/collide.hpp"

namespace impinge::inline v0 {

/// `name` stands for the body in messages.
Expected<Body> to_body(const impinge_body* body, const char* name);

struct QueryOptions {
    Detail detail = Detail::Verdict;
    Context context;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
};
Expected<QueryOptions> to_options(const impinge_options* options);

/// What every query about two bodies is asked with.
struct PairQuery {
    Body a;
    Body b;
    QueryOptions options;
};
Expected<PairQuery> to_pair_query(const impinge_body* a, const impinge_body* b,
                                  const impinge_options* options);

} // namespace impinge::inline v0
