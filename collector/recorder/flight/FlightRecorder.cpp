#include "collector/recorder/flight/FlightRecorder.h"

#include "model/base/Format.h"

#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

namespace lanes::recorder {

namespace {

// What comes true over and over is not to fill the disk.
constexpr int kMostSaves = 20;

std::string deathOf(const ExitStatus& status) {
    if (status.signal != 0) {
        return "the program was ended by signal " + std::to_string(status.signal) + " (" +
               strsignal(status.signal) + ")";
    }
    return "the program ended with code " + std::to_string(status.shellCode());
}

} // namespace

struct FlightRecorder::Outcomes {
    std::mutex mutex; // guards all
    std::vector<std::string> lines;
    std::string last;
    int good = 0;
};

FlightRecorder::FlightRecorder(Capture& capture, const FlightPlan& plan, Tell tell)
    : capture_(capture)
    , plan_(plan)
    , tell_(std::move(tell))
    , outcomes_(std::make_shared<Outcomes>()) {
    if (on() && plan_.when.hang > 0) {
        stacks_.emplace(capture.folder());
        telling_.emplace(capture.folder());
    }
}

FlightRecorder::~FlightRecorder() = default;

void FlightRecorder::save(const std::string& why) {
    ++asked_;
    lastSave_ = capture_.elapsed();
    capture_.save(*lastSave_ - plan_.keep, path_,
                  [outcomes = outcomes_, path = path_, why](const Result<std::string>& saved) {
                      const std::lock_guard lock(outcomes->mutex);
                      if (saved) {
                          ++outcomes->good;
                          outcomes->last = saved.value();
                          outcomes->lines.push_back("saved " + saved.value() + ": " + why);
                      } else {
                          outcomes->lines.push_back("not saved: " + saved.error().message + " (" + why + ")");
                      }
                  });
}

void FlightRecorder::saveFor(const std::string& why, bool goesOn) {
    const bool again = goesOn && lastSave_ && capture_.elapsed() - *lastSave_ < plan_.keep;
    if (saves_ == kMostSaves || again) {
        return;
    }
    save(why);
    if (++saves_ == kMostSaves) {
        tell_("that was save number " + std::to_string(kMostSaves) +
              ": from here on only the program's end and 'lanescope ctl PID save' save");
    }
}

void FlightRecorder::turn() {
    if (!on()) {
        return;
    }
    std::vector<std::string> lines;
    {
        const std::lock_guard lock(outcomes_->mutex);
        lines.swap(outcomes_->lines);
    }
    for (const std::string& line : lines) {
        tell_(line);
    }
    for (const SeenStep& step : capture_.steps().take()) {
        if (const std::string why = tooSlow(plan_.when, step); !why.empty()) {
            saveFor(why);
        }
    }
    const std::uint64_t failed = capture_.failedAllocations();
    if (failed > failedAllocations_ && plan_.when.outOfMemory) {
        saveFor("torch found no memory for an allocation");
    }
    failedAllocations_ = failed;
    if (stacks_) {
        lookForHang();
    }
}

void FlightRecorder::lookForHang() {
    const bool still = !capture_.paused() && capture_.events() > 0 && capture_.quietFor() > plan_.when.hang &&
                       capture_.alive();
    if (still && !hangs_) {
        awaitsAnswers_ = true;
        stacks_->ask();
        telling_->ask();
    }
    hangs_ = still || (hangs_ && awaitsAnswers_);
    if (!awaitsAnswers_ || !stacks_->ready() || !telling_->ready()) {
        return;
    }
    awaitsAnswers_ = false;
    markStacks();
    capture_.takeTold();
    saveFor("the program has done nothing for " + formatDuration(plan_.when.hang), false);
}

void FlightRecorder::markStacks() {
    capture_.mark("Hang: nothing for " + formatDuration(plan_.when.hang));
    for (const auto& [process, threads] : stacks_->take()) {
        for (const PythonThread& thread : threads) {
            capture_.mark("Hang: process " + std::to_string(process) + ", " + thread.name, thread.frames);
        }
    }
}

void FlightRecorder::atEnd(const ExitStatus& status) {
    if (on() && (status.signal != 0 || status.shellCode() != 0)) {
        save(deathOf(status));
    }
}

bool FlightRecorder::allSaved() {
    turn();
    const std::lock_guard lock(outcomes_->mutex);
    return outcomes_->good == asked_;
}

std::string FlightRecorder::lastSaved() const {
    const std::lock_guard lock(outcomes_->mutex);
    return outcomes_->last;
}

} // namespace lanes::recorder
