#include "app/window/commands/KeySheet.h"

#include "app/window/commands/Actions.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextLine.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <span>

namespace lanes {
namespace {

constexpr ActionId kNone = ActionId::Count;

struct KeyLine {
    const char*
        keys; // apart by blanks: each its own cap; "_" within a cap is a blank; empty: those of the actions
    const char* text;
    ActionId action = kNone; // whose keys the user may have changed
    ActionId other = kNone;
};
struct KeyGroup {
    const char* title;
    std::span<const KeyLine> lines;
    int column;
};

constexpr std::array<KeyLine, 8> kMove = {{
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "W S"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom in, out at the cursor")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "A D"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Move left, right; Shift: faster")},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to the selection, again: fit"), ActionId::FocusSelection},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Show everything"), ActionId::ShowAll},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to the brushed range"), ActionId::ZoomToBrush},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Back"), ActionId::Back},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Forward"), ActionId::Forward},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Follow a live session"), ActionId::FollowEnd},
}};
constexpr std::array<KeyLine, 5> kSelect = {{
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Previous, next event in the row"), ActionId::PreviousEvent,
     ActionId::NextEvent},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Caller, first callee"), ActionId::ParentEvent,
     ActionId::FirstChild},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Launch and kernel, forward and backward"),
     ActionId::FollowBack, ActionId::FollowForward},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Range from the selection"), ActionId::RangeFromSelection},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Clear"), ActionId::ClearSelection},
}};
constexpr std::array<KeyLine, 5> kMarks = {{
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Mark the moment, the brushed range"), ActionId::Mark,
     ActionId::MarkRange},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Name the mark"), ActionId::NameMark},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Next, previous match of the search"), ActionId::NextMatch,
     ActionId::PreviousMatch},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Find a row"), ActionId::FindRow},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Pin a row on top"), ActionId::PinRow},
}};
constexpr std::array<KeyLine, 9> kMouse = {{
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Click"), QT_TRANSLATE_NOOP("lanes::KeySheet", "Select an event")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Drag"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Brush a range; Alt: without snapping")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Shift Drag"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Move, also with the right button")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Middle_drag"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to what is dragged over")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Ctrl Wheel"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom at the cursor")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Wheel"), QT_TRANSLATE_NOOP("lanes::KeySheet", "Scroll the rows")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Shift Wheel"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Move left, right")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Right_click"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Actions for an event or a row")},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Double_click"),
     QT_TRANSLATE_NOOP("lanes::KeySheet", "Zoom to an event")},
}};
constexpr std::array<KeyLine, 9> kWindow = {{
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Open a session or trace"), ActionId::Open},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Capture a program"), ActionId::Capture},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Command palette"), ActionId::Palette},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Search"), ActionId::Search},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Show or hide the details"), ActionId::ToggleDetails},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Show or hide the panels below"), ActionId::ToggleBottom},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Next session"), ActionId::NextPage},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "Full screen"), ActionId::FullScreen},
    {"", QT_TRANSLATE_NOOP("lanes::KeySheet", "This sheet"), ActionId::Keys},
}};
constexpr std::array<KeyGroup, 5> kGroups = {{
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Move and zoom"), kMove, 0},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Events"), kSelect, 0},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Marks and rows"), kMarks, 0},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Mouse"), kMouse, 1},
    {QT_TRANSLATE_NOOP("lanes::KeySheet", "Window"), kWindow, 1},
}};

constexpr int kPadding = 24;
constexpr int kColumnWidth = 392;
constexpr int kKeysWidth = 130;
constexpr int kKeyLine = 22; // all of it has to fit the smallest window
constexpr int kTitle = 26;
constexpr int kGroupGap = 10;

// "Ctrl+Shift+P" as three caps.
QStringList capsOf(const QKeySequence& sequence) {
    const QString keys = sequence.toString(QKeySequence::NativeText);
    QStringList caps = keys.split(QLatin1Char('+'), Qt::SkipEmptyParts);
    if (keys.endsWith(QLatin1Char('+'))) {
        caps << QStringLiteral("+");
    }
    return caps;
}

// An empty one stands between two keys. Of one action the first key, of two that belong together each pair.
QStringList capsOf(const Actions& actions, const KeyLine& line) {
    const QString keys = *line.keys == '\0' ? QString() : KeySheet::tr(line.keys);
    QStringList caps = keys.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    caps.replaceInStrings(QStringLiteral("_"), QStringLiteral(" "));
    const auto keyOf = [&actions](ActionId action, qsizetype at) {
        return action == kNone ? QStringList() : capsOf(actions.keys(action).value(at));
    };
    for (qsizetype at = 0; at == 0 || line.other != kNone; ++at) {
        const std::array pair{keyOf(line.action, at), keyOf(line.other, at)};
        if (pair[0].isEmpty() && pair[1].isEmpty()) {
            break;
        }
        for (const QStringList& key : pair) {
            caps += caps.isEmpty() || key.isEmpty() ? key : QStringList(QString()) + key;
        }
    }
    return caps;
}

int columnHeight(int column) {
    int height = 0;
    for (const KeyGroup& group : kGroups) {
        height +=
            group.column == column ? kTitle + kKeyLine * static_cast<int>(group.lines.size()) + kGroupGap : 0;
    }
    return height;
}

} // namespace

KeySheet::KeySheet(Appearance& appearance, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , actions_(actions) {
    setFocusPolicy(Qt::StrongFocus);
    connect(&actions_, &Actions::keysChanged, this, &KeySheet::speak);
    speak();
}

void KeySheet::speak() {
    QStringList spoken;
    for (const KeyGroup& group : kGroups) {
        for (const KeyLine& line : group.lines) {
            spoken << capsOf(actions_, line).join(QLatin1Char(' ')).simplified() + QStringLiteral(": ") +
                          tr(line.text);
        }
    }
    setAccessibleName(spoken.join(QStringLiteral("; ")));
    update();
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
            const QStringList caps = capsOf(actions_, line);
            for (auto cap = caps.crbegin(); cap != caps.crend(); ++cap) {
                if (cap->isEmpty()) { // another key
                    right -= px(8);
                    continue;
                }
                right -= drawKeyCap(painter, right, at + px(5), *cap, fonts.sans(Fonts::kAxis, 500),
                                    theme.dark ? theme.pressed : theme.raised, theme.line2, theme.text2) +
                         px(4);
            }
            drawTextLine(painter,
                         {x + px(kKeysWidth + 14), at, px(kColumnWidth - kKeysWidth - 20), px(kKeyLine)},
                         tr(line.text), fonts.sans(), theme.text);
            at += px(kKeyLine);
        }
        at += px(kGroupGap);
    }
}

} // namespace lanes
