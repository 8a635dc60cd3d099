#include "app/window/recording/Steering.h"

#include "app/window/commands/Actions.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureDesk.h"
#include "views/shared/session/SessionView.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lanes {

Steering::Steering(Actions& actions, CaptureDesk& desk, QObject* parent)
    : QObject(parent)
    , actions_(actions)
    , desk_(desk) {
    const auto on = [this](ActionId id, auto call) {
        connect(actions_[id], &QAction::triggered, this, call);
    };
    on(ActionId::PauseRecording, [this] {
        const QString session = currentSession();
        pause(session, !controlsOf(session).paused);
        refreshActions(); // what it shows is what the recording says
    });
    on(ActionId::MarkRecording, [this] {
        if (current_) {
            current_->captureBar().askForMark();
        }
    });
    on(ActionId::SaveRecording, [this] {
        if (RecordingLink* link = recordings_.of(currentSession())) {
            link->save();
        }
    });
    on(ActionId::Detach, [this] { detach(currentSession()); });
    on(ActionId::StopProgram, [this] { stop(currentSession()); });
    on(ActionId::KillProgram, [this] { askToKill(currentSession()); });
    connect(&recordings_, &Recordings::changed, this, &Steering::refresh);
    connect(&recordings_, &Recordings::told, this, &Steering::said);
    connect(&recordings_, &Recordings::refused, this, &Steering::failed);
    connect(&desk_, &CaptureDesk::runsChanged, this, &Steering::refresh);
    connect(&actions_, &Actions::keysChanged, this, &Steering::refreshActions);
    refreshActions();
}

void Steering::add(DocumentPage& page) {
    pages_ << &page;
    CaptureBar& bar = page.captureBar();
    const QString session = page.document().path();
    connect(&bar, &CaptureBar::detachRequested, this, [this, session] { detach(session); });
    bar.setMenu({actions_[ActionId::StopProgram], actions_[ActionId::KillProgram]});
    connect(&bar, &CaptureBar::pauseRequested, this,
            [this, session](bool paused) { pause(session, paused); });
    connect(&bar, &CaptureBar::stopRequested, this, [this, session] { stop(session); });
    connect(&bar, &CaptureBar::saveRequested, actions_[ActionId::SaveRecording], &QAction::trigger);
    connect(&bar, &CaptureBar::markRequested, this, [this, session](const QString& text, qint64 agoNs) {
        if (RecordingLink* link = recordings_.of(session)) {
            link->mark(text, agoNs);
        }
    });
    connect(&page.document(), &Document::stateChanged, this, &Steering::refresh);
    refresh();
}

void Steering::setCurrent(DocumentPage* page) {
    current_ = page;
    refreshActions();
}

CaptureBar::Controls Steering::controlsOf(const QString& session) const {
    CaptureBar::Controls controls;
    if (session.isEmpty()) {
        return controls;
    }
    const RecordingLink* link = recordings_.of(session);
    if (link != nullptr) {
        controls.reachable = true;
        controls.target = link->target();
        controls.away = link->status()->away.empty() ? QString() : link->target();
        controls.paused = link->status()->paused;
        controls.attached = link->status()->attached;
        controls.holds = link->status()->holds;
        controls.stop = link->nextStop();
    }
    if (const CaptureRun* run = startedHere(session)) {
        controls.stop = run->nextStop();
    }
    return controls;
}

QString Steering::currentSession() const {
    return current_ ? current_->document().path() : desk_.onlyRunning();
}

