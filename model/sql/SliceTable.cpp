#include "model/sql/SliceTable.h"

#include "model/base/StopLook.h"
#include "model/trace/KinetoCategory.h"
#include "model/trace/OwnClasses.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>

namespace lanes::sql {

namespace {

enum : int {
    kId,
    kTs,
    kDur,
    kTrackId,
    kCategory,
    kName,
    kDepth,
    kParentId,
    kArgSetId,
    kRank,
    kClass,
    kSelfDur,
    kStartId, // of ancestor_slice and descendant_slice, and null in slice
    kSliceId,
    kCat,
    kThreadTs,
    kThreadDur
};

// Arguments are the first hidden columns, as SQLite counts them.
std::vector<Column> columnsOf(SlicesOf which) {
    return std::vector<Column>{{"id", "INTEGER"},
                               {"ts", "INTEGER"},
                               {"dur", "INTEGER"},
                               {"track_id", "INTEGER"},
                               {"category", "TEXT"},
                               {"name", "TEXT"},
                               {"depth", "INTEGER"},
                               {"parent_id", "INTEGER"},
                               {"arg_set_id", "INTEGER"},
                               {"rank", "INTEGER"},
                               {"class", "TEXT"},
                               {"self_dur", "INTEGER"},
                               {"start_id", "INTEGER", true, which != SlicesOf::Trace},
                               {"slice_id", "INTEGER", true},
                               {"cat", "TEXT", true},
                               {"thread_ts", "INTEGER", true},
                               {"thread_dur", "INTEGER", true}};
}

// Categories as the file has them; of slices without a layout those that their kind has in Kineto's files.
class Categories {
public:
    explicit Categories(const Trace& trace) {
        for (const auto& layout : trace.args().layouts) {
            layouts_.push_back(add(unescapeJson(trace.text(layout->category))));
        }
        for (int kind = 0; kind < kEventKinds; ++kind) {
            kinds_[static_cast<std::size_t>(kind)] =
                add(std::string(kinetoCategory(static_cast<EventKind>(kind))));
        }
    }

    // A number of texts(): the rank of the text among all.
    [[nodiscard]] std::uint32_t of(const Segment& segment, std::uint32_t i) const {
        const LayoutId layout = segment.layout[i];
        return ranks_[layout.value < layouts_.size() ? layouts_[layout.value]
                                                     : kinds_[static_cast<std::size_t>(segment.kind[i])]];
    }
    // Ends what is added: in the order of the texts.
    void rank() {
        for (const auto& [text, number] : numbers_) {
            ranks_.resize(numbers_.size());
            ranks_[number] = static_cast<std::uint32_t>(texts_.size());
            texts_.push_back(&text);
        }
    }
    [[nodiscard]] const std::vector<const std::string*>& texts() const { return texts_; }

private:
    std::uint32_t add(std::string text) {
        return numbers_.try_emplace(std::move(text), static_cast<std::uint32_t>(numbers_.size()))
            .first->second;
    }

    std::map<std::string, std::uint32_t> numbers_;
    std::vector<std::uint32_t> layouts_;
    std::array<std::uint32_t, kEventKinds> kinds_{};
    std::vector<std::uint32_t> ranks_;
    std::vector<const std::string*> texts_;
};

// What slices can be grouped by.
constexpr std::array kGroups{kName, kCategory, kTrackId, kClass, kDepth};

} // namespace

class SliceIndex {
public:
    explicit SliceIndex(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace))
        , categories_(*trace_)
        , segments_(trace_->tracks().size()) {
        categories_.rank();
        for (std::uint32_t i = 0; i < trace_->segments().size(); ++i) {
            segments_[trace_->segments()[i]->track.value].push_back(i);
        }
    }

