// SPDX-License-Identifier: Apache-2.0
#include "check/sequence.hpp"

#include "broadphase/box_pairs.hpp"
#include "io/file_bytes.hpp"
#include "io/scene/motions.hpp"
#include "io/scene/poses.hpp"
#include "output/stopwatch.hpp"
#include "world/weighted_work.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <set>

namespace impinge::cli {
namespace {

Sequence sequence_from(const PoseSequence& poses) {
    Sequence sequence{.file = {}, .unit = poses.unit, .frames = {}, .named = {}};
    for (const PoseFrame& frame : poses.frames) {
        sequence.frames.push_back({frame.name, {{0, frame.a}, {1, frame.b}}});
    }
    return sequence;
}

/// Bodies are numbered as the file first names them.
Expected<Sequence> sequence_from(const Motions& motions, const std::string& file) {
    Sequence sequence{.file = {}, .unit = motions.unit, .frames = {}, .named = {}};
    std::map<std::string, std::uint32_t> numbers;
    for (std::size_t i = 0; i < motions.frames.size(); ++i) {
        SequenceFrame frame;
        std::set<std::uint32_t> moved;
        for (const MovedBody& body : motions.frames[i].moved) {
            const auto number = static_cast<std::uint32_t>(numbers.size());
            const auto [known, is_new] = numbers.emplace(body.body, number);
            if (is_new) {
                sequence.named.push_back(body.body);
            }
            if (!moved.insert(known->second).second) {
                return Error{
                    ErrorCode::InvalidArgument,
                    fmt::format("{}: frames[{}]: '{}' moves a second time", file, i, body.body)};
            }
            frame.moved.push_back({known->second, body.pose});
        }
        sequence.frames.push_back(std::move(frame));
    }
    return sequence;
}

Expected<Sequence> parse_sequence(std::string_view text, const std::string& file) {
    if (stated_format(text) != "impinge-motions") {
        const auto poses = parse_pose_sequence(text, file);
        return poses ? sequence_from(*poses) : Expected<Sequence>(poses.error());
    }
    const auto motions = parse_motions(text, file);
    return motions ? sequence_from(*motions, file) : Expected<Sequence>(motions.error());
}

/// From numbers in the file to those of the bodies.
Status find_bodies(Sequence& sequence, std::span<const LoadedBody> bodies) {
    if (sequence.named.empty()) {
        const bool is_poses = !sequence.frames.front().moved.empty();
        return is_poses && bodies.size() != 2
                   ? Status(Error{ErrorCode::InvalidArgument,
                                  fmt::format("{}: poses are of two bodies, and there are {}; a "
                                              "file of motions names any number (docs/poses.md)",
                                              sequence.file, bodies.size())})
                   : Status{};
    }
    std::vector<std::uint32_t> numbers;
    for (const std::string& name : sequence.named) {
        const auto found = std::find_if(bodies.begin(), bodies.end(),
                                        [&](const auto& body) { return body.name == name; });
        if (found == bodies.end()) {
            return Error{ErrorCode::InvalidArgument,
                         fmt::format("{}: no body is called '{}'", sequence.file, name)};
        }
        numbers.push_back(static_cast<std::uint32_t>(found - bodies.begin()));
    }
    for (SequenceFrame& frame : sequence.frames) {
        for (MovedTo& moved : frame.moved) {
            moved.body = numbers[moved.body];
        }
    }
    return {};
}

/// Around the turned box of a model, and a little more than rounding could make of it.
Box3 box_of(const Model& model, const LoadedBody& body) {
    Box3 box;
    const std::vector<ModelBox> level = model.boxes(0);
    if (level.size() != 1) {
        for (const Vec3d vertex : body.mesh->positions) {
            box = extend(box, apply(body.pose, vertex));
        }
        return box;
    }
    const Rigid& pose = body.pose;
    const Vec3d centre = apply(pose, level.front().centre);
    Vec3d half{};
    for (const Vec3d axis : level.front().half_axes) {
        const Vec3d turned = apply(pose, axis) - pose.translation;
        half = half + Vec3d{std::abs(turned.x), std::abs(turned.y), std::abs(turned.z)};
    }
    const double reach = std::max({std::abs(centre.x), std::abs(centre.y), std::abs(centre.z),
                                   half.x, half.y, half.z, std::abs(pose.translation.x),
                                   std::abs(pose.translation.y), std::abs(pose.translation.z)});
    const double slack = 1e-9 * reach;
    half = half + Vec3d{slack, slack, slack};
    return {centre - half, centre + half};
}

} // namespace

Expected<Sequence> read_sequence(const std::string& file) {
    const auto bytes = read_file_bytes(file);
    if (!bytes) {
        return bytes.error();
    }
    auto sequence = parse_sequence({bytes->view().data(), bytes->view().size()}, file);
    if (!sequence) {
        return sequence;
    }
    sequence->file = file;
    for (std::size_t i = 0; i < sequence->frames.size(); ++i) {
        std::string& name = sequence->frames[i].name;
        name = name.empty() ? std::to_string(i + 1) : name;
    }
    return sequence;
}

Expected<SequenceCheck> SequenceCheck::prepare(Examination base, Sequence sequence,
                                               const Context& context) {
    SequenceCheck check;
    check.base_ = std::move(base);
    check.sequence_ = std::move(sequence);
    Examination& of = check.base_;
    if (Status status = find_bodies(check.sequence_, of.bodies); !status) {
        return status.error();
    }
    of.unit = of.unit ? of.unit : check.sequence_.unit;
    if (check.sequence_.unit) {
        check.factor_ = conversion(*check.sequence_.unit, *of.unit);
    }
    for (LoadedBody& body : of.bodies) {
        body.placed = nullptr;
        if (check.models_.contains(body.mesh.get())) {
            continue;
        }
        auto model = Model::prepare(body.mesh->view(), context);
        if (!model) {
            return about(body, model.error());
        }
        check.models_.emplace(body.mesh.get(), std::move(*model));
    }
    check.posed_ = of.bodies;
    of.apart = *collide(Body{}, Body{});
    of.answer.wished_pairs = count_wished(of);
    return check;
}

Status SequenceCheck::move_to(const SequenceFrame& frame) {
    for (const MovedTo& moved : frame.moved) {
        LoadedBody& body = posed_[moved.body];
        Rigid pose = moved.pose;
        pose.translation = pose.translation * factor_;
        const LoadedBody& own = base_.bodies[moved.body];
        body.pose = is_identity(pose) ? own.pose : compose(pose, own.pose);
        body.facts.chord_error = own.facts.chord_error * pose.scale;
        if (const Status status = validate(body.pose); !status) {
            return Error{status.error().code,
                         fmt::format("{}: frame {}: {}: {}", sequence_.file, frame.name, body.name,
                                     status.error().message)};
        }
    }
    return {};
}

std::vector<Box3> SequenceCheck::boxes() const {
    std::vector<Box3> boxes;
    boxes.reserve(posed_.size());
    for (const LoadedBody& body : posed_) {
        boxes.push_back(box_of(models_.at(body.mesh.get()), body));
    }
    return boxes;
}

Status SequenceCheck::ask(AssemblyPair& pair, PairMemory& memory, const Context& context) const {
    const LoadedBody& body_a = posed_[pair.a];
    const LoadedBody& body_b = posed_[pair.b];
    const PlacedModel a{models_.at(body_a.mesh.get()), body_a.pose};
    const PlacedModel b{models_.at(body_b.mesh.get()), body_b.pose};
    auto found = collide(a, b, memory, {.open_meshes = base_.open_meshes}, context);
    if (!found) {
        return found.error();
    }
    pair.interference = std::move(*found);
    if (base_.wants_clearance(pair) && !context.cancelled()) {
        const auto near = within(a, b, pair.clearance, memory, context);
        if (!near) {
            return near.error();
        }
        if (near->within) {
            pair.nearest = near->nearest;
        }
    }
    return {};
}

Expected<Examination> SequenceCheck::examine(std::size_t frame, const Context& context) {
    const Stopwatch watch;
    if (Status status = move_to(sequence_.frames[frame]); !status) {
        return status.error();
    }
    Examination found = base_;
    found.bodies = posed_;
    for (const BoxPair& pair : box_pairs(boxes(), base_.wishes.largest_clearance, context)) {
        const PairWish wish = base_.wishes.of ? base_.wishes.of(pair.a, pair.b)
                                              : PairWish{true, base_.wishes.largest_clearance};
        if (wish.check) {
            found.answer.pairs.push_back({pair.a, pair.b, base_.apart, wish.clearance, {}});
            memories_.try_emplace({pair.a, pair.b});
        }
    }
    std::vector<AssemblyPair>& pairs = found.answer.pairs;
    std::vector<std::uint64_t> weights(pairs.size(), 1);
    std::vector<std::optional<Error>> errors(pairs.size());
    for_each_weighted(context, weights, [&](std::size_t i, const Context& part) {
        PairMemory& memory = memories_.at({pairs[i].a, pairs[i].b});
        if (const Status status = ask(pairs[i], memory, part); !status) {
            errors[i] = status.error();
        }
    });
    for (const auto& error : errors) {
        if (error) {
            return *error;
        }
    }
    found.answer.examined_pairs = found.answer.wished_pairs;
    found.collide_ms = watch.milliseconds();
    if (found.measuring.wanted() && !context.cancelled()) {
        if (Status status = measure_overlaps(found, context); !status) {
            return status.error();
        }
    }
    found.total_ms = watch.milliseconds();
    found.partial = context.cancelled();
    return found;
}

} // namespace impinge::cli
