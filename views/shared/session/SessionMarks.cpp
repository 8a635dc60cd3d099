#include "views/shared/session/SessionMarks.h"

#include "model/analysis/time/RecordedMarks.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanes {
namespace {

constexpr std::uint64_t kRecordedIds = std::uint64_t{1} << 63U; // ids of the recording's

bool isEarlier(const SessionMark& a, const SessionMark& b) {
    return a.range.begin < b.range.begin;
}

// One line of text, as it may come from a file.
QString tidyName(const QString& name) {
    return name.simplified().left(SessionMarks::kLongestName);
}

} // namespace

SessionMarks::SessionMarks(QObject* parent)
    : QObject(parent) {}

const SessionMark* SessionMarks::find(std::uint64_t id) const {
    const auto found = std::ranges::find(all_, id, &SessionMark::id);
    return found != all_.end() ? &*found : nullptr;
}

std::uint64_t SessionMarks::add(TimeRange range) {
    const SessionMark mark{++lastId_, range, {}};
    remember();
    own_.insert(std::ranges::upper_bound(own_, mark, isEarlier), mark);
    gather();
    setCurrent(mark.id);
    Q_EMIT ownChanged();
    return mark.id;
}

void SessionMarks::rename(std::uint64_t id, const QString& name) {
    const auto mark = std::ranges::find(own_, id, &SessionMark::id);
    if (mark != own_.end() && mark->name != tidyName(name)) {
        remember();
        mark->name = tidyName(name);
        gather();
        Q_EMIT ownChanged();
    }
}

void SessionMarks::remove(std::uint64_t id) {
    const auto mark = std::ranges::find(own_, id, &SessionMark::id);
    if (mark != own_.end()) {
        remember();
        own_.erase(mark);
        gather();
        Q_EMIT ownChanged();
    }
}

void SessionMarks::remember() {
    if (undone_.before.size() == kMostUndone) {
        undone_.before.erase(undone_.before.begin());
    }
    undone_.before.push_back(own_);
    undone_.after.clear();
}

void SessionMarks::undo() {
    exchange(undone_.before, undone_.after);
}

void SessionMarks::redo() {
    exchange(undone_.after, undone_.before);
}

void SessionMarks::exchange(std::vector<Marks>& from, std::vector<Marks>& to) {
    if (!from.empty()) {
        to.push_back(std::exchange(own_, std::move(from.back())));
        from.pop_back();
        gather();
        Q_EMIT ownChanged();
    }
}

void SessionMarks::setOwn(const std::vector<SessionMark>& marks) {
    own_.clear();
    undone_ = {};
    for (const SessionMark& mark : marks) {
        own_.push_back({++lastId_, mark.range, tidyName(mark.name)});
    }
    std::ranges::stable_sort(own_, isEarlier);
    gather();
}

void SessionMarks::setTrace(const std::shared_ptr<const Trace>& trace) {
    if (!trace) {
        job_.cancel();
        looking_ = false;
        recorded_.clear();
        gather();
    } else if (looking_) { // a session that grows fast is looked through now and then
        next_ = trace;
    } else {
        look(trace);
    }
}

void SessionMarks::look(std::shared_ptr<const Trace> trace) {
    looking_ = true;
    job_.run(
        [trace = std::move(trace)](const std::stop_token& stop) {
            std::vector<SessionMark> marks;
            for (const RecordedMark& mark : recordedMarks(*trace, kMostRecorded, stop)) {
                marks.push_back({kRecordedIds + mark.point,
                                 {mark.time, mark.time},
                                 tidyName(toQString(trace->text(mark.name))),
                                 mark.point});
            }
            return marks;
        },
        [this](std::vector<SessionMark> marks) {
            looking_ = false;
            if (marks != recorded_) {
                recorded_ = std::move(marks);
                gather();
            }
            if (next_) {
                look(std::exchange(next_, nullptr));
            }
        });
}

void SessionMarks::gather() {
    all_.clear();
    std::ranges::merge(own_, recorded_, std::back_inserter(all_), isEarlier);
    if (current_ != 0 && find(current_) == nullptr) {
        setCurrent(0);
    }
    Q_EMIT changed();
}

void SessionMarks::setCurrent(std::uint64_t id) {
    if (std::exchange(current_, id) != id) {
        Q_EMIT currentChanged();
    }
}

const SessionMark* SessionMarks::beside(bool forward, TimeNs from) const {
    const auto at = std::ranges::find(all_, current_, &SessionMark::id);
    if (at != all_.end()) {
        const auto index = at - all_.begin() + (forward ? 1 : -1);
        return index >= 0 && index < std::ssize(all_) ? &all_[static_cast<std::size_t>(index)] : nullptr;
    }
    if (forward) {
        const auto next =
            std::ranges::upper_bound(all_, from, {}, [](const SessionMark& m) { return m.range.begin; });
        return next != all_.end() ? &*next : nullptr;
    }
    const auto next =
        std::ranges::lower_bound(all_, from, {}, [](const SessionMark& m) { return m.range.begin; });
    return next != all_.begin() ? &*std::prev(next) : nullptr;
}

} // namespace lanes
