// Marked moments and ranges of a session. The user's own marks have names and can be removed. The recording's marks cannot be
// changed.
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

    std::uint64_t id = 0; // stays the same while the session is open; 0: none
    TimeRange range;      // empty: a moment
    QString name;
    std::uint32_t point = kOwn; // of the trace's points; kOwn: a mark of the user
    [[nodiscard]] bool isOwn() const { return point == kOwn; }
    friend bool operator==(const SessionMark&, const SessionMark&) = default;
};

// UI thread. The recording's marks are collected off it.
class SessionMarks : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostRecorded = 10'000;
    static constexpr int kLongestName = 200;

    explicit SessionMarks(QObject* parent = nullptr);

    // All marks by time; of marks at one time the user's come first.
    [[nodiscard]] const std::vector<SessionMark>& all() const { return all_; }
    [[nodiscard]] const std::vector<SessionMark>& own() const { return own_; }
    [[nodiscard]] const SessionMark* find(std::uint64_t id) const; // null: no such mark

    // The new mark becomes the current one.
    std::uint64_t add(TimeRange range);
    void rename(std::uint64_t id, const QString& name); // the user's marks only
    void remove(std::uint64_t id);                      // the user's marks only
    // Undo and redo the user's additions, renamings and removals, the last one first, for up to kMostUndone changes.
    static constexpr std::size_t kMostUndone = 100;
    [[nodiscard]] bool canUndo() const { return !undone_.before.empty(); }
    [[nodiscard]] bool canRedo() const { return !undone_.after.empty(); }
    void undo();
    void redo();
    // Replaces the user's marks by those saved for this session.
    void setOwn(const std::vector<SessionMark>& marks);
    void setTrace(const std::shared_ptr<const Trace>& trace);

    // The mark that keys act on; 0: none.
    [[nodiscard]] std::uint64_t current() const { return current_; }
    void setCurrent(std::uint64_t id);
    // Returns the mark after (or before) the current one. Without a current mark it is the one after (or before) `from`. Null
    // if there is none.
    [[nodiscard]] const SessionMark* beside(bool forward, TimeNs from) const;

Q_SIGNALS:
    void changed(); // marks or names have changed
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
        std::vector<Marks> before; // the user's marks before each change
        std::vector<Marks> after;  // the same for changes that were undone
    } undone_;
    std::uint64_t current_ = 0;
    std::uint64_t lastId_ = 0; // of the user's marks; ids of the recording's come from their points
    bool looking_ = false;
    std::shared_ptr<const Trace> next_; // waits until the running job has ended
    LatestJob job_;
};

} // namespace lanes
