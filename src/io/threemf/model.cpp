// SPDX-License-Identifier: Apache-2.0
#include "io/threemf/model.hpp"

#include "io/parse_failure.hpp"
#include "io/text_cursor.hpp"
#include "io/threemf/xml.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace impinge::inline v0 {
namespace {

constexpr std::string_view core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
constexpr std::string_view path_attribute =
    "http://schemas.microsoft.com/3dmanufacturing/production/2015/06|path";

/// Where the reader stands; whatever lies below something unknown is Other.
enum class Place : std::uint8_t {
    Document,
    Model,
    Resources,
    Object,
    Mesh,
    Vertices,
    Triangles,
    Components,
    Build,
    Other,
};

/// The place below `place` that an element of the core namespace leads to.
Place below(Place place, std::string_view name) {
    struct Step {
        Place from;
        std::string_view name;
        Place to;
    };
    constexpr std::array<Step, 8> steps = {{
        {Place::Document, "model", Place::Model},
        {Place::Model, "resources", Place::Resources},
        {Place::Model, "build", Place::Build},
        {Place::Resources, "object", Place::Object},
        {Place::Object, "mesh", Place::Mesh},
        {Place::Object, "components", Place::Components},
        {Place::Mesh, "vertices", Place::Vertices},
        {Place::Mesh, "triangles", Place::Triangles},
    }};
    const auto found = std::find_if(steps.begin(), steps.end(), [&](const Step& step) {
        return step.from == place && step.name == name;
    });
    return found == steps.end() ? Place::Other : found->to;
}

/// Of the extensions that a file may require, those that leave shapes alone or are read here.
bool is_known_extension(std::string_view name_space) {
    constexpr std::array<std::string_view, 4> known = {
        core, "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
        "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
        "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07"};
    return std::find(known.begin(), known.end(), name_space) != known.end();
}

double number_in(std::string_view text) {
    TextCursor cursor({text.data(), text.size()});
    cursor.skip_whitespace();
    const double value = cursor.number();
    cursor.skip_whitespace();
    if (!cursor.at_end()) {
        fail_whole(in_quotes(text) + " is not one number");
    }
    return value;
}

std::uint32_t whole_in(std::string_view text) {
    TextCursor cursor({text.data(), text.size()});
    cursor.skip_whitespace();
    const std::int64_t value = cursor.integer();
    cursor.skip_whitespace();
    if (!cursor.at_end() || value < 0 || value > std::numeric_limits<std::uint32_t>::max()) {
        fail_whole(in_quotes(text) + " is not a whole number in range");
    }
    return static_cast<std::uint32_t>(value);
}

/// Twelve numbers, the images of the three axes and then the translation.
Rigid pose_in(std::string_view text) {
    TextCursor cursor({text.data(), text.size()});
    std::array<double, 12> m{};
    for (double& entry : m) {
        cursor.skip_whitespace();
        entry = cursor.number();
    }
    cursor.skip_whitespace();
    if (!cursor.at_end()) {
        fail_whole("a transform has more than twelve numbers");
    }
    return {.row_x = {m[0], m[3], m[6]},
            .row_y = {m[1], m[4], m[7]},
            .row_z = {m[2], m[5], m[8]},
            .translation = {m[9], m[10], m[11]}};
}

ThreemfPlacement placement_in(const XmlElement& element) {
    ThreemfPlacement placement;
    placement.object = whole_in(element.required("objectid"));
    if (const auto path = element.attribute(path_attribute)) {
        placement.part = path->substr(path->starts_with('/') ? 1 : 0);
    }
    if (const auto transform = element.attribute("transform")) {
        placement.pose = std::make_unique<const Rigid>(pose_in(*transform));
    }
    return placement;
}

class ModelReader : public XmlListener {
  public:
    void prefix(std::string_view prefix, std::string_view name_space) override {
        if (path_.empty()) {
            prefixes_.emplace(prefix, name_space);
        }
    }

