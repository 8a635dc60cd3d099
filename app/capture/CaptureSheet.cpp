#include "app/capture/CaptureSheet.h"

#include "app/settings/Settings.h"
#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"
#include "views/shared/Style.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kWidth = 800;
constexpr int kFoot = 56;
constexpr int kLabelWidth = 112;
constexpr int kMargin = 24;

// Asks the interpreter itself what it would record; torch is found, not imported, as that takes seconds.
const char* const kAsk = "import sys, importlib.util as u\n"
                         "v = '%d.%d' % sys.version_info[:2]\n"
                         "t = ''\n"
                         "try:\n"
                         "    from importlib.metadata import version\n"
                         "    t = version('torch')\n"
                         "except Exception:\n"
                         "    t = '?' if u.find_spec('torch') else ''\n"
                         "print(v + ' ' + t)\n";

} // namespace

CaptureSheet::CaptureSheet(Appearance& appearance, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , settings_(settings)
    , title_(new QLabel(tr("Capture a program"), this))
    , grid_(new QGridLayout)
    , summary_(new QLabel(this))
    , browse_(new QPushButton(tr("Choose…"), this))
    , copy_(new QPushButton(tr("Copy as command"), this))
    , cancel_(new QPushButton(tr("Cancel"), this))
    , start_(new QPushButton(tr("Start capture"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, 14, kMargin, 14);
    column->setSpacing(12);
    column->addWidget(title_);
    column->addLayout(grid_);
    column->addStretch(1);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(4);
    grid_->setColumnMinimumWidth(0, kLabelWidth - 8);
    grid_->setColumnStretch(1, 1);
    command_ = addField(0, tr("Command"), QStringLiteral("console"), QStringLiteral("command"));
    folder_ = addField(1, tr("Folder"), QStringLiteral("open"), QStringLiteral("folder"));
    output_ = addField(2, tr("Save in"), QStringLiteral("export"), QStringLiteral("output"));
    grid_->addWidget(browse_, 2, 2);
    command_.edit->setPlaceholderText(QStringLiteral("python3 train.py --epochs 1"));
    output_.edit->setPlaceholderText(QStringLiteral("{name}-{date}.lanes"));
    if (folder_.edit->text().isEmpty()) {
        folder_.edit->setText(QDir::currentPath());
    }

    auto* foot = new QHBoxLayout;
    foot->setSpacing(8);
    foot->addWidget(summary_, 1);
    foot->addWidget(copy_);
    foot->addWidget(cancel_);
    foot->addWidget(start_);
    column->addLayout(foot);
    copy_->setProperty(Style::kGhost, true);
    start_->setProperty(Style::kPrimary, true);
    start_->setDefault(true);
    setFocusProxy(command_.edit);
    connect(browse_, &QPushButton::clicked, this, &CaptureSheet::chooseFolder);
    connect(copy_, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(request().shellCommand()); });
    connect(cancel_, &QPushButton::clicked, this, &CaptureSheet::closeRequested);
    connect(start_, &QPushButton::clicked, this, &CaptureSheet::start);
    connect(&appearance_, &Appearance::changed, this, &CaptureSheet::tint);
    tint();
    check();
}

CaptureSheet::~CaptureSheet() {
    if (asking_ != nullptr) {
        asking_->disconnect(this);
    }
}

CaptureSheet::Field CaptureSheet::addField(int row, const QString& label, const QString& icon,
                                           const QString& name) {
    Field field;
    field.label = new QLabel(label, this);
    field.edit = new QLineEdit(settings_.captureField(name), this);
    field.hint = new QLabel(this);
    field.hint->setWordWrap(true);
    field.iconName = icon;
    field.icon = field.edit->addAction(QIcon(), QLineEdit::LeadingPosition);
    field.edit->setObjectName(name);
    field.edit->setAccessibleName(label);
    field.label->setBuddy(field.edit);
    grid_->addWidget(field.label, 2 * row, 0);
    grid_->addWidget(field.edit, 2 * row, 1, 1, row == 1 ? 1 : 2);
    grid_->addWidget(field.hint, 2 * row + 1, 1, 1, 2);
    connect(field.edit, &QLineEdit::textChanged, this, &CaptureSheet::check);
    connect(field.edit, &QLineEdit::returnPressed, this, &CaptureSheet::start);
    return field;
}

CaptureRequest CaptureSheet::request() const {
    return {command_.edit->text().trimmed(), folder_.edit->text().trimmed(), output_.edit->text().trimmed()};
}

QString CaptureSheet::shownError() const {
    const CaptureRequest now = request();
    for (const QString& error : {now.folderError(), now.commandError(), now.outputError()}) {
        if (!error.isEmpty()) {
            return error;
        }
    }
    return {};
}

void CaptureSheet::setHint(Field& field, const QString& error, const QString& hint) {
    const Theme& theme = appearance_.theme();
    const bool bad = !error.isEmpty() && !field.edit->text().trimmed().isEmpty();
    field.hint->setText(bad ? error : hint);
    QPalette palette = field.hint->palette();
    palette.setColor(QPalette::WindowText, bad ? theme.bad : theme.text3);
    field.hint->setPalette(palette);
    field.edit->setProperty(Style::kInvalid, bad);
    field.edit->setAccessibleDescription(field.hint->text());
    field.edit->update();
}

void CaptureSheet::check() {
    const CaptureRequest now = request();
    setHint(folder_, now.folderError(), QString());
    const bool runnable = now.folderError().isEmpty() && now.commandError().isEmpty();
    setHint(command_, now.folderError().isEmpty() ? now.commandError() : QString(),
            runnable ? interpreterFound_
                     : tr("As in a shell. Operators, shapes, Python stacks and memory are recorded."));
    setHint(output_, now.outputError(), runnable ? now.outputPath() : QString());
    start_->setEnabled(now.valid());
    copy_->setEnabled(!now.command.isEmpty());
    summary_->setText(now.valid() ? tr("Ready to record.") : QString());
    if (runnable) {
        askInterpreter();
    }
}

void CaptureSheet::askInterpreter() {
    const QString interpreter = request().interpreter();
    if (interpreter == askedFor_) {
        return;
    }
    askedFor_ = interpreter;
    interpreterFound_.clear();
    if (asking_ != nullptr) {
        asking_->disconnect(this);
        asking_->kill();
        asking_->deleteLater();
        asking_ = nullptr;
    }
    if (interpreter.isEmpty()) {
        return;
    }
    asking_ = new QProcess(this);
    connect(asking_, &QProcess::finished, this, [this] {
        const QStringList words =
            QString::fromUtf8(asking_->readAllStandardOutput()).trimmed().split(QLatin1Char(' '));
        if (asking_->exitCode() != 0 || words.front().isEmpty()) {
            interpreterFound_ = tr("%1 does not answer; it is recorded all the same.").arg(askedFor_);
        } else if (words.size() < 2) {
            interpreterFound_ =
                tr("Python %1 without torch: only its processes would be recorded.").arg(words[0]);
        } else {
            interpreterFound_ = tr("Python %1, torch %2.").arg(words[0], words[1]);
        }
        check();
    });
    asking_->start(interpreter, {QStringLiteral("-c"), QString::fromLatin1(kAsk)});
}

void CaptureSheet::start() {
    const CaptureRequest now = request();
    if (!now.valid()) {
        return;
    }
    settings_.setCaptureField(QStringLiteral("command"), now.command);
    settings_.setCaptureField(QStringLiteral("folder"), now.folder);
    settings_.setCaptureField(QStringLiteral("output"), now.output);
    Q_EMIT startRequested(now);
}

void CaptureSheet::chooseFolder() {
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Where the program runs"),
                                                             expandHome(folder_.edit->text()));
    if (!chosen.isEmpty()) {
        folder_.edit->setText(chosen);
    }
}

