// SPDX-License-Identifier: Apache-2.0
//
// Where the reading program lies: the package can be moved as a whole, so it is looked for from
// where this code was loaded.
#include "impinge/cad.hpp"

#include "base/no_throw.hpp"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace impinge::inline v0 {
namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "impinge-cad-reader";

/// The folders of the library (or program) that holds this code, and of the program that runs.
std::vector<fs::path> own_folders() {
    std::vector<fs::path> folders;
    std::error_code ignored;
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&cad_reader_program), &info) != 0 &&
        info.dli_fname != nullptr) {
        folders.push_back(fs::weakly_canonical(info.dli_fname, ignored).parent_path());
    }
    const fs::path running = fs::read_symlink("/proc/self/exe", ignored);
    if (!running.empty()) {
        folders.push_back(running.parent_path());
    }
    return folders;
}

/// In a build folder beside the program or in ../bin; installed, in libexec.
constexpr std::array places = {"", "../bin", IMPINGE_CAD_READER_FROM_LIBRARY,
                               IMPINGE_CAD_READER_FROM_PROGRAM};

Expected<fs::path> found_program() {
    std::error_code ignored;
    if (const char* said = std::getenv("IMPINGE_CAD_READER"); said != nullptr && *said != '\0') {
        if (fs::is_regular_file(said, ignored)) {
            return fs::path(said);
        }
        return Error{ErrorCode::Unsupported,
                     "IMPINGE_CAD_READER names no file: " + std::string(said)};
    }
    std::string looked;
    for (const fs::path& folder : own_folders()) {
        for (const char* place : places) {
            const fs::path program = (folder / place / program_name).lexically_normal();
            if (fs::is_regular_file(program, ignored)) {
                return program;
            }
            looked += (looked.empty() ? "" : ", ") + program.string();
        }
    }
    return Error{ErrorCode::Unsupported,
                 "the program that reads CAD files is not there: looked for " + looked +
                     "; IMPINGE_CAD_READER may name it"};
}

} // namespace

Expected<fs::path> cad_reader_program() { return no_throw(found_program); }

} // namespace impinge::inline v0
