// SPDX-License-Identifier: Apache-2.0
#include "methods/gpu_exact.hpp"

#include "output/stopwatch.hpp"

#include <algorithm>

namespace impinge::viewer {
namespace {

Work work_of(const gpu::FrameReport& report, std::size_t meeting) {
    const gpu::DeviceTimes& t = report.device;
    Work work;
    work.stages = {{"world", t.world},
                   {"codes", t.codes},
                   {"cull a", t.cull_a},
                   {"cull b", t.cull_b},
                   {"count", t.count},
                   {"places", t.places},
                   {"fill", t.fill},
                   {"match", t.match},
                   {"crowd", t.crowd},
                   {"filter", t.filter},
                   {"refine", t.refine},
                   {"deliver", t.deliver},
                   {"proof here", report.proof_ms}};
    work.counts = {{"candidates", report.candidates},
                   {"surely crossing", report.sure},
                   {"left to the processor", report.doubtful},
                   {"entries in cells", report.entries},
                   {"tasks in crowded cells", report.tasks},
                   {"bytes returned", report.bytes_returned},
                   {"repeats", report.repeats},
                   {"triangle pairs", meeting}};
    return work;
}

} // namespace

Expected<GpuExact> GpuExact::on(raster::Device& device) {
    auto session = gpu::Session::create(device, {.timing = gpu::Timing::Stages});
    return session ? Expected<GpuExact>(GpuExact(std::move(*session))) : session.error();
}

Status GpuExact::hold(std::span<const CheckedBody> bodies) {
    std::erase_if(meshes_, [&](const auto& entry) {
        const bool unused =
            std::ranges::find(bodies, entry.first, &CheckedBody::mesh) == bodies.end();
        if (unused) {
            (void)session_.remove(entry.second);
        }
        return unused;
    });
    for (const CheckedBody& body : bodies) {
        if (meshes_.contains(body.mesh)) {
            continue;
        }
        const auto mesh = session_.add(body.mesh->view());
        if (!mesh) {
            return mesh.error();
        }
        meshes_.emplace(body.mesh, *mesh);
    }
    return {};
}

Expected<MethodVerdict> GpuExact::ask(const CheckedBody& a, const CheckedBody& b,
                                      OpenMeshes open_meshes, const Context& context) {
    const cli::Stopwatch watch;
    auto found = session_.collide(gpu::PlacedMesh{meshes_.at(a.mesh), a.pose},
                                  gpu::PlacedMesh{meshes_.at(b.mesh), b.pose},
                                  {.detail = Detail::Pairs, .open_meshes = open_meshes}, context);
    if (!found) {
        return found.error();
    }
    MethodVerdict verdict;
    verdict.work = work_of(session_.last_report(), found->pairs.size());
    verdict.work.ms = watch.milliseconds();
    verdict.interference = std::move(*found);
    verdict.names_triangles = true;
    verdict.is_exact = true;
    return verdict;
}

} // namespace impinge::viewer
