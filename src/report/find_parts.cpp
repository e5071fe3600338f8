// SPDX-License-Identifier: Apache-2.0
#include "exact/world_mesh.hpp"
#include "report/found_pairs.hpp"
#include "report/part_keys.hpp"

#include <map>

namespace impinge::inline v0::report {
namespace {

ReportPart named_part(const PlacedBody& body) {
    ReportPart part;
    part.name = body.name;
    part.path = path_of_name(body.name);
    part.file = body.file;
    part.group = body.group;
    part.instance_of = body.facts.part;
    part.colour = body.facts.colour;
    part.chord_error = body.facts.chord_error;
    part.triangles = body.mesh->triangles.size();
    return part;
}

Box3 box_of(const PlacedBody& body) {
    Box3 box;
    for (const TriangleIndices& t : body.mesh->triangles) {
        for (const std::uint32_t corner : t) {
            box = extend(box, apply(body.pose, body.mesh->positions[corner]));
        }
    }
    return box;
}

} // namespace

Status find_parts(Finding& finding, const Context& context) {
    std::map<const Mesh*, std::shared_ptr<const Diagnosis>> known;
    std::vector<PartPlace> places;
    Context silent = context;
    silent.set_progress({});
    const std::vector<PlacedBody>& bodies = finding.placed.bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const PlacedBody& body = bodies[i];
        std::shared_ptr<const Diagnosis>& diagnosis = known[body.mesh.get()];
        if (!diagnosis && !context.cancelled()) {
            auto examined = diagnose(body.mesh->view(), silent);
            if (!examined) {
                return Error{examined.error().code, body.file + ": " + examined.error().message};
            }
            if (!context.cancelled()) { // else it may be incomplete
                diagnosis = std::make_shared<const Diagnosis>(*examined);
            }
        }
        ReportPart part = named_part(body);
        part.box = box_of(body);
        if (diagnosis) {
            part.solid = diagnosis->solid();
            part.diagnosis = diagnosis->remarks();
        }
        places.push_back(place_of(part.path, body.mesh->view(), body.pose));
        finding.query.bodies.push_back({body.mesh->view(), body.pose, diagnosis.get()});
        finding.query.diagnoses.push_back(diagnosis);
        finding.found.geometry.parts.push_back({body.mesh, body.pose});
        finding.parts().push_back(std::move(part));
        context.report(static_cast<double>(i + 1) / static_cast<double>(bodies.size()));
    }
    const std::vector<std::string> keys = part_keys(places);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        finding.parts()[i].key = keys[i];
    }
    return {};
}

} // namespace impinge::inline v0::report