    [[nodiscard]] const Trace& trace() const { return *trace_; }
    [[nodiscard]] const Categories& categories() const { return categories_; }
    [[nodiscard]] const std::vector<std::uint32_t>& segmentsOf(std::int64_t track) const {
        static const std::vector<std::uint32_t> kNone;
        return track >= 0 && track < static_cast<std::int64_t>(segments_.size())
                   ? segments_[static_cast<std::size_t>(track)]
                   : kNone;
    }
    // All slices by these columns, those of one value by id. Made once. Throws Stopped.
    const std::vector<std::uint32_t>& ordered(std::span<const int> columns, const StopLook& look) {
        std::vector<std::uint32_t>& ids = orders_[{columns.begin(), columns.end()}];
        if (ids.empty() && trace_->sliceCount() > trace_->firstSlice()) {
            std::vector<std::uint32_t> order(trace_->sliceCount() - trace_->firstSlice());
            std::iota(order.begin(), order.end(), trace_->firstSlice());
            for (std::size_t i = columns.size(); i-- > 0;) {
                order = sorted(order, columns[i], look);
            }
            ids = std::move(order);
        }
        return ids;
    }

private:
    // Stable. O(slices + values).
    std::vector<std::uint32_t> sorted(const std::vector<std::uint32_t>& ids, int column,
                                      const StopLook& look) {
        const std::vector<std::uint32_t> keys = keysOf(column, look);
        const std::uint32_t first = trace_->firstSlice();
        std::vector<std::uint32_t> places(keys.empty() ? 1 : *std::ranges::max_element(keys) + 2);
        for (const std::uint32_t key : keys) {
            ++places[key + 1];
        }
        std::partial_sum(places.begin(), places.end(), places.begin());
        std::vector<std::uint32_t> result(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            look.at(i);
            result[places[keys[ids[i] - first]]++] = ids[i];
        }
        return result;
    }
    // Of each slice a number that rises with the column's value.
    std::vector<std::uint32_t> keysOf(int column, const StopLook& look) const {
        switch (column) {
        case kName:
            return keysOf(look,
                          [ranks = nameRanks(look)](const Segment& segment, std::uint32_t i, std::uint32_t) {
                              return nameRank(ranks, segment.name[i]);
                          });
        case kCategory:
            return keysOf(look, [this](const Segment& segment, std::uint32_t i, std::uint32_t) {
                return categories_.of(segment, i);
            });
        case kTrackId:
            return keysOf(look, [](const Segment& segment, std::uint32_t, std::uint32_t) {
                return segment.track.value;
            });
        case kClass:
            return keysOf(look, [ranks = hueRanks()](const Segment& segment, std::uint32_t i, std::uint32_t) {
                return ranks[static_cast<std::size_t>(segment.hue[i])];
            });
        default:
            return keysOf(look, [](const Segment&, std::uint32_t, std::uint32_t depth) { return depth; });
        }
    }
    // key(segment, index there, depth)
    template<class Key>
    std::vector<std::uint32_t> keysOf(const StopLook& look, const Key& key) const {
        std::vector<std::uint32_t> keys;
        keys.reserve(trace_->sliceCount() - trace_->firstSlice());
        for (const auto& segment : trace_->segments()) {
            look.now();
            for (std::uint32_t depth = 0; depth < segment->depths(); ++depth) {
                for (std::uint32_t i = segment->laneBegin[depth]; i < segment->laneBegin[depth + 1]; ++i) {
                    keys.push_back(key(*segment, i, depth));
                }
            }
        }
        return keys;
    }
    // 0: no name, which sorts before all.
    static std::uint32_t nameRank(const std::vector<std::uint32_t>& ranks, StringId name) {
        return name.value < ranks.size() ? ranks[name.value] : 0;
    }
    // By name, those that slices have.
    std::vector<std::uint32_t> nameRanks(const StopLook& look) const {
        std::vector<std::uint32_t> ranks(trace_->strings().size());
        for (const auto& segment : trace_->segments()) {
            look.now();
            for (const StringId name : segment->name) {
                if (name.value < ranks.size()) {
                    ranks[name.value] = 1;
                }
            }
        }
        std::vector<std::uint32_t> used;
        for (std::uint32_t id = 0; id < ranks.size(); ++id) {
            if (ranks[id] != 0) {
                used.push_back(id);
            }
        }
        std::size_t compared = 0;
        std::ranges::sort(used, lookingAt(look, compared, [this](std::uint32_t a, std::uint32_t b) {
                              return trace_->text(StringId(a)) < trace_->text(StringId(b));
                          }));
        for (std::uint32_t rank = 0; rank < used.size(); ++rank) {
            ranks[used[rank]] = rank + 1;
        }
        return ranks;
    }
    std::vector<std::uint32_t> hueRanks() const {
        std::vector<std::string_view> names;
        names.reserve(kAllHues);
        for (int hue = 0; hue < kAllHues; ++hue) {
            names.push_back(categoryName(static_cast<Hue>(hue), trace_->ownClasses()));
        }
        std::vector<std::string_view> sortedNames = names;
        std::ranges::sort(sortedNames);
        std::vector<std::uint32_t> ranks;
        ranks.reserve(names.size());
        for (const std::string_view name : names) {
            ranks.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(sortedNames, name) -
                                                       sortedNames.begin()));
        }
        return ranks;
    }

    std::shared_ptr<const Trace> trace_;
    Categories categories_;
    std::vector<std::vector<std::uint32_t>> segments_; // by track
    std::map<std::vector<int>, std::vector<std::uint32_t>> orders_;
};

