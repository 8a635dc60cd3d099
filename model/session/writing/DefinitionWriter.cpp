#include "model/session/writing/DefinitionWriter.h"

#include "model/session/session.pb.h"
#include "model/session/writing/TableEncoders.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanes::session {

namespace {

constexpr std::size_t kDefinitionBytes = std::size_t{16} << 20; // what one chunk of definitions aims at

} // namespace

LayoutId DefinitionWriter::layout(const ArgLayout& prototype) {
    for (std::uint32_t i = 0; i < layouts_.size(); ++i) {
        const ArgLayout& l = layouts_[i];
        if (l.phase == prototype.phase && l.category == prototype.category &&
            l.columns == prototype.columns) {
            return LayoutId(i);
        }
    }
    return addLayout(prototype);
}

LayoutId DefinitionWriter::addLayout(const ArgLayout& prototype) {
    ArgLayout layout;
    layout.phase = prototype.phase;
    layout.category = prototype.category;
    layout.columns = prototype.columns;
    layouts_.push_back(std::move(layout));
    kinds_.push_back(kindOfCategory(strings_.view(prototype.category)));
    return LayoutId(static_cast<std::uint32_t>(layouts_.size() - 1));
}

ProcessId DefinitionWriter::addProcess(Process process) {
    const ProcessId id(static_cast<std::uint32_t>(processes_.size()));
    processes_.emplace_back();
    setProcess(id, std::move(process));
    return id;
}

void DefinitionWriter::setProcess(ProcessId id, Process process) {
    processes_[id.value] = std::move(process);
    processesChanged_.push_back(id.value);
}

TrackId DefinitionWriter::addTrack(Track track) {
    const TrackId id(static_cast<std::uint32_t>(tracks_.size()));
    tracks_.emplace_back();
    setTrack(id, std::move(track));
    return id;
}

void DefinitionWriter::setTrack(TrackId id, Track track) {
    tracks_[id.value] = std::move(track);
    tracksChanged_.push_back(id.value);
}

void DefinitionWriter::require(StringId id, NameSet& has, Names& missing) const {
    if (id.value < strings_.size() && has.insert(id)) {
        missing.texts.push_back(id);
    }
}

void DefinitionWriter::require(StackId id, NameSet& has, Names& missing) const {
    while (id.value < stacks_.size() && has.insert(id)) {
        missing.stacks.push_back(id);
        const StackTable::Node& node = stacks_.node(id);
        for (const StringId text : {node.frame.function, node.frame.file, node.frame.module}) {
            require(text, has, missing);
        }
        id = node.parent;
    }
}

void DefinitionWriter::require(const Names& used, NameSet& has, Names& missing) const {
    for (const StringId id : used.texts) {
        require(id, has, missing);
    }
    for (const StackId id : used.stacks) {
        require(id, has, missing);
    }
}

void DefinitionWriter::requireLayouts(std::size_t first, NameSet& has, Names& missing) const {
    for (std::size_t i = first; i < layouts_.size(); ++i) {
        require(layouts_[i].category, has, missing);
        for (const ArgColumn& column : layouts_[i].columns) {
            require(column.key, has, missing);
            require(column.constant, has, missing);
        }
    }
}

Names DefinitionWriter::missing(const Names& used) {
    Names names;
    if (onlyUsed_) {
        require(used, written_, names);
        requireLayouts(layoutsWritten_, written_, names);
        return names;
    }
    while (stringsWritten_ < strings_.size()) {
        names.texts.emplace_back(stringsWritten_++);
    }
    while (stacksWritten_ < stacks_.size()) {
        names.stacks.emplace_back(stacksWritten_++);
    }
    return names;
}

Result<void> DefinitionWriter::write(MessageWriter& out, const Names& used) {
    Names names = missing(used);
    for (const StringId id : names.texts) {
        cutTexts_ += strings_.view(id).size() > kMostTextBytes ? 1 : 0;
    }
    return writeThese(out, std::move(names));
}

