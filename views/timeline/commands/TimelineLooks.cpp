#include "views/timeline/commands/TimelineLooks.h"

#include "views/shared/controls/SaveText.h"
#include "views/shared/text/SessionReference.h"
#include "views/shared/text/Text.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/canvas/TimelineScene.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QIODevice>
#include <QImage>
#include <QPixmap>

namespace lanes {

TimelineLooks::TimelineLooks(TimelineCanvas& canvas)
    : canvas_(canvas)
    , scene_(canvas.scene())
    , state_(canvas.state()) {}

void TimelineLooks::colorByCategory() {
    state_.choices().setColoring(ColorBy::Category);
}

void TimelineLooks::colorByName() {
    state_.choices().setColoring(ColorBy::Name);
}

void TimelineLooks::colorByModule() {
    state_.choices().setColoring(ColorBy::Module);
}

void TimelineLooks::colorByDuration() {
    state_.choices().setColoring(ColorBy::Duration);
}

void TimelineLooks::toggleFlows() {
    scene_.setAllFlows(!scene_.allFlows());
}

void TimelineLooks::togglePath() {
    canvas_.path().setShown(!canvas_.path().shown());
}

void TimelineLooks::toggleSameName() {
    canvas_.setSameNameLit(!canvas_.sameNameLit());
}

void TimelineLooks::nextRuler() {
    scene_.setRulerMode(after(scene_.rulerMode(), state_.trace() ? &state_.trace()->info() : nullptr,
                              scene_.rows() && !scene_.rows()->steps().empty()));
}

void TimelineLooks::copyPicture() {
    QGuiApplication::clipboard()->setImage(canvas_.grab().toImage());
}

void TimelineLooks::exportSvg() {
    const QString& session = state_.choices().session();
    const QString name =
        session.isEmpty() ? QStringLiteral("timeline") : QFileInfo(session).completeBaseName();
    saveWithDialog(&canvas_, TimelineCanvas::tr("Export as SVG"), name + QStringLiteral(".svg"),
                   [this](QIODevice& file) { file.write(canvas_.svg()); });
}

void TimelineLooks::copyReference() {
    if (state_.trace()) {
        const QString& session = state_.choices().session();
        const TimeRange range = state_.brush().value_or(state_.visible());
        QGuiApplication::clipboard()->setText(
            referenceText(session.isEmpty() ? toQString(state_.trace()->info().source) : session,
                          {range.begin - state_.origin(), range.end - state_.origin()}));
    }
}

} // namespace lanes
