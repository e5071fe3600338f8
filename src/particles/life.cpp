// SPDX-License-Identifier: Apache-2.0
#include "particles/life.hpp"

#include "particles/flight_bound.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace impinge::inline v0::particles {
namespace {

struct Moving {
    Vec3d position;
    Vec3d velocity;
};

Vec3d wind_at(const Air& air, Vec3d position, double time) {
    return air.wind ? air.wind(position, time) : Vec3d{};
}

/// One step of the classical Runge-Kutta method.
Moving stepped(const Emitter& emitter, const Moving& from, double time, double step) {
    const Air& air = *emitter.air;
    const auto pull = [&](const Moving& at, double t) {
        return emitter.acceleration + (wind_at(air, at.position, t) - at.velocity) * air.drag;
    };
    const auto moved = [&](const Moving& by, double h) {
        return Moving{from.position + by.position * h, from.velocity + by.velocity * h};
    };
    const Moving k1{from.velocity, pull(from, time)};
    const Moving m2 = moved(k1, 0.5 * step);
    const Moving k2{m2.velocity, pull(m2, time + 0.5 * step)};
    const Moving m3 = moved(k2, 0.5 * step);
    const Moving k3{m3.velocity, pull(m3, time + 0.5 * step)};
    const Moving m4 = moved(k3, step);
    const Moving k4{m4.velocity, pull(m4, time + step)};
    const auto mean = [&](Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
        return (a + (b + c) * 2.0 + d) * (step / 6);
    };
    return {from.position + mean(k1.position, k2.position, k3.position, k4.position),
            from.velocity + mean(k1.velocity, k2.velocity, k3.velocity, k4.velocity)};
}

/// A flight and how the one after it begins.
struct Leg {
    Flight flight;
    std::optional<Moving> next; ///< where one flight through air gives way to another
    double error = 0;
    double bound = 0; ///< of the error of all pieces since the flight began
};

Leg leg_of(const LifeRequest& life, const Moving& start, double age, double life_span,
           FlightBound& bound) {
    const Emitter& emitter = life.emitter;
    Leg leg{{start.position, start.velocity, emitter.acceleration, life_span - age}, {}};
    if (!emitter.air) {
        return leg;
    }
    const double step = std::min(emitter.air->piece, life_span - age);
    const double time = life.birth + age;
    const Moving end = stepped(emitter, start, time, step);
    const Moving half = stepped(emitter, start, time, 0.5 * step);
    const Moving better = stepped(emitter, half, time + 0.5 * step, 0.5 * step);
    // The parabola through both ends with the velocity of the start. How far it is from the path
    // in the middle, and how far the end is from that of two half steps:
    leg.flight.acceleration =
        (better.position - start.position - start.velocity * step) * (2 / (step * step));
    leg.flight.duration = step;
    leg.error = std::max(length(position_at(leg.flight, 0.5 * step) - half.position),
                         length(better.position - end.position));
    leg.bound =
        bound.follow(emitter, {.position = start.position,
                               .velocity = start.velocity,
                               .acceleration = leg.flight.acceleration,
                               .duration = step,
                               .middle = half.position,
                               .wind = wind_at(*emitter.air, half.position, time + 0.5 * step),
                               .next_position = better.position,
                               .next_velocity = better.velocity});
    if (age + step < life_span) {
        leg.next = better;
    }
    return leg;
}

/// The velocity after a bounce, relative to the collider.
Vec3d bounced(const Hit& hit, const Collider& collider) {
    const double into = -dot(hit.velocity, hit.normal); // not negative
    const Vec3d across = hit.velocity + hit.normal * into;
    const double speed = length(across);
    const double lost = collider.friction * (1 + collider.restitution) * into;
    const double kept = speed > lost ? (speed - lost) / speed : 0;
    return across * kept + hit.normal * (collider.restitution * into);
}

} // namespace

Flight first_flight(const LifeRequest& life) {
    const Launch launch = launch_of(life.emitter, life.particle, life.generation);
    return {launch.position, launch.velocity, life.emitter.acceleration, life.emitter.life};
}

LifeEnd follow(const LifeRequest& life,
               const std::function<bool(const Hit&, double, std::uint32_t)>& on_hit) {
    const Launch launch = launch_of(life.emitter, life.particle, life.generation);
    Moving now{launch.position, launch.velocity};
    double age = 0;
    LifeEnd end;
    ParticleState& state = end.state;
    state = {ParticlePhase::Flying, life.generation, 0, life.until, {}, {}, life.until};
    std::optional<Hit> last;
    double error = 0;
    FlightBound bound;
    for (;;) {
        Leg leg = leg_of(life, now, age, life.emitter.life, bound);
        error += leg.error;
        end.flight_error = std::max(end.flight_error, error);
        end.flight_error_bound = std::max(end.flight_error_bound, leg.bound);
        std::optional<Hit> hit;
        if (life.first != nullptr && age == 0) {
            hit = *life.first;
        } else if (leg.flight.duration > 0) {
            hit = life.colliders.first_hit(leg.flight, life.birth + age, last ? &*last : nullptr);
        }
        if (!hit || age + hit->time > life.until) {
            const bool ends_here = life.until - age <= leg.flight.duration || !leg.next;
            if (ends_here) {
                state.position = position_at(leg.flight, life.until - age);
                state.velocity = velocity_at(leg.flight, life.until - age);
                return end;
            }
            age += leg.flight.duration;
            now = *leg.next;
            last.reset();
            continue;
        }
        age += hit->time;
        const Collider& collider = life.colliders.list()[hit->collider];
        const bool goes_on = on_hit(*hit, age, state.bounces);
        const auto stay = [&](ParticlePhase phase, Vec3d velocity) {
            state.phase = phase;
            state.flown = age;
            state.velocity = velocity;
            state.position = hit->position + velocity * (life.until - age);
        };
        ++state.bounces;
        if (collider.response == Response::Eliminate) {
            stay(ParticlePhase::Gone, {});
            return end;
        }
        if (collider.response == Response::Stick) {
            stay(ParticlePhase::Stuck, collider.velocity);
            return end;
        }
        const Vec3d after = bounced(*hit, collider);
        if (dot(after, hit->normal) < life.options.rest_speed) {
            stay(ParticlePhase::Resting, collider.velocity);
            return end;
        }
        if (!goes_on || state.bounces >= life.options.most_bounces) {
            stay(ParticlePhase::Flying, after + collider.velocity);
            end.cut_short = goes_on;
            return end;
        }
        now = {hit->position, after + collider.velocity};
        last = hit;
        error = 0;
        bound.begin();
    }
}

} // namespace impinge::inline v0::particles
