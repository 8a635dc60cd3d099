#include "collector/remote/NearControl.h"

#include "collector/recorder/host/ControlAddress.h"
#include "collector/recorder/host/WorkerThread.h"

#include <climits>
#include <sstream>
#include <utility>

namespace lanes::remote {

namespace {

constexpr auto kControlLook = std::chrono::milliseconds(20);
// Less than clients are patient (ControlClient): a link that is full of the session answers late.
constexpr auto kAnswerPatience = std::chrono::seconds(4);
constexpr std::size_t kMostRelayedBytes = PIPE_BUF - 16; // what a connection takes whole or not at all

} // namespace

NearControl::~NearControl() {
    ending_ = true;
    news_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

Result<void> NearControl::open(const std::string& session, const std::string& capture) {
    {
        const std::lock_guard lock(mutex_);
        session_ = session;
        capture_ = capture;
    }
    if (thread_.joinable()) {
        return {};
    }
    auto folder = recorder::RingFolder::create(ring::DeviceSharing::Share, 0);
    if (!folder) {
        return folder.error();
    }
    auto socket = recorder::ControlSocket::create(folder->path());
    if (!socket) {
        return socket.error();
    }
    folder_.emplace(std::move(folder).value());
    socket_.emplace(std::move(socket).value());
    thread_ = recorder::startWorker([this] { serve(); });
    return {};
}

void NearControl::serve() {
    while (!ending_) {
        socket_->turn([this](std::string_view request) { return answerTo(request); });
        std::this_thread::sleep_for(kControlLook);
    }
}

std::string NearControl::awayText() const {
    return "There is no connection to " + target_ +
           ". The capture goes on there; this works again when it has been reached.";
}

std::string NearControl::statusText() const {
    std::string text;
    std::istringstream lines(status_);
    for (std::string line; std::getline(lines, line);) {
        const std::string key = line.substr(0, line.find('='));
        if (key == "session") {
            line = "session=" + session_;
        } else if (key == "saved") {
            line = "saved=" + saved_; // those that are here
        } else if (key == "program") {
            continue; // a process of another machine
        }
        text += line + "\n";
    }
    if (status_.empty()) {
        text = "session=" + session_ + "\n";
    }
    return text + "target=" + target_ + "\ncapture=" + capture_ + "\n" +
           (away_ ? "away=" + awayText() + "\n" : "");
}

std::string NearControl::answerTo(std::string_view request) {
    std::unique_lock lock(mutex_);
    if (request == "status") {
        return "ok\n" + statusText();
    }
    if (away_ || request.size() > kMostRelayedBytes) {
        return "error\n" +
               (away_ ? awayText() : "That is longer than " + target_ + " takes; say it shorter.");
    }
    const auto asked = std::make_shared<Asked>(Asked{std::string(request), std::nullopt});
    waiting_.push_back(asked);
    news_.wait_for(lock, kAnswerPatience, [&] { return asked->answer || ending_; });
    return asked->answer.value_or("error\n" + target_ + " has not answered in " +
                                  std::to_string(kAnswerPatience.count()) +
                                  " seconds; it is asked, and may do it yet.");
}

std::vector<std::string> NearControl::takeRequests() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> requests;
    for (; !waiting_.empty(); waiting_.pop_front()) {
        requests.push_back(waiting_.front()->request);
        sent_.push_back(waiting_.front());
    }
    return requests;
}

void NearControl::post(const std::string& request) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::make_shared<Asked>(Asked{request, std::nullopt}));
}

void NearControl::answered(const std::string& answer) {
    const std::lock_guard lock(mutex_);
    if (!sent_.empty()) {
        sent_.front()->answer = answer;
        sent_.pop_front();
        news_.notify_all();
    }
}

void NearControl::setStatus(const std::string& status) {
    const std::lock_guard lock(mutex_);
    status_ = status;
    away_ = false;
}

void NearControl::setSaved(const std::string& path) {
    const std::lock_guard lock(mutex_);
    saved_ = path;
}

void NearControl::setAway() {
    const std::lock_guard lock(mutex_);
    away_ = true;
    for (auto* queue : {&sent_, &waiting_}) {
        for (const auto& asked : *queue) {
            asked->answer = "error\n" + awayText();
        }
        queue->clear();
    }
    news_.notify_all();
}

} // namespace lanes::remote
