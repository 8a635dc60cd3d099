"""A program that records itself (import lanescope): the process joins a recording, leaves it, and may join the next one."""
import ctypes
import os
import sys

from lanescope_probe.boot import nvidia_folders, stop_waiting_for_torch, wait_for_torch
from lanescope_probe.native import KEEP_REFERENCE, Uncalibrated, load


class Membership:
    """Of this process: one for its life."""

    def __init__(self):
        self._library = load()

    def join(self, folder):
        """The process belongs to the recording in `folder` from now on. torch is attached now, or when it is imported. Raises if
        nothing can be recorded, with the reason."""
        error = ctypes.create_string_buffer(512)
        self._library.join_next(os.fsencode(folder), error)
        if error.value:
            raise Uncalibrated(error.value.decode())
        self._name_threads()
        self._library.open_ranges()
        torch = sys.modules.get('torch')
        if torch is None:
            wait_for_torch(folder, lambda folders: self._library.set_nvidia_folders(os.fsencode(folders)))
            self._library.set_nvidia_folders(os.fsencode(nvidia_folders()))
        else:
            self._attach(torch, folder)

    def leave(self):
        """What ran so far stands in the recording's buffers; nothing follows, and every hook is out."""
        stop_waiting_for_torch()
        attachment = self._attachment()
        if attachment is not None:
            attachment.tell_the_rest()
        self._library.leave()
        if attachment is not None:
            attachment.leave()

    def is_recorded(self):
        """By whoever it was started."""
        return self._library.is_recorded() != 0

    @staticmethod
    def _attachment():
        """None before torch has been attached."""
        known = sys.modules.get('lanescope_probe.attach')
        return known and next((kept for kept in KEEP_REFERENCE if isinstance(kept, known.Attachment)), None)

    def _attach(self, torch, folder):
        before = self._attachment()
        if before is None:
            from lanescope_probe.attach import attach  # only now: torch has imported most of what that needs
            attach(torch, folder)
        else:
            before.attach_again(folder)

    def _name_threads(self):
        """Those that come later say their names themselves."""
        threading = sys.modules.get('threading')
        for thread in threading.enumerate() if threading is not None else ():
            if thread.native_id is not None:
                self._library.name_other_thread(thread.native_id, thread.name.encode('utf-8', 'replace'))
