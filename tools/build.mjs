// npm run build
import { runTool } from "./runtime.mjs";

runTool("tools/dashboard.ts");
