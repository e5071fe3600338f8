// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/algorithms/edge_draws.hpp"

namespace impinge::inline v0::imagespace {
namespace {

/// Draws that share a pass.
class Run {
  public:
    Run(const EdgeFrame& frame, const EdgeDraw& draw) : frame_(frame), draw_(draw) {}

    void add(const EdgeBody& body, std::size_t place) {
        if (body.geometry == nullptr) {
            return;
        }
        raster::Query* query = nullptr;
        if (!draw_.queries.empty()) {
            query = draw_.queries[draw_.queries.size() == 1 ? 0 : place];
        }
        draws_.push_back({.geometry = body.geometry,
                          .pose = body.pose,
                          .body = name_of_body(body.index),
                          .query = query});
    }
    Status draw(const raster::Pass& pass) {
        if (draws_.empty()) {
            return {};
        }
        frame_.work.draws += draws_.size();
        Status status =
            frame_.device.draw(draw_.target, frame_.view, pass, draws_, draw_.reference);
        draws_.clear();
        return status;
    }

  private:
    const EdgeFrame& frame_;
    const EdgeDraw& draw_;
    std::vector<raster::Draw> draws_;
};

/// In units of the mesh, along its vertex normals, which of an inside-out body point inward.
double offset_in_mesh(const EdgeFrame& frame, const EdgeBody& body) {
    const double offset = frame.edge_offset / body.pose.scale;
    return body.inside_out ? -offset : offset;
}

} // namespace

Status draw_edges(const EdgeFrame& frame, std::span<const EdgeBody> bodies, const EdgeDraw& draw) {
    Run run(frame, draw);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        run.add(bodies[i], i);
        const double offset = offset_in_mesh(frame, bodies[i]);
        if (i + 1 == bodies.size() || offset_in_mesh(frame, bodies[i + 1]) != offset) {
            raster::Pass pass = draw.pass;
            pass.edge_offset = offset;
            if (Status status = run.draw(pass); !status) {
                return status;
            }
        }
    }
    return {};
}

Status draw_faces(const EdgeFrame& frame, std::span<const EdgeBody> bodies, const EdgeDraw& draw) {
    Run outward(frame, draw);
    Run inward(frame, draw);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].open) {
            (bodies[i].inside_out ? inward : outward).add(bodies[i], i);
        }
    }
    const Status status = outward.draw(draw.pass);
    return status ? inward.draw(turned(draw.pass)) : status;
}

} // namespace impinge::inline v0::imagespace
