import type { Costs } from './costs.ts';
import { type Demand, databaseCpu, demandOf } from './demand.ts';
import { PLAN } from './plan.ts';

/** The machines that an event needs on PostgreSQL. */
export interface Size {
  /** Nodes, one of which may be lost. */
  nodes: number;
  demand: Demand;
  /** With one node lost: streams and memory of each other node, and its CPU as a share of a core. */
  streamsOfNode: number;
  megabytesOfNode: number;
  cpuOfNode: number;
  connections: number;
  /** Cores of PostgreSQL of which `PLAN.coreShare` is in use. */
  databaseCores: number;
  /** The load of returning phones after a node was lost, and after all streams were cut. */
  nodeLost: Storm;
  allCut: Storm;
  /** How long it takes until every phone has read a changed list, in seconds. */
  listSeconds: number;
}

/** Phones that return all at once. */
interface Storm {
  /** Per second. */
  connects: number;
  /** As a share of a core. */
  cpuOfNode: number;
}

/** Sizes of machines that one can rent. */
const CORES = [2, 4, 8, 16, 32, 64, 96, 128];

export function sizeEvent(phones: number, costs: Costs): Size {
  let serving = 1;
  while (!serves(phones, serving, costs)) serving += 1;
  const nodes = serving + 1;
  const demand = demandOf(phones, nodes, costs);
  const storm = (streams: number, on: number): Storm => {
    const connects = streams / PLAN.returnSeconds;
    return { connects, cpuOfNode: (connects * costs.returnMs) / 1000 / on };
  };
  return {
    nodes,
    demand,
    streamsOfNode: phones / serving,
    megabytesOfNode: costs.nodeMegabytes + ((phones / serving) * costs.streamKilobytes) / 1000,
    cpuOfNode: cpuOf(demandOf(phones, serving, costs), serving),
    connections: nodes * PLAN.poolOfNode + PLAN.commandConnections,
    databaseCores: databaseCpu(demand) / PLAN.coreShare,
    nodeLost: storm(phones / nodes, serving),
    allCut: storm(phones, nodes),
    listSeconds: Math.max(PLAN.listSeconds, demand.listCpu / nodes),
  };
}

/** The machine with as many cores, or more. Undefined when there is none. */
export const machineWith = (cores: number): number | undefined => CORES.find((each) => each >= cores);

/** Whether so many nodes are enough. */
function serves(phones: number, nodes: number, costs: Costs): boolean {
  return phones <= nodes * PLAN.streamsOfNode && cpuOf(demandOf(phones, nodes, costs), nodes) <= PLAN.coreShare;
}

const cpuOf = ({ nodesCpu, streamsCpu, answersCpu }: Demand, nodes: number): number =>
  (nodesCpu + streamsCpu + answersCpu) / nodes;
