// SPDX-License-Identifier: Apache-2.0
#include "cad_files.hpp"

#include "base/sanitized.hpp"

#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepTools.hxx>
#include <IGESControl_Controller.hxx>
#include <IGESControl_Writer.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Controller.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TCollection_ExtendedString.hxx>
#include <TDF_Label.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax2.hxx>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace impinge::cad_test {
namespace {

namespace fs = std::filesystem;

/// A place for what OpenCASCADE only writes to files.
class ScratchFile {
  public:
    ScratchFile()
        : path_(fs::temp_directory_path() / ("impinge-cad-" + std::to_string(::getpid()))) {}
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    ~ScratchFile() { fs::remove(path_); }

    [[nodiscard]] const char* name() const { return path_.c_str(); }
    [[nodiscard]] std::string bytes() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

  private:
    fs::path path_;
};

void be_quiet() { Message::DefaultMessenger()->ChangePrinters().Clear(); }

/// Makes the labels of products, each once.
class Labels {
  public:
    explicit Labels(const Handle(TDocStd_Document) & document)
        : shapes_(XCAFDoc_DocumentTool::ShapeTool(document->Main())),
          colours_(XCAFDoc_DocumentTool::ColorTool(document->Main())) {}

    TDF_Label of(const Product& product) {
        TDF_Label& label = known_[&product];
        if (!label.IsNull()) {
            return label;
        }
        const bool part = product.components.empty();
        label = part ? shapes_->AddShape(product.shape, false) : shapes_->NewShape();
        for (const Component& component : product.components) {
            const TDF_Label inner = of(*component.product);
            shapes_->AddComponent(known_[&product], inner, TopLoc_Location(component.pose));
        }
        TDataStd_Name::Set(known_[&product], product.name.c_str());
        if (product.colour) {
            const auto [red, green, blue] = *product.colour;
            colours_->SetColor(
                known_[&product],
                Quantity_Color(red / 255.0, green / 255.0, blue / 255.0, Quantity_TOC_sRGB),
                XCAFDoc_ColorSurf);
        }
        return known_[&product];
    }
    void finish() { shapes_->UpdateAssemblies(); }

  private:
    Handle(XCAFDoc_ShapeTool) shapes_;
    Handle(XCAFDoc_ColorTool) colours_;
    std::map<const Product*, TDF_Label> known_;
};

} // namespace

std::string step_file(const Product& root, const char* unit, const char* schema) {
    be_quiet();
    STEPCAFControl_Controller::Init();
    Interface_Static::SetCVal("write.step.unit", unit);
    Interface_Static::SetCVal("write.step.schema", schema);
    Handle(TDocStd_Document) document;
    XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
    XCAFDoc_ShapeTool::SetAutoNaming(false);
    Labels labels(document);
    labels.of(root);
    labels.finish();
    STEPCAFControl_Writer writer;
    writer.SetColorMode(true);
    writer.SetNameMode(true);
    const ScratchFile file;
    if (!writer.Transfer(document) || writer.Write(file.name()) != IFSelect_RetDone) {
        throw std::runtime_error("OpenCASCADE could not write STEP");
    }
    XCAFApp_Application::GetApplication()->Close(document);
    return file.bytes();
}

namespace {

std::string iges(const TopoDS_Shape& shape, const char* unit, int solids) {
    be_quiet();
    IGESControl_Controller::Init();
    IGESControl_Writer writer(unit, solids);
    const ScratchFile file;
    if (!writer.AddShape(shape) || !writer.Write(file.name())) {
        throw std::runtime_error("OpenCASCADE could not write IGES");
    }
    return file.bytes();
}

} // namespace

std::string iges_file(const TopoDS_Shape& shape, const char* unit) { return iges(shape, unit, 1); }
std::string iges_file_of_faces(const TopoDS_Shape& shape) { return iges(shape, "MM", 0); }

std::string brep_file(const TopoDS_Shape& shape) {
    std::ostringstream text;
    BRepTools::Write(shape, text);
    return text.str();
}

TopoDS_Shape box(double x, double y, double z) { return BRepPrimAPI_MakeBox(x, y, z).Shape(); }

TopoDS_Shape cylinder(double radius, double height) {
    return BRepPrimAPI_MakeCylinder(radius, height).Shape();
}

TopoDS_Shape tube(double inner, double outer, double height) {
    return BRepAlgoAPI_Cut(cylinder(outer, height), cylinder(inner, height)).Shape();
}

TopoDS_Shape sphere(double radius) { return BRepPrimAPI_MakeSphere(radius).Shape(); }

TopoDS_Shape drilled_plate(double side, double thickness, double hole, double circle, int holes) {
    TopoDS_Shape plate =
        BRepPrimAPI_MakeBox(gp_Pnt(-side / 2, -side / 2, 0), side, side, thickness).Shape();
    for (int i = 0; i < holes; ++i) {
        const double angle = 2 * std::numbers::pi * i / holes;
        const gp_Ax2 axis(gp_Pnt(circle * std::cos(angle), circle * std::sin(angle), -1),
                          gp_Dir(0, 0, 1));
        plate = BRepAlgoAPI_Cut(plate, BRepPrimAPI_MakeCylinder(axis, hole, thickness + 2).Shape())
                    .Shape();
    }
    return plate;
}

TopoDS_Shape filleted_housing(double side, double wall, double fillet) {
    const TopoDS_Shape block = box(side, side, side);
    BRepFilletAPI_MakeFillet rounded(block);
    for (TopExp_Explorer at(block, TopAbs_EDGE); at.More(); at.Next()) {
        rounded.Add(fillet, TopoDS::Edge(at.Current()));
    }
    const double inner = side - 2 * wall;
    const TopoDS_Shape hole =
        BRepPrimAPI_MakeBox(gp_Pnt(wall, wall, wall), inner, inner, inner).Shape();
    return BRepAlgoAPI_Cut(rounded.Shape(), hole).Shape();
}

} // namespace impinge::cad_test

#ifdef IMPINGE_SANITIZED
/// OpenCASCADE keeps tables until the program ends, and more.
extern "C" const char* __lsan_default_suppressions() { // NOLINT(bugprone-reserved-identifier)
    return "leak:libTK";
}
#endif
