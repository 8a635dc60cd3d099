// Some lines of source around the one that ran, on canvas; or why they cannot be shown.
#pragma once

#include "views/details/SourceText.h"
#include "views/shared/LatestJob.h"
#include "views/shared/PanelParts.h"

namespace lanes {

class SourcePreview : public PanelRow {
    Q_OBJECT

public:
    explicit SourcePreview(Appearance& appearance, QWidget* parent = nullptr);

    // Relative paths are looked for below `folder` (the session's). Reading is done off the UI thread.
    void show(const QString& file, int line, const QString& folder);
    [[nodiscard]] const SourceText& text() const { return text_; }
    [[nodiscard]] const QString& message() const {
        return message_;
    } // why there is no text; empty if there is

Q_SIGNALS:
    void loaded();
    void activated(); // double click: open it in the editor

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    SourceText text_;
    QString message_;
    int line_ = 0;
    LatestJob job_;
};

} // namespace lanes
