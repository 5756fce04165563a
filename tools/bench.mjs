// npm run bench
import { runTool } from "./launcher/runtime.mjs";

runTool("bench/main.ts");
