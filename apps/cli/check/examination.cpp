// SPDX-License-Identifier: Apache-2.0
#include "check/examination.hpp"

#include "broadphase/box_pairs.hpp"
#include "input/input.hpp"
#include "output/stopwatch.hpp"
#include "world/check_all.hpp"

#include <algorithm>
#include <utility>

namespace impinge::cli {
namespace {

/// More pairs than this get no advice: the same few meshes are to be mended for all of them.
constexpr std::size_t most_advised = 100;

std::uint64_t& count_of(VerdictCounts& counts, const Examination& examination,
                        const AssemblyPair& pair) {
    if (!is_decided(pair.interference) || could_not_tell(examination, pair) || is_left_open(pair)) {
        return counts.undecided;
    }
    if (is_within_tolerance(examination, pair)) {
        return counts.touching;
    }
    switch (pair.interference.verdict) {
    case Verdict::Apart:
        return counts.apart;
    case Verdict::Touching:
        return counts.touching;
    case Verdict::Crossing:
        return counts.crossing;
    case Verdict::AInsideB:
        return counts.a_inside_b;
    case Verdict::BInsideA:
        return counts.b_inside_a;
    case Verdict::Same:
        return counts.same;
    }
    return counts.undecided;
}

/// Interrupted before the boxes were compared: nothing is known about any pair.
bool nothing_examined(const AssemblyCheck& answer) {
    return answer.partial && answer.examined_pairs == 0 && answer.pairs.empty();
}

bool has_something_to_tell(const Examination& examination, const AssemblyPair& pair) {
    return pair.interference.verdict != Verdict::Apart || pair.nearest || is_left_open(pair) ||
           could_not_tell(examination, pair);
}

/// Interrupted before anything was found, a pair is only counted.
bool is_examined(const Examination& examination, const AssemblyPair& pair) {
    return has_something_to_tell(examination, pair) || is_decided(pair.interference);
}

void for_every_pair(const Examination& examination,
                    const std::function<void(const AssemblyPair&)>& visit) {
    auto next = examination.answer.pairs.begin();
    const auto end = examination.answer.pairs.end();
    for (std::uint32_t a = 0; a < examination.bodies.size(); ++a) {
        for (std::uint32_t b = a + 1; b < examination.bodies.size(); ++b) {
            if (next != end && next->a == a && next->b == b) {
                if (is_examined(examination, *next)) {
                    visit(*next);
                }
                ++next;
                continue;
            }
            const PairWish wish = wish_of(examination.wishes, a, b);
            if (wish.check) {
                visit({a, b, examination.apart, wish.clearance, {}});
            }
        }
    }
}

/// Of both bodies of each pair.
std::uint64_t triangles_to_look_at(const Examination& examination, const Context& context) {
    std::uint64_t triangles = 0;
    for (const BoxPair& pair : pairs_that_may_meet(examination, context)) {
        triangles += examination.bodies[pair.a].mesh->triangles.size() +
                     examination.bodies[pair.b].mesh->triangles.size();
    }
    return triangles;
}

} // namespace

std::vector<BoxPair> pairs_that_may_meet(const Examination& examination, const Context& context) {
    std::vector<Box3> boxes;
    boxes.reserve(examination.bodies.size());
    for (const LoadedBody& body : examination.bodies) {
        boxes.push_back(body.box);
    }
    std::vector<BoxPair> pairs = box_pairs(boxes, 0, context);
    std::erase_if(
        pairs, [&](const BoxPair& pair) { return !is_wished(examination.wishes, pair.a, pair.b); });
    return pairs;
}

Status diagnose(Examination& examination, Told told, const Context& context) {
    const Stopwatch watch;
    Status status = diagnose_bodies(examination.bodies, told, context);
    examination.diagnose_ms = watch.milliseconds();
    return status;
}

Error naming_files(Error error, std::span<const LoadedBody> bodies) {
    if (error.body && *error.body < bodies.size() && error.reason_begins > 0) {
        const LoadedBody& body = bodies[*error.body];
        error.message = body.file + ": " + body.name + ": " + std::string(error.reason());
        error.reason_begins = 0;
    }
    return error;
}

bool is_wished(const PairWishes& wishes, std::uint32_t a, std::uint32_t b) {
    return wish_of(wishes, a, b).check;
}

std::uint64_t count_wished(const Examination& examination) {
    std::uint64_t wished = 0;
    for (std::uint32_t a = 0; a < examination.bodies.size(); ++a) {
        for (std::uint32_t b = a + 1; b < examination.bodies.size(); ++b) {
            wished += is_wished(examination.wishes, a, b) ? 1 : 0;
        }
    }
    return wished;
}

std::uint64_t Examination::candidate_triangle_pairs() const {
    std::uint64_t sum = 0;
    for (const AssemblyPair& pair : answer.pairs) {
        sum += pair.interference.counters.candidate_pairs;
    }
    return sum;
}

std::uint64_t Examination::ignored_pairs() const {
    const std::uint64_t count = bodies.size();
    const std::uint64_t all = count < 2 ? 0 : count * (count - 1) / 2;
    // Interrupted before pairs were counted, nothing is known of them.
    return partial && answer.wished_pairs == 0 ? 0 : all - answer.wished_pairs;
}

std::uint64_t Examination::settled_by_boxes() const {
    return nothing_examined(answer) ? 0 : answer.wished_pairs - answer.pairs.size();
}

bool is_decided(const Interference& result) {
    return !result.partial || result.verdict == Verdict::Crossing;
}

const MethodAnswer* sampled_answer(const Examination& examination, const AssemblyPair& pair) {
    if (!examination.sampled) {
        return nullptr;
    }
    const std::vector<AssemblyPair>& pairs = examination.answer.pairs;
    const auto found = std::lower_bound(
        pairs.begin(), pairs.end(), pair, [](const AssemblyPair& left, const AssemblyPair& right) {
            return std::pair(left.a, left.b) < std::pair(right.a, right.b);
        });
    const bool known = found != pairs.end() && found->a == pair.a && found->b == pair.b;
    return known ? &examination.sampled->pairs[static_cast<std::size_t>(found - pairs.begin())]
                 : nullptr;
}

bool could_not_tell(const Examination& examination, const AssemblyPair& pair) {
    const MethodAnswer* answer = sampled_answer(examination, pair);
    return answer != nullptr && answer->could_not_tell();
}

bool is_left_open(const AssemblyPair& pair) {
    return pair.interference.decision == Decision::ContainmentOpen;
}

bool is_too_near(const AssemblyPair& pair) {
    return pair.nearest && pair.nearest->distance < pair.clearance;
}

VerdictCounts count_verdicts(const Examination& examination) {
    VerdictCounts counts;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        ++count_of(counts, examination, pair);
        counts.too_near += is_too_near(pair) ? 1 : 0;
        counts.within_tolerance += is_within_tolerance(examination, pair) ? 1 : 0;
        counts.within_facet_error += is_within_facet_error(examination, pair).value_or(false);
        const PairMeasure* measure = measure_of(examination, pair);
        counts.explained_by_facets += pair.interference.verdict == Verdict::Crossing &&
                                              measure != nullptr && measure->explained_by_facets()
                                          ? 1
                                          : 0;
    }
    if (nothing_examined(examination.answer)) {
        counts.undecided = examination.answer.wished_pairs;
    }
    counts.apart += examination.settled_by_boxes();
    return counts;
}

