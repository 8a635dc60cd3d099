#include "views/shared/RenderView.h"

#include "views/shared/SessionView.h"

#include <QCoreApplication>
#include <QEventLoop>

namespace lanes {

QImage renderView(SessionView& view, std::shared_ptr<const Trace> trace, const RenderRequest& request) {
    ViewState state;
    state.setTrace(std::move(trace));
    state.setBrush(request.range);
    if (request.range) {
        state.setVisible(*request.range);
    }
    view.resize(request.size);
    view.setAttribute(Qt::WA_DontShowOnScreen);
    view.setState(&state);
    QEventLoop loop;
    QObject::connect(&view, &SessionView::settled, &loop, &QEventLoop::quit);
    view.show();
    if (view.busy()) {
        loop.exec();
    }
    QCoreApplication::processEvents(); // what was added last is laid out from the event loop
    QImage image = view.grab().toImage();
    view.setState(nullptr);
    return image;
}

} // namespace lanes
