// SPDX-License-Identifier: Apache-2.0
//
// What a page carries, read back by a reader written here; what it shows is tested in a browser
// (tests/cli/report_page_test.py).
#include "base/random.hpp"
#include "impinge/overlap.hpp"
#include "impinge/report_page.hpp"
#include "report/page/clash_picture.hpp"
#include "report/page/clash_section.hpp"
#include "report/page/drawn_mesh.hpp"
#include "scenes/boxes.hpp"
#include "scenes/bumpy_sphere.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <cmath>

namespace impinge::tests {
namespace {

using Json = nlohmann::ordered_json;
using report::Clash;
using report::Report;
using report::ReportGeometry;

struct Case {
    Report report;
    ReportGeometry geometry;
};

void add_part(Case& out, Mesh mesh, const std::string& name) {
    report::ReportPart part;
    part.name = name;
    for (const Vec3d& p : mesh.positions) {
        part.box = extend(part.box, p);
    }
    out.report.parts.push_back(part);
    out.geometry.parts.push_back({std::make_shared<const Mesh>(std::move(mesh)), {}});
}

/// Two parts and their clash, measured.
Case clash_of(Mesh a, Mesh b) {
    Case out;
    add_part(out, std::move(a), "a");
    add_part(out, std::move(b), "b");
    const Body body_a{out.geometry.parts[0].mesh->view()};
    const Body body_b{out.geometry.parts[1].mesh->view()};
    const auto met = collide(body_a, body_b, {.detail = Detail::Curves});
    const auto common = overlap(body_a, body_b, {.depths = true, .meshes = true});
    EXPECT_TRUE(met && common && !common->regions.empty());
    const OverlapRegion& region = common->regions.front();
    Clash clash;
    clash.id = "0123456789abcdef";
    clash.b = 1;
    clash.box = region.box;
    clash.depth = region.a_in_b.depth;
    clash.point = clash.point_a = region.a_in_b.point;
    clash.point_b = region.a_in_b.surface_point;
    const Vec3d way = clash.point_a - clash.point_b;
    clash.normal = way * (1 / length(way));
    out.report.clashes.push_back(clash);
    out.geometry.clashes.push_back({{region.mesh}, met->curves});
    return out;
}

std::string from_base64(std::string_view text) {
    std::string out;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') {
            break;
        }
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                                                 : 63;
        bits = bits << 6 | static_cast<unsigned>(value);
        if ((count += 6) >= 8) {
            out += static_cast<char>(bits >> (count -= 8) & 0xFF);
        }
    }
    return out;
}

/// Reads planes of bytes in order.
struct Planes {
    std::string_view bytes;
    std::size_t at = 0;

    std::vector<std::uint32_t> numbers(std::size_t count, int planes) {
        std::vector<std::uint32_t> out(count);
        for (int plane = 0; plane < planes; ++plane) {
            for (std::uint32_t& value : out) {
                value += static_cast<std::uint32_t>(static_cast<unsigned char>(bytes.at(at++)))
                         << (8 * plane);
            }
        }
        return out;
    }
    std::vector<std::uint32_t> steps(std::size_t count) {
        std::vector<std::uint32_t> out = numbers(count, 2);
        std::uint32_t last = 0;
        for (std::uint32_t& value : out) {
            const std::uint32_t back = value % 2 == 0 ? value / 2 : 65535 - value / 2;
            value = last = (last + back) % 65536;
        }
        return out;
    }
};

TEST(PackedNumbers, ComeBackFromBase64AndDeflate) {
    Random random(77);
    for (std::size_t size = 0; size < 50; ++size) {
        std::string bytes(size, '\0');
        for (char& c : bytes) {
            c = static_cast<char>(random.below(256));
        }
        report::PageBytes page;
        page.add("before");
        const auto [plain, plain_size] = page.add(bytes);
        const auto [packed, packed_size] = page.add_deflated(bytes);
        EXPECT_EQ(from_base64(page.text().substr(plain, plain_size)), bytes);
        const std::string deflated = from_base64(page.text().substr(packed, packed_size));
        std::string back(size + 1, '\0');
        uLongf length = static_cast<uLongf>(back.size());
        ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(back.data()), &length,
                             reinterpret_cast<const Bytef*>(deflated.data()),
                             static_cast<uLong>(deflated.size())),
                  Z_OK);
        EXPECT_EQ(back.substr(0, length), bytes);
    }
}

