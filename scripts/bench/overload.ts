import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFlowControl } from '@pilothouse/apiserver/flowcontrol/flow-control.js';
import { call, createMany, getsPerSecond } from './load.js';
import { COLLECTION, objectText } from './objects.js';
import { group, microsecondsEach, type Measurement } from './row.js';
import { BUSY_TOKENS, startServer, stopServer, type RunningServer } from './server.js';

const OBJECTS = 500;
/** Many times what the server can answer at once. Their handshakes are over before anybody looks at the clock. */
const NOISY_CONNECTIONS = 128;
const SECONDS = 16;
const SETTLE_MS = 6000;

/** How one user's requests fare while another sends far too many. */
export const overloadedServer = group({
  async start(store) {
    const server = await startServer(store);
    const apiGroup = 'rbac.authorization.k8s.io';
    const binding = {
      metadata: { name: 'busy' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup, kind: 'Group', name: 'busy' }],
    };
    const path = `/apis/${apiGroup}/v1/clusterrolebindings`;
    await call(server, { method: 'POST', path, body: JSON.stringify(binding) });
    const bodies = Array.from({ length: OBJECTS }, (_, index) => objectText(`object-${index}`));
    await createMany(server, { path: COLLECTION, bodies });
    return server;
  },
  stop: stopServer,
  rows: [
    {
      name: 'p99 of a list beside 10x overload',
      target: 3,
      better: 'lower',
      run: latencyBesideOverload,
    },
    {
      name: 'a place when nothing is overloaded',
      target: 1,
      better: 'lower',
      run: async () => {
        const limits = { maxRequestsInFlight: 400, maxMutatingRequestsInFlight: 200, requestTimeout: 60_000 };
        const { readOnly } = createFlowControl({ ...limits, random: () => 0 });
        return microsecondsEach(() => {
          if (readOnly.tryEnter('quiet')) readOnly.leave('quiet');
        });
      },
    },
  ],
});

/** The 99th percentile of how long lists take, as a multiple of what it is when nobody else asks. */
async function latencyBesideOverload(server: RunningServer): Promise<Measurement> {
  const alone = await p99(server, SECONDS / 2);
  const noisy = { ...server, token: BUSY_TOKENS.noisy };
  const load = { path: `${COLLECTION}/object-1`, connections: NOISY_CONNECTIONS, seconds: SECONDS };
  const flooding = getsPerSecond(noisy, load);
  await sleep(SETTLE_MS);
  const beside = await p99(server, SECONDS / 2);
  const { value, note } = await flooding;
  const text = `${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${Math.round(value)} gets/s of another user`;
  return { value: beside / alone, unit: 'x', note: note === undefined ? text : `${text}; ${note}` };
}

async function p99(server: RunningServer, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const quiet = { ...server, token: BUSY_TOKENS.quiet };
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const began = performance.now();
    await call(quiet, { method: 'GET', path: `${COLLECTION}?limit=500`, agent });
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
