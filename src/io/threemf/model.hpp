// SPDX-License-Identifier: Apache-2.0
//
// One model part of a 3MF file: objects by number, and where the build places them. Materials,
// colours, textures, metadata and triangle sets are ignored, and so are extensions that the file
// does not require.
#pragma once

#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"
#include "impinge/unit.hpp"
#include "io/threemf/package.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace impinge::inline v0 {

/// An object somewhere: a component of another object, or an item of the build.
struct ThreemfPlacement {
    std::string part; ///< empty: the part it stands in
    std::uint32_t object = 0;
    std::unique_ptr<const Rigid> pose; ///< null for the identity, which most have
};

struct ThreemfObject {
    std::string name;                 ///< or its part number if it has no name
    std::shared_ptr<const Mesh> mesh; ///< null if it has no triangles
    std::vector<ThreemfPlacement> components;
};

struct ThreemfModel {
    LengthUnit unit = LengthUnit::Millimetre;
    std::map<std::uint32_t, ThreemfObject> objects;
    std::vector<ThreemfPlacement> build;
};

ThreemfModel read_threemf_model(ThreemfPackage& package, const std::string& part);

} // namespace impinge::inline v0
