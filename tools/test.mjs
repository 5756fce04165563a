// npm test
import { runTool } from "./launcher/runtime.mjs";

runTool("tools/run-tests.ts");
