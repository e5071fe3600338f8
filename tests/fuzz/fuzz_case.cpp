// SPDX-License-Identifier: Apache-2.0
//
// Case files, which `check --dump-case` writes and `--replay` reads: what is understood is written
// and understood again as the same, and can be checked if it is small.
#include "io/case_file.hpp"
#include "tests/fuzz/reader_promises.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/targets.hpp"

namespace impinge::fuzz {
namespace {

constexpr const char* case_name = "fuzz.case";

std::size_t triangle_total(const Case& recorded) {
    std::size_t total = 0;
    for (const CaseBody& body : recorded.bodies) {
        total += recorded.meshes[body.mesh]->triangles.size();
    }
    return total;
}

/// Poses and wishes of a file are used as they are: they may be refused, but alike every time.
void check_replay(const Case& recorded) {
    std::vector<Body> bodies;
    for (const CaseBody& body : recorded.bodies) {
        bodies.push_back({recorded.meshes[body.mesh]->view(), body.pose});
    }
    AssemblyOptions options;
    options.detail = recorded.detail;
    options.wishes = wishes_from(recorded.wishes, bodies.size());
    const auto replayed = [&](unsigned threads) {
        return check_all(bodies, options, Context(threads));
    };
    const auto once = replayed(1);
    const auto again = replayed(2);
    require(once.has_value() == again.has_value(), "the number of threads decides no failure");
    require(!once || once->hash == again->hash, "nor the answer");
}

} // namespace

void fuzz_case(Input input) {
    const std::string bytes(input.begin(), input.end());
    const tests::HeapWatch watch;
    const auto recorded = parse_case({bytes.data(), bytes.size()}, case_name);
    check_memory(watch, input.size());
    if (!recorded) {
        check_message(recorded.error(), case_name);
        return;
    }
    for (const CaseBody& body : recorded->bodies) {
        require(body.mesh < recorded->meshes.size(), "a body of a case has a mesh");
    }
    const std::string written = case_bytes(*recorded);
    const auto again = parse_case({written.data(), written.size()}, case_name);
    require(again.has_value(), "a case that was written can be read");
    require(case_bytes(*again) == written, "and is written as the same bytes");
    if (recorded->bodies.size() <= 4 && triangle_total(*recorded) <= 64) {
        check_replay(*recorded);
    }
}

} // namespace impinge::fuzz
