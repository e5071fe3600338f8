// SPDX-License-Identifier: Apache-2.0
//
// BCF files: what the schemas of both versions ask for, checked without them; statuses there and
// back; files that are damaged.
#include "assemblies.hpp"
#include "base/random.hpp"
#include "impinge/report_bcf.hpp"
#include "io/threemf/package.hpp"
#include "io/threemf/xml.hpp"
#include "report/bcf/zip_writer.hpp"
#include "report/clash_ids.hpp"
#include "tests/support/scale.hpp"

#include <gmock/gmock.h>
#include <map>

namespace impinge::report_test {
namespace {

using report::BcfOptions;
using report::BcfTopics;
using report::BcfVersion;
using report::ClashReport;
using report::ClashStatus;
using testing::ElementsAre;
using testing::HasSubstr;

/// The children of each element, in order, by the way to it; attributes as "@Name".
struct Outline {
    std::map<std::string, std::vector<std::string>> children;
    std::map<std::string, std::string> texts;
};

class OutlineReader : public XmlListener {
  public:
    Outline outline;

    void start(const XmlElement& element) override {
        outline.children[path_].emplace_back(element.name());
        path_ += "/" + std::string(element.name());
        for (const char* name : {"Guid", "TopicType", "TopicStatus", "VersionId"}) {
            if (const auto value = element.attribute(name)) {
                outline.texts[path_ + "@" + name] = *value;
            }
        }
    }
    void text(std::string_view piece) override { outline.texts[path_] += piece; }
    void end() override { path_.resize(path_.rfind('/')); }

