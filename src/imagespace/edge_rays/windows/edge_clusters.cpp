// SPDX-License-Identifier: Apache-2.0
#include "imagespace/edge_rays/windows/edge_clusters.hpp"

#include <numeric>

namespace impinge::inline v0::imagespace {
namespace {

/// Bodies joined by pairs; each group is called by its first body.
class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }

    std::uint32_t first_of(std::uint32_t body) {
        while (parent_[body] != body) {
            parent_[body] = parent_[parent_[body]];
            body = parent_[body];
        }
        return body;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = first_of(a);
        b = first_of(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

std::vector<EdgeCluster> whole_scene(std::span<const Box3> boxes) {
    EdgeCluster all;
    for (std::uint32_t body = 0; body < boxes.size(); ++body) {
        if (!is_empty(boxes[body])) {
            all.bodies.push_back(body);
            all.places.push_back({boxes[body], body, body});
        }
    }
    return all.bodies.empty() ? std::vector<EdgeCluster>() : std::vector{std::move(all)};
}

} // namespace

std::vector<EdgeCluster> edge_clusters(std::span<const Box3> boxes, std::span<const BoxPair> pairs,
                                       Windows windows) {
    if (windows == Windows::WholeScene) {
        return whole_scene(boxes);
    }
    Groups groups(boxes.size());
    std::vector<std::uint8_t> paired(boxes.size(), 0);
    for (const BoxPair& pair : pairs) {
        groups.join(pair.a, pair.b);
        paired[pair.a] = paired[pair.b] = 1;
    }
    std::vector<EdgeCluster> clusters;
    std::vector<std::size_t> cluster_of(boxes.size());
    for (std::uint32_t body = 0; body < boxes.size(); ++body) {
        if (paired[body] == 0) {
            continue;
        }
        const std::uint32_t first = groups.first_of(body);
        if (first == body) {
            cluster_of[body] = clusters.size();
            clusters.emplace_back();
        }
        cluster_of[body] = cluster_of[first];
        clusters[cluster_of[body]].bodies.push_back(body);
    }
    for (const BoxPair& pair : pairs) {
        clusters[cluster_of[pair.a]].places.push_back(
            {intersection(boxes[pair.a], boxes[pair.b]), pair.a, pair.b});
    }
    return clusters;
}

} // namespace impinge::inline v0::imagespace
