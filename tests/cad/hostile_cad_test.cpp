// SPDX-License-Identifier: Apache-2.0
//
// Damaged CAD files: refused in one line, within the limits of time and memory, by a process that
// may crash as it likes.
#include "base/random.hpp"
#include "base/sanitized.hpp"
#include "cad/cad_answer.hpp"
#include "cad_files.hpp"
#include "reading.hpp"
#include "tests/support/scale.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <thread>

namespace impinge::cad_test {
namespace {

using tests::scaled;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

const std::string& small_assembly() {
    static const std::string text = [] {
        const Product bolt{.name = "bolt", .shape = cylinder(2, 12)};
        const Product plate{.name = "plate", .shape = drilled_plate(40, 5, 2, 10, 2)};
        return step_file({.name = "flange",
                          .components = {{&plate, moved_by(0, 0, 0)},
                                         {&bolt, moved_by(10, 0, -3)},
                                         {&bolt, moved_by(-10, 0, -3)}}});
    }();
    return text;
}

std::string reason_of(const std::string& bytes, const char* name, const CadOptions& cad = {}) {
    const auto bodies = try_read(bytes, name, cad);
    return bodies ? "was read" : bodies.error().message;
}

TEST(HostileCad, FilesThatAreNoneOfTheFormatSaySo) {
    EXPECT_EQ(reason_of("ISO-10303-21; nonsense END-ISO-10303-21;", "a.step").substr(0, 8),
              "a.step: ");
    EXPECT_NE(reason_of(std::string(5000, 'x'), "a.step"), "was read");
    EXPECT_NE(reason_of(std::string(5000, 'x'), "a.igs"), "was read");
    EXPECT_NE(reason_of("DBRep_DrawableShape\n", "a.brep"), "was read");
    EXPECT_NE(reason_of(std::string(5000, '\0'), "a.brep"), "was read");
}

TEST(HostileCad, AFileThatWasCutOffIsRefused) {
    const std::string& whole = small_assembly();
    for (const std::size_t part : {2U, 3U, 10U}) {
        EXPECT_EQ(reason_of(whole.substr(0, whole.size() - whole.size() / part), "a.step"),
                  "a.step: is cut off: END-ISO-10303-21 is missing at its end");
    }
}

TEST(HostileCad, TooLittleTimeEndsTheReading) {
    const auto begin = Clock::now();
    EXPECT_EQ(reason_of(small_assembly(), "a.step", {.time_limit_seconds = 0.001}),
              "a.step: takes more than 0.001 seconds to read");
    EXPECT_LT(seconds_since(begin), 10);
}

#ifndef IMPINGE_SANITIZED // where the limit does not hold
TEST(HostileCad, TooLittleMemoryEndsTheReading) {
    for (const std::uint64_t mebibytes : {1U, 300U}) {
        const std::string reason =
            reason_of(step_file({.name = "ball", .shape = sphere(10)}), "a.step",
                      {.deflection = 1e-7,
                       .angular_deflection_degrees = 0.1,
                       .memory_limit = mebibytes << 20});
        EXPECT_NE(reason, "was read");
    }
}
#endif

TEST(HostileCad, CancellingEndsTheReading) {
    Context context;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        context.cancel();
    });
    const auto begin = Clock::now();
    const auto bodies = try_read(step_file({.name = "ball", .shape = sphere(10)}), "a.step",
                                 {.deflection = 1e-6, .angular_deflection_degrees = 0.1}, context);
    canceller.join();
    ASSERT_FALSE(bodies);
    EXPECT_EQ(bodies.error().message, "a.step: interrupted while it was being read");
    EXPECT_LT(seconds_since(begin), 10);
}

