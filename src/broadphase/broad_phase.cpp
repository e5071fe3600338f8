// SPDX-License-Identifier: Apache-2.0
#include "impinge/broadphase.hpp"

#include "broadphase/broad_phase_data.hpp"

#include <array>

namespace impinge::inline v0 {

const char* to_string(BroadPhaseMethod method) {
    constexpr std::array names{"auto",          "sweep-insertion", "sweep-bubble",
                               "interval-tree", "batch",           "brute-force"};
    return names[static_cast<std::size_t>(method)];
}

BroadPhase::BroadPhase(const BroadPhaseOptions& options) : data_(std::make_unique<Data>(options)) {}
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;
BroadPhase::~BroadPhase() = default;

std::uint32_t BroadPhase::insert(const Box3& box, Mobility mobility) {
    const std::uint32_t number = data_->table.insert(box, mobility);
    data_->remake(number);
    return number;
}

void BroadPhase::remove(std::uint32_t box) {
    if (data_->table.exists(box)) {
        data_->table.remove(box);
        data_->remake(box);
    }
}

void BroadPhase::move(std::uint32_t box, const Box3& to) {
    if (data_->table.exists(box)) {
        data_->move(box, to);
    }
}

void BroadPhase::move_all(std::span<const Box3> boxes) { data_->move_all(boxes); }

void BroadPhase::set_mobility(std::uint32_t box, Mobility mobility) {
    if (data_->table.exists(box)) {
        data_->table.set_mobility(box, mobility);
        data_->remake(box);
    }
}

void BroadPhase::set_method(BroadPhaseMethod method) { data_->method = method; }

BroadPhaseUpdate BroadPhase::update(const Context& context) { return data_->update(context); }

std::size_t BroadPhase::size() const { return data_->table.size(); }

} // namespace impinge::inline v0
