// What the records of one ring mean by their ids: names, code, modules, Python stacks and the shapes of arguments.
#pragma once

#include "collector/recorder/sink/OperatorRows.h"
#include "collector/ring/RingReader.h"
#include "collector/ring/StepKind.h"
#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// As Kineto names functions: "train.py(12): step".
[[nodiscard]] StringId functionName(session::SessionWriter& writer, StringId file, std::uint32_t firstLine,
                                    StringId function);

// One thread. Ids are slots that are given out anew, so what is asked for is what was defined last.
class RingDefinitions {
public:
    struct Name {
        StringId text;
        StringId overload;
        ring::StepKind step = ring::StepKind::None;
        bool fetches = false; // a range of a DataLoader
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

    // A function that a stack is in, and who called it.
    struct Call {
        StackId caller;
        StringId function;
        StringId file;
        std::uint32_t firstLine = 0; // of the function; 0: not known
    };
    // From now on, for call().
    void keepCalls() { keepsCalls_ = true; }
    // Of a stack that has been defined since; null for any other.
    [[nodiscard]] const Call* call(StackId stack) const {
        const auto found = calls_.find(stack.value);
        return found != calls_.end() ? &found->second : nullptr;
    }

    // Texts and stacks that records may name yet. Forgets what can be made anew.
    void holdNames(session::NameCollector& held);

    // What a code object is called, by functionName(); none for 0 and for what was never defined.
    [[nodiscard]] StringId functionName(std::uint32_t code);

private:
    struct Code {
        StringId file;
        StringId function;
        std::uint32_t firstLine = 0;
        StringId name; // once it has been asked for
    };

    template<class Entry>
    [[nodiscard]] static const Entry* find(const std::vector<Entry>& table, std::uint32_t id) {
        return id != 0 && id < table.size() ? &table[id] : nullptr;
    }
    bool defineName(const ring::RecordView& record);
    bool defineCode(const ring::RecordView& record);
    bool defineStack(const ring::RecordView& record);
    bool defineModule(const ring::RecordView& record);
    // Of stacks that no id leads to any more.
    void dropCalls();
    [[nodiscard]] StringId clean(std::string_view text);

    session::SessionWriter& writer_;
    OperatorRows& rows_;
    std::vector<Name> names_;
    std::vector<Code> codes_;
    std::vector<StackId> stacks_;
    std::vector<StringId> modules_;
    std::unordered_map<std::uint32_t, Signature> signatures_;
    bool keepsCalls_ = false;
    std::unordered_map<std::uint32_t, Call> calls_; // by stack of the session
};

} // namespace lanes::recorder
