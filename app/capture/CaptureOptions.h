// The settings of a recording: what is recorded, when, and how much of it is kept. The capture dialog fills them in; they
// become options of `record`.
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

namespace lanes {

struct CaptureOptions {
    enum class When { Always, Steps, Times, Told }; // Told: paused until it is told to go on
    enum class Keep { Everything, Newest, FlightRecorder };
    enum class Where { Everywhere, Below };
    enum class Python { Off, Sample, Trace }; // its functions, besides the stacks of operators
    enum class Preset { QuickLook, FullDetail, MemoryHunt, FlightRecorder };
    static constexpr int kPresets = 4;

    bool shapes = true;
    bool stacks = true;
    bool memory = true;
    bool outputs = false;    // shapes of operators' results
    bool nonFinite = false;  // operators that produce NaN or Inf
    bool allocator = false;  // segments of CUDA memory
    bool exceptions = false; // Python exceptions, also caught ones
    bool gpu = true;
    bool children = true;
    QString cupti; // as in `record --cupti`; empty: the recorder chooses
    Python python = Python::Off;
    Where where = Where::Everywhere;
    When when = When::Always;
    Keep keep = Keep::Everything;
    // Texts as typed, by the option's name without dashes ("max-size"). They include texts of options that are not chosen now.
    QHash<QString, QString> typed;

    [[nodiscard]] static CaptureOptions preset(Preset preset);
    // Returns the index of the preset with these settings; -1: none. `cupti`, `where` and texts that do not apply are ignored.
    [[nodiscard]] int presetIndex() const;

    [[nodiscard]] QString text(const QString& option) const { return typed.value(option).trimmed(); }
    // An error that keeps the capture from starting: a sentence with the remedy, and the option it is about.
    struct Trouble {
        QString option;
        QString sentence;
    };
    [[nodiscard]] Trouble pythonTrouble() const;
    [[nodiscard]] Trouble whereTrouble() const;
    [[nodiscard]] Trouble whenTrouble() const;
    [[nodiscard]] Trouble keepTrouble() const;

    // Returns the options for `record`.
    [[nodiscard]] QStringList words() const;
    // Returns a summary for people, in one line.
    [[nodiscard]] QString summary() const;

    // Convert to and from a text for the settings file. Nothing in that text is trusted beyond being text.
    [[nodiscard]] QString toText() const;
    [[nodiscard]] static CaptureOptions fromText(const QString& text);

    friend bool operator==(const CaptureOptions&, const CaptureOptions&) = default;
};

// Return the options that have a text of their own in each choice.
[[nodiscard]] QStringList optionsOf(CaptureOptions::Python python);
[[nodiscard]] QStringList optionsOf(CaptureOptions::Where where);
[[nodiscard]] QStringList optionsOf(CaptureOptions::When when);
[[nodiscard]] QStringList optionsOf(CaptureOptions::Keep keep);

} // namespace lanes
