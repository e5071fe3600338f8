// SPDX-License-Identifier: Apache-2.0
//
// Every body has its own copy of its name, but in a file thousands of bodies can have theirs from
// one object.
#pragma once

#include "io/parse_failure.hpp"

#include <cstddef>
#include <string_view>

namespace impinge::inline v0 {

class NameBudget {
  public:
    explicit NameBudget(std::size_t file_bytes) : left_(64 * file_bytes + (std::size_t{1} << 20)) {}

    /// To be told before a name is copied.
    void will_copy(std::string_view name) {
        if (name.size() > left_) {
            fail_whole("the names of its bodies take more than 64 times the size of the file",
                       ErrorCode::Unsupported);
        }
        left_ -= name.size();
    }

  private:
    std::size_t left_;
};

} // namespace impinge::inline v0
