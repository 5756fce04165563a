import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.layer.css";
import "./app/base.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { prepareClient } from "./api/client.ts";
import { createQueryClient } from "./app/query-client.ts";
import { styleNonce } from "./app/style-nonce.ts";
import { cssVariables, theme } from "./app/theme.ts";
import { PayeePage } from "./pages/recipients/invites/payee-page.tsx";

/** The page payees answer an invite on: a page of its own, without the dashboard's script, and without a session. */
prepareClient();
const root = document.getElementById("root");
if (root === null) throw new Error("invite.html has no element with the id root");

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={createQueryClient()}>
        <PayeePage inviteId={decodeURIComponent(window.location.pathname.replace(/^\/invite\//, ""))} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
