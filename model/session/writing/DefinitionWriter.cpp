#include "model/session/writing/DefinitionWriter.h"

#include "model/session/session.pb.h"
#include "model/session/writing/TableEncoders.h"

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

Result<void> DefinitionWriter::write(MessageWriter& out) {
    using Step = Result<void> (DefinitionWriter::*)(MessageWriter&);
    for (const Step step : {&DefinitionWriter::writeStrings, &DefinitionWriter::writeStacks,
                            &DefinitionWriter::writeLayouts, &DefinitionWriter::writeTracks}) {
        if (auto written = (this->*step)(out); !written) {
            return written;
        }
    }
    return {};
}

Result<void> DefinitionWriter::writeAll(MessageWriter& out) {
    stringsWritten_ = 0;
    stacksWritten_ = 0;
    layoutsWritten_ = 0;
    processesChanged_.resize(processes_.size());
    std::iota(processesChanged_.begin(), processesChanged_.end(), 0U);
    tracksChanged_.resize(tracks_.size());
    std::iota(tracksChanged_.begin(), tracksChanged_.end(), 0U);
    return write(out);
}

Result<void> DefinitionWriter::writeStrings(MessageWriter& out) {
    while (stringsWritten_ < strings_.size()) {
        proto::Strings message;
        stringsWritten_ = encodeStrings(out.encoder(), strings_, stringsWritten_, message);
        for (; stringsTold_ < stringsWritten_; ++stringsTold_) {
            cutTexts_ += strings_.view(StringId(stringsTold_)).size() > kMostTextBytes ? 1 : 0;
        }
        if (auto written = out.write(ChunkType::Strings, message); !written) {
            return written;
        }
    }
    return {};
}

Result<void> DefinitionWriter::writeStacks(MessageWriter& out) {
    const StackTable table = stacks_.snapshot();
    while (stacksWritten_ < table.size()) {
        proto::Stacks message;
        stacksWritten_ = encodeStacks(out.encoder(), table, stacksWritten_, message);
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
