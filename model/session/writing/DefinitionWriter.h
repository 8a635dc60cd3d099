// The definitions that the chunks of a session refer to: texts, stacks, layouts of arguments, processes and tracks. They
// are held back until a chunk that may use them is written.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Result.h"
#include "model/session/writing/MessageWriter.h"
#include "model/session/writing/NameSet.h"
#include "model/trace/Trace.h"
#include "model/trace/tables/StackTable.h"
#include "model/trace/tables/StringTable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::session {

// One thread. Ids are the session's own.
class DefinitionWriter {
public:
    StringId string(std::string_view text) { return strings_.intern(text); }
    [[nodiscard]] std::string_view text(StringId id) const { return strings_.view(id); }
    [[nodiscard]] std::size_t textIds() const { return strings_.size(); }
    StackId stack(StackId parent, const Frame& frame) { return stacks_.intern(parent, frame); }
    [[nodiscard]] const StackTable::Node& stackNode(StackId id) const { return stacks_.node(id); }
    // Equal phase, category and columns give the same id.
    LayoutId layout(const ArgLayout& prototype);
    LayoutId addLayout(const ArgLayout& prototype); // a new id in any case
    [[nodiscard]] const std::vector<ArgLayout>& layouts() const { return layouts_; }
    [[nodiscard]] EventKind kindOf(LayoutId layout) const {
        return layout.value < kinds_.size() ? kinds_[layout.value] : EventKind::Other;
    }
    ProcessId addProcess(Process process);
    void setProcess(ProcessId id, Process process); // replaces the earlier process of this id
    [[nodiscard]] const Process& process(ProcessId id) const { return processes_[id.value]; }
    TrackId addTrack(Track track);
    void setTrack(TrackId id, Track track);
    [[nodiscard]] const Track& track(TrackId id) const { return tracks_[id.value]; }

    // From now on, write() writes only the texts and stacks that chunks use; the file need not have all. To be called
    // before any write.
    void writeOnlyUsed() { onlyUsed_ = true; }
    // Writes definitions that are new or have changed. `used`: the names that the next chunk uses.
    Result<void> write(MessageWriter& out, const Names& used);
    // Adds the names that `used` depends on and `has` lacks to both `missing` and `has`.
    void require(const Names& used, NameSet& has, Names& missing) const;
    // Writes the definitions of another file: everything but texts and stacks, of which only `names` and those that
    // layouts need. `has` then holds all names of that file.
    Result<void> writeAll(MessageWriter& out, NameSet& has, Names names);
    // Makes that other file the current one.
    void setWritten(NameSet has) { written_ = std::move(has); }
    // Forgets texts and stacks that are neither in the file nor in `held`; their ids are given out anew. O(all of them).
    void release(const Names& held);
    // Number of texts that were cut because they were too long.
    [[nodiscard]] std::uint64_t cutTexts() const { return cutTexts_; }

private:
    void require(StringId id, NameSet& has, Names& missing) const;
    void require(StackId id, NameSet& has, Names& missing) const;
    void requireLayouts(std::size_t first, NameSet& has, Names& missing) const;
    // The names that are to be written next.
    [[nodiscard]] Names missing(const Names& used);
    Result<void> writeThese(MessageWriter& out, Names names);
    Result<void> writeStrings(MessageWriter& out, std::span<const StringId> ids);
    Result<void> writeStacks(MessageWriter& out, std::span<const StackId> ids);
    Result<void> writeLayouts(MessageWriter& out);
    Result<void> writeTracks(MessageWriter& out);

    StringInterner strings_;
    StackInterner stacks_;
    std::vector<ArgLayout> layouts_;
    std::vector<EventKind> kinds_; // by layout
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    bool onlyUsed_ = false;
    NameSet written_;                  // if only used names are written
    std::uint32_t stringsWritten_ = 0; // otherwise: all up to here
    std::uint32_t stacksWritten_ = 0;
    std::uint32_t layoutsWritten_ = 0;
    std::vector<std::uint32_t> processesChanged_;
    std::vector<std::uint32_t> tracksChanged_;
    std::uint64_t cutTexts_ = 0;
};

} // namespace lanes::session
