// The page of the details panel about one event, in sections: figures, links, stack, inputs and what else is known.
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

// The keys that follow the links of an event in the timeline; empty: no key is named.
struct LinkKeys {
    QString back;
    QString forward;
};

// UI thread.
class SlicePage : public QObject {
    Q_OBJECT

public:
    // `head` and `sections` outlive this object.
    SlicePage(Appearance& appearance, PanelHead& head, PanelSections& sections, QObject* parent);
    ~SlicePage() override;

    // Shows the `content` of an event of `trace`; links lead through `state`. While a session grows, each snapshot calls it
    // again for the same event. Then only sections with changed content are replaced.
    void show(const QPointer<ViewState>& state, std::shared_ptr<const Trace> trace, EventDetails content);
    void setKeys(LinkKeys keys);
    // Called when something else is shown.
    void forget();
    // Nothing while something else is shown.
    [[nodiscard]] const std::optional<EventDetails>& content() const { return content_; }
    // The whole content as text. There must be a content.
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void stackChanged(bool any); // `any`: the new stack has lines; emitted before one is chosen
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
    void addReproducer();
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
