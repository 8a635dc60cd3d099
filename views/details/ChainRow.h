// One step of a cause chain: its number, title, duration, and how it is known.
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
        QString value; // at the right, beside the title
        QString how;   // at the right, beside the detail: "measured"
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
