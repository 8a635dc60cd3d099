// The cards of the overview, and their rows.
#pragma once

#include "model/analysis/time/OverviewNumbers.h"
#include "model/analysis/time/TimeSplit.h"
#include "views/shared/text/TellApart.h"

#include <QAbstractButton>
#include <QColor>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace lanes {

class Appearance;

// A framed surface with a title and quiet words at its right. Its rows are below the title.
class Card : public QWidget {
    Q_OBJECT

public:
    Card(Appearance& appearance, QString title, QString remark, QWidget* parent = nullptr);
    // Takes ownership.
    void add(QWidget* row);
    void finish(); // remaining height stays free at the bottom

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    QString title_;
    QString remark_;
    QVBoxLayout* rows_;
};

// One step, or the whole range, as a bar whose parts sum to its time.
class SplitRow : public QAbstractButton {
    Q_OBJECT

public:
    struct Content {
        QString label;
        SplitTimes split;
        TimeNs longest = 0; // of all rows; its bar has the full width
        bool strong = false;
    };
    SplitRow(Appearance& appearance, const Content& content, QWidget* parent = nullptr);
    [[nodiscard]] const Content& content() const { return content_; }
    void setContent(const Content& content);

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override { return {200, height()}; }

private:
    Appearance& appearance_;
    Content content_;
};

// The legend of the rows' colours, with the share of each part.
class SplitLegend : public QWidget {
    Q_OBJECT

public:
    SplitLegend(Appearance& appearance, const SplitTimes& split, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Appearance& appearance_;
    SplitTimes split_;
};

// A name above a bar of its share.
class TopRow : public QAbstractButton {
    Q_OBJECT

public:
    // `tells` is the part of the name that differs from the rows beside it.
    TopRow(Appearance& appearance, const TopWork& top, TellingPart tells, TimeNs largest,
           QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override { return {200, height()}; }

private:
    Appearance& appearance_;
    TopWork top_;
    TellingPart tells_;
    TimeNs largest_;
};

// A property: "Device    NVIDIA H100". It takes as many lines as it needs, up to six.
class PropertyRow : public QWidget {
    Q_OBJECT

public:
    enum class Tone : std::uint8_t { Plain, Quiet, Good, Warn };
    PropertyRow(Appearance& appearance, QString key, QString value, Tone tone = Tone::Plain,
                QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Appearance& appearance_;
    QString key_;
    QString value_;
    QStringList lines_; // of the value; empty: the value is cut
    Tone tone_;
};

} // namespace lanes
