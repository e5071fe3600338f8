// SPDX-License-Identifier: Apache-2.0
#include "particles/particle_run.hpp"

#include "base/hash.hpp"
#include "io/png.hpp"
#include "io/wav.hpp"
#include "io/write_file.hpp"
#include "io/write_impacts.hpp"
#include "output/stopwatch.hpp"
#include "particles/channel.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>
#include <memory>
#include <new>
#include <set>
#include <thread>

namespace impinge::cli {
namespace {

/// The impacts of one frame, shared by those who make something of them.
using FrameImpacts = std::shared_ptr<const Impacts>;

Status make_particle_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return Error{ErrorCode::FileUnwritable, folder + ": cannot be made: " + error.message()};
    }
    return {};
}

std::string file_in(const ParticleRequest& request, const std::string& name) {
    return (std::filesystem::path(request.folder) / name).string();
}

/// Letters, digits and signs that every file system takes; others become a minus.
std::string file_stem(const std::string& name) {
    std::string stem;
    for (const char c : name) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                           (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
        stem += plain ? c : '-';
    }
    return stem;
}

/// One run: what its threads share, and what each of them does.
class ParticleRun {
  public:
    ParticleRun(const ParticleRequest& request, ParticleSystem system, const Context& context)
        : request_(request), system_(std::move(system)), context_(context) {
        silent_ = context;
        silent_.set_progress({});
        report_.particles = system_.particle_count();
        report_.colliders.resize(request.scene.colliders.size());
        report_.frames.resize(request.frame_count());
        for (std::size_t i = 0; i < report_.frames.size(); ++i) {
            report_.frames[i].time = request.time_of(i);
        }
    }

    Expected<ParticleReport> run(std::optional<ParticlePictures> pictures,
                                 std::optional<DeviceParticles> on_device) {
        pictures_ = std::move(pictures);
        on_device_ = std::move(on_device);
        report_.share = on_device_ ? std::optional<DeviceShare>(DeviceShare{}) : std::nullopt;
        const bool sounds = !request_.folder.empty() && request_.wants_sound;
        std::thread impact_thread([this] {
            impact_status_ = guarded([this] { return find_impacts(); });
            for_pictures_.close();
            for_sound_.close();
        });
        std::thread sound_thread(
            [this, sounds] { sound_status_ = guarded([&] { return make_sound(sounds); }); });
        picture_status_ = guarded([this] { return draw_frames(); });
        impact_thread.join();
        sound_thread.join();
        for (const Status* status : {&impact_status_, &picture_status_, &sound_status_}) {
            if (!*status) {
                return status->error();
            }
        }
        report_.partial = context_.cancelled();
        report_.hash = hasher_.digest();
        if (!report_.partial) {
            if (Status status = write_files(); !status) {
                return status.error();
            }
        }
        return std::move(report_);
    }

  private:
    /// What goes wrong in one thread ends the work of all of them.
    template <typename Work> Status guarded(const Work& work) {
        Status status;
        try {
            status = work();
        } catch (const std::bad_alloc&) {
            status = Error{ErrorCode::OutOfMemory, "not enough memory"};
        }
        if (!status) {
            context_.cancel();
        }
        return status;
    }

    // The first thread: impacts, a frame at a time, for the two others.

    Status find_impacts() {
        const Stopwatch watch;
        for (std::size_t i = 0; i < report_.frames.size() && !context_.cancelled(); ++i) {
            auto found = impacts_between(request_.time_of(i), request_.time_of(i + 1));
            if (!found) {
                return found.error();
            }
            if (found->partial) {
                break;
            }
            const auto shared = std::make_shared<const Impacts>(std::move(*found));
            for_pictures_.put(shared);
            for_sound_.put(shared);
        }
        report_.impacts_ms = watch.milliseconds();
        return {};
    }

    Expected<Impacts> impacts_between(double from, double to) {
        if (!on_device_) {
            return system_.impacts(from, to, silent_);
        }
        auto found = on_device_->impacts(from, to, silent_);
        if (!found) {
            return found.error();
        }
        DeviceShare& share = *report_.share;
        share.by_device += found->share.by_device;
        share.by_processor += found->share.by_processor;
        share.device_seconds += found->share.device_seconds;
        share.processor_alone = found->share.processor_alone;
        return std::move(found->impacts);
    }

