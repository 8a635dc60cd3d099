// More rows of side panels. Tables, the flame graph and memory describe the selected thing with them.
#pragma once

#include "views/shared/panels/PanelParts.h"
#include "views/shared/text/TellApart.h"

#include <QColor>
#include <QLabel>
#include <QString>
#include <QStringList>

#include <vector>

namespace lanes {

// The top of a panel: a dot or an icon, the title on up to three lines, and a quiet line below.
class PanelTitle : public PanelRow {
    Q_OBJECT

public:
    struct Content {
        QColor dot; // at most one of dot and icon is set
        QString icon;
        QString title;
        QString detail;
    };
    PanelTitle(Appearance& appearance, Content content, QWidget* parent = nullptr);
    [[nodiscard]] const Content& content() const { return content_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] qreal indent() const; // of the title, behind the dot or icon

    Content content_;
    QStringList lines_; // of the title; empty: the title is cut
};

// "modules.py:410    aten::bmm    130.0 ms": a link shows its text in accent colour. A click, Enter or Space follows it.
class PanelLink : public PanelButton {
    Q_OBJECT

public:
    struct Content {
        QString icon;
        QColor dot;
        QString text;
        QString detail; // quiet, behind the text
        QString second; // right-aligned, quiet, before the value
        QString value;  // right-aligned
        bool strong = false;
        bool link = true;
    };
    PanelLink(Appearance& appearance, Content content, QWidget* parent = nullptr);
    void setContent(Content content); // `link` must stay as it was
    [[nodiscard]] const Content& content() const { return content_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Content content_;
};

// A name, a value and a thin bar below: "aten::bmm   820.4 MiB   1".
class PanelBar : public PanelButton {
    Q_OBJECT

public:
    struct Content {
        QString text;
        QString value;
        QString count;
        double share = 0; // of the largest value among the rows
        QColor color;
        bool link = false;
        TellingPart tells = {}; // the part of the text that differs from the rows beside it
    };
    PanelBar(Appearance& appearance, Content content, QWidget* parent = nullptr);
    [[nodiscard]] const Content& content() const { return content_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Content content_;
};

// One of several limits: "Registers, 236 x 256", with a short bar and the number that fits.
class PanelMeter : public PanelRow {
    Q_OBJECT

public:
    struct Content {
        QString text;
        QString value;
        double share = 0;
        bool limiting = false; // the limit that binds
    };
    PanelMeter(Appearance& appearance, Content content, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Content content_;
};

// A quiet line under a link.
class PanelCaption : public PanelRow {
    Q_OBJECT

public:
    PanelCaption(Appearance& appearance, QString text, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString text_;
};

// Sentences that wrap onto as many lines as they need.
class PanelParagraph : public QLabel {
    Q_OBJECT

public:
    PanelParagraph(Appearance& appearance, const QString& text, QWidget* parent = nullptr);
};

// One bar divided into parts, and a line below for each part.
class PanelSplit : public PanelRow {
    Q_OBJECT

public:
    struct Part {
        QString text;
        QString value;
        QString share;
        double weight = 0;
        QColor color; // invalid: waiting time, painted hatched
    };
    PanelSplit(Appearance& appearance, std::vector<Part> parts, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Part> parts_;
};

// A remark at the foot of a panel.
class PanelNote : public PanelRow {
    Q_OBJECT

public:
    PanelNote(Appearance& appearance, QString title, QString detail, QWidget* parent = nullptr);
    [[nodiscard]] const QString& title() const { return title_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QRectF detailLine() const; // the first line of the detail

    QString title_;
    QString detail_;
    QStringList lines_; // of the detail; empty: the detail is cut
};

} // namespace lanes
