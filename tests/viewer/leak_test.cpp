// SPDX-License-Identifier: Apache-2.0
//
// A viewer that is used for long takes no more than one that was just opened: scenes come and go,
// bodies are moved and moved back, panes are opened and closed, the window changes its size.
#include "raster/opengl/gl_names.hpp"
#include "tests/support/resident_bytes.hpp"
#include "tests/viewer/offscreen_viewer.hpp"

#include <malloc.h>

namespace impinge::viewer {
namespace {

constexpr int rounds_to_warm_up = 12;
constexpr int rounds = 48;
/// Buffers of one of the two bodies that leak in every round are more than twice as much.
constexpr std::size_t most_growth = std::size_t{4} << 20U;

/// Of the current context. Drivers give the lowest names that are free.
struct GlObjects {
    int buffers = 0;
    int textures = 0;
    int framebuffers = 0;
    int programs = 0;
    int vertex_arrays = 0;

    friend bool operator==(const GlObjects&, const GlObjects&) = default;
    static GlObjects counted() {
        constexpr GLuint most = 1U << 14U;
        GlObjects out;
        for (GLuint name = 1; name < most; ++name) {
            out.buffers += glIsBuffer(name);
            out.textures += glIsTexture(name);
            out.framebuffers += glIsFramebuffer(name);
            out.programs += glIsProgram(name);
            out.vertex_arrays += glIsVertexArray(name);
        }
        return out;
    }
};

std::ostream& operator<<(std::ostream& out, const GlObjects& o) {
    return out << o.buffers << " buffers, " << o.textures << " textures, " << o.framebuffers
               << " framebuffers, " << o.programs << " programs, " << o.vertex_arrays
               << " vertex arrays";
}

class ViewerInUse : public OffscreenViewer {
  protected:
    struct Taken {
        GlObjects objects;
        std::size_t bytes = 0;
    };

    /// What threads of the allocator's own keep for themselves would be counted as grown.
    static void SetUpTestSuite() { mallopt(M_ARENA_MAX, 1); }
    static Taken taken() {
        malloc_trim(0); // what was given back counts no more
        return {GlObjects::counted(), tests::resident_bytes()};
    }
    void open_balls() {
        open(R"({"name": "balls", "sample": "bumpy-spheres", "triangles": 20000})");
    }
    /// Ends as every other does, apart from what has leaked.
    void round(int number) {
        open_balls();
        use_panes(number);
        SceneState& state = session().state();
        state.set_pose(0, translation({0.01 * (number + 1), 0, 0}));
        settle();
        EXPECT_TRUE(state.undo());
        state.remove(1);
        settle();
        EXPECT_TRUE(state.undo());
        open_row(4, 0.75); // another scene
        use_time();
    }
    void execute(std::initializer_list<Command> commands) {
        for (const Command command : commands) {
            viewer->execute(command);
        }
        frame();
    }
    /// Every pane, and everything that is shown on request; with the work of panes in some
    /// rounds, else cancelled.
    void use_panes(int number) {
        const std::initializer_list<Command> all{
            Command::Clearance, Command::Methods,  Command::Planes,   Command::WalkByHand,
            Command::Timeline,  Command::Counters, Command::Overlaps, Command::Features,
            Command::Interest,  Command::Boxes,    Command::Edges,    Command::Grid,
            Command::Triangles, Command::Anaglyph, Command::Help};
        execute(all);
        if (number % (number < rounds_to_warm_up ? 4 : 12) == 0) {
            settle();
            viewer->set_scale(2);
            frame();
            viewer->set_scale(1);
        }
        size = {500, 400};
        frame();
        size = {400, 300};
        execute(all);
    }
    void use_time() {
        session().simulation_wish = SimulationWish{.kind = "polytopes", .frames = 2, .bodies = 12};
        settle();
        session().timeline.close();
        settle();
    }
};

TEST_F(ViewerInUse, TakesNoMoreAfterManyRoundsThanAfterSome) {
    session().show.measures = false; // the way out of two balls takes long
    Taken warm;
    for (int i = 0; i < rounds_to_warm_up + rounds; ++i) {
        if (i == rounds_to_warm_up) {
            warm = taken();
        }
        round(i);
    }
    const Taken now = taken();
    EXPECT_EQ(now.objects, warm.objects);
    EXPECT_LT(now.bytes, warm.bytes + most_growth);
    std::cout << warm.objects << "; resident " << (warm.bytes >> 10U) << " KiB, then "
              << (now.bytes >> 10U) << " KiB\n";
}

TEST_F(ViewerInUse, WouldBeFoundLeakingOneVertexBufferARound) {
    open_balls();
    const auto& shape = *session().state().body(0).shape;
    const Taken before = taken();
    std::vector<raster::opengl::Buffer> leaked;
    for (int i = 0; i < rounds; ++i) {
        leaked.push_back(raster::opengl::make_buffer());
        glNamedBufferData(leaked.back().get(),
                          static_cast<GLsizeiptr>(shape.vertices.size() * sizeof(ShapeVertex) +
                                                  shape.corners.size() * sizeof(std::uint32_t)),
                          nullptr, GL_STATIC_DRAW);
        const GLuint nothing = 0;
        glClearNamedBufferData(leaked.back().get(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                               &nothing);
    }
    frame();
    const Taken after = taken();
    EXPECT_EQ(after.objects.buffers, before.objects.buffers + rounds);
    EXPECT_NE(after.objects, before.objects);
    EXPECT_GT(after.bytes, before.bytes + most_growth);
}

} // namespace
} // namespace impinge::viewer
