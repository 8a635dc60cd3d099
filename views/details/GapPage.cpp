#include "views/details/GapPage.h"

#include "views/details/ChainRow.h"
#include "views/details/DetailsText.h"
#include "views/details/PageRows.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewState.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"
#include "views/shared/text/WaitText.h"

#include <algorithm>
#include <array>

namespace lanes {
namespace {

constexpr int kAround = 2; // lengths of a gap that are shown before and after it

QString partText(GapPart part) {
    const std::array<QString, kGapParts> names{GapPage::tr("The host waited"),
                                               GapPage::tr("The host copied or allocated"),
                                               GapPage::tr("Waiting for DataLoader"),
                                               GapPage::tr("Calls of the runtime"),
                                               GapPage::tr("Operators ran on the host"),
                                               GapPage::tr("Python ran"),
                                               GapPage::tr("Not recorded"),
                                               GapPage::tr("Launched, waited in the queue")};
    return names[static_cast<std::size_t>(part)];
}

// Nothing: waiting, hatched.
QColor partColor(const Theme& theme, GapPart part) {
    static constexpr std::array<Hue, kGapParts> kHues{Hue::Sync,    Hue::Copy,     Hue::DataLoading,
                                                      Hue::Runtime, Hue::Operator, Hue::Python,
                                                      Hue::Other,   Hue::Other};
    return part == GapPart::Queue ? QColor() : theme.hueColor(kHues[static_cast<std::size_t>(part)]);
}

// In order of time. A gap may be in hundreds of stretches.
std::vector<const WaitStretch*> longestProven(const std::vector<WaitStretch>& causes) {
    constexpr std::size_t kShown = 6;
    std::vector<const WaitStretch*> proven;
    for (const WaitStretch& stretch : causes) {
        if (stretch.proof.valid()) {
            proven.push_back(&stretch);
        }
    }
    const auto longer = [](const WaitStretch* a, const WaitStretch* b) {
        return a->range.length() > b->range.length();
    };
    if (proven.size() > kShown) {
        std::ranges::nth_element(proven, proven.begin() + kShown, longer);
        proven.resize(kShown);
    }
    std::ranges::sort(proven, {}, [](const WaitStretch* stretch) { return stretch->range.begin; });
    return proven;
}

void show(ViewState& state, const Spot& spot, TimeRange gap) {
    const TimeNs air = gap.length() * kAround;
    state.setVisible({gap.begin - air, gap.end + air});
    state.selectSpot(spot);
}

} // namespace

void GapPage::add(const GapContent& gap) {
    rows_.add(new Figures(rows_.look(), {{tr("Duration"), durationText(gap.gap.length())},
                                         {tr("Rank"), DetailsText::rank(gap.rank, gap.count)},
                                         {tr("All gaps"), durationText(gap.idle)}}));
    rows_.add(new FieldRow(rows_.look(), {tr("Most likely"), waitText(mainCause(gap.causes))}));
    if (gap.remedy) { // as Advice says it
        rows_.addSection(tr("What to do"), tr("see Advice"));
        rows_.add(new PanelParagraph(rows_.look(), adviceText(gap.remedy->title)));
        rows_.add(new PanelParagraph(rows_.look(), adviceText(gap.remedy->remedy)));
    }
    addCauses(gap);
    if (gap.cause) {
        addChain(gap);
        addCause(*gap.cause, gap.gap.length());
    } else {
        rows_.addField(tr("Launch"), tr("not recorded"));
    }
    rows_.addSplit(gap.meanwhile, tr("Activity during the gap"), tr("sums to the gap"));
    addLargest(gap);
    rows_.addSection(tr("Links"));
    rows_.addField(tr("From"), rows_.moment(gap.gap.begin));
    rows_.addField(tr("To"), rows_.moment(gap.gap.end));
    rows_.addLink(QStringLiteral("link"), tr("Before"), gap.before);
    rows_.addLink(QStringLiteral("link"), tr("After"), gap.after);
    rows_.addLink(QStringLiteral("link"), tr("Launch"), gap.launch);
    rows_.addLink(QStringLiteral("operators"), tr("Operator"), gap.op);
}

// The sums, and what shows the longest stretches.
void GapPage::addCauses(const GapContent& gap) {
    rows_.addSection(tr("Why"), tr("sums to the gap"));
    const CauseTimes times = causeTimes(gap.causes);
    std::vector<PanelSplit::Part> parts;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const auto cause = static_cast<WaitCause>(i);
        if (times[i] > 0) {
            parts.push_back({waitText(cause), durationText(times[i]),
                             percentText(double(times[i]) / double(gap.gap.length())), double(times[i]),
                             waitColor(rows_.look().theme(), cause)});
        }
    }
    rows_.add(new PanelSplit(rows_.look(), std::move(parts)));
    const Trace& trace = *rows_.state().trace();
    for (const WaitStretch* stretch : longestProven(gap.causes)) {
        PanelLink::Content content;
        content.dot = waitColor(rows_.look().theme(), stretch->cause);
        content.text = toQString(trace.text(trace.slice(stretch->proof).name));
        content.second = percentText(double(stretch->confidence), 0);
        content.value = durationText(stretch->range.length());
        auto* row = new PanelLink(rows_.look(), content);
        row->setToolTip(tr("%1, confidence %2").arg(waitText(stretch->cause), content.second));
        QObject::connect(row, &PanelLink::clicked, &rows_.state(),
                         [state = &rows_.state(), slice = stretch->proof] { state->reveal(slice); });
        rows_.add(row);
    }
}

