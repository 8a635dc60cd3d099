// The panel at the right. It shows everything known about the selected event, or about the whole session if no event is
// selected.
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

    // Sets the session, or null. `folder` is the session's folder, in which relative source paths are searched.
    void setState(ViewState* state, const QString& folder);

    // Sets the folders of sources on this machine, and those that may be shown.
    void setSources(const QList<SourceMapping>& mappings, const QStringList& roots);
    // Sets the origin of the session that is shown next, and the folder with copies of its sources.
    void setSourceOrigin(const SourceOrigin& origin) { sources_.origin = origin; }
    // Shows the source again, because another copy has arrived.
    void showSourceAgain();
    void sayNotFetched(const QString& file, const QString& why);
    [[nodiscard]] const SourcePlaces& sources() const { return sources_; }

    void setKeys(LinkKeys keys) { slice_->setKeys(std::move(keys)); }

    // The content shown for the selected event, a moment after its selection; nothing if no event is selected.
    [[nodiscard]] const std::optional<EventDetails>& content() const { return slice_->content(); }
    [[nodiscard]] const SourcePreview& preview() const { return *preview_; }
    // The whole content as text; empty while no session is open.
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void sourceActivated(const QString& file, int line); // an absolute path if it could be found
    void sourceRootAllowed(const QString& folder);       // the user wants to see sources below this folder
    void locateSourcesRequested();
    void sourceFetchRequested(const QString& file); // path as recorded, on the session's machine
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
    QPointer<Figures> growing_; // figures of the session, while it is followed
    LatestJob contentJob_;
};

} // namespace lanes
