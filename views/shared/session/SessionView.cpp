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
        connect(state_, &ViewState::traceChanged, this, &SessionView::followTrace);
        connect(state_, &ViewState::brushChanged, this, &SessionView::invalidate);
        connect(state_, &ViewState::selectionChanged, this, &SessionView::followSelectionIfSeen);
    }
    job_.cancel();
    working_ = false;
    cancelAside();
    invalidate();
}

// A session that is being recorded has a new snapshot before many an answer is there: the one that is on its way comes first.
void SessionView::followTrace() {
    if (working_ && state_->live()) {
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

bool SessionView::ownsKey(const QKeyEvent&) const {
    return false;
}

bool SessionView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && ownsKey(static_cast<const QKeyEvent&>(*event))) {
        event->accept();
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
    finished();
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
