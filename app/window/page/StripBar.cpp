#include "app/window/page/StripBar.h"

#include "app/window/page/DocumentPage.h"
#include "app/window/page/ScopeSwitch.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/OverviewStrip.h"
#include "views/shared/text/Text.h"

#include <QLayout>
#include <QStackedWidget>

namespace lanes {

StripBar::StripBar(Appearance& appearance, QWidget* parent)
    : QToolBar(tr("Session strip"), parent)
    , appearance_(appearance)
    , strips_(new QStackedWidget(this)) {
    setObjectName(QStringLiteral("strip"));
    setMovable(false);
    setContentsMargins(0, 0, 0, 0);
    layout()->setContentsMargins(0, 0, 0, 0);
    strips_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    addWidget(strips_);
}

void StripBar::add(DocumentPage& page) {
    ViewState& state = page.document().view();
    auto* strip = new OverviewStrip(state, appearance_, strips_);
    new ScopeSwitch(state, appearance_, strip);
    strips_->addWidget(strip);
}

void StripBar::remove(int index) {
    delete strips_->widget(index);
}

void StripBar::moveStrip(int from, int to) {
    QWidget* strip = strips_->widget(from);
    strips_->removeWidget(strip);
    strips_->insertWidget(to, strip);
}

void StripBar::show(int index, const DocumentPage* page) {
    setVisible(page != nullptr && page->showsViews());
    if (page == nullptr) {
        return;
    }
    auto* strip = static_cast<OverviewStrip*>(strips_->widget(index));
    strips_->setCurrentWidget(strip);
    strips_->setFixedHeight(strip->sizeHint().height());
    if (const auto& trace = page->document().trace()) {
        const auto events = static_cast<std::int64_t>(trace->sliceCount());
        strip->setTitle(page->document().shortName(),
                        tr("%1 events", nullptr, pluralOf(events)).arg(countText(events)));
    }
}

} // namespace lanes
