#include "views/ranks/RanksPanel.h"

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
        QT_TRANSLATE_NOOP("lanes::RanksPanel", "by collectives"),
        QT_TRANSLATE_NOOP("lanes::RanksPanel", "by the trace's origin"),
        QT_TRANSLATE_NOOP("lanes::RanksPanel", "not aligned")};
    return RanksPanel::tr(kTexts[static_cast<std::size_t>(method)]);
}

QString offsetText(TimeNs offset) {
    return offset > 0 ? QLatin1Char('+') + durationText(offset) : durationText(offset);
}

} // namespace

RanksPanel::RanksPanel(Appearance& appearance, SidePanel& panel, QObject* parent)
    : QObject(parent)
    , appearance_(appearance)
    , panel_(panel) {}

void RanksPanel::show(const Content& content) {
    const RanksTable& rows = content.rows;
    const SharedCollective& one = rows.collective(content.row);
    panel_.begin();
    if (content.holdUp) {
        panel_.add(new PanelParagraph(appearance_, tr("In a steady step the others wait for %1: %2")
                                                       .arg(rows.rankName(content.holdUp->rank),
                                                            durationText(content.holdUp->perStep))));
        panel_.addRule();
    }
    panel_.add(new PanelTitle(
        appearance_,
        {appearance_.theme().hueColor(Hue::Communication),
         {},
         toQString(one.name),
         one.group.empty() ? tr("number %1").arg(one.sequence)
                           : tr("number %1 of group %2").arg(one.sequence).arg(toQString(one.group))}));
    panel_.add(new Figures(appearance_, {{tr("Spread"), durationText(one.spread)},
                                         {tr("Last"), tr("rank %1").arg(rows.lastOf(one).rank)},
                                         {tr("Transfer"), durationText(one.transfer)}}));
    panel_.addRule();
    listArrivals(content);
    listCausers(rows);
    listOverlap(rows);
    listClocks(rows);
    if (!rows.apart().empty()) {
        panel_.setFoot(
            new PanelNote(appearance_, tr("Apart: %1").arg(rows.apartText()),
                          tr("Nothing ties its clock to the others'; it is in no collective here.")));
    }
    panel_.end();
}

void RanksPanel::listArrivals(const Content& content) {
    const RanksTable& rows = content.rows;
    const SharedCollective& one = rows.collective(content.row);
    panel_.add(new SectionHead(appearance_, tr("Who waited"), tr("in the timeline")));
    std::vector<const SharedCollective::Entry*> entries;
    entries.reserve(one.entries.size());
    for (const SharedCollective::Entry& entry : one.entries) {
        entries.push_back(&entry);
    }
    std::ranges::stable_sort(entries, {},
                             [](const SharedCollective::Entry* entry) { return entry->range.begin; });
    for (std::size_t i = 0; i < std::min(kMostListed, entries.size()); ++i) {
        const SharedCollective::Entry& entry = *entries[i];
        PanelLink::Content row;
        row.icon = QStringLiteral("timeline");
        row.text = rows.rankName(entry.rank);
        row.value = entry.rank == one.entries[one.last].rank ? tr("came last") : durationText(entry.wait);
        auto* link = panel_.add(new PanelLink(appearance_, row));
        const SliceId slice = rows.job().records[entry.rank].collectives[entry.call].slice;
        const QPointer<ViewState>& session = content.sessions[static_cast<qsizetype>(entry.rank)];
        connect(link, &PanelLink::clicked, this, [this, session, slice] {
            if (session) {
                Q_EMIT sliceChosen(session, slice);
            }
        });
    }
}

void RanksPanel::listCausers(const RanksTable& rows) {
    const JobRanks& job = rows.job();
    std::vector<std::size_t> order(job.records.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return job.sums[i].caused; });
    const auto most = double(std::max<TimeNs>(job.sums[order.front()].caused, 1));
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Waiting caused by each rank"), tr("in all collectives")));
    for (std::size_t i = 0; i < std::min(kMostListed, order.size()); ++i) {
        const JobRanks::Sum& sum = job.sums[order[i]];
        PanelBar::Content content;
        content.text = rows.rankName(order[i]);
        content.value = durationText(sum.caused);
        content.share = double(sum.caused) / most;
        content.color = appearance_.theme().hueColor(Hue::Sync);
        auto* bar = panel_.add(new PanelBar(appearance_, content));
        bar->setToolTip(tr("It waited %1 itself").arg(durationText(sum.wait)));
    }
}

void RanksPanel::listOverlap(const RanksTable& rows) {
    const JobRanks& job = rows.job();
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Communication"), tr("exposed")));
    for (std::size_t i = 0; i < std::min(kMostListed, job.records.size()); ++i) {
        const RankTimes& times = job.records[i].times;
        const double share = double(times.exposed) / double(std::max<TimeNs>(times.communication, 1));
        PanelBar::Content content;
        content.text = rows.rankName(i);
        content.value = durationText(times.exposed);
        content.count = percentText(share, 0);
        content.share = share;
        content.color = appearance_.theme().hueColor(Hue::Communication);
        auto* bar = panel_.add(new PanelBar(appearance_, content));
        bar->setToolTip(tr("%1 of communication, %2 of computing")
                            .arg(durationText(times.communication), durationText(times.compute)));
    }
}

void RanksPanel::listClocks(const RanksTable& rows) {
    const JobRanks& job = rows.job();
    panel_.addRule(6);
    panel_.add(new SectionHead(appearance_, tr("Clocks"), tr("offset, error")));
    for (std::size_t i = 0; i < std::min(kMostListed, job.records.size()); ++i) {
        const RankClock& clock = job.clocks[i];
        PanelLink::Content content;
        content.icon = QStringLiteral("clock");
        content.text = rows.rankName(i);
        content.detail = i == 0 ? tr("reference") : methodText(clock.method);
        content.second = i > 0 && clock.known() ? offsetText(clock.offset) : QString();
        content.value = !clock.known() ? tr("not known")
                        : i == 0       ? QStringLiteral("\u2013")
                                       : QStringLiteral("\u00b1") + durationText(clock.error, 3);
        content.link = false;
        panel_.add(new PanelLink(appearance_, content));
    }
}

} // namespace lanes
