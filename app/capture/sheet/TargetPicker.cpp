#include "app/capture/sheet/TargetPicker.h"

#include "app/capture/targets/OfferedTargets.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextLine.h"

#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kTargetLabel = 112; // as CaptureField's
constexpr int kTargetRow = 26;
constexpr int kMostTargetRows = 7; // in view
constexpr int kBelowTargets = 10;
constexpr int kTargetIcon = 14;

} // namespace

TargetPicker::TargetPicker(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , targets_(new OfferedTargets(this))
    , table_(new PickTable(tr("Hosts and containers"), this)) {
    build();
    connect(table_, &QTableView::clicked, this, &TargetPicker::choose);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid()) {
                    targets_->lookInside(current.row());
                }
            });
    connect(targets_, &QAbstractItemModel::rowsInserted, this, &TargetPicker::fit);
    connect(targets_, &QAbstractItemModel::modelReset, this, &TargetPicker::fit);
    connect(&appearance_, &Appearance::changed, this, &TargetPicker::fit);
    hide();
}

void TargetPicker::build() {
    table_->setRows(
        targets_, [this](const QModelIndex& cell) { return lookOf(cell); }, OfferedTargets::Image);
    table_->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->addWidget(table_);
}

// A symbol in front of each, and quiet those on which nothing could be recorded.
PickTable::Look TargetPicker::lookOf(const QModelIndex& cell) const {
    const OfferedTarget& target = targets_->at(cell.row());
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    if (cell.column() != OfferedTargets::Name) {
        return {target.usable() ? theme.text2 : theme.text3, fonts.sans()};
    }
    const bool trouble = target.kind == OfferedTarget::Kind::Trouble;
    const QColor tint = trouble ? theme.warn : target.usable() ? theme.text2 : theme.text3;
    const char* icon = trouble                                         ? "warning"
                       : target.kind == OfferedTarget::Kind::Container ? "container"
                                                                       : "host";
    return {target.usable() ? theme.text : theme.text3, fonts.sans(Fonts::kBody, 500), Qt::ElideMiddle,
            appearance_.icons().icon(QString::fromLatin1(icon), tint, tint), fonts.scaled(kTargetIcon)};
}

QWidget* TargetPicker::table() const {
    return table_;
}

void TargetPicker::open() {
    targets_->refresh();
    show();
    table_->selectRow(0);
    table_->setFocus();
}

void TargetPicker::choose(const QModelIndex& index) {
    if (index.isValid() && targets_->at(index.row()).kind != OfferedTarget::Kind::Trouble) {
        Q_EMIT chosen(targets_->at(index.row()).target);
    }
}

bool TargetPicker::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose(table_->currentIndex());
            return true;
        }
        if (key == Qt::Key_Escape) {
            Q_EMIT closed();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TargetPicker::fit() {
    const auto px = [this](int at100) { return appearance_.fonts().scaled(at100); };
    layout()->setContentsMargins(px(kTargetLabel), 0, 0, px(kBelowTargets));
    table_->setRowHeight(px(kTargetRow), std::min(targets_->rowCount(), kMostTargetRows));
    table_->setColumnWidth(OfferedTargets::Name, px(190));
    table_->setColumnWidth(OfferedTargets::Devices, px(84));
    table_->setColumnWidth(OfferedTargets::Inside, px(170));
    update();
}

void TargetPicker::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Fonts& fonts = appearance_.fonts();
    drawTextLine(painter, {0, 0, qreal(fonts.scaled(kTargetLabel)), qreal(fonts.scaled(kTargetRow))},
                 tr("Hosts"), fonts.sans(), appearance_.theme().text2);
}

} // namespace lanes
