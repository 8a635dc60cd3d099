#include "app/capture/running/RecordingPanel.h"

#include "app/capture/RecordedKinds.h"
#include "app/capture/sheet/ModeField.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lanes {
namespace {

constexpr std::array kCupti{"share", "own",
                            "yield"}; // as in `record --cupti`; the first is the recorder's choice
constexpr int kSteps = 64;            // widths of fields
constexpr int kSpan = 80;
constexpr int kReasons = 200;
constexpr int kPlaces = 320;

// Each with its cost, as `record --help` has it.
QList<ModeField::Mode> pythonModes() {
    return {
        {RecordingPanel::tr("Off"),
         {},
         RecordingPanel::tr("Python is known where operators run, by their stacks; costs nothing more")},
        {RecordingPanel::tr("Samples"),
         {{QStringLiteral("samples"), RecordingPanel::tr("A second"), QStringLiteral("100"), kSteps}},
         RecordingPanel::tr("Where each thread is, also between operators. 60 µs of another core a sample; "
                            "the program is not stopped")},
        {RecordingPanel::tr("Every call"),
         {},
         RecordingPanel::tr(
             "Begin and end of each function on each thread. 0.1 µs a call of the program's own time; "
             "about 1 B in the session")}};
}

QList<ModeField::Mode> whereModes() {
    return {
        {RecordingPanel::tr("Everywhere"), {}, RecordingPanel::tr("Whatever part of the program it runs in")},
        {RecordingPanel::tr("Only below"),
         {{QStringLiteral("where"), RecordingPanel::tr("Modules or ranges"),
           QStringLiteral("module:layers.3, range:validate"), kPlaces}},
         RecordingPanel::tr(
             "With its backward pass. Operators outside cost nothing; another range or backward "
             "node 1 to 2 µs")}};
}

QList<ModeField::Mode> whenModes() {
    return {
        {RecordingPanel::tr("All of it"), {}, RecordingPanel::tr("From the first operator to the last")},
        {RecordingPanel::tr("Steps"),
         {{QStringLiteral("wait"), RecordingPanel::tr("Wait"), QStringLiteral("0"), kSteps},
          {QStringLiteral("warmup"), RecordingPanel::tr("warm up"), QStringLiteral("0"), kSteps},
          {QStringLiteral("active"), RecordingPanel::tr("record"), QStringLiteral("5"), kSteps},
          {QStringLiteral("repeat"), RecordingPanel::tr("steps, times"), RecordingPanel::tr("ever"), kSteps}},
         RecordingPanel::tr("Steps of training; then it begins anew with the wait")},
        {RecordingPanel::tr("For a time"),
         {{QStringLiteral("delay"), RecordingPanel::tr("Begin after"), QStringLiteral("0s"), kSpan},
          {QStringLiteral("duration"), RecordingPanel::tr("record for"), RecordingPanel::tr("the rest"),
           kSpan}},
         RecordingPanel::tr("Then it is paused; the program runs on")},
        {RecordingPanel::tr("When I say so"),
         {},
         RecordingPanel::tr("Begins paused; Go on, above the session, starts it")}};
}

QList<ModeField::Mode> keepModes() {
    const ModeField::Part size{QStringLiteral("max-size"), RecordingPanel::tr("At most"),
                               QStringLiteral("500M"), kSpan};
    return {{RecordingPanel::tr("Everything"),
             {},
             RecordingPanel::tr("The session grows as long as the program runs")},
            {RecordingPanel::tr("The newest"),
             {size},
             RecordingPanel::tr("Largest size on the disk; older events give way to newer ones")},
            {RecordingPanel::tr("Flight recorder"),
             {{QStringLiteral("keep"), RecordingPanel::tr("The newest"), QStringLiteral("60s"), kSpan},
              {QStringLiteral("max-size"), RecordingPanel::tr("within"), QStringLiteral("1G"), kSpan},
              {QStringLiteral("when"), RecordingPanel::tr("save when"), QStringLiteral("step>1.5x, oom"),
               kReasons}},
             RecordingPanel::tr(
                 "Saved as a session of its own then, when the program dies, and when you say so")}};
}

} // namespace

