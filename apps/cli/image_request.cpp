// SPDX-License-Identifier: Apache-2.0
#include "image_request.hpp"

#include "io/write_file.hpp"
#include "view_arguments.hpp"

namespace impinge::cli {
namespace {

/// Those options that are words out of a list.
Status understand_names(const ImageOptions& options, ImageRequest& request) {
    request.pass = find_image_pass(options.pass);
    if (request.pass == nullptr) {
        return unknown_name("--pass", options.pass, image_pass_names());
    }
    const auto plane = image_plane(options.plane);
    if (!plane) {
        return unknown_name("--plane", options.plane, "depth, stencil, ids, ids2");
    }
    const auto device = raster::device_kind(options.device);
    if (!device) {
        return unknown_name("--device", options.device, "software, opengl");
    }
    request.plane = *plane;
    request.device = *device;
    if (!options.colour_map.empty()) {
        request.map = render::colour_map(options.colour_map);
        if (!request.map) {
            return unknown_name("--colour-map", options.colour_map,
                                "sequential, diverging, grey, heat");
        }
    }
    return {};
}

} // namespace

Expected<ImageRequest> understand(const ImageOptions& options) {
    ImageRequest request;
    if (Status status = understand_names(options, request); !status) {
        return status.error();
    }
    const auto size = parse_size("--resolution", options.resolution);
    if (!size) {
        return size.error();
    }
    const auto direction = parse_direction("--direction", options.direction);
    if (!direction) {
        return direction.error();
    }
    request.size = *size;
    request.direction = *direction;
    request.projection =
        options.perspective ? raster::Projection::Perspective : raster::Projection::Orthographic;
    if (options.input.files.empty()) {
        return Error{ErrorCode::InvalidArgument, "image: no FILES to draw"};
    }
    if (options.out.empty() || options.out == "-") {
        return Error{ErrorCode::InvalidArgument, "image: needs --out FILE.png"};
    }
    if (Status status = check_writable(options.out); !status) {
        return status.error();
    }
    return request;
}

} // namespace impinge::cli