TEST(DrawnMesh, IsTheSameToASixtyFiveThousandthOfItsSize) {
    Mesh mesh = scenes::bumpy_sphere({.triangles = 3000});
    mesh.positions.push_back({1e6, 0, 0}); // no triangle has it
    report::PackedNumbers packed;
    const Json head = report::pack_mesh(packed, mesh);
    EXPECT_EQ(head["vertices"], mesh.positions.size() - 1);
    ASSERT_EQ(head["triangles"], mesh.triangles.size());
    Planes planes{packed.bytes()};
    std::array<std::vector<std::uint32_t>, 3> steps;
    for (auto& axis : steps) {
        axis = planes.steps(head["vertices"]);
    }
    const auto corners = planes.numbers(3 * mesh.triangles.size(), head["planes"]);
    EXPECT_EQ(planes.at, packed.bytes().size());
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::uint32_t vertex = next - corners[i];
        next += corners[i] == 0 ? 1 : 0;
        const Vec3d wanted = mesh.positions[mesh.triangles[i / 3][i % 3]];
        for (int axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<std::size_t>(axis);
            const double step = head["step"][k];
            const double origin = head["origin"][k];
            ASSERT_NEAR(origin + step * steps[k][vertex], wanted[axis], 0.51 * step);
        }
    }
    // Sixteen bits of places, two of corners.
    EXPECT_LT(packed.bytes().size(), 12 * mesh.triangles.size());
}

TEST(DrawnMesh, WithoutTrianglesIsEmpty) {
    report::PackedNumbers packed;
    EXPECT_EQ(report::pack_mesh(packed, {})["vertices"], 0);
    EXPECT_TRUE(packed.bytes().empty());
}

/// The side of the large box on which a peg sticks, seen from the peg.
class ClashViews : public testing::TestWithParam<Vec3d> {};

TEST_P(ClashViews, ShowTheSideWithTheContact) {
    const Vec3d side = GetParam();
    const Vec3d middle = side * 5;
    const Vec3d half = Vec3d{1, 1, 1} + Vec3d{side.x * side.x, side.y * side.y, side.z * side.z};
    const Case pegged =
        clash_of(scenes::box({-5, -5, -5}, {5, 5, 5}), scenes::box(middle - half, middle + half));
    auto painter = report::ClashPainter::open(pegged.report, pegged.geometry);
    ASSERT_TRUE(painter);
    const auto view = painter->choose_view(0);
    ASSERT_TRUE(view);
    EXPECT_GT(dot(view->from, side), 0);
}

INSTANTIATE_TEST_SUITE_P(OfABox, ClashViews,
                         testing::Values(Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 1, 0},
                                         Vec3d{0, -1, 0}, Vec3d{0, 0, 1}, Vec3d{0, 0, -1}));

TEST(ClashPicture, HasBothPartsAndTheirOverlapInTheirColours) {
    const Case pair =
        clash_of(scenes::box({0, 0, 0}, {4, 4, 4}), scenes::box({3, 1, 1}, {8, 3, 3}));
    auto painter = report::ClashPainter::open(pair.report, pair.geometry);
    ASSERT_TRUE(painter);
    const auto picture = painter->paint(0, *painter->choose_view(0), 120, 80);
    ASSERT_TRUE(picture);
    std::array<int, 3> counted{}; // blue, orange, red
    for (const render::Colour& c : picture->pixels) {
        counted[0] += c.b > c.r + 30 ? 1 : 0;
        counted[1] += c.r > c.b + 40 && c.g > c.b + 15 ? 1 : 0;
        counted[2] += c.r > c.g + 60 && c.r > c.b + 40 ? 1 : 0;
    }
    EXPECT_GT(counted[0], 400);
    EXPECT_GT(counted[1], 200);
    EXPECT_GT(counted[2], 30);
}

/// The extent of the outlines of one name, as shares of the window.
Box3 extent_of(const Json& head, std::string_view bytes, const std::string& name) {
    std::size_t before = 0;
    std::size_t count = 0;
    std::size_t total = 0;
    for (const char* each : {"a", "b", "overlap", "open_a", "open_b"}) {
        std::size_t own = 0;
        for (const std::size_t length : head[each]) {
            own += length;
        }
        if (each == name) {
            before = total;
            count = own;
        }
        total += own;
    }
    Planes planes{bytes};
    const auto x = planes.steps(total);
    const auto y = planes.steps(total);
    Box3 box;
    for (std::size_t i = before; i < before + count; ++i) {
        box = extend(box, {x[i] / 65535.0, y[i] / 65535.0, 0});
    }
    return box;
}

