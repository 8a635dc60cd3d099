#include "views/timeline/painting/MarkFlags.h"

#include "views/shared/look/Shapes.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr int kFlagTop = 4; // as the brushed range's length has it
constexpr int kFlagHeight = 20;
constexpr int kBareFlag = 9; // width of a flag without a name
constexpr int kFlagPad = 6;
constexpr int kWidestFlag = 180;
constexpr int kLeastFlagText = 24; // less says nothing

TextLook flagLook(const Theme& theme, bool current) {
    return {Fonts::kSmall, current ? 600 : 500, current ? theme.accentText : theme.text};
}

} // namespace

std::vector<MarkFlag> markFlags(const SessionMarks& marks, const TimelineGeometry& geometry,
                                PaintTools& tools, const TimeScale& scale) {
    std::vector<MarkFlag> flags;
    for (const SessionMark& mark : marks.own()) {
        MarkFlag flag{.mark = mark.id, .current = mark.id == marks.current()};
        flag.begin = geometry.head + scale.toPixel(mark.range.begin);
        flag.end = geometry.head + scale.toPixel(mark.range.end);
        if (flag.begin >= geometry.head && flag.begin < geometry.width) {
            flag.box = {flag.begin, tools.px(kFlagTop), tools.px(kBareFlag), tools.px(kFlagHeight)};
            flag.name = mark.name;
        }
        flags.push_back(std::move(flag));
    }
    int room = geometry.width; // until the next flag
    for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
        if (flag->box.isEmpty()) {
            continue;
        }
        if (!flag->name.isEmpty()) {
            const TextLook look = flagLook(tools.theme, flag->current);
            const int wanted =
                std::min(textWidth(tools, flag->name, look) + 2 * tools.px(kFlagPad), tools.px(kWidestFlag));
            const int width = std::min(wanted, room - flag->begin - tools.px(1));
            if (width >= tools.px(kLeastFlagText)) {
                flag->box.setWidth(width);
            } else {
                flag->name.clear();
            }
        }
        room = flag->begin;
    }
    return flags;
}

std::uint64_t markAt(const std::vector<MarkFlag>& flags, QPoint device) {
    const auto at = std::find_if(flags.rbegin(), flags.rend(),
                                 [&](const MarkFlag& flag) { return flag.box.contains(device); });
    return at != flags.rend() ? at->mark : 0;
}

void paintMarkLines(QPainter& painter, const std::vector<MarkFlag>& flags, const TimelineGeometry& geometry,
                    PaintTools& tools) {
    const int hair = tools.metrics.hairline();
    QColor line = tools.theme.accent;
    line.setAlphaF(.8F);
    QColor inside = tools.theme.accent;
    inside.setAlphaF(.06F);
    for (const MarkFlag& flag : flags) {
        const int width = flag.current ? 2 * hair : hair;
        painter.fillRect(flag.begin, geometry.ruler, width, geometry.rowsHeight(), line);
        if (flag.end > flag.begin) {
            painter.fillRect(flag.begin, geometry.ruler, flag.end - flag.begin, geometry.rowsHeight(),
                             inside);
            painter.fillRect(flag.end, geometry.ruler, width, geometry.rowsHeight(), line);
        }
    }
}

void paintMarkFlags(QPainter& painter, const std::vector<MarkFlag>& flags, PaintTools& tools) {
    const Theme& theme = tools.theme;
    const int hair = tools.metrics.hairline();
    for (const MarkFlag& flag : flags) {
        if (flag.box.isEmpty()) {
            continue;
        }
        const QRect stem(flag.begin, flag.box.top(), hair, tools.px(TimelineGeometry::kRulerHeight));
        painter.fillRect(stem, theme.accent);
        if (flag.name.isEmpty()) {
            const QRect bare(flag.begin, flag.box.top(), tools.px(kBareFlag), flag.box.height() / 2);
            fillRounded(painter, bare, tools.px(1), theme.accent);
            if (flag.current) {
                strokeRounded(painter, bare.adjusted(-hair, -hair, hair, hair), tools.px(2), theme.text);
            }
            continue;
        }
        fillRounded(painter, flag.box, tools.px(4), flag.current ? theme.accent : theme.overlay);
        strokeRounded(painter, flag.box, tools.px(4), theme.accent);
        paintText(painter, tools, flag.box.adjusted(tools.px(kFlagPad), 0, -tools.px(kFlagPad) + 1, 0),
                  flag.name, flagLook(theme, flag.current));
    }
}

} // namespace lanes
