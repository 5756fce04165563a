import type { ServerOptions } from "#kernel/embedded/open-embedded.ts";

/**
 * PostgreSQL for a database that nobody keeps: it writes what it must, waits for no disk, and needs little memory. A small
 * log of changes makes snapshots small.
 */
export const DOUBLE_SERVER: ServerOptions = {
  walSegmentMb: 1,
  settings: {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    wal_recycle: "off",
    min_wal_size: "2MB",
    max_wal_size: "64MB",
    wal_buffers: "512kB",
    shared_buffers: "16MB",
    max_connections: "20",
    work_mem: "2MB",
    maintenance_work_mem: "16MB",
    autovacuum_naptime: "15s",
  },
};

/** Connections of a double: each is a process with memory of its own. */
export const DOUBLE_POOL_SIZE = "3";
