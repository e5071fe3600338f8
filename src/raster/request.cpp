// SPDX-License-Identifier: Apache-2.0
#include "raster/request.hpp"

#include "base/no_throw.hpp"

#include <cmath>

namespace impinge::inline v0::raster {
namespace {

std::string size_text(int width, int height) {
    return std::to_string(width) + " x " + std::to_string(height);
}

bool wants_interval(const Pass& pass) {
    const auto is_interval = [](IdSource source) {
        return source == IdSource::NearDepth || source == IdSource::FarDepth;
    };
    return pass.depth != DepthOf::Centre || is_interval(pass.ids[0]) || is_interval(pass.ids[1]);
}

bool names(const Pass& pass, IdSource source) {
    return pass.ids[0] == source || pass.ids[1] == source;
}

Status check_reference(const Target& target, const Pass& pass, const Target* reference) {
    if (reference == nullptr) {
        return compares_with_reference(pass)
                   ? invalid("pass: it compares with a reference target, but there is none")
                   : Status();
    }
    if (reference == &target) {
        return invalid("pass: a target cannot be its own reference");
    }
    if (reference->width() != target.width() || reference->height() != target.height()) {
        return invalid("pass: the reference target has another size than the target");
    }
    return {};
}

bool lies_within(const PixelArea& area, const Target& target) {
    return area.x >= 0 && area.y >= 0 && area.width >= 1 && area.height >= 1 &&
           area.width <= target.width() - area.x && area.height <= target.height() - area.y;
}

Status check_area(const Pass& pass, const Target& target) {
    if (!lies_within(drawn_area(pass, target), target)) {
        return invalid("pass: its area does not lie within the target");
    }
    return pass.area.x % area_alignment == 0
               ? Status()
               : invalid("pass: its area must begin at a multiple of " +
                         std::to_string(area_alignment) + " pixels");
}

Status check_primitive(const Pass& pass) {
    const bool edges = pass.primitive == Primitive::Edges;
    if (!std::isfinite(pass.edge_offset)) {
        return Error{ErrorCode::NonFinite, "pass: the offset of edges is not finite"};
    }
    if (edges && (names(pass, IdSource::Triangle) || names(pass, IdSource::ProvokingVertex))) {
        return invalid("pass: edges have no triangle to name");
    }
    if (!edges && names(pass, IdSource::Edge)) {
        return invalid("pass: triangles have no edge to name");
    }
    return {};
}

Status check_coverage(const DeviceInfo& info, const Pass& pass) {
    const bool conservative = pass.coverage == Coverage::Conservative;
    if (conservative && pass.primitive == Primitive::Edges) {
        return invalid("pass: conservative coverage is for triangles");
    }
    if (!conservative && wants_interval(pass)) {
        return invalid("pass: only conservative coverage has a depth interval");
    }
    if (conservative && !info.conservative) {
        return Error{ErrorCode::Unsupported,
                     std::string(to_string(info.kind)) + ": it cannot do conservative coverage"};
    }
    return {};
}

} // namespace

Status check_size(const DeviceInfo& info, int width, int height) {
    if (width < 1 || height < 1) {
        return invalid("target: a size of " + size_text(width, height) + " has no pixels");
    }
    if (width > info.max_size || height > info.max_size) {
        return Error{ErrorCode::Unsupported,
                     "target: " + size_text(width, height) + " pixels are more than the " +
                         size_text(info.max_size, info.max_size) + " of " + to_string(info.kind)};
    }
    return {};
}

Status check_draw(const DeviceInfo& info, const Target& target, const View& view, const Pass& pass,
                  const Target* reference) {
    if (Status status = validate(view); !status) {
        return status;
    }
    if (Status status = check_area(pass, target); !status) {
        return status;
    }
    const PixelArea shown = shown_area(view);
    const PixelArea area = drawn_area(pass, target);
    if (shown.width != area.width || shown.height != area.height) {
        return invalid((view.shown.width == 0 ? "view: its window has " : "view: it shows ") +
                       size_text(shown.width, shown.height) +
                       (pass.area == PixelArea{} ? " pixels, the target "
                                                 : " pixels, the area it is drawn into ") +
                       size_text(area.width, area.height));
    }
    for (const Status& status : {check_primitive(pass), check_coverage(info, pass),
                                 check_reference(target, pass, reference)}) {
        if (!status) {
            return status;
        }
    }
    return {};
}

Status check_cover(const Target& target, float depth, const Pass& pass, const Target* reference) {
    if (!(depth >= 0 && depth <= 1)) {
        return invalid("cover: the depth must lie between 0 and 1");
    }
    if (pass.area != PixelArea{}) {
        return invalid("cover: it covers the whole target, not an area");
    }
    for (const IdSource source : pass.ids) {
        if (source != IdSource::None && source != IdSource::Body) {
            return invalid("cover: there is nothing but a body to name");
        }
    }
    return check_reference(target, pass, reference);
}

bool compares_with_reference(const Pass& pass) {
    return pass.reference_compare != Compare::Always ||
           pass.reference_ids != std::array{Compare::Always, Compare::Always};
}

Status check_pose(const Rigid& pose) {
    const bool finite = is_finite(pose.row_x) && is_finite(pose.row_y) && is_finite(pose.row_z) &&
                        is_finite(pose.translation) && std::isfinite(pose.scale);
    if (!finite) {
        return Error{ErrorCode::NonFinite, "pose: a number is not finite"};
    }
    return pose.scale > 0 ? Status() : invalid("pose: the scale must be positive");
}

Status check_copy(const Target& from, const Target& to) {
    return from.width() == to.width() && from.height() == to.height()
               ? Status()
               : invalid("copy: the targets have different sizes");
}

PixelArea drawn_area(const Pass& pass, const Target& target) {
    return pass.area == PixelArea{} ? PixelArea{0, 0, target.width(), target.height()} : pass.area;
}

Status check_close(const Target& one, const Target& other, std::span<const CloseArea> areas) {
    for (const CloseArea& close : areas) {
        if (!std::isfinite(close.gap)) {
            return Error{ErrorCode::NonFinite, "close_pairs: the gap is not finite"};
        }
        if (!lies_within(close.area, one)) {
            return invalid("close_pairs: an area does not lie within the targets");
        }
    }
    return one.width() == other.width() && one.height() == other.height()
               ? Status()
               : invalid("close_pairs: the targets have different sizes");
}

Error foreign_object(const char* operation) {
    return invalid(std::string(operation) + ": it was given something another device made");
}

Error without_edges() {
    return invalid("edges: the geometry was uploaded without them (Parts::TrianglesAndEdges)");
}

} // namespace impinge::inline v0::raster
