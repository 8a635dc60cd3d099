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
    : PanelRow(appearance, kLines * kLine + 8, parent)
    , allow_(new PanelLink(appearance, {}, this))
    , locate_(new PanelLink(appearance, {.text = tr("Locate sources…")}, this)) {
    allow_->hide();
    locate_->hide();
    connect(allow_, &PanelLink::clicked, this, [this] { Q_EMIT rootAllowed(root_); });
    connect(locate_, &PanelLink::clicked, this, &SourcePreview::locateRequested);
}

SourcePreview::Shown SourcePreview::read(const QString& file, int line, const SourcePlaces& places) {
    const QString here = places.placeOf(file);
    Shown shown;
    if (QFileInfo(here).isFile() && !places.isKnown(here)) {
        shown.root = rootOf(here);
        shown.message = tr("%1 has not been shown before.").arg(here);
        return shown;
    }
    auto text = readSource(here.toStdString(), line, kBefore, kAfter);
    if (text.ok()) {
        shown.text = std::move(text).value();
    } else {
        shown.message = toQString(text.error().message);
        shown.missing = !QFileInfo(here).isFile();
    }
    return shown;
}

void SourcePreview::show(const QString& file, int line, const SourcePlaces& places) {
    file_ = file;
    line_ = line;
    job_.run([file, line, places](const std::stop_token&) { return read(file, line, places); },
             [this](Shown shown) { take(std::move(shown)); });
}

void SourcePreview::take(Shown shown) {
    text_ = std::move(shown.text);
    message_ = shown.message;
    root_ = shown.root;
    allow_->setContent({.text = tr("Show sources below %1").arg(QDir::toNativeSeparators(root_))});
    allow_->setVisible(!root_.isEmpty());
    locate_->setVisible(shown.missing);
    place();
    QStringList spoken;
    for (const std::string& one : text_.lines) {
        spoken << toQString(one);
    }
    setAccessibleName(message_.isEmpty() ? spoken.join(QLatin1Char('\n')) : message_);
    setToolTip(message_.toHtmlEscaped());
    update();
    Q_EMIT loaded();
}

QString SourcePreview::missingFile() const {
    return isVisibleTo(parentWidget()) && locate_->isVisibleTo(this) ? file_ : QString();
}

// The link stands below the middle, the message above it.
void SourcePreview::place() {
    for (PanelLink* link : {allow_, locate_}) {
        link->setGeometry(0, height() / 2 + px(2), width(), link->height());
    }
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
        const bool linked = allow_->isVisibleTo(this) || locate_->isVisibleTo(this);
        const qreal room = linked ? height() / 2. + px(kLine) / 2. : height();
        drawTextLine(painter,
                     {inner().left(), linked ? room - px(2 * kLine) : 0, inner().width(),
                      linked ? px(2. * kLine) : room},
                     message_, look().fonts().sans(Fonts::kSmall), theme.text3, Qt::AlignLeft,
                     Qt::ElideMiddle);
        return;
    }
    const QFont font = look().fonts().mono(Fonts::kSmall);
    const QStringList code = dedented(text_.lines);
    for (std::size_t i = 0; i < text_.lines.size(); ++i) {
        const int number = text_.firstLine + static_cast<int>(i);
        const QRectF row(0, px(4) + px(kLine) * double(i), width(), px(kLine));
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
}

void SourcePreview::mouseDoubleClickEvent(QMouseEvent*) {
    Q_EMIT activated();
}

} // namespace lanes
