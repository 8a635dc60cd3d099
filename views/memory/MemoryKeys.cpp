// The memory view without a mouse.
#include "views/memory/MemoryView.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>

namespace lanes {

void MemoryView::stepToStep(bool forward) {
    if (growths_.empty()) {
        return;
    }
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    auto at = forward ? std::ranges::upper_bound(growths_, now, {}, &StepGrowth::to)
                      : std::ranges::lower_bound(growths_, now, {}, &StepGrowth::to);
    at = forward ? std::min(at, std::prev(growths_.end())) : at == growths_.begin() ? at : std::prev(at);
    mode_ == Mode::Growth ? openStep(*at) : setMoment(at->to);
}

void MemoryView::stepToEvent(bool forward) {
    const std::vector<TimeNs>& times = device().time;
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    if (forward) {
        const auto next = std::ranges::upper_bound(times, now);
        setMoment(next == times.end() ? times.back() : *next);
    } else {
        const auto at = std::ranges::lower_bound(times, now);
        setMoment(at == times.begin() ? times.front() : *std::prev(at));
    }
}

bool MemoryView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_Left,     Qt::Key_Right,  Qt::Key_Home,  Qt::Key_M,
                                      Qt::Key_Escape,   Qt::Key_Return, Qt::Key_Enter, Qt::Key_Plus,
                                      Qt::Key_Equal,    Qt::Key_Minus,  Qt::Key_G,     Qt::Key_PageUp,
                                      Qt::Key_PageDown, Qt::Key_P};
    return !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
           std::ranges::find(kKeys, key.key()) != kKeys.end();
}

void MemoryView::keyPressEvent(QKeyEvent* event) {
    if (!shown_.history || shown_.history->empty() || state() == nullptr) {
        SessionView::keyPressEvent(event);
        return;
    }
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        stepToEvent(event->key() == Qt::Key_Right);
        break;
    case Qt::Key_Home:
        setMoment(shown_.picture.peakTime);
        break;
    case Qt::Key_M:
        mark_ = now;
        setMode(Mode::Growth);
        break;
    case Qt::Key_G:
        setMode(mode_ == Mode::Growth ? Mode::Alive : Mode::Growth);
        break;
    case Qt::Key_P:
        setMode(mode_ == Mode::Peak ? Mode::Alive : Mode::Peak);
        break;
    case Qt::Key_Escape:
        setMode(Mode::Alive);
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        stepToStep(event->key() == Qt::Key_PageDown);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!moment_.largest.empty()) {
            openBlock(*moment_.largest.front());
        }
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        state()->setVisible(zoomed(shownRange(), now, .5, ViewState::kShortest));
        break;
    case Qt::Key_Minus:
        state()->setVisible(zoomed(shownRange(), now, 2, ViewState::kShortest));
        break;
    default:
        SessionView::keyPressEvent(event);
    }
}

} // namespace lanes