TEST(HostileCad, AMissingReaderIsNamed) {
    ::setenv("IMPINGE_CAD_READER", "/nowhere/reader", 1);
    EXPECT_EQ(reason_of(small_assembly(), "a.step"),
              "a.step: IMPINGE_CAD_READER names no file: /nowhere/reader");
    ::setenv("IMPINGE_CAD_READER", "/bin/false", 1); // which says nothing
    EXPECT_EQ(reason_of(small_assembly(), "a.step"),
              "a.step: OpenCASCADE gave up while reading it (exit status 1)");
    ::setenv("IMPINGE_CAD_READER", "/bin/echo", 1);
    EXPECT_NE(reason_of(small_assembly(), "a.step"), "was read");
    ::unsetenv("IMPINGE_CAD_READER");
    EXPECT_TRUE(cad_reader_program());
}

/// Options out of range are refused before anything is started.
TEST(HostileCad, OptionsOutOfRangeAreRefused) {
    for (const CadOptions& cad :
         {CadOptions{.deflection = -1}, CadOptions{.angular_deflection_degrees = 0},
          CadOptions{.angular_deflection_degrees = 91}, CadOptions{.time_limit_seconds = 0}}) {
        const auto bodies = try_read(small_assembly(), "a.step", cad);
        ASSERT_FALSE(bodies);
        EXPECT_EQ(bodies.error().code, ErrorCode::InvalidArgument);
    }
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
        lines.push_back(text.substr(at, end + 1 - at));
        at = end + 1;
    }
    return lines;
}

/// Two entities exchange what they are, and keep their numbers.
std::string with_entities_swapped(const std::string& text, Random& random) {
    std::vector<std::string> lines = lines_of(text);
    const auto is_entity = [&](std::size_t i) { return lines[i].starts_with("#"); };
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::size_t a = random.below(lines.size());
        const std::size_t b = random.below(lines.size());
        if (!is_entity(a) || !is_entity(b) || a == b) {
            continue;
        }
        const std::size_t end_a = lines[a].find('=');
        const std::size_t end_b = lines[b].find('=');
        if (end_a == std::string::npos || end_b == std::string::npos) {
            continue;
        }
        const std::string content = lines[a].substr(end_a);
        lines[a].replace(end_a, std::string::npos, lines[b].substr(end_b));
        lines[b].replace(end_b, std::string::npos, content);
        break;
    }
    std::string joined;
    for (const std::string& line : lines) {
        joined += line;
    }
    return joined;
}

std::string with_bytes_flipped(std::string text, Random& random) {
    for (std::uint64_t left = 1 + random.below(8); left > 0; --left) {
        char& byte = text[random.below(text.size())];
        byte = static_cast<char>(byte ^ static_cast<char>(1U << random.below(8)));
    }
    return text;
}

/// A reference leads elsewhere, also to the entity that holds it; a number becomes absurd.
std::string with_numbers_replaced(std::string text, Random& random) {
    constexpr std::array absurd = {"#1",        "1.E300",  "-1.",       "0",
                                   "#99999999", "1.E-300", "4294967296"};
    for (std::uint64_t left = 1 + random.below(4); left > 0; --left) {
        const std::size_t at = text.find_first_of("0123456789", random.below(text.size()));
        if (at == std::string::npos) {
            continue;
        }
        const std::size_t end = text.find_first_not_of("0123456789.", at);
        text.replace(at, std::min(end, text.size()) - at, absurd[random.below(absurd.size())]);
    }
    return text;
}

std::string mutated(const std::string& text, Random& random) {
    switch (random.below(5)) {
    case 0:
        return text.substr(0, random.below(text.size())) + "END-ISO-10303-21;\n";
    case 1:
        return with_bytes_flipped(text, random);
    case 2:
        return with_numbers_replaced(text, random);
    default:
        return with_entities_swapped(text, random);
    }
}

/// What impinge::io promises of bodies.
bool keeps_promises(const FileBodies& file) {
    return !file.bodies.empty() &&
           std::all_of(file.bodies.begin(), file.bodies.end(), [](const FileBody& body) {
               const auto fits = [&](const TriangleIndices& t) {
                   return *std::max_element(t.begin(), t.end()) < body.mesh->positions.size();
               };
               return !body.mesh->triangles.empty() &&
                      std::all_of(body.mesh->triangles.begin(), body.mesh->triangles.end(), fits);
           });
}