RecordingPanel::RecordingPanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , title_(new QLabel(tr("What is recorded"), this))
    , presets_(new SegmentedControl(
          appearance, {tr("Quick look"), tr("Full detail"), tr("Memory hunt"), tr("Flight recorder")}, this))
    , summary_(new QLabel(this))
    , fold_(new QPushButton(tr("Details"), this))
    , details_(new QWidget(this))
    , kinds_(new RecordedKinds(appearance, details_))
    , cupti_(new ChoiceButton(appearance, tr("If the program uses torch.profiler"),
                              {tr("both record"), tr("only Lanescope"), tr("only the program")}, details_))
    , python_(new ModeField(appearance, tr("Python functions"), pythonModes(), details_))
    , where_(new ModeField(appearance, tr("Which part"), whereModes(), details_))
    , when_(new ModeField(appearance, tr("When"), whenModes(), details_))
    , keep_(new ModeField(appearance, tr("Keep"), keepModes(), details_)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(title_, 1);
    head->addWidget(presets_);
    column->addLayout(head);
    auto* line = new QHBoxLayout;
    line->addWidget(summary_, 1);
    line->addWidget(fold_, 0, Qt::AlignTop);
    column->addLayout(line);
    column->addWidget(details_);
    auto* inside = new QVBoxLayout(details_);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(6);
    inside->addWidget(kinds_);
    inside->addWidget(cupti_);
    inside->addSpacing(8);
    inside->addWidget(python_);
    inside->addWidget(where_);
    inside->addWidget(when_);
    inside->addWidget(keep_);
    presets_->setAccessibleDescription(tr("Presets of what is recorded"));
    summary_->setWordWrap(true);
    fold_->setCheckable(true);
    fold_->setProperty(Style::kGhost, true);
    cupti_->setToolTip(
        tr("torch.profiler and others can share the GPU's records, go without, or have them alone"));
    connect(presets_, &SegmentedControl::chosen, this, &RecordingPanel::choosePreset);
    connect(fold_, &QPushButton::toggled, this, [this](bool unfolded) {
        details_->setVisible(unfolded);
        tint();
        Q_EMIT foldChanged();
    });
    connect(kinds_, &RecordedKinds::changed, this, &RecordingPanel::refresh);
    connect(cupti_, &ChoiceButton::chosen, this, &RecordingPanel::refresh);
    connect(python_, &ModeField::changed, this, &RecordingPanel::refresh);
    connect(where_, &ModeField::changed, this, &RecordingPanel::refresh);
    connect(when_, &ModeField::changed, this, &RecordingPanel::refresh);
    connect(keep_, &ModeField::changed, this, &RecordingPanel::refresh);
    connect(&appearance_, &Appearance::changed, this, &RecordingPanel::tint);
    details_->hide();
    setOptions({});
    tint();
}

CaptureOptions RecordingPanel::options() const {
    CaptureOptions now;
    kinds_->takeInto(now);
    now.cupti = cupti_->current() == 0
                    ? QString()
                    : QString::fromLatin1(kCupti[static_cast<std::size_t>(cupti_->current())]);
    now.python = static_cast<CaptureOptions::Python>(python_->mode());
    now.where = static_cast<CaptureOptions::Where>(where_->mode());
    now.when = static_cast<CaptureOptions::When>(when_->mode());
    now.keep = static_cast<CaptureOptions::Keep>(keep_->mode());
    const auto take = [&](const QStringList& options, const ModeField& field) {
        for (const QString& option : options) {
            if (const QString text = field.text(option); !text.isEmpty()) {
                now.typed[option] = text;
            }
        }
    };
    take(optionsOf(CaptureOptions::Python::Sample), *python_);
    take(optionsOf(CaptureOptions::Where::Below), *where_);
    take(optionsOf(CaptureOptions::When::Steps) + optionsOf(CaptureOptions::When::Times), *when_);
    take(optionsOf(CaptureOptions::Keep::FlightRecorder), *keep_);
    return now;
}

