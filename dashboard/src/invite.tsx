import { prepareClient } from "./api/client.ts";
import { mount } from "./app/mount.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { InviteAnswerPage } from "./pages/recipients/invites/invite-answer-page.tsx";

/** The page payees answer an invite on: a page of its own, without the dashboard's script, and without a session. */
prepareClient();
mount(
  createQueryClient(),
  <InviteAnswerPage inviteId={decodeURIComponent(window.location.pathname.replace(/^\/invite\//, ""))} />,
);
