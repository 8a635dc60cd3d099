#include "app/window/page/SaveDesk.h"

#include "app/document/FollowSession.h"
#include "app/document/PdfPages.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/StatusLine.h"
#include "model/io/export/ChromeExporter.h"
#include "model/session/writing/WriteTrace.h"
#include "model/trace/TraceCut.h"
#include "views/shared/controls/SaveText.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QPicture>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace lanes {

namespace {

PrintMatter printedTable(const TablePages& table) {
    const auto pages = [rows = table.order.size()](const QSizeF& size) {
        const int each = TablePages::rowsOn(size.height());
        return (rows + each - 1) / each;
    };
    const auto paint = [table](QPainter& painter, Appearance& look, const QSizeF& size, int page) {
        table.paint(painter, look, size, page * TablePages::rowsOn(size.height()));
    };
    return {pages, paint};
}

PrintMatter printedShapes(VectorPicture picture) {
    const auto shared = std::make_shared<const VectorPicture>(std::move(picture));
    const auto scaleFor = [shared](const QSizeF& size) { return size.width() / shared->size().width(); };
    const auto pages = [shared, scaleFor](const QSizeF& size) {
        return static_cast<int>(shared->pages(size.height() / scaleFor(size)).size());
    };
    const auto paint = [shared, scaleFor](QPainter& painter, Appearance&, const QSizeF& size, int page) {
        const auto parts = shared->pages(size.height() / scaleFor(size));
        painter.scale(scaleFor(size), scaleFor(size));
        shared->paintPage(painter, parts[static_cast<std::size_t>(page)]);
    };
    return {pages, paint};
}

PrintMatter printedWidget(QWidget& widget) {
    const auto picture = std::make_shared<QPicture>();
    QPainter painter(picture.get());
    widget.render(&painter);
    painter.end();
    const auto paint = [picture, whole = QSizeF(widget.size())](QPainter& onto, Appearance&,
                                                                const QSizeF& size, int) {
        const qreal scale = std::min(size.width() / whole.width(), size.height() / whole.height());
        onto.scale(scale, scale);
        onto.drawPicture(0, 0, *picture);
    };
    return {[](const QSizeF&) { return 1; }, paint};
}

// A table over as many pages as it has rows for, the timeline in its shapes, all else as it stands in the window. It is
// taken from the view at once and needs it no more. Without paint(): there is nothing to print yet.
PrintMatter printMatterOf(SessionView& view) {
    if (const auto* table = qobject_cast<TableView*>(&view);
        table != nullptr && table->table().isVisible() && table->table().model() != nullptr) {
        return printedTable(table->table().pages());
    }
    if (auto* timeline = qobject_cast<TimelineView*>(&view)) {
        Theme theme = Theme::lightTheme();
        if (const auto trace = view.state() != nullptr ? view.state()->trace() : nullptr;
            trace != nullptr && trace->ownClasses() != nullptr) {
            theme.paintOwn(*trace->ownClasses());
        }
        VectorPicture picture = timeline->canvas().vectors(theme);
        return picture.isEmpty() ? PrintMatter() : printedShapes(std::move(picture));
    }
    return view.busy() ? PrintMatter() : printedWidget(view);
}

} // namespace

struct SaveFormat {
    enum class Kind : std::uint8_t { Session, Chrome, Table, Svg, Png, Pdf };
    Kind kind;
    const char* ending;
    const char* text; // untranslated
};

namespace {

using Kind = SaveFormat::Kind;

// The more particular of two endings first.
constexpr std::array kSaveFormats = {
    SaveFormat{Kind::Session, ".lanes", QT_TRANSLATE_NOOP("lanes::SaveDesk", "Lanescope session")},
    SaveFormat{Kind::Chrome, ".json.gz", QT_TRANSLATE_NOOP("lanes::SaveDesk", "Chrome trace, packed")},
    SaveFormat{Kind::Chrome, ".json", QT_TRANSLATE_NOOP("lanes::SaveDesk", "Chrome trace")},
    SaveFormat{Kind::Table, ".csv", QT_TRANSLATE_NOOP("lanes::SaveDesk", "Table, one line a row")},
    SaveFormat{Kind::Svg, ".svg", QT_TRANSLATE_NOOP("lanes::SaveDesk", "Timeline as graphics")},
    SaveFormat{Kind::Png, ".png", QT_TRANSLATE_NOOP("lanes::SaveDesk", "Timeline as a picture")},
    SaveFormat{Kind::Pdf, ".pdf", QT_TRANSLATE_NOOP("lanes::SaveDesk", "View on pages")},
};

constexpr auto kQuietSave = std::chrono::milliseconds(300);

bool isOffered(const SaveFormat& format, const SaveDesk::Front& front) {
    switch (format.kind) {
    case Kind::Session:
    case Kind::Chrome:
        return true;
    case Kind::Table:
        return front.table != nullptr && front.table->table().model() != nullptr;
    case Kind::Svg:
    case Kind::Png:
        return front.timeline != nullptr;
    case Kind::Pdf:
        return front.view != nullptr;
    }
    return false;
}

QString endingOf(const SaveFormat& format) {
    return QString::fromLatin1(format.ending);
}

// Null: none of them.
const SaveFormat* formatOf(const QString& name, std::span<const SaveFormat> formats) {
    const auto found = std::ranges::find_if(formats, [&](const SaveFormat& format) {
        return name.endsWith(endingOf(format), Qt::CaseInsensitive);
    });
    return found != formats.end() ? &*found : nullptr;
}

// "run" of "run.json.gz"; also of "run.json.json" and "run.gz", which is what a dialog makes of it.
QString withoutEndings(QString name, std::span<const SaveFormat> formats) {
    for (qsizetype before = 0; before != name.size();) {
        before = name.size();
        if (const SaveFormat* format = formatOf(name, formats)) {
            name.chop(static_cast<qsizetype>(qstrlen(format->ending)));
        } else if (name.endsWith(QLatin1String(".gz"))) {
            name.chop(3);
        }
    }
    return name;
}

Result<void> orSaveError(const QString& complaint) {
    return complaint.isEmpty() ? Result<void>() : Error{complaint.toStdString()};
}

SaveDesk::Front ofEverything(SaveDesk::Front front) {
    front.brush.reset();
    return front;
}

// What writing tells in counts.
auto inCounts(const SaveJob::Progress& progress) {
    return [&progress](std::uint64_t done, std::uint64_t total) {
        progress(total > 0 ? double(done) / double(total) : 1);
    };
}

} // namespace

