// SPDX-License-Identifier: Apache-2.0
//
// What `impinge check` of two large files takes beyond reading them: the whole program against
// reading alone (place_scene, in a process of its own), in turns, with one thread and with all
// cores, for bodies that cross and bodies that come near each other. Times are the least of all
// rounds: of the processor with one thread, of the clock with all. Prints a table; fails if a ratio
// is above the bound, or an answer is not the one it should be.
//
//     check_files_bench [FOLDER [TRIANGLES_OF_A_FILE, 2000000 [ROUNDS, 9 [BOUND, 1.5 [FORMATS]]]]]
//
// FORMATS are some of ply,stl,obj. Files are made in FOLDER if they are not there; without one they
// are small, go away again, and are held against no bound.
#include "impinge/context.hpp"
#include "impinge/scene_file.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace impinge::bench {
namespace {

namespace fs = std::filesystem;

struct Measure {
    double wall_ms = std::numeric_limits<double>::infinity();
    double processor_ms = std::numeric_limits<double>::infinity();
    int status = -1; ///< of a process that ended by itself

    void take_less(const Measure& other) {
        wall_ms = std::min(wall_ms, other.wall_ms);
        processor_ms = std::min(processor_ms, other.processor_ms);
    }
};

double milliseconds(const timeval& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
}

/// Runs the work in a process of its own, which ends with what it returns.
Measure in_child(const std::function<int()>& work) {
    std::fflush(nullptr);
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        std::_Exit(work());
    }
    int status = -1;
    rusage usage{};
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child) {
        return {};
    }
    const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
    return {wall.count(), milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
            WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

/// impinge with these arguments; what it prints goes nowhere.
Measure program(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), IMPINGE_BENCH_PROGRAM);
    return in_child([&] {
        std::vector<char*> pointers;
        for (std::string& argument : arguments) {
            pointers.push_back(argument.data());
        }
        pointers.push_back(nullptr);
        ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO); // NOLINT(*-vararg)
        ::execv(pointers.front(), pointers.data());
        return 127;
    });
}

struct Pair {
    std::string a;
    std::string b;
};

/// As the program does, which makes reading faster too.
void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

Measure read_alone(const Pair& files, unsigned threads) {
    return in_child([&] {
        keep_freed_memory();
        const std::array<std::string, 2> both{files.a, files.b};
        const auto placed = place_scene(scene_of_files(both), {}, Context(threads));
        return placed && placed->bodies.size() == 2 ? 0 : 1;
    });
}

Measure check(const Pair& files, unsigned threads) {
    return program({"check", files.a, files.b, "--threads", std::to_string(threads)});
}

struct Scene {
    const char* name;
    const char* sample;
    int status; ///< of a check: 1 is interference
};
constexpr std::array<Scene, 2> scenes{
    {{"crossing", "bumpy-spheres", 1}, {"near miss", "bumpy-spheres-near", 0}}};

struct Wanted {
    fs::path folder;
    std::size_t triangles = 2000000;
    std::size_t rounds = 9;
    double bound = 1.5;
    std::string formats = "ply,stl,obj";
};

/// Makes the files if they are not there.
Pair files_of(const Scene& scene, const std::string& format, const Wanted& wanted) {
    const fs::path folder = wanted.folder / (std::string(scene.sample) + "-" + format + "-" +
                                             std::to_string(wanted.triangles));
    const Pair files{folder / ("left." + format), folder / ("right." + format)};
    if (!fs::exists(files.a) || !fs::exists(files.b)) {
        program({"sample", scene.sample, "--triangles", std::to_string(2 * wanted.triangles),
                 "--format", format, "--out", folder});
    }
    return files;
}

/// Whether all is as it should be.
bool compare(const Scene& scene, const std::string& format, const Wanted& wanted) {
    const Pair files = files_of(scene, format, wanted);
    constexpr std::array<unsigned, 2> threads{1, 0};
    std::array<Measure, 2> reading;
    std::array<Measure, 2> whole;
    bool right = read_alone(files, 0).status == 0; // also brings the files into the cache
    for (std::size_t round = 0; right && round < wanted.rounds; ++round) {
        for (std::size_t i = 0; i < threads.size(); ++i) {
            const Measure read = read_alone(files, threads[i]);
            const Measure checked = check(files, threads[i]);
            right = right && read.status == 0 && checked.status == scene.status;
            reading[i].take_less(read);
            whole[i].take_less(checked);
        }
    }
    const double on_one = whole[0].processor_ms / reading[0].processor_ms;
    const double on_all = whole[1].wall_ms / reading[1].wall_ms;
    // NOLINTNEXTLINE(*-vararg)
    std::printf("| %s | %s | %.0f | %.0f | %.2f | %.0f | %.0f | %.2f | %s |\n", format.c_str(),
                scene.name, reading[0].processor_ms, whole[0].processor_ms, on_one,
                reading[1].wall_ms, whole[1].wall_ms, on_all,
                !right                                     ? "WRONG"
                : std::max(on_one, on_all) <= wanted.bound ? "yes"
                                                           : "no");
    std::fflush(stdout);
    return right && std::max(on_one, on_all) <= wanted.bound;
}

int run(const Wanted& wanted) {
    std::puts("| files | bodies | read, one thread, ms | check | ratio | read, all threads, ms | "
              "check | ratio | within the bound |\n|---|---|---|---|---|---|---|---|---|");
    bool within = true;
    for (const char* format : {"ply", "stl", "obj"}) {
        for (const Scene& scene : scenes) {
            if (wanted.formats.find(format) != std::string::npos) {
                within = compare(scene, format, wanted) && within;
            }
        }
    }
    return within ? 0 : 1;
}

} // namespace
} // namespace impinge::bench

int main(int count, char** arguments) {
    impinge::bench::Wanted wanted;
    const auto given = [&](int index, std::size_t otherwise) {
        return count > index ? std::strtoul(arguments[index], nullptr, 10) : otherwise;
    };
    if (count > 1) {
        wanted.folder = arguments[1];
        wanted.triangles = given(2, wanted.triangles);
        wanted.rounds = given(3, wanted.rounds);
        wanted.bound = count > 4 ? std::strtod(arguments[4], nullptr) : wanted.bound;
        wanted.formats = count > 5 ? arguments[5] : wanted.formats;
        return impinge::bench::run(wanted);
    }
    std::string folder = (std::filesystem::temp_directory_path() / "impinge-check-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        std::perror("check_files_bench"); // NOLINT(concurrency-mt-unsafe)
        return 1;
    }
    wanted.folder = folder;
    wanted.triangles = 10000;
    wanted.rounds = 1;
    wanted.bound = std::numeric_limits<double>::infinity();
    const int status = impinge::bench::run(wanted);
    std::filesystem::remove_all(folder);
    return status;
}
