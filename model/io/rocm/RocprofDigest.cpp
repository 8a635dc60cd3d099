#include "model/io/rocm/RocprofDigest.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace lanes::rocm {

// In the order of kKeyTexts.
enum RocprofDigest::Key : std::uint8_t {
    kAddress,
    kAgentId,
    kAgents,
    kAllocationSize,
    kArgs,
    kBufferRecords,
    kBytes,
    kCallbackRecords,
    kCommand,
    kCorrelationId,
    kCounterId,
    kDemangledName,
    kDispatchData,
    kDispatchId,
    kDispatchInfoKey,
    kDstAgent,
    kEnd,
    kFormattedName,
    kGrid,
    kGroupSegment,
    kHandleKey,
    kId,
    kInternal,
    kKernelId,
    kKernelName,
    kKernelSymbols,
    kKindKey,
    kMarkers,
    kMetadata,
    kName,
    kNodeId,
    kOfType,
    kOperation,
    kPc,
    kPid,
    kPrivateSegment,
    kProduct,
    kQueueId,
    kRecords,
    kSrcAgent,
    kStart,
    kStreamId,
    kThreadId,
    kTimestamp,
    kTypeKey,
    kValue,
    kWorkgroup,
    kX,
    kY,
    kZ,
    kKeys,
};

namespace {

using namespace std::string_view_literals;

constexpr std::array kKeyTexts{"address"sv,
                               "agent_id"sv,
                               "agents"sv,
                               "allocation_size"sv,
                               "args"sv,
                               "buffer_records"sv,
                               "bytes"sv,
                               "callback_records"sv,
                               "command"sv,
                               "correlation_id"sv,
                               "counter_id"sv,
                               "demangled_kernel_name"sv,
                               "dispatch_data"sv,
                               "dispatch_id"sv,
                               "dispatch_info"sv,
                               "dst_agent_id"sv,
                               "end_timestamp"sv,
                               "formatted_kernel_name"sv,
                               "grid_size"sv,
                               "group_segment_size"sv,
                               "handle"sv,
                               "id"sv,
                               "internal"sv,
                               "kernel_id"sv,
                               "kernel_name"sv,
                               "kernel_symbols"sv,
                               "kind"sv,
                               "marker_api"sv,
                               "metadata"sv,
                               "name"sv,
                               "node_id"sv,
                               "logical_node_type_id"sv,
                               "operation"sv,
                               "pc"sv,
                               "pid"sv,
                               "private_segment_size"sv,
                               "product_name"sv,
                               "queue_id"sv,
                               "records"sv,
                               "src_agent_id"sv,
                               "start_timestamp"sv,
                               "stream_id"sv,
                               "thread_id"sv,
                               "timestamp"sv,
                               "type"sv,
                               "value"sv,
                               "workgroup_size"sv,
                               "x"sv,
                               "y"sv,
                               "z"sv};

constexpr std::int64_t kGpu = 2; // rocprofiler_agent_type_t

} // namespace

// The values of one object by key.
class RocprofDigest::Object {
public:
    Object(const RocprofDigest& digest, plain::Items items)
        : values_(digest.values_) {
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const std::uint64_t text = items[i].payload();
            const Key key = items[i].type() == plain::Value::Type::Text && text < digest.keys_.size()
                                ? digest.keys_[text]
                                : kKeys;
            if (key != kKeys) {
                found_[key] = items[i + 1];
                present_ |= std::uint64_t{1} << key;
            }
        }
    }

    template<class... Keys>
    [[nodiscard]] bool has(Keys... keys) const {
        return (((present_ >> keys & 1) != 0) && ...);
    }
    [[nodiscard]] plain::Value at(Key key) const { return found_[key]; }
    [[nodiscard]] std::int64_t number(Key key, std::int64_t otherwise) const {
        return values_.integer(found_[key]).value_or(otherwise);
    }
    [[nodiscard]] StringId text(Key key) const { return values_.text(found_[key]); }
    // The first of these texts that has characters.
    [[nodiscard]] StringId firstText(std::initializer_list<Key> keys) const {
        const auto* const found =
            std::ranges::find_if(keys, [&](Key key) { return !values_.plain(at(key)).empty(); });
        return found == keys.end() ? StringId() : text(*found);
    }

private:
    const plain::Values& values_;
    std::array<plain::Value, kKeys> found_{};
    std::uint64_t present_ = 0; // a bit a key
};

RocprofDigest::RocprofDigest(ImportBuilder& builder, plain::Values& values, Ended ended)
    : builder_(builder)
    , values_(values)
    , ended_(std::move(ended)) {
    static_assert(kKeyTexts.size() == kKeys && kKeys <= 64);
    for (std::size_t key = 0; key < kKeyTexts.size(); ++key) {
        const StringId text = builder_.text(kKeyTexts[key]);
        keys_.resize(std::max<std::size_t>(keys_.size(), text.value + 1), kKeys);
        keys_[text.value] = static_cast<Key>(key);
    }
    values_.digest([this](plain::Items items) { return digest(items); }, {});
}

