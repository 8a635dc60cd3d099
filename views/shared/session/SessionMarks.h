// Moments and ranges of a session that somebody wants to find again: those that the user put there, which have names and can
// go, and those of the recording, which are as they are.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lanes {

struct SessionMark {
    static constexpr std::uint32_t kOwn = 0xffffffffu;

    std::uint64_t id = 0; // the same for the same mark as long as the session is open; 0: none
    TimeRange range;      // empty: a moment
    QString name;
    std::uint32_t point = kOwn; // of the trace's points; kOwn: the user put it there
    [[nodiscard]] bool isOwn() const { return point == kOwn; }
    friend bool operator==(const SessionMark&, const SessionMark&) = default;
};

// UI thread. The recording's marks are looked for off it.
class SessionMarks : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostRecorded = 10'000;
    static constexpr int kLongestName = 200;

    explicit SessionMarks(QObject* parent = nullptr);

    // All, in order of time; of one time the user's first.
    [[nodiscard]] const std::vector<SessionMark>& all() const { return all_; }
    [[nodiscard]] const std::vector<SessionMark>& own() const { return own_; }
    [[nodiscard]] const SessionMark* find(std::uint64_t id) const; // null: there is none

    // The new one is the current one.
    std::uint64_t add(TimeRange range);
    void rename(std::uint64_t id, const QString& name); // of the user's; others stay
    void remove(std::uint64_t id);                      // of the user's
    // What was added, renamed and removed, the last first, for kMostUndone changes; and again.
    static constexpr std::size_t kMostUndone = 100;
    [[nodiscard]] bool canUndo() const { return !undone_.before.empty(); }
    [[nodiscard]] bool canRedo() const { return !undone_.after.empty(); }
    void undo();
    void redo();
    // What was kept of this session, in place of the user's marks.
    void setOwn(const std::vector<SessionMark>& marks);
    void setTrace(const std::shared_ptr<const Trace>& trace);

    // That keys are about; 0: none.
    [[nodiscard]] std::uint64_t current() const { return current_; }
    void setCurrent(std::uint64_t id);
    // The mark after (or before) the current one, else after (or before) `from`; null: there is none.
    [[nodiscard]] const SessionMark* beside(bool forward, TimeNs from) const;

Q_SIGNALS:
    void changed(); // which there are, or their names
    void ownChanged();
    void currentChanged();

private:
    using Marks = std::vector<SessionMark>;
    void gather();
    void remember();
    void exchange(std::vector<Marks>& from, std::vector<Marks>& to);
    void look(std::shared_ptr<const Trace> trace);

    std::vector<SessionMark> own_;
    std::vector<SessionMark> recorded_;
    std::vector<SessionMark> all_;
    struct {
        std::vector<Marks> before; // the user's, before each change
        std::vector<Marks> after;  // of what was undone
    } undone_;
    std::uint64_t current_ = 0;
    std::uint64_t lastId_ = 0; // of the user's; those of the recording have theirs from their points
    bool looking_ = false;
    std::shared_ptr<const Trace> next_; // to be looked through then
    LatestJob job_;
};

} // namespace lanes
