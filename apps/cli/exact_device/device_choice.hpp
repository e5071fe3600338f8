// SPDX-License-Identifier: Apache-2.0
//
// Who answers, the processor or a GPU, and why: what --device and --fallback wish, and what became
// of it.
#pragma once

#include "impinge/expected.hpp"
#include "impinge/raster.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace impinge::cli {

class Verb;

/// As written; empty where the user wrote nothing.
struct ExactDeviceArguments {
    std::string device = {};
    bool fallback = false;
};

enum class ExactPlace : std::uint8_t { Cpu, OpenGl, Auto };

struct ExactDeviceRequest {
    ExactPlace place = ExactPlace::Cpu;
    /// Where the device is missing, lost or out of memory, the processor stands in.
    bool fallback = false;
};

/// --fallback, for verbs that say themselves what --device is.
void add_fallback_option(Verb& verb, bool& fallback);

/// `known` and `what` end the sentences about a wrong word and a --fallback without a device.
Expected<ExactDeviceRequest>
understand_exact_device(const ExactDeviceArguments& arguments,
                        std::string_view known = "cpu, opengl, auto, which the exact method runs "
                                                 "on",
                        std::string_view what = " of the exact method");

/// How much there is to look at in all questions together, for Auto.
struct DeviceWork {
    std::uint64_t amount = 0;
    std::uint64_t least_for_gpu = 0; ///< from so much on a GPU pays
    const char* one = "";            ///< what is counted, "triangle"
    const char* many = "";
};

/// Thread rule: one thread at a time.
class DeviceChoice {
  public:
    explicit DeviceChoice(const ExactDeviceRequest& request) : request_(request) {}

    /// Of Auto: leaves what is small to the processor.
    void weigh(const DeviceWork& work);
    /// Of Auto: leaves all to the processor; why follows "auto: ".
    void leave_to_processor(std::string_view why);

    /// What `make(device)` makes, which the choice must outlive; nothing if the processor answers.
    template <typename Made, typename Make>
    Expected<std::optional<Made>> open(const Make& make, const Context& context) {
        if (!wants_device()) {
            return std::optional<Made>();
        }
        Status status = open_device(context);
        if (status) {
            Expected<Made> made = make(*device_);
            if (made) {
                return std::optional<Made>(std::move(*made));
            }
            status = made.error();
        }
        device_.reset();
        return excuses(status.error()) ? Expected(std::optional<Made>()) : status.error();
    }

    /// What the device says, or nothing if it could not and the processor stands in.
    template <typename Answer> Expected<std::optional<Answer>> taken(Expected<Answer> answer) {
        if (answer) {
            ++answers_;
            return std::optional<Answer>(std::move(*answer));
        }
        return excuses(answer.error()) ? Expected(std::optional<Answer>()) : answer.error();
    }

    /// Whether all further questions are the processor's.
    [[nodiscard]] bool is_lost() const { return lost_; }
    [[nodiscard]] bool was_asked() const { return answers_ > 0; }
    /// What answered, "opengl" or "cpu". Empty if nobody had to choose.
    [[nodiscard]] std::string name() const;
    /// Who was asked, and why: "opengl, NAME" or "cpu (auto: ...)". Empty if nobody had to choose.
    [[nodiscard]] std::string reason() const;

  private:
    [[nodiscard]] bool wants_device() const {
        return request_.place != ExactPlace::Cpu && why_not_.empty();
    }
    Status open_device(const Context& context);
    /// Whether the processor may stand in for a device that said so.
    bool excuses(const Error& error);

    ExactDeviceRequest request_;
    std::unique_ptr<raster::Device> device_;
    bool lost_ = false;
    std::size_t answers_ = 0;
    std::string why_not_; ///< why the processor was asked, in part at least
};

/// "device: ...\n" for people; empty if nobody had to choose.
std::string device_line(const std::string& reason);

} // namespace impinge::cli
