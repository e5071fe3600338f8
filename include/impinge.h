/* SPDX-License-Identifier: Apache-2.0
 *
 * impinge for C and for every language that can call C: do two bodies interfere, and where? How
 * close are they? How are they to be pushed apart? Does a mesh cross itself? The answers are those
 * of the C++ API, bit for bit, and mean what its headers say (impinge/collide.hpp, distance.hpp,
 * self_intersections.hpp).
 *
 *     impinge_body a = IMPINGE_BODY_INIT, b = IMPINGE_BODY_INIT;
 *     a.positions = xyz;           a.vertex_count = 8;
 *     a.triangles = corners;       a.triangle_count = 12;
 *     ...
 *     impinge_error error;
 *     impinge_interference* result;
 *     if (impinge_collide(&a, &b, NULL, &result, &error) != IMPINGE_OK) {
 *         puts(error.message);
 *     } else {
 *         puts(impinge_verdict_name(impinge_interference_verdict(result)));
 *         impinge_interference_free(result);
 *     }
 *
 * Rules, for all of it:
 *  - Errors: every query returns a status. If it is not IMPINGE_OK, results are set to NULL or left
 *    alone, and `error`, if given, says why. No C++ exception leaves a call, and nothing is
 * printed.
 *  - Memory: bodies are only read, and only during the call. A result belongs to the caller until
 *    it is freed; the arrays and strings it gives out live as long. Names are static.
 *  - NULL: freeing NULL does nothing; asking NULL, or past the end, gives 0 or NULL.
 *  - Threads: calls may run on any number of threads at once. A result is never changed.
 *  - Versions: structures that go in begin with their own size and may grow at the end; those that
 *    come out never change. Numbers of enumerators never change. Set structures to their _INIT
 *    first, so that what a later version adds has its default.
 */
#ifndef IMPINGE_H
#define IMPINGE_H

#include "impinge/export.h"
#include "impinge/version.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors ---------------------------------------------------------------------------------- */

typedef enum impinge_status {
    IMPINGE_OK = 0,
    IMPINGE_INVALID_ARGUMENT = 1,   /* NULL, or a field outside its documented range */
    IMPINGE_NON_FINITE = 2,         /* a coordinate is NaN or infinite, or a pose made it so */
    IMPINGE_INDEX_OUT_OF_RANGE = 3, /* a triangle names a vertex the mesh does not have */
    IMPINGE_OUT_OF_MEMORY = 4,
    IMPINGE_INTERNAL = 5 /* a mistake in impinge, or an exception thrown by a callback */
} impinge_status;

/* Filled by a call that fails, left alone by one that works. The message names the body, the place
 * and the reason in one line of at most 255 bytes. */
typedef struct impinge_error {
    impinge_status status;
    char message[256];
} impinge_error;

/* ---- what goes in ---------------------------------------------------------------------------- */

typedef enum impinge_scalar { IMPINGE_FLOAT64 = 0, IMPINGE_FLOAT32 = 1 } impinge_scalar;

/* A triangle mesh in the caller's memory, and where it stands. Nothing is copied or kept. */
typedef struct impinge_body {
    size_t struct_size;        /* sizeof(impinge_body) */
    const void* positions;     /* x, y, z of vertex i start i * stride_bytes after it */
    size_t vertex_count;       /* at most 2^32, and so triangle_count */
    size_t stride_bytes;       /* 0: packed, 3 scalars */
    int scalar;                /* an impinge_scalar, the type of each coordinate */
    const uint32_t* triangles; /* 3 vertices each, counter-clockwise seen from outside */
    size_t triangle_count;
    /* NULL, or the 12 numbers of a 3 x 4 matrix by rows: world = M * (x, y, z, 1). Used as it is; a
     * mirror or a shear would be applied as such. */
    const double* pose;
} impinge_body;

#define IMPINGE_BODY_INIT                                                                          \
    { sizeof(impinge_body), NULL, 0, 0, IMPINGE_FLOAT64, NULL, 0, NULL }

typedef enum impinge_detail {
    IMPINGE_DETAIL_VERDICT = 0, /* stops at the first proof */
    IMPINGE_DETAIL_PAIRS = 1,   /* every pair of triangles that meet */
    IMPINGE_DETAIL_CURVES = 2   /* pairs, contact segments, and the curves they chain into */
} impinge_detail;

