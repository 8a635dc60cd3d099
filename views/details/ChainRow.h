// One of several steps that led to something: its number, what it was, how long it took and how that is known.
#pragma once

#include "views/shared/panels/PanelParts.h"

#include <QString>

namespace lanes {

class ChainRow : public PanelButton {
    Q_OBJECT

public:
    struct Content {
        int number = 1;
        QString title;
        QString detail;
        QString value; // right, beside the title
        QString how;   // right, beside the detail: "measured"
        bool link = false;
        bool last = false; // no line leads on from it
    };
    ChainRow(Appearance& appearance, Content content, QWidget* parent = nullptr);
    [[nodiscard]] const Content& content() const { return content_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Content content_;
};

} // namespace lanes
