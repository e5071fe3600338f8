// SPDX-License-Identifier: Apache-2.0
#include "c_api/contacts.hpp"
#include "c_api/guarded_call.hpp"
#include "c_api/query_input.hpp"

#include <memory>

struct impinge_interference {
    impinge::Interference found; ///< its lists are moved into `contacts`
    impinge_contacts contacts;
};

namespace {

static_assert(IMPINGE_SAME == static_cast<int>(impinge::Verdict::Same));
static_assert(IMPINGE_SAMPLED == static_cast<int>(impinge::Certainty::Sampled));
static_assert(IMPINGE_CANCELLED == static_cast<int>(impinge::Decision::Cancelled));
static_assert(IMPINGE_MEANT_AS_SURFACES == static_cast<int>(impinge::OpenMeshes::Surfaces));
static_assert(IMPINGE_SURFACES == static_cast<int>(impinge::Compared::Surfaces));

const impinge::Solidity* solidity_of(const impinge_interference* result, int body) {
    if (result == nullptr || body < 0 || body > 1) {
        return nullptr;
    }
    return body == 0 ? &result->found.solidity_a : &result->found.solidity_b;
}

/// The lists of the answer exist once, in the layout of C.
std::unique_ptr<impinge_interference> packed(impinge::Interference&& answer) {
    auto result = std::make_unique<impinge_interference>();
    result->contacts = impinge::contacts_of(answer);
    answer.pairs = {};
    answer.segments = {};
    answer.curves = {};
    result->found = std::move(answer);
    return result;
}

} // namespace

impinge_status impinge_collide(const impinge_body* a, const impinge_body* b,
                               const impinge_options* options, impinge_interference** result,
                               impinge_error* error) {
    return impinge::guarded(error, [&]() -> impinge::Status {
        if (result == nullptr) {
            return impinge::Error{impinge::ErrorCode::InvalidArgument, "result: is NULL"};
        }
        *result = nullptr;
        const auto query = impinge::to_pair_query(a, b, options);
        if (!query) {
            return query.error();
        }
        auto answer = impinge::collide(
            query->a, query->b,
            {.detail = query->options.detail, .open_meshes = query->options.open_meshes},
            query->options.context);
        if (!answer) {
            return answer.error();
        }
        *result = packed(std::move(*answer)).release();
        return {};
    });
}

void impinge_interference_free(impinge_interference* result) { delete result; }

impinge_verdict impinge_interference_verdict(const impinge_interference* result) {
    return result == nullptr ? IMPINGE_APART : static_cast<impinge_verdict>(result->found.verdict);
}

impinge_certainty impinge_interference_certainty(const impinge_interference* result) {
    return result == nullptr ? IMPINGE_EXACT
                             : static_cast<impinge_certainty>(result->found.certainty);
}

impinge_compared impinge_interference_compared(const impinge_interference* result) {
    return result == nullptr ? IMPINGE_SOLIDS
                             : static_cast<impinge_compared>(result->found.compared);
}

impinge_decision impinge_interference_decision(const impinge_interference* result) {
    return result == nullptr ? IMPINGE_CANCELLED
                             : static_cast<impinge_decision>(result->found.decision);
}

int impinge_interference_partial(const impinge_interference* result) {
    return result != nullptr && result->found.partial ? 1 : 0;
}

uint64_t impinge_interference_hash(const impinge_interference* result) {
    return result == nullptr ? 0 : result->found.hash;
}

impinge_solidity impinge_interference_solidity(const impinge_interference* result, int body) {
    const impinge::Solidity* solidity = solidity_of(result, body);
    if (solidity == nullptr || !solidity->examined) {
        return IMPINGE_UNEXAMINED;
    }
    return solidity->solid ? IMPINGE_SOLID : IMPINGE_NOT_SOLID;
}

size_t impinge_interference_reason_count(const impinge_interference* result, int body) {
    const impinge::Solidity* solidity = solidity_of(result, body);
    return solidity == nullptr ? 0 : solidity->reasons.size();
}

const char* impinge_interference_reason(const impinge_interference* result, int body,
                                        size_t index) {
    return index < impinge_interference_reason_count(result, body)
               ? solidity_of(result, body)->reasons[index].c_str()
               : nullptr;
}

const impinge_contacts* impinge_interference_contacts(const impinge_interference* result) {
    return result == nullptr ? nullptr : &result->contacts;
}
