#include "app/doctor/DoctorSheet.h"

#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kWidth = 1080;
constexpr int kHeight = 620;
constexpr int kInset = 6;

} // namespace

DoctorSheet::DoctorSheet(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , run_(new DoctorRun(QCoreApplication::applicationFilePath(), this))
    , python_(new QLineEdit(this))
    , summary_(new QLabel(this))
    , copy_(new QPushButton(tr("Copy as text"), this))
    , again_(new QPushButton(tr("Check again"), this))
    , table_(new DataTable(appearance))
    , panel_(new SidePanel(appearance)) {
    build();
    connect(run_, &DoctorRun::finished, this, &DoctorSheet::present);
    connect(again_, &QPushButton::clicked, this, &DoctorSheet::ask);
    connect(python_, &QLineEdit::returnPressed, this, &DoctorSheet::ask);
    connect(copy_, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(found_ ? found_->asText() : QString()); });
    connect(table_, &DataTable::currentChanged, this, &DoctorSheet::showLine);
    connect(&appearance_, &Appearance::changed, this, &DoctorSheet::tint);
    tint();
}

void DoctorSheet::build() {
    const auto px = [this](int at100) { return appearance_.fonts().scaled(at100); };
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(px(24), 0, px(24), px(20));
    column->setSpacing(px(10));
    auto* head = new QHBoxLayout;
    head->setSpacing(px(8));
    head->addWidget(summary_, 1);
    head->addWidget(python_);
    head->addWidget(copy_);
    head->addWidget(again_);
    column->addLayout(head);
    auto* body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(table_, 1);
    body->addWidget(panel_);
    column->addLayout(body, 1);
    python_->setFixedWidth(px(220));
    python_->setPlaceholderText(QStringLiteral("python3"));
    python_->setAccessibleName(tr("The program's Python"));
    python_->setToolTip(tr("The program's Python, or its command: a moment of its torch is really recorded"));
    table_->setAccessibleName(tr("What was found"));
    table_->setOpenLevels(2);
    table_->setColumns(DoctorTable::tableColumns(), 0);
    table_->sortBy(0, false);
    setFocusProxy(table_);
}

void DoctorSheet::setProgram(const QString& program) {
    delete run_;
    run_ = new DoctorRun(program, this);
    connect(run_, &DoctorRun::finished, this, &DoctorSheet::present);
}

void DoctorSheet::examine(const QString& command, const QString& folder) {
    folder_ = folder;
    python_->setText(command);
    ask();
}

void DoctorSheet::ask() {
    summary_->setText(tr("Looking at this machine, and recording a moment of torch; some seconds"));
    run_->start(QProcess::splitCommand(python_->text()), folder_);
}

void DoctorSheet::cancel() {
    run_->cancel();
}

QString DoctorSheet::summary() const {
    return summary_->text();
}

void DoctorSheet::present(const std::vector<DoctorLine>& lines, const QString& complaint) {
    using State = DoctorLine::State;
    found_ = std::make_shared<const DoctorTable>(lines);
    summary_->setText(!complaint.isEmpty() ? complaint
                                           : tr("%1 good, %2 limited, %3 broken")
                                                 .arg(found_->count(State::Good))
                                                 .arg(found_->count(State::Limited))
                                                 .arg(found_->count(State::Broken)));
    table_->setModel(found_);
    table_->setCurrent(found_->worst());
    showLine(table_->current());
}

void DoctorSheet::showLine(std::uint32_t row) {
    const DoctorLine* line = found_ ? found_->line(row) : nullptr;
    panel_->begin();
    if (line != nullptr) {
        panel_->add(new PanelTitle(appearance_, {DoctorTable::colorOf(line->state, appearance_.theme()),
                                                 {},
                                                 line->name,
                                                 DoctorTable::stateText(line->state)}));
        panel_->add(new PanelParagraph(appearance_, line->found));
        if (!line->why.isEmpty()) {
            panel_->add(new SectionHead(appearance_, tr("Why it matters")));
            panel_->add(new PanelParagraph(appearance_, line->why));
        }
        if (!line->fix.isEmpty()) {
            panel_->add(new SectionHead(appearance_, tr("What helps"), tr("click copies")));
        }
        for (const QString& fix : line->fix) {
            panel_->add(new PanelParagraph(appearance_, fix));
            PanelLink::Content content;
            content.icon = QStringLiteral("copy");
            content.text = tr("Copy");
            auto* link = panel_->add(new PanelLink(appearance_, content));
            link->setAccessibleName(tr("Copy: %1").arg(fix));
            connect(link, &PanelLink::clicked, this, [fix] { QGuiApplication::clipboard()->setText(fix); });
        }
    }
    panel_->end();
}

void DoctorSheet::tint() {
    const Theme& theme = appearance_.theme();
    summary_->setFont(appearance_.fonts().sans(Fonts::kTitle, 600));
    python_->setFont(appearance_.fonts().mono());
    const int inset = appearance_.fonts().scaled(kInset);
    python_->setTextMargins(inset, 0, inset, 0);
    copy_->setIcon(appearance_.icons().icon(QStringLiteral("copy"), theme.text2, theme.text3));
    again_->setIcon(appearance_.icons().icon(QStringLiteral("replay"), theme.text2, theme.text3));
}

QSize DoctorSheet::sizeHint() const {
    return {appearance_.fonts().scaled(kWidth), appearance_.fonts().scaled(kHeight)};
}

} // namespace lanes
