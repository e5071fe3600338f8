// SPDX-License-Identifier: Apache-2.0
//
// Clash reports: what is wrong between the parts of an assembly, under names that stay the same
// from one run to the next. docs/report.md is the manual. Part of the library impinge::report.
//
//     std::size_t open_errors(const impinge::report::Report& report) {
//         return static_cast<std::size_t>(std::ranges::count_if(
//             report.clashes, [](const impinge::report::Clash& clash) {
//                 return is_open(clash.status) && clash.severity == impinge::Severity::Error;
//             }));
//     }
//
// A clash is a pair of parts and what is wrong between them (ClashKind); wherever else the same two
// overlap is a region of the same clash. Lengths are in the unit of the report, points in the
// coordinates of the assembly.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/clash_rule.hpp"
#include "impinge/collide.hpp"
#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/mesh.hpp"
#include "impinge/rigid.hpp"
#include "impinge/scene_file.hpp"
#include "impinge/unit.hpp"
#include "impinge/vec3.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace impinge::inline v0::report {

/// Where people are with a clash. New, Active and Reviewed are open, the others closed.
enum class ClashStatus : std::uint8_t {
    New,      ///< not in the baseline, or resolved there and found again
    Active,   ///< was there before, and nobody has looked at it
    Reviewed, ///< somebody has
    Approved, ///< is meant to be so
    Resolved, ///< gone
};

/// "new", "active", "reviewed", "approved", "resolved": stable, for files.
IMPINGE_API const char* to_string(ClashStatus status);
IMPINGE_API std::optional<ClashStatus> clash_status_from_string(std::string_view text);
constexpr bool is_open(ClashStatus status) { return status < ClashStatus::Approved; }

/// A file that was read.
struct ReportInput {
    std::string file;   ///< as the user named it
    std::string sha256; ///< of its bytes, 64 hexadecimal digits
    std::uint64_t bytes = 0;
};

struct ReportPart {
    std::string name; ///< unique in the report
    /// What identifiers of clashes are made of: the path of the part in its assembly, and, if
    /// others have the same one, a number by its place among them.
    std::string key;
    std::string path; ///< from the root of the assembly, parts separated by "/"
    std::string file;
    std::string group;
    std::string instance_of;                           ///< what it is an instance of; may be empty
    std::optional<std::array<std::uint8_t, 3>> colour; ///< red, green, blue, if the file has one
    std::optional<bool> solid;          ///< whether it has an inside; empty if nobody asked
    std::vector<std::string> diagnosis; ///< why not, in words, and what else is odd
    double chord_error = 0; ///< how far its facets are from the surface they stand for, at most
    Box3 box{};
    std::size_t triangles = 0;
};

/// A rule as it was asked, and what came of it.
struct ReportRule {
    ClashRule rule;
    std::uint64_t pairs = 0;            ///< that it decides; of Contact, bodies
    std::uint64_t clashes = 0;          ///< that it found
    std::uint64_t within_tolerance = 0; ///< pairs that overlap, no deeper than the limit
};

/// A connected piece of what two parts have in common.
struct ClashRegion {
    double volume = 0;
    double volume_error = 0; ///< at most
    double area_a = 0;       ///< of A's surface in B
    double area_b = 0;
    double depth = 0;         ///< of the deepest point of either surface in the other part
    double depth_at_most = 0; ///< no point of the region is deeper
    Vec3d deepest_point{};
    Vec3d surface_point{}; ///< the nearest point of the other surface
    Vec3d centroid{};
    Box3 box{};
};

/// Of a Contact clash without any candidate to touch: no part.
inline constexpr std::uint32_t no_part = 0xFFFFFFFFU;