/* What a mesh without an inside is meant to be: a solid with a defect, or a surface such as a
 * cloth, in which nothing can lie. */
typedef enum impinge_open_meshes {
    IMPINGE_UNFINISHED_SOLIDS = 0,
    IMPINGE_MEANT_AS_SURFACES = 1
} impinge_open_meshes;

/* Every query takes NULL for all defaults. */
typedef struct impinge_options {
    size_t struct_size; /* sizeof(impinge_options) */
    int detail;         /* an impinge_detail, of impinge_collide and impinge_self_intersections */
    uint32_t threads;   /* at most so many; 0: all cores. Answers do not depend on it. */
    /* Called now and then with the finished fraction, 0 to 1, never decreasing, and first of all
     * with 0. May come from any thread, never from two at once. If it returns other than 0 the
     * query stops soon with what it has, marked partial. May be NULL. */
    int (*progress)(double fraction, void* user);
    void* user;
    int open_meshes; /* an impinge_open_meshes, of impinge_collide */
} impinge_options;

#define IMPINGE_OPTIONS_INIT                                                                       \
    { sizeof(impinge_options), IMPINGE_DETAIL_VERDICT, 0, NULL, NULL, IMPINGE_UNFINISHED_SOLIDS }

/* ---- do two bodies interfere? ---------------------------------------------------------------- */

typedef enum impinge_verdict {
    IMPINGE_APART = 0,      /* no common point */
    IMPINGE_TOUCHING = 1,   /* the borders meet, the interiors do not overlap */
    IMPINGE_CROSSING = 2,   /* the interiors overlap, and none of the following holds */
    IMPINGE_A_INSIDE_B = 3, /* A lies in B's material and the borders do not meet */
    IMPINGE_B_INSIDE_A = 4,
    IMPINGE_SAME = 5 /* equal, however triangulated */
} impinge_verdict;

typedef enum impinge_certainty {
    IMPINGE_EXACT = 0,        /* proved with exact predicates */
    IMPINGE_CONSERVATIVE = 1, /* may report too much, never too little */
    IMPINGE_SAMPLED = 2       /* may miss what falls between samples */
} impinge_certainty;

/* A mesh that has no inside is compared as a surface: whether it lies in the other body, a solid,
 * is proved; what may lie in it is not known (see impinge_decision). */
typedef enum impinge_compared { IMPINGE_SOLIDS = 0, IMPINGE_SURFACES = 1 } impinge_compared;

/* Whether the verdict is the last word. If not, "apart" and "touching" are no proof that the bodies
 * do not interfere. */
typedef enum impinge_decision {
    IMPINGE_FINAL = 0,            /* proved */
    IMPINGE_CONTAINMENT_OPEN = 1, /* a mesh without an inside may hold the other body */
    IMPINGE_CANCELLED = 2         /* stopped before it could tell */
} impinge_decision;

typedef enum impinge_solidity {
    IMPINGE_UNEXAMINED = 0, /* the answer does not depend on it */
    IMPINGE_SOLID = 1,
    IMPINGE_NOT_SOLID = 2
} impinge_solidity;

typedef struct impinge_interference impinge_interference;

/* Decides how A and B meet. A mesh without triangles is apart from everything. */
IMPINGE_API impinge_status impinge_collide(const impinge_body* a, const impinge_body* b,
                                           const impinge_options* options,
                                           impinge_interference** result, impinge_error* error);
IMPINGE_API void impinge_interference_free(impinge_interference* result);

IMPINGE_API impinge_verdict impinge_interference_verdict(const impinge_interference* result);
IMPINGE_API impinge_certainty impinge_interference_certainty(const impinge_interference* result);
IMPINGE_API impinge_compared impinge_interference_compared(const impinge_interference* result);
/* Look at this before trusting "apart" or "touching". NULL is not decided: IMPINGE_CANCELLED. */
IMPINGE_API impinge_decision impinge_interference_decision(const impinge_interference* result);
/* 1 if the call was stopped: unless the verdict is crossing it is then only a lower bound. */
IMPINGE_API int impinge_interference_partial(const impinge_interference* result);
/* A digest of the whole answer: equal for any number of threads, compiler and machine. */
IMPINGE_API uint64_t impinge_interference_hash(const impinge_interference* result);

