// SPDX-License-Identifier: Apache-2.0
//
// impinge report: what is wrong between the parts of an assembly, for people to work on.
#include "impinge/report.hpp"
#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "impinge/report_bcf.hpp"
#include "impinge/report_page.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "report/open_page.hpp"
#include "report/report_options.hpp"
#include "report/report_table.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace impinge::cli {
namespace {

using impinge::report::Clash;
using impinge::report::ClashReport;
using impinge::report::FindOptions;
using impinge::report::Report;
using impinge::report::Review;

/// What runs while the user may press Ctrl-C.
struct ReportRun {
    const ReportVerbOptions& options;
    const ReportRequest& request;
    const Context& context;
    Progress& progress;
};

bool wants_geometry(const ReportVerbOptions& options) {
    return !options.page_file.empty() || !options.bcf_file.empty();
}

/// The digests of all files, each once, in the order in which they are named.
Expected<std::vector<impinge::report::ReportInput>> inputs_of(const ReportVerbOptions& options,
                                                              const PlacedInput& input) {
    std::vector<std::string> files;
    for (const std::string& file : options.input.files) {
        if (is_scene_file(file)) {
            files.push_back(file);
        }
    }
    for (const auto& file : input.placed.files) {
        files.push_back(file.file);
    }
    std::vector<impinge::report::ReportInput> inputs;
    std::set<std::string> known;
    for (const std::string& file : files) {
        if (!known.insert(file).second) {
            continue;
        }
        auto described = impinge::report::describe_input(file);
        if (!described) {
            return described.error();
        }
        inputs.push_back(std::move(*described));
    }
    return inputs;
}

/// Of several reviews the last one that speaks of a clash counts.
Expected<Review> read_reviews(const std::vector<std::string>& files) {
    Review all;
    for (const std::string& file : files) {
        auto review = impinge::report::read_review(file);
        if (!review) {
            return review.error();
        }
        for (const std::string& remark : review->remarks) {
            warn(file + ": " + remark);
        }
        std::move(review->entries.begin(), review->entries.end(), std::back_inserter(all.entries));
    }
    return all;
}

Status read_history(const ReportVerbOptions& options, FindOptions& find) {
    if (!options.baseline.empty()) {
        auto baseline = impinge::report::read_baseline(options.baseline);
        if (!baseline) {
            return baseline.error();
        }
        find.baseline = std::move(*baseline);
    }
    auto review = read_reviews(options.reviews);
    if (!review) {
        return review.error();
    }
    find.review = std::move(*review);
    return {};
}

Expected<ClashReport> find(const ReportRun& run) {
    FindOptions options;
    options.rules = run.request.rules;
    options.created = run.options.date;
    options.geometry = wants_geometry(run.options);
    if (Status status = read_history(run.options, options); !status) {
        return status.error();
    }
    auto input = place_input(run.options.input, run.progress.phase("reading", run.context));
    if (!input) {
        return input.error();
    }
    if (input->placed.bodies.size() < 2 && !run.context.cancelled()) {
        return usage_error("report: needs at least two bodies");
    }
    if (run.options.surfaces) {
        input->placed.open_meshes = OpenMeshes::Surfaces;
    }
    auto inputs = inputs_of(run.options, *input);
    if (!inputs) {
        return inputs.error();
    }
    options.inputs = std::move(*inputs);
    return find_clashes(input->described, input->placed, options,
                        run.progress.phase("looking for clashes", run.context));
}

/// An interrupted report is written as far as it is known; pictures are left out then.
Status write_files(const ClashReport& found, const std::string& json, const ReportRun& run) {
    const ReportVerbOptions& options = run.options;
    if (!options.page_file.empty()) {
        const Context context = run.progress.phase("drawing", run.context);
        if (Status status = impinge::report::write_page(options.page_file, found.report,
                                                        found.geometry, json, {}, context);
            !status) {
            return status;
        }
    }
    if (!options.bcf_file.empty()) {
        const Context context = run.progress.phase("writing BCF", run.context);
        impinge::report::BcfOptions bcf;
        bcf.version = options.bcf_version == "3.0" ? impinge::report::BcfVersion::V3_0
                                                   : impinge::report::BcfVersion::V2_1;
        bcf.topics = options.bcf_topics == "groups" ? impinge::report::BcfTopics::Groups
                                                    : impinge::report::BcfTopics::Clashes;
        bcf.clipping_plane = options.bcf_clip;
        if (Status status = impinge::report::write_bcf(options.bcf_file, found.report,
                                                       found.geometry, bcf, context);
            !status) {
            return status;
        }
    }
    if (!options.outputs.csv_file.empty()) {
        if (Status status = write_file(options.outputs.csv_file, report_csv(found.report));
            !status) {
            return status;
        }
    }
    return options.review_out.empty() ? Status()
                                      : write_file(options.review_out, review_text(found.report));
}

int exit_status(const Report& report, const ReportRequest& request) {
    if (report.partial) {
        return Interrupted;
    }
    const bool failing =
        std::any_of(report.clashes.begin(), report.clashes.end(), [&](const Clash& clash) {
            return request.fail_on && is_open(clash.status) && clash.severity >= *request.fail_on;
        });
    return failing ? Found : !report.undecided.empty() ? Undecided : Clean;
}

int run_and_tell(const ReportRun& run) {
    const Stopwatch total;
    auto found = find(run);
    if (!found) {
        return fail(found.error());
    }
    Report& report = found->report;
    for (const std::string& warning : report.warnings) {
        warn(warning);
    }
    report.warnings = warnings_given();
    report.seconds = total.milliseconds() / 1000;
    const std::string json = report_json(report);
    if (const Status status = write_files(*found, json, run); !status) {
        return fail(status.error());
    }
    if (print_and_write(
            run.options.outputs, [&] { return report_table(report); }, [&] { return json; }) !=
        Clean) {
        return Failed;
    }
    if (run.options.open) {
        if (const Status status = open_page(run.options.page_file); !status) {
            return fail(status.error());
        }
    }
    return exit_status(report, run.request);
}

int run_report(const ReportVerbOptions& options) {
    if (options.input.files.empty()) {
        return fail(usage_error(
            "report: needs files of bodies or a scene file (see impinge report --help)"));
    }
    if (const Status status = check_outputs(options.outputs); !status) {
        return fail(status.error());
    }
    const auto request = understand(options);
    if (!request) {
        return fail(request.error());
    }
    return interruptibly(options.outputs, [&](const Context& context, Progress& progress) {
        return run_and_tell({options, *request, context, progress});
    });
}

} // namespace

void add_report(Verb& program) {
    Verb& verb = program.verb("report", "A clash report for people: page, BCF, CSV, JSON");
    add_report_options(verb, verb.runs(run_report));
}

} // namespace impinge::cli
