#include "views/shared/session/SessionView.h"

#include <QKeyEvent>
#include <QTimer>

namespace lanes {

SessionView::SessionView(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {}

void SessionView::setContext(const ViewContext& context) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    if (sessions_) {
        disconnect(sessions_, nullptr, this, nullptr);
    }
    state_ = context.state;
    sessions_ = context.sessions;
    if (sessions_) {
        connect(sessions_, &OpenSessions::changed, this, [this] { followSessions(); });
    }
    if (state_) {
        connect(state_, &ViewState::traceChanged, this, &SessionView::catchUp);
        connect(state_, &ViewState::partChanged, this, &SessionView::invalidate);
        connect(state_, &ViewState::selectionChanged, this, &SessionView::followSelectionIfSeen);
    }
    job_.cancel();
    working_ = false;
    cancelAside();
    invalidate();
}

void SessionView::catchUp() {
    if (working_ && state_ && state_->live()) {
        stale_ = true;
    } else {
        invalidate();
    }
}

void SessionView::followSelectionIfSeen() {
    selectionMissed_ = !isVisible();
    if (!selectionMissed_) {
        followSelection();
    }
}

void SessionView::invalidate() {
    stale_ = true;
    if (isVisible() && !scheduled_) {
        scheduled_ = true;
        QTimer::singleShot(0, this, &SessionView::refreshNow);
    }
}

void SessionView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (stale_) {
        invalidate();
    } else if (selectionMissed_) {
        followSelectionIfSeen();
    }
}

// What it computes is old when it is seen again, and takes the processors from what is seen now. Of a session that does not
// change any more it will be wanted.
void SessionView::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (working_ && state_ && state_->live()) {
        job_.cancel();
        working_ = false;
        stale_ = true;
    }
}

bool SessionView::ownsKey(const QKeyEvent&) const {
    return false;
}

bool SessionView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && ownsKey(static_cast<const QKeyEvent&>(*event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        state_ && !state_->filter().isEmpty()) {
        state_->setFilter({}); // before whatever Esc ends in the view
        return true;
    }
    return QWidget::event(event);
}

void SessionView::refreshNow() {
    scheduled_ = false;
    if (!isVisible()) {
        return;
    }
    stale_ = false;
    job_.cancel();
    working_ = false;
    refresh();
    if (!working_) {
        shownUntil_ = sessionEnd();
    }
    finished();
}

TimeNs SessionView::sessionEnd() const {
    return state_ && state_->trace() ? state_->trace()->span().end : 0;
}

void SessionView::cancelAside() {
    aside_.cancel();
    workingAside_ = false;
}

void SessionView::finished() {
    if (!busy()) {
        Q_EMIT settled();
    }
}

} // namespace lanes