struct Clash {
    /// 16 hexadecimal digits, made of the keys of the parts and of the kind.
    std::string id;
    std::uint32_t rule = 0; ///< index into Report::rules
    ClashKind kind = ClashKind::Hard;
    Severity severity = Severity::Error;
    std::uint32_t a = 0; ///< index into Report::parts
    std::uint32_t b = 0; ///< of Contact: the nearest that it could touch, or no_part
    Verdict verdict = Verdict::Apart;
    Compared compared = Compared::Solids;
    bool within_facet_error = false; ///< provably no deeper than both chord errors together

    // How much the parts overlap; empty if that could not be measured, for the reason given, or was
    // not asked. Where facets account for all of it, `depth` is that of some deep point.
    std::optional<double> depth;
    std::optional<double> depth_at_most;
    std::optional<double> volume;
    std::optional<double> area; ///< of both surfaces in the other part
    std::string unmeasured;
    std::vector<ClashRegion> regions; ///< the largest first

    /// Between the two surfaces; of Clearance and Contact. 0 if they meet.
    std::optional<double> distance;
    Vec3d point{};   ///< where to look: the deepest point, or midway between the nearest ones
    Vec3d normal{};  ///< unit, from A to B: which way B would have to go; zero if there is none
    Vec3d point_a{}; ///< on A: its deepest or nearest point, or that nearest to B's deepest
    Vec3d point_b{};
    Box3 box{}; ///< of what is worth showing: the regions, or the nearest points

    ClashStatus status = ClashStatus::New;
    std::string assignee;
    std::string comment;
    std::optional<std::uint32_t> group; ///< index into Report::groups
};

/// Why clashes belong together.
enum class GroupReason : std::uint8_t {
    SamePair,   ///< instances of the same two things
    CommonPart, ///< one part that clashes with many
    Neighbours, ///< close to each other
};

/// "same_pair", "common_part", "neighbours".
IMPINGE_API const char* to_string(GroupReason reason);

struct ClashGroup {
    std::string
        id; ///< 16 hexadecimal digits; of Neighbours it may change when a clash comes or goes
    std::string name;
    GroupReason reason = GroupReason::SamePair;
    std::string explanation;            ///< the reason in words
    std::vector<std::uint32_t> clashes; ///< indices into Report::clashes, the worst open one first
};

/// A pair that was left out on purpose.
struct IgnoredPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::string reason;
};

/// A pair of which it could not be told whether it interferes.
struct UndecidedPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::string reason;
};

/// A rule that decides nothing.
struct UnmatchedRule {
    std::uint32_t rule = 0;
    std::string reason; ///< "'blot*' means no body", ...
};

/// Why a clash of the baseline is not among those of this report.
enum class Gone : std::uint8_t {
    NotFound,    ///< looked for and not there any more
    PartGone,    ///< one of the parts is not in this assembly
    Ignored,     ///< the pair is left out now
    NoRule,      ///< no rule asks for it now
    NotExamined, ///< it could not be told, or the run was interrupted: its status stays
};

/// "not_found", "part_gone", "ignored", "no_rule", "not_examined".
IMPINGE_API const char* to_string(Gone gone);

/// A clash that an earlier report has and this one has not.
struct GoneClash {
    std::string id;
    ClashKind kind = ClashKind::Hard;
    Severity severity = Severity::Error;
    std::string a; ///< names of the parts
    std::string b;
    std::string key_a;
    std::string key_b;
    Gone because = Gone::NotFound;
    ClashStatus status = ClashStatus::Resolved;
    std::string assignee;
    std::string comment;
};

struct Report {
    std::string impinge_version;
    std::string created; ///< ISO 8601, UTC: 2026-01-31T12:00:00Z
    std::optional<LengthUnit> unit;
    std::vector<std::string> warnings;
    std::vector<ReportInput> inputs;
    std::vector<ReportPart> parts;
    std::vector<ReportRule> rules;
    /// By severity, kind and how bad they are. Of the two parts of a clash, A is the one whose key
    /// comes first; so all this is the same for any order of parts.
    std::vector<Clash> clashes;
    std::vector<ClashGroup> groups;
    std::vector<IgnoredPair> ignored;
    std::vector<UndecidedPair> undecided;
    std::vector<UnmatchedRule> unmatched_rules;
    std::vector<GoneClash> gone;
    bool has_baseline = false;
    std::uint64_t pairs_wished = 0;   ///< pairs that were asked about
    std::uint64_t pairs_examined = 0; ///< of these, settled; fewer only if partial
    std::uint64_t pairs_ignored = 0;  ///< all, also those that no reason was given for
    bool partial = false;             ///< interrupted: clashes may be missing
    double seconds = 0;               ///< not part of the answer
};

