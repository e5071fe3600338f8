// SPDX-License-Identifier: Apache-2.0
#include "check/region_files.hpp"

#include "impinge/files.hpp"
#include "output/console.hpp"

#include <fmt/core.h>
#include <set>

namespace impinge::cli {
namespace {

/// What systems do not take in names of files becomes an underscore.
std::string file_name_of(const std::string& name) {
    std::string out = name;
    for (char& c : out) {
        const bool bad = static_cast<unsigned char>(c) < 0x20 || c == 0x7f ||
                         std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos;
        c = bad ? '_' : c;
    }
    return out;
}

} // namespace

Status write_regions(const Examination& examination, const std::string& path) {
    FileBodies bodies;
    bodies.unit = examination.unit;
    std::set<std::string> taken;
    for (const PairMeasure& measure : examination.measures) {
        const std::string pair = file_name_of(examination.bodies[measure.a].name) + "--" +
                                 file_name_of(examination.bodies[measure.b].name);
        for (std::size_t i = 0; i < measure.overlap.regions.size(); ++i) {
            std::string name = fmt::format("{}-{}", pair, i);
            for (int number = 2; !taken.insert(name).second; ++number) {
                name = fmt::format("{}-{}#{}", pair, i, number);
            }
            bodies.bodies.push_back(
                {name, std::make_shared<const Mesh>(measure.overlap.regions[i].mesh), {}, {}});
        }
    }
    if (bodies.bodies.empty()) {
        warn(fmt::format("--regions: no overlap was measured, {} is not written", path));
        return {};
    }
    return write_bodies(path, bodies);
}

} // namespace impinge::cli
