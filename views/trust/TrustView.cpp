#include "views/trust/TrustView.h"

#include "model/io/containers/FileExcerpt.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/trust/BytesRow.h"
#include "views/trust/TrustPanel.h"
#include "views/trust/TrustVerdict.h"

#include <utility>

namespace lanes {

TrustView::TrustView(Appearance& appearance, QWidget* parent)
    : TableView(
          appearance, Form::Whole,
          {QStringLiteral("ledger"), tr("Data quality"), tr("Filter entries"), QStringLiteral("quality.csv")},
          parent)
    , verdict_(new TrustVerdict(appearance))
    , trustPanel_(new TrustPanel(appearance, panel(), this)) {
    addAbove(verdict_);
    table().setOpenLevels(2);
    setColumns(trustColumns(), static_cast<int>(TrustColumn::What));
    table().sortBy(static_cast<int>(TrustColumn::What), false);
    connect(trustPanel_, &TrustPanel::entryChosen, this, &TrustView::goToFirst);
    connect(trustPanel_, &TrustPanel::bytesWanted, this, &TrustView::readBytes);
}

void TrustView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        showRows(nullptr);
        return;
    }
    connect(&state()->trust(), &SessionTrust::pageRequested, this, &TrustView::goToAsked,
            Qt::UniqueConnection);
    run(
        [analyses = state()->analyses(), filter = QString::fromStdString(filterField().filter().text())](
            const std::stop_token& stop) -> std::shared_ptr<const TrustTable> {
            auto ledger = analyses->ledger(stop);
            return ledger ? std::make_shared<const TrustTable>(analyses->trace(), std::move(ledger), filter)
                          : nullptr;
        },
        [this](std::shared_ptr<const TrustTable> rows) { showRows(std::move(rows)); });
}

void TrustView::showRows(std::shared_ptr<const TrustTable> rows) {
    const bool first = rows_ == nullptr;
    rows_ = std::move(rows);
    verdict_->setVisible(rows_ != nullptr);
    if (rows_) {
        verdict_->setLedger(rows_->ledger());
    }
    present(rows_, tr("of the whole session"));
    if (first && rows_) {
        table().setCurrent(rows_->firstEntry());
    }
    goToAsked();
}

void TrustView::goToAsked() {
    if (!rows_ || state() == nullptr) {
        return; // what is asked for is shown once there is something
    }
    if (const std::uint32_t row = rows_->rowOf(state()->trust().takeAsked()); row != TableModel::kNone) {
        table().setCurrent(row);
    }
}

void TrustView::sayWhyEmpty(EmptyState& empty) {
    if (!rows_) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else {
        empty.setText(tr("No entry matches the filter"), tr("Press Esc in the filter to see all of them."));
    }
}

void TrustView::showRow(std::uint32_t row) {
    trustPanel_->show(*rows_, row);
}

// A packed file is unpacked up to there.
void TrustView::readBytes(const std::string& file, std::int64_t offset) {
    runAside(
        [file, offset](const std::stop_token& stop) -> TrustPanel::Bytes {
            auto text = fileExcerpt(file, offset, std::size_t{BytesRow::kLineBytes} * BytesRow::kLines, stop);
            return {file, offset, text ? std::move(text).value() : std::string()};
        },
        [this](TrustPanel::Bytes bytes) {
            trustPanel_->setBytes(std::move(bytes));
            if (const std::uint32_t row = table().current(); rows_ && row < rows_->rows()) {
                showRow(row);
            }
        });
}

void TrustView::chooseRow(std::uint32_t row, bool go) {
    const LedgerEntry* entry = rows_ && row < rows_->rows() ? rows_->row(row).entry : nullptr;
    if (entry == nullptr || state() == nullptr) {
        return;
    }
    if (go) {
        goToFirst(*entry);
    } else {
        state()->select(entry->slice);
    }
}

void TrustView::goToFirst(const LedgerEntry& entry) {
    if (entry.slice.valid()) {
        goTo(entry.slice);
    } else if (entry.time && state() != nullptr) {
        state()->goToMoment(*entry.time);
    }
}

} // namespace lanes
