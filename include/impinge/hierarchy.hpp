// SPDX-License-Identifier: Apache-2.0
//
// Bodies made of convex parts: an aircraft, a hand whose fingers bend. A tree whose leaves are
// polytopes and whose inner nodes carry a hull or a box of what is below them; moving one part
// updates its node and those above it, nothing else.
//
//     impinge::Expected<impinge::Hierarchy> dumbbell(const impinge::Polytope& ball) {
//         impinge::Hierarchy body;
//         for (const double x : {-1.0, 1.0}) {
//             if (auto part = body.add_part(ball, impinge::translation({x, 0, 0})); !part) {
//                 return part.error();
//             }
//         }
//         return body;
//     }
//
// Thread rule: const functions from any number of threads, others from one at a time.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/convex.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace impinge::inline v0 {

/// A node of a hierarchy; 0 is the root.
using PartId = std::uint32_t;

enum class NodeVolume : std::uint8_t {
    Box,  ///< axis-aligned in the node's own frame; cheapest to keep up to date
    Hull, ///< convex hull of the children: fits tightest, rebuilt along the path when a part moves
};

class Hierarchy {
  public:
    explicit IMPINGE_API Hierarchy(NodeVolume volume = NodeVolume::Box);
    IMPINGE_API Hierarchy(const Hierarchy&);
    IMPINGE_API Hierarchy(Hierarchy&&) noexcept;
    IMPINGE_API Hierarchy& operator=(const Hierarchy&);
    IMPINGE_API Hierarchy& operator=(Hierarchy&&) noexcept;
    IMPINGE_API ~Hierarchy();

    /// Each part of a mesh (connected through edges) as a leaf, under inner nodes that halve them
    /// by place. Fails, naming the part, if one is not convex.
    static IMPINGE_API Expected<Hierarchy> from_mesh(const MeshView& mesh,
                                                     NodeVolume volume = NodeVolume::Box);

    /// An inner node; its pose is relative to its parent, which must be a group, too. Poses must
    /// be finite, with a positive scale and a rotation orthonormal to 1e-9.
    IMPINGE_API Expected<PartId> add_group(PartId parent = 0, const Rigid& pose = {});
    /// A leaf, likewise.
    IMPINGE_API Expected<PartId> add_part(const Polytope& shape, const Rigid& pose = {},
                                          PartId parent = 0);
    /// Articulates: the node and all below it move; volumes are updated from here to the root.
    IMPINGE_API Status set_pose(PartId part, const Rigid& pose_in_parent);

    [[nodiscard]] IMPINGE_API std::size_t node_count() const;     ///< the root included
    [[nodiscard]] IMPINGE_API std::vector<PartId> leaves() const; ///< ascending
    // Of nodes there are.
    [[nodiscard]] IMPINGE_API bool is_leaf(PartId part) const;
    [[nodiscard]] IMPINGE_API const Polytope& shape(PartId leaf) const;
    [[nodiscard]] IMPINGE_API Rigid pose(PartId part) const; ///< in the frame of the hierarchy
    [[nodiscard]] IMPINGE_API Rigid pose_in_parent(PartId part) const;
    [[nodiscard]] IMPINGE_API PartId parent(PartId part) const; ///< of the root: the root
    /// All parts as one mesh in the frame of the hierarchy, in the order of leaves(): what
    /// collide() is asked about. Its vertices are those of the parts with pose(part) applied.
    [[nodiscard]] IMPINGE_API Mesh merged_mesh() const;
    /// The box of the world vertices of the merged mesh, bit for bit.
    [[nodiscard]] IMPINGE_API Box3 world_box(const Rigid& pose) const;

    struct Data;
    [[nodiscard]] const Data& data() const { return *data_; }

  private:
    std::unique_ptr<Data> data_;
};

/// A hierarchy and where it stands.
struct HierarchyBody {
    const Hierarchy& shape;
    Rigid pose{};
};

/// Two leaves and what is known of them.
struct PartPair {
    PartId a = 0;
    PartId b = 0;
    ConvexVerdict verdict = ConvexVerdict::Apart;

    friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

/// What is kept between frames for one pair of hierarchies: where each pair of nodes stood.
class HierarchyMemory {
  public:
    IMPINGE_API HierarchyMemory();
    IMPINGE_API HierarchyMemory(HierarchyMemory&&) noexcept;
    IMPINGE_API HierarchyMemory& operator=(HierarchyMemory&&) noexcept;
    IMPINGE_API ~HierarchyMemory();

    struct Data;
    [[nodiscard]] Data& data() { return *data_; }

  private:
    std::unique_ptr<Data> data_;
};

struct HierarchyMeeting {
    /// What collide() says of the merged meshes, or Unsure: if the parts do not settle it (some
    /// touch, or one lies inside and another apart, or the bodies may be equal).
    ConvexVerdict verdict = ConvexVerdict::Apart;
    /// The leaf pairs that are not Apart, sorted by (a, b).
    std::vector<PartPair> parts;
    std::uint64_t node_pairs = 0; ///< volumes compared
};

/// Recursively: volumes first, children where they meet, leaves by convex_verdict().
IMPINGE_API Expected<HierarchyMeeting> meeting(const HierarchyBody& a, const HierarchyBody& b,
                                               HierarchyMemory& memory,
                                               ConvexSearch search = ConvexSearch::LinearProgram);

struct HierarchyDistance {
    double distance = 0; ///< infinite if one has no parts or all are farther than the limit
    PartId part_a = 0;
    PartId part_b = 0;
    ClosestFeatures closest; ///< of those two parts
};

/// The closest parts, no farther apart than `limit`; 0 if two parts penetrate. Of equally close
/// ones the first by number; the same bits whatever was asked before.
IMPINGE_API Expected<HierarchyDistance> hierarchy_distance(const HierarchyBody& a,
                                                           const HierarchyBody& b,
                                                           HierarchyMemory& memory, double limit);

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
