// npm run screenshots
import { runTool } from "./runtime.mjs";

runTool("tools/screenshots.ts");
