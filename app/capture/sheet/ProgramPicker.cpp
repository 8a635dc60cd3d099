#include "app/capture/sheet/ProgramPicker.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextLine.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kProgramLabel = 112; // as CaptureField's
constexpr int kProgramRow = 26;
constexpr int kProgramRows = 5; // in view
constexpr int kProgramGap = 8;

} // namespace

ProgramPicker::ProgramPicker(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , programs_(new RunningPrograms(this))
    , shown_(new QSortFilterProxyModel(this))
    , filter_(new QLineEdit(this))
    , again_(new QPushButton(tr("Look again"), this))
    , table_(new PickTable(tr("Running programs"), this))
    , empty_(new QLabel(table_))
    , hint_(new QLabel(this)) {
    build();
    connect(again_, &QPushButton::clicked, this, &ProgramPicker::refresh);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        shown_->setFilterFixedString(text);
        sayEmpty();
        Q_EMIT changed();
    });
    connect(shown_, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        wanted_ = chosen() ? chosen()->process : wanted_; // also one that was chosen while we looked
    });
    connect(programs_, &RunningPrograms::refreshed, this, &ProgramPicker::takeAnswer);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ProgramPicker::changed);
    connect(table_, &QTableView::doubleClicked, this, &ProgramPicker::activated);
    connect(&appearance_, &Appearance::changed, this, &ProgramPicker::tint);
    tint();
}

