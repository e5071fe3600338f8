// SPDX-License-Identifier: Apache-2.0
#include "io/scene/particle_file.hpp"

#include "io/file_bytes.hpp"
#include "io/parse_failure.hpp"
#include "io/scene/particle_shapes.hpp"
#include "io/scene/poses.hpp"
#include "io/text_cursor.hpp"

#include <charconv>
#include <limits>
#include <unordered_set>

namespace impinge::inline v0 {
namespace {

constexpr std::array<std::string_view, 9> particle_file_fields = {
    "$schema",  "format",    "format_version", "title", "seconds",
    "emitters", "colliders", "camera",         "ear"};
constexpr std::array<std::string_view, 13> emitter_fields = {
    "particles",   "origin",      "edges", "velocity", "velocity_spread", "acceleration", "life",
    "first_birth", "generations", "seed",  "air",      "starts",          "look"};
constexpr std::array<std::string_view, 10> collider_fields = {
    "name",     "shape",       "bounds",   "pose",  "velocity",
    "response", "restitution", "friction", "sound", "look"};
constexpr std::size_t most_starts = 10'000'000;
constexpr std::size_t most_modes = 1'000;
constexpr double largest_number = std::numeric_limits<double>::max();

/// Sets a variable if its field is there.
template <typename Value, typename Parse>
void set_if_there(Value& out, const Fields& fields, std::string_view name, const Parse& parse) {
    if (const auto value = fields.find(name)) {
        out = parse(*value);
    }
}

std::uint32_t whole32_of(const PlacedValue& value) {
    const std::uint64_t whole = whole_of(value);
    if (whole > std::numeric_limits<std::uint32_t>::max()) {
        value.fail("is too large");
    }
    return static_cast<std::uint32_t>(whole);
}

double not_negative_of(const PlacedValue& value) {
    return number_between(value, 0, largest_number);
}

/// "#rrggbb"
FileColour colour_of(const PlacedValue& value) {
    const std::string text = text_of(value, longest_name);
    FileColour colour{};
    bool right = text.size() == 7 && text.front() == '#';
    for (std::size_t i = 0; i < 3 && right; ++i) {
        const char* from = text.data() + 1 + 2 * i;
        const auto [end, error] = std::from_chars(from, from + 2, colour[i], 16);
        right = error == std::errc() && end == from + 2;
    }
    if (!right) {
        value.fail("must be a colour: \"#rrggbb\"");
    }
    return colour;
}

Response response_of(const PlacedValue& value) {
    static constexpr std::array<std::pair<std::string_view, Response>, 3> words{
        {{"eliminate", Response::Eliminate},
         {"stick", Response::Stick},
         {"bounce", Response::Bounce}}};
    return word_of(value, words);
}

Substance substance_of(const PlacedValue& value) {
    static constexpr std::array<std::pair<std::string_view, Substance>, 5> words{
        {{"metal", Substance::Metal},
         {"wood", Substance::Wood},
         {"glass", Substance::Glass},
         {"stone", Substance::Stone},
         {"water", Substance::Water}}};
    return word_of(value, words);
}

DescribedSound sound_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"substance", "size", "modes"};
    static constexpr std::array<std::string_view, 3> known_of_mode = {"frequency", "damping",
                                                                      "gain"};
    const Fields fields(value, known);
    const auto modes = fields.find("modes");
    if (!modes) {
        SubstanceSound sound{.substance = substance_of(fields.need("substance"))};
        set_if_there(sound.size, fields, "size", positive_of);
        return sound;
    }
    if (fields.has("substance") || fields.has("size")) {
        fields.fail("has both a substance and modes");
    }
    SoundMaterial material;
    for (const PlacedValue& item : items_of(*modes, most_modes)) {
        const Fields of_mode(item, known_of_mode);
        SoundMode mode{.frequency = positive_of(of_mode.need("frequency")),
                       .damping = positive_of(of_mode.need("damping"))};
        set_if_there(mode.gain, of_mode, "gain", number_of);
        material.modes.push_back(mode);
    }
    return material;
}

DescribedCollider collider_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> look_fields = {"colour", "splat_colour",
                                                                    "splat_radius"};
    const Fields fields(value, collider_fields);
    DescribedCollider collider;
    collider.name = text_of(fields.need("name"), longest_name);
    collider.shape = shape_of(fields.need("shape"));
    collider.pose = pose_in(fields, "pose");
    if (const auto bounds = fields.find("bounds")) {
        if (std::holds_alternative<Blend>(collider.shape) ||
            std::holds_alternative<MeshShape>(collider.shape)) {
            bounds->fail("are for shapes given by one equation");
        }
        collider.bounds = bounds_of(*bounds);
    }
    set_if_there(collider.velocity, fields, "velocity", vector_of);
    set_if_there(collider.response, fields, "response", response_of);
    set_if_there(collider.restitution, fields, "restitution",
                 [](const PlacedValue& v) { return number_between(v, 0, 1); });
    set_if_there(collider.friction, fields, "friction", not_negative_of);
    set_if_there(collider.sound, fields, "sound", sound_of);
    if (const auto look = fields.find("look")) {
        const Fields looks(*look, look_fields);
        set_if_there(collider.colour, looks, "colour", colour_of);
        set_if_there(collider.splat_colour, looks, "splat_colour", colour_of);
        set_if_there(collider.splat_radius, looks, "splat_radius", not_negative_of);
    }
    return collider;
}

void set_edges(Emitter& emitter, const PlacedValue& value) {
    const std::vector<PlacedValue> edges = items_of(value, 3);
    const std::array<Vec3d*, 3> places{&emitter.edge_u, &emitter.edge_v, &emitter.edge_w};
    for (std::size_t i = 0; i < edges.size(); ++i) {
        *places[i] = vector_of(edges[i]);
    }
}

