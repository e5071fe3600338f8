// SPDX-License-Identifier: Apache-2.0
//
// impinge completion: a script with which a shell completes verbs, options and their values.
#include "arguments/verb.hpp"
#include "completion/offered.hpp"
#include "io/write_file.hpp"
#include "output/console.hpp"
#include "verbs.hpp"

namespace impinge::cli {
namespace {

struct CompletionOptions {
    const Verb* program = nullptr;
    std::string shell;
    std::string file;
};

int run_completion(const CompletionOptions& options) {
    if (options.shell.empty()) {
        return fail("completion: needs the name of a SHELL: bash, zsh or fish");
    }
    const std::string script = options.shell == "bash"  ? bash_script(*options.program)
                               : options.shell == "zsh" ? zsh_script(*options.program)
                                                        : fish_script(*options.program);
    if (options.file.empty() || options.file == "-") {
        return print(script) ? Clean : Failed;
    }
    const Status status = write_file(options.file, script);
    return status ? Clean : fail(status.error());
}

} // namespace

void add_completion(Verb& program) {
    Verb& verb = program.verb("completion", "Print a script with which a shell completes commands");
    CompletionOptions& options = verb.runs(run_completion);
    options.program = &program;
    verb.positional("SHELL", &options.shell, "bash, zsh or fish").one_of({"bash", "zsh", "fish"});
    verb.option("--out", &options.file, "FILE", "Write it there; - is standard output");
    verb.footer("Packages and cmake --install put the scripts where shells look. Without them:\n\n"
                "Examples:\n"
                "  eval \"$(impinge completion bash)\"\n"
                "  impinge completion zsh --out ~/.zfunc/_impinge\n"
                "  impinge completion fish --out ~/.config/fish/completions/impinge.fish");
}

} // namespace impinge::cli
