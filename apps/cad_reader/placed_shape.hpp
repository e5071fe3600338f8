// SPDX-License-Identifier: Apache-2.0
//
// What a CAD file places: solids, and faces that bound none, each where it stands.
#pragma once

#include "impinge/files.hpp"

#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>

#include <string>
#include <vector>

namespace impinge::cad_reader {

struct PlacedShape {
    std::string name; ///< the path through its assemblies
    std::string part;
    TopoDS_Shape shape; ///< without a location: instances share it
    gp_Trsf pose;
    BodyKind kind = BodyKind::Solid;
    std::optional<VertexColour> colour;
};

struct CadDocument {
    std::optional<LengthUnit> unit;
    std::vector<PlacedShape> shapes;
    std::vector<std::string> remarks;
};

} // namespace impinge::cad_reader
