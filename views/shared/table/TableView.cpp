#include "views/shared/table/TableView.h"

#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SaveText.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/controls/TrustSign.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/ReportTable.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr int kFilterWidth = 340;
constexpr int kFilterLeast = 120;
constexpr int kFilterFirst = 100; // the hint gets what the filter leaves
constexpr int kPanelFrom = 860;   // px of the view's width
constexpr int kHeadIndent = 16;   // the dot or chevron before a name

} // namespace

TableView::TableView(Appearance& appearance, Form form, Texts texts, QWidget* parent)
    : SessionView(appearance, parent)
    , form_(form)
    , texts_(std::move(texts))
    , bar_(new ControlBar(appearance))
    , columns_(new ChoiceButton(appearance, tr("Columns"), {}))
    , filter_(new FilterField(appearance, QStringLiteral("filter"), texts_.filterHint))
    , hint_(bar_->makeHint())
    , stack_(new QStackedLayout())
    , table_(new DataTable(appearance))
    , empty_(new EmptyState(appearance, texts_.icon))
    , panel_(new SidePanel(appearance))
    , column_(new QVBoxLayout()) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(bar_);
    auto* inner = new QHBoxLayout();
    inner->setSpacing(0);
    outer->addLayout(inner, 1);
    inner->addLayout(column_, 1);
    column_->setSpacing(0);
    column_->addLayout(stack_, 1);
    inner->addWidget(panel_);
    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    fillBar();
    bar_->setVisible(form_ == Form::Whole);
    panel_->setVisible(form_ == Form::Whole);
    table_->setFirstIndent(kHeadIndent);
    table_->setCompact(form_ == Form::Dock);
    table_->setAccessibleName(texts_.name);
    setFocusProxy(table_);
    connect(table_, &DataTable::currentChosen, this, [this](std::uint32_t row) { chooseRow(row, false); });
    connect(table_, &DataTable::activated, this, [this](std::uint32_t row) { chooseRow(row, true); });
    connect(table_, &DataTable::columnsFitted, this, &TableView::nameColumns);
    connect(table_, &DataTable::arrangementChanged, this, [this] {
        arrangement_ = arrangementText(table_->columns(), table_->arrangement());
        nameColumns();
        Q_EMIT arrangementChanged();
    });
    connect(filter_, &FilterField::filterChanged, this, &TableView::invalidate);
    connect(table_, &DataTable::currentChanged, this, [this](std::uint32_t row) {
        cancelAside();
        if (form_ == Form::Whole && table_->model() && row < table_->model()->rows()) {
            showRow(row);
        }
    });
}

void TableView::fillBar() {
    filter_->setMaximumWidth(look().fonts().scaled(kFilterWidth));
    filter_->setMinimumWidth(look().fonts().scaled(kFilterLeast));
    bar_->add(columns_);
    bar_->add(filter_, 12, kFilterFirst);
    bar_->add(hint_, 12, 1);
    if (texts_.figures) {
        sign_ = new TrustSign(look(), *texts_.figures);
        bar_->addRight(sign_);
    }
    QPushButton* save = bar_->makeButton(QStringLiteral("export"), tr("Export CSV"));
    bar_->addRight(save);
    connect(save, &QPushButton::clicked, this, [this] {
        saveWithDialog(this, tr("Export CSV"), texts_.fileName,
                       [this](QIODevice& file) { table_->csv().write(file); });
    });
}

void TableView::addControl(QWidget* control) {
    bar_->insert(controls_++, control);
}

void TableView::addGroups(SegmentedControl* groups) {
    groups_ = groups;
    addControl(groups);
    connect(groups, &SegmentedControl::chosen, this, &TableView::invalidate);
}

void TableView::chooseRow(std::uint32_t row, bool go) {
    const auto* rows = dynamic_cast<const ReportTable*>(table_->model().get());
    if (rows == nullptr || state() == nullptr || row >= rows->rows() || !rows->report().origin) {
        return;
    }
    if (const SliceId slice = rows->report().origin(row); slice.valid() && go) {
        goTo(slice);
    } else if (slice.valid()) {
        state()->select(slice);
    }
}

