// The user's settings for one session, in all its views: rows folded, hidden, pinned, moved; the meaning of colours. They are
// saved with the user's marks and restored when the session is opened again.
#pragma once

#include "views/shared/session/ColorBy.h"
#include "views/shared/session/RowSettings.h"
#include "views/shared/session/SessionMarks.h"
#include "views/shared/session/SidecarWriter.h"

#include <QHash>
#include <QObject>
#include <QString>

namespace lanes {

// UI thread; files are written off it.
class SessionChoices : public QObject {
    Q_OBJECT

public:
    using Rows = QHash<QString, RowSettings::Choice>; // by row key

    // `marks` are saved along with the settings. They must outlive this object.
    explicit SessionChoices(SessionMarks& marks, QObject* parent = nullptr);

    [[nodiscard]] const Rows& rows() const { return rows_; }
    void setRows(Rows rows);
    [[nodiscard]] ColorBy coloring() const { return coloring_; }
    void setColoring(ColorBy by);
    // True: figures cover the whole session even where its steady steps are known.
    [[nodiscard]] bool wholeSession() const { return wholeSession_; }
    void setWholeSession(bool whole);

    // Loads the settings saved for the session at `path`, and saves every change from now on. Nothing is read again for the
    // same path. The file stands beside the session if there is one, else in the user's own folder.
    void keep(const QString& path);
    // Sets the Unix time in ns of the session's time 0; -1: unknown. If it differs from the time known before, another
    // recording had this path. Then the user's marks are dropped; rows and colours stay.
    void setRecordedAt(qint64 unixNs);
    [[nodiscard]] const QString& session() const { return session_; } // path; empty: none
    // True: the settings stand beside the session, so that they go along with its folder.
    [[nodiscard]] bool areBeside() const { return beside_; }
    // Moves the file of the settings. If the session's folder cannot be written, the file stays in the user's folder.
    [[nodiscard]] Result<void> setBeside(bool beside);
    // Returns when all settings are written.
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
    qint64 recordedAt_ = -1; // time of the recording that the marks belong to
    SidecarWriter writer_;
};

} // namespace lanes
