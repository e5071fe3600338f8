// SPDX-License-Identifier: Apache-2.0
#include "report/bcf/bcf_text.hpp"

#include "io/text_output.hpp"
#include "report/clash_ids.hpp"

namespace impinge::inline v0::report {
namespace {

constexpr const char* xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr const char* viewpoint_file = "viewpoint.bcfv";
constexpr const char* snapshot_file = "snapshot.png";

/// <name>text</name>, or nothing for an empty text: required ones must not be empty.
std::string element(std::string_view name, std::string_view text) {
    const std::string tag(name);
    return text.empty() ? "" : "<" + tag + ">" + xml_text(text) + "</" + tag + ">\n";
}

std::string wrapped(std::string_view name, const std::string& content) {
    const std::string tag(name);
    return content.empty() ? "" : "<" + tag + ">\n" + content + "</" + tag + ">\n";
}

std::string point_element(std::string_view name, Vec3d p) {
    std::string out;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string tag(1, static_cast<char>('X' + axis));
        std::string number;
        append_number(number, p[axis] + 0.0);
        out += element(tag, number);
    }
    return wrapped(name, out);
}

std::string viewpoint_element(std::string_view name, const BcfViewpoint& viewpoint) {
    const std::string tag(name);
    return "<" + tag + " Guid=\"" + viewpoint.guid + "\">\n" +
           element("Viewpoint", viewpoint_file) + element("Snapshot", snapshot_file) + "</" + tag +
           ">\n";
}

std::string comment_element(const BcfTopic& topic, const BcfViewpoint& viewpoint,
                            const BcfOptions& options) {
    if (topic.comment.empty()) {
        return {};
    }
    return "<Comment Guid=\"" + uuid_of("comment " + topic.guid + topic.comment) + "\">\n" +
           element("Date", topic.date) + element("Author", options.author) +
           element("Comment", topic.comment) + "<Viewpoint Guid=\"" + viewpoint.guid +
           "\"/>\n</Comment>\n";
}

std::string component_element(const std::string& key) {
    return wrapped("Component",
                   element("OriginatingSystem", "impinge") + element("AuthoringToolId", key));
}

} // namespace

std::string xml_text(std::string_view text) {
    std::string readable = valid_utf8(text);
    for (const std::string_view no_character : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
        for (std::size_t at = 0; (at = readable.find(no_character, at)) != std::string::npos;) {
            readable.replace(at, no_character.size(), "\xEF\xBF\xBD");
        }
    }
    std::string out;
    for (const char c : readable) {
        switch (c) {
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '&':
            out += "&amp;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\n':
        case '\t':
            out += c;
            break;
        default:
            out += c >= 0 && c < ' ' ? ' ' : c;
        }
    }
    return out;
}

std::string bcf_word(std::string_view word) {
    std::string out(word);
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') {
        out[0] = static_cast<char>(out[0] - 'a' + 'A');
    }
    return out;
}

std::string bcf_version_text(BcfVersion version) {
    const std::string head(xml_head);
    return version == BcfVersion::V3_0 ? head + "<Version VersionId=\"3.0\"/>\n"
                                       : head + "<Version VersionId=\"2.1\">\n" +
                                             element("DetailedVersion", "2.1") + "</Version>\n";
}

std::string bcf_extensions_text() {
    std::string statuses;
    for (const ClashStatus status : {ClashStatus::New, ClashStatus::Active, ClashStatus::Reviewed,
                                     ClashStatus::Approved, ClashStatus::Resolved}) {
        statuses += element("TopicStatus", bcf_word(to_string(status)));
    }
    std::string priorities;
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error}) {
        priorities += element("Priority", bcf_word(to_string(severity)));
    }
    std::string labels;
    for (const ClashKind kind : {ClashKind::Hard, ClashKind::Containment, ClashKind::Duplicate,
                                 ClashKind::Clearance, ClashKind::Contact}) {
        labels += element("TopicLabel", to_string(kind));
    }
    return std::string(xml_head) +
           wrapped("Extensions", wrapped("TopicTypes", element("TopicType", "Clash")) +
                                     wrapped("TopicStatuses", statuses) +
                                     wrapped("Priorities", priorities) +
                                     wrapped("TopicLabels", labels));
}

std::string bcf_markup_text(const BcfTopic& topic, const BcfViewpoint& viewpoint,
                            const BcfOptions& options) {
    const bool newer = options.version == BcfVersion::V3_0;
    const std::string comment = comment_element(topic, viewpoint, options);
    const std::string label = to_string(topic.kind);
    std::string out = std::string(xml_head) + "<Markup>\n<Topic Guid=\"" + topic.guid +
                      "\" TopicType=\"Clash\" TopicStatus=\"" + bcf_word(to_string(topic.status)) +
                      "\">\n";
    out += element("Title", topic.title);
    out += element("Priority", bcf_word(to_string(topic.severity)));
    out += newer ? wrapped("Labels", element("Label", label)) : element("Labels", label);
    out += element("CreationDate", topic.date) + element("CreationAuthor", options.author);
    out += element("AssignedTo", topic.assignee) + element("Description", topic.description);
    if (newer) { // comments and viewpoints are parts of the topic
        return out + wrapped("Comments", comment) +
               wrapped("Viewpoints", viewpoint_element("ViewPoint", viewpoint)) +
               "</Topic>\n</Markup>\n";
    }
    return out + "</Topic>\n" + comment + viewpoint_element("Viewpoints", viewpoint) +
           "</Markup>\n";
}

std::string bcf_viewpoint_text(const BcfViewpoint& viewpoint, BcfVersion version) {
    const BcfCamera& camera = viewpoint.camera;
    std::string selected;
    for (const std::string& key : viewpoint.selected) {
        selected += component_element(key);
    }
    std::string angle;
    append_number(angle, camera.field_of_view_degrees);
    std::string aspect;
    append_number(aspect, camera.aspect_ratio);
    std::string out =
        std::string(xml_head) + "<VisualizationInfo Guid=\"" + viewpoint.guid + "\">\n";
    out += wrapped("Components",
                   wrapped("Selection", selected) + "<Visibility DefaultVisibility=\"true\"/>\n");
    out += wrapped("PerspectiveCamera",
                   point_element("CameraViewPoint", camera.eye) +
                       point_element("CameraDirection", camera.direction) +
                       point_element("CameraUpVector", camera.up) + element("FieldOfView", angle) +
                       (version == BcfVersion::V3_0 ? element("AspectRatio", aspect) : ""));
    out += wrapped("Lines", wrapped("Line", point_element("StartPoint", viewpoint.from) +
                                                point_element("EndPoint", viewpoint.to)));
    if (viewpoint.clip_at) {
        out += wrapped("ClippingPlanes",
                       wrapped("ClippingPlane", point_element("Location", *viewpoint.clip_at) +
                                                    point_element("Direction", -camera.direction)));
    }
    return out + "</VisualizationInfo>\n";
}

} // namespace impinge::inline v0::report
