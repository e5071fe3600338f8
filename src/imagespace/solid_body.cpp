// SPDX-License-Identifier: Apache-2.0
#include "imagespace/solid_body.hpp"

#include "base/no_throw.hpp"
#include "exact/collide.hpp"
#include "raster/request.hpp"

namespace impinge::inline v0::imagespace {
namespace {

std::string joined(const std::vector<std::string>& reasons) {
    std::string text;
    for (const std::string& reason : reasons) {
        text += (text.empty() ? "" : ", ") + reason;
    }
    return text;
}

} // namespace

Box3 box_of(const MeshView& mesh) {
    Box3 box;
    for (const TriangleIndices& triangle : mesh.triangles()) {
        for (const std::uint32_t vertex : triangle) {
            box = extend(box, mesh.position(vertex));
        }
    }
    return box;
}

Expected<Diagnosis> solid_diagnosis(const Body& body, const BodyName& name,
                                    const Context& context) {
    // Finished even if the query is cancelled: it then says what was told so far.
    auto diagnosis =
        body.diagnosis != nullptr
            ? Expected(*body.diagnosis)
            : diagnose_solidity(body.mesh, ShellQuestions::Orientation, Context(context.threads()));
    if (!diagnosis) {
        return about(name, diagnosis.error());
    }
    if (!diagnosis->solid()) {
        return about(name, invalid("not a solid (" + joined(diagnosis->reasons()) + ")"));
    }
    return diagnosis;
}

Expected<SolidBody> enter_solid(const Body& body, const BodyName& name, const Context& context) {
    if (const Status status = validate(body.mesh); !status) {
        return about(name, status.error());
    }
    SolidBody entered{.mesh = body.mesh, .box = box_of(body.mesh), .diagnosis = {}};
    if (entered.empty()) {
        return entered;
    }
    auto diagnosis = solid_diagnosis(body, name, context);
    if (!diagnosis) {
        return diagnosis.error();
    }
    entered.diagnosis = *diagnosis;
    return entered;
}

Status need_geometry(raster::Device& device, SolidBody& body, const BodyName& name) {
    if (!body.geometry) {
        auto uploaded = device.upload(body.mesh);
        if (!uploaded) {
            return about(name, uploaded.error());
        }
        body.geometry = std::move(*uploaded);
    }
    return {};
}

Status need_local_mesh(SolidBody& body, const BodyName& name) {
    if (!body.local) {
        auto local = raster::local_mesh(body.mesh, raster::Parts::Triangles);
        if (!local) {
            return about(name, local.error());
        }
        body.local = std::move(*local);
    }
    return {};
}

Status check_pose(const Rigid& pose, const BodyName& name) {
    const Status status = raster::check_pose(pose);
    return status ? status : about(name, status.error());
}

} // namespace impinge::inline v0::imagespace
