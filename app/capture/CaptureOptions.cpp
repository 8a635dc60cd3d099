#include "app/capture/CaptureOptions.h"

#include "app/cli/TimeArgument.h"
#include "app/cli/recording/RecordBounds.h"
#include "collector/ring/WhereFilter.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace lanes {
namespace {

class OptionWords {
    Q_DECLARE_TR_FUNCTIONS(CaptureOptions)
};

constexpr int kMostSteps = 1'000'000'000; // of each of them
constexpr int kMostSamples = 1000;        // a second
const QString kSamples = QStringLiteral("samples");

const QString kWhere = QStringLiteral("where");

struct FlaggedKind {
    const char* flag; // leaves it out, or takes it in: the other than is usual
    const char* name;
    bool CaptureOptions::*wanted;
    bool usual = true;
};
constexpr std::array<FlaggedKind, 9> kFlaggedKinds = {
    {{"--no-shapes", QT_TRANSLATE_NOOP("CaptureOptions", "shapes"), &CaptureOptions::shapes},
     {"--no-stacks", QT_TRANSLATE_NOOP("CaptureOptions", "Python stacks"), &CaptureOptions::stacks},
     {"--no-memory", QT_TRANSLATE_NOOP("CaptureOptions", "memory"), &CaptureOptions::memory},
     {"--outputs", QT_TRANSLATE_NOOP("CaptureOptions", "outputs"), &CaptureOptions::outputs, false},
     {"--nonfinite", QT_TRANSLATE_NOOP("CaptureOptions", "NaN and Inf"), &CaptureOptions::nonFinite, false},
     {"--allocator", QT_TRANSLATE_NOOP("CaptureOptions", "CUDA allocator"), &CaptureOptions::allocator,
      false},
     {"--exceptions", QT_TRANSLATE_NOOP("CaptureOptions", "exceptions"), &CaptureOptions::exceptions, false},
     {"--no-gpu", QT_TRANSLATE_NOOP("CaptureOptions", "GPU"), &CaptureOptions::gpu},
     {"--no-children", QT_TRANSLATE_NOOP("CaptureOptions", "other processes"), &CaptureOptions::children}}};

// A number of steps; -1 for what is none.
int stepsIn(const QString& text) {
    bool good = false;
    const int steps = text.toInt(&good);
    return good && steps >= 0 && steps <= kMostSteps ? steps : -1;
}

// As `record --python` has it; empty: its own choice.
QString pythonWord(const CaptureOptions& options) {
    if (options.python != CaptureOptions::Python::Sample) {
        return options.python == CaptureOptions::Python::Trace ? QStringLiteral("trace") : QString();
    }
    const QString rate = options.text(kSamples);
    return rate.isEmpty() ? QStringLiteral("sample") : QStringLiteral("sample:") + rate;
}

bool isSpan(const QString& text) {
    return cli::parseSpan(text.toStdString()).ok();
}

// Several of them, apart by commas.
QStringList partsIn(const QString& text) {
    QStringList parts;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        parts << part.trimmed();
    }
    parts.removeAll(QString());
    return parts;
}

QString spanTrouble(const QString& text) {
    return OptionWords::tr("“%1” is no length of time. Write it with its unit: 500ms, 10s or 2min.")
        .arg(text);
}

CaptureOptions::Trouble sizeTrouble(const CaptureOptions& options, bool needed) {
    const QString option = QStringLiteral("max-size");
    const QString size = options.text(option);
    if (size.isEmpty()) {
        return needed ? CaptureOptions::Trouble{option, OptionWords::tr(
                                                            "Say how much of the disk the session may take, "
                                                            "for example 500M.")}
                      : CaptureOptions::Trouble{};
    }
    const auto bytes = cli::parseSize(size.toStdString());
    return bytes
               ? CaptureOptions::Trouble{}
               : CaptureOptions::Trouble{
                     option,
                     OptionWords::tr("“%1” is no size for a session. Write 500M or 2G; it needs 8M at least.")
                         .arg(size)};
}

} // namespace

QStringList optionsOf(CaptureOptions::Python python) {
    return python == CaptureOptions::Python::Sample ? QStringList{kSamples} : QStringList{};
}

QStringList optionsOf(CaptureOptions::Where where) {
    return where == CaptureOptions::Where::Below ? QStringList{kWhere} : QStringList{};
}

QStringList optionsOf(CaptureOptions::When when) {
    switch (when) {
    case CaptureOptions::When::Steps:
        return {QStringLiteral("wait"), QStringLiteral("warmup"), QStringLiteral("active"),
                QStringLiteral("repeat")};
    case CaptureOptions::When::Times:
        return {QStringLiteral("delay"), QStringLiteral("duration")};
    default:
        return {};
    }
}

QStringList optionsOf(CaptureOptions::Keep keep) {
    switch (keep) {
    case CaptureOptions::Keep::Newest:
        return {QStringLiteral("max-size")};
    case CaptureOptions::Keep::FlightRecorder:
        return {QStringLiteral("keep"), QStringLiteral("max-size"), QStringLiteral("when")};
    default:
        return {};
    }
}

