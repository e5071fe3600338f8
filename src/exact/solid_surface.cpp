// SPDX-License-Identifier: Apache-2.0
#include "exact/solid_surface.hpp"

#include "impinge/predicates.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace impinge {
namespace {

using Faces = std::vector<TriangleIndices>;

bool has_repeated_corner(const TriangleIndices& f) {
    return f[0] == f[1] || f[1] == f[2] || f[2] == f[0];
}

/// A face by its set of corners, and which way round it takes them.
struct FaceKey {
    TriangleIndices corners; ///< sorted
    int sense = 0;           ///< +1 or -1: opposite for faces that cancel
    std::uint32_t face = 0;
};

FaceKey key_of(const TriangleIndices& f, std::uint32_t face) {
    TriangleIndices sorted = f;
    std::sort(sorted.begin(), sorted.end());
    const auto smallest = std::min_element(f.begin(), f.end()) - f.begin();
    const bool ascending = f[static_cast<std::size_t>((smallest + 1) % 3)] == sorted[1];
    return {sorted, ascending ? 1 : -1, face};
}

/// Removes faces in pairs of opposite orientation: walls of no thickness, or the common wall of two
/// parts that share it corner by corner.
void cancel_opposite_faces(Faces& faces) {
    std::vector<FaceKey> keys;
    keys.reserve(faces.size());
    for (const TriangleIndices& f : faces) {
        keys.push_back(key_of(f, static_cast<std::uint32_t>(keys.size())));
    }
    std::sort(keys.begin(), keys.end(), [](const FaceKey& p, const FaceKey& q) {
        return std::tie(p.corners, p.sense, p.face) < std::tie(q.corners, q.sense, q.face);
    });
    std::vector<bool> cancelled(faces.size(), false);
    for (auto run = keys.begin(); run != keys.end();) {
        const auto end = std::find_if(
            run, keys.end(), [run](const FaceKey& key) { return key.corners != run->corners; });
        // Sorted by sense: the negative ones at the front meet the positive ones at the back.
        for (auto last = end - 1; run < last && run->sense != last->sense; ++run, --last) {
            cancelled[run->face] = true;
            cancelled[last->face] = true;
        }
        run = end;
    }
    std::size_t face = 0;
    std::erase_if(faces, [&](const TriangleIndices&) { return cancelled[face++]; });
}

/// Faces whose corners lie on one line are taken out by flipping their longest edge: the neighbour
/// there is cut in two at the corner in the middle.
class CapDissolver {
  public:
    CapDissolver(std::span<const Vec3d> vertices, Faces& faces)
        : vertices_(vertices), faces_(faces) {}

    /// Whether all faces have an area in the end.
    bool run() {
        std::vector<std::uint32_t> flat = flat_faces();
        if (flat.empty()) {
            return true;
        }
        index_edges();
        for (std::size_t round = 0; round < 64 && !flat.empty(); ++round) {
            for (const std::uint32_t face : flat) {
                if (is_flat(face)) {
                    flip_longest_edge(face);
                }
            }
            flat = flat_faces();
        }
        return flat.empty();
    }

  private:
    using Edge = std::pair<std::uint32_t, std::uint32_t>;

