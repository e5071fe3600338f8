// SPDX-License-Identifier: Apache-2.0
#include "assembly.hpp"

#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <Quantity_Color.hxx>
#include <TCollection_ExtendedString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Shell.hxx>
#include <TopoDS_Solid.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <cmath>
#include <map>
#include <set>

namespace impinge::cad_reader {
namespace {

using Colour = std::optional<VertexColour>;

/// Names that are given once each: "nut", "nut#2", ...
class NamesGiven {
  public:
    std::string unique(const std::string& wanted) {
        std::string name = wanted;
        for (std::size_t& number = next_[wanted]; !given_.insert(name).second;) {
            number = std::max<std::size_t>(number + 1, 2);
            name = wanted + "#" + std::to_string(number);
        }
        return name;
    }

  private:
    std::map<std::string, std::size_t> next_;
    std::set<std::string> given_;
};

std::string joined_path(const std::string& path, const std::string& name) {
    return path.empty() || name.empty() ? path + name : path + "/" + name;
}

std::string name_of(const TDF_Label& label) {
    Handle(TDataStd_Name) name;
    if (!label.FindAttribute(TDataStd_Name::GetID(), name)) {
        return {};
    }
    const TCollection_ExtendedString& text = name->Get();
    std::string utf8(static_cast<std::size_t>(text.LengthOfCString()) + 1, '\0');
    Standard_PCharacter target = utf8.data();
    text.ToUTF8CString(target);
    utf8.resize(utf8.find('\0'));
    return utf8;
}

VertexColour as_bytes(const Quantity_Color& colour) {
    double red = 0;
    double green = 0;
    double blue = 0;
    colour.Values(red, green, blue, Quantity_TOC_sRGB);
    const auto byte = [](double value) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
    };
    return {byte(red), byte(green), byte(blue)};
}

/// Of a label or of a shape: colours of surfaces go before those of everything.
template <typename Thing>
Colour colour_of(const Handle(XCAFDoc_ColorTool) & colours, const Thing& thing) {
    Quantity_Color colour;
    for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen}) {
        if (colours->GetColor(thing, type, colour)) {
            return as_bytes(colour);
        }
    }
    return std::nullopt;
}

TopoDS_Shape compound_of(const std::vector<TopoDS_Shape>& shapes) {
    TopoDS_Compound compound;
    BRep_Builder builder;
    builder.MakeCompound(compound);
    for (const TopoDS_Shape& shape : shapes) {
        builder.Add(compound, shape);
    }
    return compound;
}

/// A body of a part, where the part stands.
struct Piece {
    TopoDS_Shape shape;
    BodyKind kind = BodyKind::Solid;
};

/// Shells that are closed bound a solid, whatever the file calls them.
Piece as_solid(const TopoDS_Shape& shell) {
    TopoDS_Solid solid;
    BRep_Builder builder;
    builder.MakeSolid(solid);
    builder.Add(solid, shell);
    BRepLib::OrientClosedSolid(solid);
    return {solid, BodyKind::Solid};
}

void add_sewn(const std::vector<TopoDS_Shape>& faces, std::vector<Piece>& pieces) {
    BRepBuilderAPI_Sewing sewing;
    for (const TopoDS_Shape& face : faces) {
        sewing.Add(face);
    }
    sewing.Perform();
    const TopoDS_Shape sewn = sewing.SewedShape();
    for (TopExp_Explorer at(sewn, TopAbs_SHELL); at.More(); at.Next()) {
        const TopoDS_Shape& shell = at.Current();
        pieces.push_back(BRep_Tool::IsClosed(shell) ? as_solid(shell)
                                                    : Piece{shell, BodyKind::Surface});
    }
    std::vector<TopoDS_Shape> left;
    for (TopExp_Explorer at(sewn, TopAbs_FACE, TopAbs_SHELL); at.More(); at.Next()) {
        left.push_back(at.Current());
    }
    if (!left.empty()) {
        pieces.push_back({compound_of(left), BodyKind::Surface});
    }
}

/// Each solid; each shell that bounds none; all faces that are in neither, together.
std::vector<Piece> pieces_of(const TopoDS_Shape& shape, LooseFaces loose) {
    std::vector<Piece> pieces;
    for (TopExp_Explorer at(shape, TopAbs_SOLID); at.More(); at.Next()) {
        pieces.push_back({at.Current(), BodyKind::Solid});
    }
    std::vector<TopoDS_Shape> faces;
    for (TopExp_Explorer at(shape, TopAbs_SHELL, TopAbs_SOLID); at.More(); at.Next()) {
        if (loose == LooseFaces::Sewn) {
            for (TopExp_Explorer face(at.Current(), TopAbs_FACE); face.More(); face.Next()) {
                faces.push_back(face.Current());
            }
        } else {
            pieces.push_back({at.Current(), BodyKind::Surface});
        }
    }
    for (TopExp_Explorer at(shape, TopAbs_FACE, TopAbs_SHELL); at.More(); at.Next()) {
        faces.push_back(at.Current());
    }
    if (loose == LooseFaces::Sewn && !faces.empty()) {
        add_sewn(faces, pieces);
    } else if (!faces.empty()) {
        pieces.push_back({compound_of(faces), BodyKind::Surface});
    }
    return pieces;
}

/// What is meshed once for all its instances, and what the part is called.
struct KnownPart {
    std::string name;
    Piece piece;
    Colour colour;
};

class Placing {
  public:
    explicit Placing(LooseFaces loose) : loose_(loose) {}

    void use_colours(const Handle(XCAFDoc_ColorTool) & colours) { colours_ = colours; }

