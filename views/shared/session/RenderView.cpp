#include "views/shared/session/RenderView.h"

#include "views/shared/session/SessionView.h"
#include "views/shared/session/Sidecar.h"
#include "views/shared/session/SteadyPart.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>

#include <memory>
#include <utility>
#include <vector>

namespace lanes {
namespace {

QString nameOf(const std::shared_ptr<const Trace>& trace) {
    return trace ? toQString(trace->info().source).section(QLatin1Char('/'), -1) : QString();
}

// The user's marks are shown; nothing is written.
void readMarks(ViewState& state) {
    const QString session = QFileInfo(toQString(state.trace()->info().source)).absoluteFilePath();
    const QString beside = sidecarBeside(session);
    const Sidecar kept = readSidecar(QFile::exists(beside) ? beside : sidecarOfUser(session));
    const qint64 recorded = state.trace()->info().clockOriginUnixNs;
    if (kept.recordedAt < 0 || recorded < 0 ||
        kept.recordedAt == recorded) { // not of what had this name before
        state.marks().setOwn(kept.marks);
    }
}

void show(ViewState& state, const std::shared_ptr<const Trace>& trace, const RenderRequest& request) {
    state.setTrace(trace);
    if (trace && !request.whole) {
        state.setSteady(steadyStepsOf(*trace));
    }
}

} // namespace

QImage renderView(SessionView& view, const std::shared_ptr<const Trace>& trace,
                  const RenderRequest& request) {
    ViewState state;
    ViewState partner;
    OpenSessions sessions;
    sessions.add(state, nameOf(trace));
    if (request.partner) {
        show(partner, request.partner, request);
        sessions.add(partner, nameOf(request.partner));
        sessions.setPartner(state, &partner);
    }
    std::vector<std::unique_ptr<ViewState>> runs;
    for (const auto& [side, traces] : {std::pair(OpenSessions::Side::Own, &request.ownRuns),
                                       std::pair(OpenSessions::Side::Partner, &request.partnerRuns)}) {
        for (const auto& run : *traces) {
            runs.push_back(std::make_unique<ViewState>());
            show(*runs.back(), run, request);
            sessions.add(*runs.back(), nameOf(run));
            sessions.addRun(state, side, *runs.back());
        }
    }
    show(state, trace, request);
    if (trace) {
        readMarks(state);
    }
    state.setBrush(request.range);
    if (request.range) {
        state.setVisible(*request.range);
    }
    view.resize(request.size);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.setContext({&state, &sessions});
    QEventLoop loop;
    QObject::connect(&view, &SessionView::settled, &loop, &QEventLoop::quit);
    view.show();
    if (view.busy()) {
        loop.exec();
    }
    if (state.trace()) { // what is said beside figures
        QObject::connect(&state.trust(), &SessionTrust::changed, &loop, &QEventLoop::quit);
        state.trust().want();
        if (!state.trust().ledger()) {
            loop.exec();
        }
    }
    QCoreApplication::processEvents(); // what was added last is laid out from the event loop
    QImage image = view.grab().toImage();
    view.setState(nullptr);
    return image;
}

} // namespace lanes
