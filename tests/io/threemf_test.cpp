// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_files.hpp"
#include "threemf_files.hpp"

#include <algorithm>
#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string item_1 = R"(<item objectid="1"/>)";

std::string relationships(const std::string& target) {
    return R"(<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/Metadata/thumbnail.png" Id="r2"
 Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/>
<Relationship Target=")" +
           target +
           R"(" Id="r1" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>)";
}

Vec3d placed(const FileBody& body, std::size_t vertex) {
    return apply(body.pose, body.mesh->positions[vertex]);
}

TEST(Threemf, CoordinatesAreReadAsDoubles) {
    for (const auto packing : {fuzz::Packing::Stored, fuzz::Packing::Deflated}) {
        const auto read = parse_3mf_file(
            fuzz::threemf_file(model_xml(mesh_object(R"(id="1" name="tetra")"), item_1), packing));
        ASSERT_TRUE(read) << outcome(read);
        ASSERT_EQ(read->bodies.size(), 1u);
        EXPECT_EQ(read->bodies[0].name, "tetra");
        EXPECT_TRUE(is_identity(read->bodies[0].pose));
        EXPECT_TRUE(same_bits(*read->bodies[0].mesh, tetrahedron(0.1)));
    }
}

TEST(Threemf, TheUnitIsMillimetreUnlessStated) {
    const std::vector<std::pair<std::string, LengthUnit>> cases = {
        {"", LengthUnit::Millimetre},
        {R"(unit="micron")", LengthUnit::Micrometre},
        {R"(unit="millimeter")", LengthUnit::Millimetre},
        {R"(unit="centimeter")", LengthUnit::Centimetre},
        {R"(unit="inch")", LengthUnit::Inch},
        {R"(unit="foot")", LengthUnit::Foot},
        {R"(unit="meter")", LengthUnit::Metre}};
    for (const auto& [attribute, unit] : cases) {
        const auto read = parse_model(model_xml(mesh_object(R"(id="1")"), item_1, attribute));
        ASSERT_TRUE(read) << outcome(read);
        EXPECT_EQ(read->unit, unit) << attribute;
    }
    EXPECT_THAT(outcome(parse_model(model_xml("", "", R"(unit="furlong")"))),
                HasSubstr("the unit 'furlong' is unknown"));
}

TEST(Threemf, TransformsActOnRows) {
    const auto read = parse_model(
        model_xml(mesh_object(R"(id="1")"),
                  R"(<item objectid="1" transform="10 20 30 40 50 60 70 80 100 1 2 3"/>)"));
    ASSERT_TRUE(read) << outcome(read);
    const FileBody& body = read->bodies[0];
    EXPECT_EQ(body.pose.scale, 1);
    EXPECT_EQ(placed(body, 0), (Vec3d{1, 2, 3}));
    EXPECT_EQ(placed(body, 1), (Vec3d{2, 4, 6}));
    EXPECT_EQ(placed(body, 2), (Vec3d{5, 7, 9}));
    EXPECT_EQ(placed(body, 3), (Vec3d{8, 10, 13}));
}

TEST(Threemf, NestedComponentsApplyInnermostFirst) {
    const auto read = parse_model(model_xml(
        mesh_object(R"(id="1" name="part")") +
            R"(<object id="2"><components>
               <component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/>
               <component objectid="1"/></components></object>
               <object id="3"><components>
               <component objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 0"/></components></object>)",
        R"(<item objectid="3" transform="2 0 0 0 2 0 0 0 -2 0 0 5"/><item objectid="1"/>)"));
    ASSERT_TRUE(read) << outcome(read);
    ASSERT_EQ(read->bodies.size(), 3u);
    for (const FileBody& body : read->bodies) {
        EXPECT_EQ(body.mesh, read->bodies[0].mesh);
        EXPECT_EQ(body.name, "part");
    }
    EXPECT_EQ(placed(read->bodies[0], 0), (Vec3d{0, 20, 5}));
    EXPECT_EQ(placed(read->bodies[0], 3), (Vec3d{0, 20, 4.8}));
    EXPECT_EQ(placed(read->bodies[1], 0), (Vec3d{0, 0, 5}));
    EXPECT_TRUE(is_identity(read->bodies[2].pose));
}

