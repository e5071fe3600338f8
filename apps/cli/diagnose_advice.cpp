// SPDX-License-Identifier: Apache-2.0
//
// What the findings of `impinge diagnose` mean to somebody who has to mend the mesh.
#include "diagnose_report.hpp"

#include <array>

namespace impinge::cli {

const Advice& advice_on(DefectKind kind) {
    static const std::array<Advice, defect_kind_count> advice = {{
        {"index out of range", "indices out of range",
         "a triangle names a vertex that the mesh does not have",
         "write the file again: it is damaged"},
        {"vertex that is not finite", "vertices that are not finite",
         "a coordinate is infinite or no number", "write the file again: it is damaged"},
        {"open edge", "open edges",
         "a face on one side only: the rim of a hole, of a sheet, or of a seam whose two sides do "
         "not quite meet; the mesh has no inside, and only its surface can be compared",
         "fill the hole, or make the vertices along the seam equal"},
        {"open edge at a T-junction", "open edges at T-junctions",
         "it runs along another open edge and has its ends elsewhere: the faces on one side lack a "
         "vertex that those on the other side have; there is no hole, but the mesh has no inside, "
         "and only its surface can be compared",
         "split the faces along the longer edge at the vertices that lie on it (\"remove "
         "T-junctions\"); there is nothing to fill"},
        {"misoriented edge", "misoriented edges",
         "the faces beside it do not agree which side is out; the mesh has no inside, and only its "
         "surface can be compared",
         "turn over the faces that point the wrong way (\"make normals consistent\")"},
        {"edge out of balance for duplicate faces", "edges out of balance for duplicate faces",
         "a face beside it is there more than once; the mesh has no inside, and only its surface "
         "can be compared",
         "remove the further copies of the faces that are listed as duplicates; none has to be "
         "turned over"},
        {"component inside out", "components inside out",
         "a closed part whose normals point into its own material, though it is no cavity of "
         "another part",
         "turn over all faces of that part; a part that is meant as a cavity must lie inside the "
         "material of another"},
        {"edge of more than two faces", "edges of more than two faces",
         "parts that meet along an edge, a wall inside the body, or faces that are there more than "
         "once; allowed in a solid",
         "nothing, if it is meant; else remove the inner wall or the copies, or move the parts "
         "apart"},
        {"degenerate face", "degenerate faces",
         "a triangle without area, its corners on one line; allowed in a solid",
         "nothing; or collapse its shortest edge"},
        {"duplicate face", "duplicate faces",
         "the same three corners as another face; two that point opposite ways cancel out",
         "remove one of them, or both if they point opposite ways"},
        {"component that bounds nothing", "components that bound nothing",
         "a closed part both of whose sides are inside: one that lies in the material of another, "
         "or the wall of a cavity that a third part fills; allowed in a solid, and left out of the "
         "volume",
         "nothing, if it is meant; turn over a part that was to be a cavity; or remove all of "
         "these together, for without one of them another may bound something"},
    }};
    return advice[static_cast<std::size_t>(kind)];
}

const Advice& advice_on_no_volume() {
    static const Advice advice = {"flat body", "flat bodies",
                                  "closed, but it encloses no volume: it is flat, or folded flat",
                                  "give it a thickness; as it is, only its surface is compared"};
    return advice;
}

const Advice& advice_on_inside_out() {
    static const Advice advice = {
        "inside out", "inside out",
        "all normals point inwards; it is read as the solid that was meant",
        "nothing for impinge; turn over all faces for programs that are less forgiving"};
    return advice;
}

const Advice& advice_on_self_intersection() {
    static const Advice advice = {
        "pair of triangles that meet where they should not",
        "pairs of triangles that meet where they should not",
        "the surface crosses, touches or folds onto itself; verdicts then take as inside what it "
        "winds around at least once",
        "unite the parts that overlap, or mend the fold; impinge self --curves shows where"};
    return advice;
}

} // namespace impinge::cli
