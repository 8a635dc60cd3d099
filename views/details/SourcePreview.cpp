#include "views/details/SourcePreview.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QDir>
#include <QFileInfo>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kBefore = 3;
constexpr int kAfter = 4;
constexpr int kLine = 17;
constexpr int kLines = kBefore + 1 + kAfter;
constexpr int kMessage = 20;
constexpr int kAir = 4; // above and below
constexpr int kLink = 22;

// Without the indentation that all lines share: the panel is narrow.
QStringList dedented(const std::vector<std::string>& lines) {
    QStringList out;
    qsizetype shared = 1000;
    for (const std::string& line : lines) {
        QString text = toQString(line);
        text.replace(QLatin1Char('\t'), QStringLiteral("    "));
        qsizetype indent = 0;
        while (indent < text.size() && text[indent] == QLatin1Char(' ')) {
            ++indent;
        }
        if (indent < text.size()) {
            shared = std::min(shared, indent);
        }
        out << text;
    }
    for (QString& text : out) {
        text = text.mid(shared);
    }
    return out;
}

} // namespace

SourcePreview::SourcePreview(Appearance& appearance, QWidget* parent)
    : PanelRow(appearance, kLines * kLine + 2 * kAir, parent)
    , allow_(new PanelLink(appearance, {}, this))
    , locate_(new PanelLink(appearance, {.text = tr("Locate sources…")}, this))
    , fetch_(new PanelLink(appearance, {}, this)) {
    allow_->hide();
    locate_->hide();
    fetch_->hide();
    connect(allow_, &PanelLink::clicked, this, [this] { Q_EMIT rootAllowed(root_); });
    connect(locate_, &PanelLink::clicked, this, &SourcePreview::locateRequested);
    connect(fetch_, &PanelLink::clicked, this, [this] {
        origin_.agreed = true;
        askToFetch();
    });
}

SourcePreview::Shown SourcePreview::read(const QString& file, int line, const SourcePlaces& places,
                                         const std::stop_token& stop) {
    Shown shown;
    if (places.isElsewhere(file)) {
        shown.message = tr("%1 is on %2.").arg(file, places.origin.target);
        shown.missing = true;
        return shown;
    }
    const QString here = places.placeOf(file);
    if (QFileInfo(here).isFile() && !places.isKnown(here)) {
        shown.root = rootOf(here);
        shown.message = tr("Reading %1 is not allowed yet.").arg(here);
        return shown;
    }
    auto text = readSource(here.toStdString(), line, kBefore, kAfter, stop);
    if (text.ok()) {
        shown.text = std::move(text).value();
        shown.from = here == places.copyOf(file) ? places.origin.target : QString();
    } else {
        shown.message = toQString(text.error().message);
        shown.missing = !QFileInfo(here).isFile();
    }
    return shown;
}

void SourcePreview::show(const QString& file, int line, const SourcePlaces& places) {
    file_ = file;
    line_ = line;
    origin_ = places.origin;
    job_.run([file, line, places](const std::stop_token& stop) { return read(file, line, places, stop); },
             [this](Shown shown) { take(std::move(shown)); });
}

void SourcePreview::take(Shown shown) {
    text_ = std::move(shown.text);
    message_ = shown.message;
    root_ = shown.root;
    from_ = shown.from;
    allow_->setContent({.text = tr("Allow reading source files in %1").arg(QDir::toNativeSeparators(root_))});
    allow_->setVisible(!root_.isEmpty());
    locate_->setVisible(shown.missing);
    const bool elsewhere = shown.missing && !origin_.target.isEmpty();
    fetch_->setContent({.text = tr("Fetch it from %1").arg(origin_.target)});
    fetch_->setVisible(elsewhere && !origin_.agreed);
    place();
    QStringList spoken;
    for (const std::string& one : text_.lines) {
        spoken << toQString(one);
    }
    setAccessibleName(message_.isEmpty() ? spoken.join(QLatin1Char('\n')) : message_);
    setToolTip(message_);
    update();
    Q_EMIT loaded();
    if (elsewhere && origin_.agreed) {
        askToFetch();
    }
}

void SourcePreview::askToFetch() {
    message_ = tr("Fetching %1 from %2…").arg(file_, origin_.target);
    setAccessibleName(message_);
    setToolTip(message_);
    locate_->hide();
    fetch_->hide();
    place();
    update();
    Q_EMIT fetchRequested(file_);
}

void SourcePreview::sayNotFetched(const QString& file, const QString& why) {
    if (file != file_ || !text_.lines.empty()) {
        return;
    }
    message_ = why;
    setAccessibleName(why);
    setToolTip(why);
    locate_->show();
    fetch_->setContent({.text = tr("Fetch it from %1").arg(origin_.target)});
    fetch_->show();
    place();
    update();
}

QString SourcePreview::missingFile() const {
    return isVisibleTo(parentWidget()) && locate_->isVisibleTo(this) ? file_ : QString();
}

// A message leaves the room of the source to the panel above; links stand below it, one below the other.
void SourcePreview::place() {
    int links = 0;
    for (PanelLink* link : {allow_, fetch_, locate_}) {
        link->setGeometry(0, px(kAir + kMessage + links * kLink), width(), px(kLink));
        links += link->isVisibleTo(this) ? 1 : 0;
    }
    setRowHeight(2 * kAir + (message_.isEmpty() ? kLines * kLine : kMessage + links * kLink));
}

void SourcePreview::resizeEvent(QResizeEvent* event) {
    PanelRow::resizeEvent(event);
    place();
}

void SourcePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    fillSnapped(painter, rect(), theme.canvas);
    horizontalLine(painter, 0, 0, width(), theme.line);
    if (!message_.isEmpty()) {
        drawTextLine(painter, {inner().left(), qreal(px(kAir)), inner().width(), qreal(px(kMessage))},
                     message_, look().fonts().sans(Fonts::kSmall), theme.text3, Qt::AlignLeft,
                     Qt::ElideMiddle);
        return;
    }
    const QFont font = look().fonts().mono(Fonts::kSmall);
    const QStringList code = dedented(text_.lines);
    for (std::size_t i = 0; i < text_.lines.size(); ++i) {
        const int number = text_.firstLine + static_cast<int>(i);
        const QRectF row(0, px(kAir) + px(kLine) * double(i), width(), px(kLine));
        const bool current = number == line_;
        if (current) {
            fillSnapped(painter, row, theme.accentSoft);
            fillSnapped(painter, {0, row.top(), 2, row.height()}, theme.accent);
        }
        drawTextLine(painter, {0, row.top(), qreal(px(36)), row.height()}, QString::number(number), font,
                     current ? theme.text2 : theme.text3, Qt::AlignRight, Qt::ElideNone);
        const qreal left = px(46);
        drawTextLine(painter, {left, row.top(), width() - left - px(kPanelPadding), row.height()},
                     code[static_cast<qsizetype>(i)], font, current ? theme.text : theme.text2);
    }
    if (!from_.isEmpty()) {
        const QFont small = look().fonts().sans(Fonts::kSmall);
        const QString from = tr("from %1").arg(from_);
        const qreal wide = textWidth(from, small) + px(2 * kPanelPadding);
        const QRectF chip(width() - wide, height() - px(kLine), wide, px(kLine));
        fillSnapped(painter, chip, theme.canvas);
        drawTextLine(painter, chip, from, small, theme.text3, Qt::AlignHCenter);
    }
}

void SourcePreview::mouseDoubleClickEvent(QMouseEvent*) {
    Q_EMIT activated();
}

} // namespace lanes
