// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/mesh_contest.hpp"

#include "base/hash.hpp"
#include "bench/timed.hpp"
#include "bench/vector_state.hpp"

#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace impinge::bench::peers {
namespace {

template <typename T> std::uint64_t words_of(std::span<const T> all) {
    static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
    const auto* words = reinterpret_cast<const std::uint32_t*>(all.data());
    return std::accumulate(words, words + all.size_bytes() / sizeof(std::uint32_t),
                           std::uint32_t{0});
}

/// Answers nothing, but has read everything.
class ReadingOnce : public MeshPeer {
  public:
    explicit ReadingOnce(const MeshScene& scene) : scene_(scene) {}

    void ask(std::size_t frame, MeshAnswer& answer) override {
        for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
            answer.proved_digest += words_of(scene_.positions(frame, i));
            answer.proved_digest += words_of(scene_.triangles_of(frame, i));
        }
    }

  private:
    const MeshScene& scene_;
};

std::uint64_t missing_from(std::span<const MeshPair> some, std::span<const MeshPair> all) {
    std::vector<MeshPair> missing;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                        std::back_inserter(missing));
    return missing.size();
}

bool asks_for_pairs(Asked asked) { return asked == Asked::Pairs || asked == Asked::Self; }

void compare_pairs(MeshStanding& standing, MeshAnswer& answer, const MeshAnswer& truth) {
    std::vector<MeshPair>& pairs = answer.pairs;
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    standing.found += pairs.size();
    standing.missing += missing_from(pairs, truth.pairs);
    standing.invented += missing_from(truth.pairs, pairs);
}

void compare_words(MeshStanding& standing, const MeshAnswer& answer, const MeshAnswer& truth) {
    standing.found += answer.meet ? 1 : 0;
    standing.missing += truth.meet && !answer.meet ? 1 : 0;
    standing.invented += answer.meet && !truth.meet ? 1 : 0;
}

void compare_distances(MeshStanding& standing, const MeshAnswer& answer, const MeshAnswer& truth) {
    standing.found += answer.meet ? 0 : 1;
    standing.invented += answer.meet && !truth.meet ? 1 : 0;
    const double off = std::abs(answer.distance - truth.distance);
    standing.wrong_distances += !answer.meet && off > 1e-9 ? 1 : 0;
}

/// One entrant and what is gathered about it.
class Score {
  public:
    Score(const MeshScene& scene, std::span<const MeshAnswer> truth, const MeshEntrant& entrant)
        : scene_(scene), truth_(truth), standing_{.name = entrant.name,
                                                  .configuration = entrant.configuration,
                                                  .threads = entrant.threads} {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        entrant.threads);
        standing_.milliseconds.resize(scene.frame_count());
        standing_.processor.resize(scene.frame_count());
        const double before = processor_milliseconds();
        standing_.setup_milliseconds = timed([&] { peer_ = entrant.enter(scene); });
        standing_.setup_processor = processor_milliseconds() - before;
    }

    [[nodiscard]] bool takes_part() const { return peer_ != nullptr; }
    [[nodiscard]] const MeshStanding& standing() const { return standing_; }

    void take_turn(const MeshContestRules& rules) {
        if (spent_ > rules.most_milliseconds) {
            return;
        }
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        standing_.threads);
        // Not timed: caches hold what the one before was asked.
        MeshAnswer ignored;
        peer_->ask(scene_.frame_count() - 1, ignored);
        double turn = 0;
        do {
            for (std::size_t frame = 0; frame < scene_.frame_count(); ++frame) {
                turn += ask(frame);
            }
            compared_ = true;
        } while (turn < rules.least_turn_milliseconds);
        spent_ += turn;
    }

  private:
    double ask(std::size_t frame) {
        MeshAnswer answer;
        leave_clean_vector_state();
        const double before = processor_milliseconds();
        const double milliseconds = timed([&] { peer_->ask(frame, answer); });
        standing_.processor[frame].push_back(processor_milliseconds() - before);
        standing_.milliseconds[frame].push_back(milliseconds);
        if (!compared_ && !truth_.empty()) {
            compare(answer, truth_[frame]);
        }
        return milliseconds;
    }

    void compare(MeshAnswer& answer, const MeshAnswer& truth) {
        hasher_.add(answer.proved_digest);
        if (asks_for_pairs(scene_.asked)) {
            compare_pairs(standing_, answer, truth);
            for (const MeshPair& pair : answer.pairs) {
                hasher_.add(std::uint64_t{pair.body});
                hasher_.add(std::uint64_t{pair.a} << 32 | pair.b);
            }
        } else if (scene_.asked == Asked::Distance) {
            compare_distances(standing_, answer, truth);
            hasher_.add(truth.meet ? 0 : answer.distance); // where all have measured
        } else {
            compare_words(standing_, answer, truth);
            hasher_.add(std::uint64_t{answer.meet});
            hasher_.add(answer.distance);
        }
        standing_.hash = hasher_.digest();
    }

    const MeshScene& scene_;
    std::span<const MeshAnswer> truth_;
    MeshStanding standing_;
    std::unique_ptr<MeshPeer> peer_;
    Hasher hasher_;
    bool compared_ = false;
    double spent_ = 0;
};

double mean_of_medians(const std::vector<std::vector<double>>& by_frame) {
    double sum = 0;
    for (const std::vector<double>& times : by_frame) {
        sum += median(times);
    }
    return sum / static_cast<double>(by_frame.size());
}

MeshEntrant reading_entrant() {
    return {.name = "reading", .configuration = "", .enter = [](const MeshScene& scene) {
                return std::make_unique<ReadingOnce>(scene);
            }};
}

} // namespace

MeshResult hold_mesh_contest(const MeshScene& scene, std::span<const MeshAnswer> truth,
                             std::span<const MeshEntrant> entrants, const MeshContestRules& rules) {
    MeshResult result;
    std::vector<std::unique_ptr<Score>> scores;
    scores.push_back(
        std::make_unique<Score>(scene, std::span<const MeshAnswer>{}, reading_entrant()));
    for (const MeshEntrant& entrant : entrants) {
        auto score = std::make_unique<Score>(scene, truth, entrant);
        if (score->takes_part()) {
            scores.push_back(std::move(score));
        } else {
            result.absent.push_back(entrant.name);
        }
    }
    for (std::size_t round = 0; round < rules.rounds; ++round) {
        for (std::size_t k = 0; k < scores.size(); ++k) {
            scores[(round + k) % scores.size()]->take_turn(rules);
        }
    }
    result.read_milliseconds = mean_of_medians(scores.front()->standing().milliseconds);
    for (std::size_t i = 1; i < scores.size(); ++i) {
        result.standings.push_back(scores[i]->standing());
    }
    return result;
}

Json to_json(const MeshStanding& standing) {
    return {{"name", standing.name},
            {"configuration", standing.configuration},
            {"threads", standing.threads},
            {"setup_ms", standing.setup_milliseconds},
            {"setup_processor_ms", standing.setup_processor},
            {"frame_ms", mean_of_medians(standing.milliseconds)},
            {"processor_ms", mean_of_medians(standing.processor)},
            {"answers_a_frame", standing.milliseconds.front().size()},
            {"found", standing.found},
            {"missing", standing.missing},
            {"invented", standing.invented},
            {"wrong_distances", standing.wrong_distances},
            {"hash", hex(standing.hash)}};
}

} // namespace impinge::bench::peers
