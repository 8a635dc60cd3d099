#include "collector/recorder/sink/RecordingRow.h"

#include "model/trace/RecordingKey.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace lanes::recorder {

TrackId RecordingRow::track() {
    if (!track_.valid()) {
        track_ = rowBeside(kRecordingKey);
    }
    return track_;
}

TrackId RecordingRow::rowBeside(std::string_view key) {
    session::SessionWriter& writer = sink_.writer();
    if (!owner_.valid()) {
        owner_ =
            writer.addProcess({.key = kRecordingKey, .name = kRecordingKey, .kind = Process::Kind::Other});
    }
    return writer.addTrack(
        {.process = owner_, .key = std::string(key), .name = std::string(key), .kind = Track::Kind::Other});
}

TimeNs RecordingRow::risen(TimeNs at) {
    last_ = std::max(last_, at);
    return last_;
}

void RecordingRow::pause(TimeNs at) {
    if (paused()) {
        return;
    }
    SliceRecord slice;
    slice.start = risen(at);
    slice.duration = -1; // has not ended
    slice.name = sink_.writer().string("Recording paused");
    slice.layout = row_.finish("not_recorded", cells_);
    pause_ = sink_.addSlice(track(), slice, cells_);
    stretches_.push_back({slice.start, std::numeric_limits<TimeNs>::max()});
}

void RecordingRow::resume(TimeNs at) {
    if (!paused()) {
        return;
    }
    stretches_.back().end = risen(at);
    sink_.endSlice(std::exchange(pause_, {}), stretches_.back().end);
}

bool RecordingRow::wasPaused(TimeNs at) const {
    const auto after = std::ranges::upper_bound(stretches_, at, {}, &Stretch::begin);
    return after != stretches_.begin() && at < std::prev(after)->end;
}

std::optional<TimeNs> RecordingRow::recordingSince(TimeNs at) const {
    const auto after = std::ranges::upper_bound(stretches_, at, {}, &Stretch::begin);
    return after == stretches_.begin() || at < std::prev(after)->end ? std::nullopt
                                                                     : std::optional(std::prev(after)->end);
}

void RecordingRow::mark(TimeNs at, std::string_view text, StackId stack) {
    row_.addStack(stack);
    const LayoutId layout = row_.finish("user_annotation", cells_, 'i');
    sink_.addPoint(track(), risen(at), sink_.writer().string(text), layout, cells_);
}

} // namespace lanes::recorder