void RecordingPanel::setOptions(const CaptureOptions& options) {
    kinds_->say(options);
    const auto chosen = std::ranges::find(kCupti, options.cupti.toStdString());
    cupti_->setCurrent(chosen != kCupti.end() ? static_cast<int>(chosen - kCupti.begin()) : 0);
    python_->setMode(static_cast<int>(options.python));
    where_->setMode(static_cast<int>(options.where));
    when_->setMode(static_cast<int>(options.when));
    keep_->setMode(static_cast<int>(options.keep));
    for (auto it = options.typed.begin(); it != options.typed.end(); ++it) {
        python_->setText(it.key(), it.value());
        where_->setText(it.key(), it.value());
        when_->setText(it.key(), it.value());
        keep_->setText(it.key(), it.value());
    }
    summary_->setText(this->options().summary());
    presets_->setCurrent(this->options().presetIndex());
}

// What is typed elsewhere stays: choosing a preset must not throw it away.
void RecordingPanel::choosePreset(int index) {
    CaptureOptions chosen = CaptureOptions::preset(static_cast<CaptureOptions::Preset>(index));
    chosen.cupti = options().cupti;
    chosen.where = options().where;
    if (chosen.keep == CaptureOptions::Keep::FlightRecorder) {
        chosen.typed[QStringLiteral("max-size")] = QString();
    }
    setOptions(chosen);
    Q_EMIT changed();
}

void RecordingPanel::refresh() {
    const CaptureOptions now = options();
    summary_->setText(now.summary());
    presets_->setCurrent(now.presetIndex());
    Q_EMIT changed();
}

void RecordingPanel::setUnfolded(bool unfolded) {
    fold_->setChecked(unfolded);
}

bool RecordingPanel::unfolded() const {
    return fold_->isChecked();
}

QString RecordingPanel::check() {
    const CaptureOptions now = options();
    const auto say = [](ModeField& field, const CaptureOptions::Trouble& trouble) {
        field.say(trouble.option, trouble.sentence);
    };
    say(*python_, now.pythonTrouble());
    say(*where_, now.whereTrouble());
    say(*when_, now.whenTrouble());
    say(*keep_, now.keepTrouble());
    const ModeField* troubled = firstTroubled();
    if (troubled != nullptr) {
        setUnfolded(true); // it must be seen
    }
    return troubled != nullptr ? troubled->label() : QString();
}

const ModeField* RecordingPanel::firstTroubled() const {
    for (const ModeField* field : {python_, where_, when_, keep_}) {
        if (!field->trouble().isEmpty()) {
            return field;
        }
    }
    return nullptr;
}

QString RecordingPanel::shownError() const {
    const ModeField* troubled = firstTroubled();
    return troubled != nullptr ? troubled->trouble() : QString();
}

QList<QWidget*> RecordingPanel::inOrder() const {
    return QList<QWidget*>{presets_, fold_} + kinds_->inOrder() + QList<QWidget*>{cupti_} +
           python_->inOrder() + where_->inOrder() + when_->inOrder() + keep_->inOrder();
}

void RecordingPanel::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    title_->setFont(fonts.sans(Fonts::kTitle, 600));
    summary_->setFont(fonts.sans());
    QPalette quiet = summary_->palette();
    quiet.setColor(QPalette::WindowText, theme.text2);
    summary_->setPalette(quiet);
    fold_->setIcon(appearance_.icons().icon(unfolded() ? QStringLiteral("down") : QStringLiteral("right"),
                                            theme.text2, theme.text3));
}

} // namespace lanes
