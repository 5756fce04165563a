import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/base.css";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { prepareClient } from "./api/client.ts";
import { createQueryClient } from "./app/query-client.ts";
import { styleNonce } from "./app/style-nonce.ts";
import { cssVariables, theme } from "./app/theme.ts";
import { createDashboardRouter } from "./router.tsx";

prepareClient();
const queryClient = createQueryClient();
const router = createDashboardRouter(queryClient);
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
