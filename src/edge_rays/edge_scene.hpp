// SPDX-License-Identifier: Apache-2.0
//
// The bodies that are asked about: where they stand in this query, and what is found out about each
// mesh when it is first needed, once for all bodies that share it and for all queries.
#pragma once

#include "edge_rays/edge_frame.hpp"
#include "mesh/solidity.hpp"

#include <optional>
#include <tuple>

namespace impinge::inline v0::imagespace {

class EdgeScene {
  public:
    /// They stand nowhere until they are placed.
    EdgeScene(raster::Device& device, std::span<const Body> bodies);

    /// Puts all of them on the device now, not when they are first drawn.
    Status hand_over(const Context& context);

    /// Another shape for a body, for all queries to come; it is on the device then. A refused one
    /// changes nothing.
    enum class Replaced : std::uint8_t { Positions, Mesh };
    Status replace(std::size_t body, const Body& changed, Replaced replaced,
                   const Context& context);

    /// One pose for each body. Refuses, by name, bodies that collide() or a device would refuse for
    /// their numbers. Without meaning once the context is cancelled.
    Status place(std::span<const Rigid> poses, const Context& context);

    /// Where they were placed.
    [[nodiscard]] std::span<const Body> bodies() const { return bodies_; }
    /// In the world, grown by what floats may be off; empty for bodies without triangles.
    [[nodiscard]] std::span<const Box3> boxes() const { return boxes_; }
    /// The same, not grown.
    [[nodiscard]] std::span<const Box3> tight_boxes() const { return tight_boxes_; }

    /// The bodies on the device, with edges.
    Expected<std::vector<EdgeBody>> drawn(std::span<const std::uint32_t> indices);

    /// Whether the caller's diagnosis says that rays leave the body as often as they enter it.
    [[nodiscard]] bool known_closed(std::uint32_t body) const;
    /// Whether the faces of its mesh look inward. Only for bodies that were drawn.
    [[nodiscard]] bool turned(std::uint32_t body) const;

    /// Whether its mesh is a solid. The caller's diagnosis is believed.
    Expected<bool> is_solid(std::uint32_t body, const Context& context);

    /// Whether the surface of its mesh meets itself, exactly; true if that was not found out
    /// because the query was cancelled.
    Expected<bool> crosses_itself(std::uint32_t body, const Context& context);

    /// The ends of an edge of unique_edges().
    Expected<raster::EdgeIndices> corners(std::uint32_t body, std::uint32_t edge);

    /// What the exact engine says.
    Expected<Interference> collide_exactly(std::uint32_t a, std::uint32_t b,
                                           const Context& context);

  private:
    /// A mesh, whichever bodies have it.
    struct Shape {
        MeshView mesh = {};
        std::unique_ptr<raster::Geometry> geometry = nullptr;
        bool turned = false; ///< known once there is a geometry
        std::optional<std::vector<raster::EdgeIndices>> edges = {};
        std::optional<MeshSolidity> solidity = {};
        std::optional<bool> crosses_itself = {};
        std::size_t bodies = 0; ///< that have it
        /// Which vertices are one, if positions were replaced before: as long as these are the
        /// same, edges are.
        std::vector<std::uint32_t> weld = {};
    };
    using Key = std::tuple<const void*, std::size_t, std::size_t, Scalar, const void*, std::size_t>;

    static Key key_of(const MeshView& mesh);
    Status need_geometry(Shape& shape) const;
    Status put_in_place_of(Shape& old, Shape& fresh, Replaced replaced) const;
    static Expected<MeshSolidity> solidity_of(Shape& shape, const Context& context);

    raster::Device* device_;
    // What a pose changes.
    std::vector<Body> bodies_;
    std::vector<Box3> boxes_;
    std::vector<Box3> tight_boxes_;
    // What stays.
    std::vector<Shape> shapes_;
    std::vector<std::size_t> shape_of_body_;
};

} // namespace impinge::inline v0::imagespace
