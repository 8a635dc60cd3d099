#include "app/capture/sheet/CaptureSheet.h"

#include "app/capture/RefusalText.h"
#include "app/capture/ShellWords.h"
#include "app/capture/running/RecordingPanel.h"
#include "app/capture/sheet/CaptureChecks.h"
#include "app/capture/sheet/CaptureField.h"
#include "app/capture/sheet/ProgramPicker.h"
#include "app/capture/sheet/TargetField.h"
#include "app/settings/Settings.h"
#include "collector/remote/CaptureTarget.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace lanes {
namespace {

constexpr int kWidth = 800;
constexpr int kFoot = 56;
constexpr int kMargin = 24;
constexpr int kSection = 12; // above and below a rule
constexpr int kButtonWidth = 112;
constexpr double kRadius = 10;
const QString kRecordingSetting = QStringLiteral("recording");
const QString kUnfoldedSetting = QStringLiteral("unfolded");

} // namespace

CaptureSheet::CaptureSheet(Appearance& appearance, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , settings_(settings)
    , which_(new SegmentedControl(appearance, {tr("Start a program"), tr("Running program")}, this))
    , programs_(new ProgramPicker(appearance, this))
    , target_(new TargetField(appearance, this))
    , where_(&target_->field())
    , command_(new CaptureField(appearance, tr("Command"), QStringLiteral("console"),
                                QStringLiteral("command"), this))
    , folder_(
          new CaptureField(appearance, tr("Folder"), QStringLiteral("open"), QStringLiteral("folder"), this))
    , environment_(new CaptureField(appearance, tr("Environment"), QStringLiteral("settings"),
                                    QStringLiteral("environment"), this))
    , output_(new CaptureField(appearance, tr("Save in"), QStringLiteral("export"), QStringLiteral("output"),
                               this))
    , recording_(new RecordingPanel(appearance, this))
    , scroll_(new QScrollArea(this))
    , summary_(new QLabel(this))
    , python_(new QPushButton(tr("Python"), this))
    , interpreters_(new QMenu(this))
    , browseFolder_(new QPushButton(tr("Choose…"), this))
    , browseOutput_(new QPushButton(tr("Choose…"), this))
    , copy_(new QPushButton(tr("Copy as command line"), this))
    , cancel_(new QPushButton(tr("Cancel"), this))
    , start_(new QPushButton(tr("Start capture"), this))
    , checks_(new CaptureChecks({*programs_, *target_, *command_, *folder_, *environment_, *output_}, this)) {
    build();
    fill();
    for (CaptureField* field : fields()) {
        connect(&field->edit(), &QLineEdit::textChanged, this, &CaptureSheet::check);
        connect(&field->edit(), &QLineEdit::returnPressed, this, &CaptureSheet::start);
    }
    connect(which_, &SegmentedControl::chosen, this, [this](int which) { setAttach(which == 1); });
    connect(programs_, &ProgramPicker::changed, this, &CaptureSheet::check);
    connect(&where_->edit(), &QLineEdit::editingFinished, this, [this] {
        lookForProgramsOnce();
        check(); // a host is asked once its name is whole
    });
    connect(target_, &TargetField::chosen, this, &CaptureSheet::lookForProgramsOnce);
    connect(target_, &TargetField::tryAgain, this, [this] {
        checks_->forgetTarget();
        check();
    });
    connect(programs_, &ProgramPicker::activated, this, &CaptureSheet::start);
    connect(interpreters_, &QMenu::aboutToShow, this, &CaptureSheet::fillInterpreters);
    connect(browseFolder_, &QPushButton::clicked, this, &CaptureSheet::chooseFolder);
    connect(browseOutput_, &QPushButton::clicked, this, &CaptureSheet::chooseOutput);
    connect(copy_, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(request().shellCommand());
        copy_->setText(tr("Copied"));
    });
    connect(cancel_, &QPushButton::clicked, this, &CaptureSheet::closeRequested);
    connect(start_, &QPushButton::clicked, this, &CaptureSheet::start);
    connect(checks_, &CaptureChecks::changed, this, &CaptureSheet::check);
    connect(&appearance_, &Appearance::changed, this, &CaptureSheet::tint);
    tint();
}