SaveDesk::SaveDesk(Banner& banner, StatusLine& status, std::function<bool(const QString&)> isOpen,
                   QWidget& window)
    : QObject(&window)
    , banner_(banner)
    , status_(status)
    , isOpen_(std::move(isOpen))
    , window_(window) {
    quietUntil_.setSingleShot(true);
    quietUntil_.setInterval(kQuietSave);
    connect(&quietUntil_, &QTimer::timeout, this, &SaveDesk::showProgress);
    connect(&job_, &SaveJob::progressed, this, &SaveDesk::showProgress);
    connect(&job_, &SaveJob::over, this, &SaveDesk::finish);
}

void SaveDesk::saveAs(const Front& front) {
    ask(tr("Save as"), ofEverything(front), std::span(kSaveFormats).first(1));
}

void SaveDesk::exportFrom(const Front& front) {
    ask(tr("Export"), ofEverything(front), kSaveFormats);
}

void SaveDesk::exportRange(const Front& front) {
    if (front.brush) {
        ask(tr("Export the range"), front, std::span(kSaveFormats).first(3));
    } else {
        status_.say(tr("Brush a range first: drag over the rows of the timeline"));
    }
}

void SaveDesk::print(const Front& front) {
    ask(tr("Print to PDF"), ofEverything(front), std::span(kSaveFormats).last(1));
}

void SaveDesk::ask(const QString& title, const Front& front, std::span<const SaveFormat> formats) {
    std::vector<SaveFormat> offered;
    std::ranges::copy_if(formats, std::back_inserter(offered),
                         [&](const SaveFormat& format) { return isOffered(format, front); });
    auto* dialog = new QFileDialog(&window_, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const SaveFormat& format : offered) {
        filters << tr(format.text) + QStringLiteral(" (*") + endingOf(format) + QLatin1Char(')');
    }
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(endingOf(offered.front()));
    dialog->setDirectory(QFileInfo(front.document->path()).absolutePath());
    dialog->selectFile(front.document->shortName() + (front.brush ? tr("-range") : QString()) +
                       endingOf(offered.front()));
    // the name follows the kind of file that is chosen
    const auto chosen = [offered, filters](const QString& filter) {
        return offered[static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(filter)))];
    };
    const auto follow = [dialog, offered, chosen](const QString& filter) {
        const QString ending = endingOf(chosen(filter));
        dialog->setDefaultSuffix(ending);
        dialog->selectFile(withoutEndings(QFileInfo(dialog->selectedFiles().value(0)).fileName(), offered) +
                           ending);
    };
    connect(dialog, &QFileDialog::filterSelected, dialog, follow,
            Qt::QueuedConnection); // after the dialog has put in what it takes for the ending
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, dialog, front, offered, chosen](const QString& path) {
                if (const SaveFormat* format = formatOf(path, offered)) {
                    save(front, *format, path);
                    return;
                }
                const SaveFormat format = chosen(dialog->selectedNameFilter());
                const QString whole = path + endingOf(format);
                if (QFileInfo::exists(whole)) { // which the dialog has not asked about
                    complain(tr("%1 is there already; give its whole name to replace it.").arg(whole));
                } else {
                    save(front, format, whole);
                }
            });
    dialog->open();
}

