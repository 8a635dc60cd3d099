#include "views/shared/session/SessionChoices.h"

#include <QFile>

#include <utility>

namespace lanes {

SessionChoices::SessionChoices(SessionMarks& marks, QObject* parent)
    : QObject(parent)
    , marks_(marks) {
    connect(&marks, &SessionMarks::ownChanged, this, &SessionChoices::write);
}

void SessionChoices::setRows(Rows rows) {
    if (rows_ != rows) {
        rows_ = std::move(rows);
        write();
        Q_EMIT changed();
    }
}

void SessionChoices::setColoring(ColorBy by) {
    if (std::exchange(coloring_, by) != by) {
        write();
        Q_EMIT changed();
    }
}

void SessionChoices::setWholeSession(bool whole) {
    if (std::exchange(wholeSession_, whole) != whole) {
        write();
        Q_EMIT changed();
    }
}

void SessionChoices::keep(const QString& path) {
    if (path == session_ || path.isEmpty()) {
        return;
    }
    session_ = path;
    beside_ = QFile::exists(sidecarBeside(path));
    const Sidecar kept = readSidecar(file());
    const bool another = recordedAt_ >= 0 && kept.recordedAt >= 0 && kept.recordedAt != recordedAt_;
    if (marks_.own().empty() && !another) {
        marks_.setOwn(kept.marks);
    }
    if (recordedAt_ < 0) {
        recordedAt_ = kept.recordedAt;
    }
    rows_ = kept.rows;
    coloring_ = kept.coloring;
    wholeSession_ = kept.wholeSession;
    Q_EMIT changed();
}

void SessionChoices::setRecordedAt(qint64 unixNs) {
    if (unixNs < 0 || unixNs == recordedAt_) {
        return;
    }
    if (std::exchange(recordedAt_, unixNs) >= 0) {
        marks_.setOwn({});
    }
}

Result<void> SessionChoices::setBeside(bool beside) {
    if (beside == beside_ || session_.isEmpty()) {
        return {};
    }
    writer_.finish();
    const QString before = file();
    beside_ = beside;
    auto written = writeSidecar(file(), all());
    if (!written) {
        beside_ = !beside;
        return written;
    }
    QFile::remove(before);
    return {};
}

QString SessionChoices::file() const {
    return beside_ ? sidecarBeside(session_) : sidecarOfUser(session_);
}

Sidecar SessionChoices::all() const {
    return {rows_, marks_.own(), coloring_, recordedAt_, wholeSession_};
}

void SessionChoices::write() {
    if (!session_.isEmpty()) {
        writer_.write(file(), all());
    }
}

} // namespace lanes
