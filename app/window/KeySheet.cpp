#include "app/window/KeySheet.h"

#include "views/shared/Appearance.h"
#include "views/shared/TextLine.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <span>

namespace lanes {
namespace {

struct KeyLine {
    const char* keys; // apart by blanks: each its own cap; "_" within a cap is a blank
    const char* text;
};
struct KeyGroup {
    const char* title;
    std::span<const KeyLine> lines;
    int column;
};

constexpr std::array<KeyLine, 8> kMove = {{
    {"W S", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom in, out at the cursor")},
    {"A D", QT_TRANSLATE_NOOP("lanes::KeySheet", "Move left, right; Shift: faster")},
    {"F", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to the selection, again: fit")},
    {"0", QT_TRANSLATE_NOOP("lanes::KeySheet", "Show everything")},
    {"Ctrl E", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to the brushed range")},
    {"Backspace", QT_TRANSLATE_NOOP("lanes::KeySheet", "Back, also Alt+Left")},
    {"Alt Right", QT_TRANSLATE_NOOP("lanes::KeySheet", "Forward")},
    {"End", QT_TRANSLATE_NOOP("lanes::KeySheet", "Follow a live session")},
}};
constexpr std::array<KeyLine, 6> kSelect = {{
    {", .", QT_TRANSLATE_NOOP("lanes::KeySheet", "Previous, next event in the row")},
    {"Left Right", QT_TRANSLATE_NOOP("lanes::KeySheet", "The same")},
    {"Up Down", QT_TRANSLATE_NOOP("lanes::KeySheet", "Caller, first callee")},
    {"[ ]", QT_TRANSLATE_NOOP("lanes::KeySheet", "Launch and kernel, forward and backward")},
    {"R", QT_TRANSLATE_NOOP("lanes::KeySheet", "Range from the selection")},
    {"Esc", QT_TRANSLATE_NOOP("lanes::KeySheet", "Clear")},
}};
constexpr std::array<KeyLine, 8> kMouse = {{
    {"Click", QT_TRANSLATE_NOOP("lanes::KeySheet", "Select an event")},
    {"Drag", QT_TRANSLATE_NOOP("lanes::KeySheet", "Brush a range; Alt: without snapping")},
    {"Shift Drag", QT_TRANSLATE_NOOP("lanes::KeySheet", "Move, also with the right button")},
    {"Middle_drag", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to what is dragged over")},
    {"Ctrl Wheel", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom at the cursor")},
    {"Wheel", QT_TRANSLATE_NOOP("lanes::KeySheet", "Scroll the rows")},
    {"Shift Wheel", QT_TRANSLATE_NOOP("lanes::KeySheet", "Move left, right")},
    {"Double_click", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to an event")},
}};
constexpr std::array<KeyLine, 8> kWindow = {{
    {"Ctrl O", QT_TRANSLATE_NOOP("lanes::KeySheet", "Open a session or trace")},
    {"Ctrl R", QT_TRANSLATE_NOOP("lanes::KeySheet", "Capture a program")},
    {"Ctrl Shift P", QT_TRANSLATE_NOOP("lanes::KeySheet", "Command palette")},
    {"/", QT_TRANSLATE_NOOP("lanes::KeySheet", "Search, also Ctrl+F")},
    {"Ctrl D", QT_TRANSLATE_NOOP("lanes::KeySheet", "Show or hide the details")},
    {"Ctrl Tab", QT_TRANSLATE_NOOP("lanes::KeySheet", "Next session")},
    {"F11", QT_TRANSLATE_NOOP("lanes::KeySheet", "Full screen")},
    {"?", QT_TRANSLATE_NOOP("lanes::KeySheet", "This sheet")},
}};
constexpr std::array<KeyGroup, 4> kGroups = {{
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Move and zoom"), kMove, 0},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Events"), kSelect, 0},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Mouse"), kMouse, 1},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Window"), kWindow, 1},
}};

constexpr int kPadding = 24;
constexpr int kColumnWidth = 392;
constexpr int kKeysWidth = 130;
constexpr int kLine = 26;
constexpr int kTitle = 30;
constexpr int kGroupGap = 14;

int columnHeight(int column) {
    int height = 0;
    for (const KeyGroup& group : kGroups) {
        height +=
            group.column == column ? kTitle + kLine * static_cast<int>(group.lines.size()) + kGroupGap : 0;
    }
    return height;
}

} // namespace

KeySheet::KeySheet(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFocusPolicy(Qt::StrongFocus);
    QStringList spoken;
    for (const KeyGroup& group : kGroups) {
        for (const KeyLine& line : group.lines) {
            spoken << QString::fromLatin1(line.keys) + QStringLiteral(": ") + tr(line.text);
        }
    }
    setAccessibleName(spoken.join(QStringLiteral("; ")));
}

QSize KeySheet::sizeHint() const {
    const Fonts& fonts = appearance_.fonts();
    const int height = std::max(columnHeight(0), columnHeight(1));
    return {fonts.scaled(2 * kPadding + 2 * kColumnWidth), fonts.scaled(height + kPadding)};
}

void KeySheet::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    std::array<qreal, 2> y{0, 0};
    for (const KeyGroup& group : kGroups) {
        qreal& at = y[static_cast<std::size_t>(group.column)];
        const qreal x = px(kPadding) + group.column * px(kColumnWidth);
        drawTextLine(painter, {x, at, px(kColumnWidth), px(kTitle)}, tr(group.title),
                     fonts.sans(Fonts::kSmall, 600), theme.text2);
        at += px(kTitle);
        for (const KeyLine& line : group.lines) {
            qreal right = x + px(kKeysWidth);
            const QStringList caps = QString::fromLatin1(line.keys).split(QLatin1Char(' '));
            for (auto cap = caps.crbegin(); cap != caps.crend(); ++cap) {
                QString shown = *cap;
                shown.replace(QLatin1Char('_'), QLatin1Char(' '));
                right -= drawKeyCap(painter, right, at + px(5), shown, fonts.sans(Fonts::kAxis, 500),
                                    theme.dark ? theme.pressed : theme.raised, theme.line2, theme.text2) +
                         px(4);
            }
            drawTextLine(painter,
                         {x + px(kKeysWidth + 14), at, px(kColumnWidth - kKeysWidth - 20), px(kLine)},
                         tr(line.text), fonts.sans(), theme.text);
            at += px(kLine);
        }
        at += px(kGroupGap);
    }
}

} // namespace lanes
