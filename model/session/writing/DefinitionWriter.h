// What the chunks of a session refer to: texts, stacks, layouts of arguments, processes and tracks. They are held back until
// a chunk that may use them is written.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/session/writing/MessageWriter.h"
#include "model/trace/Trace.h"
#include "model/trace/tables/StackTable.h"
#include "model/trace/tables/StringTable.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes::session {

// One thread. Ids are the session's own.
class DefinitionWriter {
public:
    StringId string(std::string_view text) { return strings_.intern(text); }
    [[nodiscard]] std::string_view text(StringId id) const { return strings_.view(id); }
    StackId stack(StackId parent, const Frame& frame) { return stacks_.intern(parent, frame); }
    [[nodiscard]] const StackTable::Node& stackNode(StackId id) const { return stacks_.node(id); }
    // The same phase, category and columns give the same id.
    LayoutId layout(const ArgLayout& prototype);
    LayoutId addLayout(const ArgLayout& prototype); // a new id in any case
    [[nodiscard]] const std::vector<ArgLayout>& layouts() const { return layouts_; }
    [[nodiscard]] EventKind kindOf(LayoutId layout) const {
        return layout.value < kinds_.size() ? kinds_[layout.value] : EventKind::Other;
    }
    ProcessId addProcess(Process process);
    void setProcess(ProcessId id, Process process); // replaces what was said before
    [[nodiscard]] const Process& process(ProcessId id) const { return processes_[id.value]; }
    TrackId addTrack(Track track);
    void setTrack(TrackId id, Track track);
    [[nodiscard]] const Track& track(TrackId id) const { return tracks_[id.value]; }

    // What is new or has changed.
    Result<void> write(MessageWriter& out);
    // Everything, though it has been written: into another file.
    Result<void> writeAll(MessageWriter& out);
    // Texts that were too long to be written whole.
    [[nodiscard]] std::uint64_t cutTexts() const { return cutTexts_; }

private:
    Result<void> writeStrings(MessageWriter& out);
    Result<void> writeStacks(MessageWriter& out);
    Result<void> writeLayouts(MessageWriter& out);
    Result<void> writeTracks(MessageWriter& out);

    StringInterner strings_;
    StackInterner stacks_;
    std::vector<ArgLayout> layouts_;
    std::vector<EventKind> kinds_; // by layout
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    std::uint32_t stringsWritten_ = 0;
    std::uint32_t stacksWritten_ = 0;
    std::uint32_t layoutsWritten_ = 0;
    std::vector<std::uint32_t> processesChanged_;
    std::vector<std::uint32_t> tracksChanged_;
    std::uint32_t stringsTold_ = 0; // whose cuts have been counted
    std::uint64_t cutTexts_ = 0;
};

} // namespace lanes::session
