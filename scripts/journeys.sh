#!/bin/sh
# The journeys through the real table in a real browser. Without chromium they are left out, and that
# is said; where GROGNARD_JOURNEYS=needed they must run.
#
#     scripts/journeys.sh .venv/bin/python                      all of them, a turn or so each
#     scripts/journeys.sh .venv/bin/python battles -- --record  whole battles
set -eu
cd "$(dirname "$0")/.."
python="$(pwd)/$1"
shift
[ $# -gt 0 ] || set -- journeys

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && found="$(command -v "$name")"; then
        CHROMIUM="$found" GROGNARD_PYTHON="$python" exec scripts/with_node.sh npm run --silent "$@"
    fi
done

echo "SKIPPED: the browser journeys. There is no chromium here; install it (on Debian and Ubuntu:" \
    "apt install chromium) or name one: CHROMIUM=/path/to/it make journeys" >&2
[ "${GROGNARD_JOURNEYS:-}" != needed ]
