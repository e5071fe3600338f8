// SPDX-License-Identifier: Apache-2.0
#include "report/report_options.hpp"

#include "arguments/values.hpp"
#include "arguments/verb.hpp"
#include "impinge/report_page.hpp"
#include "io/write_file.hpp"

#include <cmath>
#include <fmt/core.h>

namespace impinge::cli {
namespace {

Status check_limit(const char* option, std::optional<double> limit) {
    if (limit && !(*limit >= 0 && std::isfinite(*limit))) {
        return usage_error(fmt::format("{}: must be a finite number that is not negative", option));
    }
    return {};
}

bool is_date(const std::string& text) {
    constexpr std::string_view shape = "dddd-dd-ddTdd:dd:ddZ";
    if (text.size() != shape.size()) {
        return false;
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        if (shape[i] == 'd' ? !digit : text[i] != shape[i]) {
            return false;
        }
    }
    return true;
}

Status check_files(const ReportVerbOptions& options) {
    for (const std::string* file : {&options.page_file, &options.bcf_file, &options.review_out}) {
        if (*file == "-") {
            return usage_error("-: only --json can go to standard output");
        }
        if (!file->empty()) {
            if (Status status = check_writable(*file); !status) {
                return status;
            }
        }
    }
    if (!options.page_file.empty() && !impinge::report::can_write_pages()) {
        return Error{ErrorCode::Unsupported,
                     "--out: this impinge was built without pages (they need npm while it is "
                     "built); --json, --csv and --bcf are there"};
    }
    if (options.open && options.page_file.empty()) {
        return usage_error("--open: shows the page of --out FILE.html");
    }
    return {};
}

Expected<std::vector<ClashRule>> rules_of(const ReportVerbOptions& options) {
    std::vector<ClashRule> rules;
    if (options.hard) {
        rules.push_back({.name = "--hard", .kind = ClashKind::Hard, .limit = *options.hard});
    }
    if (options.containment) {
        rules.push_back({.name = "--containment", .kind = ClashKind::Containment});
    }
    if (options.duplicates) {
        rules.push_back({.name = "--duplicates", .kind = ClashKind::Duplicate});
    }
    if (options.clearance) {
        rules.push_back({.name = "--clearance",
                         .kind = ClashKind::Clearance,
                         .severity = Severity::Warning,
                         .limit = *options.clearance,
                         .touching_counts = false});
    }
    for (const std::string& text : options.contacts) {
        const auto between = pair_pattern("--contact", text);
        if (!between) {
            return between.error();
        }
        rules.push_back({.name = "--contact " + text,
                         .kind = ClashKind::Contact,
                         .severity = Severity::Warning,
                         .between = *between});
    }
    return rules;
}

constexpr const char* report_footer =
    "What counts as a clash is said by the rules of a scene file (docs/report.md). Without rules:\n"
    "interiors that overlap, one body in another, and the same body twice.\n\n"
    "A clash keeps its identifier while its parts keep their names and places, however they are\n"
    "triangulated. --baseline makes clashes of an earlier run active instead of new and lists "
    "those\n"
    "that are gone; --review carries over what people say of them.\n\n"
    "Exit status: 0 no open clash of the severity of --fail-on, 1 there is one, 2 error, 3 not "
    "all\n"
    "pairs could be told, 130 interrupted (what was found is written, and marked as partial).\n\n"
    "Examples:\n"
    "  impinge report drive.step -o clashes.html --open\n"
    "  impinge report parts/ --unit mm --hard 0.1 --json monday.json --bcf clashes.bcf\n"
    "  impinge report parts/ --baseline monday.json --review review.json -o tuesday.html\n"
    "  impinge report scene.json --csv clashes.csv --fail-on warning\n"
    "  impinge report parts/ --clearance 0.5 --contact 'bolt*' --ignore 'label*'";

} // namespace

Expected<ReportRequest> understand(const ReportVerbOptions& options) {
    for (const Status& status :
         {check_limit("--hard", options.hard), check_limit("--clearance", options.clearance),
          check_files(options)}) {
        if (!status) {
            return status.error();
        }
    }
    if (!options.date.empty() && !is_date(options.date)) {
        return usage_error("--date: must be like 2026-01-31T12:00:00Z");
    }
    auto rules = rules_of(options);
    if (!rules) {
        return rules.error();
    }
    return ReportRequest{std::move(*rules), severity_from_string(options.fail_on)};
}

void add_report_options(Verb& verb, ReportVerbOptions& options) {
    verb.files("FILES", &options.input.files, any_number,
               "Files of bodies and at most one scene file (.json), as impinge check takes them");
    verb.heading("Rules");
    verb.option("--hard", &options.hard, "T", "Bodies may overlap this deep, provably");
    verb.option("--clearance", &options.clearance, "D",
                "Bodies that are nearer than this, and do not touch, are a warning");
    verb.option("--contact", &options.contacts, "PATTERN[:PATTERN]",
                "Bodies that the first pattern means and that touch none of the second (any if it "
                "is not given) are a warning; may be given several times")
        .one_value_each();
    verb.flag("--containment", &options.containment,
              "Beyond the rules of a scene: no body lies in another");
    verb.flag("--duplicates", &options.duplicates,
              "Beyond the rules of a scene: no body is there twice");
    add_ignore_option(verb, options.input);
    verb.flag("--surfaces", &options.surfaces,
              "Open meshes are meant as surfaces, such as a cloth: nothing can lie in them");
    verb.heading("From one run to the next");
    verb.option("--baseline", &options.baseline, "OLD.json", "The --json of an earlier run");
    verb.option("--review", &options.reviews, "REVIEW.json",
                "Statuses, assignees and comments: a review file or a BCF file; may be given "
                "several times, the last one counts")
        .one_value_each();
    verb.option("--date", &options.date, "DATE",
                "When the report was made, for output that is the same every time "
                "(2026-01-31T12:00:00Z)");
    verb.heading("Outputs");
    verb.option("-o,--out", &options.page_file, "FILE.html", "The report as a page");
    verb.flag("--open", &options.open, "Show the page");
    verb.option("--bcf", &options.bcf_file, "FILE.bcf", "A topic for each clash, for other tools");
    verb.option("--bcf-version", &options.bcf_version, "VERSION", "2.1 or 3.0")
        .one_of({"2.1", "3.0"})
        .shows_default();
    verb.option("--bcf-topics", &options.bcf_topics, "WHAT",
                "clashes, or groups: a topic for each group, and for clashes without one")
        .one_of({"clashes", "groups"})
        .shows_default();
    verb.flag("--bcf-clip", &options.bcf_clip,
              "Views have a clipping plane that cuts away what is before the clash");
    verb.option("--csv", &options.outputs.csv_file, "FILE", "A line for each clash");
    verb.option("--write-review", &options.review_out, "FILE",
                "A review file to edit, with what is known");
    verb.option("--fail-on", &options.fail_on, "SEVERITY",
                "The least severity of an open clash that makes the exit status 1: note, warning, "
                "error, or never")
        .one_of({"note", "warning", "error", "never"})
        .shows_default();
    add_json_and_threads(verb, options.outputs);
    verb.flag("-q,--quiet", &options.outputs.quiet, "Print no table");
    verb.heading("Reading");
    add_split_option(verb, options.input);
    add_reading_options(verb, options.input);
    verb.footer(report_footer);
}

} // namespace impinge::cli
