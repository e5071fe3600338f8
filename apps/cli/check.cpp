// SPDX-License-Identifier: Apache-2.0
//
// impinge check: do these bodies interfere?
#include "check_report.hpp"
#include "console.hpp"
#include "exit_status.hpp"
#include "interrupt.hpp"
#include "stopwatch.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <memory>

namespace impinge::cli {
namespace {

struct CheckOptions {
    std::vector<std::string> files;
    bool touching_counts = false;
    Outputs outputs;
};

Expected<Examination> examine(const CheckOptions& options, const Context& context) {
    const Stopwatch total;
    Examination examination;
    examination.named_bodies = options.files.size();
    auto bodies = load_bodies(options.files, context);
    if (!bodies) {
        return bodies.error();
    }
    examination.bodies = std::move(*bodies);
    examination.read_ms = total.milliseconds();
    // Queries find out for themselves whether a body is a solid when they need to know; doing it
    // here pays if it is to be reported or would be found out again and again.
    if (options.outputs.wants_report() || examination.bodies.size() > 2) {
        const Stopwatch watch;
        if (Status failed = diagnose_bodies(examination.bodies, context)) {
            return *failed;
        }
        examination.diagnose_ms = watch.milliseconds();
    }
    if (Status failed =
            examine_pairs(examination, {.detail = options.outputs.detail(), .context = context})) {
        return *failed;
    }
    examination.total_ms = total.milliseconds();
    return examination;
}

bool interferes(const VerdictCounts& counts, const CheckOptions& options) {
    return counts.crossing + counts.inside() + counts.same +
               (options.touching_counts ? counts.touching : 0) >
           0;
}

std::vector<NamedContacts> contacts_of(const Examination& examination) {
    std::vector<NamedContacts> contacts;
    for (const ExaminedPair& pair : examination.pairs) {
        contacts.push_back({examination.bodies[pair.a].name, examination.bodies[pair.b].name,
                            pair.result.pairs, pair.result.curves});
    }
    return contacts;
}

/// Files that cannot say of themselves that they are partial are not written when interrupted.
int report(const Examination& examination, const CheckOptions& options) {
    const Outputs& outputs = options.outputs;
    const bool found = interferes(count_verdicts(examination), options);
    if (outputs.wants_table() && !print(check_table(examination, outputs))) {
        return Failed;
    }
    const JsonFacts facts{.detail = outputs.detail(), .interference = found};
    if (!outputs.json_file.empty() &&
        write_json(check_json(examination, facts), outputs) != Clean) {
        return Failed;
    }
    if (examination.partial) {
        return Interrupted;
    }
    if (write_contact_files(contacts_of(examination), outputs) != Clean) {
        return Failed;
    }
    return found ? Found : Clean;
}

int run_check(const CheckOptions& options) {
    if (options.files.size() < 2) {
        return fail("check: needs at least two files to compare");
    }
    if (const Status refused = check_outputs(options.outputs)) {
        return fail(*refused);
    }
    const Context context(options.outputs.threads);
    const InterruptGuard guard(context);
    const auto examination = examine(options, context);
    return examination ? report(*examination, options) : fail(examination.error());
}

} // namespace

void add_check(CLI::App& program, Work& chosen) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* verb = program.add_subcommand("check", "Do these bodies interfere?");
    verb->add_option("FILES", options->files, "Mesh files (STL, OBJ, PLY); each is one body")
        ->required()
        ->type_name("");
    verb->add_flag("--touching-counts", options->touching_counts,
                   "Bodies that only touch count as interfering");
    add_all_outputs(*verb, options->outputs);
    verb->footer(
        "Exit status: 0 no interference (apart or touching), 1 interference (crossing, one\n"
        "inside the other, or the same solid twice), 2 error, 130 interrupted.\n\n"
        "Examples:\n"
        "  impinge check housing.stl shaft.stl gear.stl\n"
        "  impinge check --json report.json --curves contact.obj upper.ply lower.ply");
    verb->callback([options, &chosen] { chosen = [options] { return run_check(*options); }; });
}

} // namespace impinge::cli
