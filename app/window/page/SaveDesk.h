// What the window writes of a session: under another name, or as what other programs read. Asks where, writes off the UI
// thread, and says how far it is in the window's banner.
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
    // What the user looks at.
    struct Front {
        QPointer<Document> document;
        QPointer<TableView> table;       // null: no table is shown
        QPointer<TimelineView> timeline; // null: nor is the timeline
        QPointer<SessionView> view;      // what stands in the middle
        QString viewName;
        QString range; // that it shows, in words
        std::optional<TimeRange> brush;
    };
    // `isOpen` says whether the window shows the file of this path: that is not to be replaced.
    SaveDesk(Banner& banner, StatusLine& status, std::function<bool(const QString&)> isOpen, QWidget& window);

    void saveAs(const Front& front);
    void exportFrom(const Front& front);
    void exportRange(const Front& front); // what the session holds of the brushed range, see cutTrace()
    void print(const Front& front);       // the view in the middle, to PDF
    [[nodiscard]] bool writing() const { return job_.running(); }
    // The window is to close while a file is being written: asks whether to give that up.
    void askToClose();

Q_SIGNALS:
    void writingChanged();
    void openRequested(const QString& path);
    void closeRequested(); // after what was written has been given up

private:
    // `front` has a brush only where the file is to have nothing else.
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
    QString path_;         // of what is written, or was last
    QTimer quietUntil_;    // what is soon written needs no words about how far it is
    bool closing_ = false; // once it has ended
    bool asking_ = false;  // whether to close
    SaveJob job_;
};

} // namespace lanes