template<class Row>
void RocprofDigest::keep(std::vector<Row>& rows, Row row) {
    values_.account(sizeof(Row));
    rows.push_back(std::move(row));
}

std::int64_t RocprofDigest::handle(plain::Value value) const {
    const plain::Values::Digest digest = values_.digestOf(value);
    return digest.kind == kHandle ? handles_[digest.number] : values_.integer(value).value_or(-1);
}

std::array<std::int64_t, 3> RocprofDigest::triple(plain::Value value) const {
    const plain::Values::Digest digest = values_.digestOf(value);
    return digest.kind == kTriple ? triples_[digest.number] : std::array<std::int64_t, 3>{};
}

RocprofProcess::Record RocprofDigest::recordOf(const Object& object) const {
    RocprofProcess::Record record{.kind = object.number(kKindKey, -1),
                                  .operation = object.number(kOperation, -1),
                                  .thread = object.number(kThreadId, -1),
                                  .correlation = std::max<std::int64_t>(handle(object.at(kCorrelationId)), 0),
                                  .start = values_.integer(object.at(kStart))};
    record.end = object.number(kEnd, record.start.value_or(0));
    return record;
}

std::string RocprofDigest::argumentsOf(plain::Value value) const {
    const plain::Items items = values_.items(value);
    std::string text;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        if (items[i].type() != plain::Value::Type::Text) {
            break;
        }
        const std::optional<std::int64_t> number = values_.integer(items[i + 1]);
        text += (text.empty() ? "" : ", ") + std::string(values_.plain(items[i])) + "=" +
                (number ? std::to_string(*number) : std::string(values_.plain(items[i + 1])));
    }
    return text;
}

// Of the process: what is no record.
std::optional<plain::Values::Digest> RocprofDigest::digestFacts(const Object& object) {
    if (object.has(kKernelId) && (object.has(kFormattedName) || object.has(kKernelName))) {
        process_.kernels.try_emplace(object.number(kKernelId, -1),
                                     object.firstText({kFormattedName, kDemangledName, kKernelName}));
    } else if (object.has(kId, kNodeId, kTypeKey)) {
        process_.agents.try_emplace(
            handle(object.at(kId)),
            RocprofProcess::Agent{object.number(kTypeKey, 0) == kGpu, object.number(kNodeId, -1),
                                  object.number(kOfType, -1), object.firstText({kProduct, kName})});
    } else if (object.has(kId, kName) && values_.digestOf(object.at(kId)).kind == kHandle) {
        process_.counters.try_emplace(handle(object.at(kId)), object.text(kName));
    } else if (object.has(kPid, kCommand)) {
        process_.pid = object.number(kPid, -1);
        const plain::Items words = values_.items(object.at(kCommand));
        process_.command = words.empty() ? StringId() : values_.text(words.front());
    } else if (object.has(kMetadata) || object.has(kKernelSymbols) || object.has(kAgents)) {
        endProcess();
    } else if (object.has(kBufferRecords, kCallbackRecords)) {
        readStrings(object);
    } else {
        return std::nullopt;
    }
    return plain::Values::Digest{kRead, 0};
}

void RocprofDigest::readStrings(const Object& object) {
    for (const plain::Value& kind : values_.items(object.at(kBufferRecords))) {
        RocprofProcess::Kind made{values_.text(values_.at(kind, "kind")), {}};
        const plain::Items operations = values_.items(values_.at(kind, "operations"));
        made.operations.reserve(operations.size());
        for (const plain::Value& operation : operations) {
            made.operations.push_back(values_.text(operation));
        }
        keep(process_.kinds, std::move(made));
    }
    for (const plain::Value& marker : values_.items(object.at(kMarkers))) {
        if (const auto key = values_.integer(values_.at(marker, "key"))) {
            process_.messages.try_emplace(*key, values_.text(values_.at(marker, "value")));
        }
    }
}

// Counters of one dispatch; a counter has a value for each of its instances.
void RocprofDigest::readCounted(const Object& object) {
    const plain::Values::Digest dispatch = values_.digestOf(object.at(kDispatchData));
    if (dispatch.kind != kCountedDispatch || dispatch.number >= process_.countedDispatches.size()) {
        return;
    }
    RocprofProcess::Dispatch& counted = process_.countedDispatches[dispatch.number];
    counted.record.thread = object.number(kThreadId, counted.record.thread);
    RocprofProcess::Counted made{dispatch.number, {}};
    for (const plain::Value& value : values_.items(object.at(kRecords))) {
        const plain::Values::Digest digest = values_.digestOf(value);
        if (digest.kind != kCounterValue || digest.number >= counterValues_.size()) {
            continue;
        }
        const RocprofProcess::CounterValue& read = counterValues_[digest.number];
        const auto known =
            std::ranges::find(made.values, read.counter, &RocprofProcess::CounterValue::counter);
        if (known == made.values.end()) {
            made.values.push_back(read);
        } else {
            known->value += read.value;
        }
    }
    values_.account(made.values.size() * sizeof(RocprofProcess::CounterValue));
    keep(process_.counted, std::move(made));
}

