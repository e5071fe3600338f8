// SPDX-License-Identifier: Apache-2.0
//
// A scene of triangle meshes for peers, frame after frame, and what is asked about it. Each adapter
// file sets up one library.
#pragma once

#include "impinge/collide.hpp"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace impinge::bench::peers {

/// Always about body 0 and each of the others.
enum class Asked : std::uint8_t {
    Meet,     ///< have the surfaces a common point?
    Pairs,    ///< all pairs of triangles that meet
    Self,     ///< all pairs of triangles of body 0 that meet and have no common corner
    Solids,   ///< have the solids a common point, one inside the other included?
    Distance, ///< how far apart are the surfaces of the two? Who knows that the solids meet says so
    Nothing,  ///< but what questions about body 0 would need is made
};

/// What is different in each frame.
enum class Change : std::uint8_t {
    Poses,     ///< bodies keep their shape: whatever helps may be made beforehand
    Positions, ///< vertices of all bodies move, triangles stay
    Triangles, ///< body 0 has other vertices and triangles, the others stay as they are
};

struct MeshScene {
    std::string name;
    std::string title;         ///< for a person, with what is asked
    std::size_t triangles = 0; ///< as asked for; what it counts is said by the title
    Asked asked = Asked::Pairs;
    Change change = Change::Poses;
    std::vector<Mesh> bodies{}; ///< as they are in frame 0
    /// One of these three, by the kind of change; first index the frame.
    std::vector<std::vector<Rigid>> poses{};
    std::vector<std::vector<std::vector<Vec3d>>> deformed{};
    std::vector<Mesh> torn{};

    [[nodiscard]] std::size_t frame_count() const {
        return change == Change::Poses       ? poses.size()
               : change == Change::Positions ? deformed.size()
                                             : torn.size();
    }
    [[nodiscard]] bool is_torn(std::size_t body) const {
        return change == Change::Triangles && body == 0;
    }
    [[nodiscard]] std::span<const Vec3d> positions(std::size_t frame, std::size_t body) const {
        return change == Change::Positions ? deformed[frame][body]
               : is_torn(body)             ? torn[frame].positions
                                           : bodies[body].positions;
    }
    [[nodiscard]] std::span<const TriangleIndices> triangles_of(std::size_t frame,
                                                                std::size_t body) const {
        return is_torn(body) ? torn[frame].triangles : bodies[body].triangles;
    }
    [[nodiscard]] Rigid pose(std::size_t frame, std::size_t body) const {
        return change == Change::Poses ? poses[frame][body] : Rigid{};
    }
    [[nodiscard]] Body body(std::size_t frame, std::size_t i) const {
        return {MeshView(positions(frame, i), triangles_of(frame, i)), pose(frame, i)};
    }
};

/// A triangle of body 0 and one of another; with Asked::Self two of body 0.
struct MeshPair {
    std::uint32_t body = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const MeshPair&, const MeshPair&) = default;
};

/// What a peer says of one frame.
struct MeshAnswer {
    bool meet = false;               ///< some body meets body 0
    double distance = 0;             ///< with Asked::Distance, unless they meet
    std::vector<MeshPair> pairs{};   ///< each once, in any order
    std::uint64_t proved_digest = 0; ///< of all that impinge said; 0 of others
};

/// One library, set up for one scene. Frames are asked about in order and again from the first.
class MeshPeer {
  public:
    MeshPeer() = default;
    MeshPeer(const MeshPeer&) = delete;
    MeshPeer& operator=(const MeshPeer&) = delete;
    virtual ~MeshPeer() = default;

    /// The whole frame, from the scene's description to the answer, which comes empty.
    virtual void ask(std::size_t frame, MeshAnswer& answer) = 0;
};

struct MeshEntrant {
    std::string name;
    std::string configuration; ///< for the page: version, structures, precision
    unsigned threads = 1;
    /// Null if the library has nothing that answers what the scene asks.
    std::function<std::unique_ptr<MeshPeer>(const MeshScene&)> enter{};
};

std::vector<MeshEntrant> impinge_meshes();
MeshEntrant impinge_world_meshes();
MeshEntrant fcl_meshes();
MeshEntrant bullet_meshes();
MeshEntrant ode_meshes();
MeshEntrant embree_meshes();
MeshEntrant cgal_meshes();

/// Those that were there when this was compiled, ours first.
std::vector<MeshEntrant> mesh_entrants();

inline bool share_a_corner(const TriangleIndices& s, const TriangleIndices& t) {
    for (const std::uint32_t corner : s) {
        if (corner == t[0] || corner == t[1] || corner == t[2]) {
            return true;
        }
    }
    return false;
}

inline const char* to_string(Asked asked) {
    switch (asked) {
    case Asked::Meet:
        return "meet";
    case Asked::Pairs:
        return "pairs";
    case Asked::Self:
        return "self";
    case Asked::Solids:
        return "solids";
    case Asked::Distance:
        return "distance";
    case Asked::Nothing:
        return "nothing";
    }
    return "";
}

inline const char* to_string(Change change) {
    return change == Change::Poses       ? "poses"
           : change == Change::Positions ? "positions"
                                         : "triangles";
}

} // namespace impinge::bench::peers
