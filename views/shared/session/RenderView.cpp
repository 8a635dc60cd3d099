#include "views/shared/session/RenderView.h"

#include "views/shared/session/SessionView.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <memory>
#include <utility>
#include <vector>

namespace lanes {
namespace {

QString nameOf(const std::shared_ptr<const Trace>& trace) {
    return trace ? toQString(trace->info().source).section(QLatin1Char('/'), -1) : QString();
}

} // namespace

QImage renderView(SessionView& view, std::shared_ptr<const Trace> trace, const RenderRequest& request) {
    ViewState state;
    ViewState partner;
    OpenSessions sessions;
    sessions.add(state, nameOf(trace));
    if (request.partner) {
        partner.setTrace(request.partner);
        sessions.add(partner, nameOf(request.partner));
        sessions.setPartner(state, &partner);
    }
    std::vector<std::unique_ptr<ViewState>> runs;
    for (const auto& [side, traces] : {std::pair(OpenSessions::Side::Own, &request.ownRuns),
                                       std::pair(OpenSessions::Side::Partner, &request.partnerRuns)}) {
        for (const auto& run : *traces) {
            runs.push_back(std::make_unique<ViewState>());
            runs.back()->setTrace(run);
            sessions.add(*runs.back(), nameOf(run));
            sessions.addRun(state, side, *runs.back());
        }
    }
    state.setTrace(std::move(trace));
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