    [[nodiscard]] bool is_flat(std::uint32_t face) const {
        const TriangleIndices& f = faces_[face];
        return collinear(vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]);
    }
    [[nodiscard]] std::vector<std::uint32_t> flat_faces() const {
        std::vector<std::uint32_t> flat;
        for (std::uint32_t face = 0; face < faces_.size(); ++face) {
            if (is_flat(face)) {
                flat.push_back(face);
            }
        }
        return flat;
    }
    void index_edges() {
        for (std::uint32_t face = 0; face < faces_.size(); ++face) {
            add_edges(face);
        }
    }
    void add_edges(std::uint32_t face) {
        for (std::size_t i = 0; i < 3; ++i) {
            face_of_.emplace(Edge{faces_[face][i], faces_[face][(i + 1) % 3]}, face);
        }
    }
    void remove_edges(std::uint32_t face) {
        for (std::size_t i = 0; i < 3; ++i) {
            auto [at, end] = face_of_.equal_range({faces_[face][i], faces_[face][(i + 1) % 3]});
            at = std::find_if(at, end, [face](const auto& entry) { return entry.second == face; });
            face_of_.erase(at);
        }
    }
    /// The face turned so that its middle corner comes last: the first two span it.
    [[nodiscard]] TriangleIndices longest_edge_first(TriangleIndices f) const {
        const auto between = [this](std::uint32_t p, std::uint32_t q, std::uint32_t middle) {
            const auto [low, high] = std::minmax(vertices_[p], vertices_[q]);
            return low <= vertices_[middle] && vertices_[middle] <= high;
        };
        while (!between(f[0], f[1], f[2])) {
            std::rotate(f.begin(), f.begin() + 1, f.end());
        }
        return f;
    }
    void flip_longest_edge(std::uint32_t face) {
        const auto [p, q, r] = longest_edge_first(faces_[face]);
        const auto neighbour_at = face_of_.find({q, p});
        if (neighbour_at == face_of_.end() || neighbour_at->second == face) {
            return;
        }
        const std::uint32_t neighbour = neighbour_at->second;
        TriangleIndices g = faces_[neighbour];
        while (g[0] != q || g[1] != p) {
            std::rotate(g.begin(), g.begin() + 1, g.end());
        }
        const std::uint32_t w = g[2];
        if (w == r) {
            return; // the two faces cancel; cancel_opposite_faces takes them out
        }
        remove_edges(face);
        remove_edges(neighbour);
        faces_[face] = {r, p, w};
        faces_[neighbour] = {w, q, r};
        add_edges(face);
        add_edges(neighbour);
    }

    std::span<const Vec3d> vertices_;
    Faces& faces_;
    std::multimap<Edge, std::uint32_t> face_of_; // by directed edge
};

/// Welded faces without meaningless ones, or nothing.
std::optional<Faces> clean_faces(std::span<const Vec3d> vertices, Faces faces) {
    constexpr int rounds = 8; // a flip can make faces that cancel, and the other way round
    for (int round = 0; round < rounds; ++round) {
        const Faces before = faces;
        std::erase_if(faces, has_repeated_corner);
        cancel_opposite_faces(faces);
        const bool dissolved = CapDissolver(vertices, faces).run();
        if (dissolved && faces == before) {
            return faces;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<SolidSurface> make_solid_surface(const WorldMesh& mesh, Normals normals) {
    Faces welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices));
    if (normals == Normals::Inward) {
        for (TriangleIndices& f : welded) {
            std::swap(f[1], f[2]);
        }
    }
    std::optional<Faces> cleaned = clean_faces(mesh.vertices, welded);
    if (!cleaned) {
        return std::nullopt;
    }
    SolidSurface surface;
    surface.vertices_ = mesh.vertices;
    surface.faces_ = std::move(*cleaned);
    surface.faces_are_triangles_ = surface.faces_ == welded;
    surface.first_.assign(mesh.vertices.size() + 1, 0);
    for (const TriangleIndices& f : surface.faces_) {
        for (const std::uint32_t corner : f) {
            ++surface.first_[corner + 1];
        }
    }
    for (std::size_t i = 1; i < surface.first_.size(); ++i) {
        surface.first_[i] += surface.first_[i - 1];
    }
    surface.incident_.resize(3 * surface.faces_.size());
    std::vector<std::uint32_t> next(surface.first_.begin(), surface.first_.end() - 1);
    for (std::uint32_t face = 0; face < surface.faces_.size(); ++face) {
        for (const std::uint32_t corner : surface.faces_[face]) {
            surface.incident_[next[corner]++] = face;
        }
    }
    return surface;
}

WorldMesh SolidSurface::as_mesh() const {
    WorldMesh mesh;
    mesh.vertices = vertices_;
    mesh.triangles = faces_;
    for (const TriangleIndices& f : faces_) {
        for (const std::uint32_t corner : f) {
            mesh.box = extend(mesh.box, vertices_[corner]);
        }
    }
    return mesh;
}

} // namespace impinge
