// SPDX-License-Identifier: Apache-2.0
#include "impinge/self_intersections.hpp"

#include "c_api/contacts.hpp"
#include "c_api/guarded_call.hpp"
#include "c_api/query_input.hpp"

struct impinge_self {
    impinge_contacts contacts;
    std::uint64_t hash = 0;
    bool partial = false;
};

impinge_status impinge_self_intersections(const impinge_body* body, const impinge_options* options,
                                          impinge_self** result, impinge_error* error) {
    return impinge::guarded(error, [&]() -> impinge::Status {
        if (result == nullptr) {
            return impinge::Error{impinge::ErrorCode::InvalidArgument, "result: is NULL"};
        }
        *result = nullptr;
        const auto input = impinge::to_body(body, "body");
        if (!input) {
            return input.error();
        }
        const auto query = impinge::to_options(options);
        if (!query) {
            return query.error();
        }
        const auto answer =
            impinge::self_intersections(input->mesh, {.detail = query->detail}, query->context);
        if (!answer) {
            return answer.error();
        }
        *result = new impinge_self{impinge::contacts_of(*answer), answer->hash, answer->partial};
        return {};
    });
}

void impinge_self_free(impinge_self* result) { delete result; }

const impinge_contacts* impinge_self_contacts(const impinge_self* result) {
    return result == nullptr ? nullptr : &result->contacts;
}

int impinge_self_partial(const impinge_self* result) {
    return result != nullptr && result->partial ? 1 : 0;
}

uint64_t impinge_self_hash(const impinge_self* result) {
    return result == nullptr ? 0 : result->hash;
}
