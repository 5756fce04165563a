import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The service serves what this builds under /dashboard (server/src/operations/dashboard-files.ts). */
export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  build: {
    outDir: "dist",
    // The dashboard, and the pages on which payees answer an invite and customers pay an invoice.
    rollupOptions: { input: ["index.html", "invite.html", "pay.html"] },
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
