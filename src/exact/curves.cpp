// SPDX-License-Identifier: Apache-2.0
#include "exact/curves.hpp"

#include "base/parallel.hpp"
#include "base/sort_unique.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace impinge::inline v0 {
namespace {

constexpr std::size_t pairs_per_chunk = 256;

/// Points and the undirected lines between them, numbered in lexicographic order.
class LineGraph {
  public:
    using Node = std::uint32_t;

    explicit LineGraph(std::span<const ContactSegment> segments) {
        for (const ContactSegment& segment : segments) {
            points_.push_back(segment.start);
            points_.push_back(segment.end);
        }
        sort_unique(points_);
        for (const ContactSegment& segment : segments) {
            const Node p = node_at(segment.start);
            const Node q = node_at(segment.end);
            if (p != q) { // ends that fell together in rounding span nothing
                ends_.emplace_back(p, q);
                ends_.emplace_back(q, p);
            }
        }
        sort_unique(ends_);
        used_.assign(ends_.size(), false);
        first_.assign(points_.size() + 1, 0);
        for (const auto& [from, to] : ends_) {
            ++first_[from + 1];
        }
        for (std::size_t i = 1; i < first_.size(); ++i) {
            first_[i] += first_[i - 1];
        }
    }

    [[nodiscard]] std::size_t node_count() const { return points_.size(); }
    [[nodiscard]] std::size_t degree(Node node) const { return first_[node + 1] - first_[node]; }
    [[nodiscard]] bool has_unused(Node node) const { return unused_line(node) < first_[node + 1]; }

    /// Follows unused lines from the node until a node that is not simply passed through, or back
    /// to the start.
    ContactCurve trace(Node start) {
        ContactCurve curve;
        curve.points.push_back(points_[start]);
        Node node = start;
        do {
            const std::size_t line = unused_line(node);
            const Node next = ends_[line].second;
            used_[line] = true;
            used_[reverse_of(line)] = true;
            curve.points.push_back(points_[next]);
            node = next;
        } while (node != start && degree(node) == 2);
        if (node == start) {
            curve.closed = true;
            curve.points.pop_back();
        }
        return curve;
    }

  private:
    [[nodiscard]] Node node_at(Vec3d p) const {
        return static_cast<Node>(std::lower_bound(points_.begin(), points_.end(), p) -
                                 points_.begin());
    }
    /// Index of the first unused line from the node, or past its last line.
    [[nodiscard]] std::size_t unused_line(Node node) const {
        std::size_t line = first_[node];
        while (line < first_[node + 1] && used_[line]) {
            ++line;
        }
        return line;
    }
    [[nodiscard]] std::size_t reverse_of(std::size_t line) const {
        const std::pair reversed{ends_[line].second, ends_[line].first};
        return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), reversed) -
                                        ends_.begin());
    }

    std::vector<Vec3d> points_;
    std::vector<std::pair<Node, Node>> ends_; // every line both ways, sorted
    std::vector<bool> used_;
    std::vector<std::size_t> first_;
};

} // namespace

std::vector<ContactSegment> contact_segments(const WorldMesh& a, const WorldMesh& b,
                                             std::span<const TrianglePair> pairs,
                                             const Context& context) {
    return gather_chunks<ContactSegment>(
        context, pairs.size(), pairs_per_chunk, [&](const Chunk& chunk) {
            std::vector<ContactSegment> segments;
            for (const TrianglePair& pair : pairs.subspan(chunk.begin, chunk.end - chunk.begin)) {
                const TriangleContact contact =
                    triangle_contact(a.triangle(pair.a), b.triangle(pair.b));
                if (contact.shape() == ContactShape::Segment) {
                    const auto [start, end] = std::minmax(contact.points().front().position,
                                                          contact.points().back().position);
                    segments.push_back({pair, start, end});
                }
            }
            return segments;
        });
}

std::vector<ContactCurve> chain_curves(std::span<const ContactSegment> segments) {
    LineGraph graph(segments);
    std::vector<ContactCurve> curves;
    // Curves between ends and branching points first; what is left then are closed loops.
    for (const bool loops : {false, true}) {
        for (LineGraph::Node node = 0; node < graph.node_count(); ++node) {
            while ((loops || graph.degree(node) != 2) && graph.has_unused(node)) {
                curves.push_back(graph.trace(node));
            }
        }
    }
    std::stable_sort(curves.begin(), curves.end(),
                     [](const ContactCurve& p, const ContactCurve& q) {
                         return p.points.size() > q.points.size();
                     });
    return curves;
}

} // namespace impinge::inline v0
