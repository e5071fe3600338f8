/* SPDX-License-Identifier: Apache-2.0
 *
 * The same question from C: do two boxes interfere, and which triangles meet? */
#include <impinge.h>

#include <stdio.h>

static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t triangles[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

int main(void) {
    impinge_body a = IMPINGE_BODY_INIT;
    a.positions = &corners[0][0];
    a.vertex_count = 8;
    a.triangles = &triangles[0][0];
    a.triangle_count = 12;
    impinge_body b = a;
    const double half_a_box_along_x[12] = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0};
    b.pose = half_a_box_along_x;

    impinge_options options = IMPINGE_OPTIONS_INIT;
    options.detail = IMPINGE_DETAIL_PAIRS;
    impinge_interference* found = NULL;
    impinge_error error;
    if (impinge_collide(&a, &b, &options, &found, &error) != IMPINGE_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    size_t count = 0;
    const impinge_triangle_pair* pairs =
        impinge_contacts_pairs(impinge_interference_contacts(found), &count);
    printf("%s: %u pairs of triangles, the first is %u and %u\n",
           impinge_verdict_name((int)impinge_interference_verdict(found)), (unsigned)count,
           (unsigned)pairs[0].a, (unsigned)pairs[0].b);
    impinge_interference_free(found);
    return 0;
}
