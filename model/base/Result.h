// The result of a function across a module border that can fail: the value, or one sentence for the user.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lanes {

// One sentence that names the file, the place and the remedy.
struct Error {
    std::string message;
};

// Either a T or an Error. Reading the one that is not there is a bug in the caller (asserted).
template<class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error)
        : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] T& value() & { return *std::get_if<0>(&state_); }
    [[nodiscard]] const T& value() const& { return *std::get_if<0>(&state_); }
    [[nodiscard]] T&& value() && { return std::move(*std::get_if<0>(&state_)); }
    T* operator->() { return std::get_if<0>(&state_); }
    const T* operator->() const { return std::get_if<0>(&state_); }
    [[nodiscard]] const Error& error() const { return *std::get_if<1>(&state_); }

private:
    std::variant<T, Error> state_;
};

template<>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : error_(std::move(error))
        , failed_(true) {}

    [[nodiscard]] bool ok() const { return !failed_; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const { return error_; }

private:
    Error error_;
    bool failed_ = false;
};

} // namespace lanes
