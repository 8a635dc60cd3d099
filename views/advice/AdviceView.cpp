#include "views/advice/AdviceView.h"

#include "views/advice/AdvicePanel.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <utility>

namespace lanes {

AdviceView::AdviceView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("advice"), tr("Recommendations"), tr("Filter findings"),
                 QStringLiteral("advice.csv")},
                parent)
    , advicePanel_(new AdvicePanel(appearance, panel(), this)) {
    table().setOpenLevels(0);
    const report::Table columns = report::adviceTable(nullptr, nullptr, nullptr);
    setColumns(columnsOf(columns), columnNamed(columns, columns.sortedBy));
    connect(advicePanel_, &AdvicePanel::sliceChosen, this, &AdviceView::goTo);
    connect(advicePanel_, &AdvicePanel::rowChosen, &table(), &DataTable::setCurrent);
}

void AdviceView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        looking_ = false;
        showRows(nullptr);
        return;
    }
    looking_ = true;
    if (!rows_) {
        showRows(nullptr);
    }
    run(
        [analyses = state()->analyses(), range = state()->part(),
         filter = QString::fromStdString(filterField().filter().text())](
            const std::stop_token& stop) -> std::shared_ptr<const AdviceTable> {
            auto asked = analyses->advice(stop);
            auto findings = asked ? adviceOf(*asked, range, {}, stop) : std::nullopt;
            return findings ? AdviceTable::make(std::move(asked), std::move(*findings), filter) : nullptr;
        },
        [this](std::shared_ptr<const AdviceTable> rows) {
            looking_ = false;
            showRows(std::move(rows));
        });
}

void AdviceView::showRows(std::shared_ptr<const AdviceTable> rows) {
    rows_ = std::move(rows);
    present(rows_, hintText());
}

QString AdviceView::hintText() const {
    if (!rows_ || rows_->rows() == 0) {
        return {};
    }
    QString hint = tr("%n findings", nullptr, static_cast<int>(rows_->found()));
    if (const QStringList missing = rows_->notRecorded(); !missing.isEmpty()) {
        hint += QStringLiteral("; ") + tr("not recorded: %1").arg(missing.join(QStringLiteral(", ")));
    }
    return hint;
}

void AdviceView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (looking_ || !rows_) {
        empty.setText(tr("Applying the rules of advice"), tr("Closing the view ends it."));
    } else if (rows_->found() > 0) {
        empty.setText(tr("No finding matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else if (const QStringList missing = rows_->notRecorded(); !missing.isEmpty()) {
        empty.setText(tr("Nothing to advise"),
                      tr("No rule found anything. Some could not look: not recorded here are %1.")
                          .arg(missing.join(QStringLiteral(", "))));
    } else {
        empty.setText(tr("Nothing to advise"), tr("No rule found anything."));
    }
}

void AdviceView::showRow(std::uint32_t row) {
    advicePanel_->show(*rows_, row);
}

void AdviceView::chooseRow(std::uint32_t row, bool go) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const std::vector<SliceId>& where = rows_->finding(row).where;
    const SliceId own = rows_->row(row).place;
    const SliceId place = own.valid() || where.empty() ? own : where.front();
    if (state() == nullptr || !place.valid()) {
        return;
    }
    if (go) {
        goTo(place);
    } else if (own.valid()) {
        state()->select(place);
    }
}

} // namespace lanes
