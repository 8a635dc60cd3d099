#include "model/io/nsys/NsysRanges.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>
#include <vector>

namespace lanes::nsys {

namespace {

using Form = ArgColumn::Form;

// Of ENUM_NSYS_EVENT_TYPE.
enum NvtxEvent : std::int64_t {
    kMark = 34,
    kPushPop = 59,
    kStartEnd = 60,
    kTextPushPop = 70,
    kTextStartEnd = 71,
    kDomain = 75
};

std::optional<std::int64_t> numberAt(std::string_view text) {
    std::int64_t value = 0;
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()
               ? std::optional(value)
               : std::nullopt;
}

// The list that begins at the front, with its closing bracket; nothing where it does not close.
std::string_view listAt(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
        if (depth == 0) {
            return text.substr(0, i + 1);
        }
    }
    return {};
}

bool isPlainList(std::string_view text) {
    return text.starts_with('[') && text.find_first_not_of("[]0123456789, -") == std::string_view::npos;
}

class Ranges {
public:
    Ranges(NsysFile& file, NsysPlaces& places)
        : file_(file)
        , builder_(file.builder())
        , places_(places)
        , operators_(
              builder_.shape({'X', "cpu_op", {{"Sequence number"}, {"op_id"}, {"Input Dims", Form::Raw}}}))
        , ranges_(builder_.shape(
              {'X', "user_annotation", {{"op_id"}, {"domain", Form::String}, {"payload", Form::String}}}))
        , marks_(builder_.shape(
              {'i', "user_annotation", {{"op_id"}, {"domain", Form::String}, {"payload", Form::String}}})) {}

    void read();

private:
    enum : std::size_t { kStart, kEnd, kType, kText, kTextId, kThread, kDomainId, kJson, kJsonId };
    struct Sequenced { // an operator that autograd numbered
        ProcessId process;
        std::int64_t sequence;
        TimeNs start;
        ImportedSlice slice;
        bool backward;
        [[nodiscard]] std::tuple<std::uint32_t, std::int64_t, TimeNs> key() const {
            return {process.value, sequence, start};
        }
    };
    struct Text { // of an event
        StringId name;
        TorchRange torch;
    };

    void readDomains();
    void add(const SqliteRows& row);
    void addMark(const SqliteRows& row, TimeNs start, GlobalId thread);
    void addRange(const SqliteRows& row, TimeNs start, GlobalId thread, std::int64_t type);
    void noteSequence(const TorchRange& torch, TimeNs start, GlobalId thread, ImportedSlice slice);
    [[nodiscard]] std::string_view textOf(const SqliteRows& row) const;
    [[nodiscard]] ImportArgs argsOf(const SqliteRows& row, GlobalId thread, const TorchRange& torch);
    [[nodiscard]] bool isOfNccl(const SqliteRows& row, GlobalId thread) const;
    void linkSequences();