/// A part for drawing: world = pose applied to the mesh.
struct PartGeometry {
    std::shared_ptr<const Mesh> mesh; ///< shared by instances
    Rigid pose;
};

/// What a clash looks like, in the coordinates of the assembly.
struct ClashGeometry {
    std::vector<Mesh> regions; ///< closed, normals outwards; as Clash::regions
    std::vector<ContactCurve> curves;
};

struct ReportGeometry {
    std::vector<PartGeometry> parts;    ///< as Report::parts
    std::vector<ClashGeometry> clashes; ///< as Report::clashes
};

/// What is kept of an earlier report: its clashes, and those that were gone already.
struct Baseline {
    std::vector<GoneClash> clashes;
};

/// From what report_json() wrote, of this version or a later one.
IMPINGE_API Expected<Baseline> read_baseline(const std::filesystem::path& file);
IMPINGE_API Expected<Baseline> parse_baseline(std::string_view text,
                                              const std::filesystem::path& name);

/// What somebody says of a clash; what is empty stays as it is.
struct ReviewEntry {
    std::string id; ///< of a clash, or the topic of a BCF file that is about clashes
    std::optional<ClashStatus> status;
    std::optional<std::string> assignee;
    std::optional<std::string> comment;
};

struct Review {
    std::vector<ReviewEntry> entries;
    std::vector<std::string> remarks; ///< what could not be made use of, in words
};

/// From a review file (JSON; docs/report.md), or a BCF file that comes from a reviewer.
IMPINGE_API Expected<Review> read_review(const std::filesystem::path& file);
/// What a review file says that has these statuses, assignees and comments.
IMPINGE_API std::string review_text(const Report& report);

struct FindOptions {
    /// Behind those of the scene. If that has none, these are added to the usual ones: no two
    /// interiors may overlap, with containment and duplicates told apart.
    std::vector<ClashRule> rules = {};
    std::string created = {}; ///< as in Report; the time of the call if empty
    std::vector<ReportInput> inputs = {};
    /// Clashes that are in it are not new, and those that are gone are listed.
    std::optional<Baseline> baseline = {};
    Review review = {};   ///< applied after the baseline
    bool geometry = true; ///< contact curves and the surfaces of overlaps, for pictures
};

struct ClashReport {
    Report report;
    ReportGeometry geometry; ///< without clashes if it was not asked for
};

/// Looks for clashes between the bodies of a placed scene; `scene` is what it was placed from.
/// Rules of the scene, its clearances, tolerances and pairs to leave out hold. Every pair is
/// decided once, exactly, however many rules mean it, and what interferes is measured. The same for
/// any number of threads and any order of bodies, but for the order of parts.
///
/// Fails as check_all() does; the message then names the body.
IMPINGE_API Expected<ClashReport> find_clashes(const SceneDescription& scene,
                                               const PlacedScene& placed,
                                               const FindOptions& options = {},
                                               const Context& context = {});

/// The report as JSON (docs/schema/report.schema.json), and its clashes as CSV.
IMPINGE_API std::string report_json(const Report& report);
IMPINGE_API std::string report_csv(const Report& report);

/// The digest of a file, for Report::inputs.
IMPINGE_API Expected<ReportInput> describe_input(const std::filesystem::path& file);

} // namespace impinge::inline v0::report

#endif // IMPINGE_HAS_CPP20
