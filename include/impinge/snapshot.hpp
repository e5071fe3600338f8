// SPDX-License-Identifier: Apache-2.0
//
// One body against many: what is found out about it is found out once and shared by all queries.
//
//     std::size_t hits(const impinge::Mesh& cloth, std::span<const impinge::Mesh> others) {
//         const auto one = impinge::Snapshot::take({cloth.view()});
//         std::size_t count = 0;
//         for (const impinge::Mesh& mesh : others) {
//             const auto other = impinge::Snapshot::take({mesh.view()});
//             if (one && other) {
//                 const auto found = impinge::collide(*one, *other);
//                 count += found && found->verdict == impinge::Verdict::Apart ? 0 : 1;
//             }
//         }
//         return count;
//     }
//
// For meshes that change from frame to frame: taking a snapshot costs a pass over the mesh, and a
// query then costs in proportion to what is near the other body. A rigid mesh in many poses is
// better prepared as a Model (model.hpp); a World takes snapshots of its own.
//
// Thread rule: a snapshot may be used by any number of threads at once, as long as nobody writes to
// its mesh.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/export.h"

#include <memory>
#include <utility>

namespace impinge::inline v0 {

class SnapshotData;

/// A body as it stands now. Copies share one whole.
class Snapshot {
  public:
    /// The arrays of the mesh (and a diagnosis, if there is one) are not copied: they must stay
    /// alive and unchanged as long as the snapshot is used. Fails as collide() does. Takes the
    /// threads alone from the context and runs to its end.
    IMPINGE_API static Expected<Snapshot> take(const Body& body, const Context& context = {});

    /// Of the triangles, in the world; empty if there are none.
    [[nodiscard]] IMPINGE_API const Box3& box() const;

    // For the functions of this library.
    explicit Snapshot(std::shared_ptr<const SnapshotData> data) : data_(std::move(data)) {}
    [[nodiscard]] const SnapshotData& data() const { return *data_; }

  private:
    std::shared_ptr<const SnapshotData> data_;
};

/// As collide(), distance() and within() of the two bodies, every bit of the answer the same. The
/// counters and times of an Interference say what was done here.
IMPINGE_API Expected<Interference> collide(const Snapshot& a, const Snapshot& b,
                                           const CollideOptions& options = {},
                                           const Context& context = {});
IMPINGE_API Expected<Distance> distance(const Snapshot& a, const Snapshot& b,
                                        const Context& context = {});
IMPINGE_API Expected<Clearance> within(const Snapshot& a, const Snapshot& b, double clearance,
                                       const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
