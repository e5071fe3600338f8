// SPDX-License-Identifier: Apache-2.0
#include "io/scene/sources.hpp"

#include "base/parallel.hpp"
#include "scenes/catalogue.hpp"

#include <map>
#include <mutex>
#include <tuple>

namespace impinge::inline v0 {
namespace {

/// What makes two bodies come from one source.
using SourceKey = std::tuple<std::string, std::string, Weld, Split, std::size_t, std::uint64_t,
                             double, std::optional<LengthUnit>, double, double, std::uint64_t>;

SourceKey key_of(const SceneBody& body) {
    return {std::filesystem::path(body.file).lexically_normal().string(),
            body.sample,
            body.read.weld,
            body.read.split,
            body.sample_triangles,
            body.sample_seed,
            body.read.cad.deflection,
            body.read.cad.deflection_unit,
            body.read.cad.angular_deflection_degrees,
            body.read.cad.time_limit_seconds,
            body.read.cad.memory_limit};
}

SceneSource named(std::string label, FileBodies content) {
    std::vector<std::string> names;
    for (const FileBody& body : content.bodies) {
        names.push_back(body.name);
    }
    return {std::move(label), std::move(content), part_names(names)};
}

Expected<SceneSource> made_sample(const SceneBody& body) {
    auto scene = scenes::make_scene(body.sample,
                                    {.triangles = body.sample_triangles, .seed = body.sample_seed});
    if (!scene) {
        return scene.error();
    }
    FileBodies content;
    for (scenes::NamedBody& made : scene->bodies) {
        content.bodies.push_back(
            {std::move(made.name), std::make_shared<const Mesh>(std::move(made.mesh)), {}});
    }
    return named("sample:" + body.sample, std::move(content));
}

Expected<SceneSource> read_source(const SceneBody& body, const std::filesystem::path& folder,
                                  const Context& context) {
    const std::filesystem::path path = folder / body.file;
    auto content = read_bodies(path, body.read, context);
    if (!content) {
        return content.error();
    }
    return named(path.string(), std::move(*content));
}

/// A file's error names the file; that of a sample needs to be told where it is asked for.
Error failure_of(const SceneDescription& scene, std::size_t body, const Error& error) {
    if (scene.bodies[body].sample.empty()) {
        return error;
    }
    const std::string source = scene.source.empty() ? "" : scene.source + ": ";
    return {error.code, source + "bodies[" + std::to_string(body) + "].sample: " + error.message};
}

/// Tells the context how many are done, one at a time.
class ProgressCount {
  public:
    ProgressCount(const Context& context, std::size_t total) : context_(context), total_(total) {}

    void one_more() {
        const std::lock_guard lock(mutex_);
        ++done_;
        context_.report(static_cast<double>(done_) / static_cast<double>(total_));
    }

  private:
    const Context& context_;
    std::size_t total_;
    std::size_t done_ = 0;
    std::mutex mutex_;
};

} // namespace

Expected<SceneSources> load_sources(const SceneDescription& scene,
                                    const std::filesystem::path& folder, const Context& context) {
    SceneSources loaded;
    std::map<SourceKey, std::size_t> index_of;
    std::vector<std::size_t> first_body;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const auto [known, is_new] = index_of.emplace(key_of(scene.bodies[i]), first_body.size());
        if (is_new) {
            first_body.push_back(i);
        }
        loaded.of_body.push_back(known->second);
    }
    std::vector<std::optional<Expected<SceneSource>>> results(first_body.size());
    ProgressCount progress(context, results.size());
    for_each_chunk(context, results.size(), 1, [&](const Chunk& chunk) {
        const SceneBody& body = scene.bodies[first_body[chunk.begin]];
        results[chunk.begin] =
            body.sample.empty() ? read_source(body, folder, context) : made_sample(body);
        progress.one_more();
    });
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto& result = results[i];
        if (result && !*result && context.cancelled()) {
            result.reset(); // a reader that was stopped
        }
        if (result && !*result) {
            return failure_of(scene, first_body[i], result->error());
        }
        loaded.sources.push_back(result ? std::optional(**std::move(result)) : std::nullopt);
    }
    return loaded;
}

} // namespace impinge::inline v0
