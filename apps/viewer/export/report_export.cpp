// SPDX-License-Identifier: Apache-2.0
#include "export/report_export.hpp"

#include "arguments/file_arguments.hpp"
#include "base/no_throw.hpp"
#include "impinge/report_page.hpp"
#include "io/scene/rules.hpp"
#include "io/write_file.hpp"
#include "output/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/core.h>

namespace impinge::viewer {
namespace {

namespace fs = std::filesystem;

PlacedBody standing(const ViewedBody& body) {
    PlacedBody out;
    out.name = body.name;
    out.file = body.file;
    out.group = body.group;
    out.mesh = body.mesh;
    out.pose = body.world_pose();
    out.described = body.described;
    out.facts = body.facts;
    out.facts.chord_error *= body.pose.scale;
    return out;
}

/// In the order of the scene, each once; those of samples are none.
std::vector<std::string> described_files(const Document& document, const SceneState& state) {
    std::vector<std::string> out;
    std::error_code error;
    if (!document.scene.source.empty() && !state.changed()) {
        out.push_back(document.scene.source);
    }
    for (const ViewedBody& body : state.bodies()) {
        if (body.present && fs::is_regular_file(body.file, error) &&
            std::ranges::find(out, body.file) == out.end()) {
            out.push_back(body.file);
        }
    }
    return out;
}

std::string told(const report::Report& found, const fs::path& file) {
    const std::size_t count = found.clashes.size();
    return fmt::format("wrote {}: {} {}", file.string(), count, count == 1 ? "clash" : "clashes");
}

} // namespace

PlacedScene placed_scene(const Document& document, const SceneState& state) {
    PlacedScene out;
    for (const ViewedBody& body : state.bodies()) {
        if (body.present) {
            out.bodies.push_back(standing(body));
        }
    }
    out.unit = document.unit;
    out.open_meshes = document.scene.open_meshes;
    out.wishes = compile_rules(document.scene, out.bodies, BodiesAre::Some);
    out.tolerances = compile_tolerances(document.scene, out.bodies, BodiesAre::Some);
    return out;
}

std::set<fs::path> input_files(const Document& document, const SceneState& state) {
    std::set<fs::path> out;
    if (!document.scene.source.empty()) {
        out.insert(document.scene.source);
    }
    for (const ViewedBody& body : state.bodies()) { // a removed one can come back
        out.insert(body.file);
    }
    return out;
}

Status ReportExport::start(const Document& document, const SceneState& state,
                           const fs::path& file) {
    const auto refuse = [&](const char* why) {
        return Error{ErrorCode::InvalidArgument, file.string() + " " + why};
    };
    if (busy()) {
        return refuse("is not written: another report is being written");
    }
    if (!report::can_write_pages()) {
        return Error{ErrorCode::Unsupported, "this impinge was built without pages of reports"};
    }
    if (state.present_count() < 2) {
        return refuse("is not written: a report needs two bodies");
    }
    if (cli::is_input(file, input_files(document, state))) {
        return refuse("is an input and would be overwritten");
    }
    if (Status status = check_writable(file); !status) {
        return status;
    }
    context_ = Context(threads_);
    Order order{document.scene, placed_scene(document, state), described_files(document, state),
                file};
    future_ = std::async(std::launch::async, [this, order = std::move(order)] {
        auto told = no_throw([&] { return write(order); });
        wake_();
        return told;
    });
    return {};
}

/// Shares the stop flag of the whole work; the status line shows where it is.
Context ReportExport::phase(const char* name) {
    part_ = 0;
    phase_ = name;
    wake_();
    Context context = context_;
    context.set_progress([this](double part) {
        const bool seen = static_cast<int>(100 * part) != static_cast<int>(100 * part_);
        part_ = part;
        if (seen) {
            wake_();
        }
    });
    return context;
}

Expected<std::string> ReportExport::write(const Order& order) {
    const cli::Stopwatch watch;
    report::FindOptions options;
    phase("reading files");
    for (const std::string& file : order.inputs) {
        auto input = report::describe_input(file);
        if (!input) {
            return input.error();
        }
        options.inputs.push_back(std::move(*input));
    }
    auto found =
        report::find_clashes(order.scene, order.placed, options, phase("looking for clashes"));
    if (!found) {
        return found.error();
    }
    found->report.seconds = watch.milliseconds() / 1000;
    const Context drawing = phase("drawing");
    const auto page =
        report::make_page(found->report, found->geometry, report_json(found->report), {}, drawing);
    if (!page) {
        return page.error();
    }
    if (context_.cancelled()) { // the window was closed: half a report is none
        return Error{ErrorCode::InvalidArgument, order.file.string() + " is not written"};
    }
    if (Status status = write_file(order.file, *page); !status) {
        return status.error();
    }
    return told(found->report, order.file);
}

std::string ReportExport::progress() const {
    return busy() ? fmt::format("report: {}, {:.0f} %", phase_.load(), 100 * part_.load()) : "";
}

std::optional<Expected<std::string>> ReportExport::take() {
    if (!busy() || future_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return {};
    }
    return future_.get();
}

} // namespace impinge::viewer
