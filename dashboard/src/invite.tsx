import { prepareClient } from "./api/client.ts";
import { mount } from "./app/mount.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { InviteAnswerPage } from "./pages/recipients/invites/invite-answer-page.tsx";

/** The page on which a recipient answers an invite: no session, and none of the dashboard's script. */
prepareClient();
mount(
  createQueryClient(),
  <InviteAnswerPage inviteId={decodeURIComponent(window.location.pathname.replace(/^\/invite\//, ""))} />,
);
