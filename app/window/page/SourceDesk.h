// The source files named by a session's stacks: their places on this machine, and the editor that opens them.
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
    // All arguments outlive this object. `document` returns the document in front, or null.
    SourceDesk(Settings& settings, DetailsPanel& details, Sheets& sheets, Banner& banner,
               std::function<const Document*()> document, QObject* parent);

    // Opens the dialog for the places of sources that this machine keeps elsewhere.
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
