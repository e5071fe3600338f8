// SPDX-License-Identifier: Apache-2.0
//
// 3MF files that mean harm, and files cut short.
#include "tests/support/test_files.hpp"
#include "threemf_files.hpp"

#include <gmock/gmock.h>

namespace impinge::io_test {
namespace {

using ::testing::HasSubstr;

std::string model_file() {
    return fuzz::threemf_file(model_xml(mesh_object(R"(id="1")"), R"(<item objectid="1"/>)"));
}

TEST(ThreemfHostile, TruncatedAnywhereItIsRefused) {
    const std::string file = model_file();
    ASSERT_TRUE(parse_3mf_file(file));
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto read = parse_3mf_file(file.substr(0, size));
        ASSERT_FALSE(read) << size;
        ASSERT_TRUE(read.error().message.starts_with("part.3mf: ")) << read.error().message;
    }
}

TEST(ThreemfHostile, ChangedContentIsFoundByItsCheckSum) {
    std::string file = model_file();
    const std::size_t at = file.find("0.1");
    file[at] = '9';
    EXPECT_THAT(outcome(parse_3mf_file(file)), HasSubstr("'3D/3dmodel.model': CRC error"));
}

TEST(ThreemfHostile, ArchivesOfOtherThingsAreRefused) {
    EXPECT_THAT(outcome(parse_3mf_file(fuzz::zip_archive({{"word/document.xml", "<a/>"}}))),
                HasSubstr("it has no part _rels/.rels"));
    EXPECT_THAT(outcome(parse_3mf_file(fuzz::zip_archive({{"_rels/.rels", "<Relationships/>"}}))),
                HasSubstr("'_rels/.rels': names no 3D model"));
}

TEST(ThreemfHostile, EntitiesCannotBeDeclared) {
    const std::string bomb = R"(<!DOCTYPE model [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">&b;</model>)";
    EXPECT_THAT(outcome(parse_model(bomb)), HasSubstr("has a document type"));
    const std::string unknown = model_xml("&b;", "");
    EXPECT_THAT(outcome(parse_model(unknown)), HasSubstr("undefined entity"));
}

TEST(ThreemfHostile, ObjectsCannotContainThemselves) {
    const std::string objects =
        R"(<object id="1"><components><component objectid="2"/></components></object>
           <object id="2"><components><component objectid="1"/></components></object>)";
    EXPECT_THAT(outcome(parse_model(model_xml(objects, R"(<item objectid="1"/>)"))),
                HasSubstr("is nested deeper than 64 objects, or within itself"));
}

/// `levels` objects, each made of two of the one before.
std::string doubled(int levels) {
    std::string objects = mesh_object(R"(id="1")");
    for (int level = 2; level <= levels; ++level) {
        const std::string component =
            R"(<component objectid=")" + std::to_string(level - 1) + "\"/>";
        objects += "<object id=\"" + std::to_string(level) + "\"><components>" + component +
                   component + "</components></object>";
    }
    return model_xml(objects, R"(<item objectid=")" + std::to_string(levels) + "\"/>");
}

TEST(ThreemfHostile, ComponentsThatDoubleAreRefusedBeyondALimit) {
    const auto read = parse_model(doubled(11));
    ASSERT_TRUE(read) << outcome(read);
    EXPECT_EQ(read->bodies.size(), 1024u);
    EXPECT_THAT(outcome(parse_model(doubled(60))),
                HasSubstr("its build places more than 10000 objects"));
}

TEST(ThreemfHostile, AnArchiveThatInflatesFarBeyondItsSizeIsRefused) {
    const auto read = read_bodies(tests::test_file("io/data/bomb.3mf"));
    EXPECT_THAT(outcome(read), HasSubstr("inflates to more than 64 times the size of the file"));
}

TEST(ThreemfHostile, ATagOfEndlessLengthIsRefused) {
    const std::string longer(3 << 20, ' ');
    EXPECT_THAT(outcome(parse_model(model_xml("<object" + longer + "id=\"1\"/>", ""))),
                HasSubstr("a tag is longer than 1 MiB"));
}

TEST(ThreemfHostile, DeepNestingIsRefused) {
    std::string deep;
    for (int i = 0; i < 1000; ++i) {
        deep += "<a>";
    }
    EXPECT_THAT(outcome(parse_model(model_xml(deep, ""))),
                HasSubstr("is nested deeper than 100 levels"));
}

TEST(ThreemfHostile, ALongNameCannotBeCopiedEndlessly) {
    std::string model = doubled(15);
    model.insert(model.find("id=\"1\""), "name=\"" + std::string(1000, 'n') + "\" ");
    EXPECT_THAT(outcome(parse_model(model)), HasSubstr("the names of its bodies take more than"));
}

TEST(ThreemfHostile, MessagesStayOnOneLine) {
    const auto read = parse_model(
        model_xml(mesh_object(R"(id="1")"), "<item objectid=\"1\" p:path=\"/a&#10;b\"/>"));
    EXPECT_EQ(outcome(read), "part.3mf: 'a?b': is referred to but does not exist");
}

} // namespace
} // namespace impinge::io_test