void SaveDesk::save(const Front& front, const SaveFormat& format, const QString& path) {
    Document* document = front.document;
    if (document == nullptr || !document->trace() || !isOffered(format, front)) {
        return; // it has been closed meanwhile
    }
    const bool data = format.kind == Kind::Session || format.kind == Kind::Chrome;
    const bool whole =
        document->state() == Document::State::Ready || document->state() == Document::State::Live;
    if (data && !whole) {
        complain(tr("Only a part of %1 has been read so far; wait for the rest, or read it again.")
                     .arg(document->title()));
    } else if (isOpen_(path)) {
        complain(tr("%1 is open here; choose another name, or close it first.").arg(path));
    } else if (isHeldByRecorder(path.toStdString())) {
        complain(tr("%1 is being recorded; choose another name.").arg(path));
    } else if (data) {
        saveData(front, format, path);
    } else if (format.kind == Kind::Table) {
        start(path, [path, csv = front.table->table().csv()](const std::stop_token& stop,
                                                             const SaveJob::Progress& progress) {
            return orSaveError(saveFile(
                path, [&](QIODevice& file) { csv.write(file, stop, progress); }, stop));
        });
    } else if (format.kind == Kind::Pdf) {
        startPrint(front, path);
    } else if (const QByteArray svg = front.timeline->canvas().svg(); svg.isEmpty()) {
        complain(tr("The timeline is not drawn yet; export it again in a moment."));
    } else if (format.kind == Kind::Svg) {
        start(path, [path, svg](const std::stop_token& stop, const auto&) {
            return orSaveError(saveFile(
                path, [&](QIODevice& file) { file.write(svg); }, stop));
        });
    } else {
        start(path, [path, image = front.timeline->canvas().grab().toImage()](const std::stop_token& stop,
                                                                              const auto&) {
            return orSaveError(saveFile(
                path, [&](QIODevice& file) { image.save(&file, "PNG"); }, stop));
        });
    }
}

void SaveDesk::saveData(const Front& front, SaveFormat format, const QString& path) {
    start(path,
          [trace = front.document->trace(), range = front.brush, kind = format.kind,
           file = path.toStdString()](const std::stop_token& stop,
                                      const SaveJob::Progress& progress) -> Result<void> {
              const auto written = range ? cutTrace(*trace, *range, stop) : trace;
              if (!written) {
                  return Error{"cancelled"};
              }
              return kind == Kind::Session ? session::writeTrace(*written, file, {stop, inCounts(progress)})
                                           : exportChromeTrace(*written, file, {stop, inCounts(progress)});
          });
}

void SaveDesk::startPrint(const Front& front, const QString& path) {
    PrintMatter matter = printMatterOf(*front.view);
    if (!matter.paint) {
        complain(tr("%1 is not drawn yet; print it again in a moment.").arg(front.viewName));
        return;
    }
    const PrintHead head{front.document->title(), front.viewName, front.range,
                         QLocale::system().toString(QDateTime::currentDateTime(), QLocale::ShortFormat)};
    start(path, [path, head, matter = std::move(matter)](const std::stop_token& stop,
                                                         const SaveJob::Progress& progress) {
        return orSaveError(saveFile(
            path, [&](QIODevice& file) { writePdf(file, head, matter, stop, progress); }, stop));
    });
}

void SaveDesk::start(const QString& path, SaveJob::Work work) {
    if (job_.running()) { // the commands are not to be had meanwhile, but the dialog may have stood open
        complain(tr("%1 is still being written; wait for it, or cancel it.").arg(path_));
        return;
    }
    path_ = path;
    job_.start(std::move(work));
    quietUntil_.start();
    Q_EMIT writingChanged();
}

void SaveDesk::showProgress() {
    if (quietUntil_.isActive() || (asking_ && banner_.isVisible())) {
        return;
    }
    banner_.say(Banner::Tone::Info,
                tr("Writing %1: %2 %")
                    .arg(QFileInfo(path_).fileName())
                    .arg(static_cast<int>(std::clamp(job_.share(), 0.0, 1.0) * 100)),
                tr("Cancel"), [this] { job_.cancel(); });
}

void SaveDesk::askToClose() {
    asking_ = true;
    banner_.say(Banner::Tone::Warning,
                tr("%1 is still being written. Closing now discards it.").arg(QFileInfo(path_).fileName()),
                tr("Close anyway"), [this] {
                    closing_ = true;
                    job_.cancel();
                });
}

void SaveDesk::finish(bool written, bool cancelled, const QString& complaint) {
    if (std::exchange(asking_, false) || !quietUntil_.isActive()) {
        banner_.hide(); // its words were about this
    }
    quietUntil_.stop();
    Q_EMIT writingChanged();
    if (closing_) {
        Q_EMIT closeRequested();
    } else if (cancelled) {
        status_.say(tr("Cancelled: nothing of %1 was written").arg(QFileInfo(path_).fileName()));
    } else if (!written) {
        complain(complaint);
    } else if (path_.endsWith(QLatin1String(".lanes"), Qt::CaseInsensitive)) {
        banner_.say(Banner::Tone::Info, tr("Saved %1").arg(path_), tr("Open"), [this, path = path_] {
            banner_.hide();
            Q_EMIT openRequested(path);
        });
    } else {
        status_.say(tr("Saved %1").arg(path_));
    }
}

void SaveDesk::complain(const QString& sentence) {
    banner_.say(Banner::Tone::Error, sentence);
}

} // namespace lanes
