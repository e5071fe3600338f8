// SPDX-License-Identifier: Apache-2.0
//
// What the results of every scene hash to, on any machine, with any compiler, in any build. When a
// scene or a result changes on purpose, run test_determinism and paste the table it prints.
#pragma once

#include <array>
#include <cstdint>

namespace impinge::tests {

struct ExpectedHash {
    const char* scene;
    std::uint64_t collide;            ///< of pairs of bodies, with curves
    std::uint64_t self_intersections; ///< of all bodies, with curves
    std::uint64_t distance;           ///< of pairs of bodies, witnesses included
};

/// Triangles per scene and the seed the values below belong to.
inline constexpr std::size_t hashed_triangles = 3000;
inline constexpr std::uint64_t hashed_seed = 7;

inline constexpr std::array expected_hashes{
    ExpectedHash{"jaws-open", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0x4e1909f887a23d35},
    ExpectedHash{"jaws-touching", 0x983dc03e5be14351, 0x4fd40dc455c33587, 0xfa0ff784b564d024},
    ExpectedHash{"jaws-biting", 0x85d33b0237497c62, 0x4fd40dc455c33587, 0x9bc7ce587f5d08be},
    ExpectedHash{"five-teeth", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0x556bc56266897c26},
    ExpectedHash{"boxes-apart", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0x4aab82a4e8169863},
    ExpectedHash{"boxes-flush", 0x8bdbaf25cda96cd2, 0x4fd40dc455c33587, 0x6ac233de7d4c4d5d},
    ExpectedHash{"boxes-edge", 0x49ff40e827803cf0, 0x4fd40dc455c33587, 0xc58c1c2e2af434b},
    ExpectedHash{"boxes-corner", 0x6fed79c580fbbf96, 0x4fd40dc455c33587, 0xb84203b073f344eb},
    ExpectedHash{"boxes-aligned", 0xe1ee090835c42f3a, 0x4fd40dc455c33587, 0x2114bc50598278f3},
    ExpectedHash{"boxes-inside", 0x2535a658b2128ea9, 0x4fd40dc455c33587, 0x1e6b57b112d64e91},
    ExpectedHash{"boxes-inside-flush", 0xde669dc78d6fcdf2, 0x4fd40dc455c33587, 0xf1fdeeceed9d2846},
    ExpectedHash{"bricks", 0x5f4ae57fde33b7c5, 0x1374a4d615a7b0ad, 0x47ba07e62825bba2},
    ExpectedHash{"duplicates", 0xd0af06d513234f2b, 0x30d44c739e803326, 0xec82a7a03a9ced0},
    ExpectedHash{"nested", 0x7f034737dce7c404, 0x30d44c739e803326, 0x807b0ea608a3eea8},
    ExpectedHash{"nested-pierced", 0xe948f2dfe85d36d2, 0x1374a4d615a7b0ad, 0xeb5e302e534703af},
    ExpectedHash{"cavity", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0x525f882f95848cb5},
    ExpectedHash{"cavity-plugged", 0x89fe50b97a3af77c, 0x4fd40dc455c33587, 0xd3819b0dedf38739},
    ExpectedHash{"block-and-comb", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0x704f49ae233cafad},
    ExpectedHash{"two-hooks", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0xf765c56ac47af251},
    ExpectedHash{"two-combs", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0xac7dadec6a2ee2d},
    ExpectedHash{"bumpy-spheres", 0x764319e82e24f5e1, 0x4fd40dc455c33587, 0x6a7c14e4a181adb0},
    ExpectedHash{"bumpy-spheres-near", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0x8d5314e1bb96d5b6},
    ExpectedHash{"torus-knots", 0x9d4d7e68b177ffda, 0x4fd40dc455c33587, 0x1c374d1de1346438},
    ExpectedHash{"tangled-knots", 0x444dc01bb124ac8f, 0x30d44c739e803326, 0x783ec47426cb1899},
    ExpectedHash{"tangled-knots-crossing", 0xfb05ff31c90319a, 0xa5f441b02b5174d1,
                 0x93962e84597018a9},
    ExpectedHash{"gears", 0xf4a2c14a2d82250c, 0x4fd40dc455c33587, 0xa55e1022fe2d6bee},
    ExpectedHash{"gears-clash", 0xf4ee31ab040543ef, 0x4fd40dc455c33587, 0x96c25df0cdcfcbc},
    ExpectedHash{"cloth", 0x2545f4914f6cdd1d, 0x5fb470c900beafa7, 0x2545f4914f6cdd1d},
    ExpectedHash{"cloth-crossing", 0x2545f4914f6cdd1d, 0x192df4b8534977ed, 0x2545f4914f6cdd1d},
    ExpectedHash{"cloth-pierced", 0xa0cb7f5adac7659d, 0x4fd40dc455c33587, 0x5e5ec002dc8add8d},
    ExpectedHash{"polytopes", 0x6e07d7be698424f3, 0xbb8c7ccad8d656bb, 0x575e54bd58940357},
    ExpectedHash{"crowd", 0x7f739ae17985cbea, 0xb35bd4b82d26b98c, 0xa659f66cb4fa572a},
    ExpectedHash{"kitchen", 0x9ee6003d5ac193f0, 0x64a72b847e711036, 0xfef2960e10414b59},
};

} // namespace impinge::tests
