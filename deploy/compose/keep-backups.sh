#!/bin/bash
# Keeps in $BACKUPS what a restore to any second of the last days needs (docs/operate/containers.md): the log of the
# server as it is written, and once a day a base backup, the attachments, and the anchors of the audit log. With "check",
# fails if the newest base backup is older than a day and an hour.
set -euo pipefail
: "${SERVER_URL:?}" "${BACKUPS:?}" "${DATA:?}" "${KEEP_DAYS:=14}"

readonly base="$BACKUPS/base" log="$BACKUPS/log"

# Finished base backups that are younger than so many minutes.
younger_than() { find "$base" -mindepth 1 -maxdepth 1 -type d -name '*Z' -mmin "-$1"; }

if [ "${1:-}" = check ]; then
  [ -n "$(younger_than 1500)" ]
  exit
fi

take_base_backup() {
  local name
  name=$(date -u +%Y%m%dT%H%M%SZ)
  rm -rf "$base"/*.part
  pg_basebackup --dbname "$SERVER_URL" --pgdata "$base/$name.part/database" --checkpoint fast --wal-method stream
  # After the database, whose rows refer to them: contents are never changed, only added and removed.
  for kept in attachments audit-anchors.json; do
    if [ -e "$DATA/$kept" ]; then cp --recursive --preserve=timestamps "$DATA/$kept" "$base/$name.part/"; fi
  done
  touch "$base/$name.part"
  mv "$base/$name.part" "$base/$name"
}

# Base backups that are too old, except the newest, and the log from before those that are left.
remove_old() {
  local old oldest
  find "$base" -mindepth 1 -maxdepth 1 -type d -name '*Z' -mtime "+$((KEEP_DAYS - 1))" | sort | while read -r old; do
    if [ "$old" != "$(find "$base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | tail -n 1)" ]; then rm -rf "$old"; fi
  done
  oldest=$(find "$base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n 1)
  pg_archivecleanup "$log" "$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/database/backup_label")"
}

mkdir -p "$base" "$log"
pg_receivewal --dbname "$SERVER_URL" --slot bursar_backup --create-slot --if-not-exists
# Written to the disk as it arrives, not when a file of the log is complete.
pg_receivewal --dbname "$SERVER_URL" --slot bursar_backup --directory "$log" --synchronous &
receiver=$!
trap 'kill $(jobs -p) 2> /dev/null; wait || true; exit 0' TERM INT

# The container ends, and is started again, if the log is no longer received.
while kill -0 "$receiver" 2> /dev/null; do
  if [ -z "$(younger_than 1440)" ]; then
    take_base_backup
    remove_old
  fi
  sleep 60 &
  wait $!
done
echo "The log is no longer received." >&2
exit 1
