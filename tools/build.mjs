// npm run build
import { runTool } from "./launcher/runtime.mjs";

runTool("tools/dashboard/build.ts");
