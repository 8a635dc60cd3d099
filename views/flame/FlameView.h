// Shows where the time goes, call by call: merged, bottom-up, in time order, or one name between its callers and callees.
#pragma once

#include "model/analysis/flame/FlameTree.h"
#include "views/flame/FlameFiles.h"
#include "views/flame/FlamePicture.h"
#include "views/flame/FlameZooms.h"
#include "views/flame/SandwichPanel.h"
#include "views/shared/flame/FlameCanvas.h"
#include "views/shared/session/SessionView.h"

#include <optional>

class QLabel;
class QScrollArea;
class QStackedLayout;

namespace lanes {

// The settings of a flame graph besides its mode.
struct FlameViewPlace {
    std::optional<FlameWeight> weight; // nothing: device time if there is any
    std::uint32_t metric = 0;          // replaces the weight for a profile without times
    FlameSource source = FlameSource::Everything;
    bool collapse = false; // recursion
    bool tidy = true;      // merge modules of one class, leave out frames that only pass a call on
    double threshold = 0;  // hide calls below this share of what is shown
    FlameZooms zooms;
    bool sandwichClosed = false;
};

class ChoiceButton;
class ControlBar;
class EmptyState;
class FilterField;
class SegmentedControl;
class SpineBar;

// Keys: arrows go from box to box, Space zooms, Enter opens the call in the timeline. Backspace or Alt+Left goes back,
// Alt+Right forward. F searches, S shows or hides the sandwich, Esc shows everything again.
class FlameView : public SessionView {
    Q_OBJECT

public:
    enum class Mode { TimeOrder, Merged, BottomUp, Sandwich };

    explicit FlameView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] FlameCanvas& canvas() const { return *canvas_; }
    [[nodiscard]] FilterField& searchField() const { return *search_; }
    [[nodiscard]] SandwichPanel& sandwich() const { return *sandwich_; }
    [[nodiscard]] SpineBar& spine() const { return *spine_; }
    [[nodiscard]] const EmptyState* emptyState() const override;
    [[nodiscard]] Mode mode() const { return mode_; }
    void setMode(Mode mode);
    void setWeight(FlameWeight weight);
    // The same of a profile without times, by the number of its metric.
    void setMetric(int metric);
    void setSource(FlameSource source);
    void setCollapseRecursion(bool collapse);
    // True: merges modules of one class and leaves out frames that only pass a call on.
    void setTidy(bool tidy);
    // Hides calls below this share of what is shown.
    void setThreshold(double share);
    // The settings, to apply to another view of the same session in the same mode.
    [[nodiscard]] const FlameViewPlace& place() const { return place_; }
    void goBack();
    void goForward();
    void showEverything();
    [[nodiscard]] bool canGoBack() const { return place_.zooms.canGoBack(); }
    // In time order only PNG can be exported; exportTo() writes nothing in any other format.
    [[nodiscard]] bool canExport(FlameFormat format) const;
    void exportTo(QIODevice& file, FlameFormat format) const;

protected:
    void refresh() override;
    void followSelection() override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeBar();
    void present(FlamePicture picture);
    void layOut();
    void layOutTree();
    void sayWhyEmpty();
    void say();
    void offerWeights();
    [[nodiscard]] std::uint32_t shownRoot() const { return picture_.rootOf(place_.zooms.current()); }
    [[nodiscard]] SliceId sliceOf(int bar) const;
    void zoomTo(const FlameZoom& zoom);
    void showZoomed();
    void zoomToBar(int bar);
    void choose(int bar);
    void openInTimeline(SliceId slice);
    void showSandwich(const QString& name);
    void placeParts();

    Mode mode_ = Mode::Merged;
    FlameViewPlace place_;
    FlamePicture picture_;
    SliceId chosen_; // of the chosen box
    QString sandwichName_;

    ControlBar* bar_;
    SegmentedControl* modes_;
    ChoiceButton* weights_;
    ChoiceButton* levels_;
    ChoiceButton* more_;
    QLabel* hint_;
    FilterField* search_;
    SpineBar* spine_;
    QStackedLayout* stack_;
    QScrollArea* scroll_;
    FlameCanvas* canvas_;
    EmptyState* empty_;
    SandwichPanel* sandwich_;
};

} // namespace lanes
