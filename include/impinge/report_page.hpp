// SPDX-License-Identifier: Apache-2.0
//
// A clash report as one HTML file that needs nothing else: table, pictures, sections and a 3D view.
// Part of the library impinge::report. docs/report.md shows one.
//
//     impinge::Status send(const impinge::report::Report& report,
//                          const impinge::report::ReportGeometry& geometry, std::string_view json)
//                          {
//         return impinge::report::write_page("clashes.html", report, geometry, json);
//     }
//
// The file opens from disk in any browser of the last years, asks no network and runs no script but
// its own: a policy in its head forbids the rest, and text from files is never markup.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/report.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace impinge::inline v0::report {

struct PageOptions {
    bool pictures = true; ///< of each clash, from the side that shows most of its contact
    bool sections = true; ///< through its deepest point
    bool geometry = true; ///< the parts, for the 3D view
    int picture_width = 360;
    int picture_height = 240;
    int jpeg_quality = 72; ///< 1 to 100
};

/// Whether pages were built in: they need npm while impinge is built (IMPINGE_REPORT_PAGE).
IMPINGE_API bool can_write_pages();

/// The page. `json` is the report as JSON: what the page's table is made of, and what it offers for
/// download. Positions are rounded to 16 bits of the size of a part (1.5 um of 100 mm) and decide
/// nothing. The same input gives the same bytes on every machine with the same zlib. Takes as long
/// as the pictures: tens of milliseconds for each clash.
///
/// A cancelled call draws no more pictures and sections; the page is whole without them. Fails with
/// Unsupported where pages were not built in, and if `geometry` does not match `report`.
IMPINGE_API Expected<std::string> make_page(const Report& report, const ReportGeometry& geometry,
                                            std::string_view json, const PageOptions& options = {},
                                            const Context& context = {});

/// Whole or not at all.
IMPINGE_API Status write_page(const std::filesystem::path& path, const Report& report,
                              const ReportGeometry& geometry, std::string_view json,
                              const PageOptions& options = {}, const Context& context = {});

} // namespace impinge::inline v0::report

#endif // IMPINGE_HAS_CPP20
