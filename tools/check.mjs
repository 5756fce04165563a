// npm run check
import { runTool } from "./runtime.mjs";

runTool("tools/check.ts");
