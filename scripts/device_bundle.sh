#!/usr/bin/env bash
# device_bundle.sh FOLDER: puts into FOLDER what a machine with a GPU needs to answer what only a GPU can: the wheel, programs, and
# run.py, which runs them. That machine needs Python 3.9 and a torch with CUDA, and no network. ./test device says what follows.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/setup.sh"

most_kilobytes=$((60 * 1024))

main() {
    [ $# -eq 1 ] || die "usage: scripts/device_bundle.sh FOLDER"
    local folder=$1 wheel size
    wheel=${LANESCOPE_WHEEL:-$("$root/scripts/build_wheel.sh")}
    rm -rf "$folder"
    mkdir -p "$folder/programs"
    cp "$wheel" "$root/tests/device/run.py" "$folder"
    cp "$root"/tests/device/programs/*.* "$root"/tests/played_gpu/programs/{compared,trained,proton}.py "$folder/programs"
    size=$(du -sk "$folder" | cut -f 1)
    [ "$size" -le "$most_kilobytes" ] || die "The bundle in $folder has $size KB; $most_kilobytes are the most."
    echo "$folder"
}

main "$@"
