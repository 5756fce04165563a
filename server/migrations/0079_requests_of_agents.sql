-- Which program made a request for its token (docs/adr/0128-agents.md).

alter table approval_requests add column via text;
