// SPDX-License-Identifier: Apache-2.0
#include "check/measure_table.hpp"

#include "check/verdict_words.hpp"
#include "output/text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <tuple>

namespace impinge::cli {
namespace {

/// What a row is sorted by, and how it is told.
enum class Badness : std::uint8_t {
    Interferes,
    NotMeasured, ///< interferes, nobody knows how badly
    LeftOpen,
    TooNear,
    WithinTolerance,
    Touches
};

struct Row {
    AssemblyPair pair;
    const PairMeasure* measure = nullptr;
    Badness badness = Badness::Touches;

    [[nodiscard]] bool known() const { return measure != nullptr && measure->known(); }
    [[nodiscard]] double depth() const {
        const RegionDepth* deepest = known() ? measure->deepest() : nullptr;
        return deepest != nullptr ? deepest->depth : 0;
    }
};

Badness badness_of(const Examination& examination, const AssemblyPair& pair) {
    const Verdict verdict = pair.interference.verdict;
    if (is_within_tolerance(examination, pair)) {
        return Badness::WithinTolerance;
    }
    if (!is_decided(pair.interference) || is_left_open(pair)) {
        return Badness::LeftOpen;
    }
    if (verdict != Verdict::Touching && verdict != Verdict::Apart) {
        const PairMeasure* measure = measure_of(examination, pair);
        const bool known = measure != nullptr && measure->known();
        return known ? Badness::Interferes : Badness::NotMeasured;
    }
    return is_too_near(pair) ? Badness::TooNear : Badness::Touches;
}

std::vector<Row> sorted_rows(const Examination& examination) {
    std::vector<Row> rows;
    for_each_pair(examination, Listed::NotApart, [&](const AssemblyPair& pair) {
        rows.push_back({pair, measure_of(examination, pair), badness_of(examination, pair)});
    });
    std::stable_sort(rows.begin(), rows.end(), [](const Row& p, const Row& q) {
        return std::tuple(p.badness, -p.depth()) < std::tuple(q.badness, -q.depth());
    });
    return rows;
}

/// The columns that some row has something to say in, and the decimals of their numbers.
class MeasuredTable {
  public:
    MeasuredTable(const Examination& examination, const std::vector<Row>& rows);
    [[nodiscard]] std::string text() const;

  private:
    [[nodiscard]] std::vector<Column> columns() const;
    [[nodiscard]] std::vector<std::string> cells(const Row& row) const;
    [[nodiscard]] std::string reasons(const Row& row) const;