TEST(ClashSection, ShowsTheOverlapAroundTheDeepestPoint) {
    // One unit deep along x; the section lies across y or z.
    const Case pair =
        clash_of(scenes::box({0, 0, 0}, {4, 4, 4}), scenes::box({3, 1, 1}, {8, 3, 3}));
    report::PackedNumbers packed;
    const Json head = report::pack_section(packed, pair.report, pair.geometry, 0, {});
    ASSERT_TRUE(head.is_object());
    EXPECT_NE(head["axis"], "x");
    const double width = head["width"];
    const Box3 overlap = extent_of(head, packed.bytes(), "overlap");
    EXPECT_NEAR((overlap.max.x - overlap.min.x) * width, 1, 1e-3 * width);
    EXPECT_NEAR((overlap.max.y - overlap.min.y) * width / 1.5, 2, 1e-3 * width);
    for (const char* part : {"a", "b"}) {
        const Box3 box = extent_of(head, packed.bytes(), part);
        EXPECT_GE(box.min.x, 0);
        EXPECT_LE(box.max.y, 1);
        EXPECT_GE(box.max.x - box.min.x, overlap.max.x - overlap.min.x);
    }
}

TEST(ClashSection, OfAPartAloneIsNone) {
    Case pair = clash_of(scenes::box({0, 0, 0}, {4, 4, 4}), scenes::box({3, 1, 1}, {8, 3, 3}));
    pair.report.clashes[0].b = report::no_part;
    report::PackedNumbers packed;
    EXPECT_TRUE(report::pack_section(packed, pair.report, pair.geometry, 0, {}).is_null());
}

Case small_case() {
    return clash_of(scenes::box({0, 0, 0}, {4, 4, 4}), scenes::box({3, 1, 1}, {8, 3, 3}));
}

TEST(ReportPage, IsTheSameEveryTimeAndKeepsTextFromBeingMarkup) {
    if (!report::can_write_pages()) {
        GTEST_SKIP() << "built without pages (IMPINGE_REPORT_PAGE)";
    }
    const Case pair = small_case();
    const std::string json = R"({"name": "</script><script>alert(1)</script><!--"})";
    const auto page = report::make_page(pair.report, pair.geometry, json);
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_EQ(page->find("alert(1)</script>"), std::string::npos);
    EXPECT_NE(page->find(R"(\u003c/script>\u003cscript>alert(1))"), std::string::npos);
    EXPECT_EQ(*page, *report::make_page(pair.report, pair.geometry, json, {}, Context(1)));
}

TEST(ReportPage, LeavesOutWhatIsNotWanted) {
    if (!report::can_write_pages()) {
        GTEST_SKIP() << "built without pages (IMPINGE_REPORT_PAGE)";
    }
    const Case pair = small_case();
    const auto whole = report::make_page(pair.report, pair.geometry, "{}");
    const auto bare = report::make_page(pair.report, pair.geometry, "{}",
                                        {.pictures = false, .sections = false, .geometry = false});
    ASSERT_TRUE(whole && bare);
    EXPECT_LT(bare->size() + 2000, whole->size());
    Context stopped;
    stopped.cancel();
    const auto partial = report::make_page(pair.report, pair.geometry, "{}", {}, stopped);
    ASSERT_TRUE(partial);
    EXPECT_LT(partial->size() + 1000, whole->size());
}

TEST(ReportPage, RefusesGeometryOfAnotherReport) {
    if (!report::can_write_pages()) {
        GTEST_SKIP() << "built without pages (IMPINGE_REPORT_PAGE)";
    }
    const Case pair = small_case();
    Case other = pair;
    other.geometry.parts.pop_back();
    EXPECT_FALSE(report::make_page(other.report, other.geometry, "{}"));
    other = pair;
    other.geometry.clashes.clear();
    EXPECT_FALSE(report::make_page(other.report, other.geometry, "{}"));
    other = pair;
    other.report.clashes[0].b = 7;
    EXPECT_FALSE(report::make_page(other.report, other.geometry, "{}"));
    other = pair;
    other.geometry.parts[0].mesh = nullptr;
    EXPECT_FALSE(report::make_page(other.report, other.geometry, "{}"));
}

TEST(ReportPage, WithoutClashesIsStillAPage) {
    if (!report::can_write_pages()) {
        GTEST_SKIP() << "built without pages (IMPINGE_REPORT_PAGE)";
    }
    EXPECT_TRUE(report::make_page({}, {}, "{}"));
}

} // namespace
} // namespace impinge::tests
