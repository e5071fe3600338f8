// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_types.hpp"

namespace impinge::viewer {

std::optional<cli::MapPicture> map_of(Shown shown) {
    using Picture = cli::MapPicture;
    constexpr std::array pictures{Picture::Cases,   Picture::Stages,  Picture::Convexity,
                                  Picture::Overlap, Picture::LayersA, Picture::LayersB};
    const auto index = static_cast<std::size_t>(shown);
    return index < pictures.size() ? std::optional(pictures.at(index)) : std::nullopt;
}

std::optional<cli::ImagePlane> plane_of(Shown shown) {
    switch (shown) {
    case Shown::Depth:
        return cli::ImagePlane::Depth;
    case Shown::Stencil:
        return cli::ImagePlane::Stencil;
    case Shown::Ids:
        return cli::ImagePlane::Ids;
    case Shown::Ids2:
        return cli::ImagePlane::Ids2;
    default:
        return {};
    }
}

bool has_map(const cli::NamedMethod* method) { return method != nullptr && method->needs_solids(); }

bool looks_at_pair(const cli::NamedMethod* method) {
    return method != nullptr && !method->looks_at_all_bodies();
}

PlanesSettings with_method(PlanesSettings settings, const cli::NamedMethod* method) {
    settings.method = method;
    if (has_map(method)) {
        settings.shown = map_of(settings.shown) ? settings.shown : Shown::Cases;
        return settings;
    }
    settings.shown = map_of(settings.shown) ? Shown::Stencil : settings.shown;
    settings.pass = cli::find_image_pass(method == nullptr       ? "layers"
                                         : looks_at_pair(method) ? "alternate-layers"
                                                                 : "edge-interference");
    return settings;
}

bool same_answer(const PlanesSettings& one, const PlanesSettings& other) {
    PlanesSettings as_other = one;
    const bool same_kind = map_of(one.shown).has_value() == map_of(other.shown).has_value();
    as_other.shown = other.shown;
    if (map_of(other.shown)) { // passes have no part in it
        as_other.pass = other.pass;
        as_other.of = other.of;
    }
    return same_kind && as_other == other;
}

} // namespace impinge::viewer
