// What the chunks of a session refer to: texts, stacks, layouts of arguments, processes and tracks. They are held back until
// a chunk that may use them is written.
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

    // Of texts and stacks only what is asked for is written, and the file need not have all. Before anything is.
    void writeOnlyUsed() { onlyUsed_ = true; }
    // What is new or has changed; `used`: by the chunk that comes next.
    Result<void> write(MessageWriter& out, const Names& used);
    // What chunks with these names refer to and `has` lacks goes to `missing`, and to `has`.
    void require(const Names& used, NameSet& has, Names& missing) const;
    // Another file's: everything but texts and stacks, of which `names` and what layouts need; `has` is what it has then.
    Result<void> writeAll(MessageWriter& out, NameSet& has, Names names);
    // The file is that one from now on.
    void setWritten(NameSet has) { written_ = std::move(has); }
    // Forgets texts and stacks that are neither in the file nor `held`: their ids get others. O(all of them).
    void release(const Names& held);
    // Texts that were too long to be written whole.
    [[nodiscard]] std::uint64_t cutTexts() const { return cutTexts_; }

private:
    void require(StringId id, NameSet& has, Names& missing) const;
    void require(StackId id, NameSet& has, Names& missing) const;
    void requireLayouts(std::size_t first, NameSet& has, Names& missing) const;
    // Of those that are to be written next.
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
    NameSet written_;                  // where only what is used is
    std::uint32_t stringsWritten_ = 0; // else all up to here
    std::uint32_t stacksWritten_ = 0;
    std::uint32_t layoutsWritten_ = 0;
    std::vector<std::uint32_t> processesChanged_;
    std::vector<std::uint32_t> tracksChanged_;
    std::uint64_t cutTexts_ = 0;
};

} // namespace lanes::session