namespace {

// Of names or categories: those that a query's terms allow.
class TextTerms {
public:
    // text(i) of `count` texts. Terms that are no texts say nothing; SQLite checks them.
    template<class Text>
    TextTerms(std::span<const Bound> bounds, int column, std::size_t count, const Text& text) {
        for (const Bound& bound : bounds) {
            if (bound.term.column != column || sqlite3_value_type(bound.value) != SQLITE_TEXT) {
                continue;
            }
            if (allowed_.empty()) {
                allowed_.assign(count, true);
            }
            const auto* const wanted = reinterpret_cast<const char*>(sqlite3_value_text(bound.value));
            const auto length = static_cast<std::size_t>(sqlite3_value_bytes(bound.value));
            for (std::size_t i = 0; i < count; ++i) {
                allowed_[i] = allowed_[i] && holds(bound.term.compare, {wanted, length}, text(i));
            }
        }
    }
    [[nodiscard]] bool isAny() const { return allowed_.empty(); }
    [[nodiscard]] bool allows(std::uint32_t i) const { return i < allowed_.size() && allowed_[i]; }

private:
    static bool holds(Compare compare, std::string_view wanted, std::string_view text) {
        if (compare == Compare::Equal) {
            return text == wanted;
        }
        const std::string ended(text);
        return (compare == Compare::Like ? sqlite3_strlike(wanted.data(), ended.c_str(), 0)
                                         : sqlite3_strglob(wanted.data(), ended.c_str())) == 0;
    }

    std::vector<bool> allowed_; // empty: all
};

class SliceCursor : public Cursor {
public:
    SliceCursor(SliceIndex& index, SlicesOf which, const StopLook& look)
        : index_(index)
        , trace_(index.trace())
        , which_(which)
        , look_(look) {}

    bool start(std::span<const Bound> bounds, std::span<const int> order, std::string& /*error*/) override {
        try {
            choose(bounds, order);
        } catch (const Stopped&) {
            return false;
        }
        next();
        return true;
    }
    void next() override {
        if (!byId_) {
            nextInPieces();
            return;
        }
        while (at_ < ids_.size()) {
            place(ids_[at_++]);
            if (accepts()) {
                return;
            }
        }
        segment_ = nullptr;
    }
    [[nodiscard]] bool atEnd() const override { return segment_ == nullptr; }
    void column(sqlite3_context* result, int column) override;
    [[nodiscard]] std::int64_t rowId() const override { return segment_->first + i_; }

private:
    struct Piece {
        std::uint32_t segment;
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t depth;
    };

