#include "app/window/page/DragOut.h"

#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QAbstractButton>
#include <QApplication>
#include <QBuffer>
#include <QDrag>
#include <QFile>
#include <QImage>
#include <QMouseEvent>
#include <QPointer>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

const QString kFiles = QStringLiteral("text/uri-list");

// Who takes a dropped file reads it after the drop: it has to stay.
const QTemporaryDir& draggedFolder() {
    static const QTemporaryDir folder;
    return folder;
}

QByteArray pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray bytesOf(const TableCsv& csv) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    csv.write(buffer);
    return bytes;
}

} // namespace

DragOut::DragOut(QWidget& source, Make make)
    : QObject(&source)
    , source_(source)
    , make_(std::move(make)) {
    source.installEventFilter(this);
}

bool DragOut::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress) {
        const auto& press = static_cast<const QMouseEvent&>(*event);
        armed_ = press.button() == Qt::LeftButton;
        pressed_ = press.pos();
    } else if (event->type() == QEvent::MouseButtonRelease) {
        armed_ = false;
    } else if (event->type() == QEvent::MouseMove && armed_) {
        const auto& move = static_cast<const QMouseEvent&>(*event);
        if ((move.buttons() & Qt::LeftButton) != 0 &&
            (move.pos() - pressed_).manhattanLength() >= QApplication::startDragDistance()) {
            armed_ = false;
            begin();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

void DragOut::begin() {
    std::unique_ptr<QMimeData> thing = make_();
    if (!thing) {
        return;
    }
    Q_EMIT beginning(*thing);
    const QPointer<QWidget> source = &source_;
    auto* drag = new QDrag(&source_); // it goes by itself when it is over
    drag->setMimeData(thing.release());
    drag->exec(Qt::CopyAction);
    if (auto* button = qobject_cast<QAbstractButton*>(source.data())) {
        button->setDown(false); // the release went to whoever took it
    }
}

DraggedThing::DraggedThing(QString name, std::vector<Form> forms)
    : name_(std::move(name))
    , forms_(std::move(forms)) {}

QStringList DraggedThing::formats() const {
    QStringList types{kFiles};
    for (const Form& form : forms_) {
        types << form.type;
    }
    return types;
}

QString DraggedThing::fileName() const {
    QString name = name_;
    name.replace(QLatin1Char('/'), QLatin1Char('_'));
    QTemporaryDir own(draggedFolder().filePath(QStringLiteral("XXXXXX"))); // so that it keeps its name
    own.setAutoRemove(false);
    return own.isValid() ? own.filePath(name) : QString();
}

QVariant DraggedThing::retrieveData(const QString& type, QMetaType wanted) const {
    if (type == kFiles) {
        if (file_.isEmpty()) {
            file_ = fileName();
            QFile file(file_);
            if (file_.isEmpty() || !file.open(QIODevice::WriteOnly) ||
                file.write(forms_.front().bytes()) < 0) {
                return {};
            }
        }
        return QVariantList{QUrl::fromLocalFile(file_)};
    }
    const auto form = std::ranges::find(forms_, type, &Form::type);
    return form != forms_.end() ? QVariant(form->bytes()) : QMimeData::retrieveData(type, wanted);
}

void dragTableOut(QWidget& view) {
    auto* shown = qobject_cast<TableView*>(&view);
    if (shown == nullptr) {
        return;
    }
    new DragOut(*shown->table().viewport(), [shown]() -> std::unique_ptr<QMimeData> {
        if (shown->table().model() == nullptr) {
            return nullptr;
        }
        const auto csv = [csv = shown->table().csv()] { return bytesOf(csv); };
        std::vector<DraggedThing::Form> forms{{QStringLiteral("text/csv"), csv},
                                              {QStringLiteral("text/plain"), csv}};
        return std::make_unique<DraggedThing>(shown->texts().fileName, std::move(forms));
    });
}

std::unique_ptr<QMimeData> draggedRange(TimelineView* timeline, const QString& session) {
    const QByteArray svg = timeline != nullptr ? timeline->canvas().svg() : QByteArray();
    if (svg.isEmpty()) {
        return nullptr;
    }
    const QImage image = timeline->canvas().grab().toImage();
    std::vector<DraggedThing::Form> forms{{QStringLiteral("image/svg+xml"), [svg] { return svg; }},
                                          {QStringLiteral("image/png"), [image] { return pngOf(image); }}};
    return std::make_unique<DraggedThing>(session + QStringLiteral(".svg"), std::move(forms));
}

} // namespace lanes
