// SPDX-License-Identifier: Apache-2.0
#include "documents.hpp"

#include "assembly.hpp"

#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESData_GlobalSection.hxx>
#include <IGESData_IGESModel.hxx>
#include <Interface_Check.hxx>
#include <Interface_CheckIterator.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPConstruct_ExternRefs.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

namespace impinge::cad_reader {
namespace {

[[noreturn]] void refuse(std::string reason, ErrorCode code = ErrorCode::FileMalformed) {
    throw Error{code, std::move(reason)};
}

/// What OpenCASCADE calls the units, in the order of LengthUnit.
constexpr std::array unit_names = {"UM", "MM", "CM", "M", "INCH", "FT"};

/// OpenCASCADE converts what it transfers to this unit: the file's own, so that nothing is rounded.
void deliver_in(LengthUnit unit) {
    Interface_Static::SetCVal("xstep.cascade.unit", unit_names[static_cast<std::size_t>(unit)]);
}

Handle(TDocStd_Document) new_document() {
    Handle(TDocStd_Document) document;
    XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
    XCAFDoc_ShapeTool::SetAutoNaming(false);
    return document;
}

/// A file that was cut off reads as far as it goes, which must not pass for the whole.
void check_end(const char* file) {
    constexpr std::streamoff tail = 4096;
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream.tellg();
    stream.seekg(std::max<std::streamoff>(0, size - tail));
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    if (text.find("END-ISO-10303-21") == std::string::npos) {
        refuse("is cut off: END-ISO-10303-21 is missing at its end");
    }
}

/// The first unit of length that the file names. Files of several are converted to that.
LengthUnit unit_of_step(STEPControl_Reader& reader) {
    TColStd_SequenceOfAsciiString lengths;
    TColStd_SequenceOfAsciiString angles;
    TColStd_SequenceOfAsciiString solid_angles;
    reader.FileUnits(lengths, angles, solid_angles);
    for (const TCollection_AsciiString& name : lengths) {
        std::string word(name.ToCString());
        std::transform(word.begin(), word.end(), word.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        if (const auto unit = length_unit_from_string(word)) {
            return *unit;
        }
    }
    return LengthUnit::Millimetre; // to which OpenCASCADE converts whatever it is
}

void refuse_references(const Handle(XSControl_WorkSession) & session) {
    STEPConstruct_ExternRefs references(session);
    if (references.LoadExternRefs() && references.NbExternRefs() > 0) {
        const char* name = references.FileName(1);
        refuse("names other files that hold its parts (" +
                   std::string(name ? name : "without name") + "), which are not read",
               ErrorCode::Unsupported);
    }
}

std::optional<LengthUnit> unit_of_flag(int flag) {
    switch (flag) {
    case 1:
        return LengthUnit::Inch;
    case 2:
        return LengthUnit::Millimetre;
    case 4:
        return LengthUnit::Foot;
    case 6:
        return LengthUnit::Metre;
    case 9:
        return LengthUnit::Micrometre;
    case 10:
        return LengthUnit::Centimetre;
    default:
        return std::nullopt;
    }
}

/// Entities that OpenCASCADE could not make sense of: what hangs on them may be missing.
void remark_failures(const Interface_CheckIterator& checks, CadDocument& document) {
    std::size_t failed = 0;
    std::string first;
    for (checks.Start(); checks.More(); checks.Next()) {
        const Handle(Interface_Check)& check = checks.Value();
        if (check->HasFailed()) {
            first = failed++ == 0 ? check->CFail(1) : first;
        }
    }
    if (failed > 0) {
        document.remarks.push_back(std::to_string(failed) +
                                   (failed == 1 ? " entity" : " entities") +
                                   " could not be read, and parts may be missing (" + first + ")");
    }
}

void need_shapes(const CadDocument& document) {
    if (document.shapes.empty()) {
        refuse("holds no solid and no face");
    }
}

} // namespace

CadDocument read_step(const char* file) {
    check_end(file);
    STEPCAFControl_Reader reader;
    reader.SetColorMode(true);
    reader.SetNameMode(true);
    reader.SetLayerMode(false);
    reader.SetPropsMode(false);
    reader.SetGDTMode(false);
    reader.SetMatMode(false);
    reader.SetViewMode(false);
    if (reader.ReadFile(file) != IFSelect_RetDone) {
        refuse("is not the STEP file that it claims to be");
    }
    refuse_references(reader.ChangeReader().WS());
    CadDocument result;
    result.unit = unit_of_step(reader.ChangeReader());
    deliver_in(*result.unit);
    Handle(TDocStd_Document) document = new_document();
    if (!reader.Transfer(document)) {
        refuse("holds no product that can be made into shapes");
    }
    remark_failures(reader.ChangeReader().WS()->TransferReader()->LastCheckList(), result);
    result.shapes = placed_in(document, LooseFaces::AsTheyAre);
    need_shapes(result);
    return result;
}

CadDocument read_iges(const char* file) {
    IGESCAFControl_Reader reader;
    reader.SetColorMode(true);
    reader.SetNameMode(true);
    reader.SetLayerMode(false);
    if (reader.ReadFile(file) != IFSelect_RetDone) {
        refuse("is not the IGES file that it claims to be");
    }
    CadDocument result;
    const auto model = Handle(IGESData_IGESModel)::DownCast(reader.Model());
    if (model.IsNull()) {
        refuse("is not the IGES file that it claims to be");
    }
    result.unit = unit_of_flag(model->GlobalSection().UnitFlag()).value_or(LengthUnit::Millimetre);
    deliver_in(*result.unit);
    Handle(TDocStd_Document) document = new_document();
    if (!reader.Transfer(document)) {
        refuse("holds nothing that can be made into shapes");
    }
    remark_failures(reader.WS()->TransferReader()->LastCheckList(), result);
    result.shapes = placed_in(document, LooseFaces::Sewn);
    need_shapes(result);
    return result;
}

CadDocument read_brep(const char* file) {
    TopoDS_Shape shape;
    if (!BRepTools::Read(shape, file, BRep_Builder()) || shape.IsNull()) {
        refuse("is not the BREP file that it claims to be");
    }
    BRepTools::Clean(shape); // of triangles that were stored with it
    CadDocument result;
    result.shapes = placed_in(shape);
    need_shapes(result);
    return result;
}

} // namespace impinge::cad_reader