    /// Every body of a part. A colour that the instance has goes before those of the part.
    void place_part(const TopoDS_Shape& shape, const gp_Trsf& pose, const std::string& path,
                    const std::string& part, const Colour& instance, const Colour& own) {
        std::vector<KnownPart>& known = known_pieces(shape, part, own);
        NamesGiven names;
        for (const KnownPart& one : known) {
            const std::string kind = to_string_of(one.piece.kind);
            const bool alone = known.size() == 1 && !path.empty();
            const TopLoc_Location inner = one.piece.shape.Location();
            placed_.push_back({alone ? path : joined_path(path, names.unique(kind)), one.name,
                               one.piece.shape.Located(TopLoc_Location()),
                               pose * inner.Transformation(), one.piece.kind,
                               instance ? instance : one.colour});
        }
    }

    std::vector<PlacedShape> take() { return std::move(placed_); }

  private:
    static const char* to_string_of(BodyKind kind) {
        return kind == BodyKind::Solid ? "solid" : "surface";
    }

    std::vector<KnownPart>& known_pieces(const TopoDS_Shape& shape, const std::string& part,
                                         const Colour& own) {
        auto [at, is_new] = known_.try_emplace(shape.TShape().get());
        if (is_new) {
            std::vector<Piece> pieces = pieces_of(shape.Located(TopLoc_Location()), loose_);
            const std::string name = part_names_.unique(part.empty() ? "part" : part);
            NamesGiven names;
            for (Piece& piece : pieces) {
                const std::string inner = names.unique(to_string_of(piece.kind));
                at->second.push_back({pieces.size() == 1 ? name : joined_path(name, inner), piece,
                                      colour_of_piece(piece.shape, own)});
            }
        }
        return at->second;
    }

    Colour colour_of_piece(const TopoDS_Shape& piece, const Colour& own) {
        if (colours_.IsNull()) {
            return own;
        }
        if (const Colour colour = colour_of(colours_, piece)) {
            return colour;
        }
        for (TopExp_Explorer at(piece, TopAbs_FACE); at.More() && !own; at.Next()) {
            if (const Colour colour = colour_of(colours_, at.Current())) {
                return colour;
            }
        }
        return own;
    }

    LooseFaces loose_;
    Handle(XCAFDoc_ColorTool) colours_;
    std::map<const TopoDS_TShape*, std::vector<KnownPart>> known_;
    NamesGiven part_names_;
    std::vector<PlacedShape> placed_;
};

/// Walks an assembly tree. What has no name and is alone in an assembly goes by the name of that.
class Walk {
  public:
    Walk(const Handle(XCAFDoc_ColorTool) & colours, Placing& placing)
        : colours_(colours), placing_(placing) {}

    void place(const TDF_Label& label, const gp_Trsf& pose, const std::string& path,
               const std::string& name_of_above, const Colour& inherited) {
        const std::string own_name = name_of(label);
        const std::string part = own_name.empty() ? name_of_above : own_name;
        const Colour own = colour_of(colours_, label);
        if (!XCAFDoc_ShapeTool::IsAssembly(label)) {
            const TopoDS_Shape shape = XCAFDoc_ShapeTool::GetShape(label);
            if (!shape.IsNull()) {
                placing_.place_part(shape, pose, path, part, inherited, own);
            }
            return;
        }
        TDF_LabelSequence components;
        XCAFDoc_ShapeTool::GetComponents(label, components);
        NamesGiven names;
        for (const TDF_Label& component : components) {
            TDF_Label referred;
            if (!XCAFDoc_ShapeTool::GetReferredShape(component, referred)) {
                continue;
            }
            const std::string name = name_of(referred);
            const bool stands_for_all = name.empty() && components.Length() == 1;
            const Colour instance = colour_of(colours_, component);
            place(referred, pose * XCAFDoc_ShapeTool::GetLocation(component).Transformation(),
                  stands_for_all ? path
                                 : joined_path(path, names.unique(name.empty() ? "part" : name)),
                  stands_for_all ? part : "",
                  instance    ? instance
                  : inherited ? inherited
                              : own);
        }
    }

  private:
    Handle(XCAFDoc_ColorTool) colours_;
    Placing& placing_;
};

} // namespace

std::vector<PlacedShape> placed_in(const Handle(TDocStd_Document) & document, LooseFaces loose) {
    const Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
    const Handle(XCAFDoc_ColorTool) colours = XCAFDoc_DocumentTool::ColorTool(document->Main());
    Placing placing(loose);
    placing.use_colours(colours);
    Walk walk(colours, placing);
    TDF_LabelSequence roots;
    shapes->GetFreeShapes(roots);
    NamesGiven names;
    for (const TDF_Label& root : roots) {
        const std::string name = name_of(root);
        const bool nameless = name.empty() && roots.Length() == 1;
        walk.place(root, gp_Trsf(), nameless ? "" : names.unique(name.empty() ? "part" : name), "",
                   std::nullopt);
    }
    return placing.take();
}

std::vector<PlacedShape> placed_in(const TopoDS_Shape& shape) {
    Placing placing(LooseFaces::AsTheyAre);
    placing.place_part(shape, gp_Trsf(), {}, {}, std::nullopt, std::nullopt);
    std::vector<PlacedShape> placed = placing.take();
    std::map<const TopoDS_TShape*, std::string> part_of; // the first instance gives the name
    for (PlacedShape& one : placed) {
        one.part = part_of.emplace(one.shape.TShape().get(), one.name).first->second;
    }
    return placed;
}

} // namespace impinge::cad_reader
