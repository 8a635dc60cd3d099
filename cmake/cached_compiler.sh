#!/bin/sh
# The compiler through ccache, by keys that know no folder of this checkout, so that several share what one has compiled.
# A precompiled header has up to 300 MB, which ccache would read for each compilation: it takes the sum that stands beside it.
export CCACHE_BASEDIR="${0%/cmake/*}" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1
case " $* " in
*.gch\ *)
    for word; do
        case $word in
        *.gch)
            rm -f "$word" # or it would be part of its own key
            ccache "$@" || exit
            sha1sum <"$word" >"$word.sum"
            exit
            ;;
        esac
    done
    ;;
*) exec ccache "$@" ;;
esac