void GapPage::addChain(const GapContent& gap) {
    rows_.addSection(tr("Cause chain"), tr("from the gap to its cause"));
    const Trace& trace = *rows_.state().trace();
    const auto nameOf = [&](SliceId slice) {
        return slice.valid() ? toQString(trace.text(trace.slice(slice).name)) : QString();
    };
    int number = 0;
    for (const GapLink& link : gap.chain) {
        ChainRow::Content content;
        content.number = ++number;
        content.last = number == static_cast<int>(gap.chain.size());
        content.value = link.time ? durationText(*link.time) : QString();
        content.how = tr("measured");
        content.detail = nameOf(link.slice);
        content.link = link.slice.valid();
        switch (link.kind) {
        case GapLink::Kind::Idle:
            content.title = tr("The device was idle");
            content.detail = tr("nothing ran on %1").arg(trackName(trace, gap.track));
            break;
        case GapLink::Kind::Late:
            content.title = tr("Waited for a launch");
            break;
        case GapLink::Kind::Queued:
            content.title = tr("Waited in the queue");
            break;
        case GapLink::Kind::Part:
            content.title = partText(link.part);
            break;
        case GapLink::Kind::Operator:
            content.title = tr("In %1").arg(nameOf(link.slice));
            content.detail = tr("the operator around it");
            break;
        case GapLink::Kind::Code: {
            const QString code = toQString(link.code);
            const qsizetype colon = code.lastIndexOf(QLatin1String("): "));
            content.title = colon < 0 ? code : code.mid(colon + 3);
            content.detail =
                code.left(std::max<qsizetype>(colon, 0)).replace(QLatin1Char('('), QLatin1Char(':'));
            content.how = tr("from the stack");
            break;
        }
        }
        auto* row = new ChainRow(rows_.look(), content);
        if (content.link) {
            QObject::connect(row, &ChainRow::clicked, &rows_.state(),
                             [state = &rows_.state(), slice = link.slice] { state->reveal(slice); });
        }
        rows_.add(row);
    }
}

// From the end of the work before to the begin of the next, along the thread that launched it.
void GapPage::addCause(const GapCause& cause, TimeNs gap) {
    rows_.addSection(tr("Launching thread"), tr("sums to the gap"));
    std::vector<PanelSplit::Part> parts;
    for (int i = 0; i < kGapParts; ++i) {
        const auto part = static_cast<GapPart>(i);
        if (const TimeNs time = cause.of(part); time > 0) {
            parts.push_back({partText(part), durationText(time), percentText(double(time) / double(gap)),
                             double(time), partColor(rows_.look().theme(), part)});
        }
    }
    rows_.add(new PanelSplit(rows_.look(), std::move(parts)));
}

void GapPage::addLargest(const GapContent& gap) {
    rows_.addSection(tr("Largest gaps of this row"), tr("start, length"));
    for (const GapContent::Other& other : gap.largest) {
        const bool current = other.range.begin == gap.gap.begin;
        PanelLink::Content content;
        content.icon = QStringLiteral("gap");
        content.text = rows_.moment(other.range.begin);
        content.detail = waitText(other.most);
        content.value = durationText(other.range.length());
        content.link = !current;
        content.strong = current;
        auto* row = new PanelLink(rows_.look(), content);
        const Spot spot{Spot::Kind::Gap, other.range.begin + other.range.length() / 2, gap.track, 0};
        if (!current) {
            QObject::connect(
                row, &PanelLink::clicked, &rows_.state(),
                [state = &rows_.state(), spot, range = other.range] { show(*state, spot, range); });
        }
        rows_.add(row);
    }
}

} // namespace lanes
