#include "views/compare/CompareView.h"

#include "views/compare/CompareHead.h"
#include "views/shared/Appearance.h"
#include "views/shared/Text.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/table/DataTable.h"

#include <QKeyEvent>
#include <QMenu>

#include <array>

namespace lanes {
namespace {

constexpr std::array kGroups{DiffBy::Name,  DiffBy::Kernel, DiffBy::Shapes,  DiffBy::Module,
                             DiffBy::Stack, DiffBy::Step,   DiffBy::Category};

} // namespace

CompareView::CompareView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("compare"), tr("Compare"), tr("Filter rows"), QStringLiteral("compare.csv")},
                parent)
    , partner_(new ChoiceButton(appearance, tr("With"), {}))
    , group_(new ChoiceButton(appearance, tr("By"),
                              {tr("Name"), tr("Kernel"), tr("Name and shapes"), tr("Module"), tr("Stack"),
                               tr("Step"), tr("Category")}))
    , head_(new CompareHead(appearance)) {
    addControl(partner_);
    addControl(group_);
    addAbove(head_);
    setColumns(compareColumns(), static_cast<int>(CompareColumn::Delta));
    connect(group_, &ChoiceButton::chosen, this, &CompareView::invalidate);
    connect(head_, &CompareHead::chosen, this, [this](std::uint32_t row) {
        table().setCurrent(row);
        chooseRow(row, false);
    });
    connect(&table(), &DataTable::currentChanged, head_, &CompareHead::setCurrent);
    choosePartner();
}

ViewState* CompareView::partner() const {
    return sessions() != nullptr ? sessions()->partnerOf(state()) : nullptr;
}

CompareView::Side CompareView::side(ViewState* state) const {
    return {state, sessions() != nullptr ? sessions()->nameOf(state) : QString()};
}

CompareView::Side CompareView::sideA() const {
    return side(swapped_ ? state() : partner());
}

CompareView::Side CompareView::sideB() const {
    return side(swapped_ ? partner() : state());
}

void CompareView::choosePartner() {
    const QString name = sessions() != nullptr ? sessions()->nameOf(partner()) : QString();
    partner_->setMenu(name.isEmpty() ? tr("no session") : name, [this] { return partnerMenu(); });
}

QMenu* CompareView::partnerMenu() {
    auto* menu = new QMenu(partner_);
    if (sessions() == nullptr || state() == nullptr) {
        return menu;
    }
    for (const OpenSessions::Entry& entry : sessions()->all()) {
        if (entry.state == state()) {
            continue;
        }
        QAction* action = menu->addAction(entry.name);
        action->setCheckable(true);
        action->setChecked(entry.state == partner());
        connect(action, &QAction::triggered, this, [this, other = QPointer(entry.state)] {
            if (other && sessions() != nullptr && state() != nullptr) {
                sessions()->setPartner(*state(), other);
            }
        });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Open another…")), &QAction::triggered, this, [this] {
        if (sessions() != nullptr && state() != nullptr) {
            sessions()->askForPartner(*state());
        }
    });
    return menu;
}

void CompareView::followSessions() {
    choosePartner();
    invalidate();
}

void CompareView::listenTo(ViewState* partner) {
    if (partner == listened_) {
        return;
    }
    if (listened_) {
        disconnect(listened_, nullptr, this, nullptr);
    }
    listened_ = partner;
    if (partner != nullptr) {
        connect(partner, &ViewState::traceChanged, this, &CompareView::invalidate);
        connect(partner, &ViewState::brushChanged, this, &CompareView::invalidate);
    }
}

void CompareView::refresh() {
    choosePartner();
    listenTo(partner());
    const Side a = sideA();
    const Side b = sideB();
    if (a.state == nullptr || b.state == nullptr || !a.state->trace() || !b.state->trace()) {
        comparing_ = false;
        showRows(nullptr);
        return;
    }
    comparing_ = true;
    if (!rows_) {
        showRows(nullptr);
    }
    run(
        [a = a.state->analyses(), b = b.state->analyses(), rangeA = a.state->brush(),
         rangeB = b.state->brush(), by = kGroups[static_cast<std::size_t>(group_->current())],
         filter = QString::fromStdString(filterField().filter().text())](
            const std::stop_token& stop) -> std::shared_ptr<const CompareTable> {
            auto diff = diffOf({*a, rangeA}, {*b, rangeB}, by, stop);
            return diff ? std::make_shared<const CompareTable>(
                              std::make_shared<const SessionDiff>(std::move(*diff)), filter)
                        : nullptr;
        },
        [this](std::shared_ptr<const CompareTable> rows) {
            comparing_ = false;
            showRows(std::move(rows));
        });
}

void CompareView::showRows(std::shared_ptr<const CompareTable> rows) {
    rows_ = std::move(rows);
    head_->setVisible(rows_ != nullptr);
    head_->setRows(rows_, sideA().name, sideB().name);
    QString hint;
    if (rows_) {
        const TimeNs whole = rows_->diff().timeB - rows_->diff().timeA;
        hint = rows_->delta() == whole
                   ? tr("all rows sum to %1").arg(deltaText(whole))
                   : tr("these rows sum to %1 of %2").arg(deltaText(rows_->delta()), deltaText(whole));
    }
    present(rows_, hint);
    head_->setCurrent(table().current());
}

void CompareView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (partner() == nullptr) {
        empty.setText(
            tr("Nothing to compare with yet"),
            tr("Choose another session above, with File > Compare with… or by dropping its file here. "
               "Two recordings of one program, three steps or more each, tell a change from chance."));
    } else if (!partner()->trace()) {
        empty.setText(tr("The other session is being read"), tr("The comparison follows by itself."));
    } else if (comparing_) {
        empty.setText(tr("Comparing %1 with %2").arg(sideA().name, sideB().name),
                      tr("Choosing another session ends it."));
    } else if (!filterField().filter().empty()) {
        empty.setText(tr("No row matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(
            tr("Neither session holds anything of this kind"),
            tr("Kernels need a GPU, modules and stacks Python stacks; group by another thing above."));
    }
}

void CompareView::chooseRow(std::uint32_t row, bool go) {
    if (!rows_ || row >= rows_->rows()) {
        return;
    }
    const DiffRow& chosen = rows_->row(row);
    const bool inB = chosen.longestB.valid();
    const Side where = inB ? sideB() : sideA();
    const SliceId slice = inB ? chosen.longestB : chosen.longestA;
    if (where.state == nullptr || !slice.valid()) {
        return;
    }
    if (go) {
        where.state->goTo(slice);
    } else {
        where.state->select(slice);
    }
}

void CompareView::swap() {
    swapped_ = !swapped_;
    invalidate();
}

bool CompareView::ownsKey(const QKeyEvent& key) const {
    const bool mine = key.modifiers() == Qt::NoModifier && (key.key() == Qt::Key_X || key.key() == Qt::Key_G);
    return mine || TableView::ownsKey(key);
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_X) {
        swap();
    } else if (event->key() == Qt::Key_G) {
        group_->setCurrent((group_->current() + 1) % static_cast<int>(kGroups.size()));
        invalidate();
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