CaptureOptions CaptureOptions::preset(Preset preset) {
    CaptureOptions options;
    switch (preset) {
    case Preset::QuickLook:
        options.shapes = options.stacks = options.memory = false;
        break;
    case Preset::FullDetail:
        break;
    case Preset::MemoryHunt:
        options.gpu = false;
        break;
    case Preset::FlightRecorder:
        options.keep = Keep::FlightRecorder;
        options.python = Python::Sample; // what makes a step slow often runs between operators
        options.typed[QStringLiteral("keep")] = QStringLiteral("60s");
        options.typed[QStringLiteral("when")] = QStringLiteral("step>1.5x, hang>30s, oom");
        break;
    }
    return options;
}

int CaptureOptions::presetIndex() const {
    for (int i = 0; i < kPresets; ++i) {
        CaptureOptions other = preset(static_cast<Preset>(i));
        other.cupti =
            cupti; // who gets the GPU's records is another question, and so is below what is recorded
        other.where = where;
        other.typed[kWhere] = typed.value(kWhere);
        if (other.words() == words() && other.python == python && other.when == when && other.keep == keep) {
            return i;
        }
    }
    return -1;
}

CaptureOptions::Trouble CaptureOptions::pythonTrouble() const {
    const QString given = python == Python::Sample ? text(kSamples) : QString();
    if (const int rate = stepsIn(given); !given.isEmpty() && (rate < 1 || rate > kMostSamples)) {
        return {
            kSamples,
            OptionWords::tr("“%1” is no number of samples a second. Write one from 1 to 1000.").arg(given)};
    }
    return {};
}

CaptureOptions::Trouble CaptureOptions::whereTrouble() const {
    if (where == Where::Everywhere) {
        return {};
    }
    const QStringList patterns = partsIn(text(kWhere));
    if (patterns.isEmpty()) {
        return {kWhere, OptionWords::tr("Say below what, for example module:layers.3 or range:validate.")};
    }
    std::string problem;
    std::vector<std::string> all;
    for (const QString& pattern : patterns) {
        const std::vector<std::string> one{pattern.toStdString()};
        if (static_cast<void>(ring::whereText(one, problem)); !problem.empty()) {
            return {kWhere, OptionWords::tr("“%1” is no module and no range. Write module:layers.3 or "
                                            "range:validate, several apart by commas.")
                                .arg(pattern)};
        }
        all.push_back(one.front());
    }
    if (static_cast<void>(ring::whereText(all, problem)); !problem.empty()) {
        return {kWhere,
                OptionWords::tr("These are more than a recording takes: leave some out, or use a star.")};
    }
    return {};
}

CaptureOptions::Trouble CaptureOptions::whenTrouble() const {
    if (when == When::Steps) {
        for (const QString& option : optionsOf(when)) {
            const QString given = text(option);
            if (!given.isEmpty() && stepsIn(given) < 0) {
                return {option,
                        OptionWords::tr("“%1” is no number of steps. Write a whole number, such as 5.")
                            .arg(given)};
            }
        }
        if (stepsIn(text(QStringLiteral("active"))) < 1) {
            return {QStringLiteral("active"),
                    OptionWords::tr("Say how many steps are recorded, for example 5.")};
        }
    } else if (when == When::Times) {
        for (const QString& option : optionsOf(when)) {
            const QString given = text(option);
            if (!given.isEmpty() && !isSpan(given)) {
                return {option, spanTrouble(given)};
            }
        }
        if (text(QStringLiteral("delay")).isEmpty() && text(QStringLiteral("duration")).isEmpty()) {
            return {QStringLiteral("delay"),
                    OptionWords::tr("Say after how long it begins, for how long it records, or both: 10s.")};
        }
    }
    return {};
}

CaptureOptions::Trouble CaptureOptions::keepTrouble() const {
    if (keep == Keep::Newest) {
        return sizeTrouble(*this, true);
    }
    if (keep != Keep::FlightRecorder) {
        return {};
    }
    const QString span = text(QStringLiteral("keep"));
    if (span.isEmpty()) {
        return {QStringLiteral("keep"),
                OptionWords::tr("Say how long the recorder keeps events, for example 60s.")};
    }
    if (!isSpan(span)) {
        return {QStringLiteral("keep"), spanTrouble(span)};
    }
    for (const QString& condition : partsIn(text(QStringLiteral("when")))) {
        if (!cli::isSaveCondition(condition.toStdString())) {
            return {QStringLiteral("when"),
                    OptionWords::tr("“%1” is no reason to save. Write step>1.5x, step>200ms, hang>30s "
                                    "or oom, several apart by commas.")
                        .arg(condition)};
        }
    }
    return sizeTrouble(*this, false);
}