void CaptureSheet::build() {
    const auto px = [this](int at100) { return appearance_.fonts().scaled(at100); };
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(px(kMargin), 0, px(kMargin), 0);
    column->setSpacing(0);
    column->addWidget(which_, 0, Qt::AlignLeft);
    column->addSpacing(px(kSection));
    column->addWidget(target_);
    column->addWidget(programs_);
    column->addWidget(command_);
    column->addWidget(folder_);
    column->addWidget(environment_);
    column->addWidget(output_);
    column->addSpacing(px(kSection));
    column->addWidget(recording_);
    column->addSpacing(px(kSection));
    column->addStretch(1);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidgetResizable(true);
    scroll_->setWidget(inside);
    inside->installEventFilter(this);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    whole->addWidget(scroll_, 1);
    command_->addButton(python_);
    folder_->addButton(browseFolder_);
    output_->addButton(browseOutput_);
    for (QPushButton* button : {python_, browseFolder_, browseOutput_}) {
        button->setMinimumWidth(px(kButtonWidth));
    }
    python_->setMenu(interpreters_);
    python_->setToolTip(tr("Choose the interpreter that runs the program"));
    auto* foot = new QHBoxLayout;
    foot->setSpacing(px(8));
    foot->setContentsMargins(px(kMargin), px(14), px(kMargin), px(14));
    foot->addWidget(summary_, 1);
    foot->addWidget(copy_);
    foot->addWidget(cancel_);
    foot->addWidget(start_);
    whole->addLayout(foot);
    copy_->setProperty(Style::kGhost, true);
    start_->setProperty(Style::kPrimary, true);
    connect(recording_, &RecordingPanel::changed, this, &CaptureSheet::check);
    connect(recording_, &RecordingPanel::foldChanged, this, [this] {
        settings_.setCaptureField(kUnfoldedSetting, recording_->unfolded() ? QStringLiteral("1") : QString());
        Q_EMIT sizeHintChanged();
    });
    which_->setAccessibleDescription(tr("Program to record"));
    showFields();
    const QList<QWidget*> order =
        QList<QWidget*>{which_} + target_->inOrder() + programs_->inOrder() +
        QList<QWidget*>{&command_->edit(),     python_,          &folder_->edit(), browseFolder_,
                        &environment_->edit(), &output_->edit(), browseOutput_} +
        recording_->inOrder() + QList<QWidget*>{copy_, cancel_, start_};
    for (qsizetype i = 1; i < order.size(); ++i) {
        setTabOrder(order[i - 1], order[i]);
    }
}

void CaptureSheet::fill() {
    command_->edit().setPlaceholderText(QStringLiteral("python3 train.py --epochs 1"));
    environment_->edit().setPlaceholderText(QStringLiteral("OMP_NUM_THREADS=1"));
    output_->edit().setPlaceholderText(QStringLiteral("{name}-{date}.lanes"));
    for (CaptureField* field : fields()) {
        field->edit().setText(settings_.captureField(field->edit().objectName()));
    }
    recording_->setOptions(CaptureOptions::fromText(settings_.captureField(kRecordingSetting)));
    recording_->setUnfolded(!settings_.captureField(kUnfoldedSetting).isEmpty());
    if (folder_->text().isEmpty()) {
        folder_->edit().setText(shortPath(QDir::currentPath()));
    }
}

std::array<CaptureField*, 5> CaptureSheet::fields() const {
    return {where_, command_, folder_, environment_, output_};
}

void CaptureSheet::setAttach(bool attach) {
    which_->setCurrent(attach ? 1 : 0);
    showFields();
    check();
    if (attach) {
        lookForPrograms();
    }
    Q_EMIT sizeHintChanged();
}

void CaptureSheet::setRecorder(const QString& program) {
    programs_->setRecorder(program);
    checks_->setRecorder(program);
}

void CaptureSheet::lookForPrograms() {
    if (request().targetError().isEmpty()) {
        programs_->refresh();
    }
}

void CaptureSheet::showFields() {
    const bool attach = which_->current() == 1;
    programs_->setVisible(attach);
    for (CaptureField* field : {command_, folder_, environment_}) {
        field->setVisible(!attach);
    }
    attach ? setFocusProxy(programs_) : setFocusProxy(command_);
}

CaptureRequest CaptureSheet::request() const {
    const QString where =
        remote::CaptureTarget::isHere(where_->text().toStdString()) ? QString() : where_->text();
    if (which_->current() == 1) {
        CaptureRequest attaching{{}, folder_->text(), output_->text(), {}, recording_->options(), where};
        attaching.attach = true;
        if (const auto program = programs_->chosen(); program && program->refusal.isEmpty()) {
            attaching.process = program->process;
            QStringList words;
            std::ranges::transform(program->command, std::back_inserter(words), quotedForShell);
            attaching.command = words.join(QLatin1Char(' '));
        }
        return attaching;
    }
    return {command_->text(),     folder_->text(),       output_->text(),
            environment_->text(), recording_->options(), where};
}

QString CaptureSheet::shownError() const {
    if (which_->current() == 1 && where_->tone() != CaptureField::Tone::Bad) {
        const auto program = programs_->chosen();
        const QString trouble = program ? refusalText(program->refusal) : programs_->complaint();
        if (!trouble.isEmpty()) {
            return trouble;
        }
    }
    const CaptureField* troubled = troubledField();
    return troubled != nullptr ? troubled->hint() : recording_->shownError();
}

