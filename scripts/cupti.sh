# The libcupti of each CUDA that PyPI carries, and headers that fit, each in a folder of its own in the user's cache:
# lanescope/cupti/<version>/{include,lib}. Sourced by ./test.

cupti_folder=${XDG_CACHE_HOME:-$HOME/.cache}/lanescope/cupti
# Of each major version: the package of CUPTI and that of the runtime, whose headers CUPTI's include.
cupti_packages=(
    "nvidia-cuda-cupti-cu11 nvidia-cuda-runtime-cu11"
    "nvidia-cuda-cupti-cu12 nvidia-cuda-runtime-cu12"
    "nvidia-cuda-cupti nvidia-cuda-runtime"
)

# versions_of PACKAGE: those that PyPI has, the newest first.
versions_of() {
    "$python" -m pip index versions --disable-pip-version-check "$1" 2>/dev/null |
        sed -n 's/^Available versions: //p' | tr -d ' ' | tr ',' '\n'
}

# install_cupti VERSION PACKAGE RUNTIME: both into one folder, which gets its name when it is complete.
install_cupti() {
    local version=$1 part=$cupti_folder/$1.part kind
    rm -rf "$part"
    mkdir -p "$part/include" "$part/lib"
    "$python" -m pip install --quiet --no-deps --no-cache-dir --disable-pip-version-check --target "$part/wheels" \
        "$2==$version" "$3==${version%.*}.*" >"$cupti_folder/install.log" 2>&1 || return 1
    for kind in "$part"/wheels/nvidia/*/include; do
        cp -r "$kind/." "$part/include"
    done
    cp "$part"/wheels/nvidia/*/lib/libcupti.so.* "$part/lib"
    rm -rf "$part/wheels"
    mv "$part" "$cupti_folder/$version"
}

# ensure_cupti PACKAGES [MOST]: every version of a line of cupti_packages, or the MOST newest.
ensure_cupti() {
    local packages=$1 version versions
    mkdir -p "$cupti_folder"
    versions=$(versions_of "${packages% *}" | head -n "${2:-1000}")
    [ -n "$versions" ] || die "${packages% *} is not there: PyPI cannot be reached from here. Come back with a network, or name a" \
        "mirror in PIP_INDEX_URL."
    for version in $versions; do
        [ ! -d "$cupti_folder/$version" ] || continue
        say "Fetching libcupti $version from PyPI into $cupti_folder/$version"
        # shellcheck disable=SC2086
        (
            exec 9>"$cupti_folder/lock"
            flock 9 # another ./test may be fetching the same
            [ -d "$cupti_folder/$version" ] || install_cupti "$version" $packages
        ) || die "pip could not install ${packages% *} $version: $cupti_folder/install.log"
    done
}

# Some 34, 400 MB.
ensure_every_cupti() {
    local packages
    for packages in "${cupti_packages[@]}"; do
        ensure_cupti "$packages"
    done
}

# ensure_cuda_headers: where this machine has none, those of the newest (15 MB), with which programs without PyTorch run on the
# played GPU. Where they are out of reach, the tests that want them skip.
ensure_cuda_headers() {
    local toolkit=${CUDA_HOME:-/usr/local/cuda} place
    for place in "$toolkit"/include "$toolkit"/extras/CUPTI/include "$cupti_folder"/*/include \
        "$torch_folder"/*/lib/python3*/site-packages/nvidia/*/include; do
        case $place in *.part/*) continue ;; esac
        [ ! -f "$place/cupti_activity.h" ] || return 0
    done
    (ensure_cupti "${cupti_packages[-1]}" 1) || say "Tests on the played GPU are skipped."
}
