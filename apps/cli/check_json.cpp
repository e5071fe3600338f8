// SPDX-License-Identifier: Apache-2.0
#include "check_report.hpp"

namespace impinge::cli {
namespace {

Json json_pair(const ExaminedPair& pair, Detail detail) {
    const Interference& result = pair.result;
    Json out;
    out["a"] = pair.a;
    out["b"] = pair.b;
    out["verdict"] = to_string(result.verdict);
    out["certainty"] = to_string(result.certainty);
    out["compared"] = to_string(result.compared);
    out["partial"] = result.partial;
    out["method"] = "exact";
    out["device"] = "cpu";
    out["triangle_pairs"] = result.crossing_pairs + result.touching_pairs;
    out["touching_pairs"] = result.touching_pairs;
    out["curves"] = nullptr;
    if (detail == Detail::Curves) {
        out["curves"] = result.curves.size();
    }
    out["candidate_triangle_pairs"] = result.counters.candidate_pairs;
    out["milliseconds"] = result.milliseconds.total;
    out["hash"] = json_hash(result.hash);
    return out;
}

Json json_counts(const VerdictCounts& counts) {
    Json out;
    out["apart"] = counts.apart;
    out["touching"] = counts.touching;
    out["crossing"] = counts.crossing;
    out["a_inside_b"] = counts.a_inside_b;
    out["b_inside_a"] = counts.b_inside_a;
    out["same"] = counts.same;
    out["undecided"] = counts.undecided;
    return out;
}

StageTimes summed_stages(const Examination& examination) {
    StageTimes sum;
    for (const ExaminedPair& pair : examination.pairs) {
        const StageTimes& times = pair.result.milliseconds;
        sum.world += times.world;
        sum.cull += times.cull;
        sum.bin += times.bin;
        sum.match += times.match;
        sum.prove += times.prove;
        sum.judge += times.judge;
        sum.curves += times.curves;
    }
    return sum;
}

} // namespace

Json check_json(const Examination& examination, const JsonFacts& facts) {
    Json out = json_document("check");
    out["interference"] = facts.interference;
    out["partial"] = examination.partial;
    out["bodies"] = json_bodies(examination.bodies);
    out["pairs"] = Json::array();
    for (const ExaminedPair& pair : examination.pairs) {
        out["pairs"].push_back(json_pair(pair, facts.detail));
    }
    out["counts"] = json_counts(count_verdicts(examination));
    out["examined"] = {{"bodies", examination.bodies.size()},
                       {"pairs", examination.pairs.size()},
                       {"candidate_triangle_pairs", examination.candidate_pairs()}};
    out["timings_ms"] = {{"read", examination.read_ms},
                         {"diagnose", examination.diagnose_ms},
                         {"collide", examination.collide_ms},
                         {"total", examination.total_ms},
                         {"stages", json_stages(summed_stages(examination))}};
    out["hash"] = json_hash(examination.hash());
    return out;
}

} // namespace impinge::cli
