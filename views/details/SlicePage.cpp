#include "views/details/SlicePage.h"

#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/PythonFrames.h"
#include "model/analysis/operators/Reproducer.h"
#include "model/analysis/text/KernelName.h"
#include "views/details/DetailsText.h"
#include "views/details/DurationHistogram.h"
#include "views/details/InputsTable.h"
#include "views/details/PanelHead.h"
#include "views/details/PanelSections.h"
#include "views/details/StackList.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/Text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// What a session says of kernels of Triton and torch.compile: the sources that they come from, and what a launch gave them.
class KernelOrigin {
public:
    explicit KernelOrigin(const std::vector<RecordedField>& fields);

    // The lines of the program that it was made of, then its own source and the generated code that launches it.
    [[nodiscard]] const std::vector<PythonFrame>& sources() const { return sources_; }
    // By parameter: what it was given, and of which type it is.
    [[nodiscard]] const std::vector<Figure>& arguments() const { return arguments_; }
    // Whether a field is part of these.
    [[nodiscard]] static bool tells(std::string_view key);

private:
    std::vector<PythonFrame> sources_;
    std::vector<Figure> arguments_;
};

constexpr std::string_view kSourceLines = "source lines", kSource = "kernel source", kCode = "generated code",
                           kTypes = "kernel arguments", kGiven = "launch arguments",
                           kConstants = "kernel constants";

constexpr std::array kTold{kSourceLines, kSource, kCode, kTypes, kGiven, kConstants};

QString valueOf(const std::vector<RecordedField>& fields, std::string_view key) {
    const auto found = std::ranges::find(fields, key, &RecordedField::key);
    return found == fields.end() ? QString() : toQString(found->value);
}

// "/tmp/add.py:12"
PythonFrame frameAt(const QString& place, const QString& called) {
    PythonFrame frame;
    const qsizetype colon = place.lastIndexOf(QLatin1Char(':'));
    bool hasLine = false;
    frame.line = place.mid(colon + 1).toInt(&hasLine);
    frame.function = called.toStdString();
    frame.file = (hasLine ? place.left(colon) : place).toStdString();
    return frame;
}

// "x_ptr=0x7f00, n=3" or "x_ptr: *fp32, n: i32"
std::vector<Figure> pairsOf(const QString& text, QLatin1String between) {
    std::vector<Figure> pairs;
    for (const QString& part : text.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        const qsizetype at = part.indexOf(between);
        if (at > 0) {
            pairs.push_back({part.left(at), part.mid(at + between.size())});
        }
    }
    return pairs;
}

KernelOrigin::KernelOrigin(const std::vector<RecordedField>& fields) {
    for (const QString& line : valueOf(fields, kSourceLines).split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        sources_.push_back(parseFrame(line.toStdString()));
    }
    if (const QString source = valueOf(fields, kSource); !source.isEmpty()) {
        sources_.push_back(frameAt(source, QCoreApplication::translate("lanes::KernelOrigin", "The kernel")));
    }
    if (const QString code = valueOf(fields, kCode); !code.isEmpty()) {
        sources_.push_back(frameAt(code, QCoreApplication::translate("lanes::KernelOrigin", "Its launch")));
    }
    const std::vector<Figure> types = pairsOf(valueOf(fields, kTypes), QLatin1String(": "));
    arguments_ = pairsOf(valueOf(fields, kGiven), QLatin1String("="));
    std::ranges::copy(pairsOf(valueOf(fields, kConstants), QLatin1String("=")),
                      std::back_inserter(arguments_));
    for (const Figure& type : types) {
        const auto given = std::ranges::find(arguments_, type.label, &Figure::label);
        if (given == arguments_.end()) {
            arguments_.push_back(type);
        } else {
            given->value += QStringLiteral("  ") + type.value;
        }
    }
}

bool KernelOrigin::tells(std::string_view key) {
    return std::ranges::find(kTold, key) != kTold.end();
}

constexpr int kRuleAir = 8; // above and below a rule, together with half a row
constexpr std::size_t kSiblingFigure = 2;
constexpr std::size_t kLinksSection = 1;