TEST(HostileCad, MutatedFilesAreReadOrRefusedInOneLineWithinTheLimits) {
    constexpr double seconds = 10;
    constexpr std::uint64_t memory = std::uint64_t{1} << 30;
    const std::size_t count = scaled(120);
    Random random(20260719);
    std::size_t refused = 0;
    std::size_t crashed = 0;
    std::size_t late = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string bytes = mutated(small_assembly(), random);
        const auto begin = Clock::now();
        const auto bodies =
            try_read(bytes, "a.step", {.time_limit_seconds = seconds, .memory_limit = memory});
        EXPECT_LT(seconds_since(begin), seconds + 5) << i;
        if (bodies) {
            EXPECT_TRUE(keeps_promises(*bodies)) << i;
            continue;
        }
        ++refused;
        const std::string& message = bodies.error().message;
        EXPECT_TRUE(message.starts_with("a.step: ")) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        crashed += message.find("crashed") != std::string::npos ? 1 : 0;
        late += message.find("seconds") != std::string::npos ? 1 : 0;
    }
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const double share = static_cast<double>(refused) / static_cast<double>(count);
    RecordProperty("refused", static_cast<int>(refused));
    std::printf("%zu mutated files: %zu refused, %zu of these by a crash, %zu by the time; at most "
                "%ld MiB\n",
                count, refused, crashed, late, usage.ru_maxrss / 1024);
    EXPECT_GT(share, 0.2);
    EXPECT_LT(share, 0.8);
#ifndef IMPINGE_SANITIZED
    EXPECT_LT(static_cast<std::uint64_t>(usage.ru_maxrss) << 10, memory);
#endif
}

FileBodies some_bodies() {
    const auto mesh = std::make_shared<const Mesh>(
        Mesh{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}});
    const BodyFacts facts{BodyKind::Solid, "nut", VertexColour{1, 2, 3}, 0.25};
    return {
        .bodies = {{"a/nut", mesh, {}, facts}, {"a/nut#2", mesh, translation({1, 2, 3}), facts}},
        .unit = LengthUnit::Inch,
        .remarks = {"1 of 2 faces of 'nut' have no triangles"}};
}

std::string answer_with(const FileBodies& bodies) {
    std::string bytes;
    encode_cad_answer(bodies, [&](std::string_view piece) { bytes += piece; });
    return bytes;
}

TEST(CadAnswer, ReadsBackAsTheSame) {
    const FileBodies sent = some_bodies();
    const auto got = decode_cad_answer(span_of(answer_with(sent)));
    ASSERT_TRUE(got) << got.error().message;
    ASSERT_EQ(got->bodies.size(), 2u);
    EXPECT_EQ(got->bodies[0].mesh, got->bodies[1].mesh);
    EXPECT_EQ(got->bodies[1].name, "a/nut#2");
    EXPECT_EQ(got->bodies[1].pose, sent.bodies[1].pose);
    EXPECT_EQ(got->bodies[1].facts, sent.bodies[1].facts);
    EXPECT_EQ(got->bodies[0].mesh->positions, sent.bodies[0].mesh->positions);
    EXPECT_EQ(got->unit, LengthUnit::Inch);
    EXPECT_EQ(got->remarks, sent.remarks);
}

TEST(CadAnswer, WhatIsCutOffOrBentIsRefusedOrKeepsItsPromises) {
    const std::string whole = answer_with(some_bodies());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(decode_cad_answer(span_of(whole.substr(0, size)))) << size;
    }
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string bent = whole;
        bent[bit / 8] = static_cast<char>(bent[bit / 8] ^ static_cast<char>(1U << bit % 8));
        const auto got = decode_cad_answer(span_of(bent));
        refused += got ? 0 : 1;
        EXPECT_TRUE(!got || keeps_promises(*got)) << bit;
    }
    EXPECT_GT(refused, whole.size()) << "names, coordinates and colours may be anything";
    EXPECT_FALSE(decode_cad_answer(span_of(whole + "x")));
}

} // namespace
} // namespace impinge::cad_test
