// SPDX-License-Identifier: Apache-2.0
#include "impinge/cad.hpp"

#include "base/no_throw.hpp"
#include "cad/cad_answer.hpp"
#include "cad/reader_process.hpp"

namespace impinge::inline v0 {
namespace {

Expected<FileBodies> read_cad(std::span<const char> bytes, CadFormat format,
                              const CadOptions& options, const Context& context) {
    return no_throw([&]() -> Expected<FileBodies> {
        const auto program = cad_reader_program();
        if (!program) {
            return program.error();
        }
        const auto answer = run_cad_reader(*program, bytes, format, options, context);
        if (!answer) {
            return answer.error();
        }
        return decode_cad_answer(*answer);
    });
}

} // namespace

void enable_cad() noexcept { set_cad_reader(read_cad); }

} // namespace impinge::inline v0