/* Of body 0 (A) or 1 (B), and if it is no solid the reasons in words. */
IMPINGE_API impinge_solidity impinge_interference_solidity(const impinge_interference* result,
                                                           int body);
IMPINGE_API size_t impinge_interference_reason_count(const impinge_interference* result, int body);
IMPINGE_API const char* impinge_interference_reason(const impinge_interference* result, int body,
                                                    size_t index);

/* ---- where? ---------------------------------------------------------------------------------- */

typedef enum impinge_pair_kind {
    IMPINGE_PAIR_TOUCHING = 1, /* coplanar, or meeting only at a border */
    IMPINGE_PAIR_CROSSING = 2
} impinge_pair_kind;

/* Triangle a of body A meets triangle b of body B; of one mesh, a < b. */
typedef struct impinge_triangle_pair {
    uint32_t a;
    uint32_t b;
    impinge_pair_kind kind;
} impinge_triangle_pair;

/* The contact of a pair where it is a segment, ends in lexicographic order. */
typedef struct impinge_segment {
    impinge_triangle_pair pair;
    double start[3];
    double end[3];
} impinge_segment;

/* Segments joined end to end: 3 * point_count numbers. A closed one does not repeat its first
 * point. */
typedef struct impinge_curve {
    const double* points;
    size_t point_count;
    int closed;
} impinge_curve;

typedef struct impinge_contacts impinge_contacts;

/* Part of the result, freed with it. Pairs are there with IMPINGE_DETAIL_PAIRS and above, segments
 * and curves with IMPINGE_DETAIL_CURVES; else there are 0 of them. */
IMPINGE_API const impinge_contacts*
impinge_interference_contacts(const impinge_interference* result);

/* Sorted by (a, b), each once, all of them. `count` may be NULL. */
IMPINGE_API const impinge_triangle_pair* impinge_contacts_pairs(const impinge_contacts* contacts,
                                                                size_t* count);
IMPINGE_API uint64_t impinge_contacts_crossing_count(const impinge_contacts* contacts);
IMPINGE_API uint64_t impinge_contacts_touching_count(const impinge_contacts* contacts);
/* Sorted like pairs. */
IMPINGE_API const impinge_segment* impinge_contacts_segments(const impinge_contacts* contacts,
                                                             size_t* count);
/* Most points first. */
IMPINGE_API size_t impinge_contacts_curve_count(const impinge_contacts* contacts);
IMPINGE_API impinge_curve impinge_contacts_curve(const impinge_contacts* contacts, size_t index);

/* ---- contacts for simulation ------------------------------------------------------------------
 */

/* Where normal and depth come from; impinge/contacts.hpp says what is exact in each. */
typedef enum impinge_manifold_kind {
    IMPINGE_MANIFOLD_OVERLAP = 0,    /* a region that two solids have in common, measured */
    IMPINGE_MANIFOLD_SEPARATION = 1, /* one solid in or through the other: the shortest way out */
    IMPINGE_MANIFOLD_TOUCHING = 2,   /* no overlap; all depths are 0 */
    IMPINGE_MANIFOLD_SURFACES = 3    /* no inside to measure: by the faces that meet */
} impinge_manifold_kind;

/* A part of a triangle. Edge i runs from corner i to the next. */
typedef enum impinge_feature {
    IMPINGE_FEATURE_FACE = 0,
    IMPINGE_FEATURE_EDGE0 = 1,
    IMPINGE_FEATURE_EDGE1 = 2,
    IMPINGE_FEATURE_EDGE2 = 3,
    IMPINGE_FEATURE_VERTEX0 = 4,
    IMPINGE_FEATURE_VERTEX1 = 5,
    IMPINGE_FEATURE_VERTEX2 = 6
} impinge_feature;

