// SPDX-License-Identifier: Apache-2.0
//
// What the compute stage itself writes: which collider each life hits first, and when, against the
// processor.
#include "particles/opengl/gl_search.hpp"
#include "tests/particles/mixed_system.hpp"
#include "tests/raster/devices.hpp"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

namespace impinge::tests {
namespace {

using particles::DeviceRecord;
using particles::KnownLife;
using Life = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

class RecordsOfGpus : public EveryDevice {};

TEST_P(RecordsOfGpus, NameTheColliderAndTheTime) {
    const ParticleSystem system = mixed_system(0.5);
    auto search = need(particles::opengl::make_gl_search(device(), system.data()));
    if (!search) {
        EXPECT_TRUE(is_software());
        return;
    }
    const auto found = search->records(1, 3);
    ASSERT_TRUE(found) << found.error().message;
    std::map<Life, Impact> first; // of each life
    const auto impacts = system.impacts(-10, 3);
    for (const Impact& impact : impacts->list) {
        if (impact.bounce == 0) {
            first.emplace(Life{impact.emitter, impact.particle, impact.generation}, impact);
        }
    }
    std::size_t decided = 0;
    for (const DeviceRecord& record : found->list) {
        const KnownLife& life = record.life;
        if (life.collider == KnownLife::ask) {
            continue;
        }
        ++decided;
        const auto expected = first.find({life.emitter, life.particle, life.generation});
        if (expected == first.end()) { // it may come a moment after the end
            EXPECT_NEAR(record.time, 3, 1e-8);
            continue;
        }
        EXPECT_EQ(life.collider, expected->second.collider);
        EXPECT_EQ(record.triangle, expected->second.triangle);
        EXPECT_NEAR(record.time, expected->second.time, 3 * 0x1p-34);
    }
    EXPECT_GT(decided, 1000u);
    EXPECT_GT(found->list.size(), decided) << "a blend and an outline leave some open";
    EXPECT_LT(found->list.size(), 2 * decided);
}

IMPINGE_ON_EVERY_DEVICE(RecordsOfGpus);

} // namespace
} // namespace impinge::tests
