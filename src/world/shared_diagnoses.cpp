// SPDX-License-Identifier: Apache-2.0
#include "world/shared_diagnoses.hpp"

namespace impinge::inline v0 {

SharedDiagnoses::SharedDiagnoses(std::span<const Body> bodies) {
    for (const Body& body : bodies) {
        entries_.try_emplace(key_of(body.mesh));
    }
}

Expected<Diagnosis> SharedDiagnoses::of(const MeshView& mesh, const Context& context) {
    Entry& entry = entries_.at(key_of(mesh));
    const std::lock_guard lock(entry.mutex);
    if (!entry.diagnosis) {
        entry.diagnosis = diagnose(mesh, context);
    }
    return *entry.diagnosis;
}

SharedDiagnoses::Key SharedDiagnoses::key_of(const MeshView& mesh) {
    return {mesh.data(),   mesh.vertex_count(),     mesh.stride_bytes(),
            mesh.scalar(), mesh.triangles().data(), mesh.triangle_count()};
}

} // namespace impinge::inline v0
