// SPDX-License-Identifier: Apache-2.0
#include "bench/peers/contest.hpp"

#include "base/hash.hpp"
#include "bench/timed.hpp"
#include "bench/vector_state.hpp"

#include <algorithm>
#include <iterator>

namespace impinge::bench::peers {
namespace {

std::size_t missing_from(const std::vector<BodyPair>& some, const std::vector<BodyPair>& all) {
    std::vector<BodyPair> missing;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                        std::back_inserter(missing));
    return missing.size();
}

void compare(Standing& standing, const std::vector<BodyPair>& found,
             const std::vector<BodyPair>& truth) {
    standing.colliding += found.size();
    standing.missed += missing_from(found, truth);
    standing.invented += missing_from(truth, found);
}

/// One contestant and what is gathered about it.
class Score {
  public:
    explicit Score(const Contestant& contestant)
        : peer_(*contestant.peer), standing_{.name = contestant.name,
                                             .configuration = contestant.configuration} {}

    void ask(std::size_t frame, const std::vector<BodyPair>& truth, const ContestRules& rules) {
        Answer answer;
        leave_clean_vector_state();
        const double before = processor_milliseconds();
        const double milliseconds = timed([&] { peer_.ask(frame, answer); });
        const double processor = processor_milliseconds() - before;
        if (frame < rules.untimed_frames) {
            return;
        }
        standing_.whole_frame.push_back(milliseconds);
        standing_.processor.push_back(processor);
        standing_.broad_phase.push_back(answer.broad_phase_milliseconds);
        standing_.candidates += answer.candidates;
        const std::vector<BodyPair> found = in_order(std::move(answer.colliding));
        compare(standing_, found, truth);
        add_to_hash(found);
    }
    [[nodiscard]] Standing standing() const {
        Standing result = standing_;
        result.hash = hasher_.digest();
        return result;
    }

  private:
    void add_to_hash(const std::vector<BodyPair>& pairs) {
        hasher_.add(pairs.size());
        for (const BodyPair& pair : pairs) {
            hasher_.add(std::uint64_t{pair.first} << 32 | pair.second);
        }
    }

    Peer& peer_;
    Standing standing_;
    Hasher hasher_;
};

} // namespace

std::vector<BodyPair> in_order(std::vector<BodyPair> pairs) {
    for (BodyPair& pair : pairs) {
        if (pair.second < pair.first) {
            std::swap(pair.first, pair.second);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

std::vector<Standing> hold_contest(std::span<const Contestant> contestants,
                                   std::span<const std::vector<BodyPair>> truth,
                                   const ContestRules& rules) {
    std::vector<Score> scores(contestants.begin(), contestants.end());
    std::size_t turn = 0;
    for (std::size_t first = 0; first < truth.size(); first += rules.frames_in_a_row, ++turn) {
        const std::size_t last = std::min(first + rules.frames_in_a_row, truth.size());
        for (std::size_t k = 0; k < scores.size(); ++k) {
            Score& score = scores[(turn + k) % scores.size()]; // nobody always follows the same one
            for (std::size_t frame = first; frame < last; ++frame) {
                score.ask(frame, truth[frame], rules);
            }
        }
    }
    std::vector<Standing> standings;
    standings.reserve(scores.size());
    for (const Score& score : scores) {
        standings.push_back(score.standing());
    }
    return standings;
}

} // namespace impinge::bench::peers
