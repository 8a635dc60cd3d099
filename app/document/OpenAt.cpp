#include "app/document/OpenAt.h"

#include <memory>

namespace lanes {

void openAt(Document& document, TimeRange range) {
    auto* once = new QObject(&document);
    const auto go = [&document, range, once] {
        const ViewState& view = document.view();
        if (!view.trace()) {
            return;
        }
        const TimeNs begin = view.origin();
        const TimeRange wanted{begin + range.begin, begin + range.end};
        if (wanted.end <= view.bounds().end || document.state() == Document::State::Ready ||
            document.state() == Document::State::Live) {
            document.view().setVisible(wanted);
            once->deleteLater();
            QObject::disconnect(&document, nullptr, once, nullptr);
            QObject::disconnect(&document.view(), nullptr, once, nullptr);
        }
    };
    // Queued: the view itself first takes what is new.
    QObject::connect(&document, &Document::stateChanged, once, go, Qt::QueuedConnection);
    QObject::connect(&document.view(), &ViewState::traceChanged, once, go, Qt::QueuedConnection);
    go();
}

} // namespace lanes
