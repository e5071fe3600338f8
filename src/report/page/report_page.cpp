// SPDX-License-Identifier: Apache-2.0
#include "impinge/report_page.hpp"

#include "base/no_throw.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "report/page/clash_picture.hpp"
#include "report/page/clash_section.hpp"
#include "report/page/drawn_mesh.hpp"
#include "report/page/page_frame.hpp"

#include <algorithm>
#include <map>

namespace impinge::inline v0::report {
namespace {

using Json = nlohmann::ordered_json;

Status check(const Report& report, const ReportGeometry& geometry, const PageOptions& options) {
    if (!can_write_pages()) {
        return Error{ErrorCode::Unsupported,
                     "pages were not built in: npm was not there when impinge was built "
                     "(IMPINGE_REPORT_PAGE)"};
    }
    const bool whole = std::all_of(geometry.parts.begin(), geometry.parts.end(),
                                   [](const PartGeometry& part) { return part.mesh != nullptr; });
    if (geometry.parts.size() != report.parts.size() || !whole ||
        geometry.clashes.size() != report.clashes.size()) {
        return invalid("page: the geometry is not that of the report");
    }
    const auto is_part = [&](std::uint32_t part) { return part < report.parts.size(); };
    for (const Clash& clash : report.clashes) {
        if (!is_part(clash.a) || (clash.b != no_part && !is_part(clash.b))) {
            return invalid("page: a clash is about a part that is not there");
        }
    }
    if (options.picture_width < 1 || options.picture_height < 1) {
        return invalid("page: pictures need pixels");
    }
    return {};
}

/// Text that is safe within a script element: no "<" begins anything there.
std::string safe_json(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    for (const char c : json) {
        if (c == '<') {
            out += "\\u003c";
        } else {
            out += c;
        }
    }
    return out;
}

/// What the table needs. The regions of clashes are most of a report: the page carries them packed,
/// with all the rest, for who downloads it.
std::string for_table(std::string_view json) {
    Json report = Json::parse(json);
    if (const auto clashes = report.find("clashes"); clashes != report.end()) {
        for (Json& clash : *clashes) {
            clash["regions"] = Json::array();
        }
    }
    return report.dump();
}

Json rows_of(const Rigid& pose) {
    Json out = Json::array();
    for (int row = 0; row < 3; ++row) {
        const Vec3d& axis = row == 0 ? pose.row_x : row == 1 ? pose.row_y : pose.row_z;
        for (const double value : {axis.x * pose.scale, axis.y * pose.scale, axis.z * pose.scale,
                                   pose.translation[row]}) {
            out.push_back(value);
        }
    }
    return out;
}

/// Each distinct mesh once, and for each part which mesh it is and where it stands.
void add_parts(Json& drawn, PageBytes& bytes, const ReportGeometry& geometry) {
    std::map<const Mesh*, std::size_t> known;
    drawn["meshes"] = Json::array();
    drawn["parts"] = Json::array();
    for (const PartGeometry& part : geometry.parts) {
        const auto [found, is_new] = known.emplace(part.mesh.get(), known.size());
        if (is_new) {
            PackedNumbers numbers;
            Json head = pack_mesh(numbers, *part.mesh);
            head["bytes"] = bytes.add_deflated(numbers.bytes());
            drawn["meshes"].push_back(std::move(head));
        }
        drawn["parts"].push_back({{"mesh", found->second}, {"pose", rows_of(part.pose)}});
    }
}

/// All as one: press fits have dozens.
Mesh joined(const std::vector<Mesh>& meshes) {
    Mesh out;
    for (const Mesh& mesh : meshes) {
        const auto first = static_cast<std::uint32_t>(out.positions.size());
        out.positions.insert(out.positions.end(), mesh.positions.begin(), mesh.positions.end());
        for (const auto& [a, b, c] : mesh.triangles) {
            out.triangles.push_back({a + first, b + first, c + first});
        }
    }
    return out;
}

/// Curves, section and regions, in the order in which the page reads them.
void add_shape(Json& entry, PageBytes& bytes, const Report& report, const ReportGeometry& geometry,
               std::size_t index, const PageOptions& options, const Context& context) {
    PackedNumbers numbers;
    if (options.geometry) {
        entry["curves"] = pack_curves(numbers, geometry.clashes[index].curves);
    }
    if (options.sections) {
        entry["section"] = pack_section(numbers, report, geometry, index, context);
    }
    entry["regions"] = Json::array();
    if (options.geometry && !geometry.clashes[index].regions.empty()) {
        entry["regions"].push_back(pack_mesh(numbers, joined(geometry.clashes[index].regions)));
    }
    entry["bytes"] = bytes.add_deflated(numbers.bytes());
}

/// The view of a clash, and its picture.
Status add_picture(Json& entry, PageBytes& bytes, ClashPainter& painter, std::size_t index,
                   const PageOptions& options) {
    const auto view = painter.choose_view(index);
    if (!view) {
        return view.error();
    }
    entry["view"] = {{"target", json_point(view->target)},
                     {"from", json_point(view->from)},
                     {"size", view->size}};
    const auto picture = painter.paint(index, *view, options.picture_width, options.picture_height);
    if (!picture) {
        return picture.error();
    }
    const auto jpeg = encode_jpeg(*picture, options.jpeg_quality);
    if (!jpeg) {
        return jpeg.error();
    }
    entry["picture"] = {{"bytes", bytes.add(*jpeg)}};
    return {};
}

void add_view(Json& entry, const ClashView& view) {
    entry["view"] = {
        {"target", json_point(view.target)}, {"from", json_point(view.from)}, {"size", view.size}};
}

Status add_clashes(Json& drawn, PageBytes& bytes, const Report& report,
                   const ReportGeometry& geometry, const PageOptions& options,
                   const Context& context) {
    auto painter = ClashPainter::open(report, geometry);
    if (!painter) {
        return painter.error();
    }
    drawn["clashes"] = Json::array();
    const std::size_t count = report.clashes.size();
    for (std::size_t i = 0; i < count; ++i) {
        Json entry = Json::object();
        if (options.pictures && !context.cancelled()) {
            if (Status status = add_picture(entry, bytes, *painter, i, options); !status) {
                return status;
            }
        } else {
            add_view(entry, view_around(report, report.clashes[i]));
        }
        add_shape(entry, bytes, report, geometry, i, options, context);
        drawn["clashes"].push_back(std::move(entry));
        context.report(static_cast<double>(i + 1) / static_cast<double>(count));
    }
    return {};
}

void add_whole(Json& drawn, const Report& report) {
    Box3 box;
    for (const ReportPart& part : report.parts) {
        box = united(box, part.box);
    }
    const bool empty = is_empty(box);
    drawn["middle"] = json_point(empty ? Vec3d{} : box.min * 0.5 + box.max * 0.5);
    const double radius = empty ? 0 : length(box.max * 0.5 - box.min * 0.5);
    drawn["radius"] = radius > 0 ? radius : 1;
}

} // namespace

bool can_write_pages() { return !page_frame().pieces.front().empty(); }

Expected<std::string> make_page(const Report& report, const ReportGeometry& geometry,
                                std::string_view json, const PageOptions& options,
                                const Context& context) {
    return no_throw([&]() -> Expected<std::string> {
        if (Status status = check(report, geometry, options); !status) {
            return status.error();
        }
        Json drawn = Json::object();
        PageBytes bytes;
        add_whole(drawn, report);
        add_parts(drawn, bytes, options.geometry ? geometry : ReportGeometry{});
        if (Status status = add_clashes(drawn, bytes, report, geometry, options, context);
            !status) {
            return status.error();
        }
        drawn["json"] = bytes.add_deflated(json);
        const auto& pieces = page_frame().pieces;
        std::string page(pieces[0]);
        page += safe_json(for_table(json));
        page += pieces[1];
        page += safe_json(drawn.dump());
        page += pieces[2];
        page += bytes.text();
        page += pieces[3];
        return page;
    });
}

Status write_page(const std::filesystem::path& path, const Report& report,
                  const ReportGeometry& geometry, std::string_view json, const PageOptions& options,
                  const Context& context) {
    const auto page = make_page(report, geometry, json, options, context);
    if (!page) {
        return page.error();
    }
    return write_file(path, *page);
}

} // namespace impinge::inline v0::report
