// SPDX-License-Identifier: Apache-2.0
//
// The verdict tables of the exact engine, asked of a device: built to be hard on whoever filters.
#include "tests/exact/verdict_aligned_rows.hpp"
#include "tests/exact/verdict_caps_rows.hpp"
#include "tests/exact/verdict_contacts_rows.hpp"
#include "tests/exact/verdict_interlocked_rows.hpp"
#include "tests/exact/verdict_nested_rows.hpp"
#include "tests/exact/verdict_parts_rows.hpp"
#include "tests/exact/verdict_range_rows.hpp"
#include "tests/exact/verdict_surfaces_rows.hpp"
#include "tests/exact/verdict_wedges_rows.hpp"
#include "tests/gpu/sessions.hpp"

#include <array>
#include <set>

namespace impinge::tests {
namespace {

using gpu::Reals;
using gpu::Session;

class TablesOfGpus : public SessionsOfGpus {};

using Table = std::vector<Configuration> (*)();

constexpr std::array<Table, 25> all_tables{aligned_rows::overlapping_boxes,
                                           aligned_rows::other_aligned_solids,
                                           aligned_rows::equal_solids,
                                           aligned_rows::gaps,
                                           caps_rows::capped_bodies,
                                           contacts_rows::flush_faces,
                                           contacts_rows::edges_and_vertices,
                                           contacts_rows::from_within,
                                           interlocked_rows::combs,
                                           interlocked_rows::pegs,
                                           interlocked_rows::links_and_puzzles,
                                           nested_rows::in_and_around,
                                           nested_rows::cavities,
                                           nested_rows::islands,
                                           nested_rows::flush_parts,
                                           nested_rows::several_parts,
                                           parts_rows::buried_walls,
                                           parts_rows::parts_twice,
                                           range_rows::far_away,
                                           range_rows::slivers,
                                           range_rows::unequal_sizes,
                                           surfaces_rows::surfaces,
                                           wedges_rows::around_an_edge,
                                           wedges_rows::around_an_apex,
                                           wedges_rows::without_a_crossing_pair};

std::string disagreement_on(Session& session, const Body& a, const Body& b, Verdict expected,
                            Detail detail) {
    const auto found = session.collide(a, b, {.detail = detail}, Context(1));
    if (found && found->verdict != expected) {
        return std::string("got ") + to_string(found->verdict);
    }
    return difference(found, collide(a, b, {.detail = detail}, Context(1)));
}

/// Each row in some presentations, each presentation in some rows; verdict and hash are those of
/// the processor.
TEST_P(TablesOfGpus, HoldInEveryPresentation) {
    constexpr std::size_t every = 17;
    Session in_doubles = session({.reals = Reals::Doubles});
    Session in_floats = session({.reals = Reals::Floats});
    const std::vector<Presentation> presentations = exact_presentations();
    std::set<Verdict> verdicts;
    std::size_t rows = 0;
    std::size_t asked = 0;
    for (const Table table : all_tables) {
        for (const Configuration& row : table()) {
            verdicts.insert(row.expected);
            for (std::size_t i = rows++ % every; i < presentations.size(); i += every) {
                const auto pair = present(row.a, row.b, presentations[i]);
                if (!pair) {
                    continue;
                }
                Session& one = ++asked % 3 == 0 ? in_floats : in_doubles;
                const Detail detail = asked % 4 == 0 ? Detail::Verdict : Detail::Curves;
                const std::string name = row.name + " as " + presentations[i].name;
                EXPECT_EQ(
                    disagreement_on(one, pair->body_a(), pair->body_b(), row.expected, detail), "")
                    << name;
                EXPECT_EQ(disagreement_on(one, pair->body_b(), pair->body_a(),
                                          mirrored(row.expected), Detail::Pairs),
                          "")
                    << name << ", exchanged";
            }
        }
    }
    EXPECT_GT(rows, 200U);
    EXPECT_GT(asked, 3 * rows);
    EXPECT_EQ(verdicts.size(), 6U);
}

IMPINGE_ON_EVERY_DEVICE(TablesOfGpus);

} // namespace
} // namespace impinge::tests
