#include "app/capture/RecordedKinds.h"

#include "views/shared/look/Appearance.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <array>

namespace lanes {
namespace {

struct Kind {
    const char* icon;
    const char* name;
    const char* what;
    // What it adds to an operator, as tests/bench/bench_kinds.py measures it; empty: nothing of its own.
    const char* time;
    const char* size;             // what it adds to the session, per operator
    bool CaptureOptions::*wanted; // null: always
};
constexpr std::array<Kind, 10> kKinds = {{
    {"operators", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Operators"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "names, threads, begin and end, named ranges"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "0.4 µs"), QT_TRANSLATE_NOOP("lanes::RecordedKinds", "3 B"),
     nullptr},
    {"details", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Shapes"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "shapes, types and strides of tensors, values of scalars"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 0.1 µs"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 1 B"), &CaptureOptions::shapes},
    {"stack", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Python stacks"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "where each operator was called, to the line"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "0.2 to 0.4 µs"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 1 B"), &CaptureOptions::stacks},
    {"memory", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Memory"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "every allocation of torch and its stack"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 0.2 µs"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "1 to 2 B"), &CaptureOptions::memory},
    {"export", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Outputs"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "shapes, types and strides of what operators give back"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 0.1 µs"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 1 B"), &CaptureOptions::outputs},
    {"warning", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "NaN and Inf"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "which operators make them, of values on the CPU"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "0.1 µs + 30 µs a MB"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "under 1 B"), &CaptureOptions::nonFinite},
    {"bytes", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "CUDA allocator"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "segments that it takes and gives back, told at the end"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "0.1 µs a block"), "", &CaptureOptions::allocator},
    {"mark", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Exceptions"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "that the program catches, too; Python 3.12 and later"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "2 µs each"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "1 B each"), &CaptureOptions::exceptions},
    {"gpu", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "GPU"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds",
                       "kernels, copies and launches of NVIDIA devices, through CUPTI"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "not measured"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "not measured"), &CaptureOptions::gpu},
    {"process", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Processes"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "ranks, data loader workers and subprocesses as well"), "", "",
     &CaptureOptions::children},
}};

constexpr int kPitch = 26;
constexpr int kTextLeft = 150; // of the descriptions
constexpr int kTimeColumn = 2; // columns of the costs
constexpr int kSizeColumn = 3;

} // namespace

RecordedKinds::RecordedKinds(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    addCost(0, kTimeColumn, tr("Time per operator"));
    addCost(0, kSizeColumn, tr("In the session"));
    for (const Kind& kind : kKinds) {
        auto* box = new QCheckBox(tr(kind.name), this);
        auto* text = new QLabel(tr(kind.what), this);
        box->setChecked(kind.wanted == nullptr || CaptureOptions().*kind.wanted);
        box->setEnabled(kind.wanted != nullptr);
        box->setAccessibleDescription(text->text());
        connect(box, &QCheckBox::toggled, this, &RecordedKinds::changed);
        const int row = static_cast<int>(boxes_.size()) + 1;
        grid->addWidget(box, row, 0);
        grid->addWidget(text, row, 1);
        boxes_ << box;
        texts_ << text;
        addCost(row, kTimeColumn, *kind.time != 0 ? tr(kind.time) : QStringLiteral("–"));
        addCost(row, kSizeColumn, *kind.size != 0 ? tr(kind.size) : QStringLiteral("–"));
    }
    connect(&appearance_, &Appearance::changed, this, &RecordedKinds::tint);
    tint();
}

void RecordedKinds::addCost(int row, int column, const QString& text) {
    auto* label = new QLabel(text, this);
    label->setToolTip(
        tr("Measured on small forward passes with torch 1.13, 2.9 and 2.15, one kind at a time, per "
           "operator; your program's may differ. The cost of GPU work is in README."));
    static_cast<QGridLayout*>(layout())->addWidget(label, row, column, Qt::AlignRight | Qt::AlignVCenter);
    costs_ << label;
}

void RecordedKinds::say(const CaptureOptions& options) {
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (kKinds[i].wanted != nullptr) {
            const QSignalBlocker quiet(boxes_[static_cast<qsizetype>(i)]);
            boxes_[static_cast<qsizetype>(i)]->setChecked(options.*kKinds[i].wanted);
        }
    }
}

void RecordedKinds::takeInto(CaptureOptions& options) const {
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
        if (kKinds[i].wanted != nullptr) {
            options.*kKinds[i].wanted = boxes_[static_cast<qsizetype>(i)]->isChecked();
        }
    }
}

QList<QWidget*> RecordedKinds::inOrder() const {
    return {boxes_.begin() + 1, boxes_.end()};
}

void RecordedKinds::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setColumnMinimumWidth(0, fonts.scaled(kTextLeft));
    for (qsizetype i = 0; i < boxes_.size(); ++i) {
        grid->setRowMinimumHeight(static_cast<int>(i) + 1, fonts.scaled(kPitch));
        boxes_[i]->setFont(fonts.sans(Fonts::kBody, 500));
        boxes_[i]->setIcon(appearance_.icons().icon(
            QString::fromLatin1(kKinds[static_cast<std::size_t>(i)].icon), theme.text2, theme.text3));
        texts_[i]->setFont(fonts.sans());
        QPalette palette = texts_[i]->palette();
        palette.setColor(QPalette::WindowText, theme.text2);
        texts_[i]->setPalette(palette);
    }
    for (QLabel* cost : costs_) {
        cost->setFont(fonts.sans(Fonts::kSmall));
        QPalette palette = cost->palette();
        palette.setColor(QPalette::WindowText, theme.text2);
        cost->setPalette(palette);
    }
}

} // namespace lanes