    NsysFile& file_;
    ImportBuilder& builder_;
    NsysPlaces& places_;
    ImportShapeId operators_;
    ImportShapeId ranges_;
    ImportShapeId marks_;
    std::map<std::pair<GlobalId, std::int64_t>, StringId> domains_; // by process and number; quoted names
    std::vector<Sequenced> sequenced_;
};

void Ranges::readDomains() {
    file_.each(
        "NVTX_EVENTS", {"eventType", "globalTid", "domainId", "text", "textId"}, [&](const SqliteRows& row) {
            if (row.integer(0, 0) != kDomain) {
                return;
            }
            const StringId shared = file_.text(row.integer(4));
            const std::string name(row.text(3).empty() && shared.valid() ? builder_.plain(shared)
                                                                         : row.text(3));
            domains_[{GlobalId{row.integer(1, 0)}.process(), row.integer(2, 0)}] = builder_.quoted(name);
        });
}

std::string_view Ranges::textOf(const SqliteRows& row) const {
    const std::string_view own = row.text(kText);
    const StringId shared = own.empty() ? file_.text(row.integer(kTextId)) : StringId();
    return shared.valid() ? builder_.plain(shared) : own;
}

bool Ranges::isOfNccl(const SqliteRows& row, GlobalId thread) const {
    const auto found = domains_.find({thread.process(), row.integer(kDomainId, 0)});
    return found != domains_.end() && builder_.plain(found->second) == "NCCL";
}

ImportArgs Ranges::argsOf(const SqliteRows& row, GlobalId thread, const TorchRange& torch) {
    ImportArgs args;
    if (torch.operatorId) {
        args.integer(0, *torch.operatorId);
    }
    if (const auto domain = domains_.find({thread.process(), row.integer(kDomainId, 0)});
        domain != domains_.end()) {
        args.text(1, domain->second);
    }
    const StringId shared = file_.text(row.integer(kJsonId));
    const std::string_view payload = shared.valid() ? builder_.plain(shared) : row.text(kJson);
    if (!payload.empty()) {
        args.text(2, builder_.quoted(payload));
    }
    return args;
}

void Ranges::addMark(const SqliteRows& row, TimeNs start, GlobalId thread) {
    const std::string text(textOf(row));
    const ImportArgs args = argsOf(row, thread, {});
    builder_.instant(places_.thread(thread), builder_.text(text.empty() ? "mark" : text), start, marks_,
                     args);
}

void Ranges::addRange(const SqliteRows& row, TimeNs start, GlobalId thread, std::int64_t type) {
    const std::string text(textOf(row));
    const TorchRange torch = torchRange(text);
    const auto end = row.integer(kEnd);
    const bool crosses = type == kStartEnd || type == kTextStartEnd;
    ImportedEvent event{builder_.text(torch.name.empty() ? "range" : torch.name), start,
                        end ? lasting(start, *end) : ImportedEvent::kNeverEnded, EventKind::Other};
    const TrackId track = crosses ? places_.ranges(thread) : places_.thread(thread);
    if (!torch.isOperator) {
        event.kind = isOfNccl(row, thread) ? EventKind::Communication : EventKind::Other;
        builder_.slice(track, event, ranges_, argsOf(row, thread, torch));
        return;
    }
    ImportArgs args;
    if (torch.sequence) {
        args.integer(0, *torch.sequence);
    }
    if (torch.operatorId) {
        args.integer(1, *torch.operatorId);
    }
    if (!torch.sizes.empty()) {
        args.text(2, builder_.json(torch.sizes));
    }
    noteSequence(torch, start, thread, builder_.slice(track, event, operators_, args));
}

void Ranges::noteSequence(const TorchRange& torch, TimeNs start, GlobalId thread, ImportedSlice slice) {
    constexpr std::string_view kEngine = "autograd::engine::evaluate_function: ";
    if (torch.sequence && slice.valid()) {
        sequenced_.push_back(
            {places_.process(thread), *torch.sequence, start, slice, torch.name.starts_with(kEngine)});
    }
}

void Ranges::add(const SqliteRows& row) {
    const std::int64_t type = row.integer(kType, 0);
    const auto start = row.integer(kStart);
    const auto thread = row.integer(kThread);
    static constexpr std::array<std::int64_t, 4> kRanges{kPushPop, kStartEnd, kTextPushPop, kTextStartEnd};
    const bool range = std::ranges::find(kRanges, type) != kRanges.end();
    if (!range && type != kMark) {
        return; // names of domains and categories
    }
    if (!start || !thread) {
        builder_.issues().hit(Issue::MissingTime, -1);
    } else if (range) {
        addRange(row, *start, {*thread}, type);
    } else {
        addMark(row, *start, {*thread});
    }
}

// As Kineto draws it: from the last operator of a sequence number on the way forward to what the engine ran for it.
void Ranges::linkSequences() {
    if (!std::ranges::is_sorted(sequenced_, {}, &Sequenced::key)) {
        std::ranges::sort(sequenced_, {}, &Sequenced::key);
    }
    for (std::size_t i = 0; i < sequenced_.size();) {
        const Sequenced* forward = nullptr;
        const Sequenced* backward = nullptr;
        const std::size_t first = i;
        for (; i < sequenced_.size() && sequenced_[i].process == sequenced_[first].process &&
               sequenced_[i].sequence == sequenced_[first].sequence;
             ++i) {
            if (sequenced_[i].backward) {
                backward = backward == nullptr ? &sequenced_[i] : backward;
            } else if (backward == nullptr) {
                forward = &sequenced_[i];
            }
        }
        if (forward != nullptr && backward != nullptr) {
            builder_.link(LinkKind::ForwardBackward, forward->slice, backward->slice);
        }
    }
}

void Ranges::read() {
    readDomains();
    file_.each(
        "NVTX_EVENTS",
        {"start", "end", "eventType", "text", "textId", "globalTid", "domainId", "jsonText", "jsonTextId"},
        [&](const SqliteRows& row) { add(row); });
    linkSequences();
}

} // namespace

TorchRange torchRange(std::string_view text) {
    TorchRange range{text, {}, {}, {}, text.starts_with("aten::")};
    std::size_t suffix = std::string_view::npos;
    const auto field = [&](std::string_view written) {
        const std::size_t at = text.find(written);
        suffix = std::min(suffix, at);
        return at == std::string_view::npos ? std::string_view() : text.substr(at + written.size());
    };
    range.sequence = numberAt(field(", seq = "));
    range.operatorId = numberAt(field(", op_id = "));
    const std::string_view sizes = listAt(field(", sizes = "));
    range.sizes = isPlainList(sizes) ? sizes : std::string_view();
    range.name = text.substr(0, suffix);
    const bool named = range.name.find("::") != std::string_view::npos;
    range.isOperator = range.isOperator || (suffix != std::string_view::npos && (named || range.sequence));
    return range;
}

void readRanges(NsysFile& file, NsysPlaces& places) {
    Ranges(file, places).read();
}

} // namespace lanes::nsys
