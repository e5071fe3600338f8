// SPDX-License-Identifier: Apache-2.0
//
// What the algorithms work on: some bodies seen through one window on one device.
#pragma once

#include "broadphase/box_pairs.hpp"
#include "impinge/edge_rays.hpp"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace impinge::inline v0::imagespace {

/// A body on the device.
struct EdgeBody {
    const raster::Geometry* geometry = nullptr; ///< with edges; null if it is not drawn
    MeshView mesh;
    Rigid pose;
    Box3 box;                ///< in the world, grown by what floats may be off
    std::uint32_t index = 0; ///< the caller's
    bool inside_out = false; ///< front and back are exchanged when it is drawn
    bool open = false;       ///< nothing is said to lie in it: its faces are not drawn
    /// It may wind around a point the wrong way, which takes one off the count of other bodies
    /// there. Not known where no other body is counted.
    bool crosses_itself = false;
};

/// In id planes bodies are called index + 1, so that 0 comes before all of them and raster::no_id
/// after.
constexpr std::uint32_t name_of_body(std::uint32_t index) { return index + 1; }
constexpr std::uint32_t body_of_name(std::uint32_t name) { return name - 1; }

/// For how long a query counts.
enum class QueryUse : std::uint8_t {
    WholeLook, ///< all layers of a window
    OneStep,   ///< until the next queries are asked for
};

/// Targets and queries, made when first needed and kept for the next window.
class EdgeTargets {
  public:
    explicit EdgeTargets(raster::Device& device) : device_(device) {}

    /// Valid until another size is asked for. The frame buffer of the thesis (0 and 1, used in turn
    /// for layer after layer of edge points), what the own body is told by and the bodies found so
    /// far (2), and where bodies are counted one by one (3).
    Expected<raster::Target*> get(std::size_t which, int width, int height);

    /// So many that have counted nothing. Valid until queries of the same use are asked for.
    Expected<std::vector<raster::Query*>> queries(QueryUse use, std::size_t count);

  private:
    /// All targets of a size.
    struct Sized {
        int width = 0;
        int height = 0;
        std::array<std::unique_ptr<raster::Target>, 4> targets = {};
    };

    Sized& of_size(int width, int height);
    [[nodiscard]] std::size_t pixels() const;

    raster::Device& device_;
    std::vector<Sized> sizes_; ///< the one used last comes last
    std::array<std::vector<std::unique_ptr<raster::Query>>, 2> queries_; ///< by use
};

struct EdgeFrame {
    raster::Device& device;
    raster::View view;
    std::span<const EdgeBody> bodies; ///< ascending by index
    OwnBody own_body = OwnBody::Excluded;
    double edge_offset = 0; ///< in world units
    HiddenPoints hidden_points = HiddenPoints::Peeled;
    EarlyExit early_exit = EarlyExit::ByQuery;
    Context context = {};
    EdgeTargets& targets;
    EdgeRayWork& work;
};

/// An edge point in at least one other body, as pixels tell it.
struct EdgeSample {
    std::uint32_t x = 0; ///< of the target: see View::shown
    std::uint32_t y = 0;
    float depth = 0;
    std::uint32_t layer = 0;
    std::uint32_t body = 0; ///< index
    std::uint32_t edge = 0;
    /// Bodies it lies in, ascending; empty if the algorithm does not name them.
    std::vector<std::uint32_t> penetrated = {};
};

/// What an algorithm found out about a window.
struct EdgeFindings {
    bool interference = false;
    std::vector<EdgeSample> samples = {};        ///< by layer, row, column
    std::vector<std::uint32_t> penetrating = {}; ///< indices, ascending
    std::vector<std::uint32_t> penetrated = {};  ///< the same
    std::vector<std::uint32_t> seen = {};        ///< bodies of which some edge point was seen
    std::vector<UnsoundBody> negative = {};      ///< bodies with negative counts
    bool hidden_left = false;                    ///< there are edge points that were not looked at
    bool may_cancel = false; ///< counts of several bodies may have cancelled out unnoticed
    bool partial = false;    ///< cancelled
};

} // namespace impinge::inline v0::imagespace
