// How the user wants one session shown, in every view of it: rows folded, hidden, pinned, moved; what colours say. They are
// kept with the user's marks until the session is opened again.
#pragma once

#include "views/shared/session/ColorBy.h"
#include "views/shared/session/RowSettings.h"
#include "views/shared/session/SessionMarks.h"
#include "views/shared/session/SidecarWriter.h"

#include <QHash>
#include <QObject>
#include <QString>

namespace lanes {

// UI thread; writing is off it.
class SessionChoices : public QObject {
    Q_OBJECT

public:
    using Rows = QHash<QString, RowSettings::Choice>; // by row key

    // `marks` are kept along and have to live as long as this.
    explicit SessionChoices(SessionMarks& marks, QObject* parent = nullptr);

    [[nodiscard]] const Rows& rows() const { return rows_; }
    void setRows(Rows rows);
    [[nodiscard]] ColorBy coloring() const { return coloring_; }
    void setColoring(ColorBy by);
    // Whether figures are of the whole session also where its steady steps are known.
    [[nodiscard]] bool wholeSession() const { return wholeSession_; }
    void setWholeSession(bool whole);

    // Takes what was kept of the session at `path`, and keeps what changes from now on. Once: of a session that is kept
    // already nothing is read. In the file beside it where there is one, else in the user's own folder.
    void keep(const QString& path);
    // The session is one whose time 0 is this Unix time in ns (-1: it names none). Marks of another recording, which had this
    // path before, go; rows and colours stay.
    void setRecordedAt(qint64 unixNs);
    [[nodiscard]] const QString& session() const { return session_; } // empty: of none
    // Whether they stand beside the session, for whoever gets its folder.
    [[nodiscard]] bool areBeside() const { return beside_; }
    // Moves them. The session's folder may refuse; then they stay with the user.
    [[nodiscard]] Result<void> setBeside(bool beside);
    // Everything stands in the file.
    void finish() { writer_.finish(); }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QString file() const;
    [[nodiscard]] Sidecar all() const;
    void write();

    SessionMarks& marks_;
    Rows rows_;
    ColorBy coloring_ = ColorBy::Category;
    bool wholeSession_ = false;
    QString session_;
    bool beside_ = false;
    qint64 recordedAt_ = -1; // whose marks are there
    SidecarWriter writer_;
};

} // namespace lanes
