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
  # Two that begin within a second have two names.
  while [ -e "$base/$name" ]; do
    sleep 1
    name=$(date -u +%Y%m%dT%H%M%SZ)
  done
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
  find "$BACKUPS" -maxdepth 1 -type d -name 'log-until-*' -mtime "+$((KEEP_DAYS - 1))" -exec rm -rf {} +
  oldest=$(find "$base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n 1)
  pg_archivecleanup "$log" "$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/database/backup_label")"
}

# The server no longer has what was to be received next, because the backup was down for too long: what was received is
# kept for restores to before that, and everything starts over with a base backup.
start_over() {
  echo "The server has removed a part of its log that was not received. Times since then cannot be restored." >&2
  mv "$log" "$BACKUPS/log-until-$(date -u +%Y%m%dT%H%M%SZ)"
  mkdir "$log"
}

mkdir -p "$base" "$log"
lost=$(psql "$SERVER_URL" --no-psqlrc --tuples-only --no-align --command \
  "select 'lost', pg_drop_replication_slot(slot_name) from pg_replication_slots
     where slot_name = 'bursar_backup' and wal_status = 'lost'")
if [ -n "$lost" ]; then start_over; fi
pg_receivewal --dbname "$SERVER_URL" --slot bursar_backup --create-slot --if-not-exists
# Written to the disk as it arrives, not when a file of the log is complete.
pg_receivewal --dbname "$SERVER_URL" --slot bursar_backup --directory "$log" --synchronous --no-loop &
receiver=$!
trap 'kill $(jobs -p) 2> /dev/null || true; wait || true' EXIT
trap 'exit 0' TERM INT

# The container ends, and is started again, when the log is no longer received.
while kill -0 "$receiver" 2> /dev/null; do
  if [ -n "$lost" ] || [ -z "$(younger_than 1440)" ]; then
    take_base_backup
    remove_old
    lost=
  fi
  sleep 60 &
  wait -n || true
done
echo "The log is no longer received." >&2
exit 1
