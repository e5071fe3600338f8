// SPDX-License-Identifier: Apache-2.0
//
// What the methods are called on the command line and in reports.
#include "impinge/imagespace.hpp"

namespace impinge::inline v0::imagespace {
namespace {

constexpr std::array all_methods{Method::DepthMinmax, Method::DepthParity, Method::DepthParityLite,
                                 Method::LayerOrder, Method::Cascade};

} // namespace

const char* name_of(Method method) {
    switch (method) {
    case Method::DepthMinmax:
        return "depth-minmax";
    case Method::DepthParity:
        return "depth-parity";
    case Method::DepthParityLite:
        return "depth-parity-lite";
    case Method::LayerOrder:
        return "layer-order";
    case Method::Cascade:
        return "cascade";
    }
    return "unknown";
}

std::optional<Method> method_of(std::string_view name) {
    for (const Method method : all_methods) {
        if (name == name_of(method)) {
            return method;
        }
    }
    return std::nullopt;
}

} // namespace impinge::inline v0::imagespace
