-- Messages of which nothing more follows until the bank answers (follow-transfers.ts): thousands of real-time payments may
-- wait for their answers, and are not looked at again.

alter table transfer_files add column followed_at timestamptz;
