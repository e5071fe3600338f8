// SPDX-License-Identifier: Apache-2.0
//
// The road of a query: region, candidates, proof, verdict.
#pragma once

#include "exact/collide.hpp"
#include "imagespace/conservative/shared_depths.hpp"
#include "peeling/surface_layers.hpp"

namespace impinge::inline v0::imagespace {

/// A mesh on the device. The view must stay good.
struct DeviceMesh {
    MeshView mesh;
    Box3 box;
    std::unique_ptr<raster::Geometry> geometry;
};

/// `name` stands for the body in errors.
Expected<DeviceMesh> put_on_device(raster::Device& device, const MeshView& mesh,
                                   const BodyName& name);

/// What the device saw of a pair: close surfaces of a sampled search, or where a conservative one
/// has to look.
struct SeenPair {
    std::optional<SharedRegion> region = {}; ///< nothing if the boxes do not meet
    std::optional<LayerPairs> layers = {};
    std::optional<SharedDepths> open = {};
};

/// A pair that was drawn. The rest of its query needs the processor alone.
struct DrawnPair {
    WorldBody a;
    WorldBody b;
    SeenPair seen;
    PeelingReport report;
};

RegionLens lens_of(const PeelingOptions& options, int most_pixels);

/// The device's part of a query. `boxes` is the time since it began.
Expected<SeenPair> look(const PeelingTask& task, Stopwatch boxes);

/// First half of a query.
Expected<DrawnPair> draw_pair(raster::Device& device, LayerTargets& targets,
                              const DeviceMesh& mesh_a, const Body& a, const DeviceMesh& mesh_b,
                              const Body& b, const PeelingOptions& options, const Context& context);

/// What the second half of a query needs. The bodies, options and context are those it was drawn
/// with.
struct ProofTask {
    raster::Device& device; ///< not used, only handed on
    const WorldBody& a;
    const WorldBody& b;
    const PeelingOptions& options;
    const Context& context;
    SoliditySource solidity = {};  ///< if empty, the bodies are asked
    Detail detail = Detail::Pairs; ///< of a conservative search
};
/// Second half, on any thread.
Expected<PeeledPairs> prove_pair(const ProofTask& task, const SeenPair& seen, PeelingReport report);
/// Both.
Expected<PeeledPairs> peel_pair(raster::Device& device, LayerTargets& targets,
                                const DeviceMesh& mesh_a, const Body& a, const DeviceMesh& mesh_b,
                                const Body& b, const PeelingOptions& options,
                                const Context& context);
Expected<PeeledSelfPairs> peel_self(raster::Device& device, const DeviceMesh& mesh,
                                    const Body& body, const PeelingOptions& options,
                                    const Context& context);

} // namespace impinge::inline v0::imagespace
