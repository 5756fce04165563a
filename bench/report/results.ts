import type { StartResults } from "../figures/cold-start.ts";
import type { DashboardResults } from "../figures/dashboard.ts";
import type { EnduranceResults } from "../figures/endurance.ts";
import type { GrowthResults } from "../figures/growth.ts";
import type { LifeResults } from "../figures/life.ts";
import type { ListResults } from "../figures/lists.ts";
import type { MixedResults } from "../figures/mixed.ts";
import type { RailsResults } from "../figures/rails.ts";
import type { SingleResults } from "../figures/single.ts";
import type { SpeedResults } from "../figures/speed.ts";
import type { StatementResults } from "../figures/statements.ts";
import type { TopologyResults } from "../figures/topologies.ts";
import type { TracesResults } from "../figures/traces.ts";
import type { MachineFacts } from "../kit/machine.ts";
import type { PeersResults } from "../peers/peers.ts";

/** Measurements by part. Parts that were not selected are absent. */
export interface BenchParts {
  readonly speed?: SpeedResults;
  readonly single?: SingleResults;
  readonly mixed?: MixedResults;
  readonly growth?: GrowthResults;
  readonly endurance?: EnduranceResults;
  readonly start?: StartResults;
  readonly dashboard?: DashboardResults;
  readonly statements?: StatementResults;
  readonly lists?: ListResults;
  readonly rails?: RailsResults;
  readonly life?: LifeResults;
  readonly topologies?: TopologyResults;
  readonly peers?: PeersResults;
  readonly traces?: TracesResults;
}

/** A run, written unchanged to bench/results. */
export interface BenchResults extends BenchParts {
  readonly machine: MachineFacts;
  readonly command: string;
  readonly durationSeconds: number;
}