QString iconOf(EventLink::Role role) {
    static constexpr std::array<const char*, 7> kIcons = {"link",    "operators", "link", "link",
                                                          "kernels", "stack",     "link"};
    return QString::fromLatin1(kIcons[static_cast<std::size_t>(role)]);
}

// The key with which the timeline follows the same link, see followLink(): of several only the first.
QString keyOf(EventLink::Role role, const std::vector<EventLink>& links, const LinkKeys& keys) {
    const auto isThere = [&](EventLink::Role other) {
        return std::ranges::find(links, other, &EventLink::role) != links.end();
    };
    switch (role) {
    case EventLink::Role::Launch:
        return keys.back;
    case EventLink::Role::Forward:
        return isThere(EventLink::Role::Launch) ? QString() : keys.back;
    case EventLink::Role::Kernel:
        return keys.forward;
    case EventLink::Role::Backward:
        return isThere(EventLink::Role::Kernel) ? QString() : keys.forward;
    default:
        return {};
    }
}

// Their values apart.
bool haveSameFigures(const EventDetails& a, const EventDetails& b) {
    return a.launchDelay.has_value() == b.launchDelay.has_value() &&
           a.deviceTime.has_value() == b.deviceTime.has_value() && a.start == b.start &&
           a.thread == b.thread && a.process == b.process && a.sequence == b.sequence && a.open == b.open;
}

} // namespace

SlicePage::SlicePage(Appearance& appearance, PanelHead& head, PanelSections& sections, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , head_(head)
    , sections_(sections) {}

SlicePage::~SlicePage() = default;

void SlicePage::show(const QPointer<ViewState>& state, std::shared_ptr<const Trace> trace,
                     EventDetails content) {
    state_ = state;
    trace_ = std::move(trace);
    std::ranges::stable_sort(content.links, {}, &EventLink::role);
    const std::optional<EventDetails> before = std::exchange(content_, std::move(content));
    const QString recorded = toQString(content_->name);
    head_.showSlice(content_->hue, shadeOf(content_->name), DetailsText::title(*trace_, *content_),
                    content_->kind == EventKind::Kernel ? toQString(foldedKernelName(content_->name))
                                                        : recorded,
                    recorded);
    fillChanged(before);
    showFigures();
    startSiblings();
}

void SlicePage::setKeys(LinkKeys keys) {
    keys_ = std::move(keys);
    if (content_) {
        sections_.fill(kLinksSection, [this] { addLinks(); });
    }
}

void SlicePage::forget() {
    siblingsJob_.cancel();
    content_.reset();
    trace_.reset();
}

QString SlicePage::asText() const {
    return DetailsText::whole(*trace_, *content_);
}

void SlicePage::fillChanged(const std::optional<EventDetails>& before) {
    const bool same = before && before->slice == content_->slice;
    if (!same) {
        sections_.clear();
    }
    struct Section {
        void (SlicePage::*add)();
        bool changed; // since it was filled
    };
    const auto differs = [&](auto... parts) {
        return !same || ((*before.*parts != *content_.*parts) || ...);
    };
    using Details = EventDetails;
    const bool fields = differs(&Details::fields);
    const std::array<Section, 9> sections{{
        {&SlicePage::addFigures, !same || !haveSameFigures(*before, *content_)},
        {&SlicePage::addLinks, differs(&Details::links, &Details::modules)},
        // in sight without scrolling in the smallest window
        {&SlicePage::addStack, differs(&Details::stack, &Details::stackOfForward)},
        {&SlicePage::addKernelSources, fields},
        {&SlicePage::addInputs, differs(&Details::inputs, &Details::inputsOf)},
        {&SlicePage::addArguments, fields},
        {&SlicePage::addMemory, differs(&Details::allocations, &Details::allocationCount,
                                        &Details::allocatedBytes, &Details::freedBytes)},
        {&SlicePage::addLaunch, differs(&Details::launch)},
        {&SlicePage::addFields, fields},
    }};
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (sections[i].changed) {
            sections_.fill(i, [this, add = sections[i].add] { (this->*add)(); });
        }
    }
}

