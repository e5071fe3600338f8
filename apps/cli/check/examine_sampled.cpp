// SPDX-License-Identifier: Apache-2.0
#include "check/examine_sampled.hpp"

#include "base/hash.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "sampled/edge_rays.hpp"
#include "sampled/method.hpp"
#include "world/weighted_work.hpp"

#include <fmt/core.h>

namespace impinge::cli {
namespace {

Expected<MethodAnswer> ask(const LoadedBody& a, const LoadedBody& b, raster::Device& device,
                           const SampledRequest& request, const Context& context) {
    if (request.method->needs_solids()) {
        if (Status status = need_solids(a, b); !status) {
            return status.error();
        }
    }
    auto answer = ask_pair(a, b, request, device, context);
    if (!answer) {
        return Error{answer.error().code,
                     fmt::format("{} and {}: {}", a.file, b.file, answer.error().message)};
    }
    answer->interference.hash = hash_of(*answer);
    return answer;
}

/// What is known of a pair that was not drawn because the user had enough.
MethodAnswer not_asked() {
    MethodAnswer answer;
    answer.interference.partial = true;
    answer.interference.certainty = Certainty::Sampled;
    return answer;
}

void take(Examination& examination, const BoxPair& pair, MethodAnswer answer) {
    examination.answer.partial |= answer.interference.partial;
    examination.answer.examined_pairs += is_decided(answer.interference) ? 1 : 0;
    examination.answer.pairs.push_back({pair.a, pair.b, answer.interference, 0, {}});
    examination.sampled->pairs.push_back(std::move(answer));
}

std::uint64_t hash_of_pairs(const AssemblyCheck& answer) {
    Hasher hasher;
    hasher.add(answer.wished_pairs);
    for (const AssemblyPair& pair : answer.pairs) {
        hasher.add(std::uint64_t{pair.a} << 32 | pair.b);
        hasher.add(pair.interference.hash);
    }
    return hasher.digest();
}

/// Pairs whose boxes meet, one after the other.
Status ask_pair_by_pair(Examination& examination, raster::Device& device, const Context& context) {
    const std::vector<BoxPair> pairs = pairs_that_may_meet(examination, context);
    examination.answer.examined_pairs = examination.answer.wished_pairs - pairs.size();
    const auto count = static_cast<double>(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const LoadedBody& a = examination.bodies[pairs[i].a];
        const LoadedBody& b = examination.bodies[pairs[i].b];
        const auto done = static_cast<double>(i);
        auto answer = context.cancelled() ? not_asked()
                                          : ask(a, b, device, examination.sampled->request,
                                                part_of(context, done / count, (done + 1) / count));
        if (!answer) {
            return answer.error();
        }
        take(examination, pairs[i], std::move(*answer));
    }
    return {};
}

/// Pairs whose boxes meet, side by side in one picture.
Status ask_side_by_side(Examination& examination, raster::Device& device, const Context& context) {
    const imagespace::PeelingOptions options = peeling_options(examination.sampled->request);
    const std::vector<Body> bodies = bodies_of(examination.bodies);
    const auto wished = [&](std::uint32_t a, std::uint32_t b) {
        return is_wished(examination.wishes, a, b);
    };
    auto peeled = imagespace::peel_all(device, bodies, options, wished, context);
    if (!peeled) {
        return naming_files(peeled.error(), examination.bodies);
    }
    examination.answer.examined_pairs = examination.answer.wished_pairs - peeled->pairs.size();
    for (imagespace::PeeledBodies& pair : peeled->pairs) {
        MethodAnswer answer = answer_of(std::move(pair.found), options.search);
        answer.interference.hash = hash_of(answer);
        take(examination, {pair.a, pair.b}, std::move(answer));
    }
    examination.answer.partial |= peeled->partial;
    return {};
}

/// All bodies in one sweep; what it says of pairs that were not asked about is dropped.
Status ask_all_at_once(Examination& examination, raster::Device& device, const Context& context) {
    SampledAnswers& sampled = *examination.sampled;
    auto asked = ask_edge_rays(examination.bodies, sampled.request, device, context);
    if (!asked) {
        return naming_files(asked.error(), examination.bodies);
    }
    imagespace::EdgeRays& rays = asked->rays;
    examination.answer.examined_pairs = examination.answer.wished_pairs;
    for (std::size_t i = 0; i < asked->answers.size(); ++i) {
        const BoxPair pair{rays.pairs[i].a, rays.pairs[i].b};
        if (is_wished(examination.wishes, pair.a, pair.b)) {
            --examination.answer.examined_pairs;
            take(examination, pair, std::move(asked->answers[i]));
        } else {
            ++sampled.unwished_pairs;
        }
    }
    examination.answer.partial |= rays.partial;
    sampled.edge_rays = std::move(rays);
    return {};
}

} // namespace

Status examine_pairs_sampled(Examination& examination, const SampledRequest& request,
                             const Context& context) {
    const Stopwatch watch;
    auto device = raster::make_device(request.device, {}, context);
    if (!device) {
        return device.error();
    }
    examination.sampled = SampledAnswers{.request = request, .pairs = {}};
    examination.apart = *collide(Body{}, Body{});
    examination.answer.wished_pairs = count_wished(examination);
    Status status =
        request.method->looks_at_all_bodies() ? ask_all_at_once(examination, **device, context)
        : peels_surfaces(*request.method)     ? ask_side_by_side(examination, **device, context)
                                              : ask_pair_by_pair(examination, **device, context);
    if (!status) {
        return status;
    }
    examination.answer.hash = hash_of_pairs(examination.answer);
    examination.partial |= examination.answer.partial || context.cancelled();
    examination.collide_ms = watch.milliseconds();
    return {};
}

std::uint64_t count_untold(const Examination& examination) {
    std::uint64_t untold = 0;
    for (const AssemblyPair& pair : examination.answer.pairs) {
        untold += could_not_tell(examination, pair) ? 1 : 0;
    }
    return untold;
}

bool interferes_as_a_whole(const Examination& examination) {
    const auto& sampled = examination.sampled;
    if (!sampled || !sampled->edge_rays) {
        return false;
    }
    const imagespace::EdgeRayOptions& asked = sampled->request.edge_rays;
    return sampled->edge_rays->interference && !names_pairs(asked.algorithm) &&
           sampled->unwished_pairs == 0 && asked.confirmation == imagespace::Confirmation::None;
}

std::string untold_words(const Examination& examination) {
    return fmt::format("check: about {} {}", counted(count_untold(examination), "pair", "pairs"),
                       could_not_tell_words(examination.sampled->request));
}

} // namespace impinge::cli
