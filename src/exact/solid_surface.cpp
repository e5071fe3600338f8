// SPDX-License-Identifier: Apache-2.0
#include "exact/solid_surface.hpp"

#include "impinge/predicates.hpp"
#include "mesh/weld.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace impinge::inline v0 {
namespace {

using Faces = std::vector<TriangleIndices>;

bool has_repeated_corner(const TriangleIndices& f) {
    return f[0] == f[1] || f[1] == f[2] || f[2] == f[0];
}

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Edge edge_of(std::uint32_t p, std::uint32_t q) { return std::minmax(p, q); }

/// Faces that can be taken out and added, found by their edges.
class FaceSet {
  public:
    explicit FaceSet(Faces& faces) : faces_(faces), gone_(faces.size(), false) {
        for (std::uint32_t face = 0; face < faces_.size(); ++face) {
            index(face);
        }
    }
    [[nodiscard]] const TriangleIndices& operator[](std::uint32_t face) const {
        return faces_[face];
    }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(faces_.size()); }
    [[nodiscard]] bool has(std::uint32_t face) const { return !gone_[face]; }
    void remove(std::uint32_t face) { gone_[face] = true; }
    void add(const TriangleIndices& face) {
        faces_.push_back(face);
        gone_.push_back(false);
        index(size() - 1);
    }
    [[nodiscard]] std::vector<std::uint32_t> at_edge(Edge edge) const {
        std::vector<std::uint32_t> found;
        const auto [first, last] = at_edge_.equal_range(edge);
        for (auto entry = first; entry != last; ++entry) {
            if (has(entry->second)) {
                found.push_back(entry->second);
            }
        }
        return found;
    }
    /// Closes the gaps; the set must not be used afterwards.
    void compact() {
        std::size_t kept = 0;
        for (std::size_t face = 0; face < faces_.size(); ++face) {
            if (!gone_[face]) {
                faces_[kept++] = faces_[face];
            }
        }
        faces_.resize(kept);
    }

  private:
    void index(std::uint32_t face) {
        const TriangleIndices& f = faces_[face];
        for (std::size_t i = 0; i < 3; ++i) {
            at_edge_.emplace(edge_of(f[i], f[(i + 1) % 3]), face);
        }
    }

    Faces& faces_;
    std::vector<bool> gone_;
    std::multimap<Edge, std::uint32_t> at_edge_;
};

bool are_opposite(const TriangleIndices& f, TriangleIndices g) {
    std::swap(g[1], g[2]);
    for (int turn = 0; turn < 3; ++turn) {
        if (f == g) {
            return true;
        }
        std::rotate(g.begin(), g.begin() + 1, g.end());
    }
    return false;
}

/// A sheet of no thickness, two faces back to back, has a rim: an edge of these two faces alone.
/// Sheets are peeled off from their rims. The wall between two parts that lie flush on each other
/// has no rim and stays.
void peel_sheets(Faces& faces) {
    FaceSet set(faces);
    std::vector<Edge> edges;
    const auto visit_edges_of = [&](std::uint32_t face) {
        for (std::size_t i = 0; i < 3; ++i) {
            edges.push_back(edge_of(set[face][i], set[face][(i + 1) % 3]));
        }
    };
    for (std::uint32_t face = 0; face < set.size(); ++face) {
        visit_edges_of(face);
    }
    bool peeled = false;
    while (!edges.empty()) {
        const std::vector<std::uint32_t> around = set.at_edge(edges.back());
        edges.pop_back();
        if (around.size() == 2 && are_opposite(set[around[0]], set[around[1]])) {
            set.remove(around[0]);
            set.remove(around[1]);
            visit_edges_of(around[0]);
            peeled = true;
        }
    }
    if (peeled) {
        set.compact();
    }
}

/// A face whose corners lie on one line is a seam: its longest edge on one side, two shorter ones
/// on the other. It is taken out, and every face at the longest edge is cut in two at the corner in
/// the middle, so that the faces around the seam meet edge to edge.
class SeamCloser {
  public:
    SeamCloser(std::span<const Vec3d> vertices, Faces& faces)
        : vertices_(vertices), set_(faces), steps_left_(64 * faces.size()) {}

    /// Whether all faces have an area in the end.
    bool run(std::vector<std::uint32_t> flat) {
        flat_ = std::move(flat);
        while (!flat_.empty() && steps_left_-- > 0) {
            const std::uint32_t face = flat_.back();
            flat_.pop_back();
            if (set_.has(face)) {
                close(face);
            }
        }
        set_.compact();
        return flat_.empty();
    }

  private:
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
    void close(std::uint32_t seam) {
        const auto [p, q, middle] = longest_edge_first(set_[seam]);
        set_.remove(seam);
        for (const std::uint32_t face : set_.at_edge(edge_of(p, q))) {
            TriangleIndices f = set_[face];
            while (edge_of(f[0], f[1]) != edge_of(p, q)) {
                std::rotate(f.begin(), f.begin() + 1, f.end());
            }
            set_.remove(face);
            add_unless_empty({f[0], middle, f[2]});
            add_unless_empty({middle, f[1], f[2]});
        }
    }
    void add_unless_empty(const TriangleIndices& f) {
        if (has_repeated_corner(f)) {
            return;
        }
        set_.add(f);
        if (collinear(vertices_[f[0]], vertices_[f[1]], vertices_[f[2]])) {
            flat_.push_back(set_.size() - 1);
        }
    }

    std::span<const Vec3d> vertices_;
    FaceSet set_;
    std::size_t steps_left_;
    std::vector<std::uint32_t> flat_;
};

bool close_seams(std::span<const Vec3d> vertices, Faces& faces) {
    std::vector<std::uint32_t> flat;
    for (std::uint32_t face = 0; face < faces.size(); ++face) {
        const TriangleIndices& f = faces[face];
        if (collinear(vertices[f[0]], vertices[f[1]], vertices[f[2]])) {
            flat.push_back(face);
        }
    }
    return flat.empty() || SeamCloser(vertices, faces).run(std::move(flat));
}

/// Whether two faces have the same corners: the cheap question that most meshes answer with no.
bool has_repeated_faces(const Faces& faces) {
    Faces sorted;
    sorted.reserve(faces.size());
    for (TriangleIndices f : faces) {
        std::sort(f.begin(), f.end());
        sorted.push_back(f);
    }
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

/// Takes out what carries no meaning; false if faces without area are left.
bool clean(std::span<const Vec3d> vertices, Faces& faces) {
    std::erase_if(faces, has_repeated_corner);
    const bool closed = close_seams(vertices, faces);
    if (has_repeated_faces(faces)) {
        peel_sheets(faces);
    }
    return closed;
}

} // namespace

std::optional<SolidSurface> make_solid_surface(const Solid& solid) {
    const WorldMesh& mesh = solid.mesh;
    Faces welded = welded_triangles(mesh.triangles, weld_map(mesh.vertices));
    if (solid.normals == Normals::Inward) {
        for (TriangleIndices& f : welded) {
            std::swap(f[1], f[2]);
        }
    }
    SolidSurface surface;
    surface.vertices_ = mesh.vertices;
    surface.faces_ = welded;
    if (!clean(mesh.vertices, surface.faces_)) {
        return std::nullopt;
    }
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

} // namespace impinge::inline v0