void ProgramPicker::build() {
    const auto px = [this](int at100) { return appearance_.fonts().scaled(at100); };
    shown_->setSourceModel(programs_);
    shown_->setFilterKeyColumn(-1); // any of them
    shown_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    filter_->setPlaceholderText(tr("Filter by program, process or user"));
    filter_->setAccessibleName(tr("Filter running programs"));
    filter_->setClearButtonEnabled(true);
    magnifier_ = filter_->addAction(QIcon(), QLineEdit::LeadingPosition);
    filter_->setObjectName(QStringLiteral("programs"));
    filter_->installEventFilter(this);
    setFocusProxy(filter_);
    again_->setToolTip(tr("Looks for running programs again (F5)"));
    again_->setMinimumWidth(px(kProgramLabel));
    table_->setRows(
        shown_, [this](const QModelIndex& cell) { return lookOf(cell); }, RunningPrograms::Command);
    table_->installEventFilter(this);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    hint_->setWordWrap(true);
    auto* top = new QHBoxLayout;
    top->setSpacing(px(kProgramGap));
    top->addWidget(filter_, 1);
    top->addWidget(again_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(px(kProgramLabel), 0, 0, 0);
    column->setSpacing(px(kProgramGap) / 2);
    column->addLayout(top);
    column->addWidget(table_);
    column->addWidget(hint_);
    column->addSpacing(px(kProgramGap));
}

// Those that cannot be attached to are quiet.
PickTable::Look ProgramPicker::lookOf(const QModelIndex& cell) const {
    const bool refused = !programs_->program(shown_->mapToSource(cell).row()).refusal.isEmpty();
    const bool state = cell.column() == RunningPrograms::State;
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    return {refused ? theme.text3
            : state ? theme.good
                    : theme.text,
            cell.column() == RunningPrograms::Command ? fonts.mono(Fonts::kSmall) : fonts.sans(),
            state ? Qt::ElideRight
                  : Qt::ElideMiddle}; // of a command the script and what it is given are at the end
}

void ProgramPicker::setRecorder(const QString& program) {
    programs_->setRecorder(program);
}

void ProgramPicker::setTarget(const QString& target) {
    if (target != programs_->target()) {
        wanted_ = 0;
        programs_->setTarget(target);
        sayEmpty();
    }
}

bool ProgramPicker::asked() const {
    return programs_->asked();
}

QString ProgramPicker::complaint() const {
    return programs_->complaint();
}

void ProgramPicker::refresh() {
    programs_->refresh();
    sayEmpty();
}

void ProgramPicker::takeAnswer() {
    int row = -1;
    int possible = -1; // the only one that can be attached to
    for (int i = 0; i < shown_->rowCount(); ++i) {
        const RunningProgram& program = programs_->program(shown_->mapToSource(shown_->index(i, 0)).row());
        row = program.process == wanted_ ? i : row;
        if (program.refusal.isEmpty()) {
            possible = possible == -1 ? i : -2;
        }
    }
    row = row >= 0 ? row : possible;
    if (row >= 0) {
        table_->selectRow(row);
    }
    sayEmpty();
    Q_EMIT changed();
}

void ProgramPicker::sayEmpty() {
    const bool none = shown_->rowCount() == 0;
    empty_->setVisible(none);
    const QString& there = programs_->target();
    empty_->setText(programs_->looking() && there.isEmpty() ? tr("Looking for running programs")
                    : programs_->looking()                  ? tr("Looking for programs on %1").arg(there)
                    : programs_->rowCount() > 0             ? tr("No running program has this in its row.")
                    : !programs_->asked() ? tr("Enter or F5 looks for programs on %1.").arg(there)
                    : !programs_->complaint().isEmpty() ? tr("%1 could not be asked.").arg(there)
                    : there.isEmpty() ? tr("No Python program with torch runs here. Start one, "
                                           "then look again.")
                                      : tr("No Python program with torch runs on %1. Start one, "
                                           "then look again.")
                                            .arg(there));
    const int head = appearance_.fonts().scaled(kProgramRow);
    empty_->setGeometry(0, head, table_->width(), table_->height() - head);
}

std::optional<RunningProgram> ProgramPicker::chosen() const {
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt
                          : std::optional(programs_->program(shown_->mapToSource(rows.front()).row()));
}

void ProgramPicker::say(const QString& hint, bool bad) {
    hint_->setText(hint);
    bad_ = bad;
    tint();
}

QString ProgramPicker::hint() const {
    return hint_->text();
}

QList<QWidget*> ProgramPicker::inOrder() const {
    return {filter_, again_, table_};
}

// Down leads from the filter into the list, Enter there starts.
bool ProgramPicker::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_F5) {
            refresh();
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            Q_EMIT activated();
            return true;
        }
        if (watched == filter_ && key == Qt::Key_Down) {
            table_->setFocus();
            if (!chosen() && shown_->rowCount() > 0) {
                table_->selectRow(0);
            }
            return true;
        }
    } else if (watched == table_ && event->type() == QEvent::Resize) {
        sayEmpty();
    }
    return QWidget::eventFilter(watched, event);
}

void ProgramPicker::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return fonts.scaled(at100); };
    const auto color = [](QWidget* widget, const QColor& text) {
        QPalette palette = widget->palette();
        palette.setColor(QPalette::WindowText, text);
        widget->setPalette(palette);
    };
    color(hint_, bad_ ? theme.bad : theme.text2);
    color(empty_, theme.text3);
    hint_->setFont(fonts.sans(Fonts::kSmall));
    empty_->setFont(fonts.sans());
    magnifier_->setIcon(appearance_.icons().icon(QStringLiteral("search"), theme.text3, theme.text3));
    again_->setIcon(appearance_.icons().icon(QStringLiteral("replay"), theme.text2, theme.text3));
    table_->setRowHeight(px(kProgramRow), kProgramRows);
    table_->setColumnWidth(RunningPrograms::Process, px(60));
    table_->setColumnWidth(RunningPrograms::User, px(72));
    table_->setColumnWidth(RunningPrograms::GpuMemory, px(94));
    table_->setColumnWidth(RunningPrograms::State, px(150));
    update();
}

void ProgramPicker::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawTextLine(painter, {0, 0, qreal(layout()->contentsMargins().left()), qreal(filter_->height())},
                 label(), appearance_.fonts().sans(), appearance_.theme().text2);
}

} // namespace lanes
