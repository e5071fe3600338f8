// SPDX-License-Identifier: Apache-2.0
#include "compare_all.hpp"

#include "compare_all_report.hpp"
#include "compare_ask.hpp"
#include "console.hpp"
#include "exit_status.hpp"
#include "run_request.hpp"
#include "stopwatch.hpp"

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
        return Error{ErrorCode::InvalidArgument,
                     "compare: --picture and --all-pixels ask for the pixels of one --method"};
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

MethodRow row_of(const AllCompared& compared, const SampledRequest& request, raster::Device& device,
                 const Context& context) {
    MethodRow row{.method = request.method->name,
                  .device = device.info().kind,
                  .runs_on = device.info().name};
    const Stopwatch watch;
    auto asked = ask_about_two(compared.bodies, request, device, context);
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

Status ask_exact(AllCompared& compared, const Context& context, Progress& progress) {
    const Stopwatch watch;
    auto exact = collide(compared.bodies[0].body(), compared.bodies[1].body(), {},
                         progress.phase("checking", context));
    if (!exact) {
        return exact.error();
    }
    compared.exact_ms = watch.milliseconds();
    compared.exact = std::move(*exact);
    return {};
}

Expected<AllCompared> compare_all(const CompareAllOptions& options,
                                  const CompareAllRequest& request, const Context& context,
                                  Progress& progress) {
    const Stopwatch total;
    auto scene = load_files_as_bodies(options.input, progress.phase("reading", context));
    if (!scene) {
        return scene.error();
    }
    AllCompared compared{.unit = scene->unit,
                         .bodies = std::move(scene->bodies),
                         .resolution = request.methods.front().options.resolution,
                         .touch = options.touching_counts ? Touch::Counts : Touch::IsNothing};
    compared.read_ms = total.milliseconds();
    const Stopwatch watch;
    Status status = diagnose_bodies(compared.bodies, progress.phase("diagnosing", context));
    compared.diagnose_ms = watch.milliseconds();
    status = status ? ask_exact(compared, context, progress) : status;
    status = status ? ask_devices(compared, request, context, progress) : status;
    if (!status) {
        return status.error();
    }
    compared.total_ms = total.milliseconds();
    return compared;
}

int report(const AllCompared& compared, const Outputs& outputs) {
    if (outputs.wants_table() && !print(all_compared_text(compared))) {
        return Failed;
    }
    if (write_json(all_compared_json(compared), outputs) != Clean) {
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
