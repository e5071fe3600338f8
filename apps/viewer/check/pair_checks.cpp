// SPDX-License-Identifier: Apache-2.0
#include "check/pair_checks.hpp"

#include "base/no_throw.hpp"
#include "check/near_boxes.hpp"
#include "check/slide.hpp"

#include <algorithm>
#include <utility>

namespace impinge::viewer {
namespace {

using cli::Stopwatch;

/// So often is told how far verdicts have come.
constexpr double publish_every_ms = 60;

PairWish wish_of(const PairWishes& wishes, PairOfBodies pair) {
    return wishes.of ? wishes.of(static_cast<std::uint32_t>(pair.first),
                                 static_cast<std::uint32_t>(pair.second))
                     : PairWish{true, wishes.largest_clearance};
}

bool meets(Verdict verdict) {
    return verdict == Verdict::Touching || verdict == Verdict::Crossing || verdict == Verdict::Same;
}

/// Of those that are present, sorted: wished for and near, and what is to be measured even if the
/// boxes lie apart.
std::vector<PairOfBodies> pairs_to_ask(const CheckRequest& request, const Context& context) {
    const NearBoxes boxes(request.bodies);
    std::vector<PairOfBodies> out;
    for (const PairOfBodies& pair : boxes.pairs(request.wishes.largest_clearance, context)) {
        const PairWish wish = wish_of(request.wishes, pair);
        if (wish.check && boxes.come_within(pair, wish.clearance)) {
            out.push_back(pair);
        }
    }
    if (const auto& measured = request.measured;
        measured && request.bodies[measured->first].present &&
        request.bodies[measured->second].present && wish_of(request.wishes, *measured).check) {
        const auto place = std::ranges::lower_bound(out, *measured);
        if (place == out.end() || *place != *measured) {
            out.insert(place, *measured);
        }
    }
    return out;
}

std::size_t count_wished(const CheckRequest& request, const Context& context) {
    const auto present =
        static_cast<std::size_t>(std::ranges::count(request.bodies, true, &CheckedBody::present));
    if (!request.wishes.of) {
        return present * (present - std::min<std::size_t>(present, 1)) / 2;
    }
    std::size_t count = 0;
    for (BodyIndex a = 0; a < request.bodies.size() && !context.cancelled(); ++a) {
        for (BodyIndex b = a + 1; b < request.bodies.size(); ++b) {
            const bool both = request.bodies[a].present && request.bodies[b].present;
            count += both && wish_of(request.wishes, {a, b}).check ? 1 : 0;
        }
    }
    return count;
}

} // namespace

const Model& PairChecks::model_of(const CheckedBody& body) const { return models_.at(body.mesh); }

Status PairChecks::prepare(const CheckRequest& request, const Context& context) {
    std::map<std::shared_ptr<const Mesh>, Model> kept;
    for (const CheckedBody& body : request.bodies) {
        if (kept.contains(body.mesh)) {
            continue;
        }
        if (const auto known = models_.find(body.mesh); known != models_.end()) {
            kept.insert(*known);
            continue;
        }
        if (context.cancelled()) {
            break;
        }
        auto model = Model::prepare(body.mesh->view(), context);
        if (!model) {
            return model.error();
        }
        kept.emplace(body.mesh, std::move(*model));
    }
    if (!context.cancelled()) {
        models_ = std::move(kept);
    } else {
        models_.merge(kept);
    }
    return {};
}

Status PairChecks::verdict_of(const CheckRequest& request, PairOfBodies pair, double clearance,
                              const Context& context) {
    const CheckedBody& a = request.bodies[pair.first];
    const CheckedBody& b = request.bodies[pair.second];
    Known& known = known_[pair];
    const bool moved = known.pose_a != a.pose || known.pose_b != b.pose ||
                       known.open_meshes != request.open_meshes;
    const PlacedModel placed_a{model_of(a), a.pose};
    const PlacedModel placed_b{model_of(b), b.pose};
    if (moved || known.finding.b == 0) { // 0: not asked about yet
        const auto found =
            collide(placed_a, placed_b, known.memory,
                    {.detail = Detail::Verdict, .open_meshes = request.open_meshes}, context);
        if (!found) {
            return found.error();
        }
        if (found->partial) {
            return {};
        }
        ++result_.pairs_asked;
        known = {a.mesh, b.mesh, a.pose, b.pose, request.open_meshes, {}, false, known.memory};
        known.finding = {.a = pair.first,
                         .b = pair.second,
                         .verdict = found->verdict,
                         .decision = found->decision,
                         .contacts = {},
                         .clearance = clearance,
                         .nearest = {},
                         .way_out = {},
                         .overlap = {},
                         .features = {}};
    }
    if (clearance > 0 && !known.has_clearance) {
        const auto near = within(placed_a, placed_b, clearance, known.memory, context);
        if (!near) {
            return near.error();
        }
        if (!near->nearest.partial) {
            known.has_clearance = true;
            known.finding.too_near = near->within;
            known.finding.nearest = near->within ? std::optional(near->nearest) : std::nullopt;
        }
    }
    return {};
}

Status PairChecks::find_verdicts(const CheckRequest& request, const Context& context,
                                 const Publish& publish) {
    near_ = pairs_to_ask(request, context);
    result_.pairs_wished = count_wished(request, context);
    Turn turn;
    for (const PairOfBodies& pair : near_) {
        const double clearance = wish_of(request.wishes, pair).clearance;
        if (Status status = verdict_of(request, pair, clearance, context); !status) {
            return status;
        }
        if (context.cancelled()) {
            return {};
        }
        publish_now_and_then(turn, request, publish);
    }
    return {};
}

void PairChecks::publish_now_and_then(Turn& turn, const CheckRequest& request,
                                      const Publish& publish) {
    if (turn.since.milliseconds() > publish_every_ms) {
        summarize(request);
        publish(result_);
        turn.since = Stopwatch();
    }
}

Status PairChecks::find_contacts(const CheckRequest& request, const Context& context,
                                 const Publish& publish) {
    Turn turn;
    for (const PairOfBodies& pair : near_) {
        Known& known = known_[pair];
        if (known.finding.contacts || !meets(known.finding.verdict)) {
            continue;
        }
        auto found =
            collide({model_of(request.bodies[pair.first]), known.pose_a},
                    {model_of(request.bodies[pair.second]), known.pose_b}, known.memory,
                    {.detail = Detail::Curves, .open_meshes = request.open_meshes}, context);
        if (!found) {
            return found.error();
        }
        if (found->partial || context.cancelled()) {
            return {};
        }
        known.finding.contacts = std::make_shared<const Interference>(std::move(*found));
        publish_now_and_then(turn, request, publish);
    }
    return {};
}

Status PairChecks::measure(const CheckRequest& request, const Context& context) {
    if (!request.measured) {
        return {};
    }
    const PairOfBodies pair = *request.measured;
    const CheckedBody& a = request.bodies[pair.first];
    const CheckedBody& b = request.bodies[pair.second];
    const auto known = known_.find(pair);
    if (!a.present || !b.present || known == known_.end()) {
        return {};
    }
    PairFinding& finding = known->second.finding;
    const bool overlaps = finding.overlaps();
    if (!overlaps && !finding.nearest) {
        const auto nearest =
            distance({model_of(a), a.pose}, {model_of(b), b.pose}, known->second.memory, context);
        if (!nearest) {
            return nearest.error();
        }
        if (!nearest->partial) {
            finding.nearest = *nearest;
        }
    }
    const std::size_t triangles = a.mesh->triangles.size() + b.mesh->triangles.size();
    if (overlaps && request.extras.way_out && finding.decided() && !finding.way_out &&
        triangles <= request.way_out_triangles) {
        const auto way_out =
            minimum_separation(model_of(a).body(a.pose), model_of(b).body(b.pose), {}, context);
        if (!way_out) {
            return way_out.error();
        }
        if (!way_out->partial && !context.cancelled()) {
            finding.way_out = *way_out;
        }
    }
    return {};
}

/// Of the measured pair first.
Status PairChecks::find_overlaps(const CheckRequest& request, const Context& context,
                                 const Publish& publish) {
    std::vector<PairOfBodies> pairs = near_;
    std::stable_partition(pairs.begin(), pairs.end(),
                          [&](const PairOfBodies& pair) { return request.measured == pair; });
    Turn turn;
    for (const PairOfBodies& pair : pairs) {
        const CheckedBody& a = request.bodies[pair.first];
        const CheckedBody& b = request.bodies[pair.second];
        PairFinding& finding = known_[pair].finding;
        const std::size_t most =
            request.measured == pair ? request.overlap_triangles : small_overlap_triangles;
        if (finding.overlap || !finding.overlaps() || !finding.decided() ||
            a.mesh->triangles.size() + b.mesh->triangles.size() > most) {
            continue;
        }
        auto found = find_overlap(model_of(a).body(a.pose), model_of(b).body(b.pose), context);
        if (!found) {
            return found.error();
        }
        if (!*found) {
            return {};
        }
        finding.overlap = std::move(*found);
        publish_now_and_then(turn, request, publish);
    }
    return {};
}

void PairChecks::find_features(const CheckRequest& request) {
    const auto known = request.measured ? known_.find(*request.measured) : known_.end();
    if (known != known_.end() && !known->second.finding.features) {
        PairFinding& finding = known->second.finding;
        const auto& [a, b] = *request.measured;
        finding.features = features_.find(request.bodies[a], request.bodies[b],
                                          finding.overlaps() ? std::nullopt : finding.nearest);
    }
}

void PairChecks::find_interest(const CheckRequest& request) {
    result_.interest.clear();
    for (const PairOfBodies& pair : near_) {
        const Box3 common = intersection(world_boxes_.of(pair.first, request.bodies[pair.first]),
                                         world_boxes_.of(pair.second, request.bodies[pair.second]));
        if (!is_empty(common)) {
            result_.interest.push_back({pair, common});
        }
    }
}

void PairChecks::summarize(const CheckRequest& request) {
    result_.pairs.clear();
    result_.states.assign(request.bodies.size(), BodyState::Clear);
    for (const PairOfBodies& pair : near_) {
        const auto known = known_.find(pair);
        if (known == known_.end() || known->second.finding.b == 0 ||
            known->second.pose_a != request.bodies[pair.first].pose ||
            known->second.pose_b != request.bodies[pair.second].pose) {
            continue;
        }
        const PairFinding& finding = known->second.finding;
        result_.pairs.push_back(finding);
        for (const BodyIndex body : {pair.first, pair.second}) {
            result_.states[body] = std::max(result_.states[body], state_of_pair(finding));
        }
    }
}

void PairChecks::forget_others(const CheckRequest& request) {
    std::erase_if(known_, [&](const auto& entry) {
        const auto& [pair, known] = entry;
        return pair.second >= request.bodies.size() ||
               known.mesh_a != request.bodies[pair.first].mesh ||
               known.mesh_b != request.bodies[pair.second].mesh;
    });
}

/// Where the body has come to takes the place of where it was.
void PairChecks::find_slide(CheckRequest& request, const Context& context, Status& status) {
    auto slid = slide(
        request, [&](BodyIndex body) -> const Model& { return model_of(request.bodies[body]); },
        context);
    if (!slid) {
        status = slid.error();
        return;
    }
    request.bodies[request.slide->body].pose = compose(slid->pose, request.slide->placement);
    result_.slide = std::move(*slid);
}

/// What is quick first.
Status PairChecks::find_measures(const CheckRequest& request, const Context& context,
                                 const Publish& publish) {
    if (request.extras.overlaps) {
        if (Status status = find_overlaps(request, context, publish); !status) {
            return status;
        }
    }
    if (context.cancelled()) {
        return {};
    }
    if (Status status = measure(request, context); !status) {
        return status;
    }
    if (request.extras.features && !context.cancelled()) {
        find_features(request);
    }
    return {};
}

Status PairChecks::run_stages(const CheckRequest& asked, const Context& context,
                              const Publish& publish) {
    const Stopwatch total;
    CheckRequest request = asked;
    forget_others(request);
    features_.forget_unused();
    Status status = prepare(request, context);
    if (status && !context.cancelled() && request.slide) {
        find_slide(request, context, status);
    }
    const auto stage = [&](CheckStage next, auto&& work) {
        if (!status || context.cancelled()) {
            return;
        }
        status = work();
        if (!status || context.cancelled()) {
            return;
        }
        result_.stage = next;
        result_.total_ms = total.milliseconds();
        if (next == CheckStage::Contacts) {
            result_.verdict_ms = result_.total_ms;
        }
        summarize(request);
        publish(result_);
    };
    stage(CheckStage::Contacts, [&] { return find_verdicts(request, context, publish); });
    stage(CheckStage::Measures, [&] {
        if (request.extras.interest) {
            find_interest(request);
        }
        return find_contacts(request, context, publish);
    });
    stage(CheckStage::Done, [&] { return find_measures(request, context, publish); });
    return status;
}

void PairChecks::run(const CheckRequest& request, const Context& context, const Publish& publish) {
    result_ = {};
    result_.revision = request.revision;
    result_.serial = request.serial;
    const Status status = no_throw([&] { return run_stages(request, context, publish); });
    if (!status) {
        result_.stage = CheckStage::Done;
        result_.states.resize(request.bodies.size(), BodyState::Unchecked);
        result_.error = status.error();
        publish(result_);
    }
}

} // namespace impinge::viewer
