// SPDX-License-Identifier: Apache-2.0
//
// impinge check: do these bodies interfere?
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "check/check_case.hpp"
#include "check/check_csv.hpp"
#include "check/check_json.hpp"
#include "check/check_options.hpp"
#include "check/check_table.hpp"
#include "check/clearances.hpp"
#include "check/examination.hpp"
#include "check/examine_sampled.hpp"
#include "check/region_files.hpp"
#include "check/sequence_run.hpp"
#include "output/console.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace impinge::cli {
namespace {

/// Up to here the JSON report names every pair, also those that are apart.
constexpr std::uint64_t most_pairs_listed = 10'000;

/// What runs while the user may press Ctrl-C.
struct Run {
    const CheckOptions& options;
    const SampledRequest& request;
    const Measuring& measuring;
    const std::optional<Sequence>& sequence;
    const Context& context;
    Progress& progress;
};

/// Bodies of one file become a group, whose members are not checked against each other.
void group_by_file(std::span<LoadedBody> bodies, PairWishes& wishes) {
    std::map<std::string, std::size_t> numbers;
    std::vector<std::size_t> file_of;
    file_of.reserve(bodies.size());
    for (LoadedBody& body : bodies) {
        file_of.push_back(numbers.emplace(body.file, numbers.size()).first->second);
        body.group = body.file;
    }
    const PairWishes before = wishes;
    wishes.of = [before, file_of](std::uint32_t a, std::uint32_t b) {
        if (file_of[a] == file_of[b]) {
            return PairWish{.check = false};
        }
        return wish_of(before, a, b);
    };
}

/// Every pair that is checked wants at least this clearance.
void want_clearance(PairWishes& wishes, double clearance) {
    wishes.largest_clearance = std::max(wishes.largest_clearance, clearance);
    if (wishes.of && clearance > 0) {
        wishes.of = [before = std::move(wishes.of), clearance](std::uint32_t a, std::uint32_t b) {
            PairWish wish = before(a, b);
            wish.clearance = std::max(wish.clearance, clearance);
            return wish;
        };
    }
}

Expected<Examination> read_bodies(const Run& run) {
    auto scene = load_scene(run.options.input, run.progress.phase("reading", run.context));
    if (!scene) {
        return scene.error();
    }
    Examination examination;
    examination.partial = run.context.cancelled();
    if (scene->bodies.size() < 2 && !examination.partial) {
        return usage_error(
            fmt::format("check: needs at least two bodies to compare, and there is {}{}",
                        scene->bodies.empty() ? "none" : "one",
                        scene->hints.empty() ? "" : "; " + scene->hints.front()));
    }
    examination.unit = scene->unit;
    examination.bodies = std::move(scene->bodies);
    examination.wishes = std::move(scene->wishes);
    examination.hints = std::move(scene->hints);
    if (run.options.group_by == "file") {
        group_by_file(examination.bodies, examination.wishes);
    }
    want_clearance(examination.wishes, run.options.clearance.value_or(0));
    examination.clearance_given = run.options.clearance.has_value();
    examination.open_meshes = run.options.surfaces ? OpenMeshes::Surfaces : scene->open_meshes;
    if (run.request.method != nullptr && examination.wishes.largest_clearance > 0) {
        return usage_error("--method: the scene file wants clearances, which only the exact method "
                           "measures");
    }
    examination.detail = run.options.outputs.detail();
    const Outputs& outputs = run.options.outputs;
    if (examination.wishes.largest_clearance <= 0 &&
        (!outputs.near_file.empty() || !outputs.histogram_file.empty())) {
        return usage_error(
            fmt::format("{}: needs a clearance, of --clearance or a scene file",
                        outputs.near_file.empty() ? "--histogram" : "--clearance-pairs"));
    }
    examination.measuring = run.measuring;
    if (run.request.method == nullptr) {
        examination.measuring.chord_errors = chord_errors_of(examination.bodies);
    }
    examination.measuring.rules = std::move(scene->tolerances);
    if (run.request.method != nullptr && examination.measuring.rules) {
        return usage_error("--method: the scene file has tolerances, and only the exact method "
                           "measures depths");
    }
    examination.read_ms = scene->read_ms;
    return examination;
}

Expected<Examination> read_recorded(const Run& run, const Case& recorded) {
    Examination examination = examination_of(recorded, run.context);
    examination.measuring = run.measuring;
    if (run.options.outputs.detail() == Detail::Curves && examination.detail != Detail::Curves) {
        return usage_error(run.options.replay_file + ": was recorded without --curves");
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
/// before pays if it is to be reported, and a method that compares depths always needs to know. A
/// case was always recorded with what is known then.
Status examine(Examination& examination, const Run& run) {
    if (examination.partial) {
        return {};
    }
    const bool sampled = run.request.method != nullptr;
    const bool needs_solids = sampled && run.request.method->needs_solids();
    if (run.options.outputs.wants_report() || !run.options.replay_file.empty() || needs_solids) {
        const Told told = run.options.outputs.wants_json() ? Told::Everything : Told::Solidity;
        const Context diagnosing = run.progress.phase("diagnosing", run.context);
        if (Status status = diagnose(examination, told, diagnosing); !status) {
            return status;
        }
    }
    const Context context = run.progress.phase("checking", run.context);
    return sampled ? examine_pairs_sampled(examination, run.request, context)
                   : examine_pairs(examination, run.request.exact, context);
}

/// Lists and histograms of what is within the clearances wanted.
Status describe_clearances(Examination& examination, const Run& run) {
    const Outputs& outputs = run.options.outputs;
    if (!outputs.near_file.empty() && !examination.partial) {
        const Context context = run.progress.phase("listing what is near", run.context);
        if (Status status = list_near_triangles(examination, context); !status) {
            return status;
        }
    }
    if (!outputs.histogram_file.empty() && !examination.partial) {
        const Context context = run.progress.phase("measuring areas", run.context);
        if (Status status = measure_histograms(examination, context); !status) {
            return status;
        }
    }
    examination.partial |= run.context.cancelled();
    return {};
}

/// What reports say beyond the answer: points of pairs that interfere, advice on those left open.
Status describe(Examination& examination, const Run& run) {
    const Outputs& outputs = run.options.outputs;
    const bool points =
        outputs.wants_json() || !outputs.csv_file.empty() || examination.tells_distances();
    if (points && !examination.sampled && !examination.partial) {
        if (Status status =
                measure_interfering(examination, run.progress.phase("measuring", run.context));
            !status) {
            return status;
        }
    }
    if (Status status = describe_clearances(examination, run); !status) {
        return status;
    }
    if (examination.measuring.wanted() && !examination.partial) {
        const Context context = run.progress.phase("measuring overlaps", run.context);
        if (Status status = measure_overlaps(examination, context); !status) {
            return status;
        }
        examination.partial = context.cancelled();
    }
    if (!outputs.wants_report() || examination.partial) {
        return {};
    }
    return advise(examination, run.progress.phase("advising", run.context));
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
    const VerdictCounts counts = count_verdicts(examination);
    const bool as_a_whole = interferes_as_a_whole(examination);
    const bool found = as_a_whole || counts.interfere(options.touching_counts);
    const bool all = options.all_pairs || examination.answer.wished_pairs <= most_pairs_listed;
    const bool untold = count_untold(examination) > 0;
    const bool undecided = untold || counts.undecided > 0;
    const ReportFacts facts{.interference = found       ? Answer::Yes
                                            : undecided ? Answer::Unknown
                                                        : Answer::No,
                            .listed = all ? Listed::All : Listed::NotApart};
    if (print_and_write(
            outputs, [&] { return check_table(examination); },
            [&] { return check_json(examination, facts); }) != Clean) {
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
    if (!outputs.near_file.empty() &&
        write_text_file(outputs.near_file, near_triangles_csv(examination)) != Clean) {
        return Failed;
    }
    if (!outputs.histogram_file.empty() &&
        write_text_file(outputs.histogram_file, histogram_csv(examination)) != Clean) {
        return Failed;
    }
    if (!outputs.regions_out.empty()) {
        if (const Status status = write_regions(examination, outputs.regions_out); !status) {
            return fail(status.error());
        }
    }
    if (!outputs.regions_file.empty() &&
        write_text_file(outputs.regions_file, regions_csv(examination)) != Clean) {
        return Failed;
    }
    if (untold && !as_a_whole) {
        warn(untold_words(examination));
    }
    if (write_contact_files(contacts_of(examination), outputs) != Clean) {
        return Failed;
    }
    return found ? Found : undecided ? Undecided : Clean;
}

int check_bodies(const Run& run) {
    const CheckOptions& options = run.options;
    const Stopwatch total;
    auto examination = read_bodies(run);
    if (!examination) {
        return fail(examination.error());
    }
    if (run.sequence && !examination->partial) {
        return run_sequence(std::move(*examination), *run.sequence, options, run.context,
                            run.progress);
    }
    if (!examination->partial && write_case(*examination, options, WithAnswer::No) != Clean) {
        return Failed;
    }
    if (const Status status = examine(*examination, run); !status) {
        return fail(status.error());
    }
    if (const Status status = describe(*examination, run); !status) {
        return fail(status.error());
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
    if (const Status status = examine(*examination, run); !status) {
        return fail(status.error());
    }
    if (const Status status = describe(*examination, run); !status) {
        return fail(status.error());
    }
    examination->total_ms = total.milliseconds();
    const int status = report(*examination, options);
    const bool done = status == Clean || status == Found || status == Undecided;
    return done ? compare(*examination, *recorded, options, status) : status;
}

int run_check(const CheckOptions& options) {
    const auto request = understand(options);
    if (!request) {
        return fail(request.error());
    }
    const auto measuring = understand_measures(options);
    if (!measuring) {
        return fail(measuring.error());
    }
    std::optional<Sequence> sequence;
    if (!options.sequence.empty()) {
        auto read = read_sequence(options.sequence);
        if (!read) {
            return fail(read.error());
        }
        sequence = std::move(*read);
    }
    return interruptibly(options.outputs, [&](const Context& context, Progress& progress) {
        const Run run{options, *request, *measuring, sequence, context, progress};
        return options.replay_file.empty() ? check_bodies(run) : replay(run);
    });
}

} // namespace

void add_check(Verb& program) {
    Verb& verb = program.verb("check", "Do these bodies interfere?");
    add_check_options(verb, verb.runs(run_check));
}

} // namespace impinge::cli