void SlicePage::showFigures() {
    figures_->setFigure(0, durationText(content_->duration));
    figures_->setFigure(1, durationText(content_->launchDelay.value_or(content_->self)));
    if (content_->deviceTime) {
        figures_->setFigure(kSiblingFigure, durationText(*content_->deviceTime));
    }
}

void SlicePage::addFigures() {
    figures_ = new Figures(appearance_,
                           {{tr("Duration"), {}},
                            {content_->launchDelay ? tr("After launch") : tr("Self"), {}},
                            {content_->deviceTime ? tr("On the GPU") : tr("Rank"), QStringLiteral("…")}});
    sections_.add(figures_);
    histogram_ = new DurationHistogram(appearance_, content_->hue);
    sections_.add(histogram_);
    std::vector<Figure> place{
        {tr("Start"), DetailsText::start(*content_)},
        {runsOnDevice(content_->kind) ? tr("Stream") : tr("Thread"), toQString(content_->thread)}};
    if (content_->sequence) {
        place.push_back({tr("Sequence number"), QString::number(*content_->sequence)});
    } else {
        place.push_back({tr("Process"), toQString(content_->process)});
    }
    sections_.add(new FieldGrid(appearance_, std::move(place)));
    if (content_->open) {
        sections_.add(new FieldRow(appearance_, {tr("End"), tr("had not ended when the recording did")}));
    }
}

