// SPDX-License-Identifier: Apache-2.0
//
// What a method said of the bodies of a scene, held against the exact engine, with the time and the
// counters of each stage.
#pragma once

#include "check/check_types.hpp"
#include "sampled/method.hpp"

#include <string>
#include <vector>

namespace impinge::viewer {

struct MethodRequest {
    Revision revision = 0;
    std::vector<CheckedBody> bodies;
    std::vector<std::string> names; ///< of the bodies
    PairWishes wishes;
    OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
    cli::SampledRequest method; ///< and its device; the exact engine on opengl is gpu::Session
};

struct StageTime {
    std::string name;
    double ms = 0;
};

struct NamedCount {
    std::string name;
    std::uint64_t count = 0;
};

/// How long it took, and how much of what was looked at.
struct Work {
    double ms = 0;
    std::vector<StageTime> stages;
    std::vector<NamedCount> counts;
};

/// Stages and counters of the same name become one.
void add_work(Work& sum, const Work& more);

/// What a method says of a pair, whichever it is.
struct MethodVerdict {
    Interference interference;
    bool could_not_tell = false;
    bool names_triangles = false; ///< `interference.pairs` is meant to be all of them
    bool is_exact = false;        ///< then the whole answer has to be that of the exact engine
    std::string refused;          ///< why there is none
    std::optional<double> pixel_size;
    Work work; ///< nothing if the method looks at all bodies at once
};

/// Whether it says what the exact engine says. Interference counts, as with `impinge compare`: not
/// which kind of it.
enum class Agreement : std::uint8_t {
    Agrees,
    Missed,   ///< the bodies interfere, and the method says they do not
    Invented, ///< the other way round
    Untold,   ///< the method could not tell
    Refused,  ///< it does not take these bodies
    Open,     ///< the exact engine leaves open what the method says
};
const char* to_string(Agreement agreement);
Agreement agreement_of(const MethodVerdict& said, const Interference& exact);

/// Of the lists of triangles that meet.
struct TriangleAgreement {
    std::size_t both = 0;
    std::size_t missed = 0;
    std::size_t invented = 0;

    friend bool operator==(const TriangleAgreement&, const TriangleAgreement&) = default;
};
TriangleAgreement compare_triangles(std::span<const TrianglePair> said,
                                    std::span<const TrianglePair> exact);

struct MethodPair {
    PairOfBodies pair;
    MethodVerdict said = {};
    Verdict exact = Verdict::Apart;
    double exact_ms = 0;
    Agreement agreement = Agreement::Agrees;
    std::optional<TriangleAgreement> triangles = {};
    bool same_bits = true; ///< of a method that is exact
};

struct MethodRun {
    Revision revision = 0;
    std::optional<Error> error;
    std::string runs_on;           ///< what the device runs on
    std::vector<MethodPair> pairs; ///< that are wished for and whose boxes meet, sorted
    Work work;                     ///< of all pairs
    double exact_ms = 0;
    bool compared = true; ///< or it is the exact engine of the processor itself
    std::string notes;    ///< on bodies that the method takes exception to
    double total_ms = 0;  ///< with what the device had to be told before

    [[nodiscard]] std::size_t count(Agreement agreement) const;
    /// Of all pairs, if the method names triangles.
    [[nodiscard]] std::optional<TriangleAgreement> triangles() const;
    [[nodiscard]] const MethodPair* find(PairOfBodies pair) const;
};

/// The comparison in a line: "agrees with exact about 2 of 2 pairs"; what there is to be said of
/// triangles; and of time.
struct ComparisonText {
    std::string verdicts;
    std::string triangles; ///< empty without them
    std::string times;
    BodyState state = BodyState::Unchecked; ///< for its colour
};
ComparisonText comparison_text(const MethodRun& run);

/// "12.3 ms"
std::string milliseconds_text(double ms);

} // namespace impinge::viewer
