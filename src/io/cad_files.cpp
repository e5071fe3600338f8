// SPDX-License-Identifier: Apache-2.0
//
// CAD files are read by a library of its own, which tells this one about itself: who does not link
// it needs nothing of OpenCASCADE.
#include "base/enum_names.hpp"
#include "io/mesh_format.hpp"
#include "io/parse_failure.hpp"

#include <array>
#include <atomic>
#include <cmath>

namespace impinge::inline v0 {
namespace {

std::atomic<CadReader>& known_reader() {
    static std::atomic<CadReader> reader = nullptr;
    return reader;
}

void check_cad_options(const CadOptions& options) {
    const double angle = options.angular_deflection_degrees;
    if (!(options.deflection >= 0) || !std::isfinite(options.deflection)) {
        fail_whole("the deflection must be finite and not negative", ErrorCode::InvalidArgument);
    }
    if (!(angle > 0) || !(angle <= 90)) {
        fail_whole("the angular deflection must be more than 0 and at most 90 degrees",
                   ErrorCode::InvalidArgument);
    }
    if (!(options.time_limit_seconds > 0)) {
        fail_whole("the time limit must be more than 0 seconds", ErrorCode::InvalidArgument);
    }
}

} // namespace

const char* to_string(CadFormat format) {
    constexpr std::array names = {"STEP", "IGES", "BREP"};
    return name_in(names, format);
}

void set_cad_reader(CadReader reader) noexcept { known_reader().store(reader); }

FileBodies parse_cad(std::span<const char> bytes, CadFormat format, const CadOptions& options,
                     const Context& context) {
    check_cad_options(options);
    const CadReader read = known_reader().load();
    if (read == nullptr) {
        fail_whole(std::string("is a ") + to_string(format) +
                       " file, which needs impinge's component cad: this program does without; "
                       "install libocct-data-exchange-dev and libocct-ocaf-dev, and build with "
                       "IMPINGE_CAD=ON",
                   ErrorCode::Unsupported);
    }
    auto bodies = read(bytes, format, options, context);
    if (!bodies) {
        fail_whole(bodies.error().message, bodies.error().code);
    }
    return std::move(*bodies);
}

} // namespace impinge::inline v0
