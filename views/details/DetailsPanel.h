// The panel at the right: everything known about the selected event, or about the whole session if none is.
#pragma once

#include "views/details/DetailsPages.h"
#include "views/details/PanelSections.h"
#include "views/details/SlicePage.h"
#include "views/details/SourcePlaces.h"
#include "views/shared/session/LatestJob.h"

#include <QPointer>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>

class QScrollArea;

namespace lanes {

class Appearance;
class Figures;
class PanelHead;
class SourcePreview;
class ViewState;

class DetailsPanel : public QWidget {
    Q_OBJECT

public:
    explicit DetailsPanel(Appearance& appearance, QWidget* parent = nullptr);
    ~DetailsPanel() override;

    // Whose selection to show, or null. `folder`: the session's, where relative source paths are looked for.
    void setState(ViewState* state, const QString& folder);

    // Where sources are on this machine, and which may be shown.
    void setSources(const QList<SourceMapping>& mappings, const QStringList& roots);
    // Where the session is from that is shown next, and where copies of its sources are.
    void setSourceOrigin(const SourceOrigin& origin) { sources_.origin = origin; }
    // There is another copy.
    void showSourceAgain();
    void sayNotFetched(const QString& file, const QString& why);
    [[nodiscard]] const SourcePlaces& sources() const { return sources_; }

    void setKeys(LinkKeys keys) { slice_->setKeys(std::move(keys)); }

    // What the panel shows of the selected event, a moment after it was selected; nothing if none is.
    [[nodiscard]] const std::optional<EventDetails>& content() const { return slice_->content(); }
    [[nodiscard]] const SourcePreview& preview() const { return *preview_; }
    // All that is shown, as text; empty while nothing is open.
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void sourceActivated(const QString& file, int line); // absolute where it could be found out
    void sourceRootAllowed(const QString& folder);       // the user wants to see sources below it
    void locateSourcesRequested();
    void sourceFetchRequested(const QString& file); // as recorded, from where the session is from
    void closeRequested();

private:
    void refresh();
    void showSlice(std::shared_ptr<const Trace> trace, EventDetails content);
    void showSession();
    void showGrowing(const Trace& trace, TimeNs length);
    void fillSession(const SessionDigest& digest);
    void showSpot(const SpotContent& content);
    void forgetSlice();
    [[nodiscard]] DetailsPages pages();
    void showFrame(const PythonFrame& frame);
    void openFrame(const PythonFrame& frame);
    void clear();

    Appearance& appearance_;
    QPointer<ViewState> state_;
    SourcePlaces sources_;
    PanelHead* head_;
    QScrollArea* scroll_;
    PanelSections sections_;
    SlicePage* slice_;
    SourcePreview* preview_;
    std::optional<PythonFrame> previewed_;
    std::optional<Spot> shownSpot_;
    bool showsSession_ = false;
    QPointer<Figures> growing_; // of the session, while it is followed
    LatestJob contentJob_;
};

} // namespace lanes
