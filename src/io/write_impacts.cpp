// SPDX-License-Identifier: Apache-2.0
#include "io/write_impacts.hpp"

#include "io/byte_order.hpp"
#include "io/text_output.hpp"

#include <cstdint>

namespace impinge::inline v0 {
namespace {

/// Calls column(name, value) for each, in the order of the files.
template <typename Column> void for_each_column(const Impact& impact, const Column& column) {
    column("time", impact.time);
    column("emitter", impact.emitter);
    column("particle", impact.particle);
    column("generation", impact.generation);
    column("bounce", impact.bounce);
    column("collider", impact.collider);
    column("triangle", impact.triangle);
    column("x", impact.position.x);
    column("y", impact.position.y);
    column("z", impact.position.z);
    column("normal_x", impact.normal.x);
    column("normal_y", impact.normal.y);
    column("normal_z", impact.normal.z);
    column("velocity_x", impact.velocity.x);
    column("velocity_y", impact.velocity.y);
    column("velocity_z", impact.velocity.z);
    column("speed", impact.speed);
    column("normal_speed", impact.normal_speed);
    column("angle", impact.angle);
}

const char* numpy_type(double /*value*/) { return "<f8"; }
const char* numpy_type(std::uint32_t /*value*/) { return "<u4"; }

} // namespace

std::string impacts_csv(std::span<const Impact> impacts, std::span<const std::string> names) {
    std::string out;
    for_each_column({}, [&](const char* name, auto) { (out += name) += ','; });
    out += "collider_name\n";
    for (const Impact& impact : impacts) {
        for_each_column(impact, [&](const char*, auto value) {
            append_number(out, value);
            out += ',';
        });
        out += csv_field(names[impact.collider]) + '\n';
    }
    return out;
}

std::string impacts_npy(std::span<const Impact> impacts) {
    constexpr std::size_t alignment = 64; // of the data
    constexpr std::size_t before_text = 10;
    std::string text = "{'descr': [";
    for_each_column({}, [&](const char* name, auto value) {
        text += std::string("('") + name + "', '" + numpy_type(value) + "'), ";
    });
    text += "], 'fortran_order': False, 'shape': (" + std::to_string(impacts.size()) + ",), }";
    text.append(alignment - (before_text + text.size() + 1) % alignment, ' ');
    text += '\n';
    std::string out = "\x93NUMPY";
    out += '\x01';
    out += '\0';
    append_little(out, static_cast<std::uint16_t>(text.size()));
    out += text;
    for (const Impact& impact : impacts) {
        for_each_column(impact, [&](const char*, auto value) { append_little(out, value); });
    }
    return out;
}

} // namespace impinge::inline v0