    void choose(std::span<const Bound> bounds, std::span<const int> order);
    void choosePieces(std::span<const Bound> bounds);
    void addPieces(std::uint32_t segment, Interval depths, Interval times);
    // Takes these ids in place of pieces of lanes.
    void take(const std::vector<SliceId>& ids) {
        own_.clear();
        for (const SliceId id : ids) {
            own_.push_back(id.value);
        }
        ids_ = own_;
        byId_ = true;
    }
    [[nodiscard]] bool isSlice(Interval ids) const {
        return ids.least == ids.most && ids.least >= 0 && ids.least < Id<int>::kNone &&
               trace_.has(SliceId(static_cast<std::uint32_t>(ids.least)));
    }
    [[nodiscard]] std::vector<SliceId> around(SliceId id) const;
    void place(std::uint32_t id);
    void nextInPieces();
    [[nodiscard]] bool accepts() const {
        return (names_ == nullptr || names_->allows(segment_->name[i_].value)) &&
               (categories_ == nullptr || categories_->allows(index_.categories().of(*segment_, i_)));
    }
    [[nodiscard]] std::uint32_t depth() const {
        return static_cast<std::uint32_t>(std::ranges::upper_bound(segment_->laneBegin, i_) -
                                          segment_->laneBegin.begin()) -
               1;
    }

