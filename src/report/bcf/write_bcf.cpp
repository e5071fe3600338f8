// SPDX-License-Identifier: Apache-2.0
#include "base/no_throw.hpp"
#include "io/parse_failure.hpp"
#include "io/png.hpp"
#include "io/write_file.hpp"
#include "report/bcf/bcf_text.hpp"
#include "report/bcf/zip_writer.hpp"
#include "report/clash_ids.hpp"
#include "report/page/clash_picture.hpp"
#include "report/report_counts.hpp"

#include <algorithm>

namespace impinge::inline v0::report {
namespace {

constexpr int longest_side = 1500; // of a picture, says BCF 3.0

/// A clash that stands for itself or for its group.
struct TopicSource {
    std::uint32_t clash = 0;
    const ClashGroup* group = nullptr;
};

std::vector<TopicSource> topics_of(const Report& report, BcfTopics topics) {
    std::vector<TopicSource> sources;
    if (topics == BcfTopics::Groups) {
        for (const ClashGroup& group : report.groups) {
            sources.push_back({group.clashes.front(), &group});
        }
    }
    for (std::uint32_t i = 0; i < report.clashes.size(); ++i) {
        if (topics == BcfTopics::Clashes || !report.clashes[i].group) {
            sources.push_back({i, nullptr});
        }
    }
    return sources;
}

std::string description_of(const Report& report, const TopicSource& source) {
    std::string out;
    if (source.group != nullptr) {
        out = source.group->explanation + ":\n";
        for (const std::uint32_t i : source.group->clashes) {
            out += title_of(report, report.clashes[i]) + " (" + report.clashes[i].id + ")\n";
        }
        return out;
    }
    const Clash& clash = report.clashes[source.clash];
    out = title_of(report, clash) + ". Rule: " + report.rules[clash.rule].rule.name + ".";
    if (clash.volume) {
        const std::string cubic =
            report.unit ? std::string(" ") + to_string(*report.unit) + "^3" : "";
        Report plain;
        out += " Volume: " + length_text(plain, *clash.volume) + cubic + ".";
    }
    if (clash.within_facet_error) {
        out += " Within facet error: the exact surfaces may not overlap.";
    }
    return out + " Clash " + clash.id + " of impinge " + report.impinge_version + ".";
}

BcfTopic topic_of(const Report& report, const TopicSource& source) {
    const Clash& clash = report.clashes[source.clash];
    BcfTopic topic;
    topic.guid = uuid_of(source.group != nullptr ? source.group->id : clash.id);
    topic.title = source.group != nullptr ? source.group->explanation : title_of(report, clash);
    topic.description = description_of(report, source);
    topic.status = clash.status;
    topic.severity = clash.severity;
    topic.kind = clash.kind;
    topic.assignee = clash.assignee;
    topic.comment = clash.comment;
    topic.date = report.created;
    return topic;
}

double metres_of(const Report& report) {
    return report.unit ? conversion(*report.unit, LengthUnit::Metre) : 1;
}

Vec3d upright(Vec3d direction) {
    const Vec3d z{0, 0, 1};
    const Vec3d across = z - direction * dot(z, direction);
    const Vec3d up = length(across) > 1e-6 ? across : Vec3d{0, 1, 0};
    return up * (1 / length(up));
}

BcfViewpoint viewpoint_of(const Report& report, const TopicSource& source, const ClashView& view,
                          const BcfOptions& options) {
    const Clash& clash = report.clashes[source.clash];
    const double metres = metres_of(report);
    const Vec3d to_eye = view.from * (1 / length(view.from));
    BcfViewpoint out;
    out.guid = uuid_of("viewpoint " + clash.id);
    out.camera.direction = -to_eye;
    out.camera.up = upright(to_eye);
    // The ball of the view touches the sides of a view of 60 degrees.
    out.camera.eye = (view.target + to_eye * (2 * view.size)) * metres;
    out.camera.aspect_ratio = static_cast<double>(options.width) / options.height;
    out.from = (clash.point_a == clash.point_b ? clash.point : clash.point_a) * metres;
    out.to = (clash.point_a == clash.point_b ? clash.point : clash.point_b) * metres;
    for (const std::uint32_t part : {clash.a, clash.b}) {
        if (part != no_part) {
            out.selected.push_back(report.parts[part].key);
        }
    }
    if (options.clipping_plane) {
        out.clip_at = clash.point * metres;
    }
    return out;
}

struct DrawnTopic {
    ClashView view;
    std::string png;
};

Expected<DrawnTopic> draw_topic(ClashPainter& painter, std::uint32_t clash,
                                const BcfOptions& options) {
    auto view = painter.choose_view(clash);
    if (!view) {
        return view.error();
    }
    const auto picture = painter.paint(clash, *view, options.width, options.height);
    if (!picture) {
        return picture.error();
    }
    auto png = encode_png(*picture);
    if (!png) {
        return png.error();
    }
    return DrawnTopic{*view, std::move(*png)};
}

/// What stands for a picture that was not drawn any more: importers refuse topics without one.
Expected<DrawnTopic> undrawn_topic(const Report& report, std::uint32_t clash,
                                   const BcfOptions& options) {
    render::Picture picture(options.width, options.height, render::white);
    draw_text(picture, {20, 20}, "interrupted: not drawn");
    auto png = encode_png(picture);
    if (!png) {
        return png.error();
    }
    return DrawnTopic{view_around(report, report.clashes[clash]), std::move(*png)};
}

Status check_bcf_options(const Report& report, const ReportGeometry& geometry,
                         const BcfOptions& options) {
    if (geometry.parts.size() != report.parts.size() ||
        geometry.clashes.size() != report.clashes.size()) {
        return invalid("BCF: the geometry is not that of the report");
    }
    if (options.author.empty()) {
        return invalid("BCF: needs an author");
    }
    for (const int side : {options.width, options.height}) {
        if (side < 1 || side > longest_side) {
            return invalid("BCF: pictures have 1 to 1500 pixels on each side");
        }
    }
    return {};
}

Status add_topics(ZipWriter& zip, const Report& report, const ReportGeometry& geometry,
                  const BcfOptions& options, const Context& context) {
    auto painter = ClashPainter::open(report, geometry);
    if (!painter) {
        return painter.error();
    }
    const std::vector<TopicSource> sources = topics_of(report, options.topics);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const TopicSource& source = sources[i];
        auto drawn = context.cancelled() ? undrawn_topic(report, source.clash, options)
                                         : draw_topic(*painter, source.clash, options);
        if (!drawn) {
            return drawn.error();
        }
        const BcfTopic topic = topic_of(report, source);
        const BcfViewpoint viewpoint = viewpoint_of(report, source, drawn->view, options);
        const std::string folder = topic.guid + "/";
        zip.add(folder + "markup.bcf", bcf_markup_text(topic, viewpoint, options));
        zip.add(folder + "viewpoint.bcfv", bcf_viewpoint_text(viewpoint, options.version));
        zip.add(folder + "snapshot.png", std::move(drawn->png), Packing::Store);
        context.report(static_cast<double>(i + 1) / static_cast<double>(sources.size()));
    }
    return {};
}

} // namespace

Expected<std::string> make_bcf(const Report& report, const ReportGeometry& geometry,
                               const BcfOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<std::string> {
        if (Status status = check_bcf_options(report, geometry, options); !status) {
            return status.error();
        }
        return or_error<std::string>("BCF", [&]() -> Expected<std::string> {
            ZipWriter zip;
            zip.add("bcf.version", bcf_version_text(options.version));
            if (options.version == BcfVersion::V3_0) {
                zip.add("extensions.xml", bcf_extensions_text());
            }
            if (Status status = add_topics(zip, report, geometry, options, context); !status) {
                return status.error();
            }
            return zip.finish();
        });
    });
}

Status write_bcf(const std::filesystem::path& path, const Report& report,
                 const ReportGeometry& geometry, const BcfOptions& options,
                 const Context& context) {
    const auto bytes = make_bcf(report, geometry, options, context);
    return bytes ? write_file(path, *bytes) : Status(bytes.error());
}

} // namespace impinge::inline v0::report
