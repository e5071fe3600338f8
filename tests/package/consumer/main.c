/* SPDX-License-Identifier: Apache-2.0
 *
 * Two boxes, flush and one rounding step closer, from C. Returns 0 if the library says so.
 */
#include <impinge.h>

#include <stdio.h>

static const double corners[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                   0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
static const uint32_t triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

static const char* verdict_at(double x) {
    double pose[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    impinge_body a = IMPINGE_BODY_INIT;
    impinge_body b;
    impinge_error error;
    impinge_interference* result;
    impinge_verdict verdict;
    a.positions = corners;
    a.vertex_count = 8;
    a.triangles = triangles;
    a.triangle_count = 12;
    b = a;
    pose[3] = x;
    b.pose = pose;
    if (impinge_collide(&a, &b, NULL, &result, &error) != IMPINGE_OK) {
        puts(error.message);
        return "none";
    }
    verdict = impinge_interference_verdict(result);
    impinge_interference_free(result);
    return impinge_verdict_name(verdict);
}

int main(void) {
    const char* flush = verdict_at(1);
    const char* closer = verdict_at(0x1.fffffffffffffp-1);
    printf("impinge %s: %s, %s\n", impinge_version(), flush, closer);
    return flush[0] == 't' && closer[0] == 'c' ? 0 : 1;
}
