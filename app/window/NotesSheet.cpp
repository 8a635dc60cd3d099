#include "app/window/NotesSheet.h"

#include "views/shared/Appearance.h"
#include "views/shared/Text.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kWidth = 760;
constexpr int kHeight = 420;

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::Note:
        return NotesSheet::tr("Note");
    case Severity::Warning:
        return NotesSheet::tr("Warning");
    case Severity::Loss:
        break;
    }
    return NotesSheet::tr("Loss");
}

QString verdictOf(const Diagnostics& notes) {
    if (notes.empty()) {
        return NotesSheet::tr("Nothing was dropped, repaired or guessed.");
    }
    const bool loss =
        std::ranges::any_of(notes.all(), [](const Diagnostic& d) { return d.severity == Severity::Loss; });
    return loss ? NotesSheet::tr("Something is missing: numbers of the parts concerned are too small.")
                : NotesSheet::tr("Nothing is missing; what was repaired or guessed stands here.");
}

} // namespace

NotesSheet::NotesSheet(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , verdict_(new QLabel(this))
    , table_(new QTreeWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 0, 24, 24);
    column->setSpacing(8);
    column->addWidget(verdict_);
    column->addWidget(table_, 1);
    verdict_->setWordWrap(true);
    table_->setHeaderLabels({tr("Kind"), tr("Count"), tr("What happened"), tr("First at")});
    table_->setRootIsDecorated(false);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(true);
    table_->setFrameShape(QFrame::NoFrame);
    table_->header()->setSectionResizeMode(2, QHeaderView::Stretch);
    table_->header()->setStretchLastSection(false);
    setFocusProxy(table_);
}

QSize NotesSheet::sizeHint() const {
    return {appearance_.fonts().scaled(kWidth), appearance_.fonts().scaled(kHeight)};
}

void NotesSheet::show(const Diagnostics& notes) {
    verdict_->setText(verdictOf(notes));
    table_->clear();
    for (const Diagnostic& note : notes.all()) {
        const QString at = note.firstOffset < 0 ? QStringLiteral("–") : countText(note.firstOffset);
        auto* item = new QTreeWidgetItem(table_, {severityText(note.severity),
                                                  countText(static_cast<std::int64_t>(note.count)),
                                                  toQString(note.message), at});
        item->setToolTip(2, toQString(note.message));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(3, Qt::AlignRight | Qt::AlignVCenter);
    }
    table_->setVisible(!notes.empty());
    for (const int section : {0, 1, 3}) {
        table_->resizeColumnToContents(section);
    }
}

} // namespace lanes
