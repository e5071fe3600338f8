// SPDX-License-Identifier: Apache-2.0
#include "scenes/hand.hpp"

#include "scenes/turned_solid.hpp"

#include <algorithm>
#include <cmath>

namespace impinge::scenes {
namespace {

// Nearly a millimetre, in metres: products of it with few digits are exact.
constexpr double mm = 0x1p-10;

struct FingerShape {
    const char* name;
    Vec3d knuckle;                 ///< in the frame of the palm
    double spread_degrees;         ///< about the palm's normal
    double roll_degrees;           ///< about its own axis: the thumb bends across the palm
    double half_width;             ///< of the first part
    std::array<double, 3> lengths; ///< of the three parts
};

constexpr std::array<FingerShape, 5> finger_shapes{{
    {"thumb", {-20 * mm, 38 * mm, 0}, 55, -60, 10 * mm, {36 * mm, 30 * mm, 24 * mm}},
    {"fore", {42 * mm, 28 * mm, 0}, 5, 0, 8 * mm, {42 * mm, 26 * mm, 20 * mm}},
    {"middle", {44 * mm, 9 * mm, 0}, 0, 0, 8 * mm, {46 * mm, 30 * mm, 22 * mm}},
    {"ring", {42 * mm, -10 * mm, 0}, -4, 0, 8 * mm, {42 * mm, 28 * mm, 22 * mm}},
    {"little", {36 * mm, -28 * mm, 0}, -10, 0, 7 * mm, {34 * mm, 20 * mm, 18 * mm}},
}};

impinge::Polytope convex(const Mesh& mesh) {
    return impinge::Polytope::from_mesh(mesh.view()).value();
}

/// From z to x: stacks are built upwards, fingers point along x.
Rigid lying() { return rotation_degrees({0, 1, 0}, 90); }

/// Round at both ends, and a little thinner at the far one.
impinge::Polytope phalanx(double half_width, double length) {
    return convex(octagon_stack(half_width, half_width,
                                {{-4 * mm, 0.5},
                                 {0, 0.9375},
                                 {4 * mm, 1},
                                 {length - 4 * mm, 0.875},
                                 {length, 0.75},
                                 {length + 2 * mm, 0.5}}));
}

impinge::Polytope palm_solid() {
    return convex(octagon_stack(
        12 * mm, 38 * mm,
        {{-48 * mm, 0.625}, {-40 * mm, 0.75}, {36 * mm, 1}, {42 * mm, 0.9375}, {46 * mm, 0.75}}));
}

} // namespace

Hand::Hand(NodeVolume volume) : hierarchy_(volume) {
    palm_ = hierarchy_.add_part(palm_solid(), lying()).value();
    for (std::size_t finger = 0; finger < fingers_.size(); ++finger) {
        add_finger(finger);
    }
}

void Hand::add_finger(std::size_t finger) {
    const FingerShape& shape = finger_shapes[finger];
    const Rigid turned = compose(rotation_degrees({0, 0, 1}, shape.spread_degrees),
                                 rotation_degrees({1, 0, 0}, shape.roll_degrees));
    Rigid at = compose(translation(shape.knuckle), turned);
    PartId parent = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        Joint& joint = fingers_[finger][i];
        joint.stretched = at;
        joint.most_degrees = finger == 0 ? 40 : 80;
        joint.group = hierarchy_.add_group(parent, at).value();
        const double half_width = shape.half_width - static_cast<double>(i) * mm;
        joint.leaf =
            hierarchy_.add_part(phalanx(half_width, shape.lengths[i]), lying(), joint.group)
                .value();
        parent = joint.group;
        at = translation({shape.lengths[i], 0, 0});
    }
}

std::vector<Hand::JointPose> Hand::bent(double grip) const {
    std::vector<JointPose> poses;
    for (const auto& finger : fingers_) {
        for (const Joint& joint : finger) {
            const Rigid bend = rotation_degrees({0, 1, 0}, grip * joint.most_degrees);
            poses.push_back({joint.group, compose(joint.stretched, bend)});
        }
    }
    return poses;
}

std::string Hand::part_name(PartId leaf) const {
    for (std::size_t finger = 0; finger < fingers_.size(); ++finger) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (fingers_[finger][i].leaf == leaf) {
                return std::string(finger_shapes[finger].name) + "-" + std::to_string(i + 1);
            }
        }
    }
    return "palm";
}

namespace {

struct Key {
    double time;
    Vec3d place;            ///< of the palm's middle
    double heading_degrees; ///< where the fingers point: 0 is along x, 90 towards the back wall
    double dip_degrees;     ///< how far they point downwards
    double grip;
};

constexpr std::array<Key, 18> keys{{
    {0.00, {3.2, 0.4, 1.3}, 150, 10, 0.1},     // from the front, right
    {0.07, {2.75, 0.75, 1}, 170, 20, 0.2},     // over the corner of the table
    {0.13, {2.6, 0.79, 0.83}, 180, 0, 0.15},   // before a glass
    {0.19, {2.52, 0.79, 0.83}, 180, 0, 0.35},  // grips it
    {0.25, {2.35, 1, 1.05}, 178, 30, 0.3},     // up again
    {0.32, {2.14, 1.1, 0.9}, 178, 75, 0.2},    // down into the fruit bowl
    {0.38, {2.15, 1.1, 0.93}, 178, 75, 0.5},   // takes an apple
    {0.44, {2.1, 1.1, 1.72}, 178, 20, 0.1},    // knocks against the lamp
    {0.52, {2.75, 2.3, 1.25}, 90, 10, 0.1},    // to the sink
    {0.57, {2.75, 2.77, 1.125}, 90, 10, 0.05}, // against the tap
    {0.62, {2.75, 2.75, 0.97}, 90, 60, 0.3},   // into the sink, below the tap
    {0.68, {2.45, 2.5, 1.25}, 110, 30, 0.3},   // out of it
    {0.74, {2.04, 2.7, 1.22}, 110, 80, 0.1},   // above the open pot
    {0.79, {2.02, 2.7, 1.14}, 110, 85, 0.1},   // reaches into it
    {0.83, {2.02, 2.68, 1.12}, 110, 85, 0.5},  // stirs there
    {0.87, {2.02, 2.68, 1.25}, 110, 80, 0.2},  // out again
    {0.93, {1.2, 1.9, 1.45}, 200, 10, 0.2},    // away over the table
    {1.00, {0.27, 1, 1.32}, 190, 0, 0.15},     // to the books
}};

/// Slow at both ends.
double eased(double part) { return part * part * (3 - 2 * part); }

} // namespace

HandPose hand_in_kitchen(double time) {
    const double now = std::clamp(time, 0.0, 1.0);
    const auto* const next =
        std::find_if(keys.begin() + 1, keys.end() - 1, [&](const Key& k) { return now <= k.time; });
    const Key& to = *next;
    const Key& from = *(next - 1);
    const double part = eased((now - from.time) / (to.time - from.time));
    const auto mixed = [&](double a, double b) { return a + (b - a) * part; };
    const Rigid turned =
        compose(rotation_degrees({0, 0, 1}, mixed(from.heading_degrees, to.heading_degrees)),
                rotation_degrees({0, 1, 0}, mixed(from.dip_degrees, to.dip_degrees)));
    const Vec3d place = from.place + (to.place - from.place) * part;
    return {compose(translation(place), turned), mixed(from.grip, to.grip)};
}

} // namespace impinge::scenes
