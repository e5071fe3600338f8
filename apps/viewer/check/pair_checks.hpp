// SPDX-License-Identifier: Apache-2.0
//
// The work of the checker: every pair of bodies through prepared models, verdicts first, then
// curves, then what was asked to be measured. What is known of pairs whose bodies stand where they
// stood is kept.
#pragma once

#include "check/check_types.hpp"
#include "impinge/model.hpp"
#include "output/stopwatch.hpp"

#include <functional>
#include <map>

namespace impinge::viewer {

class PairChecks {
  public:
    using Publish = std::function<void(const CheckResult&)>;

    /// Publishes after every stage, and now and then within one. Returns early once the context is
    /// cancelled; what was proved until then is kept for the next run.
    void run(const CheckRequest& request, const Context& context, const Publish& publish);

  private:
    struct Known {
        std::shared_ptr<const Mesh> mesh_a;
        std::shared_ptr<const Mesh> mesh_b;
        Rigid pose_a;
        Rigid pose_b;
        OpenMeshes open_meshes = OpenMeshes::UnfinishedSolids;
        PairFinding finding;
        bool has_clearance = false; ///< what the scene wishes to know of it was asked
        PairMemory memory;
    };
    using KnownPairs = std::map<PairOfBodies, Known>;

    /// When something was published last.
    struct Turn {
        cli::Stopwatch since;
    };

    Status run_stages(const CheckRequest& asked, const Context& context, const Publish& publish);
    void publish_now_and_then(Turn& turn, const CheckRequest& request, const Publish& publish);
    Status prepare(const CheckRequest& request, const Context& context);
    Status find_verdicts(const CheckRequest& request, const Context& context,
                         const Publish& publish);
    Status find_contacts(const CheckRequest& request, const Context& context,
                         const Publish& publish);
    Status measure(const CheckRequest& request, const Context& context);
    Status find_overlaps(const CheckRequest& request, const Context& context,
                         const Publish& publish);
    Status find_measures(const CheckRequest& request, const Context& context,
                         const Publish& publish);
    void find_features(const CheckRequest& request);
    void find_interest(const CheckRequest& request);
    Status verdict_of(const CheckRequest& request, PairOfBodies pair, double clearance,
                      const Context& context);
    [[nodiscard]] const Model& model_of(const CheckedBody& body) const;
    /// Drops what is known of bodies that are other ones now.
    void forget_others(const CheckRequest& request);
    void summarize(const CheckRequest& request);
    void find_slide(CheckRequest& request, const Context& context, Status& status);

    std::map<std::shared_ptr<const Mesh>, Model> models_;
    KnownPairs known_;
    std::vector<PairOfBodies> near_; ///< of the present request: wished for, and not apart by boxes
    CheckResult result_;
    FeatureFinder features_;
    WorldBoxes world_boxes_;
};

} // namespace impinge::viewer
