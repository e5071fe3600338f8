// SPDX-License-Identifier: Apache-2.0
//
// Holds an answer about who penetrates whom against the oracle: every edge point with the bodies it
// lies in, then what follows from them. On OpenGL, pixels that are fragile are passed over.
#pragma once

#include "impinge/edge_rays.hpp"
#include "tests/edge_rays/edge_oracle.hpp"
#include "tests/edge_rays/edge_scenes.hpp"
#include "tests/imagespace/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace impinge::tests {

/// A point in another body, as the oracle sees it; the pixel is that of the whole window.
struct ExpectedPoint {
    std::uint32_t view = 0;
    std::uint32_t layer = 0;
    std::uint32_t y = 0;
    std::uint32_t x = 0;
    const OraclePoint* point = nullptr;
    /// Without bodies whose boxes are apart from that of the point's body. A pixel's centre beside
    /// the edge may lie in such a body; yet the two are known not to meet.
    std::vector<std::uint32_t> reported = {};
};

/// The bodies that overlapping boxes connect, smallest first; only groups of several.
inline std::vector<std::vector<std::uint32_t>> clusters_of(const imagespace::EdgeRays& answer,
                                                           std::size_t bodies) {
    std::vector<std::uint32_t> smallest(bodies);
    std::iota(smallest.begin(), smallest.end(), 0U);
    for (bool changed = true; changed;) {
        changed = false;
        for (const imagespace::EdgeRayPair& pair : answer.pairs) {
            const std::uint32_t low = std::min(smallest[pair.a], smallest[pair.b]);
            changed = changed || smallest[pair.a] != low || smallest[pair.b] != low;
            smallest[pair.a] = smallest[pair.b] = low;
        }
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
    for (std::uint32_t body = 0; body < bodies; ++body) {
        groups[smallest[body]].push_back(body);
    }
    std::vector<std::vector<std::uint32_t>> clusters;
    for (auto& [first, group] : groups) {
        if (group.size() > 1) {
            clusters.push_back(std::move(group));
        }
    }
    return clusters;
}

/// What the oracle sees through the windows of an answer.
class SceneSight {
  public:
    SceneSight(const EdgeScene& scene, const imagespace::EdgeRays& answer,
               imagespace::Windows windows, const std::vector<Faces>& faces = {})
        : views_(answer.views) {
        for (const imagespace::EdgeRayPair& pair : answer.pairs) {
            pairs_.insert({pair.a, pair.b});
        }
        std::vector<std::uint32_t> all(scene.bodies.size());
        std::iota(all.begin(), all.end(), 0U);
        std::vector<std::vector<std::uint32_t>> clusters{all};
        if (windows == imagespace::Windows::Clusters) {
            clusters = clusters_of(answer, scene.bodies.size());
        }
        // A window in pieces shows its only cluster in each.
        const std::size_t pieces = clusters.size() == 1 ? views_.size() : 1;
        if (clusters.size() * pieces != views_.size() && !views_.empty()) {
            complaint_ = std::to_string(views_.size()) + " views of " +
                         std::to_string(clusters.size()) + " clusters";
            return;
        }
        for (std::size_t view = 0; view < views_.size(); ++view) {
            std::vector<OracleBody> shown;
            for (const std::uint32_t body : clusters[view / pieces]) {
                shown.push_back({&scene.bodies[body], body,
                                 body < faces.size() ? faces[body] : Faces::Outward});
            }
            oracles_.emplace_back(views_[view], shown);
        }
        for (const PlacedMesh& placed : scene.bodies) {
            edges_.push_back(brute_force_edges(placed.mesh));
        }
    }

    [[nodiscard]] const std::string& complaint() const { return complaint_; }
    /// Of a body.
    [[nodiscard]] std::span<const raster::EdgeIndices> edges(std::uint32_t body) const {
        return edges_[body];
    }
    [[nodiscard]] std::span<const EdgeOracle> windows() const { return oracles_; }
    [[nodiscard]] std::span<const raster::View> views() const { return views_; }

    /// By view, layer, row and column. Some may be in no body that is reported.
    [[nodiscard]] std::vector<ExpectedPoint> points() const {
        std::vector<ExpectedPoint> found;
        for (std::uint32_t view = 0; view < oracles_.size(); ++view) {
            const auto width = static_cast<std::size_t>(oracles_[view].width());
            const raster::PixelArea area = shown_area(views_[view]);
            const auto sights = oracles_[view].sights();
            for (std::size_t pixel = 0; pixel < sights.size(); ++pixel) {
                const auto& points = sights[pixel].points;
                for (std::uint32_t layer = 0; layer < points.size(); ++layer) {
                    if (!points[layer].penetrated.empty()) {
                        found.push_back({view, layer,
                                         static_cast<std::uint32_t>(pixel / width) +
                                             static_cast<std::uint32_t>(area.y),
                                         static_cast<std::uint32_t>(pixel % width) +
                                             static_cast<std::uint32_t>(area.x),
                                         &points[layer]});
                    }
                }
            }
        }
        std::stable_sort(found.begin(), found.end(), [](const auto& p, const auto& q) {
            return std::tie(p.view, p.layer) < std::tie(q.view, q.layer);
        });
        for (ExpectedPoint& p : found) {
            std::copy_if(p.point->penetrated.begin(), p.point->penetrated.end(),
                         std::back_inserter(p.reported), [&](std::uint32_t in) {
                             return pairs_.contains(std::minmax(p.point->body, in));
                         });
        }
        return found;
    }

    template <typename Point> [[nodiscard]] bool shows(const Point& p) const {
        if (p.view >= views_.size()) {
            return false;
        }
        const raster::PixelArea area = shown_area(views_[p.view]);
        const auto x = static_cast<int>(p.x);
        const auto y = static_cast<int>(p.y);
        return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
    }
    template <typename Point> [[nodiscard]] bool fragile(const Point& p) const {
        const raster::PixelArea area = shown_area(views_[p.view]);
        return oracles_[p.view]
            .at(static_cast<int>(p.x) - area.x, static_cast<int>(p.y) - area.y)
            .fragile;
    }

  private:
    std::span<const raster::View> views_;
    std::vector<EdgeOracle> oracles_;
    std::vector<std::vector<raster::EdgeIndices>> edges_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_; ///< whose boxes overlap
    std::string complaint_;
};

/// Empty if the answer is right, else what is wrong with it.
class EdgeJudgement {
  public:
    EdgeJudgement(const SceneSight& sight, const imagespace::EdgeRays& answer, Fragile fragile)
        : sight_(sight), answer_(answer), fragile_(fragile) {
        text_ << sight.complaint();
        if (!text_.str().empty()) {
            return;
        }
        judge_points();
        judge_pairs();
        judge_bodies();
        if (fragile == Fragile::Judged) {
            judge_work();
        }
    }
    [[nodiscard]] std::string complaint() const { return text_.str(); }

  private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;

    static void write(std::ostream& out, std::span<const std::uint32_t> names) {
        for (const std::uint32_t name : names) {
            out << ' ' << name;
        }
    }

    [[nodiscard]] std::string described(const ExpectedPoint& p) const {
        std::ostringstream out;
        out << "view " << p.view << " layer " << p.layer << " pixel " << p.x << ", " << p.y
            << " body " << p.point->body << " edge " << p.point->edge << " depth " << std::hexfloat
            << p.point->depth << " in";
        write(out, p.reported);
        return out.str();
    }
    [[nodiscard]] std::string described(const imagespace::EdgePoint& p) const {
        std::ostringstream out;
        out << "view " << p.view << " layer " << p.layer << " pixel " << p.x << ", " << p.y
            << " body " << p.body << " edge " << p.edge << " in";
        write(out, answer_.penetrated_by(p));
        return out.str();
    }

    /// Whether it is the same point and lies in the same bodies.
    [[nodiscard]] bool same(const ExpectedPoint& expected, const imagespace::EdgePoint& p) const {
        const auto names = answer_.penetrated_by(p);
        return expected.view == p.view && expected.layer == p.layer && expected.x == p.x &&
               expected.y == p.y && expected.point->body == p.body &&
               expected.point->edge == p.edge &&
               std::equal(names.begin(), names.end(), expected.reported.begin(),
                          expected.reported.end());
    }

    [[nodiscard]] bool well_placed(const ExpectedPoint& expected,
                                   const imagespace::EdgePoint& p) const {
        const raster::View& view = sight_.views()[p.view];
        const Vec3d window = to_window(view, p.position);
        // The software device rounds from doubles, seldom to the other neighbour.
        const double error = fragile_ == Fragile::Judged ? 0x1p-24 : double{expected.point->error};
        const auto off = [](double a, double b) { return std::abs(a - b); };
        return off(window.x, p.x + 0.5) < 1e-6 && off(window.y, p.y + 0.5) < 1e-6 &&
               off(window.z, expected.point->depth) < error + 1e-9 &&
               p.corners == sight_.edges(p.body)[p.edge];
    }

    void judge_points() {
        std::vector<ExpectedPoint> expected = sight_.points();
        std::erase_if(expected, [](const auto& p) { return p.reported.empty(); });
        std::vector<imagespace::EdgePoint> found = answer_.points;
        if (!std::all_of(found.begin(), found.end(),
                         [&](const auto& p) { return sight_.shows(p); })) {
            text_ << "a point outside all views; ";
            return;
        }
        if (fragile_ == Fragile::PassedOver) {
            std::erase_if(expected, [&](const auto& p) { return sight_.fragile(p); });
            std::erase_if(found, [&](const auto& p) { return sight_.fragile(p); });
        }
        for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
            if (i >= expected.size()) {
                text_ << "invented: " << described(found[i]) << "; ";
            } else if (i >= found.size()) {
                text_ << "missed: " << described(expected[i]) << "; ";
            } else if (!same(expected[i], found[i])) {
                text_ << "expected " << described(expected[i]) << ", found " << described(found[i])
                      << "; ";
            } else if (!well_placed(expected[i], found[i])) {
                text_ << "badly placed: " << described(found[i]) << "; ";
            } else {
                continue;
            }
            return;
        }
    }

    /// Pairs, and how often each was found, follow from the points.
    void judge_pairs() {
        std::map<Pair, std::uint64_t> counts;
        for (const imagespace::EdgePoint& p : answer_.points) {
            for (const std::uint32_t in : answer_.penetrated_by(p)) {
                ++counts[{p.body, in}];
            }
        }
        std::set<Pair> listed;
        for (const imagespace::EdgeRayPair& pair : answer_.pairs) {
            const auto count = [&](std::uint32_t body, std::uint32_t in) {
                const auto place = counts.find({body, in});
                return place == counts.end() ? 0 : place->second;
            };
            const std::uint64_t of_a = count(pair.a, pair.b);
            const std::uint64_t of_b = count(pair.b, pair.a);
            const Verdict verdict = of_a + of_b > 0 ? Verdict::Crossing : Verdict::Apart;
            if (pair.points_of_a != of_a || pair.points_of_b != of_b ||
                pair.interference.verdict != verdict) {
                text_ << "pair " << pair.a << ' ' << pair.b << " does not follow from the points: "
                      << to_string(pair.interference.verdict) << ", " << pair.points_of_a << " and "
                      << pair.points_of_b << " instead of " << of_a << " and " << of_b << "; ";
            }
            if (pair.interference.certainty != Certainty::Sampled ||
                !(pair.interference.pixel_size > 0) ||
                pair.interference.pixel_size > answer_.pixel_size) {
                text_ << "pair " << pair.a << ' ' << pair.b << " does not state its certainty; ";
            }
            listed.insert({pair.a, pair.b});
        }
        for (const auto& [pair, count] : counts) {
            if (!listed.contains(std::minmax(pair.first, pair.second))) {
                text_ << "pair " << pair.first << ' ' << pair.second << " is not listed; ";
            }
        }
    }

    void judge_bodies() {
        std::set<std::uint32_t> penetrating;
        for (const imagespace::EdgePoint& p : answer_.points) {
            penetrating.insert(p.body);
        }
        const std::set<std::uint32_t> penetrated(answer_.penetrated.begin(),
                                                 answer_.penetrated.end());
        const auto lists = [](const std::vector<std::uint32_t>& names,
                              const std::set<std::uint32_t>& set) {
            return std::equal(names.begin(), names.end(), set.begin(), set.end());
        };
        if (!lists(answer_.penetrating_bodies, penetrating) ||
            !lists(answer_.penetrated_bodies, penetrated)) {
            text_ << "the bodies listed are not those of the points; ";
        }
        if (answer_.interference == answer_.points.empty()) {
            text_ << "'interference' does not follow from the points; ";
        }
    }

    void judge_work() {
        std::uint64_t points = 0;
        std::uint64_t hidden = 0;
        std::size_t layers = 0;
        for (const EdgeOracle& window : sight_.windows()) {
            for (const EdgeSight& sight : window.sights()) {
                points += sight.points.size();
                hidden += sight.points.empty() ? 0 : sight.points.size() - 1;
                layers = std::max(layers, sight.points.size());
            }
        }
        if (answer_.work.edge_points != points || answer_.work.hidden_points != hidden ||
            answer_.work.layers != layers) {
            text_ << answer_.work.edge_points << " edge points, " << answer_.work.hidden_points
                  << " hidden, in " << answer_.work.layers << " layers instead of " << points
                  << ", " << hidden << " in " << layers << "; ";
        }
    }

    const SceneSight& sight_;
    const imagespace::EdgeRays& answer_;
    Fragile fragile_;
    std::ostringstream text_;
};

} // namespace impinge::tests
