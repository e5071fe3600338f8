/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything impinge.h declares, used from C99. Prints each expectation that fails and returns how
 * many did (at most 100).
 */
#include "impinge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                         \
            ++failures;                                                                            \
        }                                                                                          \
    } while (0)

static const uint32_t box_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

typedef struct box {
    double positions[24];
    impinge_body body;
} box;

/* A cube with outward normals. */
static void make_box(box* made, double low, double high) {
    const impinge_body empty = IMPINGE_BODY_INIT;
    int i;
    for (i = 0; i < 8; ++i) {
        made->positions[3 * i] = (i & 1) ? high : low;
        made->positions[3 * i + 1] = (i & 2) ? high : low;
        made->positions[3 * i + 2] = (i & 4) ? high : low;
    }
    made->body = empty;
    made->body.positions = made->positions;
    made->body.vertex_count = 8;
    made->body.triangles = box_triangles;
    made->body.triangle_count = 12;
}

static impinge_verdict verdict_of(const impinge_body* a, const impinge_body* b) {
    impinge_interference* result = NULL;
    impinge_error error;
    impinge_verdict verdict = IMPINGE_APART;
    EXPECT(impinge_collide(a, b, NULL, &result, &error) == IMPINGE_OK);
    EXPECT(impinge_interference_certainty(result) == IMPINGE_EXACT);
    EXPECT(impinge_interference_partial(result) == 0);
    verdict = impinge_interference_verdict(result);
    impinge_interference_free(result);
    return verdict;
}

static void verdicts(void) {
    /* b stands relative to a: x translated by the last entry of the first row. */
    double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    box a;
    box b;
    make_box(&a, 0, 1);
    make_box(&b, 0, 1);
    EXPECT(verdict_of(&a.body, &b.body) == IMPINGE_SAME);
    b.body.pose = pose;
    pose[3] = 1;
    EXPECT(verdict_of(&a.body, &b.body) == IMPINGE_TOUCHING);
    pose[3] = nextafter(1.0, 0.0);
    EXPECT(verdict_of(&a.body, &b.body) == IMPINGE_CROSSING);
    pose[3] = nextafter(1.0, 2.0);
    EXPECT(verdict_of(&a.body, &b.body) == IMPINGE_APART);
    make_box(&b, 0.25, 0.75);
    EXPECT(verdict_of(&a.body, &b.body) == IMPINGE_B_INSIDE_A);
    EXPECT(verdict_of(&b.body, &a.body) == IMPINGE_A_INSIDE_B);
    EXPECT(strcmp(impinge_verdict_name(IMPINGE_A_INSIDE_B), "a_inside_b") == 0);
    EXPECT(strcmp(impinge_verdict_name(IMPINGE_APART), "apart") == 0);
    EXPECT(impinge_verdict_name(6) == NULL && impinge_verdict_name(-1) == NULL);
    EXPECT(strcmp(impinge_version(), IMPINGE_VERSION_STRING) == 0);
}

