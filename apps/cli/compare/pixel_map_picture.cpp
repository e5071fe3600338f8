// SPDX-License-Identifier: Apache-2.0
#include "compare/pixel_map_picture.hpp"

#include "output/text.hpp"

#include <array>
#include <fmt/core.h>
#include <functional>

namespace impinge::cli {
namespace {

using imagespace::PixelCase;
using imagespace::PixelMap;
using render::Colour;

struct PictureName {
    MapPicture picture;
    const char* name;
    const char* explanation;
};
constexpr std::array picture_names{
    PictureName{MapPicture::Cases, "cases",
                "How the bodies lie along the ray of each pixel, after figure 1 of Myszkowski, "
                "Okunev and Kunii (1995)."},
    PictureName{MapPicture::Stages, "stages", "Which stage of the method settled each pixel."},
    PictureName{MapPicture::Convexity, "convexity",
                "Where a ray meets a body in one piece: two layers, convex in this direction."},
    PictureName{MapPicture::LayersA, "layers-a", "How many layers of A lie behind each other."},
    PictureName{MapPicture::LayersB, "layers-b", "How many layers of B lie behind each other."},
    PictureName{MapPicture::Overlap, "overlap", "At which pixels the interiors overlap."},
    PictureName{MapPicture::Open, "open",
                "Where --refine searches between the pixels: the depths between which either body "
                "lies come together."},
};

// One body alone stays pale, what both cover is told by the colour.
constexpr Colour pale_a{225, 225, 229};
constexpr Colour pale_b{240, 221, 222};
constexpr Colour left_over{20, 20, 24};
constexpr Colour overlapping{214, 39, 40};
constexpr Colour behind_each_other{120, 176, 120};
constexpr Colour open_colour{255, 170, 0};

// By their numbers.
constexpr std::array words_of_cases{"not both",
                                    "a  A before B",
                                    "b, c  B ends behind A",
                                    "d  B within A",
                                    "e  B begins before A",
                                    "f  B before A",
                                    "apart by order of layers",
                                    "overlap by order of layers",
                                    "left over"};
constexpr std::array words_of_stages{
    "not both",         "first rendering (min-max)", "second rendering (parity)",
    "bodies exchanged", "order of layers",           "single rays",
    "nobody: left over"};

/// A kind of pixels: its colour and what it means.
struct Kind {
    Colour colour;
    std::string text;
};

/// Colours every pixel by the kind it is of; a kind that no pixel is of does not enter the legend.
PaintedPlane paint_kinds(const PixelMap& map, const std::string& title,
                         const std::vector<Kind>& kinds,
                         const std::function<std::size_t(std::size_t)>& kind_of) {
    PaintedPlane painted;
    const auto area = raster::shown_area(map.view);
    painted.picture = render::Picture(area.width, area.height, render::white);
    std::vector<std::uint64_t> counts(kinds.size(), 0);
    std::size_t pixel = 0;
    for (int y = area.height - 1; y >= 0; --y) { // maps have their rows from the bottom
        for (int x = 0; x < area.width; ++x, ++pixel) {
            const std::size_t kind = kind_of(pixel);
            painted.picture.at(x, y) = kinds[kind].colour;
            ++counts[kind];
        }
    }
    painted.legend.title = title;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (counts[kind] > 0) {
            painted.legend.entries.push_back(
                {kinds[kind].colour, fmt::format("{}: {}", kinds[kind].text,
                                                 counted(counts[kind], "pixel", "pixels"))});
        }
    }
    return painted;
}

/// The kinds that every picture begins with: nothing, only A, only B.
std::vector<Kind> kinds_of_one(const std::string& name_a, const std::string& name_b) {
    return {{render::white, "nothing"},
            {pale_a, "only " + printable(name_a)},
            {pale_b, "only " + printable(name_b)}};
}

/// 0 to 2 as above, 3 where both bodies are.
std::size_t presence(const PixelMap& map, std::size_t pixel) {
    return (map.layers_a[pixel] > 0 ? 1U : 0U) + (map.layers_b[pixel] > 0 ? 2U : 0U);
}

PaintedPlane paint_cases(const PixelMap& map, std::vector<Kind> kinds, const std::string& name_a,
                         const std::string& name_b) {
    // The paper's A may be either body.
    const std::string who =
        fmt::format("A is {}, B is {}", printable(map.exchanged ? name_b : name_a),
                    printable(map.exchanged ? name_a : name_b));
    constexpr std::array<Colour, 8> colours{{{31, 119, 180},
                                             {214, 39, 40},
                                             {255, 127, 14},
                                             {227, 119, 194},
                                             {44, 160, 44},
                                             {158, 202, 225},
                                             {148, 103, 189},
                                             left_over}};
    for (std::size_t i = 0; i < colours.size(); ++i) {
        kinds.push_back({colours.at(i), case_words(static_cast<PixelCase>(i + 1))});
    }
    return paint_kinds(map, who, kinds, [&](std::size_t pixel) {
        const PixelCase found = map.cases[pixel];
        return found == PixelCase::Empty ? presence(map, pixel) % 3
                                         : 2 + static_cast<std::size_t>(found);
    });
}

PaintedPlane paint_stages(const PixelMap& map, std::vector<Kind> kinds) {
    constexpr std::array<Colour, 6> colours{
        {{158, 202, 225}, {31, 119, 180}, {44, 160, 44}, {255, 127, 14}, {214, 39, 40}, left_over}};
    for (std::size_t i = 0; i < colours.size(); ++i) {
        kinds.push_back({colours.at(i), stage_words(static_cast<imagespace::Stage>(i + 1))});
    }
    return paint_kinds(map, "settled by", kinds, [&](std::size_t pixel) {
        const imagespace::Stage stage = map.stages[pixel];
        return stage == imagespace::Stage::None ? presence(map, pixel) % 3
                                                : 2 + static_cast<std::size_t>(stage);
    });
}

PaintedPlane paint_convexity(const PixelMap& map, std::vector<Kind> kinds,
                             const std::string& name_a, const std::string& name_b) {
    kinds.insert(kinds.end(), {{{44, 160, 44}, "both in one piece"},
                               {{31, 119, 180}, "only " + printable(name_a) + " in one piece"},
                               {{255, 127, 14}, "only " + printable(name_b) + " in one piece"},
                               {{214, 39, 40}, "neither"}});
    return paint_kinds(map, "convexity along the view", kinds, [&](std::size_t pixel) {
        if (presence(map, pixel) != 3) {
            return presence(map, pixel);
        }
        const bool a = map.layers_a[pixel] == 2;
        const bool b = map.layers_b[pixel] == 2;
        return std::size_t{3} + (b ? 0U : 1U) + (a ? 0U : 2U);
    });
}

PaintedPlane paint_overlap(const PixelMap& map, std::vector<Kind> kinds) {
    kinds.insert(
        kinds.end(),
        {{behind_each_other, "both, apart"}, {overlapping, "overlap"}, {left_over, "left over"}});
    return paint_kinds(map, "overlap", kinds, [&](std::size_t pixel) -> std::size_t {
        const PixelCase found = map.cases[pixel];
        if (found == PixelCase::Empty) {
            return presence(map, pixel) % 3;
        }
        return imagespace::overlaps(found) ? 4 : found == PixelCase::LeftOver ? 5 : 3;
    });
}

PaintedPlane paint_open(const PixelMap& map, std::vector<Kind> kinds) {
    kinds.insert(kinds.end(), {{behind_each_other, "both, apart"},
                               {overlapping, "overlap"},
                               {left_over, "left over"},
                               {open_colour, "open: searched between the pixels"}});
    return paint_kinds(map, "refined", kinds, [&](std::size_t pixel) -> std::size_t {
        const PixelCase found = map.cases[pixel];
        if (!map.open.empty() && map.open[pixel] != 0) {
            return 6;
        }
        if (found == PixelCase::Empty) {
            return presence(map, pixel) % 3;
        }
        return imagespace::overlaps(found) ? 4 : found == PixelCase::LeftOver ? 5 : 3;
    });
}

/// As `impinge image` paints a stencil plane that counts.
PaintedPlane paint_layers(const PixelMap& map, const std::vector<std::uint8_t>& layers,
                          const std::string& name) {
    Planes planes;
    planes.view = map.view;
    planes.depth.resize(layers.size());
    planes.stencil = layers;
    for (const std::uint8_t count : layers) {
        planes.ids.push_back(count > 0 ? 0 : raster::no_id);
    }
    planes.ids2 = planes.ids;
    PaintedPlane painted = paint(planes, statistics_of(planes), {.plane = ImagePlane::Stencil});
    painted.legend.title = "layers of " + printable(name);
    if (painted.bar) {
        painted.bar->title = painted.legend.title;
    }
    return painted;
}

} // namespace