    SliceIndex& index_;
    const Trace& trace_;
    SlicesOf which_;
    const StopLook& look_;
    std::unique_ptr<TextTerms> names_; // null: all
    std::unique_ptr<TextTerms> categories_;
    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> own_;
    std::span<const std::uint32_t> ids_;
    bool byId_ = false;
    std::size_t at_ = 0; // the next of pieces_ or ids_
    std::uint32_t number_ = 0;
    const Segment* segment_ = nullptr; // null: at the end
    std::uint32_t i_ = 0;
    std::uint32_t end_ = 0; // of the piece
};

void SliceCursor::choose(std::span<const Bound> bounds, std::span<const int> order) {
    pieces_.clear();
    ids_ = {};
    byId_ = false;
    at_ = 0;
    segment_ = nullptr;
    i_ = end_ = 0;
    const auto terms = [&](int column, std::size_t count, const auto& text) {
        auto made = std::make_unique<TextTerms>(bounds, column, count, text);
        return made->isAny() ? nullptr : std::move(made);
    };
    const auto& texts = index_.categories().texts();
    categories_ = terms(kCategory, texts.size(), [&](std::size_t i) { return std::string_view(*texts[i]); });
    names_ = terms(kName, trace_.strings().size(), [&](std::size_t i) {
        look_.at(i);
        return trace_.text(StringId(static_cast<std::uint32_t>(i)));
    });
    const Interval ids = intervalOf(bounds, kId);
    const Interval parents = intervalOf(bounds, kParentId);
    const Interval starts = intervalOf(bounds, kStartId);
    if (which_ != SlicesOf::Trace) {
        take(isSlice(starts) ? around(SliceId(static_cast<std::uint32_t>(starts.least)))
                             : std::vector<SliceId>());
    } else if (!ids.isAll() && ids.least >= ids.most) {
        take(isSlice(ids) ? std::vector{SliceId(static_cast<std::uint32_t>(ids.least))}
                          : std::vector<SliceId>());
    } else if (!parents.isAll()) {
        take(isSlice(parents) ? trace_.children(SliceId(static_cast<std::uint32_t>(parents.least)))
                              : std::vector<SliceId>());
    } else if (!order.empty()) {
        ids_ = index_.ordered(order, look_);
        byId_ = true;
    } else {
        choosePieces(bounds);
    }
}

void SliceCursor::choosePieces(std::span<const Bound> bounds) {
    const Interval tracks = intervalOf(bounds, kTrackId);
    const Interval depths = intervalOf(bounds, kDepth);
    const Interval times = intervalOf(bounds, kTs);
    if (tracks.isEmpty() || depths.isEmpty() || times.isEmpty()) {
        return;
    }
    if (!tracks.isAll()) {
        for (const std::uint32_t segment : index_.segmentsOf(tracks.least)) {
            addPieces(segment, depths, times);
        }
        return;
    }
    for (std::uint32_t segment = 0; segment < trace_.segments().size(); ++segment) {
        look_.at(segment);
        addPieces(segment, depths, times);
    }
}

void SliceCursor::addPieces(std::uint32_t number, Interval depths, Interval times) {
    const Segment& segment = *trace_.segments()[number];
    if (segment.size() == 0 ||
        (!times.isAll() && (segment.firstStart() > times.most || segment.lastStart() < times.least))) {
        return;
    }
    if (depths.isAll() && times.isAll()) {
        pieces_.push_back({number, 0, segment.size(), 0});
        return;
    }
    for (std::uint32_t depth = 0; depth < segment.depths(); ++depth) {
        if (depth < depths.least || depth > depths.most) {
            continue;
        }
        const auto begin = segment.start.begin() + segment.laneBegin[depth];
        const auto end = segment.start.begin() + segment.laneBegin[depth + 1];
        const auto first = std::lower_bound(begin, end, times.least);
        const auto last = std::upper_bound(first, end, times.most);
        if (first != last) {
            pieces_.push_back({number, static_cast<std::uint32_t>(first - segment.start.begin()),
                               static_cast<std::uint32_t>(last - segment.start.begin()), depth});
        }
    }
}

std::vector<SliceId> SliceCursor::around(SliceId id) const {
    std::vector<SliceId> found;
    if (which_ == SlicesOf::Ancestors) {
        for (SliceId up = trace_.slice(id).parent; up.valid(); up = trace_.slice(up).parent) {
            found.push_back(up);
        }
        std::ranges::reverse(found);
        return found;
    }
    found = trace_.children(id);
    for (std::size_t i = 0; i < found.size(); ++i) { // grows meanwhile
        look_.at(i);
        const std::vector<SliceId> below = trace_.children(found[i]);
        found.insert(found.end(), below.begin(), below.end());
    }
    return found;
}

// Ids mostly rise: the segment of the one before is looked at first.
void SliceCursor::place(std::uint32_t id) {
    const auto& segments = trace_.segments();
    const Segment* segment = segment_;
    if (segment == nullptr || id - segment->first >= segment->size()) {
        if (segment != nullptr && number_ + 1 < segments.size() &&
            id - segments[number_ + 1]->first < segments[number_ + 1]->size()) {
            ++number_;
        } else {
            number_ = trace_.locate(SliceId(id)).segment;
        }
        segment = segments[number_].get();
    }
    segment_ = segment;
    i_ = id - segment->first;
}

void SliceCursor::nextInPieces() {
    ++i_;
    while (true) {
        if (segment_ == nullptr || i_ >= end_) {
            if (at_ == pieces_.size()) {
                segment_ = nullptr;
                return;
            }
            const Piece& piece = pieces_[at_++];
            segment_ = trace_.segments()[piece.segment].get();
            i_ = piece.begin;
            end_ = piece.end;
        }
        if (names_ != nullptr) {
            while (i_ < end_ && !names_->allows(segment_->name[i_].value)) {
                ++i_;
            }
        }
        if (i_ < end_ && accepts()) {
            return;
        }
        ++i_;
    }
}

void SliceCursor::column(sqlite3_context* result, int column) {
    const Segment& segment = *segment_;
    const SliceId id(segment.first + i_);
    switch (column) {
    case kId:
    case kSliceId:
        sqlite3_result_int64(result, id.value);
        break;
    case kTs:
        sqlite3_result_int64(result, segment.start[i_]);
        break;
    case kDur:
        sqlite3_result_int64(result, segment.duration[i_]);
        break;
    case kTrackId:
        sqlite3_result_int64(result, segment.track.value);
        break;
    case kCategory:
    case kCat:
        if (const std::string& text = *index_.categories().texts()[index_.categories().of(segment, i_)];
            !text.empty()) {
            giveText(result, text);
        }
        break;
    case kName:
        if (segment.name[i_].value < trace_.strings().size()) {
            giveText(result, trace_.text(segment.name[i_]));
        }
        break;
    case kDepth:
        sqlite3_result_int64(result, depth());
        break;
    case kParentId:
        if (segment.parent[i_].valid()) {
            sqlite3_result_int64(result, segment.parent[i_].value);
        }
        break;
    case kArgSetId: {
        const ArgLayout* const layout = trace_.args().layout(segment.layout[i_]);
        if (layout != nullptr && !layout->columns.empty()) {
            sqlite3_result_int64(result, id.value);
        }
        break;
    }
    case kRank:
        if (const auto rank = trace_.processes()[trace_.tracks()[segment.track.value].process.value].rank;
            rank >= 0) {
            sqlite3_result_int64(result, rank);
        }
        break;
    case kClass:
        giveText(result, categoryName(segment.hue[i_], trace_.ownClasses()));
        break;
    case kSelfDur:
        sqlite3_result_int64(result, trace_.selfTime(id));
        break;
    default: // not recorded
        break;
    }
}

class SliceTable : public SqlTable {
public:
    SliceTable(std::shared_ptr<SliceIndex> index, SlicesOf which, const std::stop_token& stop)
        : index_(std::move(index))
        , which_(which)
        , look_(stop)
        , columns_(columnsOf(which)) {}

