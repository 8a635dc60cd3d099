// Source files of a session that was recorded elsewhere, fetched for the preview, one at a time, once its user has agreed. The
// copies go with the window.
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
    // `program` names lanescope: what is asked for is `lanescope source`'s to check and to bring.
    SourceFetcher(Settings& settings, DetailsPanel& details, std::function<QString()> program,
                  QObject* parent);
    ~SourceFetcher() override;

    // The session that the panel shows; empty: none.
    void setSession(const QString& path);

private:
    void fetch(const QString& file);
    void take(const QString& file);
    void say();
    [[nodiscard]] QString complaintOf(const QString& file);

    Settings& settings_;
    DetailsPanel& details_;
    std::function<QString()> program_;
    QTemporaryDir copies_; // a folder for each session
    QString session_;
    SourceOrigin origin_;
    QProcess* asking_ = nullptr;
    QByteArray text_;
};

} // namespace lanes