// A kernel's own record has a kind; without one it is that of its counters.
plain::Values::Digest RocprofDigest::digestDispatch(const Object& object) {
    const plain::Values::Digest info = values_.digestOf(object.at(kDispatchInfoKey));
    RocprofProcess::Dispatch dispatch;
    if (info.kind == kDispatchInfo && info.number + 1 == infos_.size()) {
        dispatch = infos_.back();
        infos_.pop_back();
    }
    dispatch.record = recordOf(object);
    dispatch.stream = handle(object.at(kStreamId));
    if (object.has(kKindKey)) {
        keep(process_.dispatches, dispatch);
        return {kRead, 0};
    }
    keep(process_.countedDispatches, dispatch);
    return {kCountedDispatch, static_cast<std::uint32_t>(process_.countedDispatches.size() - 1)};
}

plain::Values::Digest RocprofDigest::digestRecord(const Object& object) {
    if (object.has(kSrcAgent, kDstAgent)) {
        keep(process_.copies, {.record = recordOf(object),
                               .from = handle(object.at(kSrcAgent)),
                               .to = handle(object.at(kDstAgent)),
                               .stream = handle(object.at(kStreamId)),
                               .bytes = object.number(kBytes, 0)});
    } else if (object.has(kAllocationSize, kAddress)) {
        std::uint64_t address = static_cast<std::uint64_t>(object.number(kAddress, 0));
        std::string_view written = values_.plain(object.at(kAddress)); // "0x00007f…"
        written.remove_prefix(written.starts_with("0x") ? 2 : 0);
        std::from_chars(written.data(), written.data() + written.size(), address, 16);
        keep(process_.allocations, {.record = recordOf(object),
                                    .agent = handle(object.at(kAgentId)),
                                    .address = address,
                                    .bytes = object.number(kAllocationSize, 0)});
    } else if (object.has(kThreadId)) {
        keep(process_.calls, {.record = recordOf(object), .arguments = argumentsOf(object.at(kArgs))});
    } else {
        ++process_.unread["events of the driver"]; // they have no thread
    }
    return {kRead, 0};
}

plain::Values::Digest RocprofDigest::digest(plain::Items items) {
    const Object object(*this, items);
    const std::optional<std::int64_t> own =
        values_.integer(object.at(object.has(kHandleKey) ? kHandleKey : kInternal));
    if (own && (object.has(kHandleKey) || object.has(kInternal))) {
        const auto [known, fresh] =
            numberOfHandle_.try_emplace(*own, static_cast<std::uint32_t>(handles_.size()));
        if (fresh) {
            values_.account(sizeof(*known) * 3);
            handles_.push_back(*own);
        }
        return {kHandle, known->second};
    }
    if (object.has(kX, kY, kZ)) {
        const std::array<std::int64_t, 3> three{object.number(kX, 1), object.number(kY, 1),
                                                object.number(kZ, 1)};
        const auto [known, fresh] =
            numberOfTriple_.try_emplace(three, static_cast<std::uint32_t>(triples_.size()));
        if (fresh) {
            values_.account(sizeof(*known) * 3);
            triples_.push_back(three);
        }
        return {kTriple, known->second};
    }
    if (object.has(kKernelId, kDispatchId)) {
        keep(infos_, {.agent = handle(object.at(kAgentId)),
                      .queue = handle(object.at(kQueueId)),
                      .kernel = object.number(kKernelId, -1),
                      .number = object.number(kDispatchId, -1),
                      .grid = triple(object.at(kGrid)),
                      .group = triple(object.at(kWorkgroup)),
                      .sharedMemory = object.number(kGroupSegment, 0),
                      .privateMemory = object.number(kPrivateSegment, 0)});
        return {kDispatchInfo, static_cast<std::uint32_t>(infos_.size() - 1)};
    }
    if (object.has(kDispatchInfoKey)) {
        return digestDispatch(object);
    }
    if (object.has(kCounterId, kValue)) {
        keep(counterValues_, {handle(object.at(kCounterId)), values_.number(object.at(kValue)).value_or(0)});
        return {kCounterValue, static_cast<std::uint32_t>(counterValues_.size() - 1)};
    }
    if (object.has(kDispatchData, kRecords)) {
        readCounted(object);
        return {kRead, 0};
    }
    if (object.has(kKindKey, kOperation)) {
        return digestRecord(object);
    }
    if (object.has(kPc, kTimestamp)) {
        ++process_.unread["samples of program counters"];
        return {kRead, 0};
    }
    if (object.has(kValue, kTimestamp)) {
        ++process_.unread["streamed counters"];
        return {kRead, 0};
    }
    return digestFacts(object).value_or(plain::Values::Digest{});
}

void RocprofDigest::endProcess() {
    const RocprofProcess ended = std::exchange(process_, {});
    infos_.clear();
    counterValues_.clear();
    ended_(ended);
}

} // namespace lanes::rocm
