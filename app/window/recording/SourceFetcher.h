// Fetches source files for the preview of a session that was recorded elsewhere, one at a time, once the user has agreed. The
// copies are deleted with the window.
#pragma once

#include "views/details/SourcePlaces.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTemporaryDir>

#include <functional>

class QProcess;

namespace lanes {

class DetailsPanel;
class Settings;

class SourceFetcher : public QObject {
    Q_OBJECT

public:
    // `program` returns the path of lanescope. `lanescope source` checks what is requested and fetches it.
    SourceFetcher(Settings& settings, DetailsPanel& details, std::function<QString()> program,
                  QObject* parent);
    ~SourceFetcher() override;

    // Sets the session shown in the panel; empty: none.
    void setSession(const QString& path);

private:
    void fetch(const QString& file);
    void take(const QString& file);
    void say();
    [[nodiscard]] QString complaintOf(const QString& file);

    Settings& settings_;
    DetailsPanel& details_;
    std::function<QString()> program_;
    QTemporaryDir copies_; // with a folder for each session
    QString session_;
    SourceOrigin origin_;
    QProcess* asking_ = nullptr;
    QByteArray text_;
};

} // namespace lanes