void TableView::addAbove(QWidget* above) {
    column_->insertWidget(0, above, 2);
    column_->setStretch(1, 1);
}

void TableView::addBelow(QWidget* below) {
    below_ = below;
    column_->addWidget(below);
    placePanel();
}

QWidget* TableView::content() const {
    return instead_ != nullptr ? instead_ : table_;
}

void TableView::showInstead(QWidget* other) {
    if (other != nullptr && stack_->indexOf(other) < 0) {
        stack_->addWidget(other);
    }
    instead_ = other;
    columns_->setVisible(other == nullptr);
    setFocusProxy(content());
    if (emptyState() == nullptr) {
        stack_->setCurrentWidget(content());
    }
}

const EmptyState* TableView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void TableView::setColumns(std::vector<TableColumn> columns, int sorted) {
    table_->setColumns(std::move(columns), sorted);
    table_->setArrangement(arrangementOf(table_->columns(), arrangement_));
    nameColumns();
}

void TableView::setArrangement(const QString& arrangement) {
    arrangement_ = arrangement;
    table_->setArrangement(arrangementOf(table_->columns(), arrangement_));
    nameColumns();
}

void TableView::nameColumns() {
    columns_->setMenu(tr("%1 of %2").arg(table_->shownColumns()).arg(table_->columns().size()),
                      [this] { return table_->columnMenu(columns_); });
}

TableSort TableView::sortWanted() const {
    return table_->sortWanted();
}

void TableView::offer(SortedRows sorted) {
    table_->offer(std::move(sorted));
}

void TableView::present(std::shared_ptr<const TableModel> rows, const QString& hint) {
    const bool empty = !rows || rows->rows() == 0;
    hint_->setText(hint);
    if (sign_ != nullptr) {
        sign_->setState(state());
    }
    table_->setModel(std::move(rows));
    if (empty) {
        sayWhyEmpty(*empty_);
    }
    stack_->setCurrentWidget(empty ? empty_ : content());
    placePanel();
    followSelection();
}

// Beside other panels the numbers need the room more.
void TableView::placePanel() {
    panel_->setVisible(form_ == Form::Whole && emptyState() == nullptr &&
                       width() >= look().fonts().scaled(kPanelFrom));
    panel_->fitTo(width());
    if (below_ != nullptr) {
        below_->setVisible(form_ == Form::Whole && emptyState() == nullptr);
    }
}

void TableView::resizeEvent(QResizeEvent*) {
    placePanel();
}

void TableView::reveal(SliceId slice) {
    if (state() != nullptr) {
        state()->reveal(slice);
    }
}

void TableView::goTo(SliceId slice) {
    if (state() != nullptr) {
        state()->goTo(slice);
    }
}

bool TableView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_Up,     Qt::Key_Down,     Qt::Key_Left,   Qt::Key_Right,
                                      Qt::Key_Home,   Qt::Key_End,      Qt::Key_Return, Qt::Key_Enter,
                                      Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Space,  Qt::Key_F,
                                      Qt::Key_Equal,  Qt::Key_Less,     Qt::Key_Greater};
    const Qt::KeyboardModifiers modifiers = key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
    return key.matches(QKeySequence::Copy) ||
           (groups_ != nullptr && modifiers == Qt::NoModifier && key.key() == Qt::Key_G) ||
           (modifiers == Qt::NoModifier && std::ranges::find(kKeys, key.key()) != kKeys.end());
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_F && event->modifiers() == Qt::NoModifier) {
        filter_->setFocus();
    } else if (groups_ != nullptr && event->key() == Qt::Key_G) {
        groups_->setCurrent((groups_->current() + 1) % groups_->count());
        invalidate();
    } else {
        SessionView::keyPressEvent(event);
    }
}

} // namespace lanes
