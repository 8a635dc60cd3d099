#include "app/window/sheets/AskPass.h"

#include "app/capture/targets/SshQuestions.h"
#include "app/cli/Command.h"
#include "app/settings/Settings.h"
#include "app/window/parts/Language.h"
#include "resources/Fonts.h"
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <cstdio>

namespace lanes {
namespace {

constexpr int kAskWidth = 440;
constexpr int kAskMargin = 16;
constexpr int kAskGap = 12;

} // namespace

AskPass::AskPass(const Appearance& appearance, const QString& question, const QString& kind) {
    const Fonts& fonts = appearance.fonts();
    setWindowTitle(tr("Lanescope: ssh asks"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(fonts.scaled(kAskMargin), fonts.scaled(kAskMargin), fonts.scaled(kAskMargin),
                               fonts.scaled(kAskMargin));
    column->setSpacing(fonts.scaled(kAskGap));
    auto* words = new QLabel(question.trimmed(), this);
    words->setTextFormat(Qt::PlainText); // it is of another host
    words->setWordWrap(true);
    words->setMinimumWidth(fonts.scaled(kAskWidth));
    column->addWidget(words);
    auto* buttons = new QDialogButtonBox(this);
    const bool spelled = question.contains(QLatin1String("(yes/no"));
    if (spelled || kind == QLatin1String("confirm")) {
        spelled_ = spelled ? QStringLiteral("yes") : QString();
        buttons->addButton(tr("Yes"), QDialogButtonBox::AcceptRole);
        QPushButton* no = buttons->addButton(tr("No"), QDialogButtonBox::RejectRole);
        no->setDefault(true);
    } else if (kind == QLatin1String("none")) {
        buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    } else {
        text_ = new QLineEdit(this);
        text_->setEchoMode(QLineEdit::Password);
        text_->setAccessibleName(question.trimmed());
        column->addWidget(text_);
        buttons->addButton(tr("OK"), QDialogButtonBox::AcceptRole)->setDefault(true);
        buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
        text_->setFocus();
    }
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString AskPass::answer() const {
    return text_ != nullptr ? text_->text() : spelled_;
}

bool isAskPass(int argc) {
    return argc == 2 && qEnvironmentVariableIsSet(kAskPassVariable);
}

int runAskPass(int argc, char** argv) {
    QApplication application(argc, argv);
    addBakedFonts();
    const Settings settings;
    const Language language(settings.language());
    Appearance appearance;
    appearance.applyTo(application);
    AskPass dialog(appearance, QString::fromLocal8Bit(argv[1]), qEnvironmentVariable("SSH_ASKPASS_PROMPT"));
    if (dialog.exec() != QDialog::Accepted) {
        return cli::kFailed;
    }
    std::printf("%s\n", qPrintable(dialog.answer()));
    return cli::kGood;
}

} // namespace lanes