/* Floats in the middle of a larger vertex, and a pose with a mirror in it. */
static void layouts(void) {
    struct vertex {
        float colour;
        float xyz[3];
        uint32_t material;
    } vertices[8];
    const double mirror[12] = {-1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    box a;
    impinge_body b = IMPINGE_BODY_INIT;
    int i;
    make_box(&a, 0, 1);
    for (i = 0; i < 8; ++i) {
        vertices[i].colour = -7;
        vertices[i].material = 0xFFFFFFFFu;
        vertices[i].xyz[0] = (float)a.positions[3 * i];
        vertices[i].xyz[1] = (float)a.positions[3 * i + 1];
        vertices[i].xyz[2] = (float)a.positions[3 * i + 2];
    }
    b.positions = vertices[0].xyz;
    b.scalar = IMPINGE_FLOAT32;
    b.stride_bytes = sizeof vertices[0];
    b.vertex_count = 8;
    b.triangles = box_triangles;
    b.triangle_count = 12;
    EXPECT(verdict_of(&a.body, &b) == IMPINGE_SAME);
    b.pose = mirror; /* x becomes 1 - x: the same box again */
    EXPECT(verdict_of(&a.body, &b) == IMPINGE_SAME);
}

static void surfaces_and_reasons(void) {
    box a;
    box b;
    impinge_interference* result = NULL;
    make_box(&a, 0, 1);
    make_box(&b, 0.25, 0.75);
    a.body.triangle_count = 11;
    EXPECT(impinge_collide(&a.body, &b.body, NULL, &result, NULL) == IMPINGE_OK);
    EXPECT(impinge_interference_verdict(result) == IMPINGE_APART);
    EXPECT(impinge_interference_compared(result) == IMPINGE_SURFACES);
    EXPECT(impinge_interference_solidity(result, 0) == IMPINGE_NOT_SOLID);
    EXPECT(impinge_interference_solidity(result, 1) == IMPINGE_SOLID);
    EXPECT(impinge_interference_solidity(result, 2) == IMPINGE_UNEXAMINED);
    EXPECT(impinge_interference_solidity(result, -1) == IMPINGE_UNEXAMINED);
    EXPECT(impinge_interference_reason_count(result, 0) == 1);
    EXPECT(strcmp(impinge_interference_reason(result, 0, 0), "3 open edges") == 0);
    EXPECT(impinge_interference_reason(result, 0, 1) == NULL);
    EXPECT(impinge_interference_reason(result, 1, 0) == NULL);
    impinge_interference_free(result);
}

static void check_contacts(const impinge_contacts* contacts) {
    size_t pairs = 0;
    size_t segments = 0;
    size_t i;
    const impinge_triangle_pair* pair = impinge_contacts_pairs(contacts, &pairs);
    const impinge_segment* segment = impinge_contacts_segments(contacts, &segments);
    uint64_t crossing = 0;
    EXPECT(pairs > 0 && segments > 0 && impinge_contacts_curve_count(contacts) > 0);
    for (i = 0; i < pairs; ++i) {
        EXPECT(pair[i].a < 12 && pair[i].b < 24);
        crossing += pair[i].kind == IMPINGE_PAIR_CROSSING ? 1 : 0;
    }
    EXPECT(crossing == impinge_contacts_crossing_count(contacts));
    EXPECT(pairs - crossing == impinge_contacts_touching_count(contacts));
    for (i = 0; i < segments;
         ++i) { /* the boxes 0..1 and 0.5..1.5 meet where some coordinate is 1 */
        EXPECT(segment[i].start[0] <= segment[i].end[0]);
        EXPECT(segment[i].start[0] == 1 || segment[i].start[1] == 1 || segment[i].start[2] == 1);
    }
    for (i = 0; i < impinge_contacts_curve_count(contacts); ++i) {
        const impinge_curve curve = impinge_contacts_curve(contacts, i);
        EXPECT(curve.point_count >= 3 && curve.points != NULL);
        EXPECT(curve.closed == 0 || curve.closed == 1);
    }
    EXPECT(impinge_contacts_curve(contacts, i).points == NULL);
    EXPECT(impinge_contacts_pairs(contacts, NULL) == pair);
}

static void contacts(void) {
    box a;
    box b;
    impinge_options options = IMPINGE_OPTIONS_INIT;
    impinge_interference* result = NULL;
    size_t count = 7;
    make_box(&a, 0, 1);
    make_box(&b, 0.5, 1.5);
    EXPECT(impinge_collide(&a.body, &b.body, &options, &result, NULL) == IMPINGE_OK);
    EXPECT(impinge_contacts_segments(impinge_interference_contacts(result), &count) == NULL);
    EXPECT(count == 0);
    impinge_interference_free(result);
    options.detail = IMPINGE_DETAIL_CURVES;
    options.threads = 1;
    EXPECT(impinge_collide(&a.body, &b.body, &options, &result, NULL) == IMPINGE_OK);
    EXPECT(impinge_interference_verdict(result) == IMPINGE_CROSSING);
    EXPECT(impinge_interference_hash(result) != 0);
    check_contacts(impinge_interference_contacts(result));
    EXPECT(impinge_contacts_curve_count(impinge_interference_contacts(result)) == 1);
    EXPECT(impinge_contacts_curve(impinge_interference_contacts(result), 0).closed == 1);
    impinge_interference_free(result);
}

static void self_intersections(void) {
    double positions[48];
    uint32_t triangles[72];
    box a;
    box b;
    impinge_body both = IMPINGE_BODY_INIT;
    impinge_options options = IMPINGE_OPTIONS_INIT;
    impinge_self* result = NULL;
    size_t count = 0;
    uint32_t i;
    make_box(&a, 0, 1);
    make_box(&b, 0.5, 1.5);
    memcpy(positions, a.positions, sizeof a.positions);
    memcpy(positions + 24, b.positions, sizeof b.positions);
    for (i = 0; i < 36; ++i) {
        triangles[i] = box_triangles[i];
        triangles[36 + i] = box_triangles[i] + 8;
    }
    both.positions = positions;
    both.vertex_count = 16;
    both.triangles = triangles;
    both.triangle_count = 24;
    options.detail = IMPINGE_DETAIL_CURVES;
    EXPECT(impinge_self_intersections(&both, &options, &result, NULL) == IMPINGE_OK);
    EXPECT(impinge_self_partial(result) == 0);
    EXPECT(impinge_self_hash(result) != 0);
    check_contacts(impinge_self_contacts(result));
    impinge_self_free(result);
    both.triangle_count = 12;
    EXPECT(impinge_self_intersections(&both, NULL, &result, NULL) == IMPINGE_OK);
    EXPECT(impinge_contacts_pairs(impinge_self_contacts(result), &count) == NULL && count == 0);
    impinge_self_free(result);
}

/* Whether the triangle has a corner with that x. */
static int has_corner_at(const box* of, uint32_t triangle, double x) {
    const uint32_t* corners = box_triangles + (size_t)3 * triangle;
    return triangle < 12 &&
           (of->positions[3 * corners[0]] == x || of->positions[3 * corners[1]] == x ||
            of->positions[3 * corners[2]] == x);
}

static void manifolds(void) {
    box a;
    box b;
    make_box(&a, 0, 1);
    make_box(&b, 0.75, 1.75);
    impinge_manifolds* found = NULL;
    EXPECT(impinge_contact_manifolds(&a.body, &b.body, 4, NULL, &found, NULL) == IMPINGE_OK);
    EXPECT(impinge_manifolds_verdict(found) == IMPINGE_CROSSING);
    EXPECT(impinge_manifolds_decision(found) == IMPINGE_FINAL);
    EXPECT(impinge_manifolds_partial(found) == 0 && impinge_manifolds_count(found) == 1);
    const impinge_manifold* manifold = impinge_manifolds_at(found, 0);
    EXPECT(manifold != NULL && impinge_manifolds_at(found, 1) == NULL);
    if (manifold != NULL) {
        EXPECT(manifold->kind == IMPINGE_MANIFOLD_OVERLAP);
        EXPECT(manifold->point_count >= 1 && manifold->point_count <= 4);
        EXPECT(manifold->depth > 0);
        for (size_t i = 0; i < manifold->point_count; ++i) {
            EXPECT(manifold->points[i].depth >= 0 && manifold->points[i].triangle_b < 12);
        }
    }
    impinge_manifolds_free(found);
    impinge_manifolds_free(NULL);
    impinge_error error;
    EXPECT(impinge_contact_manifolds(&a.body, &b.body, 0, NULL, &found, &error) ==
           IMPINGE_INVALID_ARGUMENT);
    EXPECT(found == NULL && impinge_manifolds_count(found) == 0);
    EXPECT(impinge_manifolds_at(NULL, 0) == NULL && impinge_manifolds_partial(NULL) == 0);
    EXPECT(impinge_manifolds_decision(NULL) == IMPINGE_CANCELLED);
    EXPECT(impinge_contact_manifolds(&a.body, &b.body, 1, NULL, NULL, NULL) ==
           IMPINGE_INVALID_ARGUMENT);
}

static void distances(void) {
    double pose[12] = {1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0};
    box a;
    box b;
    impinge_nearest nearest;
    int within = -1;
    double normal[3] = {9, 9, 9};
    make_box(&a, 0, 1);
    make_box(&b, 0, 1);
    b.body.pose = pose;
    EXPECT(impinge_distance(&a.body, &b.body, NULL, &nearest, NULL) == IMPINGE_OK);
    EXPECT(nearest.distance == 2 && nearest.partial == 0);
    EXPECT(nearest.point_a[0] == 1 && nearest.point_b[0] == 3);
    impinge_nearest_normal(&nearest, normal);
    EXPECT(normal[0] == 1 && normal[1] == 0 && normal[2] == 0);
    impinge_nearest_normal(NULL, normal);
    EXPECT(normal[0] == 0);
    impinge_nearest_normal(&nearest, NULL);
    EXPECT(has_corner_at(&a, nearest.triangle_a, 1));
    EXPECT(has_corner_at(&b, nearest.triangle_b, 0));
    EXPECT(impinge_within(&a.body, &b.body, 2, NULL, &within, &nearest, NULL) == IMPINGE_OK);
    EXPECT(within == 1 && nearest.distance == 2);
    EXPECT(impinge_within(&a.body, &b.body, 1.75, NULL, &within, NULL, NULL) == IMPINGE_OK);
    EXPECT(within == 0);
    EXPECT(impinge_within(&a.body, &b.body, 1.75, NULL, &within, &nearest, NULL) == IMPINGE_OK);
    EXPECT(within == 0 && isinf(nearest.distance));
}

/* The query must fail with that status and one line that has the words. */
static void refused(const impinge_body* a, const impinge_body* b, const impinge_options* options,
                    impinge_status status, const char* words) {
    impinge_error error;
    impinge_interference* result = (impinge_interference*)(void*)&error;
    memset(&error, 0x55, sizeof error);
    EXPECT(impinge_collide(a, b, options, &result, &error) == status);
    EXPECT(result == NULL);
    EXPECT(error.status == status);
    EXPECT(memchr(error.message, 0, sizeof error.message) != NULL);
    EXPECT(strchr(error.message, '\n') == NULL);
    if (strstr(error.message, words) == NULL) {
        printf("'%s' lacks '%s'\n", error.message, words);
        ++failures;
    }
    EXPECT(impinge_collide(a, b, options, &result, NULL) == status);
}

static void bad_bodies(void) {
    uint32_t wrong[3] = {0, 1, 8};
    box good;
    box bad;
    make_box(&good, 0, 1);
    make_box(&bad, 0, 1);
    bad.positions[4] = NAN;
    refused(&good.body, &bad.body, NULL, IMPINGE_NON_FINITE, "vertex 1");
    bad.positions[4] = INFINITY;
    refused(&bad.body, &good.body, NULL, IMPINGE_NON_FINITE, "vertex 1");
    make_box(&bad, 0, 1);
    bad.body.triangles = wrong;
    bad.body.triangle_count = 1;
    refused(&good.body, &bad.body, NULL, IMPINGE_INDEX_OUT_OF_RANGE, "vertex 8");
    bad.body.triangles = NULL;
    refused(&good.body, &bad.body, NULL, IMPINGE_INVALID_ARGUMENT, "body B: triangles is NULL");
    make_box(&bad, 0, 1);
    bad.body.positions = NULL;
    refused(&bad.body, &good.body, NULL, IMPINGE_INVALID_ARGUMENT, "body A: positions is NULL");
    make_box(&bad, 0, 1);
    bad.body.struct_size = 0;
    refused(&bad.body, &good.body, NULL, IMPINGE_INVALID_ARGUMENT, "body A: struct_size");
    make_box(&bad, 0, 1);
    bad.body.scalar = 77;
    refused(&bad.body, &good.body, NULL, IMPINGE_INVALID_ARGUMENT, "scalar");
    make_box(&bad, 0, 1);
    bad.body.stride_bytes = 23;
    refused(&bad.body, &good.body, NULL, IMPINGE_INVALID_ARGUMENT, "stride_bytes");
    refused(NULL, &good.body, NULL, IMPINGE_INVALID_ARGUMENT, "body A: is NULL");
    refused(&good.body, NULL, NULL, IMPINGE_INVALID_ARGUMENT, "body B: is NULL");
}

static void bad_arguments(void) {
    box good;
    impinge_options options = IMPINGE_OPTIONS_INIT;
    impinge_error error;
    impinge_nearest nearest;
    impinge_self* result = NULL;
    int within = -1;
    make_box(&good, 0, 1);
    options.detail = 3;
    refused(&good.body, &good.body, &options, IMPINGE_INVALID_ARGUMENT, "detail");
    options.detail = IMPINGE_DETAIL_VERDICT;
    options.struct_size = 0;
    refused(&good.body, &good.body, &options, IMPINGE_INVALID_ARGUMENT, "struct_size");
    EXPECT(impinge_collide(&good.body, &good.body, NULL, NULL, &error) == IMPINGE_INVALID_ARGUMENT);
    EXPECT(impinge_distance(&good.body, &good.body, NULL, NULL, &error) ==
           IMPINGE_INVALID_ARGUMENT);
    EXPECT(impinge_distance(NULL, &good.body, NULL, &nearest, &error) == IMPINGE_INVALID_ARGUMENT);
    EXPECT(impinge_within(&good.body, &good.body, 1, NULL, NULL, &nearest, &error) ==
           IMPINGE_INVALID_ARGUMENT);
    EXPECT(impinge_within(&good.body, &good.body, -1, NULL, &within, &nearest, &error) ==
           IMPINGE_INVALID_ARGUMENT);
    EXPECT(impinge_within(&good.body, &good.body, NAN, NULL, &within, NULL, &error) ==
           IMPINGE_INVALID_ARGUMENT);
    EXPECT(within == -1);
    EXPECT(impinge_self_intersections(NULL, NULL, &result, &error) == IMPINGE_INVALID_ARGUMENT);
    EXPECT(strcmp(error.message, "body: is NULL") == 0);
    EXPECT(impinge_self_intersections(&good.body, NULL, NULL, &error) == IMPINGE_INVALID_ARGUMENT);
}

static void nothing(void) {
    impinge_body empty = IMPINGE_BODY_INIT;
    box a;
    size_t count = 7;
    make_box(&a, 0, 1);
    EXPECT(verdict_of(&a.body, &empty) == IMPINGE_APART);
    impinge_interference_free(NULL);
    impinge_self_free(NULL);
    EXPECT(impinge_interference_verdict(NULL) == IMPINGE_APART);
    EXPECT(impinge_interference_certainty(NULL) == IMPINGE_EXACT);
    EXPECT(impinge_interference_compared(NULL) == IMPINGE_SOLIDS);
    EXPECT(impinge_interference_partial(NULL) == 0 && impinge_interference_hash(NULL) == 0);
    EXPECT(impinge_interference_solidity(NULL, 0) == IMPINGE_UNEXAMINED);
    EXPECT(impinge_interference_reason(NULL, 0, 0) == NULL);
    EXPECT(impinge_interference_contacts(NULL) == NULL && impinge_self_contacts(NULL) == NULL);
    EXPECT(impinge_self_partial(NULL) == 0 && impinge_self_hash(NULL) == 0);
    EXPECT(impinge_contacts_pairs(NULL, &count) == NULL && count == 0);
    EXPECT(impinge_contacts_segments(NULL, NULL) == NULL);
    EXPECT(impinge_contacts_crossing_count(NULL) == 0 &&
           impinge_contacts_touching_count(NULL) == 0);
    EXPECT(impinge_contacts_curve_count(NULL) == 0);
    EXPECT(impinge_contacts_curve(NULL, 0).point_count == 0);
}

static int stop_at_once(double fraction, void* user) {
    *(double*)user = fraction;
    return 1;
}

static int only_watch(double fraction, void* user) {
    double* last = (double*)user;
    EXPECT(fraction >= *last && fraction <= 1);
    *last = fraction;
    return 0;
}

static void progress(void) {
    box a;
    box b;
    double fraction = -1;
    impinge_options options = IMPINGE_OPTIONS_INIT;
    impinge_interference* result = NULL;
    make_box(&a, 0, 1);
    make_box(&b, 0.5, 1.5);
    options.detail = IMPINGE_DETAIL_PAIRS;
    options.progress = stop_at_once;
    options.user = &fraction;
    EXPECT(impinge_collide(&a.body, &b.body, &options, &result, NULL) == IMPINGE_OK);
    EXPECT(fraction >= 0);
    EXPECT(impinge_interference_partial(result) == 1);
    impinge_interference_free(result);
    fraction = -1;
    options.progress = only_watch;
    EXPECT(impinge_collide(&a.body, &b.body, &options, &result, NULL) == IMPINGE_OK);
    EXPECT(fraction == 1);
    EXPECT(impinge_interference_partial(result) == 0);
    impinge_interference_free(result);
}

int main(void) {
    verdicts();
    layouts();
    surfaces_and_reasons();
    contacts();
    self_intersections();
    manifolds();
    distances();
    bad_bodies();
    bad_arguments();
    nothing();
    progress();
    return failures > 100 ? 100 : failures;
}
