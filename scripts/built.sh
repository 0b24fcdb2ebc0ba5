#!/bin/sh
# Runs a program of the build with its parameters: the server, or one of the operator's commands.
program=build/start/$1.mjs
shift
test -e "$program" || {
  echo 'Das Programm ist noch nicht gebaut: Führen Sie zuerst npm run build aus.' >&2
  exit 1
}
exec node "$program" "$@"