    const Examination& examination_;
    const std::vector<Row>& rows_;
    bool way_out_;
    bool contacts_;
    bool tolerances_;
    bool distances_;
    int depth_decimals_ = 0;
    int volume_decimals_ = 0;
};

MeasuredTable::MeasuredTable(const Examination& examination, const std::vector<Row>& rows)
    : examination_(examination), rows_(rows), way_out_(examination.measuring.everything),
      contacts_(!examination.contacts.empty()), tolerances_(examination.measuring.rules != nullptr),
      distances_(examination.tells_distances()) {
    double largest_depth = 0;
    double largest_volume = 0;
    double largest_way = 0;
    for (const Row& row : rows) {
        if (row.known()) {
            largest_depth = std::max(largest_depth, row.depth());
            largest_volume = std::max(largest_volume, row.measure->overlap.volume);
        }
        if (row.measure != nullptr && row.measure->way_out) {
            largest_way = std::max(largest_way, row.measure->way_out->distance);
        }
    }
    largest_depth = largest_depth > 0 ? largest_depth : largest_way;
    depth_decimals_ = decimals_for(largest_depth);
    volume_decimals_ = decimals_for(largest_volume);
}

std::vector<Column> MeasuredTable::columns() const {
    const auto with_unit = [&](const std::string& title, const char* power) {
        return examination_.unit
                   ? fmt::format("{} [{}{}]", title, to_string(*examination_.unit), power)
                   : title;
    };
    std::vector<Column> columns = {{"a"},
                                   {"b"},
                                   {"verdict"},
                                   {with_unit("depth", ""), Align::Right},
                                   {with_unit("facets", ""), Align::Right},
                                   {with_unit("volume", "^3"), Align::Right},
                                   {"regions", Align::Right}};
    if (tolerances_) {
        columns.push_back({with_unit("tolerance", ""), Align::Right});
    }
    if (way_out_) {
        columns.push_back({with_unit("way out", ""), Align::Right});
        columns.push_back({"of b along", Align::Left});
    }
    if (contacts_) {
        columns.push_back({with_unit("contact", "^2"), Align::Right});
    }
    if (distances_) {
        columns.push_back({with_unit("distance", ""), Align::Right});
        columns.push_back({with_unit("wanted", ""), Align::Right});
    }
    columns.push_back({"deepest point", Align::Left});
    return columns;
}

/// Why it could not be measured, in a few words: those that are not solids have notes of their own.
std::string MeasuredTable::reasons(const Row& row) const {
    if (row.measure == nullptr) {
        return "";
    }
    if (row.measure->overlap.measurable == Measurable::OverlapsItself) {
        return "not measured: one overlaps itself";
    }
    const bool a = examination_.bodies[row.pair.a].known_open();
    const bool b = examination_.bodies[row.pair.b].known_open();
    const auto& name = examination_.bodies[a ? row.pair.a : row.pair.b].name;
    return a == b ? "not measured: no solids"
                  : fmt::format("not measured: {} is no solid", printable(name));
}

std::string facet_words(const Examination& examination, const AssemblyPair& pair) {
    return is_within_facet_error(examination, pair).value_or(false) ? " (within facet error)" : "";
}

std::vector<std::string> MeasuredTable::cells(const Row& row) const {
    const AssemblyPair& pair = row.pair;
    std::vector<std::string> cells = {
        printable(examination_.bodies[pair.a].name), printable(examination_.bodies[pair.b].name),
        verdict_words(examination_, pair) + facet_words(examination_, pair)};
    const bool known = row.known();
    const auto depth_text = [&](double length) { return fixed_text(length, depth_decimals_); };
    cells.push_back(known ? depth_text(row.depth()) : "");
    cells.push_back(known ? depth_text(row.measure->largest_facets()) : "");
    cells.push_back(known ? fixed_text(row.measure->overlap.volume, volume_decimals_) : "");
    cells.push_back(known ? std::to_string(row.measure->overlap.regions.size()) : "");
    if (tolerances_) {
        const auto tolerance = examination_.measuring.tolerance_of(pair);
        cells.push_back(tolerance ? fmt::format("{:.4g}", *tolerance) : "");
    }
    if (way_out_) {
        const auto* way_out =
            row.measure != nullptr && row.measure->way_out ? &*row.measure->way_out : nullptr;
        cells.push_back(way_out != nullptr ? depth_text(way_out->distance) : "");
        cells.push_back(way_out != nullptr ? direction_text(way_out->direction) : "");
    }
    if (contacts_) {
        const PairContact* contact = entry_of(examination_.contacts, pair);
        const bool areas = contact != nullptr && contact->found.measurable == Measurable::Yes;
        cells.push_back(areas ? fmt::format("{:.4g}", contact->found.area) : "");
    }
    if (distances_) {
        const bool near = pair.nearest && std::isfinite(pair.nearest->distance);
        cells.push_back(near ? fmt::format("{:.6g}", pair.nearest->distance) : "");
        cells.push_back(examination_.wants_clearance(pair) ? fmt::format("{:.6g}", pair.clearance)
                                                           : "");
    }
    const RegionDepth* deepest = known ? row.measure->deepest() : nullptr;
    cells.push_back(deepest != nullptr ? point_text(deepest->point) : known ? "" : reasons(row));
    return cells;
}

std::string MeasuredTable::text() const {
    TextTable table(columns());
    for (const Row& row : rows_) {
        table.add(cells(row));
    }
    return fmt::format("\n{}", table.text());
}

std::string depth_summary(const Examination& examination, const std::vector<Row>& rows) {
    std::vector<double> depths;
    for (const Row& row : rows) {
        if (row.known()) {
            depths.push_back(row.depth());
        }
    }
    if (depths.size() < 2) {
        return "";
    }
    std::sort(depths.begin(), depths.end());
    const std::string unit = unit_suffix(examination.unit);
    return fmt::format("\n{} measured: at most {:.3g}{} deep, half of them less than {:.3g}{}\n",
                       counted(depths.size(), "overlap", "overlaps"), depths.back(), unit,
                       depths[depths.size() / 2], unit);
}

/// Rounded up to two digits, for people to type.
double rounded_up(double number) {
    if (!(number > 0)) {
        return 0;
    }
    const double step = std::pow(10, std::floor(std::log10(number)) - 1);
    return std::ceil(number / step) * step;
}

/// Crossings that are no deeper than facets may account for, and still count.
std::string facet_hint(const std::vector<Row>& rows) {
    std::size_t crossing = 0;
    std::size_t explained = 0;
    double deepest = 0;
    for (const Row& row : rows) {
        if (row.badness != Badness::Interferes ||
            row.pair.interference.verdict != Verdict::Crossing) {
            continue;
        }
        ++crossing;
        if (row.known() && row.measure->explained_by_facets()) {
            ++explained;
            deepest = std::max(deepest, row.measure->at_most());
        }
    }
    if (explained == 0) {
        return "";
    }
    return fmt::format("hint: {} of {} no deeper than the facets of curved walls may account for "
                       "(column facets, estimated): press fits look like this. --tolerance {:.3g} "
                       "would report {} as touching\n",
                       explained, counted(crossing, "crossing is", "crossings are"),
                       rounded_up(deepest), explained == 1 ? "it" : "them");
}

} // namespace

std::string measured_pair_table(const Examination& examination) {
    const std::vector<Row> rows = sorted_rows(examination);
    return rows.empty() ? ""
                        : MeasuredTable(examination, rows).text() +
                              depth_summary(examination, rows) + facet_hint(rows);
}

} // namespace impinge::cli
