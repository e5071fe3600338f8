// SPDX-License-Identifier: Apache-2.0
#include "exact/pairs/slice_image.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace impinge::inline v0 {
namespace {

using Triangles = std::vector<QuantisedTriangle>;

/// What a pass over the runs of a body finds.
struct Pass {
    std::vector<PieceInRegion> pieces;
    std::size_t in_region = 0;
    Triangles kept;
};

template <typename T> void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

/// make(chunk, found) for chunks, joined.
template <typename Make>
Pass pass_over(std::size_t count, std::size_t chunk_size, const Context& context, Make make) {
    std::vector<Pass> parts(chunk_count(count, chunk_size));
    for_each_chunk(context, count, chunk_size, [&](const Chunk& chunk) {
        thread_local Pass room; // lists grow there, and not anew for each chunk
        room.pieces.clear();
        room.in_region = 0;
        room.kept.clear();
        make(chunk, room);
        parts[chunk.index] = room;
    });
    if (parts.size() == 1) {
        return std::move(parts.front());
    }
    Pass joined;
    std::size_t pieces = 0;
    std::size_t kept = 0;
    for (const Pass& part : parts) {
        pieces += part.pieces.size();
        kept += part.kept.size();
    }
    joined.pieces.reserve(pieces);
    joined.kept.reserve(kept);
    for (const Pass& part : parts) {
        append(joined.pieces, part.pieces);
        joined.in_region += part.in_region;
        append(joined.kept, part.kept);
    }
    return joined;
}

constexpr std::size_t triangles_per_piece = 16; // small enough that its box is nearly as narrow

/// The pieces of runs that reach into the region; of their triangles in it those are kept of which
/// visit() says yes.
template <typename Coded, typename Visit>
Pass see_region(const Coded& coded, const Context& context, Visit visit) {
    const std::size_t runs = coded.run_count();
    return pass_over(runs, runs_per_chunk(runs), context, [&](const Chunk& chunk, Pass& found) {
        for (std::size_t run = chunk.begin; run < chunk.end; ++run) {
            const auto [first, last] = coded.run(run);
            for (std::size_t begin = first; begin < last; begin += triangles_per_piece) {
                const std::size_t end = std::min(begin + triangles_per_piece, last);
                PieceInRegion piece{highest_codes, lowest_codes, static_cast<std::uint32_t>(begin),
                                    static_cast<std::uint32_t>(end)};
                std::size_t count = 0;
                for (std::size_t i = begin; i < end; ++i) {
                    const QuantisedTriangle triangle = coded[i];
                    if (!reaches_region(triangle)) {
                        continue;
                    }
                    piece.low = lowest(piece.low, triangle.low);
                    piece.high = highest(piece.high, triangle.high);
                    ++count;
                    if (visit(triangle)) {
                        found.kept.push_back(triangle);
                    }
                }
                if (count > 0) {
                    found.pieces.push_back(piece);
                    found.in_region += count;
                }
            }
        }
    });
}

/// Chunks of pieces.
constexpr std::size_t pieces_per_chunk = 1024;

/// visit(triangle) for those of the piece that reach into the region.
template <typename Coded, typename Visit>
void for_each_in_region(const Coded& coded, const PieceInRegion& piece, Visit visit) {
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        const QuantisedTriangle triangle = coded[i];
        if (reaches_region(triangle)) {
            visit(triangle);
        }
    }
}

/// The triangles that touch a marked slice.
Triangles those_meeting(const RegionTriangles& body, const SliceImage& image,
                        const Context& context) {
    const auto find = [&](const auto& coded) {
        return pass_over(
            body.pieces.size(), pieces_per_chunk, context, [&](const Chunk& chunk, Pass& found) {
                for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                    const PieceInRegion& piece = body.pieces[i];
                    if (!image.may_meet(piece.low, piece.high)) {
                        continue;
                    }
                    for_each_in_region(coded, piece, [&](const QuantisedTriangle& triangle) {
                        if (image.meets(triangle)) {
                            found.kept.push_back(triangle);
                        }
                    });
                }
            });
    };
    return std::visit(find, body.coded).kept;
}

