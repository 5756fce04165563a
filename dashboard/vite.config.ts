import react from "@vitejs/plugin-react";
import { createLogger, defineConfig } from "vite";
import { pageScripts } from "./page-scripts.ts";

/** Without a warning about source maps of postcss-preset-mantine, which the first start would print. */
const customLogger = createLogger("warn");
const { warn, warnOnce } = customLogger;
const isAboutSourceMaps = (text: string): boolean => text.includes("did not pass the `from` option");
customLogger.warn = (text, options) => {
  if (!isAboutSourceMaps(text)) warn(text, options);
};
customLogger.warnOnce = (text, options) => {
  if (!isAboutSourceMaps(text)) warnOnce(text, options);
};

/** What many pages share, but not the first ones: forms, records, and settings. */
const LATER =
  /NumberInput|react-number-format|@mantine\/form|klona|fast-deep-equal|src\/pages\/settings|record-page|record-timeline|ui\/table\/(?:data-table|two-lines)|unsaved-changes|copy-button|ui\/page\/(?:facts|figures)|MultiSelect|use-pills-reorder|Textarea|SegmentedControl|FloatingIndicator|SimpleGrid|TooltipFloating|files\/(?:workbook|zip)/;

/** The service serves what this builds under /dashboard (server/src/operations/dashboard-files.ts). */
export default defineConfig({
  base: "/dashboard/",
  customLogger,
  plugins: [react(), pageScripts()],
  build: {
    outDir: "dist",
    // Of the libraries in it: they demand to be passed on with the package.
    license: { fileName: "LICENSES.md" },
    // The dashboard, and the pages on which payees answer an invite and customers pay an invoice.
    rollupOptions: {
      input: ["index.html", "invite.html", "pay.html"],
      output: {
        // What many pages share is one file: with a file for each set of pages, the queue of approvals took 73 requests
        // instead of 20, and more bytes, because small files compress less.
        codeSplitting: { groups: [{ name: "shared", minShareCount: 12, test: (id) => !LATER.test(id) }] },
      },
    },
    emptyOutDir: true,
    // Nothing is inlined: the pages' policy allows no script or style that is not a file of ours.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
  css: {
    postcss: "./postcss.config.mjs",
  },
});