const char* to_string(MapPicture picture) {
    return picture_names[static_cast<std::size_t>(picture)].name;
}

std::optional<MapPicture> map_picture(std::string_view name) {
    for (const PictureName& named : picture_names) {
        if (named.name == name) {
            return named.picture;
        }
    }
    return std::nullopt;
}

std::string map_picture_names() { return listed_names(picture_names); }

const char* case_words(PixelCase found) {
    return words_of_cases.at(static_cast<std::size_t>(found));
}

const char* stage_words(imagespace::Stage stage) {
    return words_of_stages.at(static_cast<std::size_t>(stage));
}

std::string explanation_of(MapPicture picture) {
    return picture_names[static_cast<std::size_t>(picture)].explanation;
}

PaintedPlane paint_map(MapPicture picture, const PixelMap& map, const std::string& name_a,
                       const std::string& name_b) {
    const std::vector<Kind> one = kinds_of_one(name_a, name_b);
    switch (picture) {
    case MapPicture::Cases:
        return paint_cases(map, one, name_a, name_b);
    case MapPicture::Stages:
        return paint_stages(map, one);
    case MapPicture::Convexity:
        return paint_convexity(map, one, name_a, name_b);
    case MapPicture::LayersA:
        return paint_layers(map, map.layers_a, name_a);
    case MapPicture::LayersB:
        return paint_layers(map, map.layers_b, name_b);
    case MapPicture::Open:
        return paint_open(map, one);
    case MapPicture::Overlap:
        break;
    }
    return paint_overlap(map, one);
}

} // namespace impinge::cli
