#!/bin/sh
# The wheel as a stranger has it: built here, installed from the lock file into an empty environment,
# and played in a real browser, without anything of this folder on the way.
#
#     scripts/wheel_test.sh .venv/bin/python bench/wheel.jsonl
set -eu
cd "$(dirname "$0")/.."
python="$1"
record="${2:-}"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/nothing"

"$python" -m hatchling build -d "$folder/dist" -t sdist -t wheel >/dev/null
"$python" -m venv "$folder/empty"
pip="$folder/empty/bin/python -m pip --disable-pip-version-check --quiet"
$pip install --require-hashes -r requirements/runtime.lock
$pip install --no-deps "$folder"/dist/*.whl

cd "$folder/nothing"
PYTHONPATH= "$folder/empty/bin/grognard" --version
home="$(PYTHONPATH= "$folder/empty/bin/python" -c 'import grognard; print(grognard.__path__[0])')"
case "$home" in "$folder"/*) ;; *) echo "this is not the wheel: $home" >&2; exit 1 ;; esac
PYTHONPATH= "$folder/empty/bin/grognard" verify "$OLDPWD/tests/golden/duel.journal"
revision='from grognard.systems.registry import system_named as s; r = s("premier"); print(r.rules.edition(r.library.setting("duel", {})).revisions)'
here="$(cd "$OLDPWD" && PYTHONPATH=src "$python" -c "$revision")"
there="$(PYTHONPATH= "$folder/empty/bin/python" -c "$revision")"
[ "$here" = "$there" ] || { echo "the wheel has revision $there, the sources have $here" >&2; exit 1; }
cd "$OLDPWD"

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && found="$(command -v "$name")"; then break; fi
done
CHROMIUM="$found" GROGNARD_PYTHON="$folder/empty/bin/python" GROGNARD_SOURCE="$folder/nothing" \
    scripts/with_node.sh npm run --silent journeys -- --only "by mouse, both sides" --only "in words"
result="{\"date\": \"$(date +%F)\", \"test\": \"wheel\", \"wheel\": \"$(basename "$folder"/dist/*.whl)\", \"revision\": \"$there\", \"played\": [\"by mouse, both sides\", \"in words\"], \"passed\": true}"
echo "$result"
[ -z "$record" ] || echo "$result" >>"$record"
