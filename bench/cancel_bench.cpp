// SPDX-License-Identifier: Apache-2.0
//
// How soon a call on one thread returns once it is cancelled: families of large bodies, each asked
// again and again and cancelled a little later every time. Prints the processor time of the whole
// call, the longest from cancelling to the return, and after what share of the call that was.
// Processor time, so that other work on the machine does not count.
//
//     cancel_bench [TRIANGLES, 1000000] [TIMES, 48] [FAMILY]
#include "bench/tetrahedra_in_grid.hpp"
#include "impinge/collide.hpp"
#include "impinge/distance.hpp"
#include "impinge/self_intersections.hpp"
#include "scenes/bumpy_sphere.hpp"
#include "scenes/crowding.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string_view>
#include <thread>

namespace impinge::bench {
namespace {

double milliseconds_on(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

struct Family {
    const char* name;
    Mesh a;
    Mesh b;
    std::function<void(const Family&, const Context&)> ask;
};

struct Heard {
    double whole = 0;   ///< of the call, ms
    double latency = 0; ///< from cancelling to the return, ms
};

/// Cancels when the call has used so much processor time.
Heard cancel_after(const Family& family, double milliseconds) {
    const Context context(1);
    std::atomic<bool> done{false};
    double end = 0;
    std::thread worker([&] {
        family.ask(family, context);
        end = milliseconds_on(CLOCK_THREAD_CPUTIME_ID);
        done = true;
        while (done) { // its clock is looked at until nobody needs it
            std::this_thread::yield();
        }
    });
    clockid_t clock{};
    pthread_getcpuclockid(worker.native_handle(), &clock);
    double at = 0;
    while (!done && at < milliseconds) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        at = milliseconds_on(clock);
    }
    context.cancel();
    at = milliseconds_on(clock);
    while (!done) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    done = false;
    worker.join();
    return {end, std::max(0.0, end - at)};
}

void measure(const Family& family, int times) {
    const double whole = cancel_after(family, 1e9).whole;
    double longest = 0;
    double share = 0;
    for (int i = 0; i < times; ++i) {
        const double at = (i + 0.5) / times;
        const double latency = cancel_after(family, at * whole).latency;
        if (latency > longest) {
            longest = latency;
            share = at;
        }
    }
    std::printf("%-28s %8zu triangles, %9.1f ms, heard after at most %7.1f ms (at %2.0f %%)\n",
                family.name, family.a.triangles.size() + family.b.triangles.size(), whole, longest,
                100 * share);
    std::fflush(stdout);
}

void verdict(const Family& family, const Context& context) {
    static_cast<void>(collide({family.a.view()}, {family.b.view()}, {}, context));
}
void curves(const Family& family, const Context& context) {
    static_cast<void>(
        collide({family.a.view()}, {family.b.view()}, {.detail = Detail::Curves}, context));
}
void own(const Family& family, const Context& context) {
    static_cast<void>(self_intersections(family.a.view(), {}, context));
}
void nearest(const Family& family, const Context& context) {
    static_cast<void>(distance({family.a.view()}, {family.b.view()}, context));
}

Mesh moved(Mesh mesh, double size, Vec3d by) {
    for (Vec3d& p : mesh.positions) {
        p = p * size + by;
    }
    return mesh;
}

/// The same triangles in another order, but for one vertex that is moved by the smallest step.
Mesh nearly(Mesh mesh) {
    std::reverse(mesh.triangles.begin(), mesh.triangles.end());
    Vec3d& p = mesh.positions[mesh.positions.size() / 3];
    p.x = std::nextafter(p.x, 0.0);
    return mesh;
}

Mesh parts(std::size_t triangles, double from, double to) {
    return tetrahedra_in_grid(static_cast<int>(std::cbrt(static_cast<double>(triangles) / 4)), from,
                              to);
}

std::vector<Family> families(std::size_t triangles) {
    const Mesh ball = scenes::bumpy_sphere({.triangles = triangles / 2, .seed = 5});
    std::vector<Family> list{
        {"crossing, curves", ball, moved(ball, 1, {0.7, 0.3, 0.2}), curves},
        {"apart in a common box", ball, moved(ball, 1, {1.5, 1.5, 0.2}), verdict},
        {"one within the other", ball, moved(ball, 0.5, {}), verdict},
        {"nearly the same", ball, nearly(ball), verdict},
        {"the same, stored otherwise",
         ball,
         {ball.positions, {ball.triangles.rbegin(), ball.triangles.rend()}},
         verdict},
        {"parts within parts", parts(triangles / 2, 0.3, 0.5), parts(triangles / 2, 0.2, 0.9),
         verdict},
        {"parts, half of them within", parts(triangles / 2, 0.25, 0.75),
         moved(ball, 1, {0.4, 0, 0}), verdict},
        {"with itself", ball, {}, own},
        {"distance", ball, moved(ball, 1, {1.9, 1.2, 0.4}), nearest},
    };
    for (const scenes::CrowdedFamily& crowded : scenes::crowded_families()) {
        if (std::string_view(crowded.name) != "long-tangle") {
            scenes::CrowdedBodies bodies = crowded.make(triangles / 4);
            const bool alone = bodies.b.triangles.empty();
            list.push_back(
                {crowded.name, std::move(bodies.a), std::move(bodies.b), alone ? own : verdict});
        }
    }
    return list;
}

} // namespace
} // namespace impinge::bench

int main(int count, char** arguments) {
    using namespace impinge::bench;
    const std::size_t triangles = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 1'000'000;
    const int times = count > 2 ? std::atoi(arguments[2]) : 48;
    const std::string_view wanted = count > 3 ? arguments[3] : "";
    for (const Family& family : families(triangles)) {
        if (std::string_view(family.name).find(wanted) != std::string_view::npos) {
            measure(family, times);
        }
    }
    return 0;
}
