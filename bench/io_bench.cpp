// SPDX-License-Identifier: Apache-2.0
//
//     io_bench [FOLDER [MEGABYTES [REPEATS]]]
//
// Reads the same files with impinge and with its peers, in turn, each time in a process of its own
// so that memory is counted from nothing. Prints a table: medians of the processor's time (all of
// it, the system's part included) and of the clock's, and the most memory held beyond what the
// process began with. Files are made in FOLDER if they are not there; without one they are small
// and go away again.
#include "impinge/files.hpp"
#include "io_files.hpp"
#include "io_peers.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace impinge::bench {
namespace {

struct Measure {
    ReadSize size;
    double wall_seconds = 0;
    double processor_seconds = 0;
    double peak_megabytes = 0;
};

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

rusage usage() {
    rusage now{};
    ::getrusage(RUSAGE_SELF, &now);
    return now;
}

Measure measure_here(const Reader& reader, const std::filesystem::path& path) {
    const rusage before = usage();
    const auto start = std::chrono::steady_clock::now();
    Measure measure;
    measure.size = reader.read(path);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const rusage after = usage();
    measure.wall_seconds = wall.count();
    measure.processor_seconds = seconds(after.ru_utime) + seconds(after.ru_stime) -
                                seconds(before.ru_utime) - seconds(before.ru_stime);
    measure.peak_megabytes = static_cast<double>(after.ru_maxrss - before.ru_maxrss) * 1024e-6;
    return measure;
}

/// Runs the work in a process of its own; whether it ended well.
bool in_child(const std::function<void()>& work) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            work();
        } catch (const std::exception& failure) {
            std::fprintf(stderr, "%s\n", failure.what()); // NOLINT(*-vararg)
            std::_Exit(1);
        }
        std::_Exit(0);
    }
    int status = 1;
    return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

Measure measure(const Reader& reader, const std::filesystem::path& path) {
    std::array<int, 2> ends{};
    Measure measure;
    if (::pipe(ends.data()) != 0) {
        return measure;
    }
    const bool done = in_child([&] {
        const Measure mine = measure_here(reader, path);
        if (::write(ends[1], &mine, sizeof mine) != sizeof mine) {
            std::_Exit(1);
        }
    });
    if (done && ::read(ends[0], &measure, sizeof measure) != sizeof measure) {
        measure = {};
    }
    ::close(ends[0]);
    ::close(ends[1]);
    return measure;
}

double median(const std::vector<Measure>& measures, double Measure::*field) {
    std::vector<double> values(measures.size());
    std::transform(measures.begin(), measures.end(), values.begin(),
                   [&](const Measure& measure) { return measure.*field; });
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

ReadSize read_by_impinge(const std::filesystem::path& path) {
    const auto mesh = read_mesh(path);
    return mesh ? ReadSize{mesh->triangles.size(), mesh->positions.size()} : ReadSize{};
}

std::vector<Reader> all_readers() {
    std::vector<Reader> readers = {{"impinge", read_by_impinge}};
#ifdef IMPINGE_BENCH_ASSIMP
    for (const Reader& reader : assimp_readers()) {
        readers.push_back(reader);
    }
#endif
    return readers;
}

std::vector<Reader> readers_for(const BenchFile& file) {
    std::vector<Reader> readers = all_readers();
    std::erase_if(readers, [&](const Reader& reader) {
        return reader.only_stl && file.path.extension() != ".stl";
    });
    return readers;
}

void print_row(const BenchFile& file, const Reader& reader, const std::vector<Measure>& measures) {
    const double megabytes = 1e-6 * static_cast<double>(std::filesystem::file_size(file.path));
    const double processor = median(measures, &Measure::processor_seconds);
    const ReadSize size = measures.front().size;
    if (size.triangles == 0) {
        std::printf("| %s | %.0f | %s | cannot read it | | | | | |\n", // NOLINT(*-vararg)
                    file.what.c_str(), megabytes, reader.name.c_str());
        return;
    }
    std::printf(
        "| %s | %.0f | %s | %.3f | %.3f | %.0f | %.0f | %llu | %llu |\n", // NOLINT(*-vararg)
        file.what.c_str(), megabytes, reader.name.c_str(), processor,
        median(measures, &Measure::wall_seconds), megabytes / processor,
        median(measures, &Measure::peak_megabytes), static_cast<unsigned long long>(size.triangles),
        static_cast<unsigned long long>(size.vertices));
}

void compare(const BenchFile& file, std::size_t repeats) {
    const std::vector<Reader> readers = readers_for(file);
    std::vector<std::vector<Measure>> measures(readers.size());
    measure(readers.front(), file.path); // brings the file into the cache
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        for (std::size_t i = 0; i < readers.size(); ++i) {
            measures[i].push_back(measure(readers[i], file.path));
        }
    }
    for (std::size_t i = 0; i < readers.size(); ++i) {
        print_row(file, readers[i], measures[i]);
    }
}

int run(const std::filesystem::path& folder, std::size_t megabytes, std::size_t repeats) {
    std::puts("| file | MB | reader | CPU s | wall s | MB/s of CPU | peak MB | triangles | "
              "vertices |\n|---|---|---|---|---|---|---|---|---|");
    for (const BenchFile& file : bench_files(folder, megabytes)) {
        if (!std::filesystem::exists(file.path) &&
            !in_child([&] { file.write(file.path, file.triangles); })) {
            return 1;
        }
        compare(file, repeats);
    }
    return 0;
}

} // namespace
} // namespace impinge::bench

int main(int count, char** arguments) {
    namespace fs = std::filesystem;
    const auto number = [&](int index, std::size_t otherwise) {
        return count > index ? std::strtoul(arguments[index], nullptr, 10) : otherwise;
    };
    if (count > 1) {
        return impinge::bench::run(arguments[1], std::max(1ul, number(2, 100)),
                                   std::max(1ul, number(3, 5)));
    }
    std::string folder = (fs::temp_directory_path() / "impinge-io-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        std::perror("io_bench"); // NOLINT(concurrency-mt-unsafe)
        return 1;
    }
    const int status = impinge::bench::run(folder, 10, 3);
    fs::remove_all(folder);
    return status;
}