Result<void> DefinitionWriter::writeThese(MessageWriter& out, Names names) {
    std::ranges::sort(names.texts);
    std::ranges::sort(names.stacks);
    if (auto written = writeStrings(out, names.texts); !written) {
        return written;
    }
    if (auto written = writeStacks(out, names.stacks); !written) {
        return written;
    }
    if (auto written = writeLayouts(out); !written) {
        return written;
    }
    return writeTracks(out);
}

Result<void> DefinitionWriter::writeAll(MessageWriter& out, NameSet& has, Names names) {
    layoutsWritten_ = 0;
    requireLayouts(0, has, names);
    processesChanged_.resize(processes_.size());
    std::iota(processesChanged_.begin(), processesChanged_.end(), 0U);
    tracksChanged_.resize(tracks_.size());
    std::iota(tracksChanged_.begin(), tracksChanged_.end(), 0U);
    return writeThese(out, std::move(names));
}

void DefinitionWriter::release(const Names& held) {
    NameSet kept = written_;
    Names others;
    require(held, kept, others);
    requireLayouts(0, kept, others);
    strings_.keepOnly(kept.texts());
    stacks_.keepOnly(kept.stacks());
}

Result<void> DefinitionWriter::writeStrings(MessageWriter& out, std::span<const StringId> ids) {
    while (!ids.empty()) {
        proto::Strings message;
        ids = ids.subspan(encodeStrings(out.encoder(), strings_, ids, message));
        if (auto written = out.write(ChunkType::Strings, message); !written) {
            return written;
        }
    }
    return {};
}

Result<void> DefinitionWriter::writeStacks(MessageWriter& out, std::span<const StackId> ids) {
    const StackTable table = stacks_.snapshot();
    while (!ids.empty()) {
        proto::Stacks message;
        ids = ids.subspan(encodeStacks(out.encoder(), table, ids, message));
        if (auto written = out.write(ChunkType::Stacks, message); !written) {
            return written;
        }
    }
    return {};
}

Result<void> DefinitionWriter::writeLayouts(MessageWriter& out) {
    if (layoutsWritten_ == layouts_.size()) {
        return {};
    }
    proto::Layouts message;
    std::size_t bytes = 0;
    for (; layoutsWritten_ < layouts_.size() && bytes < kDefinitionBytes; ++layoutsWritten_) {
        encodeLayout(layoutsWritten_, layouts_[layoutsWritten_], *message.add_layouts());
        bytes += message.layouts().rbegin()->ByteSizeLong();
    }
    auto written = out.write(ChunkType::Layouts, message);
    return written ? writeLayouts(out) : written;
}

Result<void> DefinitionWriter::writeTracks(MessageWriter& out) {
    if (processesChanged_.empty() && tracksChanged_.empty()) {
        return {};
    }
    proto::Tracks message;
    std::size_t bytes = 0;
    const auto writeWhenLarge = [&](std::size_t more) -> Result<void> {
        bytes += more;
        if (bytes < kDefinitionBytes) {
            return {};
        }
        bytes = 0;
        auto written = out.write(ChunkType::Tracks, message);
        message.Clear();
        return written;
    };
    for (const std::uint32_t id : std::exchange(processesChanged_, {})) {
        encodeProcess(id, processes_[id], *message.add_processes());
        if (auto written = writeWhenLarge(message.processes().rbegin()->ByteSizeLong()); !written) {
            return written;
        }
    }
    for (const std::uint32_t id : std::exchange(tracksChanged_, {})) {
        encodeTrack(id, tracks_[id], *message.add_tracks());
        if (auto written = writeWhenLarge(message.tracks().rbegin()->ByteSizeLong()); !written) {
            return written;
        }
    }
    return message.processes_size() + message.tracks_size() > 0 ? out.write(ChunkType::Tracks, message)
                                                                : Result<void>();
}

} // namespace lanes::session
