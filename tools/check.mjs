// npm run check
import { runTool } from "./launcher/runtime.mjs";

runTool("tools/check/check.ts");
