// Saves the newest stretch that a recording keeps as a session of its own: on request, and at events that are worth
// it.
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
    TimeNs keep = 0; // length of the stretch that is kept and saved; 0: no flight recorder
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

    // Sets the path of saves; each save adds a number.
    void saveBeside(std::string path) { path_ = std::move(path); }
    [[nodiscard]] bool on() const { return plan_.keep > 0; }
    // Does what is due.
    void turn();
    // Saves now; `why` is the end of a sentence. The outcome is told to the user later.
    void save(const std::string& why);
    // Called when the program is over and all records have been read: saves if the program died.
    void atEnd(const ExitStatus& status);
    // Call it when no save is in progress. True if every requested save has succeeded.
    [[nodiscard]] bool allSaved();
    [[nodiscard]] std::string lastSaved() const; // path; empty: none yet

private:
    struct Outcomes; // of saves, set by the writing thread

    // Saves, up to kMostSaves times. A condition that goes on (`goesOn`) saves only once in the length of the kept
    // stretch.
    void saveFor(const std::string& why, bool goesOn = true);
    void lookForHang();
    void markStacks();

    Capture& capture_;
    FlightPlan plan_;
    Tell tell_;
    std::string path_;
    std::shared_ptr<Outcomes> outcomes_;
    std::optional<HangStacks> stacks_;        // if hangs are to be saved
    std::optional<TellingProcesses> telling_; // if hangs are to be saved
    std::optional<TimeNs> lastSave_;
    int asked_ = 0;              // saves that were requested
    bool hangs_ = false;         // the hang has been noticed
    bool awaitsAnswers_ = false; // processes have been asked, and have not all answered
    std::uint64_t failedAllocations_ = 0;
    int saves_ = 0; // automatic ones
};

} // namespace lanes::recorder