    // The second: pictures.

    Status draw_frames() {
        const Stopwatch watch;
        for (std::size_t i = 0; i < report_.frames.size() && !context_.cancelled(); ++i) {
            if (pictures_) {
                if (Status status = draw_frame(i); !status) {
                    return status;
                }
            }
            const std::optional<FrameImpacts> impacts = for_pictures_.take();
            if (!impacts) {
                break;
            }
            take(report_.frames[i], **impacts);
            if (pictures_) {
                pictures_->add_impacts((*impacts)->list);
            }
            context_.report(static_cast<double>(i + 1) /
                            static_cast<double>(report_.frames.size()));
        }
        report_.pictures_ms = pictures_ ? watch.milliseconds() : 0;
        return {};
    }

    Status draw_frame(std::size_t index) {
        const double time = request_.time_of(index);
        const auto states = system_.states(time, silent_);
        if (!states) {
            return states.error();
        }
        const auto drawn = pictures_->draw(time, states->list);
        if (!drawn) {
            return drawn.error();
        }
        if (drawn->partial || states->partial) {
            return {}; // a picture cannot say of itself that it is unfinished
        }
        const std::string file = file_in(request_, fmt::format("frame-{:04}.png", index));
        report_.frames[index].picture = file;
        return write_png(file, drawn->picture);
    }

    void take(ParticleFrame& frame, const Impacts& impacts) {
        frame.impacts = impacts.list.size();
        report_.flight_error = std::max(report_.flight_error, impacts.flight_error);
        report_.flight_error_bound =
            std::max(report_.flight_error_bound, impacts.flight_error_bound);
        report_.cut_short = std::max(report_.cut_short, impacts.cut_short);
        for (const Impact& impact : impacts.list) {
            summarise(impact);
        }
        const bool are_kept =
            !request_.folder.empty() && (request_.wants_impacts || request_.wants_maps);
        if (are_kept) { // a long run has many
            all_.insert(all_.end(), impacts.list.begin(), impacts.list.end());
        }
    }

    void summarise(const Impact& impact) {
        hasher_.add(impact.time);
        hasher_.add(std::uint64_t{impact.emitter} << 32U | impact.particle);
        hasher_.add(std::uint64_t{impact.generation} << 32U | impact.bounce);
        hasher_.add(std::uint64_t{impact.collider} << 32U | impact.triangle);
        hasher_.add(impact.position);
        hasher_.add(impact.velocity);
        ++report_.impacts;
        ColliderImpacts& sum = report_.colliders[impact.collider];
        sum.first = sum.count == 0 ? impact.time : sum.first;
        sum.last = impact.time;
        ++sum.count;
        sum.strongest = std::max(sum.strongest, impact.normal_speed);
        sum.sum += impact.normal_speed;
    }

    // The third: sound. Modes ring on from frame to frame, so that all impacts are needed; pictures
    // take much longer to draw.

    Status make_sound(bool wanted) {
        const Stopwatch watch;
        std::vector<Impact> heard;
        while (const std::optional<FrameImpacts> impacts = for_sound_.take()) {
            if (wanted) {
                heard.insert(heard.end(), (*impacts)->list.begin(), (*impacts)->list.end());
            }
        }
        Status status;
        if (wanted && !context_.cancelled()) {
            status = write_sound(heard);
        }
        report_.sound_ms = wanted ? watch.milliseconds() : 0;
        return status;
    }

    Status write_sound(std::span<const Impact> heard) {
        const scenes::ParticleScene& scene = request_.scene;
        const auto sound = impact_sound(heard, scene.materials, 0, request_.seconds,
                                        {.rate = request_.sound_rate,
                                         .ear = scene.ear,
                                         .right = scene.right,
                                         .loudness = scene.loudness});
        if (!sound) {
            return sound.error();
        }
        if (Status status =
                write_wav(file_in(request_, "sound.wav"), {sound->rate, sound->left, sound->right});
            !status) {
            return status;
        }
        return write_png(file_in(request_, "spectrogram.png"),
                         spectrogram(*sound, "sound of " + scene.what));
    }

    // At the end.

