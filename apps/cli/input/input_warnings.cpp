// SPDX-License-Identifier: Apache-2.0
#include "input/input_warnings.hpp"

#include "output/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>
#include <set>

namespace impinge::cli {
namespace {

constexpr std::size_t most_warnings = 3;

struct Factor {
    double value;
    const char* meaning;
};
constexpr std::array<Factor, 2> factors{
    {{25.4, "inches beside millimetres"}, {1000, "metres beside millimetres"}}};

/// The box of all bodies of a file.
struct FileBox {
    std::string file;
    bool unit_known = false;
    Box3 box;
    double size = 0;
};

std::vector<FileBox> file_boxes(std::span<const LoadedBody> bodies,
                                std::span<const PlacedFile> files) {
    std::map<std::string, std::size_t> index_of;
    std::vector<FileBox> boxes;
    for (const PlacedFile& file : files) {
        if (index_of.emplace(file.file, boxes.size()).second) {
            boxes.push_back({file.file, file.unit.has_value(), {}, 0});
        }
    }
    for (const LoadedBody& body : bodies) {
        const auto known = index_of.find(body.file);
        if (known != index_of.end() && !is_empty(body.box)) {
            Box3& box = boxes[known->second].box;
            box = is_empty(box) ? body.box : united(box, body.box);
        }
    }
    for (FileBox& file : boxes) {
        file.size = is_empty(file.box) ? 0 : length(extent(file.box));
    }
    std::erase_if(boxes, [](const FileBox& file) { return !(file.size > 0); });
    std::stable_sort(boxes.begin(), boxes.end(),
                     [](const FileBox& a, const FileBox& b) { return a.size < b.size; });
    return boxes;
}

bool is_near(double value, double wanted, double most) {
    return value >= wanted / most && value <= wanted * most;
}

/// The sizes of two files, one in another unit, differ by no more than this beyond the factor.
constexpr double like_size = 1.25;

/// Of like proportions at `factor`, and in one place then.
bool fits(const Box3& large, const Box3& small, double factor) {
    const Vec3d big = extent(large);
    const Vec3d little = extent(small);
    constexpr double like_side = 2;
    for (int axis = 0; axis < 3; ++axis) {
        if (!is_near(big[axis], factor * little[axis], like_side)) {
            return false;
        }
    }
    return boxes_overlap(large, {small.min * factor, small.max * factor});
}

} // namespace

std::vector<std::string> unit_warnings(const SceneDescription& described,
                                       const PlacedScene& placed) {
    const bool given = std::any_of(described.bodies.begin(), described.bodies.end(),
                                   [](const SceneBody& body) { return body.unit.has_value(); });
    if (described.unit || given || !placed.unit) {
        return {};
    }
    const PlacedFile* stated = nullptr;
    const PlacedFile* silent = nullptr;
    std::size_t silent_files = 0;
    for (const PlacedFile& file : placed.files) {
        if (file.unit) {
            stated = stated == nullptr ? &file : stated;
        } else {
            silent = silent == nullptr ? &file : silent;
            ++silent_files;
        }
    }
    if (stated == nullptr || silent == nullptr) {
        return {};
    }
    const std::string others =
        silent_files > 1 ? fmt::format(" and {} more state", silent_files - 1) : " states";
    return {fmt::format("{}{} no unit, taken as {} because {} is in that; --unit says which it is",
                        silent->file, others, to_string(*placed.unit), stated->file)};
}

std::vector<std::string> size_warnings(std::span<const LoadedBody> bodies,
                                       std::span<const PlacedFile> files) {
    const std::vector<FileBox> boxes = file_boxes(bodies, files);
    std::vector<std::string> warnings;
    std::size_t found = 0;
    for (const FileBox& small : boxes) {
        for (const Factor& factor : factors) {
            auto large =
                std::lower_bound(boxes.begin(), boxes.end(), factor.value * small.size / like_size,
                                 [](const FileBox& file, double size) { return file.size < size; });
            for (; large != boxes.end() && large->size <= factor.value * small.size * like_size;
                 ++large) {
                if ((large->unit_known && small.unit_known) ||
                    !fits(large->box, small.box, factor.value) || ++found > most_warnings) {
                    continue;
                }
                warnings.push_back(fmt::format(
                    "{} would lie on {} if it were {:g} times as large: {}? A scene file can "
                    "give each file its unit",
                    small.file, large->file, factor.value, factor.meaning));
            }
        }
    }
    if (found > most_warnings) {
        warnings.push_back(fmt::format("{} more pairs of files like these", found - most_warnings));
    }
    return warnings;
}

std::vector<std::string> reading_warnings(std::span<const PlacedFile> files) {
    std::vector<std::string> warnings;
    std::set<std::string_view> told; // a file that several bodies of a scene are made of
    for (const PlacedFile& file : files) {
        if (!told.insert(file.file).second) {
            continue;
        }
        for (const std::string& remark : file.remarks) {
            if (warnings.size() < most_warnings) {
                warnings.push_back(file.file + ": " + printable(remark));
            }
        }
    }
    return warnings;
}

std::vector<std::string> split_hints(std::span<const PlacedFile> files) {
    std::vector<std::string> hints;
    for (const PlacedFile& file : files) {
        if (file.unsplit_groups > 1 && hints.size() < most_warnings) {
            hints.push_back(
                fmt::format("{} holds {} objects or groups, taken as one body; --split groups "
                            "makes each a body",
                            file.file, file.unsplit_groups));
        }
    }
    return hints;
}

} // namespace impinge::cli
