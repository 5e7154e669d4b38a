import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../house/sources.js';
import type { Peer } from './peer.js';
import { inProcess, type Group, type Measurement, type Round, type Row } from './row.js';
import { startServer } from './server.js';
import { medianOf } from './statistics.js';

const RUNS = 7;
/** Alternating starts of this server and a peer. */
const ROUNDS = 3;

/** The first step of a test suite, in a new process: loads the package and starts a control plane. */
const IN_PROCESS = `
const began = performance.now();
const { startControlPlane } = await import('@pilothouse/testing');
const plane = await startControlPlane();
console.log(performance.now() - began);
await plane.stop();
`;

const PROCESS: Row = {
  name: 'start to ready, process',
  why: 'From the start of the command to its ready message, with a running etcd.',
  target: 700,
  better: 'lower',
  peer: 3300,
  peerTarget: 8,
};

export const startOfProcess: Group = {
  rows: [PROCESS],
  async measure({ store, isWanted, report, peer }) {
    if (!isWanted(PROCESS)) return;
    const ours = async (): Promise<Measurement> => {
      const server = await startServer({ store, program: 'apiserver' });
      await server.stop();
      return { value: server.readyMs, unit: 'ms' };
    };
    if (peer?.isStarted !== true) {
      report(PROCESS, { value: await medianOf(RUNS, async () => (await ours()).value), unit: 'ms' });
      return;
    }
    const rounds: Round[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const pair = { ours: await ours(), theirs: await startOfPeer(peer) };
      // The first starts read files that the system does not cache yet.
      if (round > 0) rounds.push(pair);
    }
    report(PROCESS, { ...(await ours()), rounds });
  },
};

async function startOfPeer({ open }: Peer): Promise<Measurement> {
  const { readyMs, close } = await open();
  await close();
  if (readyMs === undefined) throw new Error('the command of the peer does not tell readyMs');
  return { value: readyMs, unit: 'ms' };
}

export const startInProcess = inProcess([
  {
    name: 'start to ready, in-process',
    why: 'The first step of a test suite: load the package and start a control plane.',
    target: 250,
    better: 'lower',
    isHeadline: true,
    run: async () => {
      const args = ['--input-type=module', '--eval', IN_PROCESS];
      const run = async (): Promise<number> => {
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
        return Number(stdout);
      };
      return { value: await medianOf(RUNS, run), unit: 'ms' };
    },
  },
]);
