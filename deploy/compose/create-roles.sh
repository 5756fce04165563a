#!/bin/bash
# Runs once, when the server creates its files: the roles of docs/operate/running.md, one that only reads the log for the
# backup, and the database.
set -euo pipefail

psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner_password="$OWNER_PASSWORD" --set service_password="$SERVICE_PASSWORD" \
  --set backup_password="$BACKUP_PASSWORD" <<'SQL'
create role bursar_owner login password :'owner_password';
create role bursar_service login password :'service_password';
create role bursar_backup login replication password :'backup_password';
create database bursar owner bursar_owner;
SQL

# A line for all databases does not admit replication.
echo "host replication bursar_backup samenet scram-sha-256" >> \
  "$(psql --no-psqlrc --username "${POSTGRES_USER:-postgres}" --dbname postgres --tuples-only --no-align --command 'show hba_file')"