void for_each_pair(const Examination& examination, Listed listed,
                   const std::function<void(const AssemblyPair&)>& visit) {
    if (listed == Listed::All && !nothing_examined(examination.answer)) {
        for_every_pair(examination, visit);
        return;
    }
    for (const AssemblyPair& pair : examination.answer.pairs) {
        if (has_something_to_tell(examination, pair)) {
            visit(pair);
        }
    }
}

Status examine_pairs(Examination& examination, const ExactDeviceRequest& where,
                     const Context& context) {
    const Stopwatch watch;
    const bool choose = where.place == ExactPlace::Auto;
    const auto device =
        ExactDevice::open(where, choose ? triangles_to_look_at(examination, context) : 0, context);
    if (!device) {
        return device.error();
    }
    std::vector<std::shared_ptr<WorldMesh>> placed;
    for (LoadedBody& body : examination.bodies) {
        placed.push_back(std::exchange(body.placed, nullptr));
    }
    const std::vector<Body> bodies = bodies_of(examination.bodies);
    const auto on_device = [&](std::span<const BoxPair> pairs, const CollideOptions& options,
                               const Context& inner) {
        auto found = (*device)->collide_all(bodies, pairs, options, inner);
        for (std::size_t i = 0; found && i < pairs.size(); ++i) {
            if ((*found)[i]) {
                examination.on_device.push_back(pairs[i]);
            }
        }
        return found;
    };
    auto answer = check_all_placed(
        bodies, placed,
        {.detail = examination.detail,
         .wishes = examination.wishes,
         .open_meshes = examination.open_meshes},
        context, (*device)->is_open() ? InterferenceSource(on_device) : InterferenceSource());
    if (!answer) {
        return naming_files(answer.error(), examination.bodies);
    }
    std::sort(examination.on_device.begin(), examination.on_device.end());
    examination.device_reason = (*device)->reason();
    examination.answer = std::move(*answer);
    examination.apart = *collide(Body{}, Body{}, {.detail = examination.detail});
    examination.partial |= examination.answer.partial;
    examination.collide_ms = watch.milliseconds();
    return {};
}

