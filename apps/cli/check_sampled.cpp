// SPDX-License-Identifier: Apache-2.0
#include "check_sampled.hpp"

#include "base/hash.hpp"
#include "broadphase/box_pairs.hpp"
#include "console.hpp"
#include "stopwatch.hpp"
#include "world/weighted_work.hpp"

#include <fmt/format.h>

namespace impinge::cli {
namespace {

bool is_wished(const PairWishes& wishes, std::uint32_t a, std::uint32_t b) {
    return !wishes.of || wishes.of(a, b).check;
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

std::vector<BoxPair> pairs_to_draw(const Examination& examination, const Context& context) {
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

Expected<MethodAnswer> ask(const LoadedBody& a, const LoadedBody& b, raster::Device& device,
                           const SampledRequest& request, const Context& context) {
    for (const LoadedBody* body : {&a, &b}) {
        if (body->known_open()) {
            return not_a_solid(*body);
        }
    }
    MethodQuestion question{device, a.body(), b.body(), request.options};
    question.options.context = context;
    auto answer = request.method->ask(question);
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

} // namespace

Status examine_pairs_sampled(Examination& examination, const SampledRequest& request,
                             const Context& context) {
    const Stopwatch watch;
    auto device = raster::make_device(request.device, {.context = context});
    if (!device) {
        return device.error();
    }
    examination.sampled = SampledAnswers{request.method, raster::name_of(request.device), {}};
    examination.apart = *collide(Body{}, Body{});
    examination.answer.wished_pairs = count_wished(examination);
    const std::vector<BoxPair> pairs = pairs_to_draw(examination, context);
    examination.answer.examined_pairs = examination.answer.wished_pairs - pairs.size();
    const auto count = static_cast<double>(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const LoadedBody& a = examination.bodies[pairs[i].a];
        const LoadedBody& b = examination.bodies[pairs[i].b];
        const auto done = static_cast<double>(i);
        auto answer = context.cancelled() ? not_asked()
                                          : ask(a, b, **device, request,
                                                part_of(context, done / count, (done + 1) / count));
        if (!answer) {
            return answer.error();
        }
        take(examination, pairs[i], std::move(*answer));
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

std::string untold_words(const Examination& examination) {
    return fmt::format("check: about {} {}", counted(count_untold(examination), "pair", "pairs"),
                       could_not_tell_words(*examination.sampled->method));
}

} // namespace impinge::cli
