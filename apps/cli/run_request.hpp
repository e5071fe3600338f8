// SPDX-License-Identifier: Apache-2.0
//
// The road of a verb whose options have to be understood first: refuse, work while the user may
// press Ctrl-C, tell.
#pragma once

#include "console.hpp"
#include "exit_status.hpp"
#include "interrupt.hpp"
#include "outputs.hpp"

#include <cstdint>

namespace impinge::cli {

/// Of what was interrupted, some verbs can tell what they have by then.
enum class WhenInterrupted : std::uint8_t { TellNothing, TellWhatThereIs };

/// `understand(options)` gives what is asked for; `work(request, context, progress)` the answer;
/// `tell(answer)` the exit status.
template <typename Options, typename Work, typename Tell>
int run_request(const Options& options, Work work, Tell tell,
                WhenInterrupted rule = WhenInterrupted::TellNothing) {
    if (const Status status = check_outputs(options.outputs); !status) {
        return fail(status.error());
    }
    const auto request = understand(options);
    if (!request) {
        return fail(request.error());
    }
    const Context context(options.outputs.threads);
    Progress progress(options.outputs.progress());
    const InterruptGuard guard(context);
    const auto answer = work(*request, context, progress);
    if (context.cancelled() && rule == WhenInterrupted::TellNothing) {
        return Interrupted;
    }
    return answer ? tell(*answer) : fail(answer.error());
}

/// A text for people, if wanted, and JSON.
template <typename Json>
int print_and_write(const std::string& text, const Json& json, const Outputs& outputs) {
    if (outputs.wants_table() && !print(text)) {
        return Failed;
    }
    return write_json(json, outputs);
}

} // namespace impinge::cli
