// SPDX-License-Identifier: Apache-2.0
//
// What the pane of image space asks for and what it gets: what a method, or a rendering pass, sees
// of the bodies at every pixel, and the rays through these pixels.
#pragma once

#include "check/check_types.hpp"
#include "compare/pixel_map_picture.hpp"
#include "image/draw_planes.hpp"
#include "imagespace/view_rays.hpp"
#include "sampled/method.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impinge::viewer {

/// What is shown: first what methods that compare depths know of each pixel, then the planes that a
/// rendering pass leaves.
enum class Shown : std::uint8_t {
    Cases,
    Stages,
    Convexity,
    Overlap,
    LayersA,
    LayersB,
    Depth,
    Stencil,
    Ids,
    Ids2,
};
inline constexpr std::array shown_names{"cases",       "stages",      "convexity", "overlap",
                                        "layers of A", "layers of B", "depth",     "stencil",
                                        "bodies",      "triangles"};

std::optional<cli::MapPicture> map_of(Shown shown);
std::optional<cli::ImagePlane> plane_of(Shown shown);

/// Which way: the one that the method chooses, an axis, or that of the camera.
enum class PlanesAlong : std::uint8_t { Method, X, Y, Z, Seen };
inline constexpr std::array planes_along_names{"the method's", "x", "y", "z", "as seen"};

/// Which bodies a pass draws.
enum class PlanesOf : std::uint8_t { All, First, Second };

struct PlanesSettings {
    const cli::NamedMethod* method = cli::find_sampled_method("cascade"); ///< null: passes alone
    Shown shown = Shown::Cases;
    const cli::NamedPass* pass = cli::find_image_pass("nearest");
    PlanesOf of = PlanesOf::All;
    PlanesAlong along = PlanesAlong::Method;
    int resolution = 512;

    friend bool operator==(const PlanesSettings&, const PlanesSettings&) = default;
};

/// Whether the method tells the case of each pixel.
bool has_map(const cli::NamedMethod* method);
/// Whether it looks at one pair; else at all bodies.
bool looks_at_pair(const cli::NamedMethod* method);
/// With another method: what it has none of gives way to what shows best how it works.
PlanesSettings with_method(PlanesSettings settings, const cli::NamedMethod* method);
/// Whether what is shown follows from the same answer, in other colours.
bool same_answer(const PlanesSettings& one, const PlanesSettings& other);

struct NamedBody {
    std::string name;
    BodyIndex number = 0; ///< in the scene

    friend bool operator==(const NamedBody&, const NamedBody&) = default;
};

struct PlanesRequest {
    PlanesSettings settings;
    std::optional<Vec3d> direction; ///< the method's, if absent
    std::vector<NamedBody> names;
    std::vector<CheckedBody> bodies; ///< as many
};

struct PlanesAnswer {
    PlanesSettings settings;
    std::optional<Error> error;
    std::vector<NamedBody> bodies; ///< what ids count
    raster::View view;
    std::optional<imagespace::PixelMap> map; ///< of a method that tells cases, if asked for
    std::optional<cli::Planes> planes;       ///< of a pass, if asked for
    std::string verdict;                     ///< of the method, in words; empty without one
    std::size_t windows = 1;                 ///< that the method looked through; the first is shown
    std::vector<imagespace::ViewRays> rays;  ///< of each body, through the window
    double milliseconds = 0;
};

} // namespace impinge::viewer
