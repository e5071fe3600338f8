// SPDX-License-Identifier: Apache-2.0
#include "check/diagnosed_meshes.hpp"

#include <utility>

namespace impinge::viewer {

Status DiagnosedMeshes::look_at(std::span<const CheckedBody> bodies, const Context& context) {
    auto before = std::exchange(known_, {});
    for (const CheckedBody& body : bodies) {
        std::shared_ptr<const Diagnosis>& diagnosis = known_[body.mesh];
        if (!diagnosis) {
            diagnosis = std::exchange(before[body.mesh], nullptr);
        }
        if (!diagnosis) {
            auto found = diagnose(body.mesh->view(), Context(context.threads()));
            if (!found) {
                known_.erase(body.mesh);
                return found.error();
            }
            diagnosis = std::make_shared<const Diagnosis>(*found);
        }
    }
    return {};
}

cli::LoadedBody DiagnosedMeshes::loaded(const CheckedBody& body, const std::string& name) const {
    cli::LoadedBody out;
    out.name = name;
    out.file = name;
    out.mesh = body.mesh;
    out.pose = body.pose;
    out.box = placed_box(body.box, body.pose);
    out.diagnosis = of(body);
    return out;
}

} // namespace impinge::viewer
