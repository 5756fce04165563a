// npm run screenshots
import { runTool } from "./launcher/runtime.mjs";

runTool("tools/dashboard/screenshots.ts");
