// SPDX-License-Identifier: Apache-2.0
//
// CAD files for the tests, written by OpenCASCADE. All lengths are in millimetres.
#pragma once

#include "impinge/files.hpp"

#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>
#include <gp_Vec.hxx>

#include <optional>
#include <string>
#include <vector>

namespace impinge::cad_test {

/// A part or an assembly, of parts that stand somewhere in it.
struct Product;
struct Component {
    const Product* product;
    gp_Trsf pose;
};
struct Product {
    std::string name;
    TopoDS_Shape shape = {}; ///< of a part
    std::vector<Component> components = {};
    std::optional<VertexColour> colour = {};
};

inline gp_Trsf moved_by(double x, double y, double z) {
    gp_Trsf pose;
    pose.SetTranslation(gp_Vec(x, y, z));
    return pose;
}

/// The bytes of a file. `unit` as OpenCASCADE calls it: MM, CM, M, INCH; `schema` AP203, AP214IS or
/// AP242DIS.
std::string step_file(const Product& root, const char* unit = "MM", const char* schema = "AP214IS");
std::string iges_file(const TopoDS_Shape& shape, const char* unit = "MM");
/// With the faces alone, as most IGES files have them.
std::string iges_file_of_faces(const TopoDS_Shape& shape);
std::string brep_file(const TopoDS_Shape& shape);

TopoDS_Shape box(double x, double y, double z);
/// About the z axis, from z = 0 on.
TopoDS_Shape cylinder(double radius, double height);
/// A ring about the z axis.
TopoDS_Shape tube(double inner, double outer, double height);
TopoDS_Shape sphere(double radius);
/// A plate with holes on a circle about its middle, which lies at the origin.
TopoDS_Shape drilled_plate(double side, double thickness, double hole, double circle, int holes);
/// A box without its middle, all edges rounded.
TopoDS_Shape filleted_housing(double side, double wall, double fillet);

} // namespace impinge::cad_test
