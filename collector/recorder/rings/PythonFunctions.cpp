#include "collector/recorder/rings/PythonFunctions.h"

#include <cstddef>
#include <utility>

namespace lanes::recorder {

namespace {

constexpr std::size_t kDeepestFunction = std::size_t{1} << 16; // no probe writes deeper ones

} // namespace

bool PythonFunctions::begin(const ring::FunctionBegin& begin, TimeNs at, RingDefinitions& definitions) {
    const StringId name = definitions.functionName(begin.code);
    Thread& thread = threads_[begin.header.key];
    if (!name.valid() || thread.open.size() >= kDeepestFunction) {
        return false;
    }
    if (!thread.track.valid()) {
        thread.track = track_(begin.header.key);
    }
    if (!layout_) {
        std::vector<std::int64_t> none;
        layout_ = row_.finish("python_function", none);
    }
    SliceRecord slice;
    slice.start = at;
    slice.duration = -1;
    slice.name = name;
    slice.layout = *layout_;
    thread.open.push_back(context_.sink.addSlice(thread.track, slice, {}));
    return true;
}

bool PythonFunctions::end(const ring::FunctionEnd& end, TimeNs at) {
    if ((end.header.flags & ring::kAllFunctions) != 0) {
        for (auto& [id, thread] : threads_) {
            for (; !thread.open.empty(); thread.open.pop_back()) {
                context_.sink.endSlice(thread.open.back(), at);
            }
        }
        return true;
    }
    const auto thread = threads_.find(end.header.key);
    if (thread == threads_.end() || thread->second.open.empty()) {
        return false;
    }
    context_.sink.endSlice(thread->second.open.back(), at);
    thread->second.open.pop_back();
    return true;
}

void PythonFunctions::drained(TimeNs at) {
    for (const auto& [id, thread] : threads_) {
        if (thread.track.valid()) {
            context_.sink.drained(thread.track, at);
        }
    }
}

void PythonFunctions::markIncomplete() {
    session::SessionWriter& writer = context_.sink.writer();
    for (const auto& [id, thread] : threads_) {
        if (thread.track.valid() && !writer.track(thread.track).incomplete) {
            Track track = writer.track(thread.track);
            track.incomplete = true;
            writer.setTrack(thread.track, std::move(track));
        }
    }
}

} // namespace lanes::recorder