  private:
    std::string path_;
};

Outline outline_of(ThreemfPackage& package, const std::string& part) {
    OutlineReader reader;
    read_xml(package, part, reader);
    return reader.outline;
}

std::string bytes_of(const ClashReport& found, const BcfOptions& options) {
    auto made = make_bcf(found.report, found.geometry, options);
    EXPECT_TRUE(made) << made.error().message;
    return made ? *made : "";
}

ClashReport reviewed_plate() {
    Assembly assembly = bolted_plate();
    assembly.parts[1].name = "<b>&\"\x01\xFF block";
    const report::Report first = report_of(assembly);
    report::FindOptions options;
    options.review.entries = {
        {first.clashes[0].id, ClashStatus::Approved, "ann@example.org", "as <drawn>"}};
    return found_in(assembly, options);
}

const BcfOptions small{.width = 64, .height = 48};

TEST(BcfFiles, Of21HaveWhatTheSchemaAndImportersWant) {
    const ClashReport found = reviewed_plate();
    const std::string bytes = bytes_of(found, small);
    ThreemfPackage package(bytes);
    EXPECT_EQ(outline_of(package, "bcf.version").texts["/Version@VersionId"], "2.1");
    EXPECT_FALSE(package.has("project.bcfp"));
    const report::Clash& clash = found.report.clashes[0];
    const std::string folder = report::uuid_of(clash.id) + "/";
    for (const char* file : {"", "markup.bcf", "viewpoint.bcfv", "snapshot.png"}) {
        EXPECT_TRUE(package.has(folder + file)) << file;
    }
    EXPECT_EQ(package.parts().size(), 1 + 4 * found.report.clashes.size());
    Outline markup = outline_of(package, folder + "markup.bcf");
    EXPECT_THAT(markup.children["/Markup"], ElementsAre("Topic", "Comment", "Viewpoints"));
    EXPECT_THAT(markup.children["/Markup/Topic"],
                ElementsAre("Title", "Priority", "Labels", "CreationDate", "CreationAuthor",
                            "AssignedTo", "Description"));
    EXPECT_THAT(markup.children["/Markup/Comment"],
                ElementsAre("Date", "Author", "Comment", "Viewpoint"));
    EXPECT_THAT(markup.children["/Markup/Viewpoints"], ElementsAre("Viewpoint", "Snapshot"));
    EXPECT_EQ(markup.texts["/Markup/Topic@Guid"] + "/", folder);
    EXPECT_EQ(markup.texts["/Markup/Topic@TopicStatus"], "Approved");
    EXPECT_EQ(markup.texts["/Markup/Comment/Comment"], "as <drawn>");
    EXPECT_EQ(markup.texts["/Markup/Topic/CreationDate"], "2026-01-31T12:00:00Z");
    Outline view = outline_of(package, folder + "viewpoint.bcfv");
    EXPECT_THAT(view.children["/VisualizationInfo"],
                ElementsAre("Components", "PerspectiveCamera", "Lines"));
    EXPECT_THAT(view.children["/VisualizationInfo/Components"],
                ElementsAre("Selection", "Visibility"));
    EXPECT_THAT(view.children["/VisualizationInfo/PerspectiveCamera"],
                ElementsAre("CameraViewPoint", "CameraDirection", "CameraUpVector", "FieldOfView"));
    EXPECT_EQ(view.texts["/VisualizationInfo@Guid"], markup.texts["/Markup/Viewpoints@Guid"]);
    EXPECT_EQ(view.texts["/VisualizationInfo/PerspectiveCamera/FieldOfView"], "60");
    EXPECT_EQ(view.children["/VisualizationInfo/Components/Selection"].size(), 2U);
}

TEST(BcfFiles, Of30HaveTheirListsWrappedAndExtensions) {
    const ClashReport found = reviewed_plate();
    BcfOptions options = small;
    options.version = BcfVersion::V3_0;
    options.clipping_plane = true;
    const std::string bytes = bytes_of(found, options);
    ThreemfPackage package(bytes);
    EXPECT_EQ(outline_of(package, "bcf.version").texts["/Version@VersionId"], "3.0");
    Outline extensions = outline_of(package, "extensions.xml");
    EXPECT_THAT(extensions.children["/Extensions"],
                ElementsAre("TopicTypes", "TopicStatuses", "Priorities", "TopicLabels"));
    EXPECT_EQ(extensions.children["/Extensions/TopicStatuses"].size(), 5U);
    const std::string folder = report::uuid_of(found.report.clashes[0].id) + "/";
    Outline markup = outline_of(package, folder + "markup.bcf");
    EXPECT_THAT(markup.children["/Markup"], ElementsAre("Topic"));
    EXPECT_THAT(markup.children["/Markup/Topic"],
                ElementsAre("Title", "Priority", "Labels", "CreationDate", "CreationAuthor",
                            "AssignedTo", "Description", "Comments", "Viewpoints"));
    EXPECT_THAT(markup.children["/Markup/Topic/Viewpoints"], ElementsAre("ViewPoint"));
    Outline view = outline_of(package, folder + "viewpoint.bcfv");
    EXPECT_THAT(view.children["/VisualizationInfo"],
                ElementsAre("Components", "PerspectiveCamera", "Lines", "ClippingPlanes"));
    EXPECT_THAT(view.children["/VisualizationInfo/PerspectiveCamera"],
                ElementsAre("CameraViewPoint", "CameraDirection", "CameraUpVector", "FieldOfView",
                            "AspectRatio"));
}

TEST(BcfFiles, LookAtTheClashInMetres) {
    const ClashReport found = reviewed_plate();
    const std::string bytes = bytes_of(found, small);
    ThreemfPackage package(bytes);
    for (const report::Clash& clash : found.report.clashes) {
        Outline view = outline_of(package, report::uuid_of(clash.id) + "/viewpoint.bcfv");
        const auto point = [&](const std::string& name) {
            const std::string path = "/VisualizationInfo/PerspectiveCamera/" + name;
            const auto at = [&](const char* axis) {
                return std::strtod(view.texts[path + axis].c_str(), nullptr);
            };
            return Vec3d{at("/X"), at("/Y"), at("/Z")};
        };
        const Vec3d eye = point("CameraViewPoint");
        const Vec3d direction = point("CameraDirection");
        EXPECT_NEAR(length(direction), 1, 1e-12);
        EXPECT_NEAR(dot(direction, point("CameraUpVector")), 0, 1e-12);
        const Vec3d to_clash = clash.point * 0.001 - eye;
        EXPECT_GT(dot(to_clash, direction), 0.866 * length(to_clash)); // within 30 degrees
        EXPECT_LT(length(to_clash), 1);
    }
}

TEST(BcfFiles, HaveTheSameBytesEveryTimeAndATopicForEachGroup) {
    const ClashReport found = reviewed_plate();
    EXPECT_EQ(bytes_of(found, small), bytes_of(found, small));
    BcfOptions options = small;
    options.topics = BcfTopics::Groups;
    const std::string bytes = bytes_of(found, options);
    ThreemfPackage package(bytes);
    ASSERT_EQ(found.report.groups.size(), 1U);
    EXPECT_TRUE(package.has(report::uuid_of(found.report.groups[0].id) + "/markup.bcf"));
    EXPECT_EQ(package.parts().size(),
              1 + 4 * (1 + found.report.clashes.size() - found.report.groups[0].clashes.size()));
}

TEST(BcfFiles, WithoutTheirGeometryAreRefused) {
    const ClashReport found = reviewed_plate();
    EXPECT_FALSE(make_bcf(found.report, {}, small));
    BcfOptions options = small;
    options.author = "";
    EXPECT_FALSE(make_bcf(found.report, found.geometry, options));
    options = small;
    options.width = 1501;
    EXPECT_FALSE(make_bcf(found.report, found.geometry, options));
}

/// As a reviewer's program would write it: other words, comments beside the topic or in it.
std::string reviewers_file(BcfVersion version, const std::string& guid, const std::string& status) {
    const std::string comments =
        "<Comment Guid=\"a\"><Date>2026-02-02T10:00:00Z</Date><Author>x</Author>"
        "<Comment>the last &amp; best</Comment></Comment>"
        "<Comment Guid=\"b\"><Date>2026-02-01T10:00:00Z</Date><Author>x</Author>"
        "<Comment>an older one</Comment></Comment>";
    const bool newer = version == BcfVersion::V3_0;
    report::ZipWriter zip;
    zip.add("bcf.version", "<Version VersionId=\"2.1\"/>");
    zip.add(guid + "/markup.bcf", "<Markup><Topic Guid=\"" + guid + "\" TopicStatus=\"" + status +
                                      "\"><Title>t</Title><AssignedTo>bob</AssignedTo>" +
                                      (newer ? "<Comments>" + comments + "</Comments>" : "") +
                                      "</Topic>" + (newer ? "" : comments) + "</Markup>");
    return zip.finish();
}

TEST(BcfReviews, BringBackStatusAssigneeAndTheLastComment) {
    const Assembly assembly = bolted_plate();
    const report::Report before = report_of(assembly);
    const TestFolder folder;
    const std::vector<std::pair<std::string, ClashStatus>> words = {
        {"Closed", ClashStatus::New}, // it is still there
        {"IN_PROGRESS", ClashStatus::Reviewed},
        {"approved", ClashStatus::Approved},
        {"Open", ClashStatus::Active},
        {"Parked", ClashStatus::New}}; // not known: stays
    for (const BcfVersion version : {BcfVersion::V2_1, BcfVersion::V3_0}) {
        for (const auto& [word, status] : words) {
            const auto file = folder.path() / "review.bcf";
            std::ofstream(file, std::ios::binary)
                << reviewers_file(version, report::uuid_of(before.clashes[2].id), word);
            const auto read = report::read_review(file);
            ASSERT_TRUE(read) << read.error().message;
            EXPECT_EQ(read->remarks.size(), word == "Parked" ? 1U : 0U);
            report::FindOptions options;
            options.review = *read;
            const report::Report after = report_of(assembly, options);
            EXPECT_EQ(after.clashes[2].status, status) << word;
            EXPECT_EQ(after.clashes[2].assignee, "bob");
            EXPECT_EQ(after.clashes[2].comment, "the last & best");
            EXPECT_EQ(after.clashes[1].comment, "");
        }
    }
}

TEST(BcfReviews, OfOurOwnFilesSayWhatTheReportSaid) {
    const ClashReport found = reviewed_plate();
    const TestFolder folder;
    for (const BcfVersion version : {BcfVersion::V2_1, BcfVersion::V3_0}) {
        BcfOptions options = small;
        options.version = version;
        const auto file = folder.path() / "ours.bcf";
        ASSERT_TRUE(write_bcf(file, found.report, found.geometry, options));
        const auto read = report::read_review(file);
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->entries.size(), found.report.clashes.size());
        std::map<std::string, report::ReviewEntry> entries;
        for (const report::ReviewEntry& entry : read->entries) {
            entries[entry.id] = entry;
        }
        for (const report::Clash& clash : found.report.clashes) {
            const report::ReviewEntry& entry = entries[report::uuid_of(clash.id)];
            EXPECT_EQ(entry.status, clash.status);
            EXPECT_EQ(entry.assignee.value_or(""), clash.assignee);
            EXPECT_EQ(entry.comment.value_or(""), clash.comment);
        }
    }
}

TEST(BcfReviews, ThatAreDamagedAreRefusedInOneLine) {
    const std::string good =
        reviewers_file(BcfVersion::V2_1, report::uuid_of("0123456789abcdef"), "Open");
    const TestFolder folder;
    const auto file = folder.path() / "damaged.bcf";
    Random random(8);
    std::size_t refused = 0;
    const std::size_t cases = tests::scaled(400);
    for (std::size_t i = 0; i < cases; ++i) {
        std::string bytes = good;
        if (i % 2 == 0) {
            bytes.resize(random.below(bytes.size()));
        }
        for (int k = 0; k < 3 && !bytes.empty(); ++k) {
            bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
        }
        std::ofstream(file, std::ios::binary) << bytes;
        const auto read = report::read_review(file);
        if (!read) {
            ++refused;
            EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
            EXPECT_THAT(read.error().message, HasSubstr("damaged.bcf"));
        }
    }
    EXPECT_GT(refused, cases / 2);
}

} // namespace
} // namespace impinge::report_test
