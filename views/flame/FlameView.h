// Where the time goes, call by call: merged, bottom-up, in time order, or one name between its callers and callees.
#pragma once

#include "views/flame/FlameScene.h"
#include "views/flame/FlameViewPlace.h"
#include "views/flame/SandwichPanel.h"
#include "views/shared/flame/FlameCanvas.h"
#include "views/shared/session/SessionView.h"

#include <optional>
#include <string>
#include <vector>

class QIODevice;
class QLabel;
class QMenu;
class QScrollArea;
class QStackedLayout;

namespace lanes {

class ChoiceButton;
class ControlBar;
class EmptyState;
class FilterField;
class SegmentedControl;
class SpineBar;

// Keys: arrows go from box to box, Space zooms, Enter opens the call in the timeline, Backspace or Alt+Left goes back,
// Alt+Right forward, F searches, S shows or hides the sandwich, Esc shows everything again.
class FlameView : public SessionView {
    Q_OBJECT

public:
    enum class Mode { TimeOrder, Merged, BottomUp, Sandwich };
    enum class Format { Svg, Png, Collapsed, Speedscope };

    explicit FlameView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] FlameCanvas& canvas() const { return *canvas_; }
    [[nodiscard]] FilterField& searchField() const { return *search_; }
    [[nodiscard]] SandwichPanel& sandwich() const { return *sandwich_; }
    [[nodiscard]] SpineBar& spine() const { return *spine_; }
    [[nodiscard]] const EmptyState* emptyState() const override;
    [[nodiscard]] Mode mode() const { return mode_; }
    void setMode(Mode mode);
    void setWeight(FlameWeight weight);
    void setSource(FlameSource source);
    void setCollapseRecursion(bool collapse);
    // Whether modules of one class are one, and frames that only hand a call on are left out.
    void setTidy(bool tidy);
    // Calls below this share of what is shown are left out.
    void setThreshold(double share);
    // How it stands, for another view of the same session in the same mode; and to stand so.
    [[nodiscard]] FlameViewPlace place() const;
    void standAt(FlameViewPlace place);
    void goBack();
    void goForward();
    void showEverything();
    [[nodiscard]] bool canGoBack() const { return !back_.empty(); }
    // Writes what is shown; nothing in time order but for PNG.
    void exportTo(QIODevice& file, Format format) const;

protected:
    void refresh() override;
    void followSelection() override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    // Made off the UI thread.
    struct Scenes {
        std::shared_ptr<const FlameTree> tree; // not turned upside down
        std::shared_ptr<const FlameScene> scene;
        std::vector<FlameBox> chart;
        std::shared_ptr<const Trace>
            chartTrace; // whose slices they are: the state's may be another one by now
        TimeRange chartRange;
        bool device = false;
    };
    struct Request;
    static Scenes makeScenes(TraceAnalyses& analyses, const Request& request, const std::stop_token& stop);

    void makeBar();
    void present(Scenes scenes);
    void layOut();
    void layOutTree();
    void layOutChart();
    void sayWhyEmpty();
    void say();
    [[nodiscard]] std::uint32_t shownRoot() const;
    [[nodiscard]] FlameCanvas::About aboutNode(std::uint32_t node) const;
    [[nodiscard]] QString valueOfNode(std::uint32_t node) const;
    [[nodiscard]] QString tipOfNode(std::uint32_t node) const;
    [[nodiscard]] FlameCanvas::About aboutSlice(std::uint32_t box) const;
    [[nodiscard]] SliceId sliceOf(int bar) const;
    [[nodiscard]] QString nameOf(int bar) const;
    void zoomTo(const FlameZoom& zoom);
    void zoomToBar(int bar);
    void choose(int bar);
    void openInTimeline(SliceId slice);
    void showSandwich(const QString& name);
    void placeParts();
    [[nodiscard]] QMenu* moreMenu();

    Mode mode_ = Mode::Merged;
    std::optional<FlameWeight> weight_; // nothing: device time where there is any
    FlameSource source_ = FlameSource::Everything;
    bool collapse_ = false;
    bool tidy_ = true;
    double threshold_ = 0;
    Scenes scenes_;
    FlameZoom zoom_;
    SliceId chosen_; // of the box that was
    std::vector<FlameZoom> back_;
    std::vector<FlameZoom> forward_;
    QString sandwichName_;
    bool sandwichClosed_ = false;

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