TEST(Threemf, ComponentsMayLieInOtherParts) {
    const std::string root = model_xml(
        R"(<object id="8"><components><component p:path="/3D/Objects/a.model" objectid="5"/>
           </components></object>)",
        R"(<item objectid="8"/><item objectid="5" p:path="/3D/Objects/a.model"/>)",
        R"(requiredextensions="p")");
    const std::string other = model_xml(
        mesh_object(R"(id="4" partnumber="PN-4")") +
            R"(<object id="5"><components><component objectid="4"/></components></object>)",
        "");
    const auto read =
        parse_3mf_file(fuzz::zip_archive({{"_rels/.rels", relationships("/3D/r.model")},
                                          {"3D/r.model", root},
                                          {"3D/Objects/A.model", other}}));
    ASSERT_TRUE(read) << outcome(read);
    ASSERT_EQ(read->bodies.size(), 2u);
    EXPECT_EQ(read->bodies[0].name, "PN-4");
    EXPECT_EQ(read->bodies[0].mesh, read->bodies[1].mesh);
}

TEST(Threemf, PartsWithAnotherUnitAreRefused) {
    const std::string root =
        model_xml("", R"(<item objectid="1" p:path="/3D/a.model"/>)", R"(unit="inch")");
    const auto read = parse_3mf_file(
        fuzz::zip_archive({{"_rels/.rels", relationships("3D/r.model")},
                           {"3D/r.model", root},
                           {"3D/a.model", model_xml(mesh_object(R"(id="1")"), "")}}));
    EXPECT_THAT(outcome(read), HasSubstr("'3D/a.model': has another unit"));
}

TEST(Threemf, WhatTheBuildDoesNotPlaceIsIgnored) {
    const auto read = parse_model(model_xml(
        R"(<basematerials id="9"><base name="red" displaycolor="#FF0000"/></basematerials>)" +
            mesh_object(R"(id="1" pid="9" pindex="0")") + mesh_object(R"(id="2")") +
            R"(<object id="3"><mesh><vertices/><triangles/></mesh></object>
               <b:thing id="4"><object id="1"/></b:thing>)",
        R"(<item objectid="2"/><item objectid="3"/>)"));
    ASSERT_TRUE(read) << outcome(read);
    EXPECT_EQ(read->bodies.size(), 1u);
}

TEST(Threemf, UnknownExtensionsMayBeDeclaredButNotRequired) {
    EXPECT_TRUE(parse_model(model_xml(mesh_object(R"(id="1")"), item_1)));
    EXPECT_THAT(outcome(parse_model(
                    model_xml(mesh_object(R"(id="1")"), item_1, R"(requiredextensions="p b")"))),
                HasSubstr("needs the 3MF extension 'http://schemas.microsoft.com/3dmanufacturing/"
                          "beamlattice/2017/02', which is not supported"));
    EXPECT_THAT(outcome(parse_model(
                    model_xml(mesh_object(R"(id="1")"), item_1, R"(requiredextensions="zz")"))),
                HasSubstr("needs the 3MF extension 'zz'"));
}

TEST(Threemf, MessagesNamePartAndLine) {
    const std::string broken =
        model_xml("<object id=\"1\"><mesh>\n<vertices>\n<vertex x=\"0\" y=\"zero\" z=\"0\"/>"
                  "</vertices></mesh></object>",
                  item_1);
    EXPECT_THAT(outcome(parse_model(broken)),
                AllOf(StartsWith("part.3mf: '3D/3dmodel.model', line 6: "),
                      HasSubstr("'zero' is not a number")));
}

