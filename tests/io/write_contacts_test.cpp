// SPDX-License-Identifier: Apache-2.0
#include "io/write_contacts.hpp"

#include "mesh_files.hpp"

namespace impinge::io_test {
namespace {

class WriteContacts : public TemporaryFolder {};

TEST_F(WriteContacts, CurvesBecomePolylinesPerPairOfBodies) {
    const std::vector<ContactCurve> first = {{{{0, 0, 0}, {1, 0, 0}, {0, 0.1, 0}}, true},
                                             {{{5, 5, 5}, {6, 5, 5}}, false}};
    const std::vector<ContactCurve> second = {{{{1, 1, 1}, {2, 2, 1e-300}}, false}};
    const std::vector<NamedContacts> contacts = {
        {"a", "b", {}, first}, {"a", "c", {}, {}}, {"my b", "c", {}, second}};
    ASSERT_TRUE(write_curves(file("c.obj"), contacts));
    EXPECT_EQ(content(file("c.obj")), "# contact curves written by impinge\n"
                                      "o a|b\n"
                                      "v 0 0 0\nv 1 0 0\nv 0 0.1 0\nl 1 2 3 1\n"
                                      "v 5 5 5\nv 6 5 5\nl 4 5\n"
                                      "o my_b|c\n"
                                      "v 1 1 1\nv 2 2 1e-300\nl 6 7\n");
}

TEST_F(WriteContacts, CurvesWantAnObjName) {
    const Status status = write_curves(file("c.ply"), {});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(files_present(), 0u);
}

TEST_F(WriteContacts, PairsBecomeCsvWithNamesQuotedWhereNeeded) {
    const std::vector<TrianglePair> pairs = {{0, 4294967295u, PairKind::Crossing},
                                             {7, 1, PairKind::Touching}};
    const std::vector<NamedContacts> contacts = {{"left, \"old\"", "b", pairs, {}},
                                                 {"c", "d", {}, {}}};
    ASSERT_TRUE(write_pairs(file("p.csv"), contacts));
    EXPECT_EQ(content(file("p.csv")), "body_a,body_b,triangle_a,triangle_b,kind\n"
                                      "\"left, \"\"old\"\"\",b,0,4294967295,crossing\n"
                                      "\"left, \"\"old\"\"\",b,7,1,touching\n");
}

} // namespace
} // namespace impinge::io_test
