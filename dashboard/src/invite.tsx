import { prepareClient } from "./api/client.ts";
import { mount } from "./app/mount.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { InviteAnswerPage } from "./pages/recipients/invites/invite-answer-page.tsx";
import { VerifyPage } from "./pages/recipients/invites/verify-page.tsx";

/** The pages of a recipient: no session, and none of the dashboard's script. */
prepareClient();
const path = decodeURIComponent(window.location.pathname);
const VERIFY = "/invite/verify/";
mount(
  createQueryClient(),
  path.startsWith(VERIFY) ? (
    <VerifyPage secret={path.slice(VERIFY.length)} />
  ) : (
    <InviteAnswerPage inviteId={path.replace(/^\/invite\//, "")} />
  ),
);
