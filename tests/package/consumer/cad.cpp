// SPDX-License-Identifier: Apache-2.0
//
// Reads the CAD file named on the command line and says what it holds. Returns 0 if all of it
// works.
#include <impinge/cad.hpp>

#include <cstdio>

int main(int, char** argv) {
    impinge::enable_cad();
    const auto file = impinge::read_bodies(argv[1]);
    if (!file) {
        std::puts(file.error().message.c_str());
        return 2;
    }
    std::printf("%zu bodies, %s, %s\n", file->bodies.size(),
                file->unit ? impinge::to_string(*file->unit) : "no unit",
                file->bodies.front().name.c_str());
    return 0;
}
