// SPDX-License-Identifier: Apache-2.0
//
// A line for each clash, also for those of the baseline that are gone.
#include "impinge/report.hpp"
#include "io/text_output.hpp"

namespace impinge::inline v0::report {
namespace {

constexpr const char* columns =
    "id,status,severity,kind,rule,a,b,file_a,file_b,verdict,compared,depth,depth_at_most,"
    "within_facet_error,volume,area,regions,distance,x,y,z,normal_x,normal_y,normal_z,unit,group,"
    "assignee,comment,unmeasured\n";

std::string number_text(const std::optional<double>& number) {
    std::string out;
    if (number) {
        append_number(out, *number);
    }
    return out;
}

/// A field that a spreadsheet would take for a formula is not one.
std::string safe_field(const std::string& text) {
    const bool formula =
        !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
    return csv_field(formula ? "'" + text : text);
}

std::string line_of(const std::vector<std::string>& fields) {
    std::string out;
    for (const std::string& field : fields) {
        out += (out.empty() ? "" : ",") + field;
    }
    return out + "\n";
}

std::string clash_line(const Report& report, const Clash& clash) {
    const ReportPart none;
    const ReportPart& a = report.parts[clash.a];
    const ReportPart& b = clash.b == no_part ? none : report.parts[clash.b];
    return line_of({clash.id,
                    to_string(clash.status),
                    to_string(clash.severity),
                    to_string(clash.kind),
                    safe_field(report.rules[clash.rule].rule.name),
                    safe_field(a.name),
                    safe_field(b.name),
                    safe_field(a.file),
                    safe_field(b.file),
                    to_string(clash.verdict),
                    to_string(clash.compared),
                    number_text(clash.depth),
                    number_text(clash.depth_at_most),
                    clash.within_facet_error ? "true" : "false",
                    number_text(clash.volume),
                    number_text(clash.area),
                    std::to_string(clash.regions.size()),
                    number_text(clash.distance),
                    number_text(clash.point.x),
                    number_text(clash.point.y),
                    number_text(clash.point.z),
                    number_text(clash.normal.x),
                    number_text(clash.normal.y),
                    number_text(clash.normal.z),
                    report.unit ? to_string(*report.unit) : "",
                    clash.group ? safe_field(report.groups[*clash.group].name) : "",
                    safe_field(clash.assignee),
                    safe_field(clash.comment),
                    safe_field(clash.unmeasured)});
}

std::string gone_line(const GoneClash& gone) {
    std::vector<std::string> fields(29);
    fields[0] = gone.id;
    fields[1] = to_string(gone.status);
    fields[2] = to_string(gone.severity);
    fields[3] = to_string(gone.kind);
    fields[5] = safe_field(gone.a);
    fields[6] = safe_field(gone.b);
    fields[26] = safe_field(gone.assignee);
    fields[27] = safe_field(gone.comment);
    fields[28] = std::string("gone: ") + to_string(gone.because);
    return line_of(fields);
}

} // namespace

std::string report_csv(const Report& report) {
    std::string out = columns;
    for (const Clash& clash : report.clashes) {
        out += clash_line(report, clash);
    }
    for (const GoneClash& gone : report.gone) {
        out += gone_line(gone);
    }
    return out;
}

} // namespace impinge::inline v0::report
