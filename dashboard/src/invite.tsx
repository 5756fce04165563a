import { prepareClient } from "./api/client.ts";
import { mount } from "./app/mount.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { PayeePage } from "./pages/recipients/invites/payee-page.tsx";

/** The page payees answer an invite on: a page of its own, without the dashboard's script, and without a session. */
prepareClient();
mount(
  createQueryClient(),
  <PayeePage inviteId={decodeURIComponent(window.location.pathname.replace(/^\/invite\//, ""))} />,
);
