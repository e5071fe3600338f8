// SPDX-License-Identifier: Apache-2.0
//
// impinge check: do these bodies interfere?
#include "check_case.hpp"
#include "check_report.hpp"
#include "check_wishes.hpp"
#include "console.hpp"
#include "exit_status.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "stopwatch.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace impinge::cli {
namespace {

/// Up to here the JSON report names every pair, also those that are apart.
constexpr std::uint64_t most_pairs_listed = 10'000;

struct CheckOptions {
    Input input;
    double clearance = 0;
    std::string group_by;
    std::string replay_file;
    bool touching_counts = false;
    bool all_pairs = false;
    Outputs outputs;
};

/// What runs while the user may press Ctrl-C.
struct Run {
    const CheckOptions& options;
    const Context& context;
    Progress& progress;
};

Expected<Examination> read_bodies(const Run& run) {
    const Stopwatch watch;
    auto scene = load_scene(run.options.input, run.progress.phase("reading", run.context));
    if (!scene) {
        return scene.error();
    }
    Examination examination;
    examination.partial = run.context.cancelled();
    if (scene->bodies.size() < 2 && !examination.partial) {
        return Error{ErrorCode::InvalidArgument,
                     fmt::format("check: needs at least two bodies to compare, and there is {}",
                                 scene->bodies.empty() ? "none" : "one")};
    }
    examination.unit = scene->unit;
    examination.bodies = std::move(scene->bodies);
    examination.wishes = std::move(scene->wishes);
    if (run.options.group_by == "file") {
        group_by_file(examination.bodies, examination.wishes);
    }
    want_clearance(examination.wishes, run.options.clearance);
    examination.detail = run.options.outputs.detail();
    examination.read_ms = watch.milliseconds();
    return examination;
}

Expected<Examination> read_recorded(const Run& run, const Case& recorded) {
    Examination examination = examination_of(recorded);
    if (run.options.outputs.detail() == Detail::Curves && examination.detail != Detail::Curves) {
        return Error{ErrorCode::InvalidArgument,
                     run.options.replay_file + ": was recorded without --curves"};
    }
    return examination;
}

/// A case is written before the work, for the case that it does not end, and again with the answer.
int write_case(const Examination& examination, const CheckOptions& options, WithAnswer answer) {
    if (options.outputs.case_file.empty()) {
        return Clean;
    }
    Case recorded = case_of(examination, answer);
    recorded.touching_counts = options.touching_counts;
    return write_text_file(options.outputs.case_file, case_bytes(recorded));
}

/// Queries find out for themselves whether a body is a solid when they need to know; doing it
/// before pays if it is to be reported. A case was always recorded with what is known then.
Status examine(Examination& examination, const Run& run) {
    if (examination.partial) {
        return {};
    }
    if (run.options.outputs.wants_report() || !run.options.replay_file.empty()) {
        const Stopwatch watch;
        if (Status failed = diagnose_bodies(examination.bodies,
                                            run.progress.phase("diagnosing", run.context))) {
            return failed;
        }
        examination.diagnose_ms = watch.milliseconds();
    }
    return examine_pairs(examination, run.progress.phase("checking", run.context));
}

bool interferes(const VerdictCounts& counts, const CheckOptions& options) {
    return counts.crossing + counts.inside() + counts.same + counts.too_near +
               (options.touching_counts ? counts.touching : 0) >
           0;
}

std::vector<NamedContacts> contacts_of(const Examination& examination) {
    std::vector<NamedContacts> contacts;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        contacts.push_back({examination.bodies[pair.a].name, examination.bodies[pair.b].name,
                            pair.interference.pairs, pair.interference.curves});
    }
    return contacts;
}

/// Files that cannot say of themselves that they are partial are not written when interrupted.
int report(const Examination& examination, const CheckOptions& options) {
    const Outputs& outputs = options.outputs;
    const bool found = interferes(count_verdicts(examination), options);
    if (outputs.wants_table() && !print(check_table(examination))) {
        return Failed;
    }
    const bool all = options.all_pairs || examination.answer.wished_pairs <= most_pairs_listed;
    const ReportFacts facts{.interference = found, .listed = all ? Listed::All : Listed::NotApart};
    if (!outputs.json_file.empty() &&
        write_json(check_json(examination, facts), outputs) != Clean) {
        return Failed;
    }
    if (examination.partial) {
        return Interrupted;
    }
    const Listed in_csv = options.all_pairs ? Listed::All : Listed::NotApart;
    if (!outputs.csv_file.empty() &&
        write_text_file(outputs.csv_file, check_csv(examination, in_csv)) != Clean) {
        return Failed;
    }
    if (write_contact_files(contacts_of(examination), outputs) != Clean) {
        return Failed;
    }
    return found ? Found : Clean;
}

int check_bodies(const Run& run) {
    const CheckOptions& options = run.options;
    const Stopwatch total;
    auto examination = read_bodies(run);
    if (!examination) {
        return fail(examination.error());
    }
    if (!examination->partial && write_case(*examination, options, WithAnswer::No) != Clean) {
        return Failed;
    }
    if (const Status failed = examine(*examination, run)) {
        return fail(*failed);
    }
    examination->total_ms = total.milliseconds();
    if (!examination->partial && write_case(*examination, options, WithAnswer::Yes) != Clean) {
        return Failed;
    }
    return report(*examination, options);
}

