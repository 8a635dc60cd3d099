// The panel beside the collectives: who came when, who makes the others wait, what hides communication, and the clocks.
#include "views/ranks/RanksView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace lanes {
namespace {

constexpr std::size_t kMostListed = 16; // ranks of a section

QString methodText(RankClock::Method method) {
    static const std::array<const char*, 3> kTexts{
        QT_TRANSLATE_NOOP("lanes::RanksView", "by collectives"),
        QT_TRANSLATE_NOOP("lanes::RanksView", "by the trace's origin"),
        QT_TRANSLATE_NOOP("lanes::RanksView", "not aligned")};
    return RanksView::tr(kTexts[static_cast<std::size_t>(method)]);
}

QString offsetText(TimeNs offset) {
    return offset > 0 ? QLatin1Char('+') + durationText(offset) : durationText(offset);
}

} // namespace

void RanksView::showRow(std::uint32_t row) {
    const SharedCollective& one = rows_->collective(row);
    panel().begin();
    panel().add(new PanelTitle(
        look(),
        {look().theme().hueColor(Hue::Communication),
         {},
         toQString(one.name),
         one.group.empty() ? tr("number %1").arg(one.sequence)
                           : tr("number %1 of group %2").arg(one.sequence).arg(toQString(one.group))}));
    panel().add(new Figures(look(), {{tr("Spread"), durationText(one.spread)},
                                     {tr("Last"), tr("rank %1").arg(rows_->lastOf(one).rank)},
                                     {tr("Transfer"), durationText(one.transfer)}}));
    panel().addRule();
    listArrivals(one);
    listCausers();
    listOverlap();
    listClocks();
    if (!rows_->apart().empty()) {
        panel().setFoot(
            new PanelNote(look(), tr("Apart: %1").arg(apartText()),
                          tr("Nothing ties its clock to the others'; it is in no collective here.")));
    }
    panel().end();
}

void RanksView::listArrivals(const SharedCollective& one) {
    panel().add(new SectionHead(look(), tr("Who waited"), tr("in the timeline")));
    std::vector<const SharedCollective::Entry*> entries;
    entries.reserve(one.entries.size());
    for (const SharedCollective::Entry& entry : one.entries) {
        entries.push_back(&entry);
    }
    std::ranges::stable_sort(entries, {},
                             [](const SharedCollective::Entry* entry) { return entry->range.begin; });
    for (std::size_t i = 0; i < std::min(kMostListed, entries.size()); ++i) {
        const SharedCollective::Entry& entry = *entries[i];
        PanelLink::Content content;
        content.icon = QStringLiteral("timeline");
        content.text = rows_->rankName(entry.rank);
        content.value = entry.rank == one.entries[one.last].rank ? tr("came last") : durationText(entry.wait);
        auto* link = panel().add(new PanelLink(look(), content));
        const SliceId slice = rows_->job().records[entry.rank].collectives[entry.call].slice;
        connect(link, &PanelLink::clicked, this, [session = QPointer(stateOf(entry.rank)), slice] {
            if (session) {
                session->goTo(slice);
            }
        });
    }
}

void RanksView::listCausers() {
    const JobRanks& job = rows_->job();
    std::vector<std::size_t> order(job.records.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return job.sums[i].caused; });
    const auto most = double(std::max<TimeNs>(job.sums[order.front()].caused, 1));
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Who makes the others wait"), tr("in all collectives")));
    for (std::size_t i = 0; i < std::min(kMostListed, order.size()); ++i) {
        const JobRanks::Sum& sum = job.sums[order[i]];
        PanelBar::Content content;
        content.text = rows_->rankName(order[i]);
        content.value = durationText(sum.caused);
        content.share = double(sum.caused) / most;
        content.color = look().theme().hueColor(Hue::Sync);
        auto* bar = panel().add(new PanelBar(look(), content));
        bar->setToolTip(tr("It waited %1 itself").arg(durationText(sum.wait)));
    }
}

void RanksView::listOverlap() {
    const JobRanks& job = rows_->job();
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Communication"), tr("that nothing hid")));
    for (std::size_t i = 0; i < std::min(kMostListed, job.records.size()); ++i) {
        const RankTimes& times = job.records[i].times;
        const double share = double(times.exposed) / double(std::max<TimeNs>(times.communication, 1));
        PanelBar::Content content;
        content.text = rows_->rankName(i);
        content.value = durationText(times.exposed);
        content.count = percentText(share, 0);
        content.share = share;
        content.color = look().theme().hueColor(Hue::Communication);
        auto* bar = panel().add(new PanelBar(look(), content));
        bar->setToolTip(tr("%1 of communication, %2 of computing")
                            .arg(durationText(times.communication), durationText(times.compute)));
    }
}

void RanksView::listClocks() {
    const JobRanks& job = rows_->job();
    panel().addRule(6);
    panel().add(new SectionHead(look(), tr("Clocks"), tr("offset, error")));
    for (std::size_t i = 0; i < std::min(kMostListed, job.records.size()); ++i) {
        const RankClock& clock = job.clocks[i];
        PanelLink::Content content;
        content.icon = QStringLiteral("clock");
        content.text = rows_->rankName(i);
        content.detail = i == 0 ? tr("reference") : methodText(clock.method);
        content.second = i > 0 && clock.known() ? offsetText(clock.offset) : QString();
        content.value = !clock.known() ? tr("not known")
                        : i == 0       ? QStringLiteral("\u2013")
                                       : QStringLiteral("\u00b1") + durationText(clock.error, 3);
        content.link = false;
        panel().add(new PanelLink(look(), content));
    }
}

} // namespace lanes
