#!/bin/sh
# stand_ins.sh FOLDER CC: libraries to link against that have functions under the versions that glibc had before 2.34, where the
# build machine's glibc offers newer ones. What runs later finds the old versions in every glibc since 2.17, which is the first one
# that aarch64 has: there all of them bear its version.
set -eu
folder=$1 cc=$2
first=
case $("$cc" -dumpmachine) in aarch64*) first=GLIBC_2.17 ;; esac
mkdir -p "$folder"
cd "$folder"

# stand_in SONAME FUNCTION@VERSION...
stand_in() {
    soname=$1
    shift
    # shellcheck disable=SC2046 # one word for each
    [ -z "$first" ] || set -- $(printf "%s@$first\n" "$@" | sed 's/@[^@]*@/@/')
    : >stand_in.c
    : >stand_in.map
    for version in $(printf '%s\n' "$@" | sed 's/.*@//' | sort -uV); do
        echo "$version {" >>stand_in.map
        for entry in "$@"; do
            [ "${entry#*@}" = "$version" ] || continue
            echo "void ${entry%@*}(void) {}" >>stand_in.c
            echo "    ${entry%@*};" >>stand_in.map
        done
        echo "};" >>stand_in.map
    done
    "$cc" -shared -nostdlib -fno-builtin -w -Wl,-soname,"$soname" -Wl,--version-script=stand_in.map -o "$soname" stand_in.c
}

stand_in libdl.so.2 dlopen@GLIBC_2.2.5 dlsym@GLIBC_2.2.5 dladdr@GLIBC_2.2.5 dlerror@GLIBC_2.2.5
stand_in libpthread.so.0 pthread_create@GLIBC_2.2.5 pthread_key_create@GLIBC_2.2.5 __pthread_key_create@GLIBC_2.2.5 pthread_setspecific@GLIBC_2.2.5 \
    pthread_once@GLIBC_2.2.5 pthread_sigmask@GLIBC_2.2.5 pthread_attr_setstacksize@GLIBC_2.2.5 \
    pthread_join@GLIBC_2.2.5 pthread_detach@GLIBC_2.2.5 \
    pthread_condattr_setclock@GLIBC_2.3.3 pthread_setname_np@GLIBC_2.12
