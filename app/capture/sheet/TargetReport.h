// The part of the capture dialog that reports, line by line, how a target is reached and what it offers for a recording.
#pragma once

#include "app/capture/sheet/CaptureField.h"
#include "app/capture/targets/TargetCheck.h"

#include <QList>
#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;

class TargetReport : public QWidget {
public:
    explicit TargetReport(Appearance& appearance, QWidget* parent = nullptr);

    struct Line {
        CaptureField::Tone tone; // Quiet: no error, but nothing found
        QString what;
        QString detail; // at the right: details or the remedy
    };
    [[nodiscard]] static QList<Line> linesOf(const TargetCheck::Answer& answer);
    // No lines: the report takes no room.
    void setLines(const QList<Line>& lines);
    [[nodiscard]] const QList<Line>& lines() const { return lines_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fit();

    Appearance& appearance_;
    QList<Line> lines_;
};

} // namespace lanes
