// SPDX-License-Identifier: Apache-2.0
#include "report/part_keys.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace impinge::inline v0::report {
namespace {

/// Places nearer than this part of the assembly's size count as one coordinate: facets of another
/// fineness move a centroid a little.
constexpr double same_coordinate = 1e-4;
/// Parts as far from each other as this part of the size make an axis.
constexpr double least_axis = 0.02;

using Members = std::vector<std::size_t>;
using Coordinates = std::vector<double>;

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_copy_number(std::string_view word) {
    const std::size_t at = word.rfind('#');
    return at != std::string_view::npos && at > 0 && is_number(word.substr(at + 1))
               ? word.substr(0, at)
               : word;
}

double size_of(std::span<const PartPlace> parts) {
    Box3 box;
    for (const PartPlace& part : parts) {
        box = extend(box, part.centre);
    }
    return parts.empty() ? 0 : length(extent(box));
}

/// The parts that have a path of their own, the largest first. Areas count to one part in 512, so
/// that rounding does not change the order of equal ones, which is that of their paths.
Members anchors_of(std::span<const PartPlace> parts, const std::map<std::string, Members>& paths) {
    const auto coarse = [&](std::size_t part) {
        const double area = parts[part].area;
        int exponent = 0;
        const double fraction = std::frexp(area, &exponent);
        return std::ldexp(std::round(fraction * 512), exponent);
    };
    Members anchors;
    for (const auto& [path, members] : paths) {
        if (members.size() == 1) {
            anchors.push_back(members.front());
        }
    }
    std::stable_sort(anchors.begin(), anchors.end(),
                     [&](std::size_t a, std::size_t b) { return coarse(a) > coarse(b); });
    return anchors;
}

/// Axes that go with the assembly.
class AnchoredFrame {
  public:
    AnchoredFrame(std::span<const PartPlace> parts, const Members& anchors, double least_length)
        : parts_(parts), anchors_(anchors) {
        for (const std::size_t anchor : anchors) {
            add_axis(parts[anchor].centre, least_length);
        }
        if (axes_.size() == 2) {
            axes_.push_back(cross(axes_[0], axes_[1]));
        }
    }

    [[nodiscard]] Coordinates of(Vec3d centre) const {
        Coordinates out;
        if (axes_.size() == 3) {
            for (const Vec3d& axis : axes_) {
                out.push_back(dot(axis, centre - parts_[anchors_.front()].centre));
            }
            return out;
        }
        for (const std::size_t anchor : anchors_) {
            out.push_back(length(centre - parts_[anchor].centre));
        }
        out.insert(out.end(), {centre.x, centre.y, centre.z});
        return out;
    }

  private:
    void add_axis(Vec3d point, double least_length) {
        Vec3d rest = point - parts_[anchors_.front()].centre;
        for (const Vec3d& axis : axes_) {
            rest = rest - axis * dot(axis, rest);
        }
        if (axes_.size() < 2 && length(rest) > least_length) {
            axes_.push_back(rest * (1 / length(rest)));
        }
    }

    std::span<const PartPlace> parts_;
    const Members& anchors_;
    std::vector<Vec3d> axes_;
};

/// By the first coordinate; those that are one in it, by the next, and so on.
void sort_by_place(std::span<std::size_t> members, const std::vector<Coordinates>& coordinates,
                   std::size_t axis, double tolerance) {
    if (members.size() < 2 || axis == coordinates[members.front()].size()) {
        return;
    }
    const auto at = [&](std::size_t member) { return coordinates[member][axis]; };
    std::stable_sort(members.begin(), members.end(),
                     [&](std::size_t a, std::size_t b) { return at(a) < at(b); });
    for (std::size_t begin = 0, end = 1; begin < members.size(); begin = end++) {
        while (end < members.size() && at(members[end]) - at(members[end - 1]) <= tolerance) {
            ++end;
        }
        sort_by_place(members.subspan(begin, end - begin), coordinates, axis + 1, tolerance);
    }
}

} // namespace

std::string path_of_name(std::string_view name) {
    std::string path;
    std::size_t from = 0;
    while (true) {
        const std::size_t to = std::min(name.find('/', from), name.size());
        const bool last = to == name.size();
        const std::string_view word = without_copy_number(name.substr(from, to - from));
        path += last && from > 0 && is_number(word) ? "" : word;
        if (last) {
            return path;
        }
        path += '/';
        from = to + 1;
    }
}

PartPlace place_of(std::string path, const MeshView& mesh, const Rigid& pose) {
    PartPlace place{std::move(path)};
    Vec3d moment{};
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
        const TriangleIndices& t = mesh.triangles()[i];
        const Vec3d a = apply(pose, mesh.position(t[0]));
        const Vec3d b = apply(pose, mesh.position(t[1]));
        const Vec3d c = apply(pose, mesh.position(t[2]));
        const double area = length(cross(b - a, c - a)) / 2;
        moment = moment + (a + b + c) * (area / 3);
        place.area += area;
    }
    place.centre = place.area > 0 ? moment * (1 / place.area) : pose.translation;
    return place;
}

std::vector<std::string> part_keys(std::span<const PartPlace> parts) {
    std::map<std::string, Members> paths;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        paths[parts[i].path].push_back(i);
    }
    const double tolerance = same_coordinate * size_of(parts);
    const Members anchors = anchors_of(parts, paths);
    const AnchoredFrame frame(parts, anchors, least_axis * size_of(parts));
    std::vector<Coordinates> coordinates;
    for (const PartPlace& part : parts) {
        coordinates.push_back(frame.of(part.centre));
    }
    std::vector<std::string> keys(parts.size());
    for (auto& [path, members] : paths) {
        if (members.size() == 1) {
            keys[members.front()] = path;
            continue;
        }
        sort_by_place(members, coordinates, 0, tolerance);
        for (std::size_t i = 0; i < members.size(); ++i) {
            keys[members[i]] = path + "@" + std::to_string(i + 1);
        }
    }
    return keys;
}

} // namespace impinge::inline v0::report
