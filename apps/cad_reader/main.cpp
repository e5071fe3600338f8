// SPDX-License-Identifier: Apache-2.0
//
// impinge-cad-reader: reads one CAD file with OpenCASCADE and sends its bodies through a pipe.
// Started by impinge::cad, which says what the arguments are; not meant for people. Whatever goes
// wrong in here ends this process, not the one that wants the file.
#include "bodies.hpp"
#include "documents.hpp"

#include "base/sanitized.hpp"
#include "cad/cad_answer.hpp"

#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace impinge::cad_reader {
namespace {

/// Where the file and the pipe are: src/cad/reader_process.cpp says the same.
constexpr const char* input_file = "/proc/self/fd/3";
constexpr int output = 4;

struct Request {
    std::string format;
    CadOptions options;
};

Request request_of(std::span<char*> arguments) {
    Request request;
    request.format = arguments[1];
    request.options.deflection = std::strtod(arguments[2], nullptr);
    request.options.deflection_unit = length_unit_from_string(arguments[3]);
    request.options.angular_deflection_degrees = std::strtod(arguments[4], nullptr);
    request.options.time_limit_seconds = std::strtod(arguments[5], nullptr);
    request.options.memory_limit = std::strtoull(arguments[6], nullptr, 10);
    return request;
}

void limit(int resource, double value) {
    const rlim_t most = value < 1e18 ? static_cast<rlim_t>(value) : RLIM_INFINITY;
    rlimit both{};
    ::getrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &both);
    both.rlim_cur = std::min(most, both.rlim_max);
    ::setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &both);
}

/// Who started this process watches the time too; these hold if it cannot.
void limit_oneself(const CadOptions& options) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, std::ceil(options.time_limit_seconds) + 1);
    limit(RLIMIT_FSIZE, 0);
#ifndef IMPINGE_SANITIZED // whose shadow is larger than any memory
    limit(RLIMIT_AS, static_cast<double>(options.memory_limit));
#endif
}

void send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(output, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            std::_Exit(1); // nobody listens
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

FileBodies read(const Request& request) {
    const CadDocument document = request.format == "STEP"   ? read_step(input_file)
                                 : request.format == "IGES" ? read_iges(input_file)
                                                            : read_brep(input_file);
    return bodies_of(document, request.options);
}

Error too_much_memory(const CadOptions& options) {
    return {ErrorCode::OutOfMemory, "takes more than " +
                                        std::to_string(options.memory_limit >> 20) +
                                        " MiB of memory to read"};
}

/// Either the bodies or why there are none, and then why in one line.
void answer(const Request& request) {
    Error failure;
    try {
        const FileBodies bodies = read(request);
        encode_cad_answer(bodies, send);
        return;
    } catch (const Error& error) {
        failure = error;
    } catch (const std::bad_alloc&) {
        failure = too_much_memory(request.options);
    } catch (const Standard_OutOfMemory&) {
        failure = too_much_memory(request.options);
    } catch (const Standard_Failure& thrown) {
        failure = {ErrorCode::FileMalformed,
                   std::string("OpenCASCADE cannot read it: ") + thrown.DynamicType()->Name()};
    } catch (const std::exception& thrown) {
        failure = {ErrorCode::FileMalformed,
                   std::string("OpenCASCADE cannot read it: ") + thrown.what()};
    }
    encode_cad_failure(failure, send);
}

} // namespace
} // namespace impinge::cad_reader

int main(int argc, char** argv) {
    using namespace impinge::cad_reader;
    if (argc != 7) {
        constexpr std::string_view words = "impinge-cad-reader is started by impinge\n";
        return ::write(STDERR_FILENO, words.data(), words.size()) < 0 ? 3 : 2;
    }
    const Request request = request_of({argv, static_cast<std::size_t>(argc)});
    limit_oneself(request.options);
    answer(request);
    std::_Exit(0); // what OpenCASCADE would tidy up ends with the process
}