/// Of triangles across the view, in codes.
struct Extents {
    std::uint64_t sum = 0;
    std::uint64_t count = 1;

    template <typename Coded> void add_some_of(const Coded& coded) {
        constexpr std::size_t samples = 256;
        const std::size_t places = coded.run_count() * triangles_per_run;
        const std::size_t step = std::max<std::size_t>(1, places / samples);
        for (std::size_t i = 0; i < places; i += step) {
            const TriangleRun run = coded.run(i / triangles_per_run);
            const std::size_t place = run.begin + i % triangles_per_run;
            if (place >= run.end) {
                continue; // the last run may be shorter
            }
            const QuantisedTriangle t = coded[place];
            if (reaches_region(t)) {
                const int size = std::max(t.high[0] - t.low[0], t.high[1] - t.low[1]);
                sum += static_cast<std::uint64_t>(size);
                ++count;
            }
        }
    }
};

} // namespace

std::vector<std::uint32_t> RegionTriangles::between(Codes low, Codes high,
                                                    const Context& context) const {
    const auto meets = [&](const auto& box) {
        return all_at_most(low, box.high) && all_at_most(box.low, high);
    };
    const auto find = [&](const auto& of) {
        return gather_chunks<std::uint32_t>(
            context, pieces.size(), pieces_per_chunk, [&](const Chunk& chunk) {
                std::vector<std::uint32_t> found;
                for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
                    if (!meets(pieces[i])) {
                        continue;
                    }
                    for_each_in_region(of, pieces[i], [&](const QuantisedTriangle& triangle) {
                        if (meets(triangle)) {
                            found.push_back(triangle.index);
                        }
                    });
                }
                return found;
            });
    };
    return std::visit(find, coded);
}

ImageGrid choose_grid(const CodedTriangles& a, const CodedTriangles& b) {
    Extents extents;
    for (const CodedTriangles* body : {&a, &b}) {
        std::visit([&](const auto& coded) { extents.add_some_of(coded); }, *body);
    }
    ImageGrid grid;
    while (grid.shift < 15 && (std::uint64_t{1} << grid.shift) < extents.sum / extents.count) {
        ++grid.shift;
    }
    return grid;
}

void SliceImage::spread() {
    const std::size_t width = grid_.width();
    std::vector<std::uint64_t> rows(slices_.size()); // spread along x
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        const std::size_t x = i % width;
        rows[i] = slices_[i] | (x > 0 ? slices_[i - 1] : 0) | (x + 1 < width ? slices_[i + 1] : 0);
    }
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        slices_[i] = rows[i] | (i >= width ? rows[i - width] : 0) |
                     (i + width < slices_.size() ? rows[i + width] : 0);
    }
}

Survivors keep_meeting(CodedTriangles a, CodedTriangles b, ImageGrid grid, const Context& context) {
    SliceImage image_a(grid);
    const auto mark_a = [&](const QuantisedTriangle& triangle) {
        image_a.mark(triangle);
        return false;
    };
    const auto meets_a = [&](const QuantisedTriangle& triangle) { return image_a.meets(triangle); };
    Pass of_a =
        std::visit([&](const auto& coded) { return see_region(coded, context, mark_a); }, a);
    image_a.spread();
    Pass of_b =
        std::visit([&](const auto& coded) { return see_region(coded, context, meets_a); }, b);
    Survivors survivors{{std::move(a), std::move(of_a.pieces), of_a.in_region},
                        {std::move(b), std::move(of_b.pieces), of_b.in_region},
                        {}};
    survivors.meeting.b = std::move(of_b.kept);
    // Only what is left of B has to be near a triangle of A.
    SliceImage image_b(grid);
    for (const QuantisedTriangle& triangle : survivors.meeting.b) {
        image_b.mark(triangle);
    }
    image_b.spread();
    survivors.meeting.a = those_meeting(survivors.a, image_b, context);
    return survivors;
}

} // namespace impinge::inline v0
