// The page of the details panel that is about one event: figures, links, stack, inputs and what else is known of it, in sections.
#pragma once

#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/Siblings.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>

namespace lanes {

class Appearance;
class DurationHistogram;
class Figures;
class PanelHead;
class PanelSections;
class StackList;
class ViewState;

// Which keys follow its links in the timeline; empty: none is told.
struct LinkKeys {
    QString back;
    QString forward;
};

// UI thread.
class SlicePage : public QObject {
    Q_OBJECT

public:
    // `head` and `sections` outlive this.
    SlicePage(Appearance& appearance, PanelHead& head, PanelSections& sections, QObject* parent);
    ~SlicePage() override;

    // `content` of an event of `trace`; links lead through `state`. While a session grows, the same event is told with every
    // snapshot: only the sections whose content has changed are made anew.
    void show(const QPointer<ViewState>& state, std::shared_ptr<const Trace> trace, EventDetails content);
    void setKeys(LinkKeys keys);
    // Something else is shown.
    void forget();
    // Nothing while something else is shown.
    [[nodiscard]] const std::optional<EventDetails>& content() const { return content_; }
    // All of it as text. There must be a content.
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void stackChanged(bool any); // it is another one, with or without lines; before one of them is chosen
    void frameChosen(const lanes::PythonFrame& frame);
    void frameActivated(const lanes::PythonFrame& frame);

private:
    void fillChanged(const std::optional<EventDetails>& before);
    void showFigures();
    void addFigures();
    void addLinks();
    void addModule();
    void addStack();
    void addKernelSources();
    void addInputs();
    void addArguments();
    void addMemory();
    void addLaunch();
    void addFields();
    void follow(StackList* list);
    void startSiblings();
    void showSiblings(const Siblings& siblings);

    Appearance& appearance_;
    PanelHead& head_;
    PanelSections& sections_;
    QPointer<ViewState> state_;
    std::shared_ptr<const Trace> trace_;
    std::optional<EventDetails> content_;
    QPointer<Figures> figures_;
    QPointer<DurationHistogram> histogram_;
    LinkKeys keys_;
    LatestJob siblingsJob_;
};

} // namespace lanes
