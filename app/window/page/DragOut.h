// What is dragged out of the window with the mouse: a table as a file of comma-separated values, the timeline's range as
// graphics and as a picture. It is made when it is dropped.
#pragma once

#include <QMimeData>
#include <QObject>
#include <QPoint>
#include <QString>
#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <vector>

class QMouseEvent;

namespace lanes {

class TimelineView;

// Begins a drag where a press on `source` is moved; nothing is dragged where `make` gives null. Child of the source.
class DragOut : public QObject {
    Q_OBJECT

public:
    using Make = std::function<std::unique_ptr<QMimeData>()>;
    DragOut(QWidget& source, Make make);

Q_SIGNALS:
    void beginning(const QMimeData& thing); // before anybody is offered it

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin();

    QWidget& source_;
    Make make_;
    QPoint pressed_;
    bool armed_ = false;
};

// Files for those who take nothing else live in a folder that goes with the program.
class DraggedThing : public QMimeData {
    Q_OBJECT

public:
    struct Form {
        QString type; // "text/csv"
        std::function<QByteArray()> bytes;
    };
    // The first form is what a file called `name` holds.
    DraggedThing(QString name, std::vector<Form> forms);

    [[nodiscard]] QStringList formats() const override;

protected:
    [[nodiscard]] QVariant retrieveData(const QString& type, QMetaType wanted) const override;

private:
    [[nodiscard]] QString fileName() const;

    QString name_;
    std::vector<Form> forms_;
    mutable QString file_; // once asked for
};

// Lets the table of a view be dragged by its rows. Views without a table are left alone.
void dragTableOut(QWidget& view);
// Null while there is no timeline, or nothing drawn of it yet.
[[nodiscard]] std::unique_ptr<QMimeData> draggedRange(TimelineView* timeline, const QString& session);

} // namespace lanes
