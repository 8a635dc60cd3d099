// Saves what a recording keeps, its newest stretch, as a session of its own: when asked to, and when something happens that
// is worth it.
#pragma once

#include "collector/recorder/Capture.h"
#include "collector/recorder/flight/HangStacks.h"
#include "collector/recorder/flight/SaveConditions.h"
#include "collector/recorder/flight/TellingProcesses.h"
#include "collector/recorder/host/TargetProcess.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lanes::recorder {

struct FlightPlan {
    TimeNs keep = 0; // so much is held, and saved; 0: no flight recorder
    SaveConditions when;
};

// One thread.
class FlightRecorder {
public:
    using Tell = std::function<void(const std::string& line)>; // to the user, at once

    // `capture` outlives this.
    FlightRecorder(Capture& capture, const FlightPlan& plan, Tell tell);
    ~FlightRecorder();
    FlightRecorder(const FlightRecorder&) = delete;
    FlightRecorder& operator=(const FlightRecorder&) = delete;

    // Where saves go, with a number each.
    void saveBeside(std::string path) { path_ = std::move(path); }
    [[nodiscard]] bool on() const { return plan_.keep > 0; }
    // Does what it is time for.
    void turn();
    // Saves now; `why` is the end of a sentence. What came of it is told later.
    void save(const std::string& why);
    // The program is over and all of it has been read: saves if it died.
    void atEnd(const ExitStatus& status);
    // When nothing is being written any more: whether what was kept is in what was saved, or nothing was to be.
    [[nodiscard]] bool allSaved();
    [[nodiscard]] std::string lastSaved() const; // path; empty: none so far

private:
    struct Outcomes; // of saves, from the thread that writes

    // Saves, but not too often. What goes on and on saves a stretch once.
    void saveFor(const std::string& why, bool goesOn = true);
    void lookForHang();
    void markStacks();

    Capture& capture_;
    FlightPlan plan_;
    Tell tell_;
    std::string path_;
    std::shared_ptr<Outcomes> outcomes_;
    std::optional<HangStacks> stacks_;        // with a hang that is to be saved
    std::optional<TellingProcesses> telling_; // together with them
    std::optional<TimeNs> lastSave_;
    int asked_ = 0;              // saves
    bool hangs_ = false;         // and that has been noticed
    bool awaitsAnswers_ = false; // processes have been asked, and have not all answered
    std::uint64_t failedAllocations_ = 0;
    int saves_ = 0; // by itself
};

} // namespace lanes::recorder
