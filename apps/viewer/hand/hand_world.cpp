// SPDX-License-Identifier: Apache-2.0
#include "hand/hand_world.hpp"

#include "base/no_throw.hpp"
#include "output/stopwatch.hpp"

namespace impinge::viewer {
namespace {

// Parts of the hand meet each other at their joints, which is no collision.
constexpr PairFilter of_bodies{.groups = 1};
constexpr PairFilter of_parts{.groups = 2, .mask = 1};

/// Whom a body of the world stands for.
struct Owner {
    bool is_part = false;
    std::size_t number = 0;
};

} // namespace

Expected<BodyId> HandWorld::add(const std::shared_ptr<const Mesh>& mesh,
                                const BodyOptions& options) {
    auto known = polytopes_.find(mesh);
    if (known == polytopes_.end()) {
        auto made = Polytope::from_mesh(mesh->view());
        known =
            polytopes_.emplace(mesh, made ? std::optional(std::move(*made)) : std::nullopt).first;
    }
    return known->second ? world_.add(*known->second, options) : world_.add(Mesh(*mesh), options);
}

Status HandWorld::remove(Slot& slot) {
    slot.mesh.reset();
    return world_.remove(slot.id);
}

Status HandWorld::place(std::vector<Slot>& slots, std::size_t number, const PlacedPart& part,
                        const PairFilter& filter, bool& rebuilt) {
    slots.resize(std::max(slots.size(), number + 1));
    Slot& slot = slots[number];
    if (slot.mesh && slot.mesh == part.mesh) {
        if (slot.pose == part.pose) {
            return {};
        }
        slot.pose = part.pose;
        return world_.move(slot.id, part.pose);
    }
    rebuilt = true;
    if (slot.mesh) {
        if (Status status = remove(slot); !status) {
            return status;
        }
    }
    if (!part.mesh) {
        return {};
    }
    const auto id = add(part.mesh, {.pose = part.pose, .filter = filter});
    if (!id) {
        return id.error();
    }
    slot = {part.mesh, part.pose, *id};
    return {};
}

Status HandWorld::place_all(const HandQuestion& question, bool& rebuilt) {
    if (question.open_meshes != open_meshes_) {
        *this = HandWorld();
        open_meshes_ = question.open_meshes;
        world_ = World({.open_meshes = open_meshes_});
    }
    const std::size_t bodies = std::max(question.bodies.size(), bodies_.size());
    for (std::size_t i = 0; i < bodies; ++i) {
        const bool there = i < question.bodies.size() && question.bodies[i].present;
        const PlacedPart body =
            there ? PlacedPart{question.bodies[i].mesh, question.bodies[i].pose} : PlacedPart{};
        const bool nothing = !there && (i >= bodies_.size() || !bodies_[i].mesh);
        if (Status status = nothing ? Status() : place(bodies_, i, body, of_bodies, rebuilt);
            !status) {
            return status;
        }
    }
    const std::size_t parts = std::max(question.parts.size(), parts_.size());
    for (std::size_t i = 0; i < parts; ++i) {
        const bool there = i < question.parts.size();
        if (!there && !parts_[i].mesh) {
            continue;
        }
        const PlacedPart part = there ? question.parts[i] : PlacedPart{};
        if (Status status = place(parts_, i, part, of_parts, rebuilt); !status) {
            return status;
        }
    }
    return {};
}

/// Polytopes of meshes that nothing in the world is made of any more.
void HandWorld::forget_unused() {
    std::set<std::shared_ptr<const Mesh>> used;
    for (const std::vector<Slot>* slots : {&bodies_, &parts_}) {
        for (const Slot& slot : *slots) {
            used.insert(slot.mesh);
        }
    }
    std::erase_if(polytopes_, [&](const auto& entry) { return !used.contains(entry.first); });
}

void HandWorld::sort_out(const HandQuestion& question, const WorldStep& step,
                         HandFinding& finding) const {
    std::vector<Owner> owners;
    const auto own = [&](const std::vector<Slot>& slots, bool are_parts) {
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (slots[i].mesh) {
                owners.resize(std::max<std::size_t>(owners.size(), slots[i].id.index + 1U));
                owners[slots[i].id.index] = {are_parts, i};
            }
        }
    };
    own(bodies_, false);
    own(parts_, true);
    for (const WorldPair& pair : step.pairs) {
        if (!pair.interferes()) {
            continue;
        }
        Owner a = owners[pair.a.index];
        Owner b = owners[pair.b.index];
        if (a.is_part || (!b.is_part && question.hand_body == a.number)) {
            std::swap(a, b); // the hand is second
        }
        const bool by_hand = b.is_part || question.hand_body == b.number;
        if (!by_hand && question.wishes.of &&
            !question.wishes
                 .of(static_cast<std::uint32_t>(std::min(a.number, b.number)),
                     static_cast<std::uint32_t>(std::max(a.number, b.number)))
                 .check) {
            continue;
        }
        ++finding.colliding;
        if (by_hand) {
            finding.touched_parts[b.is_part ? b.number : 0] = true;
            finding.touched.insert(a.number);
        } else if (pair.verdict != Verdict::Touching) {
            finding.crossing.insert({a.number, b.number});
        }
    }
}

HandFinding HandWorld::ask(const HandQuestion& question, const Context& context) {
    const cli::Stopwatch watch;
    HandFinding finding;
    finding.serial = question.serial;
    if (const Status status = no_throw([&] { return fill(finding, question, context); }); !status) {
        finding.error = status.error();
        return finding;
    }
    finding.milliseconds = watch.milliseconds();
    return finding;
}

Status HandWorld::fill(HandFinding& finding, const HandQuestion& question, const Context& context) {
    finding.touched_parts.resize(std::max<std::size_t>(1, question.parts.size()));
    if (Status placed = place_all(question, finding.rebuilt); !placed) {
        return placed;
    }
    if (finding.rebuilt) {
        forget_unused();
    }
    const auto step = world_.step(context);
    if (!step) {
        return step.error();
    }
    sort_out(question, *step, finding);
    finding.bodies = world_.size();
    finding.candidates = static_cast<std::size_t>(step->candidates);
    finding.asked_exact = static_cast<std::size_t>(step->asked_exact);
    return {};
}

} // namespace impinge::viewer
