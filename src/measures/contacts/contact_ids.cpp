// SPDX-License-Identifier: Apache-2.0
#include "measures/contacts/contact_draft.hpp"

#include "base/hash.hpp"
#include "base/sort_unique.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace impinge::inline v0 {
namespace {

std::uint32_t corner_number(Feature feature) {
    return static_cast<std::uint32_t>(feature) - static_cast<std::uint32_t>(Feature::Vertex0);
}
std::uint32_t edge_number(Feature feature) {
    return static_cast<std::uint32_t>(feature) - static_cast<std::uint32_t>(Feature::Edge0);
}

/// Names of vertices near the contact: of those in one place (triangles of an STL file have corners
/// of their own) the smallest number.
class CornerNames {
  public:
    CornerNames(const WorldMesh& mesh, std::vector<std::uint32_t> triangles) : mesh_(mesh) {
        sort_unique(triangles);
        for (const std::uint32_t triangle : triangles) {
            for (const std::uint32_t vertex : mesh.triangles[triangle]) {
                names_.emplace_back(mesh.vertices[vertex], vertex);
            }
        }
        std::sort(names_.begin(), names_.end());
        names_.erase(std::unique(names_.begin(), names_.end(),
                                 [](const auto& p, const auto& q) { return p.first == q.first; }),
                     names_.end());
    }
    [[nodiscard]] std::uint32_t name(std::uint32_t triangle, std::uint32_t corner) const {
        const std::uint32_t vertex = mesh_.triangles[triangle].at(corner);
        const Vec3d place = mesh_.vertices[vertex];
        const auto found = std::lower_bound(
            names_.begin(), names_.end(), place,
            [](const auto& entry, const Vec3d& wanted) { return entry.first < wanted; });
        return found == names_.end() ? vertex : found->second;
    }
    /// The ends of an edge, the smaller name first.
    [[nodiscard]] std::array<std::uint32_t, 2> ends(std::uint32_t triangle,
                                                    std::uint32_t edge) const {
        const auto [low, high] =
            std::minmax({name(triangle, edge), name(triangle, (edge + 1) % 3)});
        return {low, high};
    }
    [[nodiscard]] Vec3d place(std::uint32_t vertex) const { return mesh_.vertices[vertex]; }

  private:
    const WorldMesh& mesh_;
    std::vector<std::pair<Vec3d, std::uint32_t>> names_;
};

void add_feature(Hasher& hasher, const CornerNames& names, std::uint32_t triangle,
                 Feature feature) {
    const int rank = rank_of(feature);
    hasher.add(static_cast<std::uint64_t>(rank));
    if (rank == 0) {
        hasher.add(std::uint64_t{names.name(triangle, corner_number(feature))});
    } else if (rank == 1) {
        const auto [low, high] = names.ends(triangle, edge_number(feature));
        hasher.add(std::uint64_t{low} << 32 | high);
    }
}

/// What a point is called before those called alike are numbered, and by what they are.
struct Name {
    std::uint64_t key = 0;
    double along = 0; ///< how far from the first end of its edge
    ManifoldPoint* point = nullptr;
};

Name name_of(ManifoldPoint& point, const CornerNames& of_a, const CornerNames& of_b) {
    const int rank_a = rank_of(point.feature_a);
    const int rank_b = rank_of(point.feature_b);
    Hasher hasher;
    add_feature(hasher, of_a, point.triangle_a, point.feature_a);
    add_feature(hasher, of_b, point.triangle_b, point.feature_b);
    Name name{.point = &point};
    if (rank_a == 2 && rank_b == 2) {
        hasher.add(std::uint64_t{point.triangle_a} << 32 | point.triangle_b);
    } else if (rank_a == 1 && rank_b == 2) {
        const auto ends = of_a.ends(point.triangle_a, edge_number(point.feature_a));
        name.along = squared_length(point.on_a - of_a.place(ends[0]));
    } else if (rank_a == 2 && rank_b == 1) {
        const auto ends = of_b.ends(point.triangle_b, edge_number(point.feature_b));
        name.along = squared_length(point.on_b - of_b.place(ends[0]));
    }
    name.key = hasher.digest();
    return name;
}

} // namespace

void name_points(std::span<ContactDraft> drafts, const WorldMesh& a, const WorldMesh& b) {
    std::vector<std::uint32_t> triangles_a;
    std::vector<std::uint32_t> triangles_b;
    for (const ContactDraft& draft : drafts) {
        for (const ContactCandidate& candidate : draft.candidates) {
            triangles_a.push_back(candidate.point.triangle_a);
            triangles_b.push_back(candidate.point.triangle_b);
        }
    }
    const CornerNames of_a(a, std::move(triangles_a));
    const CornerNames of_b(b, std::move(triangles_b));
    std::vector<Name> names;
    for (ContactDraft& draft : drafts) {
        for (ContactCandidate& candidate : draft.candidates) {
            names.push_back(name_of(candidate.point, of_a, of_b));
        }
    }
    std::stable_sort(names.begin(), names.end(), [](const Name& p, const Name& q) {
        return std::tie(p.key, p.along) < std::tie(q.key, q.along);
    });
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        number = i > 0 && names[i].key == names[i - 1].key ? number + 1 : 0;
        Hasher hasher;
        hasher.add(names[i].key);
        hasher.add(number);
        names[i].point->id = hasher.digest();
    }
}

Feature feature_at(const Triangle& triangle, Vec3d point, double reach) {
    for (int i = 0; i < 3; ++i) {
        if (squared_length(point - triangle[i]) <= reach * reach) {
            return static_cast<Feature>(static_cast<int>(Feature::Vertex0) + i);
        }
    }
    for (int i = 0; i < 3; ++i) {
        const Vec3d edge = triangle[(i + 1) % 3] - triangle[i];
        const double off = squared_length(cross(edge, point - triangle[i]));
        if (off <= reach * reach * squared_length(edge)) {
            return static_cast<Feature>(static_cast<int>(Feature::Edge0) + i);
        }
    }
    return Feature::Face;
}

} // namespace impinge::inline v0
