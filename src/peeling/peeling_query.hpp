// SPDX-License-Identifier: Apache-2.0
//
// The road of a query: region, candidates, proof, verdict.
#pragma once

#include "peeling/peeling_region.hpp"

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

Expected<PeeledPairs> peel_pair(raster::Device& device, const DeviceMesh& mesh_a, const Body& a,
                                const DeviceMesh& mesh_b, const Body& b,
                                const PeelingOptions& options, const Context& context);
Expected<PeeledSelfPairs> peel_self(raster::Device& device, const DeviceMesh& mesh,
                                    const Body& body, const PeelingOptions& options,
                                    const Context& context);

} // namespace impinge::inline v0::imagespace
