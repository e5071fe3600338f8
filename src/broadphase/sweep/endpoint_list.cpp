// SPDX-License-Identifier: Apache-2.0
#include "broadphase/sweep/endpoint_list.hpp"

#include <algorithm>
#include <string>

namespace impinge::inline v0 {
namespace {

/// Which way an endpoint goes through a list.
enum class Way : std::uint8_t { Left, Right };

/// Looks at what one endpoint passes on its way. Passing an endpoint of the other kind, it makes an
/// overlap begin (a begin going left, an end going right), which matters if the boxes overlap now;
/// or it ends one, which matters if they did before.
class Passing {
  public:
    Passing(const BoxMotion& motion, std::uint32_t name, Way way, SwapLog& log)
        : motion_(motion), log_(log), name_(name),
          boxes_(((name & 1) != 0) == (way == Way::Right) ? motion.now.boxes.data()
                                                          : motion.before.boxes.data()),
          own_(boxes_[name >> 1]) {}

    void operator()(const Endpoint& passed) {
        const bool other_kind = ((passed.name ^ name_) & 1) != 0;
        if (other_kind && overlap_at_once(own_, boxes_[passed.box()])) {
            log_.compare(motion_, name_ >> 1, passed.box());
        }
    }

  private:
    const BoxMotion& motion_;
    SwapLog& log_;
    std::uint32_t name_;
    const Box3* boxes_;
    Box3 own_;
};

void append_endpoints(const Box3& box, std::uint32_t index, int axis,
                      std::vector<Endpoint>& endpoints) {
    endpoints.push_back({box.min[axis], 2 * index});
    endpoints.push_back({box.max[axis], 2 * index + 1});
}

} // namespace

std::vector<Endpoint> sorted_endpoints(std::span<const Box3> boxes, int axis) {
    std::vector<Endpoint> endpoints;
    endpoints.reserve(2 * boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!is_empty(boxes[i])) {
            append_endpoints(boxes[i], static_cast<std::uint32_t>(i), axis, endpoints);
        }
    }
    std::sort(endpoints.begin(), endpoints.end(), comes_before);
    return endpoints;
}

double EndpointList::value_of(const Box3& box, std::uint32_t name) const {
    return (name & 1) != 0 ? box.max[axis_] : box.min[axis_];
}

void EndpointList::rebuild(std::span<const Box3> boxes) {
    endpoints_ = sorted_endpoints(boxes, axis_);
    ranks_.clear();
}

void EndpointList::take_out_empty(std::span<const Box3> boxes) {
    std::erase_if(endpoints_, [&](const Endpoint& e) { return is_empty(boxes[e.box()]); });
    ranks_.clear();
}

void EndpointList::put_in(std::span<const Box3> boxes, std::span<const std::uint32_t> arrivals) {
    const auto old_size = static_cast<std::ptrdiff_t>(endpoints_.size());
    for (const std::uint32_t box : arrivals) {
        append_endpoints(boxes[box], box, axis_, endpoints_);
    }
    const auto first_new = endpoints_.begin() + old_size;
    std::sort(first_new, endpoints_.end(), comes_before);
    std::inplace_merge(endpoints_.begin(), first_new, endpoints_.end(), comes_before);
    ranks_.clear();
}

void EndpointList::insertion_sort(const BoxMotion& motion, SwapLog& log) {
    Endpoint* const list = endpoints_.data();
    values_.resize(2 * motion.now.boxes.size());
    for (std::size_t i = 0; i < motion.now.boxes.size(); ++i) {
        values_[2 * i] = motion.now.boxes[i].min[axis_];
        values_[2 * i + 1] = motion.now.boxes[i].max[axis_];
    }
    for (std::size_t i = 0; i < endpoints_.size(); ++i) {
        Endpoint moved = list[i];
        moved.value = values_[moved.name];
        if (i == 0 || !comes_before(moved, list[i - 1])) {
            list[i] = moved;
            continue;
        }
        Passing passing(motion, moved.name, Way::Left, log);
        std::size_t place = i;
        for (; place > 0 && comes_before(moved, list[place - 1]); --place) {
            list[place] = list[place - 1];
            passing(list[place]);
        }
        list[place] = moved;
        log.swaps += i - place;
    }
    ranks_.clear();
}

void EndpointList::find_ranks(std::size_t boxes) {
    if (!ranks_.empty()) {
        return;
    }
    ranks_.resize(2 * boxes);
    for (std::size_t i = 0; i < endpoints_.size(); ++i) {
        ranks_[endpoints_[i].name] = static_cast<std::uint32_t>(i);
    }
}

void EndpointList::move_end(const BoxMotion& motion, std::uint32_t name, SwapLog& log) {
    Endpoint* const list = endpoints_.data();
    const std::uint32_t from = ranks_[name];
    const Endpoint moved{value_of(motion.now.boxes[name >> 1], name), name};
    std::uint32_t place = from;
    const auto take_place_of = [&](std::uint32_t next, Passing& passing) {
        list[place] = list[next];
        ranks_[list[place].name] = place;
        passing(list[place]);
        place = next;
    };
    if (moved.value < list[from].value) {
        Passing passing(motion, name, Way::Left, log);
        while (place > 0 && comes_before(moved, list[place - 1])) {
            take_place_of(place - 1, passing);
        }
        log.swaps += from - place;
    } else {
        Passing passing(motion, name, Way::Right, log);
        while (place + 1 < endpoints_.size() && comes_before(list[place + 1], moved)) {
            take_place_of(place + 1, passing);
        }
        log.swaps += place - from;
    }
    list[place] = moved;
    ranks_[name] = place;
}

void EndpointList::bubble_sort(const BoxMotion& motion, std::span<const std::uint32_t> movers,
                               SwapLog& log) {
    find_ranks(motion.now.boxes.size());
    for (const std::uint32_t box : movers) {
        // In the order in which a begin never has to pass its own end.
        const bool end_first =
            motion.now.boxes[box].max[axis_] > endpoints_[ranks_[2 * box + 1]].value;
        move_end(motion, 2 * box + (end_first ? 1 : 0), log);
        move_end(motion, 2 * box + (end_first ? 0 : 1), log);
    }
}

Status EndpointList::validate(std::span<const Box3> boxes) const {
    const auto broken = [](const char* what) {
        return Error{ErrorCode::InvalidArgument, std::string("endpoint list: ") + what};
    };
    const auto full =
        std::count_if(boxes.begin(), boxes.end(), [](const Box3& box) { return !is_empty(box); });
    if (endpoints_.size() != 2 * static_cast<std::size_t>(full)) {
        return broken("not two for each box");
    }
    std::vector<bool> seen(2 * boxes.size(), false);
    for (std::size_t i = 0; i < endpoints_.size(); ++i) {
        const Endpoint& endpoint = endpoints_[i];
        if (endpoint.box() >= boxes.size() || seen[endpoint.name]) {
            return broken("one is of no box, or there twice");
        }
        seen[endpoint.name] = true;
        if (endpoint.value != value_of(boxes[endpoint.box()], endpoint.name)) {
            return broken("one has not the value of its box");
        }
        if (i > 0 && comes_before(endpoint, endpoints_[i - 1])) {
            return broken("not in order");
        }
        if (!ranks_.empty() && ranks_[endpoint.name] != i) {
            return broken("one is not where its rank says");
        }
    }
    return {};
}

} // namespace impinge::inline v0