void CaptureSheet::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    title_->setFont(fonts.sans(16, 600));
    for (Field* field : {&command_, &folder_, &output_}) {
        field->icon->setIcon(appearance_.icons().icon(field->iconName, theme.text3, theme.text3));
        field->hint->setFont(fonts.sans(Fonts::kSmall));
        QPalette palette = field->label->palette();
        palette.setColor(QPalette::WindowText, theme.text2);
        field->label->setPalette(palette);
    }
    command_.edit->setFont(fonts.mono());
    start_->setIcon(appearance_.icons().icon(QStringLiteral("record"), theme.accentText, theme.text3));
    copy_->setIcon(appearance_.icons().icon(QStringLiteral("copy"), theme.text2, theme.text3));
    check();
}

QSize CaptureSheet::sizeHint() const {
    const int width = appearance_.fonts().scaled(kWidth);
    return {width, layout()->totalHeightForWidth(width) + appearance_.fonts().scaled(12)};
}

void CaptureSheet::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    askedFor_ = QString(); // the environment may have changed since
    check();
    command_.edit->selectAll();
}

void CaptureSheet::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillRounded(painter, rect(), 9, theme.panel);
    const qreal foot = appearance_.fonts().scaled(kFoot);
    const QRectF below(0, height() - foot, width(), foot);
    fillRounded(painter, below, 9, theme.raised);
    fillSnapped(painter, {0, below.top(), qreal(width()), foot / 2}, theme.raised);
    horizontalLine(painter, 0, below.top(), width(), theme.line);
}

} // namespace lanes
