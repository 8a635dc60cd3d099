#include "views/details/StackList.h"

#include "views/shared/access/PaintedList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace lanes {
namespace {

constexpr int kFrameLine = 20;
constexpr double kFunctionShare = .55;
constexpr std::size_t kNearest = 6;

} // namespace

bool isLibraryFrame(const PythonFrame& frame) {
    static constexpr std::array<std::string_view, 5> kParts = {"site-packages/", "dist-packages/", "<frozen",
                                                               "/lib/python3", "lib/python3."};
    return frame.file.empty() || frame.file.starts_with("torch/") ||
           std::ranges::any_of(
               kParts, [&](std::string_view part) { return frame.file.find(part) != std::string::npos; });
}

bool isGenerated(const PythonFrame& frame) {
    return frame.file.starts_with('<') || frame.file.find("/torchinductor_") != std::string::npos;
}

QString placeText(const PythonFrame& frame) {
    if (frame.file.empty()) {
        return {};
    }
    const QString file = toQString(frame.file).section(QLatin1Char('/'), -2);
    return frame.line > 0 ? file + QLatin1Char(':') + QString::number(frame.line) : file;
}

StackList::StackList(Appearance& appearance, std::vector<PythonFrame> frames, QWidget* parent)
    : PanelRow(appearance, kFrameLine, parent)
    , parts_(new PaintedList(*this, {.count = [this] { return lines(); },
                                     .part = [this](int line) { return partOf(line); },
                                     .under = [this](QPoint at) { return lineAt(at.y()); },
                                     .current = [this] { return line_; },
                                     .choose = [this](int line) { press(line); }}))
    , frames_(std::move(frames)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard with the view
    findNearest();
    canFold_ = !nearest_.empty() && nearest_.size() + 1 < frames_.size();
    fold(canFold_);
    chooseOwn();
    setAccessibleName(tr("Python stack, %n frames", nullptr, static_cast<int>(frames_.size())));
}

// The innermost ones of the user's own program, at least one of which somebody has written.
void StackList::findNearest() {
    bool written = false;
    for (int i = 0; i < static_cast<int>(frames_.size()); ++i) {
        const PythonFrame& frame = frames_[static_cast<std::size_t>(i)];
        if (!isLibraryFrame(frame) && (nearest_.size() < kNearest || (!written && !isGenerated(frame)))) {
            nearest_.push_back(i);
            written = written || !isGenerated(frame);
        }
    }
}

// The innermost line of the user's own program, where there is one: that is what is looked for. Before what was compiled from a
// string or generated for it.
void StackList::chooseOwn() {
    const auto innermost = [this](bool written) {
        return std::ranges::find_if(shown_, [&](int frame) {
            const PythonFrame& at = frames_[static_cast<std::size_t>(frame)];
            return !isLibraryFrame(at) && !(written && isGenerated(at));
        });
    };
    auto own = innermost(true);
    own = own != shown_.end() ? own : innermost(false);
    line_ = own == shown_.end() ? 0 : static_cast<int>(own - shown_.begin());
}

int StackList::foldedCount() const {
    return static_cast<int>(frames_.size() - shown_.size());
}

int StackList::current() const {
    return isFoldLine(line_) || shown_.empty() ? -1 : shown_[static_cast<std::size_t>(line_)];
}

std::optional<QPoint> StackList::positionOf(int frame) const {
    const auto at = std::ranges::find(shown_, frame);
    if (at == shown_.end()) {
        return std::nullopt;
    }
    return QPoint(width() / 2, px(kFrameLine) * static_cast<int>(at - shown_.begin()) + px(kFrameLine) / 2);
}

void StackList::fold(bool fold) {
    const int kept = shown_.empty() ? -1 : current();
    folding_ = fold;
    if (fold) {
        shown_ = nearest_;
    } else {
        shown_.resize(frames_.size());
        std::iota(shown_.begin(), shown_.end(), 0);
    }
    const auto at = std::ranges::find(shown_, kept);
    line_ = at == shown_.end() ? 0 : static_cast<int>(at - shown_.begin());
    setRowHeight(kFrameLine * lines());
    update();
    parts_->sayChanged();
}

int StackList::lines() const {
    return static_cast<int>(shown_.size()) + (canFold_ ? 1 : 0);
}

QString StackList::foldText() const {
    return folding_ ? tr("Show %n more frames", nullptr, foldedCount()) : tr("Show the nearest frames only");
}

