// Some lines of source around the line that ran, on canvas. If they cannot be shown, it says why and offers a remedy. It asks
// once about an unknown folder, and a file that is elsewhere can be searched.
#pragma once

#include "views/details/SourcePlaces.h"
#include "views/details/SourceText.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/session/LatestJob.h"

namespace lanes {

class PanelLink;

class SourcePreview : public PanelRow {
    Q_OBJECT

public:
    explicit SourcePreview(Appearance& appearance, QWidget* parent = nullptr);

    // `file` is the path as recorded. The file is read off the UI thread.
    void show(const QString& file, int line, const SourcePlaces& places);
    [[nodiscard]] const SourceText& text() const { return text_; }
    // The reason why there is no text; empty if there is text.
    [[nodiscard]] const QString& message() const { return message_; }
    // The machine from which the shown text was fetched; empty: this machine.
    [[nodiscard]] const QString& from() const { return from_; }
    // Shows why a file requested by fetchRequested() did not arrive.
    void sayNotFetched(const QString& file, const QString& why);
    // The file, as recorded, if it is not on this machine. Empty if it is, or while nothing is shown.
    [[nodiscard]] QString missingFile() const;

Q_SIGNALS:
    void loaded();
    void activated(); // double click: open it in the editor
    // The user wants to see sources below this folder.
    void rootAllowed(const QString& folder);
    void locateRequested();
    // The file, as recorded, is wanted from the session's machine. The user agrees to it now, or has agreed before.
    void fetchRequested(const QString& file);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    struct Shown {
        SourceText text;
        QString message; // why there is no text
        QString root;    // folder to ask the user about
        QString from;    // machine that the text was fetched from
        bool missing = false;
    };
    [[nodiscard]] static Shown read(const QString& file, int line, const SourcePlaces& places,
                                    const std::stop_token& stop);
    void take(Shown shown);
    void place();
    void askToFetch();

    PanelLink* allow_;
    PanelLink* locate_;
    PanelLink* fetch_;
    QString file_;
    QString root_;
    QString from_;
    SourceOrigin origin_; // origin of the file shown or asked about
    SourceText text_;
    QString message_;
    int line_ = 0;
    LatestJob job_;
};

} // namespace lanes