/// Whether the answer is the one that was recorded, if there is one.
int compare(const Examination& examination, const Case& recorded, const CheckOptions& options,
            int status) {
    if (recorded.answer && *recorded.answer != examination.answer.hash) {
        return fail(fmt::format("{}: not the answer that was recorded by impinge {}: {} instead "
                                "of {}",
                                options.replay_file, recorded.impinge_version,
                                json_hash(examination.answer.hash), json_hash(*recorded.answer)));
    }
    const char* words = recorded.answer ? "same answer as recorded\n" : "no answer was recorded\n";
    return options.outputs.wants_table() && !print(words) ? Failed : status;
}

int replay(const Run& run) {
    const Stopwatch total;
    const Context reading = run.progress.phase("reading", run.context);
    const auto recorded = read_case(run.options.replay_file);
    if (!recorded) {
        return fail(recorded.error());
    }
    CheckOptions options = run.options;
    options.touching_counts |= recorded->touching_counts;
    auto examination = read_recorded(run, *recorded);
    if (!examination) {
        return fail(examination.error());
    }
    examination->partial = reading.cancelled();
    examination->read_ms = total.milliseconds();
    if (const Status failed = examine(*examination, run)) {
        return fail(*failed);
    }
    examination->total_ms = total.milliseconds();
    const int status = report(*examination, options);
    const bool done = status == Clean || status == Found;
    return done ? compare(*examination, *recorded, options, status) : status;
}

/// A recorded case brings its own bodies and wishes.
bool asks_for_bodies(const CheckOptions& options) {
    const Input& input = options.input;
    return !input.files.empty() || input.weld || !input.split.empty() || !input.unit.empty() ||
           options.clearance > 0 || !options.group_by.empty() || !options.outputs.case_file.empty();
}

int run_check(const CheckOptions& options) {
    if (options.input.files.empty() && options.replay_file.empty()) {
        return fail("check: needs mesh files or a scene file (see impinge check --help)");
    }
    if (!(options.clearance >= 0) || !std::isfinite(options.clearance)) {
        return fail("--clearance: must be a finite number that is not negative");
    }
    if (!options.replay_file.empty() && asks_for_bodies(options)) {
        return fail("--replay: takes no files, and no options that choose or change bodies");
    }
    if (const Status refused = check_outputs(options.outputs)) {
        return fail(*refused);
    }
    const Context context(options.outputs.threads);
    Progress progress(options.outputs.progress());
    const InterruptGuard guard(context);
    const Run run{options, context, progress};
    return options.replay_file.empty() ? check_bodies(run) : replay(run);
}

void add_options(CLI::App& verb, CheckOptions& options) {
    verb.add_option("FILES", options.input.files,
                    "Mesh files (STL, OBJ, PLY, OFF, glTF, GLB, 3MF) and at most one scene file "
                    "(.json)")
        ->type_name("");
    verb.add_option("--clearance", options.clearance,
                    "Report every pair that is no farther apart than this, with distance and "
                    "nearest points; a pair nearer than this counts as interfering")
        ->type_name("D");
    verb.add_option("--group-by", options.group_by,
                    "Bodies of one file are not checked against each other")
        ->type_name("file")
        ->check(CLI::IsMember({"file"}).description(""));
    verb.add_option("--split", options.input.split, "Each group or object of an OBJ file is a body")
        ->type_name("groups")
        ->check(CLI::IsMember({"groups"}).description(""));
    add_reading_options(verb, options.input);
    verb.add_flag("--touching-counts", options.touching_counts,
                  "Bodies that only touch count as interfering");
    verb.add_flag("--all-pairs", options.all_pairs,
                  "List pairs that are apart in --csv too, and in --json however many there are");
    add_all_outputs(verb, options.outputs);
    verb.add_option("--csv", options.outputs.csv_file,
                    "Write one line for each pair that is not apart, or within its clearance")
        ->type_name("FILE");
    verb.add_option("--dump-case", options.outputs.case_file,
                    "Write all that the answer depends on, and the answer, into one file")
        ->type_name("FILE");
    verb.add_option("--replay", options.replay_file,
                    "Instead of files: check what --dump-case wrote, and compare with the answer "
                    "recorded there")
        ->type_name("FILE");
}

} // namespace

void add_check(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* verb = program.add_subcommand("check", "Do these bodies interfere?");
    add_options(*verb, *options);
    verb->footer(
        "Each STL, PLY and OFF file is one body, and so is an OBJ file without --split; glTF and\n"
        "3MF files hold many. A scene file names bodies, poses, pairs to ignore and clearances.\n\n"
        "Exit status: 0 no interference (apart or touching), 1 interference (crossing, one\n"
        "inside the other, the same solid twice, or nearer than a wanted clearance), 2 error or\n"
        "not the recorded answer, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge check housing.stl shaft.stl gear.stl\n"
        "  impinge check assembly.glb --clearance 0.5 --unit mm --csv near.csv\n"
        "  impinge check scene.json --json report.json\n"
        "  impinge check robot.glb cell.3mf --group-by file\n"
        "  impinge check --json report.json --curves contact.obj upper.ply lower.ply\n"
        "  impinge check a.stl b.stl --dump-case bug.case && impinge check --replay bug.case");
    verb->callback([options, &chosen] { chosen = [options] { return run_check(*options); }; });
}

} // namespace impinge::cli