void SlicePage::addLinks() {
    if (content_->links.empty() && content_->modules.empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    sections_.add(new SectionHead(appearance_, tr("Links")));
    const TimeNs step = 1000;
    for (const EventLink& link : content_->links) {
        auto* row = new LinkRow(appearance_,
                                {iconOf(link.role), DetailsText::role(link.role), DetailsText::target(link),
                                 momentText(link.start, step, std::max(link.start, step)),
                                 keyOf(link.role, content_->links, keys_)});
        connect(row, &LinkRow::clicked, this, [this, target = link.target] {
            if (state_) {
                state_->reveal(target);
            }
        });
        sections_.add(row);
    }
    if (!content_->modules.empty()) {
        addModule();
    }
}

// A click leads to the call of the module, where the session has it.
void SlicePage::addModule() {
    auto* row = new LinkRow(appearance_, {QStringLiteral("module"), tr("Module"),
                                          DetailsText::modulePath(*content_), QString(), QString()});
    const SliceId call = content_->modules.front().slice;
    row->setEnabled(call.valid());
    connect(row, &LinkRow::clicked, this, [this, call] {
        if (state_) {
            state_->reveal(call);
        }
    });
    sections_.add(row);
}

void SlicePage::addInputs() {
    if (content_->inputs.empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    const bool own = content_->inputsOf == content_->slice;
    sections_.add(new SectionHead(appearance_, own ? tr("Inputs") : tr("Inputs of the operator")));
    sections_.add(new InputsTable(appearance_, content_->inputs));
    if (isReproducible(*trace_, content_->inputsOf)) {
        addReproducer();
    }
}

void SlicePage::addReproducer() {
    PanelLink::Content content;
    content.icon = QStringLiteral("copy");
    content.text = tr("Copy as reproducer");
    content.detail = tr("a script that runs it alone");
    auto* row = new PanelLink(appearance_, content);
    connect(row, &PanelLink::clicked, this, [trace = trace_, op = content_->inputsOf] {
        const std::string file = QFileInfo(toQString(trace->info().source)).fileName().toStdString();
        QGuiApplication::clipboard()->setText(toQString(reproducerOf(*trace, op, file)));
    });
    sections_.add(row);
}

void SlicePage::addMemory() {
    if (content_->allocationCount == 0 && content_->freedBytes == 0) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    sections_.add(
        new SectionHead(appearance_, tr("Memory"),
                        tr("%1 allocated, %2 freed")
                            .arg(bytesText(content_->allocatedBytes), bytesText(content_->freedBytes))));
    const TimeNs step = 1000;
    for (const EventAllocation& block : content_->allocations) {
        auto* row = new LinkRow(appearance_, {QStringLiteral("memory"),
                                              tr("Block"),
                                              bytesText(block.bytes),
                                              momentText(block.start, step, std::max(block.start, step)),
                                              {}});
        connect(row, &LinkRow::clicked, this, [this, event = block.event] {
            if (state_ && state_->trace() && event < state_->trace()->memory().size()) {
                state_->selectSpot({Spot::Kind::Memory, state_->trace()->memory().time[event], {}, event});
            }
        });
        sections_.add(row);
    }
}

void SlicePage::addLaunch() {
    if (content_->launch.empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    sections_.add(new SectionHead(appearance_, tr("Launch")));
    std::vector<Figure> fields;
    for (const RecordedField& field : content_->launch) {
        fields.push_back({DetailsText::launchLabel(field.key), DetailsText::launchValue(field)});
    }
    sections_.add(new FieldGrid(appearance_, std::move(fields)));
}

void SlicePage::addStack() {
    Q_EMIT stackChanged(!content_->stack.empty());
    if (content_->stack.empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    auto* list = new StackList(appearance_, content_->stack);
    const int folded = list->foldedCount();
    const QString frames = tr("%n frames", nullptr, static_cast<int>(content_->stack.size()));
    sections_.add(new SectionHead(appearance_, DetailsText::stackTitle(*content_),
                                  folded > 0 ? tr("%1, %2 folded").arg(frames, countText(folded)) : frames));
    follow(list);
    sections_.add(list);
    if (list->current() >= 0) {
        Q_EMIT frameChosen(list->frames()[static_cast<std::size_t>(list->current())]);
    }
}

// Who shows us shows the line that is chosen in a list, and opens the one that is activated.
void SlicePage::follow(StackList* list) {
    const auto frame = [list](int at) { return list->frames()[static_cast<std::size_t>(at)]; };
    connect(list, &StackList::currentChanged, this, [this, frame](int at) {
        if (at >= 0) {
            Q_EMIT frameChosen(frame(at));
        }
    });
    connect(list, &StackList::activated, this, [this, frame](int at) {
        if (at >= 0) {
            Q_EMIT frameActivated(frame(at));
        }
    });
}

void SlicePage::addKernelSources() {
    const KernelOrigin origin(content_->fields);
    if (origin.sources().empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    sections_.add(new SectionHead(appearance_, tr("Made from")));
    auto* list = new StackList(appearance_, origin.sources());
    list->setAccessibleName(tr("Sources of the kernel"));
    follow(list);
    sections_.add(list);
}

void SlicePage::addArguments() {
    const KernelOrigin origin(content_->fields);
    if (origin.arguments().empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    sections_.add(new SectionHead(appearance_, tr("Arguments of the kernel")));
    for (const Figure& argument : origin.arguments()) {
        sections_.add(new FieldRow(appearance_, argument));
    }
}

void SlicePage::addFields() {
    std::vector<RecordedField> fields = content_->fields;
    std::erase_if(fields, [](const RecordedField& field) { return KernelOrigin::tells(field.key); });
    if (fields.empty()) {
        return;
    }
    sections_.add(new PanelRule(appearance_, kRuleAir, 3));
    sections_.add(new SectionHead(appearance_, tr("As recorded")));
    for (const RecordedField& field : fields) {
        sections_.add(new FieldRow(appearance_, {toQString(field.key), toQString(field.value)}));
    }
}

void SlicePage::startSiblings() {
    siblingsJob_.run([trace = trace_, slice = content_->slice](
                         std::stop_token stop) { return siblingsOf(*trace, slice, std::move(stop)); },
                     [this](const Siblings& siblings) { showSiblings(siblings); });
}

void SlicePage::showSiblings(const Siblings& siblings) {
    if (siblings.count == 0 || !figures_ || !histogram_) {
        return;
    }
    if (!content_->deviceTime) {
        figures_->setFigure(kSiblingFigure, siblings.count > 1
                                                ? DetailsText::rank(siblings.rank, siblings.count)
                                                : tr("the only one"));
    }
    histogram_->setVisible(siblings.count > 1);
    histogram_->setSiblings(siblings);
}

} // namespace lanes
