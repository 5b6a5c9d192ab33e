#!/bin/sh
# Turns a clone into what serving needs, in place: the command, built, with the page, the guide and the packages that the lock file
# names, and nothing else. The container image is made so; so is a folder for the unit:
#   git clone … /opt/hedgerow && sh /opt/hedgerow/deploy/assemble.sh
# Needs Node and npm, and the registry.
set -eu
cd "$(dirname "$0")/.."

npm ci --no-audit --no-fund
npm run prepack --workspace packages/cli
# Optional packages are tools, and the Node that scripts use: the service runs with the one on the path.
npm ci --workspace packages/cli --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
# Without src the command runs what was built.
rm -rf packages/*/src packages/*/*.tsbuildinfo packages/lab packages/cli/pages
