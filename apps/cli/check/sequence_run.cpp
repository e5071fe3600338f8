// SPDX-License-Identifier: Apache-2.0
#include "check/sequence_run.hpp"

#include "check/sequence_report.hpp"
#include "output/console.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"

namespace impinge::cli {
namespace {

/// Of one frame.
Answer answer_of(const VerdictCounts& counts, const CheckOptions& options) {
    return counts.interfere(options.touching_counts) ? Answer::Yes
           : counts.undecided > 0                    ? Answer::Unknown
                                                     : Answer::No;
}

/// Of all frames that were looked at.
Answer answer_of(const SequenceReport& report) {
    return report.interfering_frames() > 0 ? Answer::Yes
           : report.undecided_frames() > 0 ? Answer::Unknown
                                           : Answer::No;
}

Status examine_all(SequenceCheck& check, const CheckOptions& options, SequenceReport& report,
                   const Context& context) {
    Context silent = context;
    silent.set_progress({});
    const std::size_t count = check.sequence().frames.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto frame = check.examine(i, silent);
        if (!frame) {
            return frame.error();
        }
        if (context.cancelled()) {
            return {};
        }
        const VerdictCounts counts = count_verdicts(*frame);
        report.add(*frame, counts, answer_of(counts, options));
        context.report(static_cast<double>(i + 1) / static_cast<double>(count));
    }
    return {};
}

int write_reports(const SequenceReport& report, const CheckOptions& options, bool partial,
                  double total_ms) {
    const Answer answer = answer_of(report);
    if (print_and_write(
            options.outputs, [&] { return report.table(); },
            [&] { return report.json(answer, partial, total_ms); }) != Clean) {
        return Failed;
    }
    if (partial) {
        return Interrupted;
    }
    if (write_text_file(options.outputs.csv_file, report.csv()) != Clean) {
        return Failed;
    }
    return answer == Answer::Yes ? Found : answer == Answer::Unknown ? Undecided : Clean;
}

} // namespace

int run_sequence(Examination base, Sequence sequence, const CheckOptions& options,
                 const Context& context, Progress& progress) {
    const Stopwatch total;
    const double read_ms = base.read_ms;
    if (const Status status =
            diagnose(base, options.outputs.wants_json() ? Told::Everything : Told::Solidity,
                     progress.phase("diagnosing", context));
        !status) {
        return fail(status.error());
    }
    auto check = SequenceCheck::prepare(std::move(base), std::move(sequence),
                                        progress.phase("preparing", context));
    if (!check) {
        return fail(check.error());
    }
    SequenceReport report(*check, options.all_pairs ? Listed::All : Listed::NotApart);
    if (const Status status =
            examine_all(*check, options, report, progress.phase("checking", context));
        !status) {
        return fail(status.error());
    }
    return write_reports(report, options, context.cancelled(), read_ms + total.milliseconds());
}

} // namespace impinge::cli