    void start(const XmlElement& element) override {
        const Place from = path_.empty() ? Place::Document : path_.back();
        const bool is_core =
            element.name().starts_with(core) && element.name().substr(core.size()).starts_with('|');
        const std::string_view name = is_core ? element.name().substr(core.size() + 1) : "";
        const Place place = is_core ? below(from, name) : Place::Other;
        if (from == Place::Document && place != Place::Model) {
            fail_whole("is not a 3MF model");
        }
        path_.push_back(place);
        if (place == Place::Model) {
            start_model(element);
        } else if (place == Place::Object) {
            start_object(element);
        } else if (place == Place::Other && is_core) {
            add_leaf(from, name, element);
        }
    }

    void end() override {
        if (path_.back() == Place::Object) {
            finish_object();
        }
        path_.pop_back();
    }

    ThreemfModel take() { return std::move(model_); }

  private:
    void start_model(const XmlElement& element) {
        if (const auto unit = element.attribute("unit")) {
            const auto known = unit_from_3mf(*unit);
            if (!known) {
                fail_whole("the unit " + in_quotes(*unit) + " is unknown");
            }
            model_.unit = *known;
        }
        std::string_view required = element.attribute("requiredextensions").value_or("");
        TextCursor cursor({required.data(), required.size()});
        for (cursor.skip_whitespace(); !cursor.at_end(); cursor.skip_whitespace()) {
            const std::string_view word = cursor.word();
            const auto named = prefixes_.find(std::string(word));
            if (named == prefixes_.end() || !is_known_extension(named->second)) {
                const std::string_view name = named == prefixes_.end() ? word : named->second;
                fail_whole("needs the 3MF extension " + in_quotes(name, 100) +
                               ", which is not supported",
                           ErrorCode::Unsupported);
            }
        }
    }

    static std::optional<LengthUnit> unit_from_3mf(std::string_view text) {
        return text == "micron" ? LengthUnit::Micrometre : length_unit_from_string(text);
    }

    void start_object(const XmlElement& element) {
        object_id_ = whole_in(element.required("id"));
        object_ = {};
        mesh_ = {};
        object_.name = element.attribute("name").value_or("");
        if (object_.name.empty()) {
            object_.name = element.attribute("partnumber").value_or("");
        }
    }

    void finish_object() {
        if (!mesh_.triangles.empty()) {
            mesh_.positions.shrink_to_fit();
            mesh_.triangles.shrink_to_fit();
            object_.mesh = std::make_shared<const Mesh>(std::move(mesh_));
        }
        if (!model_.objects.emplace(object_id_, std::move(object_)).second) {
            fail_whole("object " + std::to_string(object_id_) + " is there twice");
        }
    }

    void add_leaf(Place from, std::string_view name, const XmlElement& element) {
        if (from == Place::Vertices && name == "vertex") {
            add_vertex(element);
        } else if (from == Place::Triangles && name == "triangle") {
            add_triangle(element);
        } else if (from == Place::Components && name == "component") {
            object_.components.push_back(placement_in(element));
        } else if (from == Place::Build && name == "item") {
            model_.build.push_back(placement_in(element));
        }
    }

    void add_vertex(const XmlElement& element) {
        if (mesh_.positions.size() == std::numeric_limits<std::uint32_t>::max()) {
            fail_whole("a mesh has more than 4294967295 vertices", ErrorCode::Unsupported);
        }
        mesh_.positions.push_back({number_in(element.required("x")),
                                   number_in(element.required("y")),
                                   number_in(element.required("z"))});
    }

    void add_triangle(const XmlElement& element) {
        const TriangleIndices corners = {whole_in(element.required("v1")),
                                         whole_in(element.required("v2")),
                                         whole_in(element.required("v3"))};
        const std::uint32_t largest = *std::max_element(corners.begin(), corners.end());
        if (largest >= mesh_.positions.size()) {
            fail_whole("a triangle names vertex " + std::to_string(largest) + " of " +
                           std::to_string(mesh_.positions.size()),
                       ErrorCode::IndexOutOfRange);
        }
        mesh_.triangles.push_back(corners);
    }

    ThreemfModel model_;
    std::map<std::string, std::string> prefixes_; ///< declared at the root
    std::vector<Place> path_;
    std::uint32_t object_id_ = 0;
    ThreemfObject object_;
    Mesh mesh_;
};

} // namespace

ThreemfModel read_threemf_model(ThreemfPackage& package, const std::string& part) {
    ModelReader reader;
    read_xml(package, part, reader);
    return reader.take();
}

} // namespace impinge::inline v0