    Status write_files() {
        if (request_.folder.empty()) {
            return {};
        }
        if (request_.wants_impacts) {
            std::vector<std::string> names;
            for (const Collider& collider : request_.scene.colliders) {
                names.push_back(collider.name);
            }
            if (Status status = write("impacts.csv", impacts_csv(all_, names)); !status) {
                return status;
            }
            if (Status status = write("impacts.npy", impacts_npy(all_)); !status) {
                return status;
            }
        }
        if (request_.wants_maps) {
            if (Status status = write_maps(); !status) {
                return status;
            }
        }
        if (request_.wants_sound) {
            report_.files.push_back(file_in(request_, "sound.wav"));
            report_.files.push_back(file_in(request_, "spectrogram.png"));
        }
        return {};
    }

    Status write(const std::string& name, const std::string& content) {
        const std::string file = file_in(request_, name);
        report_.files.push_back(file);
        return write_file(file, content);
    }

    Status write_maps() {
        const auto maps = impact_maps(system_, all_, 0, request_.seconds, request_.maps);
        if (!maps) {
            return maps.error();
        }
        std::set<std::string> taken;
        for (std::size_t i = 0; i < maps->maps.size(); ++i) {
            if (report_.colliders[i].count == 0) {
                continue;
            }
            const std::string& name = request_.scene.colliders[i].name;
            std::string stem = "map-" + file_stem(name);
            if (!taken.insert(stem).second) {
                stem += fmt::format("-{}", i);
            }
            const std::string file = file_in(request_, stem + ".png");
            report_.files.push_back(file);
            if (Status status =
                    write_png(file, impact_map_page(maps->maps[i], {.collider = name,
                                                                    .channel = request_.channel,
                                                                    .rule = request_.maps.rule,
                                                                    .from = 0,
                                                                    .to = request_.seconds}));
                !status) {
                return status;
            }
        }
        return {};
    }

    const ParticleRequest& request_;
    ParticleSystem system_;
    Context context_; ///< reports; by the thread that draws
    Context silent_;
    std::optional<ParticlePictures> pictures_;
    std::optional<DeviceParticles> on_device_; ///< of the thread that finds impacts
    Channel<FrameImpacts> for_pictures_;
    Channel<FrameImpacts> for_sound_;
    std::vector<Impact> all_; ///< of the thread that draws, as the next
    Hasher hasher_;           ///< of one list, however frames cut it
    ParticleReport report_;   ///< fields of each thread are its own
    Status impact_status_;
    Status picture_status_;
    Status sound_status_;
};

} // namespace

std::size_t ParticleRequest::frame_count() const {
    return static_cast<std::size_t>(std::max(1.0, std::ceil(seconds * rate - 1e-9)));
}

double ParticleRequest::time_of(std::size_t frame) const {
    return frame >= frame_count() ? seconds : static_cast<double>(frame) / rate;
}

Expected<ParticleReport> run_particles(const ParticleRequest& request, const Context& context,
                                       Progress& progress) {
    const Stopwatch watch;
    auto system = ParticleSystem::make(request.scene.emitters, request.scene.colliders);
    if (!system) {
        return Error{system.error().code, request.source + ": " + system.error().message};
    }
    std::optional<ParticlePictures> pictures;
    if (!request.folder.empty()) {
        if (Status status = make_particle_folder(request.folder); !status) {
            return status.error();
        }
        if (request.wants_pictures) {
            auto opened = ParticlePictures::open(request.scene, request.pictures, context);
            if (!opened) {
                return opened.error();
            }
            pictures = std::move(*opened);
        }
    }
    std::unique_ptr<raster::Device> device;
    std::optional<DeviceParticles> on_device;
    if (request.device != raster::DeviceKind::Software) {
        auto made = raster::make_device(request.device, {}, context);
        if (!made) {
            return made.error();
        }
        device = std::move(*made);
        auto moved = DeviceParticles::make(*system, *device);
        if (!moved) {
            return moved.error();
        }
        on_device = std::move(*moved);
    }
    ParticleRun run(request, std::move(*system),
                    progress.phase(pictures ? "drawing" : "finding impacts", context));
    auto report = run.run(std::move(pictures), std::move(on_device));
    if (report) {
        report->total_ms = watch.milliseconds();
    }
    return report;
}

} // namespace impinge::cli
