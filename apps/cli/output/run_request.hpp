// SPDX-License-Identifier: Apache-2.0
//
// The steps that verbs have in common: refuse what cannot be done, work while the user may press
// Ctrl-C, report.
#pragma once

#include "output/console.hpp"
#include "output/outputs.hpp"
#include "output/progress.hpp"

#include <cstdint>

namespace impinge::cli {

/// Of what was interrupted, some verbs can tell what they have by then.
enum class WhenInterrupted : std::uint8_t { TellNothing, TellWhatThereIs };

/// `work(context, progress)` while the user may press Ctrl-C.
template <typename Work> int interruptibly(const Outputs& outputs, const Work& work) {
    const Context context(outputs.threads);
    Progress progress(outputs.progress());
    const InterruptGuard guard(context);
    return work(context, progress);
}

/// `work(options, context, progress)` gives the answer, `tell(answer, outputs)` the exit status.
template <typename Options, typename Work, typename Tell>
int run_query(const Options& options, const Work& work, const Tell& tell) {
    if (const Status status = check_outputs(options.outputs); !status) {
        return fail(status.error());
    }
    return interruptibly(options.outputs, [&](const Context& context, Progress& progress) {
        const auto answer = work(options, context, progress);
        return answer ? tell(*answer, options.outputs) : fail(answer.error());
    });
}

/// `understand(options)` gives what is asked for; `work(request, context, progress)` the answer;
/// `tell(answer)` the exit status.
template <typename Options, typename Work, typename Tell>
int run_request(const Options& options, const Work& work, const Tell& tell,
                WhenInterrupted rule = WhenInterrupted::TellNothing) {
    if (const Status status = check_outputs(options.outputs); !status) {
        return fail(status.error());
    }
    const auto request = understand(options);
    if (!request) {
        return fail(request.error());
    }
    return interruptibly(options.outputs, [&](const Context& context, Progress& progress) -> int {
        const auto answer = work(*request, context, progress);
        if (context.cancelled() && rule == WhenInterrupted::TellNothing) {
            return Interrupted;
        }
        return answer ? tell(*answer) : fail(answer.error());
    });
}

/// A text for people and JSON, each made only if it is wanted. Clean, or Failed after saying why.
template <typename Text, typename JsonText>
int print_and_write(const Outputs& outputs, const Text& text, const JsonText& json) {
    if (outputs.wants_table() && !print(text())) {
        return Failed;
    }
    return outputs.wants_json() ? write_json(json(), outputs) : Clean;
}

} // namespace impinge::cli
