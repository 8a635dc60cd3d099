#include "views/details/DetailsText.h"

#include "model/trace/args/JsonText.h"
#include "views/details/StackList.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"

#include <QStringList>

#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr TimeNs kMicrosecond = 1000;

QString facts(const Trace& trace, const EventDetails& content) {
    QStringList lines;
    const auto add = [&lines](const QString& label, const QString& value) {
        lines << label + QLatin1Char('\t') + value;
    };
    add(DetailsText::tr("Start"), DetailsText::start(content));
    add(DetailsText::tr("Duration"), durationText(content.duration));
    add(DetailsText::tr("Self"), durationText(content.self));
    add(DetailsText::tr("Thread"),
        trackName(trace, content.track) + QStringLiteral(" (%1)").arg(toQString(content.thread)));
    add(DetailsText::tr("Process"), toQString(content.process));
    if (content.sequence) {
        add(DetailsText::tr("Sequence number"), QString::number(*content.sequence));
    }
    if (content.deviceTime) {
        add(DetailsText::tr("On the GPU"), durationText(*content.deviceTime));
    }
    if (content.launchDelay) {
        add(DetailsText::tr("After launch"), durationText(*content.launchDelay));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString DetailsText::title(const Trace& trace, const EventDetails& content) {
    const QString more = content.hue == Hue::Autograd ? tr(", backward")
                         : isOwn(content.hue)         ? QStringLiteral(", ") + hueText(content.hue, trace)
                                                      : QString();
    return tr("%1 on %2").arg(kindText(content.kind), trackName(trace, content.track)) + more;
}

QString DetailsText::rank(std::uint32_t rank, std::uint32_t of) {
    const std::uint32_t ten = rank % 100;
    const std::uint32_t one = ten >= 10 && ten <= 20 ? 0 : rank % 10;
    QString place = tr("%1th", "a rank");
    if (one == 1) {
        place = tr("%1st", "a rank");
    } else if (one == 2) {
        place = tr("%1nd", "a rank");
    } else if (one == 3) {
        place = tr("%1rd", "a rank");
    }
    return tr("%1 of %2", "6th of 34").arg(place.arg(countText(rank)), countText(of));
}

QString DetailsText::role(EventLink::Role role) {
    switch (role) {
    case EventLink::Role::Launch:
        return tr("Launch");
    case EventLink::Role::Kernel:
        return tr("Kernels");
    case EventLink::Role::Operator:
        return tr("Operator");
    case EventLink::Role::Forward:
        return tr("Forward");
    case EventLink::Role::Backward:
        return tr("Backward");
    case EventLink::Role::Caller:
        return tr("Inside");
    case EventLink::Role::Flow:
        break;
    }
    return tr("Arrow");
}

QString DetailsText::target(const EventLink& link) {
    const QString name = toQString(link.name);
    return link.count > 1 ? tr("%1 from %2").arg(countText(link.count), name) : name;
}

QString DetailsText::modulePath(const EventDetails& content) {
    constexpr std::size_t kShown = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(kShown, content.modules.size()); ++i) {
        names.prepend(toQString(content.modules[i].text));
    }
    return names.join(QStringLiteral(" \u203a "));
}

QString DetailsText::start(const EventDetails& content) {
    return momentText(content.start, kMicrosecond, std::max(content.start, kMicrosecond));
}

QString DetailsText::stackTitle(const EventDetails& content) {
    return content.stackOfForward ? tr("Python stack of the forward") : tr("Python stack");
}

QString DetailsText::device(const DeviceLimits& device) {
    QStringList facts;
    if (!device.name.empty()) {
        facts << toQString(device.name);
    }
    if (device.multiprocessors > 0) {
        facts << tr("%n multiprocessors", nullptr, static_cast<int>(device.multiprocessors));
    }
    if (device.memoryBytes > 0) {
        facts << bytesText(device.memoryBytes);
    }
    if (device.major > 0) {
        facts << tr("capability %1.%2").arg(device.major).arg(device.minor);
    }
    if (!device.links.empty()) {
        facts << toQString(device.links);
    }
    return facts.join(QStringLiteral(", "));
}

QString DetailsText::property(const std::string& json) {
    const std::size_t end = json.size();
    if (end >= 2 && json.front() == '"' && json.back() == '"') {
        return toQString(unescapeJson(std::string_view(json).substr(1, end - 2)));
    }
    return toQString(json).simplified();
}

QString DetailsText::launchLabel(const std::string& key) {
    static constexpr std::array<std::pair<std::string_view, const char*>, 7> kLabels = {{
        {"grid", QT_TR_NOOP("Grid")},
        {"block", QT_TR_NOOP("Block")},
        {"registers per thread", QT_TR_NOOP("Registers")},
        {"shared memory", QT_TR_NOOP("Shared")},
        {"blocks per SM", QT_TR_NOOP("Blocks / SM")},
        {"warps per SM", QT_TR_NOOP("Warps / SM")},
        {"est. achieved occupancy %", QT_TR_NOOP("Occupancy")},
    }};
    for (const auto& [recorded, label] : kLabels) {
        if (recorded == key) {
            return tr(label);
        }
    }
    return toQString(key);
}

QString DetailsText::launchValue(const RecordedField& field) {
    const QString value = toQString(field.value);
    bool isNumber = false;
    const qlonglong number = value.toLongLong(&isNumber);
    if (field.key == "shared memory" && isNumber) {
        return bytesText(number);
    }
    if (field.key == "est. achieved occupancy %" && isNumber) {
        return percentText(double(number) / 100, 0);
    }
    if (const double real = value.toDouble(&isNumber); isNumber && value.contains(QLatin1Char('.'))) {
        return QString::number(real, 'f', 1); // blocks and warps per multiprocessor come with six places
    }
    return value.startsWith(QLatin1Char('[')) ? value.mid(1, value.size() - 2) : value;
}

QString DetailsText::whole(const Trace& trace, const EventDetails& content) {
    QStringList parts;
    parts << toQString(content.name) << title(trace, content) << facts(trace, content);
    if (!content.links.empty()) {
        parts << QString();
    }
    for (const EventLink& link : content.links) {
        parts << role(link.role) + QLatin1Char('\t') + target(link);
    }
    if (!content.inputs.empty()) {
        parts << QString()
              << tr("Input") + QStringLiteral("\t") + tr("Shape") + QStringLiteral("\t") + tr("Type") +
                     QStringLiteral("\t") + tr("Strides") + QStringLiteral("\t") + tr("Value");
    }
    for (std::size_t i = 0; i < content.inputs.size(); ++i) {
        const InputRow& row = content.inputs[i];
        const bool tensor = row.kind == InputRow::Kind::Tensor || row.kind == InputRow::Kind::List;
        const QString shape = tensor ? QLatin1Char('[') + toQString(row.shape) + QLatin1Char(']') : QString();
        parts << QStringList{row.name.empty() ? QString::number(i) : toQString(row.name), shape,
                             toQString(row.type), toQString(row.strides), toQString(row.value)}
                     .join(QLatin1Char('\t'));
    }
    if (!content.launch.empty() || !content.fields.empty()) {
        parts << QString();
    }
    for (const RecordedField& field : content.launch) {
        parts << launchLabel(field.key) + QLatin1Char('\t') + launchValue(field);
    }
    for (const RecordedField& field : content.fields) {
        parts << toQString(field.key) + QLatin1Char('\t') + toQString(field.value);
    }
    if (!content.stack.empty()) {
        parts << QString() << stackTitle(content);
    }
    for (const PythonFrame& frame : content.stack) {
        parts << QStringLiteral("  %1:%2  %3")
                     .arg(toQString(frame.file))
                     .arg(frame.line)
                     .arg(toQString(frame.function));
    }
    return parts.join(QLatin1Char('\n'));
}

} // namespace lanes
