// SPDX-License-Identifier: Apache-2.0
#include "compare/compare_all.hpp"

#include "arguments/values.hpp"
#include "compare/compare_report.hpp"
#include "input/input.hpp"
#include "output/console.hpp"
#include "output/json_report.hpp"
#include "output/progress.hpp"
#include "output/run_request.hpp"
#include "output/stopwatch.hpp"
#include "output/text.hpp"
#include "sampled/method.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace impinge::cli {
namespace {

/// As given, where run_request() looks for understand().
struct Given {
    const CompareAllOptions& options;
    const Outputs& outputs;
};

/// One for each method, understood.
struct CompareAllRequest {
    std::vector<SampledRequest> methods;
    bool every_device = true;
};

Expected<CompareAllRequest> understand(const Given& given) {
    const CompareAllOptions& options = given.options;
    if (options.wants_pixels) {
        return usage_error(
            "compare: --picture and --all-pixels ask for the pixels of one --method");
    }
    CompareAllRequest request{.methods = {}, .every_device = options.sampled.device.empty()};
    for (const NamedMethod& method : sampled_methods()) {
        SampledArguments arguments = options.sampled;
        arguments.method = method.name;
        auto understood = understand_sampled(arguments);
        if (!understood) {
            return understood.error();
        }
        if (options.touching_counts) {
            if (Status status = count_touching(*understood); !status) {
                return status.error();
            }
        }
        request.methods.push_back(std::move(*understood));
    }
    return request;
}

std::vector<raster::DeviceReport> devices_for(const CompareAllRequest& request) {
    std::vector<raster::DeviceReport> devices = raster::list_devices();
    std::erase_if(devices, [&](const raster::DeviceReport& device) {
        return !device.info ||
               (!request.every_device && device.kind != request.methods.front().device);
    });
    return devices;
}

/// What a method said on a device.
struct MethodRow {
    const char* method = "";
    raster::DeviceKind device = raster::DeviceKind::Software;
    std::string runs_on = {};
    MethodAnswer answer = {};
    std::string refused = {}; ///< why there is no answer
    double milliseconds = 0;  ///< bodies handed to the device included

    [[nodiscard]] bool told() const { return refused.empty() && !answer.could_not_tell(); }
};

struct AllCompared {
    ExactlyCompared two;
    int resolution = 0;
    Touch touch = Touch::IsNothing;
    std::vector<MethodRow> rows = {}; ///< by device, then method
    double total_ms = 0;

