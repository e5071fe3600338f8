// SPDX-License-Identifier: Apache-2.0
//
// What random families of bodies share: sets of cells, their meshes in random presentations, and a
// count of what was expected.
#pragma once

#include "tests/exact/verdict_table.hpp"
#include "tests/support/cell_complex.hpp"

#include <array>

namespace impinge::tests {

/// How often each verdict was expected.
class Tally {
  public:
    void count(Verdict verdict) {
        ++counts_[static_cast<std::size_t>(verdict)];
        ++total_;
    }
    [[nodiscard]] double share(Verdict verdict) const {
        return counts_[static_cast<std::size_t>(verdict)] / total_;
    }
    void expect_every_verdict_above(double least) const {
        if (!is_full_run()) {
            return;
        }
        for (const Verdict verdict : {Verdict::Apart, Verdict::Touching, Verdict::Crossing,
                                      Verdict::AInsideB, Verdict::BInsideA, Verdict::Same}) {
            EXPECT_GT(share(verdict), least) << to_string(verdict);
        }
    }

  private:
    std::array<double, 6> counts_{};
    double total_ = 0;
};

inline CellSet intersection_of(const CellSet& a, const CellSet& b) {
    CellSet result(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        result[i] = a[i] && b[i];
    }
    return result;
}

inline CellSet complement_of(CellSet set) {
    set.flip();
    return set;
}

inline bool is_empty(const CellSet& set) {
    return std::find(set.begin(), set.end(), true) == set.end();
}

/// From one to `most` cells.
inline CellSet random_cells(const CellComplex& complex, std::size_t most, Random& random) {
    CellSet set = complex.no_cells();
    for (std::uint64_t i = 0, count = 1 + random.below(most); i < count; ++i) {
        set[random.below(set.size())] = true;
    }
    return set;
}

inline ExactMap random_map(Random& random) {
    ExactMap map;
    const std::uint64_t kind = random.below(4);
    if (kind == 0) {
        map.matrix = cube_symmetries()[random.below(48)];
    } else if (kind == 1) {
        map.matrix = random_matrix(random, 3);
    }
    if (random.below(4) == 0) {
        map.exponent = random.integer(-60, 60);
    }
    return map;
}

struct MeshPair {
    Mesh a;
    Mesh b;
};

/// Both bodies moved by one exact map, with other triangles for every draw.
inline MeshPair random_meshes(const PolyMesh& a, const PolyMesh& b, Random& random) {
    constexpr std::array<Splits, 4> splits{Splits::None, Splits::None, Splits::None, Splits::Some};
    const ExactMap map = random_map(random);
    const auto mapped_a = image(map, a);
    const auto mapped_b = image(map, b);
    EXPECT_TRUE(mapped_a && mapped_b) << "the map is not exact";
    Mesh mesh_a = meshed(*mapped_a, remeshed(random.next(), splits[random.below(4)]));
    Mesh mesh_b = meshed(*mapped_b, remeshed(random.next(), splits[random.below(4)]));
    return {std::move(mesh_a), std::move(mesh_b)};
}

inline std::string meshed_disagreement(const PolyMesh& a, const PolyMesh& b, Verdict expected,
                                       Random& random) {
    const MeshPair meshes = random_meshes(a, b, random);
    return disagreement({meshes.a.view()}, {meshes.b.view()}, expected, {}, Context(1));
}

} // namespace impinge::tests
