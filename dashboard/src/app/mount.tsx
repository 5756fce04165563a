import "@fontsource-variable/inter/wght.css";
import "./components.css";
import "./base.css";
import "./touch.css";
import "./print.css";
import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { showNativeProblems } from "../ui/forms/native-problems.ts";
import { cssVariables, theme } from "./shell/theme.ts";
import { styleNonce } from "./style-nonce.ts";

const SCHEME = "data-mantine-color-scheme";

/** Paper is white: prints dark mode in light colors. */
function printLight(): void {
  const { documentElement: html } = document;
  let onScreen: string | null = null;
  window.addEventListener("beforeprint", () => {
    onScreen = html.getAttribute(SCHEME);
    html.setAttribute(SCHEME, "light");
  });
  window.addEventListener("afterprint", () => {
    if (onScreen !== null) html.setAttribute(SCHEME, onScreen);
  });
}

/** Renders a page into its HTML file. Shared by the dashboard and the invite page. */
export function mount(queryClient: QueryClient, page: ReactNode): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no element with the ID root");
  printLight();
  showNativeProblems();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
