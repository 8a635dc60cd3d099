#include "views/details/SourcePreview.h"

#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"
#include "views/shared/Text.h"
#include "views/shared/TextLine.h"

#include <QDir>
#include <QPainter>

#include <algorithm>

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
    : PanelRow(appearance, kLines * kLine + 8, parent) {}

void SourcePreview::show(const QString& file, int line, const QString& folder) {
    line_ = line;
    const std::string path = QDir(folder).absoluteFilePath(file).toStdString();
    job_.run([path, line](const std::stop_token&) { return readSource(path, line, kBefore, kAfter); },
             [this](Result<SourceText> result) {
                 text_ = result.ok() ? std::move(result).value() : SourceText();
                 message_ = result.ok() ? QString() : toQString(result.error().message);
                 QStringList spoken;
                 for (const std::string& one : text_.lines) {
                     spoken << toQString(one);
                 }
                 setAccessibleName(message_.isEmpty() ? spoken.join(QLatin1Char('\n')) : message_);
                 setToolTip(message_);
                 update();
                 Q_EMIT loaded();
             });
}

void SourcePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    fillSnapped(painter, rect(), theme.canvas);
    horizontalLine(painter, 0, 0, width(), theme.line);
    if (!message_.isEmpty()) {
        drawTextLine(painter, {inner().left(), 0, inner().width(), qreal(height())}, message_,
                     look().fonts().sans(Fonts::kSmall), theme.text3, Qt::AlignLeft, Qt::ElideMiddle);
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
