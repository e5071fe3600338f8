// SPDX-License-Identifier: Apache-2.0
#include "report/open_page.hpp"

#include <array>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace impinge::cli {

Status open_page(const std::string& file) {
    // No shell: names of files may hold anything. An absolute path is never taken for an option.
    std::string program = "xdg-open";
    std::string path = std::filesystem::absolute(file).string();
    std::array<char*, 3> arguments = {program.data(), path.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
        return Error{ErrorCode::Unsupported, "--open: there is no xdg-open; " + path +
                                                 " is written and can be opened by hand"};
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return Error{ErrorCode::Unsupported, "--open: xdg-open could not show " + path};
    }
    return {};
}

} // namespace impinge::cli
