// SPDX-License-Identifier: Apache-2.0
//
// From an assembly tree, or from one shape, to the bodies that it places.
#pragma once

#include "placed_shape.hpp"

#include <TDocStd_Document.hxx>

namespace impinge::cad_reader {

enum class LooseFaces : std::uint8_t {
    AsTheyAre,
    Sewn, ///< those of a part that fit together become shells, and closed shells solids
};

/// The assembly tree of a document.
std::vector<PlacedShape> placed_in(const Handle(TDocStd_Document) & document, LooseFaces loose);

/// The solids and faces of a shape that has no names.
std::vector<PlacedShape> placed_in(const TopoDS_Shape& shape);

} // namespace impinge::cad_reader