QStringList CaptureOptions::words() const {
    QStringList words;
    for (const FlaggedKind& kind : kFlaggedKinds) {
        if (this->*kind.wanted != kind.usual) {
            words << QString::fromLatin1(kind.flag);
        }
    }
    if (!cupti.isEmpty()) {
        words << QStringLiteral("--cupti") << cupti;
    }
    if (const QString word = pythonWord(*this); !word.isEmpty()) {
        words << QStringLiteral("--python") << word;
    }
    for (const QString& pattern : where == Where::Below ? partsIn(text(kWhere)) : QStringList()) {
        words << QStringLiteral("--where") << pattern;
    }
    if (when == When::Told) {
        words << QStringLiteral("--start-paused");
    }
    for (const QString& option : optionsOf(when) + optionsOf(keep)) {
        const QStringList values =
            option == QLatin1String("when") ? partsIn(text(option)) : QStringList{text(option)};
        for (const QString& value : values) {
            if (!value.isEmpty()) {
                words << QStringLiteral("--") + option << value;
            }
        }
    }
    return words;
}

QString CaptureOptions::summary() const {
    QStringList kinds{OptionWords::tr("Operators")};
    for (const FlaggedKind& kind : kFlaggedKinds) {
        if (this->*kind.wanted) {
            kinds << OptionWords::tr(kind.name);
        }
    }
    if (python == Python::Sample) {
        kinds << OptionWords::tr("samples of Python");
    } else if (python == Python::Trace) {
        kinds << OptionWords::tr("calls of Python");
    }
    const auto given = [this](const char* field) { // a sentence has no hole where nothing is typed yet
        const QString value = text(QLatin1String(field));
        return value.isEmpty() ? QStringLiteral("…") : value;
    };
    QString time;
    switch (when) {
    case When::Always:
        time = OptionWords::tr("the whole run");
        break;
    case When::Steps:
        time = OptionWords::tr("steps of training, %1 at a time").arg(given("active"));
        break;
    case When::Times:
        time = OptionWords::tr("a part of the run");
        break;
    case When::Told:
        time = OptionWords::tr("from when you say so");
        break;
    }
    if (where == Where::Below) {
        time = OptionWords::tr("below %1, %2").arg(partsIn(text(kWhere)).join(OptionWords::tr(", ")), time);
    }
    QString kept;
    switch (keep) {
    case Keep::Everything:
        kept = OptionWords::tr("all of it is kept");
        break;
    case Keep::Newest:
        kept = OptionWords::tr("the newest stays, within %1").arg(given("max-size"));
        break;
    case Keep::FlightRecorder:
        kept = OptionWords::tr("the newest stays for %1, and is saved when something happens")
                   .arg(given("keep"));
        break;
    }
    return OptionWords::tr("%1; %2; %3").arg(kinds.join(OptionWords::tr(", ")), time, kept);
}

QString CaptureOptions::toText() const {
    QJsonArray flags;
    for (const FlaggedKind& kind : kFlaggedKinds) {
        if (this->*kind.wanted != kind.usual) {
            flags.append(QString::fromLatin1(kind.flag));
        }
    }
    QJsonObject texts;
    for (auto it = typed.begin(); it != typed.end(); ++it) {
        texts[it.key()] = it.value();
    }
    const QJsonObject all{{QStringLiteral("without"), flags},
                          {QStringLiteral("cupti"), cupti},
                          {QStringLiteral("python"), static_cast<int>(python)},
                          {QStringLiteral("where"), static_cast<int>(where)},
                          {QStringLiteral("when"), static_cast<int>(when)},
                          {QStringLiteral("keep"), static_cast<int>(keep)},
                          {QStringLiteral("typed"), texts}};
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

CaptureOptions CaptureOptions::fromText(const QString& text) {
    CaptureOptions options;
    const QJsonObject all = QJsonDocument::fromJson(text.toUtf8()).object();
    const QJsonArray flags = all[QStringLiteral("without")].toArray();
    for (const FlaggedKind& kind : kFlaggedKinds) {
        options.*kind.wanted = flags.contains(QString::fromLatin1(kind.flag)) != kind.usual;
    }
    const QString cupti = all[QStringLiteral("cupti")].toString();
    options.cupti = cupti == QLatin1String("own") || cupti == QLatin1String("yield") ? cupti : QString();
    options.python = static_cast<Python>(std::clamp(all[QStringLiteral("python")].toInt(), 0, 2));
    options.where = static_cast<Where>(std::clamp(all[QStringLiteral("where")].toInt(), 0, 1));
    options.when = static_cast<When>(std::clamp(all[QStringLiteral("when")].toInt(), 0, 3));
    options.keep = static_cast<Keep>(std::clamp(all[QStringLiteral("keep")].toInt(), 0, 2));
    const QJsonObject texts = all[QStringLiteral("typed")].toObject();
    for (auto it = texts.begin(); it != texts.end(); ++it) {
        options.typed[it.key()] = it.value().toString();
    }
    return options;
}

} // namespace lanes