    [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
    [[nodiscard]] Plan plan(const Wish& wish) const override;
    [[nodiscard]] std::unique_ptr<Cursor> open() override {
        return std::make_unique<SliceCursor>(*index_, which_, look_);
    }

private:
    std::shared_ptr<SliceIndex> index_;
    SlicesOf which_;
    StopLook look_;
    std::vector<Column> columns_;
};

// What a term leaves, as parts of all slices: of those that are looked at, and of those that come out.
struct Share {
    double looked = 1;
    double out = 1;
};
std::optional<Share> shareOf(const Term& term, double slices, double tracks) {
    const bool isEqual = term.compare == Compare::Equal;
    const bool isText = isEqual || term.compare == Compare::Like || term.compare == Compare::Glob;
    switch (term.column) {
    case kTs:
        return isEqual ? Share{1 / slices, 1 / slices} : Share{0.3, 0.3};
    case kTrackId:
        return isEqual ? std::optional(Share{1 / tracks, 1 / tracks}) : std::nullopt;
    case kDepth:
        return isEqual ? std::optional(Share{0.2, 0.2}) : std::nullopt;
    case kId:
        return isEqual ? std::optional(Share{1 / slices, 1 / slices}) : std::nullopt;
    case kParentId:
        return isEqual ? std::optional(Share{2 / slices, 2 / slices}) : std::nullopt;
    case kName:
        return isText ? std::optional(Share{0.1, 0.01}) : std::nullopt;
    case kCategory:
        return isText ? std::optional(Share{0.2, 0.2}) : std::nullopt;
    default:
        return std::nullopt;
    }
}

Plan SliceTable::plan(const Wish& wish) const {
    const Trace& trace = index_->trace();
    const double slices = std::max(1.0, static_cast<double>(trace.sliceCount() - trace.firstSlice()));
    Share left;
    Plan plan;
    bool chooses =
        which_ != SlicesOf::Trace; // by a place, so that an order of all slices would be in the way
    for (const Term& term : wish.terms) {
        const auto share = shareOf(term, slices, static_cast<double>(trace.tracks().size()));
        plan.uses.push_back(share.has_value());
        if (share) {
            left = {left.looked * share->looked, left.out * share->out};
            chooses = chooses ||
                      (term.column != kCategory && !(term.column == kName && term.compare != Compare::Equal));
        }
    }
    plan.cost = std::max(1.0, slices * left.looked);
    plan.rows = std::max(1.0, slices * left.out);
    if (which_ != SlicesOf::Trace) {
        plan.cost = plan.rows = 20;
    }
    plan.ordered = !chooses && !wish.order.empty() && std::ranges::all_of(wish.order, [](int column) {
        return std::ranges::find(kGroups, column) != kGroups.end();
    });
    return plan;
}

} // namespace

std::shared_ptr<SliceIndex> sliceIndex(std::shared_ptr<const Trace> trace) {
    return std::make_shared<SliceIndex>(std::move(trace));
}

std::unique_ptr<SqlTable> sliceTable(std::shared_ptr<SliceIndex> index, SlicesOf which,
                                     const std::stop_token& stop) {
    return std::make_unique<SliceTable>(std::move(index), which, stop);
}

} // namespace lanes::sql
