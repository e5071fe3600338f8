// SPDX-License-Identifier: Apache-2.0
//
// A rigid mesh prepared once for many poses: what collide() and distance() say of bare meshes, they
// say of models bit for bit, in microseconds.
//
//     std::size_t clashes(const impinge::Mesh& arm, const impinge::Mesh& cell,
//                         std::span<const impinge::Rigid> poses) {
//         const auto model_of_arm = impinge::Model::prepare(arm.view());
//         const auto model_of_cell = impinge::Model::prepare(cell.view());
//         std::size_t count = 0;
//         for (const impinge::Rigid& pose : poses) {
//             const auto found = impinge::collide({*model_of_arm, pose}, {*model_of_cell});
//             count += found && found->verdict == impinge::Verdict::Apart ? 0 : 1;
//         }
//         return count;
//     }
//
// Thread rule: what a model says never changes after it was made, and it may be used by any number
// of threads at once. What only some questions need it finds out when first asked, on as many
// threads as it was prepared with. A PairMemory belongs to one thread at a time.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/export.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace impinge::inline v0 {

namespace model {
struct ModelData;
}

/// A box of the tree of a model, which need not lie along the axes.
struct ModelBox {
    Vec3d centre;
    std::array<Vec3d, 3> half_axes; ///< from the centre to the middle of three sides
};

/// A mesh with a BVH over its triangles and with what is known of its solidity. Copies share one
/// immutable whole.
class Model {
  public:
    /// Copies the mesh; fails on what validate() refuses. Takes the threads alone from the context
    /// and runs to its end. Whether it is a solid is found out by the first question that needs it,
    /// in a third of the time that this takes.
    IMPINGE_API static Expected<Model> prepare(const MeshView& mesh, const Context& context = {});

    /// The model of the same triangles with other positions, as many as before: what prepare()
    /// gives for them, in a third of the time while neighbours stay neighbours. The tree keeps its
    /// order of triangles until its boxes have become too loose, and is then made anew. Fails on
    /// positions that are not finite or not as many.
    [[nodiscard]] IMPINGE_API Expected<Model> refitted(std::span<const Vec3d> positions,
                                                       const Context& context = {}) const;

    [[nodiscard]] IMPINGE_API MeshView mesh() const;
    /// For functions that take bare meshes, those of image space among them: it comes with a
    /// diagnosis that spares them asking whether it is a solid (and says no more: of faces and
    /// edges that may well be in a solid it counts none). The model must outlive its use.
    [[nodiscard]] IMPINGE_API Body body(const Rigid& pose = {}) const;
    /// A level of the BVH, in the frame of the mesh: at 0 one box around everything, at each next
    /// up to eight times as many, in the end around eight triangles each. None below that, and of a
    /// model that has no BVH.
    [[nodiscard]] IMPINGE_API std::vector<ModelBox> boxes(std::size_t level) const;
    /// Of the model, its copy of the mesh included; what it shares with models that it was refitted
    /// from counts for each. Grows by at most 130 KB once it has been asked often.
    [[nodiscard]] IMPINGE_API std::size_t memory_bytes() const;

    // For the functions of this library.
    explicit Model(std::shared_ptr<const model::ModelData> data) : data_(std::move(data)) {}
    [[nodiscard]] const model::ModelData& data() const { return *data_; }

  private:
    std::shared_ptr<const model::ModelData> data_;
};

/// A model and where it stands. The model must outlive the query.
struct PlacedModel {
    const Model& model;
    Rigid pose{};
};

/// What the last query about a pair of models found, to begin the next one with. It only saves
/// time: any content gives the same answers.
struct PairMemory {
    struct Triangles {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
    };
    std::optional<Triangles> crossing{};
    std::optional<Triangles> nearest{};
};

/// As collide(), distance() and within() of the two meshes in these poses, every bit of the answer
/// the same. The counters and times of an Interference say what was done here.
IMPINGE_API Expected<Interference> collide(const PlacedModel& a, const PlacedModel& b,
                                           const CollideOptions& options = {},
                                           const Context& context = {});
IMPINGE_API Expected<Distance> distance(const PlacedModel& a, const PlacedModel& b,
                                        const Context& context = {});
IMPINGE_API Expected<Clearance> within(const PlacedModel& a, const PlacedModel& b, double clearance,
                                       const Context& context = {});

/// The same with a memory for the pair.
IMPINGE_API Expected<Interference> collide(const PlacedModel& a, const PlacedModel& b,
                                           PairMemory& memory, const CollideOptions& options = {},
                                           const Context& context = {});
IMPINGE_API Expected<Distance> distance(const PlacedModel& a, const PlacedModel& b,
                                        PairMemory& memory, const Context& context = {});
IMPINGE_API Expected<Clearance> within(const PlacedModel& a, const PlacedModel& b, double clearance,
                                       PairMemory& memory, const Context& context = {});

struct PosePair {
    Rigid a{};
    Rigid b{};
};

/// collide() for each pair of poses, over the threads of the context. Fails if one of them fails;
/// the error names the first. Those that a cancelled call did not get to are partial.
IMPINGE_API Expected<std::vector<Interference>> collide_batch(const Model& a, const Model& b,
                                                              std::span<const PosePair> poses,
                                                              const CollideOptions& options = {},
                                                              const Context& context = {});

} // namespace impinge::inline v0

#endif // IMPINGE_HAS_CPP20
