// SPDX-License-Identifier: Apache-2.0
//
// Do the bodies in two mesh files interfere, and where?
//
//     two_files a.stl b.obj
#include <impinge/collide.hpp>
#include <impinge/files.hpp>

#include <cstdio>

namespace {

int fail(const impinge::Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: two_files FILE FILE\n");
        return 2;
    }
    const auto a = impinge::read_mesh(argv[1]);
    if (!a) {
        return fail(a.error());
    }
    const auto b = impinge::read_mesh(argv[2]);
    if (!b) {
        return fail(b.error());
    }
    const auto found =
        impinge::collide({a->view()}, {b->view()}, {.detail = impinge::Detail::Curves});
    if (!found) {
        return fail(found.error());
    }
    if (!found->decided()) { // "apart" would not mean "no interference"
        std::printf("could not tell: %s\n", to_string(found->decision));
        return 3;
    }
    std::printf("%s: %zu pairs of triangles, %zu contact curves\n", to_string(found->verdict),
                found->pairs.size(), found->curves.size());
    return found->verdict == impinge::Verdict::Apart ? 0 : 1;
}