void set_air(DescribedEmitter& out, const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"drag", "wind", "piece"};
    const Fields fields(value, known);
    Air air{.drag = not_negative_of(fields.need("drag")), .wind = {}};
    set_if_there(air.piece, fields, "piece", positive_of);
    if (const auto wind = fields.find("wind")) {
        out.wind = vector_of(*wind);
    }
    out.emitter.air = std::move(air);
}

void set_look(DescribedEmitter& out, const PlacedValue& value) {
    static constexpr std::array<std::string_view, 7> known = {
        "radius", "end_radius", "colour", "end_colour", "stretch", "spin", "mesh"};
    const Fields fields(value, known);
    set_if_there(out.radius, fields, "radius", positive_of);
    out.end_radius = out.radius;
    set_if_there(out.end_radius, fields, "end_radius", not_negative_of);
    set_if_there(out.colour, fields, "colour", colour_of);
    out.end_colour = out.colour;
    set_if_there(out.end_colour, fields, "end_colour", colour_of);
    set_if_there(out.stretch, fields, "stretch", not_negative_of);
    set_if_there(out.spin, fields, "spin", number_of);
    out.body_file = optional_text(fields, "mesh", longest_path);
}

ParticleStart start_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"position", "velocity", "birth"};
    const Fields fields(value, known);
    ParticleStart start{.position = vector_of(fields.need("position"))};
    set_if_there(start.velocity, fields, "velocity", vector_of);
    set_if_there(start.birth, fields, "birth", number_of);
    return start;
}

DescribedEmitter emitter_of(const PlacedValue& value) {
    const Fields fields(value, emitter_fields);
    DescribedEmitter out;
    Emitter& emitter = out.emitter;
    if (const auto starts = fields.find("starts")) {
        if (fields.has("particles") || fields.has("origin")) {
            fields.fail("has both starts and particles or an origin");
        }
        for (const PlacedValue& start : items_of(*starts, most_starts)) {
            emitter.starts.push_back(start_of(start));
        }
        if (emitter.starts.empty()) {
            starts->fail("needs at least one");
        }
    } else {
        emitter.particles = whole32_of(fields.need("particles"));
        emitter.origin = vector_of(fields.need("origin"));
    }
    if (const auto edges = fields.find("edges")) {
        set_edges(emitter, *edges);
    }
    set_if_there(emitter.velocity, fields, "velocity", vector_of);
    set_if_there(emitter.velocity_spread, fields, "velocity_spread", vector_of);
    set_if_there(emitter.acceleration, fields, "acceleration", vector_of);
    emitter.life = positive_of(fields.need("life"));
    set_if_there(emitter.first_birth, fields, "first_birth", number_of);
    set_if_there(emitter.generations, fields, "generations", whole32_of);
    set_if_there(emitter.seed, fields, "seed", whole32_of);
    if (const auto air = fields.find("air")) {
        set_air(out, *air);
    }
    if (const auto look = fields.find("look")) {
        set_look(out, *look);
    }
    return out;
}

DescribedCamera camera_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 4> known = {"from", "at", "zoom", "angle"};
    const Fields fields(value, known);
    DescribedCamera camera;
    set_if_there(camera.from, fields, "from", direction_from);
    set_if_there(camera.at, fields, "at", vector_of);
    set_if_there(camera.zoom, fields, "zoom",
                 [](const PlacedValue& v) { return number_between(v, 1e-3, 1e6); });
    set_if_there(camera.angle, fields, "angle",
                 [](const PlacedValue& v) { return number_between(v, 1, 150); });
    return camera;
}

DescribedEar ear_of(const PlacedValue& value) {
    static constexpr std::array<std::string_view, 3> known = {"at", "right", "loudness"};
    const Fields fields(value, known);
    DescribedEar ear;
    set_if_there(ear.at, fields, "at", vector_of);
    set_if_there(ear.right, fields, "right", direction_from);
    set_if_there(ear.loudness, fields, "loudness", not_negative_of);
    return ear;
}

ParticleFile particle_file_of(const PlacedValue& root) {
    const Fields fields(root, particle_file_fields);
    check_head(fields, "impinge-particle-scene");
    ParticleFile file;
    file.title = optional_text(fields, "title", longest_name);
    set_if_there(file.seconds, fields, "seconds",
                 [](const PlacedValue& v) { return number_between(v, 1e-6, 86400); });
    const PlacedValue emitters = fields.need("emitters");
    for (const PlacedValue& emitter : items_of(emitters, most_rules)) {
        file.emitters.push_back(emitter_of(emitter));
    }
    if (file.emitters.empty()) {
        emitters.fail("needs at least one emitter");
    }
    std::unordered_set<std::string> names;
    if (const auto colliders = fields.find("colliders")) {
        for (const PlacedValue& item : items_of(*colliders, most_bodies)) {
            DescribedCollider collider = collider_of(item);
            if (!names.insert(collider.name).second) {
                item.fail("another collider is called " + in_quotes(collider.name));
            }
            file.colliders.push_back(std::move(collider));
        }
    }
    set_if_there(file.camera, fields, "camera", camera_of);
    set_if_there(file.ear, fields, "ear", ear_of);
    return file;
}

} // namespace

Expected<ParticleFile> parse_particles(std::string_view text, const std::filesystem::path& name) {
    return or_error<ParticleFile>(name, [&] {
        const JsonTree tree = parse_json(text);
        return particle_file_of({tree.root(), {}});
    });
}

Expected<ParticleFile> read_particles(const std::filesystem::path& path) {
    const auto bytes = read_file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    return parse_particles({bytes->view().data(), bytes->view().size()}, path);
}

} // namespace impinge::inline v0
