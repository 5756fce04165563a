-- A replay never shows a secret, and none is stored (ADR 0026). Responses stored before hold tokens, webhook secrets and
-- invite links, encrypted: they are deleted, and their keys stay used (`originalResponseDeleted`).
update idempotent_replies set status_code = null, body = null
 where operation in ('createToken', 'createWebhook', 'rotateWebhookSecret', 'createRecipientInvite', 'resendRecipientInvite');

-- A deleted endpoint has no secret. An empty one stood in its place, which no key opens.
alter table webhook_endpoints alter column secret drop not null;
update webhook_endpoints set secret = null where status = 'deleted';
alter table webhook_endpoints add constraint webhook_endpoints_secret_check check ((status = 'deleted') = (secret is null));

-- The payee now reads an invite's notes. Those of open invites were written for the organization's own people.
update recipient_invites set notes = null where completed_at is null and withdrawn_at is null;
