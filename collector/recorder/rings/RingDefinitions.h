// What the records of one ring mean by their ids: names, code, Python stacks and the shapes of arguments.
#pragma once

#include "collector/recorder/flight/StepWatch.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "collector/ring/RingReader.h"
#include "model/session/SessionWriter.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// One thread. Ids are slots that are given out anew, so what is asked for is what was defined last.
class RingDefinitions {
public:
    struct Name {
        StringId text;
        StringId overload;
        StepKind step = StepKind::None;
    };

    // Both outlive this.
    RingDefinitions(session::SessionWriter& writer, OperatorRows& rows)
        : writer_(writer)
        , rows_(rows) {}

    // Takes a record of one of the types Define...; false if it makes no sense.
    bool define(const ring::RecordView& record);

    // Null for what was never defined.
    [[nodiscard]] const Name* name(std::uint32_t id) const {
        const Name* found = find(names_, id);
        return found != nullptr && found->text.valid() ? found : nullptr;
    }
    [[nodiscard]] Signature* signature(std::uint32_t id) {
        const auto found = signatures_.find(id);
        return found != signatures_.end() ? &found->second : nullptr;
    }
    // None for 0 and for what was never defined.
    [[nodiscard]] StackId stack(std::uint32_t id) const {
        const StackId* found = find(stacks_, id);
        return found != nullptr ? *found : StackId();
    }

private:
    struct Code {
        StringId file;
        StringId function;
    };

    template<class Entry>
    [[nodiscard]] static const Entry* find(const std::vector<Entry>& table, std::uint32_t id) {
        return id != 0 && id < table.size() ? &table[id] : nullptr;
    }
    bool defineName(const ring::RecordView& record);
    bool defineCode(const ring::RecordView& record);
    bool defineStack(const ring::RecordView& record);
    [[nodiscard]] StringId clean(std::string_view text);

    session::SessionWriter& writer_;
    OperatorRows& rows_;
    std::vector<Name> names_;
    std::vector<Code> codes_;
    std::vector<StackId> stacks_;
    std::unordered_map<std::uint32_t, Signature> signatures_;
};

} // namespace lanes::recorder