void Steering::refresh() {
    pages_.removeIf([](const QPointer<DocumentPage>& page) { return page.isNull(); });
    for (const auto& page : std::as_const(pages_)) {
        const CaptureBar::Controls controls = controlsOf(page->document().path());
        const bool live = page->document().state() == Document::State::Live;
        page->captureBar().setControls(controls);
        Q_EMIT pageChanged(page, live && controls.paused);
    }
    for (const RecordingLink* link : recordings_.all()) {
        const QString name = QFile::decodeName(QByteArray::fromStdString(link->status()->saved));
        // it stands beside the recording's session; the recorder may say so from where it runs
        const QString file =
            name.isEmpty()
                ? name
                : QFileInfo(QFileInfo(link->session()).dir(), QFileInfo(name).fileName()).absoluteFilePath();
        const bool known = lastSaved_.contains(link->session()); // not what was saved before we came
        QString& last = lastSaved_[link->session()];
        if (last != file) {
            last = file;
            if (known && !file.isEmpty()) {
                Q_EMIT saved(file);
            }
        }
    }
    refreshActions();
}

void Steering::refreshActions() {
    const CaptureBar::Controls controls = controlsOf(currentSession());
    const bool live = current_ && current_->document().state() == Document::State::Live;
    actions_[ActionId::PauseRecording]->setEnabled(controls.reachable);
    actions_[ActionId::PauseRecording]->setChecked(controls.paused);
    takeMarkKeys(live && controls.reachable);
    actions_[ActionId::SaveRecording]->setEnabled(controls.reachable && controls.holds);
    actions_[ActionId::Detach]->setEnabled(controls.attached);
    actions_[ActionId::StopProgram]->setEnabled(controls.stop.has_value());
    actions_[ActionId::KillProgram]->setEnabled(controls.stop.has_value());
}

// While there is a recording to mark, M is its key and not that of the marks that a view keeps beside the session.
void Steering::takeMarkKeys(bool take) {
    QList<QKeySequence> keys = actions_.keys(ActionId::MarkRecording);
    if (take) {
        keys << actions_.keys(ActionId::Mark);
    }
    actions_[ActionId::MarkRecording]->setEnabled(take);
    actions_[ActionId::MarkRecording]->setShortcuts(keys);
    if (current_ && current_->showsViews()) {
        if (auto* mark =
                current_->view().findChild<QAction*>(QStringLiteral("mark"), Qt::FindDirectChildrenOnly)) {
            mark->setEnabled(!take);
        }
    }
}

void Steering::pause(const QString& session, bool paused) {
    if (RecordingLink* link = recordings_.of(session)) {
        link->setPaused(paused);
    }
}

CaptureRun* Steering::startedHere(const QString& session) const {
    CaptureRun* run = desk_.runOf(session);
    // what runs elsewhere is told by the connection that brings its session
    const RecordingLink* link = recordings_.of(session);
    const bool elsewhere = link != nullptr && !link->target().isEmpty();
    return run != nullptr && !run->request().attach && !elsewhere ? run : nullptr;
}

void Steering::detach(const QString& session) {
    if (RecordingLink* link = recordings_.of(session)) {
        link->detach();
    }
}

void Steering::stop(const QString& session) {
    if (CaptureRun* run = startedHere(session)) {
        run->stopProgram();
        refresh();
    } else if (RecordingLink* link = recordings_.of(session)) {
        expectEnd(session);
        link->stopProgram();
    }
}

void Steering::expectEnd(const QString& session) {
    const RecordingLink* link = recordings_.of(session);
    CaptureRun* run = desk_.runOf(session);
    if (run != nullptr && link != nullptr && link->status()->away.empty()) {
        run->expectEnd();
    }
}

void Steering::askToKill(const QString& session) {
    const CaptureRun* run = startedHere(session);
    const RecordingLink* link = recordings_.of(session);
    const QString name = run != nullptr    ? run->request().command
                         : link != nullptr ? link->program()
                                           : QString();
    Q_EMIT killWanted(
        tr("Kill %1 and all that it has started? The session keeps everything until then.").arg(name),
        [this, session] {
            if (CaptureRun* own = startedHere(session)) {
                own->killProgram();
                refresh();
            } else if (RecordingLink* other = recordings_.of(session)) {
                expectEnd(session);
                other->killProgram();
            }
        });
}

} // namespace lanes