const char* exact_device_of(const Examination& examination, const AssemblyPair& pair) {
    const auto& asked = examination.on_device;
    return std::binary_search(asked.begin(), asked.end(), BoxPair{pair.a, pair.b}) ? "opengl"
                                                                                   : "cpu";
}

Status measure_interfering(Examination& examination, const Context& context) {
    for (AssemblyPair& pair : examination.answer.pairs) {
        if (context.cancelled()) {
            return {};
        }
        if (pair.nearest || pair.interference.verdict == Verdict::Apart) {
            continue;
        }
        const auto nearest =
            distance(examination.bodies[pair.a].body(), examination.bodies[pair.b].body(), context);
        if (!nearest) {
            return nearest.error();
        }
        if (!nearest->partial) {
            pair.nearest = *nearest;
        }
    }
    return {};
}

const PairMeasure* measure_of(const Examination& examination, const AssemblyPair& pair) {
    return entry_of(examination.measures, pair);
}

bool is_within_tolerance(const Examination& examination, const AssemblyPair& pair) {
    const auto tolerance = examination.measuring.tolerance_of(pair);
    if (!tolerance || pair.interference.verdict != Verdict::Crossing ||
        pair.interference.compared != Compared::Solids) {
        return false;
    }
    const PairMeasure* measure = measure_of(examination, pair);
    return measure != nullptr && is_no_deeper(*measure, *tolerance);
}

std::optional<bool> is_within_facet_error(const Examination& examination,
                                          const AssemblyPair& pair) {
    const auto& chord_errors = examination.measuring.chord_errors;
    const auto both = chord_errors ? chord_errors(pair.a, pair.b) : std::nullopt;
    const PairMeasure* measure = measure_of(examination, pair);
    if (!both || measure == nullptr || pair.interference.verdict != Verdict::Crossing ||
        pair.interference.compared != Compared::Solids) {
        return std::nullopt;
    }
    return is_no_deeper(*measure, *both);
}

Status measure_overlaps(Examination& examination, const Context& context) {
    auto measures =
        measure_pairs(examination.bodies, examination.answer.pairs, examination.measuring, context);
    if (!measures) {
        return measures.error();
    }
    examination.measures = std::move(*measures);
    if (!examination.measuring.everything) {
        return {};
    }
    auto contacts = find_contacts(examination.bodies, examination.answer.pairs, context);
    if (!contacts) {
        return contacts.error();
    }
    examination.contacts = std::move(*contacts);
    return {};
}

Status advise(Examination& examination, const Context& context) {
    for (const AssemblyPair& pair : examination.answer.pairs) {
        if (!is_left_open(pair)) {
            continue;
        }
        if (examination.advice.size() == most_advised || context.cancelled()) {
            break;
        }
        const auto found = advise_on_containment(examination.bodies[pair.a].body(),
                                                 examination.bodies[pair.b].body(), context);
        if (!found) {
            return found.error();
        }
        examination.advice.push_back({pair.a, pair.b, *found});
    }
    return {};
}

const PairAdvice* advice_on(const Examination& examination, const AssemblyPair& pair) {
    const auto found =
        std::find_if(examination.advice.begin(), examination.advice.end(),
                     [&](const PairAdvice& one) { return one.a == pair.a && one.b == pair.b; });
    return found == examination.advice.end() ? nullptr : &*found;
}

} // namespace impinge::cli
