// SPDX-License-Identifier: Apache-2.0
#include "io/write_contacts.hpp"

#include "io/mesh_format.hpp"
#include "io/text_output.hpp"
#include "io/write_file.hpp"

namespace impinge::inline v0 {
namespace {

/// OBJ has no way to quote: whatever would end a name becomes an underscore.
std::string obj_name(std::string text) {
    for (char& c : text) {
        if (c == ' ' || (c >= 0 && c < 0x20)) {
            c = '_';
        }
    }
    return text;
}

void append_curve(std::string& out, const ContactCurve& curve, std::size_t first_vertex) {
    for (const Vec3d& point : curve.points) {
        out += 'v';
        for (int axis = 0; axis < 3; ++axis) {
            out += ' ';
            append_number(out, point[axis]);
        }
        out += '\n';
    }
    out += 'l';
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        out += ' ';
        append_number(out, first_vertex + i);
    }
    if (curve.closed) {
        out += ' ';
        append_number(out, first_vertex);
    }
    out += '\n';
}

} // namespace

std::string curves_obj(std::span<const NamedContacts> contacts) {
    std::string out = "# contact curves written by impinge\n";
    std::size_t next_vertex = 1;
    for (const NamedContacts& contact : contacts) {
        if (contact.curves.empty()) {
            continue;
        }
        out += "o " + obj_name(contact.body_a) + "|" + obj_name(contact.body_b) + "\n";
        for (const ContactCurve& curve : contact.curves) {
            append_curve(out, curve, next_vertex);
            next_vertex += curve.points.size();
        }
    }
    return out;
}

std::string pairs_csv(std::span<const NamedContacts> contacts) {
    std::string out = "body_a,body_b,triangle_a,triangle_b,kind\n";
    for (const NamedContacts& contact : contacts) {
        const std::string bodies = csv_field(contact.body_a) + "," + csv_field(contact.body_b);
        for (const TrianglePair& pair : contact.pairs) {
            out += bodies;
            out += ',';
            append_number(out, pair.a);
            out += ',';
            append_number(out, pair.b);
            out += ',';
            out += to_string(pair.kind);
            out += '\n';
        }
    }
    return out;
}

Status write_curves(const std::filesystem::path& path, std::span<const NamedContacts> contacts) {
    if (format_of_name(path) != MeshFormat::Obj) {
        return Error{ErrorCode::Unsupported,
                     path.string() + ": curves are written as OBJ: the name must end in .obj"};
    }
    return write_file(path, curves_obj(contacts));
}

Status write_pairs(const std::filesystem::path& path, std::span<const NamedContacts> contacts) {
    return write_file(path, pairs_csv(contacts));
}

} // namespace impinge::inline v0
