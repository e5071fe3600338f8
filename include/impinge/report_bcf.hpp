// SPDX-License-Identifier: Apache-2.0
//
// Clash reports as BCF files (BIM Collaboration Format of buildingSMART), which model viewers and
// issue trackers read. Part of the library impinge::report; read_review() of impinge/report.hpp
// reads what a reviewer sends back.
//
//     impinge::Status hand_over(const impinge::report::ClashReport& found) {
//         return impinge::report::write_bcf("clashes.bcf", found.report, found.geometry);
//     }
//
// Topics have identifiers that follow from those of the clashes: a file that is written again
// updates them where it is imported. Lengths are metres, as the format wants them; of a report
// without a unit one unit counts as a metre.
#pragma once

#include "impinge/standard.hpp"
#ifdef IMPINGE_HAS_CPP20

#include "impinge/context.hpp"
#include "impinge/expected.hpp"
#include "impinge/export.h"
#include "impinge/report.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace impinge::inline v0::report {

enum class BcfVersion : std::uint8_t { V2_1, V3_0 };

/// What becomes a topic.
enum class BcfTopics : std::uint8_t {
    Clashes,
    Groups, ///< each group, with a view of its worst clash; and clashes that are in none
};

struct BcfOptions {
    BcfVersion version = BcfVersion::V2_1; ///< which most programs read
    BcfTopics topics = BcfTopics::Clashes;
    std::string author = "impinge"; ///< of topics and comments; not empty
    bool clipping_plane = false;    ///< cuts away what is before the clash
    int width = 640;                ///< of the pictures, in pixels; at most 1500
    int height = 480;
};

/// The bytes of the file: of every topic a status, a view with both parts selected and a picture.
/// The same input gives the same bytes on every machine with the same zlib. Takes as long as the
/// pictures, tens of milliseconds for each topic; a cancelled call draws one picture for all that
/// are left. Fails if `geometry` was not made with the report.
IMPINGE_API Expected<std::string> make_bcf(const Report& report, const ReportGeometry& geometry,
                                           const BcfOptions& options = {},
                                           const Context& context = {});

/// Whole or not at all.
IMPINGE_API Status write_bcf(const std::filesystem::path& path, const Report& report,
                             const ReportGeometry& geometry, const BcfOptions& options = {},
                             const Context& context = {});

} // namespace impinge::inline v0::report

#endif // IMPINGE_HAS_CPP20
