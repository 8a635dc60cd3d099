// Saves a session under another name or in a format for other programs. It asks for the place, writes off the UI thread, and
// shows the progress in the window's banner.
#pragma once

#include "app/document/Document.h"
#include "app/document/SaveJob.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>
#include <span>

class QFileDialog;

namespace lanes {

class Banner;
class SessionView;
class StatusLine;
class TableView;
class TimelineView;
struct SaveFormat;

class SaveDesk : public QObject {
    Q_OBJECT

public:
    // The things in front of the user.
    struct Front {
        QPointer<Document> document;
        QPointer<TableView> table;       // null: no table is shown
        QPointer<TimelineView> timeline; // null: the timeline is not shown either
        QPointer<SessionView> view;      // the view in the middle
        QString viewName;
        QString range; // range shown, as text
        std::optional<TimeRange> brush;
    };
    // `isOpen` returns true if the window shows the file of a path: such a file must not be replaced.
    SaveDesk(Banner& banner, StatusLine& status, std::function<bool(const QString&)> isOpen, QWidget& window);

    void saveAs(const Front& front);
    void exportFrom(const Front& front);
    void exportRange(const Front& front); // the part of the session in the brushed range, see cutTrace()
    void print(const Front& front);       // the view in the middle, to PDF
    [[nodiscard]] bool writing() const { return job_.running(); }
    // Called when the window is about to close while a file is written. Asks the user whether to cancel that.
    void askToClose();

Q_SIGNALS:
    void writingChanged();
    void openRequested(const QString& path);
    void closeRequested(); // after the user has cancelled the writing

private:
    // `front` has a brush only if the file shall contain that range alone.
    void ask(const QString& title, const Front& front, std::span<const SaveFormat> formats);
    void save(const Front& front, const SaveFormat& format, const QString& path);
    void saveData(const Front& front, SaveFormat format, const QString& path);
    void startPrint(const Front& front, const QString& path);
    void start(const QString& path, SaveJob::Work work);
    void showProgress();
    void finish(bool written, bool cancelled, const QString& complaint);
    void complain(const QString& sentence);

    Banner& banner_;
    StatusLine& status_;
    std::function<bool(const QString&)> isOpen_;
    QWidget& window_;
    QString path_;         // of the file being written, or the last one
    QTimer quietUntil_;    // a short write needs no progress message
    bool closing_ = false; // close once the writing has ended
    bool asking_ = false;  // asking whether to cancel the writing
    SaveJob job_;
};

} // namespace lanes