PaintedPart StackList::partOf(int line) const {
    const QRect box(0, px(kFrameLine) * line, width(), px(kFrameLine));
    if (isFoldLine(line)) {
        return {.role = QAccessible::Button,
                .name = foldText(),
                .description = {},
                .box = box,
                .current = line == line_};
    }
    const PythonFrame& frame = frames_[static_cast<std::size_t>(shown_[static_cast<std::size_t>(line)])];
    return {.name = toQString(frame.function),
            .description = placeText(frame),
            .box = box,
            .current = line == line_};
}

bool StackList::isFoldLine(int line) const {
    return canFold_ && line == static_cast<int>(shown_.size());
}

int StackList::lineAt(int y) const {
    const int line = y / px(kFrameLine);
    return y >= 0 && line < lines() ? line : -1;
}

void StackList::setLine(int line) {
    const int next = std::clamp(line, 0, std::max(0, lines() - 1));
    if (next == line_) {
        return;
    }
    line_ = next;
    update();
    parts_->sayCurrent();
    if (current() >= 0) {
        Q_EMIT currentChanged(current());
    }
}

void StackList::paintLine(QPainter& painter, int line) const {
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const QRectF row(0, px(kFrameLine) * line, width(), px(kFrameLine));
    const bool on = line == line_;
    if (on) {
        fillSnapped(painter, row.adjusted(1, 0, 0, 0), theme.selRow);
        fillSnapped(painter, {row.left(), row.top(), 2, row.height()}, theme.accent);
    } else if (line == hovered_) {
        fillSnapped(painter, row, theme.hover);
    }
    const QRectF box(inner().left(), row.top(), inner().width(), row.height());
    if (isFoldLine(line)) {
        drawTextLine(painter, box, foldText(), fonts.sans(Fonts::kSmall, 500), theme.accent);
        return;
    }
    const PythonFrame& frame = frames_[static_cast<std::size_t>(shown_[static_cast<std::size_t>(line)])];
    const bool quiet = isLibraryFrame(frame);
    QString name = toQString(frame.function);
    if (!frame.module.empty()) {
        name += QStringLiteral("  ") + toQString(frame.module);
    }
    const QString place = placeText(frame);
    const qreal share = place.isEmpty() ? 1 : kFunctionShare;
    const qreal used =
        drawTextLine(painter, {box.left(), box.top(), box.width() * share, box.height()}, name,
                     fonts.sans(Fonts::kBody, on ? 500 : 400), quiet && !on ? theme.text2 : theme.text);
    drawTextLine(painter, box.adjusted(used + px(8), 0, 0, 0), place, fonts.sans(Fonts::kSmall), theme.text3,
                 Qt::AlignRight, Qt::ElideLeft);
}

void StackList::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const int first = event->rect().top() / px(kFrameLine);
    const int last = lineAt(event->rect().bottom());
    for (int line = first; line <= (last < 0 ? lines() - 1 : last); ++line) {
        paintLine(painter, line);
    }
    if (hasFocus()) {
        const QRectF row(1, px(kFrameLine) * line_ + 1, width() - 2, px(kFrameLine) - 2);
        strokeRounded(painter, row, 3, look().theme().accent, 2);
    }
}

void StackList::mousePressEvent(QMouseEvent* event) {
    const int line = lineAt(event->pos().y());
    if (event->button() == Qt::LeftButton && line >= 0) {
        press(line);
    }
}

void StackList::press(int line) {
    if (isFoldLine(line)) {
        fold(!folding_);
    } else {
        setLine(line);
    }
}

void StackList::mouseDoubleClickEvent(QMouseEvent* event) {
    const int line = lineAt(event->pos().y());
    if (line >= 0 && !isFoldLine(line)) {
        Q_EMIT activated(shown_[static_cast<std::size_t>(line)]);
    }
}

void StackList::mouseMoveEvent(QMouseEvent* event) {
    const int line = lineAt(event->pos().y());
    if (std::exchange(hovered_, line) != line) {
        const bool frame = line >= 0 && !isFoldLine(line);
        setToolTip(
            frame ? toQString(frames_[static_cast<std::size_t>(shown_[static_cast<std::size_t>(line)])].file)
                  : QString());
        setCursor(line >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void StackList::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void StackList::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
        setLine(line_ - 1);
        break;
    case Qt::Key_Down:
        setLine(line_ + 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (isFoldLine(line_)) {
            fold(!folding_);
        } else if (current() >= 0) {
            Q_EMIT activated(current());
        }
        break;
    default:
        PanelRow::keyPressEvent(event);
    }
}

void StackList::focusInEvent(QFocusEvent* event) {
    PanelRow::focusInEvent(event);
    update();
}

void StackList::focusOutEvent(QFocusEvent* event) {
    PanelRow::focusOutEvent(event);
    update();
}

} // namespace lanes