const CaptureField* CaptureSheet::troubledField() const {
    const auto all = fields();
    const auto* const found = std::ranges::find_if(all, [](const CaptureField* field) {
        return !field->isHidden() && field->tone() == CaptureField::Tone::Bad;
    });
    return found != all.end() ? *found : nullptr;
}

void CaptureSheet::check() {
    const CaptureRequest now = request();
    const bool here = now.target.isEmpty();
    python_->setEnabled(here || !checks_->interpretersThere().isEmpty());
    browseFolder_->setEnabled(here);
    checks_->check(now, isVisible());
    start_->setEnabled(now.valid() && troubledField() == nullptr);
    copy_->setEnabled(!now.command.isEmpty() || now.process > 0);
    copy_->setText(tr("Copy as command line"));
    const CaptureField* troubled = troubledField();
    const QString recording = recording_->check();
    const bool refused = now.attach && where_->tone() != CaptureField::Tone::Bad &&
                         ((programs_->chosen() && now.process == 0) || !programs_->complaint().isEmpty());
    const QString label = refused ? programs_->label() : troubled == nullptr ? recording : troubled->label();
    summary_->setText(label.isEmpty() ? QString() : tr("%1 needs your attention").arg(label));
}

void CaptureSheet::start() {
    const CaptureRequest now = request();
    if (!start_->isEnabled()) {
        return;
    }
    for (CaptureField* field : fields()) {
        settings_.setCaptureField(field->edit().objectName(),
                                  field->text()); // of both ways: nothing typed is lost
    }
    settings_.setCaptureField(kRecordingSetting, now.recording.toText());
    checks_->forgetTarget(); // ssh has one question at a time
    Q_EMIT startRequested(now);
}

void CaptureSheet::lookForProgramsOnce() {
    if (which_->current() == 1 && !programs_->asked()) {
        lookForPrograms();
    }
}

void CaptureSheet::fillInterpreters() {
    interpreters_->clear();
    const bool here = request().target.isEmpty();
    for (const QString& path : here ? interpretersFor(folder_->text()) : checks_->interpretersThere()) {
        interpreters_->addAction(shortPath(path), this, [this, path] {
            command_->edit().setText(request().withInterpreter(path).command);
        });
    }
    if (interpreters_->isEmpty()) {
        interpreters_->addAction(tr("No Python was found"))->setEnabled(false);
    }
}

void CaptureSheet::chooseFolder() {
    const QString chosen =
        QFileDialog::getExistingDirectory(this, tr("Where the program runs"), expandHome(folder_->text()));
    if (!chosen.isEmpty()) {
        folder_->edit().setText(shortPath(chosen));
    }
}

void CaptureSheet::chooseOutput() {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Where the session goes"),
                                                        request().outputPath(), tr("Sessions (*.lanes)"));
    if (!chosen.isEmpty()) {
        output_->edit().setText(shortPath(chosen));
    }
}

void CaptureSheet::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    summary_->setFont(fonts.sans(Fonts::kBody, 600));
    command_->edit().setFont(fonts.mono());
    environment_->edit().setFont(fonts.mono());
    QPalette bad = summary_->palette();
    bad.setColor(QPalette::WindowText, theme.bad);
    summary_->setPalette(bad);
    start_->setIcon(appearance_.icons().icon(QStringLiteral("record"), theme.accentText, theme.text3));
    copy_->setIcon(appearance_.icons().icon(QStringLiteral("copy"), theme.text2, theme.text3));
    python_->setIcon(appearance_.icons().icon(QStringLiteral("python"), theme.text2, theme.text3));
    check();
}

QSize CaptureSheet::sizeHint() const {
    const Fonts& fonts = appearance_.fonts();
    return {fonts.scaled(kWidth), scroll_->widget()->sizeHint().height() + fonts.scaled(kFoot)};
}

// What is inside has got another height; the scroll area keeps that to itself.
bool CaptureSheet::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        Q_EMIT sizeHintChanged();
    }
    return QWidget::eventFilter(watched, event);
}

void CaptureSheet::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    checks_->forgetInterpreter(); // the environment may have changed since
    check();
    command_->edit().selectAll();
}

void CaptureSheet::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const qreal foot = fonts.scaled(kFoot);
    const QRectF below(0, height() - foot, width(), foot);
    fillRounded(painter, below, kRadius, theme.raised);
    fillSnapped(painter, {0, below.top(), qreal(width()), foot / 2}, theme.raised);
    horizontalLine(painter, 0, below.top(), width(), theme.line);
}

} // namespace lanes
