// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placed_shape.hpp"

namespace impinge::cad_reader {

/// Every shape as a body, each distinct one made into triangles once. Throws an Error if nothing
/// has triangles.
FileBodies bodies_of(const CadDocument& document, const CadOptions& options);

} // namespace impinge::cad_reader
