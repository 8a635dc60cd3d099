// The source files that a session's stacks name: where they lie on this machine, and the editor that opens them.
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace lanes {

class Banner;
class DetailsPanel;
class Document;
class Settings;
class Sheets;

class SourceDesk : public QObject {
    Q_OBJECT

public:
    // All of them outlive it. `document` says whose sources are meant: the one in front, null: none.
    SourceDesk(Settings& settings, DetailsPanel& details, Sheets& sheets, Banner& banner,
               std::function<const Document*()> document, QObject* parent);

    // Asks where the sources are that this machine keeps elsewhere.
    void locate();

private:
    void open(const QString& file, int line);
    void takeSettings();

    Settings& settings_;
    DetailsPanel& details_;
    Sheets& sheets_;
    Banner& banner_;
    std::function<const Document*()> document_;
};

} // namespace lanes
