import "@mantine/notifications/styles.layer.css";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { prepareClient } from "./api/client.ts";
import { mount } from "./app/mount.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { keepPageWithoutScripts } from "./app/shell/page-problem.tsx";
import { createDashboardRouter } from "./router.tsx";

prepareClient();
keepPageWithoutScripts();
const queryClient = createQueryClient();
const router = createDashboardRouter(queryClient);

mount(
  queryClient,
  <ModalsProvider>
    <Notifications position="bottom-right" />
    <RouterProvider router={router} />
  </ModalsProvider>,
);
