// Some lines of source around the one that ran, on canvas; or why they cannot be shown, and what can be done about it: a
// folder that is not known is asked about once, a file that is elsewhere can be looked for.
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

    // `file` as recorded. Reading is done off the UI thread.
    void show(const QString& file, int line, const SourcePlaces& places);
    [[nodiscard]] const SourceText& text() const { return text_; }
    [[nodiscard]] const QString& message() const {
        return message_;
    } // why there is no text; empty if there is
    // Where the shown text was fetched from; empty: it is of this machine.
    [[nodiscard]] const QString& from() const { return from_; }
    // Why a file that fetchRequested() asked for did not come.
    void sayNotFetched(const QString& file, const QString& why);
    // The file, as recorded, if it is not on this machine; empty if it is, or where nothing is shown.
    [[nodiscard]] QString missingFile() const;

Q_SIGNALS:
    void loaded();
    void activated(); // double click: open it in the editor
    // The user wants to see sources below this folder.
    void rootAllowed(const QString& folder);
    void locateRequested();
    // The file, as recorded, is wanted from where the session is from: the user agrees to it, or has before.
    void fetchRequested(const QString& file);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    struct Shown {
        SourceText text;
        QString message; // why there is none
        QString root;    // to be asked about
        QString from;    // the machine that it was fetched from
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
    SourceOrigin origin_; // of what is shown or asked about
    SourceText text_;
    QString message_;
    int line_ = 0;
    LatestJob job_;
};

} // namespace lanes