    /// The bodies interfere, and the method says they do not; the other way round. What a method
    /// could not tell, it has neither missed nor invented.
    [[nodiscard]] bool missed(const MethodRow& row) const {
        return row.told() && interferes(two.exact, touch) &&
               !interferes(row.answer.interference, touch);
    }
    [[nodiscard]] bool invented(const MethodRow& row) const {
        return row.told() && !interferes(two.exact, touch) &&
               interferes(row.answer.interference, touch);
    }
};

MethodRow row_of(const AllCompared& compared, const SampledRequest& request, raster::Device& device,
                 const Context& context) {
    MethodRow row{.method = request.method->name,
                  .device = device.info().kind,
                  .runs_on = device.info().name};
    const Stopwatch watch;
    auto asked = ask_about_two(compared.two.bodies(), request, device, context);
    row.milliseconds = watch.milliseconds();
    if (asked) {
        row.answer = std::move(asked->answer);
    } else {
        row.refused = asked.error().message;
    }
    return row;
}

/// What a device refuses stands in its rows: the others are asked all the same.
Status ask_devices(AllCompared& compared, const CompareAllRequest& request, const Context& context,
                   Progress& progress) {
    const auto devices = devices_for(request);
    if (devices.empty()) {
        return Error{ErrorCode::Unsupported,
                     "--device: there is none of this kind (impinge devices says why)"};
    }
    for (const raster::DeviceReport& report : devices) {
        auto device = raster::make_device(report.kind, {.adapter = report.adapter}, context);
        if (!device) {
            return device.error();
        }
        for (const SampledRequest& method : request.methods) {
            if (context.cancelled()) {
                return {};
            }
            compared.rows.push_back(
                row_of(compared, method, **device, progress.phase("sampling", context)));
        }
    }
    return {};
}

Expected<AllCompared> compare_all(const CompareAllOptions& options,
                                  const CompareAllRequest& request, const Context& context,
                                  Progress& progress) {
    const Stopwatch total;
    auto scene = load_and_diagnose_files(options.input, context, progress);
    if (!scene) {
        return scene.error();
    }
    AllCompared compared{.two = {.scene = std::move(*scene)},
                         .resolution = request.methods.front().options.resolution,
                         .touch = options.touching_counts ? Touch::Counts : Touch::IsNothing};
    Status status = ask_exact(compared.two, context, progress);
    status = status ? ask_devices(compared, request, context, progress) : status;
    if (!status) {
        return status.error();
    }
    compared.total_ms = total.milliseconds();
    return compared;
}

std::string verdict_text(const MethodRow& row) {
    if (!row.refused.empty()) {
        return "refused";
    }
    const Verdict verdict = row.answer.interference.verdict;
    return row.told() ? coloured(to_string(verdict), verdict) : "could not tell";
}

/// Why there are no answers, once for each reason.
std::string refusals(const AllCompared& compared) {
    std::string text;
    for (const MethodRow& row : compared.rows) {
        if (!row.refused.empty() && text.find(row.refused) == std::string::npos) {
            text += fmt::format("refused: {}\n", row.refused);
        }
    }
    return text;
}

Json json_row(const AllCompared& compared, const MethodRow& row) {
    const Interference& interference = row.answer.interference;
    Json out;
    out["method"] = row.method;
    out["device"] = raster::to_string(row.device);
    out["runs_on"] = row.runs_on;
    for (const char* field : {"verdict", "certainty", "settled", "pixel_size", "hash", "refused"}) {
        out[field] = nullptr;
    }
    if (row.told()) {
        out["verdict"] = to_string(interference.verdict);
    }
    if (row.refused.empty()) {
        out["certainty"] = to_string(interference.certainty);
        out["settled"] = row.answer.settled;
        out["hash"] = json_hash(hash_of(row.answer));
        if (const auto pixel_size = row.answer.pixel_size()) {
            out["pixel_size"] = *pixel_size;
        }
    } else {
        out["refused"] = row.refused;
    }
    out["missed"] = compared.missed(row);
    out["invented"] = compared.invented(row);
    out["ms"] = row.milliseconds;
    return out;
}

std::string all_compared_text(const AllCompared& compared) {
    TextTable table({{"method"},
                     {"device"},
                     {"verdict"},
                     {"certainty"},
                     {"pixel size", Align::Right},
                     {"ms", Align::Right},
                     {"comparison", Align::Left}});
    table.add({"exact", "",
               coloured(to_string(compared.two.exact.verdict), compared.two.exact.verdict),
               to_string(compared.two.exact.certainty), "",
               fmt::format("{:.3g}", compared.two.exact_ms), ""});
    for (const MethodRow& row : compared.rows) {
        const auto pixel_size = row.answer.pixel_size();
        table.add({row.method, raster::to_string(row.device), verdict_text(row),
                   row.refused.empty() ? to_string(row.answer.interference.certainty) : "",
                   pixel_size
                       ? fmt::format("{:.4g}{}", *pixel_size, unit_suffix(compared.two.scene.unit))
                       : "",
                   fmt::format("{:.3g}", row.milliseconds),
                   compared.missed(row)     ? "missed"
                   : compared.invented(row) ? "invented"
                   : row.told()             ? "agree"
                                            : ""});
    }
    return table.text() + refusals(compared);
}

std::string all_compared_json(const AllCompared& compared) {
    Json out = json_document("compare-all");
    out["partial"] = false; // an interrupted one writes nothing
    out["unit"] = json_unit(compared.two.scene.unit);
    out["bodies"] = json_bodies(compared.two.scene.bodies);
    out["resolution"] = compared.resolution;
    out["touching_counts"] = compared.touch == Touch::Counts;
    out["exact_verdict"] = to_string(compared.two.exact.verdict);
    out["methods"] = Json::array();
    for (const MethodRow& row : compared.rows) {
        out["methods"].push_back(json_row(compared, row));
    }
    out["timings_ms"] = {{"read", compared.two.scene.read_ms},
                         {"diagnose", compared.two.scene.diagnose_ms},
                         {"exact", compared.two.exact_ms},
                         {"total", compared.total_ms}};
    return json_text(out);
}

int report(const AllCompared& compared, const Outputs& outputs) {
    if (print_and_write(
            outputs, [&] { return all_compared_text(compared); },
            [&] { return all_compared_json(compared); }) != Clean) {
        return Failed;
    }
    bool untold = false;
    for (const MethodRow& row : compared.rows) {
        if (compared.missed(row) || compared.invented(row)) {
            return Found;
        }
        untold = untold || !row.told();
    }
    return untold ? Undecided : Clean;
}

} // namespace

int run_compare_all(const CompareAllOptions& options) {
    return run_request(
        Given{options, options.outputs},
        [&](const CompareAllRequest& request, const Context& context, Progress& progress) {
            return compare_all(options, request, context, progress);
        },
        [&](const AllCompared& compared) { return report(compared, options.outputs); });
}

} // namespace impinge::cli
