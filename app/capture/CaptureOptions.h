// What is recorded of a program, when, and how much of it is kept: as the capture dialog was told, as options of `record`.
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

namespace lanes {

struct CaptureOptions {
    enum class When { Always, Steps, Times, Told }; // Told: paused until somebody says go on
    enum class Keep { Everything, Newest, FlightRecorder };
    enum class Where { Everywhere, Below };
    enum class Python { Off, Sample, Trace }; // its functions, beside the stacks of operators
    enum class Preset { QuickLook, FullDetail, MemoryHunt, FlightRecorder };
    static constexpr int kPresets = 4;

    bool shapes = true;
    bool stacks = true;
    bool memory = true;
    bool outputs = false;    // shapes of what operators give back
    bool nonFinite = false;  // which of them make NaN and Inf
    bool allocator = false;  // segments of CUDA memory
    bool exceptions = false; // of Python that are caught, too
    bool gpu = true;
    bool children = true;
    QString cupti; // as in `record --cupti`; empty: the recorder's own choice
    Python python = Python::Off;
    Where where = Where::Everywhere;
    When when = When::Always;
    Keep keep = Keep::Everything;
    // As typed, by the option's name without its dashes ("max-size"); also of what is not chosen now.
    QHash<QString, QString> typed;

    [[nodiscard]] static CaptureOptions preset(Preset preset);
    // The one that these are, whatever is typed where it does not count; -1: none.
    [[nodiscard]] int presetIndex() const;

    [[nodiscard]] QString text(const QString& option) const { return typed.value(option).trimmed(); }
    // What keeps the capture from starting: a sentence with the field's remedy, and which option it is about.
    struct Trouble {
        QString option;
        QString sentence;
    };
    [[nodiscard]] Trouble pythonTrouble() const;
    [[nodiscard]] Trouble whereTrouble() const;
    [[nodiscard]] Trouble whenTrouble() const;
    [[nodiscard]] Trouble keepTrouble() const;

    // Options of `record`.
    [[nodiscard]] QStringList words() const;
    // In words for people, one line.
    [[nodiscard]] QString summary() const;

    // For the settings, and from what stands there: nothing of it is trusted further than that it is text.
    [[nodiscard]] QString toText() const;
    [[nodiscard]] static CaptureOptions fromText(const QString& text);

    friend bool operator==(const CaptureOptions&, const CaptureOptions&) = default;
};

// Options that have a text of their own, of each choice.
[[nodiscard]] QStringList optionsOf(CaptureOptions::Python python);
[[nodiscard]] QStringList optionsOf(CaptureOptions::Where where);
[[nodiscard]] QStringList optionsOf(CaptureOptions::When when);
[[nodiscard]] QStringList optionsOf(CaptureOptions::Keep keep);

} // namespace lanes
