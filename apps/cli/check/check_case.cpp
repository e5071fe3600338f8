// SPDX-License-Identifier: Apache-2.0
#include "check/check_case.hpp"

#include <map>

namespace impinge::cli {

Case case_of(const Examination& examination, WithAnswer answer) {
    Case recorded;
    recorded.impinge_version = IMPINGE_VERSION;
    recorded.unit = examination.unit;
    recorded.detail = examination.detail;
    recorded.open_meshes = examination.open_meshes;
    std::map<const Mesh*, std::size_t> place;
    for (const LoadedBody& body : examination.bodies) {
        const auto [known, is_new] = place.emplace(body.mesh.get(), recorded.meshes.size());
        if (is_new) {
            recorded.meshes.push_back(body.mesh);
        }
        recorded.bodies.push_back({body.name, body.file, body.group, known->second, body.pose});
    }
    recorded.wishes = wish_runs(examination.wishes, examination.bodies.size());
    if (answer == WithAnswer::Yes) {
        recorded.answer = examination.answer.hash;
    }
    return recorded;
}

Examination examination_of(const Case& recorded, const Context& context) {
    Examination examination;
    examination.unit = recorded.unit;
    examination.detail = recorded.detail;
    examination.open_meshes = recorded.open_meshes;
    examination.wishes = wishes_from(recorded.wishes, recorded.bodies.size());
    examination.bodies.reserve(recorded.bodies.size());
    for (const CaseBody& body : recorded.bodies) {
        examination.bodies.push_back(loaded(
            {body.name, body.file, body.group, recorded.meshes[body.mesh], body.pose, 0}, context));
    }
    return examination;
}

} // namespace impinge::cli