TEST(Threemf, BrokenModelsAreRefused) {
    const auto mesh = [](const std::string& vertex, const std::string& triangle) {
        return model_xml("<object id=\"1\"><mesh><vertices>" + vertex + "</vertices><triangles>" +
                             triangle + "</triangles></mesh></object>",
                         item_1);
    };
    const std::string good = R"(<vertex x="0" y="0" z="0"/>)";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {mesh(good, R"(<triangle v1="0" v2="0" v3="1"/>)"), "names vertex 1 of 1"},
        {mesh(good, R"(<triangle v1="0" v2="0" v3="-1"/>)"), "'-1' is not a whole number"},
        {mesh(good, R"(<triangle v1="0" v2="0" v3="4294967296"/>)"), "'4294967296' is not"},
        {mesh(good, R"(<triangle v1="0" v2="0 1" v3="0"/>)"), "'0 1' is not a whole number"},
        {mesh(good, R"(<triangle v1="0" v2="0"/>)"), "the attribute 'v3' is missing"},
        {mesh(R"(<vertex x="0" y="0"/>)", ""), "the attribute 'z' is missing"},
        {mesh(R"(<vertex x="0" y="0" z="inf"/>)", ""), "'inf' is not a finite number"},
        {mesh(R"(<vertex x="0" y="0" z="1e999"/>)", ""), "'1e999' is not a finite number"},
        {mesh(R"(<vertex x="0" y="0" z="1 2"/>)", ""), "'1 2' is not one number"},
        {mesh(R"(<vertex x="0" y="0" z=""/>)", ""), "a number is missing"},
        {mesh(good, ""), "its build places no triangles"},
        {model_xml("", ""), "its build places no triangles"},
        {model_xml(mesh_object(R"(id="1")"), R"(<item objectid="2"/>)"),
         "object 2: is referred to"},
        {model_xml(mesh_object(R"(id="1")") + mesh_object(R"(id="1")"), item_1), "is there twice"},
        {model_xml(mesh_object(""), item_1), "the attribute 'id' is missing"},
        {model_xml(mesh_object(R"(id="1")"), R"(<item objectid="1" transform="1 0 0"/>)"),
         "a number is missing"},
        {model_xml(mesh_object(R"(id="1")"),
                   R"(<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 0 0"/>)"),
         "more than twelve numbers"},
        {model_xml(mesh_object(R"(id="1")"), R"(<item objectid="1" p:path="/no.model"/>)"),
         "'no.model': is referred to but does not exist"},
        {"<model/>", "is not a 3MF model"},
        {model_xml(mesh_object(R"(id="1")"), "<other>"), "is not valid XML: mismatched tag"},
        {"", "is not valid XML: no element found"}};
    for (const auto& [model, reason] : cases) {
        EXPECT_THAT(outcome(parse_model(model)),
                    AllOf(StartsWith("part.3mf: "), HasSubstr(reason)));
    }
}

TEST(Threemf, TransformsThatOverflowAreRefused) {
    const std::string huge = "1e200 0 0 0 1 0 0 0 1 0 0 0";
    const auto read = parse_model(
        model_xml(mesh_object(R"(id="1")") +
                      R"(<object id="2"><components><component objectid="1" transform=")" + huge +
                      R"("/></components></object>)",
                  R"(<item objectid="2" transform=")" + huge + R"("/>)"));
    EXPECT_THAT(outcome(read), HasSubstr("object 1: its transform is not finite"));
}

TEST(ThreemfReference, AFileOfAssimpHoldsTheTwoSolidsItWasGiven) {
    const auto read = read_bodies(tests::test_file("io/data/assimp_two.3mf"));
    ASSERT_TRUE(read) << outcome(read);
    EXPECT_EQ(read->unit, LengthUnit::Millimetre);
    ASSERT_EQ(read->bodies.size(), 2u);
    EXPECT_TRUE(diagnose(read->bodies[0].mesh->view())->solid());
    const Mesh& right = *read->bodies[1].mesh;
    EXPECT_TRUE(diagnose(right.view())->solid());
    std::vector<Vec3d> points = right.positions;
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    const std::vector<Vec3d> expected = {{5.5, 0, 0}, {5.5, 0, 2}, {5.5, 0.3, 0}, {6.25, 0, 0}};
    EXPECT_EQ(points, expected);
}

} // namespace
} // namespace impinge::io_test