typedef struct impinge_manifold_point {
    double on_a[3]; /* on both surfaces; one point where depth is 0 */
    double on_b[3];
    double depth; /* along the normal; never negative */
    uint32_t triangle_a;
    uint32_t triangle_b;
    impinge_feature feature_a;
    impinge_feature feature_b;
    uint64_t id; /* the same while the same corners, edges or faces make the point */
} impinge_manifold_point;

typedef struct impinge_manifold {
    impinge_manifold_kind kind;
    double normal[3];                     /* unit, from A to B */
    double depth;                         /* the largest */
    double area;                          /* of the contact seen along the normal */
    const impinge_manifold_point* points; /* by id */
    size_t point_count;
} impinge_manifold;

typedef struct impinge_manifolds impinge_manifolds;

/* Of each place where the bodies meet a normal and at most `points` (at least 1) points. The detail
 * of the options plays no part. */
IMPINGE_API impinge_status impinge_contact_manifolds(const impinge_body* a, const impinge_body* b,
                                                     uint32_t points,
                                                     const impinge_options* options,
                                                     impinge_manifolds** result,
                                                     impinge_error* error);
IMPINGE_API void impinge_manifolds_free(impinge_manifolds* result);

/* The deepest first. */
IMPINGE_API size_t impinge_manifolds_count(const impinge_manifolds* result);
IMPINGE_API const impinge_manifold* impinge_manifolds_at(const impinge_manifolds* result,
                                                         size_t index);
/* As impinge_collide() says them. */
IMPINGE_API impinge_verdict impinge_manifolds_verdict(const impinge_manifolds* result);
IMPINGE_API impinge_decision impinge_manifolds_decision(const impinge_manifolds* result);
/* 1 if the call was stopped: there are no manifolds then. */
IMPINGE_API int impinge_manifolds_partial(const impinge_manifolds* result);

/* ---- does a mesh cross itself? --------------------------------------------------------------- */

typedef struct impinge_self impinge_self;

/* Every pair of triangles that meet in more than a common corner or edge; with
 * IMPINGE_DETAIL_VERDICT at most one of them. The pose of the body plays no part. */
IMPINGE_API impinge_status impinge_self_intersections(const impinge_body* body,
                                                      const impinge_options* options,
                                                      impinge_self** result, impinge_error* error);
IMPINGE_API void impinge_self_free(impinge_self* result);

IMPINGE_API const impinge_contacts* impinge_self_contacts(const impinge_self* result);
IMPINGE_API int impinge_self_partial(const impinge_self* result);
IMPINGE_API uint64_t impinge_self_hash(const impinge_self* result);

/* ---- how close? ------------------------------------------------------------------------------ */

typedef struct impinge_nearest {
    double
        distance; /* between the surfaces; 0 if and only if they meet; infinite if one has none */
    double point_a[3]; /* a closest point on A */
    double point_b[3];
    uint32_t triangle_a; /* a triangle that holds it */
    uint32_t triangle_b;
    int partial; /* stopped: `distance` is only an upper bound */
} impinge_nearest;

IMPINGE_API impinge_status impinge_distance(const impinge_body* a, const impinge_body* b,
                                            const impinge_options* options,
                                            impinge_nearest* nearest, impinge_error* error);

/* The unit vector from point_a to point_b; zero if the surfaces meet or one has none. */
IMPINGE_API void impinge_nearest_normal(const impinge_nearest* nearest, double normal[3]);

/* Whether the surfaces come within `clearance` (>= 0, finite): *within is 1 or 0. Much cheaper than
 * the distance when they do not. `nearest`, if not NULL, gets the nearest points if within, else an
 * infinite distance. A 0 from a call that was stopped (nearest->partial) proves nothing. */
IMPINGE_API impinge_status impinge_within(const impinge_body* a, const impinge_body* b,
                                          double clearance, const impinge_options* options,
                                          int* within, impinge_nearest* nearest,
                                          impinge_error* error);

/* ---- names ----------------------------------------------------------------------------------- */

/* Of the library that runs; IMPINGE_VERSION_STRING is what the program was compiled with. */
IMPINGE_API const char* impinge_version(void);
/* "apart", "touching", "crossing", "a_inside_b", "b_inside_a", "same"; NULL for no verdict. */
IMPINGE_API const char* impinge_verdict_name(int verdict);

#ifdef __cplusplus
}
#endif

#endif
