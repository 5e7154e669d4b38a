import { setTimeout as sleep } from 'node:timers/promises';
import type { FlowSchema } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { createClassifier } from '@pilothouse/apiserver/flowcontrol/classifier.js';
import { realEnvironment } from '@pilothouse/apiserver/registry/environment.js';
import { RequestContext } from '@pilothouse/apiserver/request/context.js';
import { flowControlOf } from '@pilothouse/apiserver/server/flow-control/compose.js';
import { MANDATORY_FLOW_SCHEMAS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { call, createMany, type Recipient } from './client.js';
import { requestsPerSecond, type Load } from './load.js';
import { residentMegabytes } from './memory.js';
import { objectTexts } from './objects.js';
import { latenciesOfReads } from './reads.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import { BUSY_TOKENS, type RunningServer } from './server.js';
import { openSlowLoris } from './slow-loris.js';
import { microsecondsEach, percentile } from './statistics.js';
import { configMapsIn } from './target.js';

const OBJECTS = 500;
/** Many times the server's capacity. Handshakes complete before the measurement starts. */
const NOISY_CONNECTIONS = 128;
const SECONDS = 16;
const SETTLE_MS = 6000;
const SLOW_CONNECTIONS = 2000;

/** The effect on other users while one user overloads the server or occupies connections. */
export const overloadedServer = serverGroup({
  async prepare(target) {
    const apiGroup = 'rbac.authorization.k8s.io';
    const binding = {
      metadata: { name: 'busy' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup, kind: 'Group', name: 'busy' }],
    };
    const path = `/apis/${apiGroup}/v1/clusterrolebindings`;
    await call(target, { method: 'POST', path, body: JSON.stringify(binding) });
    await createMany(target, { path: configMapsIn(target), bodies: objectTexts('object', 0, OBJECTS) });
  },
  rows: [
    {
      name: 'p99 of a list beside 10x overload',
      why: 'One user sends ten times the capacity: the latency of another user, relative to an idle server.',
      target: 3,
      better: 'lower',
      run: besideOverload,
    },
    {
      name: 'p99 of a list beside 2,000 slow-loris',
      why: 'Connections with unfinished requests must not delay other users.',
      target: 1.5,
      better: 'lower',
      run: besideSlowLoris,
    },
    {
      name: 'memory after overload, to before',
      why: 'Memory of an overload is released.',
      target: 1.2,
      better: 'lower',
      run: memoryAfterOverload,
    },
    {
      name: 'p99 of a list beside 20x one share',
      why: 'A user with twenty times the requests that its share of the seats serves: the latency of another user of the same level, relative to an idle server.',
      target: 2,
      better: 'lower',
      run: besideTwentyShares,
    },
    {
      name: 'the first decision of a user with 10,000 FlowSchemas',
      why: 'The number of FlowSchemas does not count for a user whom few of them name.',
      target: 100,
      better: 'lower',
      run: async () => {
        const [rest] = MANDATORY_FLOW_SCHEMAS;
        const classify = createClassifier([...manySchemas(10_000), ...(rest === undefined ? [] : [rest])]);
        const { info } = getOfAMap();
        let count = 0;
        return microsecondsEach(() => void classify(authenticatedUser(`user-${count++ % 10_000}`), info));
      },
    },
    {
      name: 'a place when nothing is overloaded',
      why: 'A decision of priority and fairness for each request: its flow, its work and its seats.',
      target: 3,
      better: 'lower',
      run: async () => {
        const flowControl = flowControlOf({ environment: realEnvironment, requestTimeout: 60_000 });
        const request = getOfAMap();
        request.user = authenticatedUser('quiet');
        return microsecondsEach(() => {
          const ticket = flowControl.classify(request);
          if (flowControl.tryStart(ticket)) flowControl.end(ticket);
        });
      },
    },
  ],
});

async function besideOverload(server: RunningServer): Promise<Measurement> {
  const alone = await p99OfLists(server, SECONDS / 2);
  const flooding = flood(server, SECONDS);
  await sleep(SETTLE_MS);
  const beside = await p99OfLists(server, SECONDS / 2);
  const { value } = await flooding;
  const note = `${compared(alone, beside)} ${Math.round(value)} gets/s of another user`;
  return { value: beside / alone, unit: 'x', note };
}

/** Two users share the level global-default, which has 49 of 600 seats; one of them sends twenty times its half. */
const TWENTY_SHARES = { concurrent: 20 * 24, isHttp2: true, connections: 8 };

async function besideTwentyShares(server: RunningServer): Promise<Measurement> {
  const alone = await p99OfLists(server, SECONDS / 2);
  const flooding = flood(server, SECONDS, TWENTY_SHARES);
  await sleep(SETTLE_MS);
  const beside = await p99OfLists(server, SECONDS / 2);
  const { value } = await flooding;
  const note = `${compared(alone, beside)} ${Math.round(value)} gets/s of another user, ${TWENTY_SHARES.concurrent} at a time`;
  return { value: beside / alone, unit: 'x', note };
}

function getOfAMap(): RequestContext {
  return new RequestContext({
    method: 'GET',
    target: '/api/v1/namespaces/a/configmaps/b',
    headers: {},
    body: undefined,
    peer: { address: '127.0.0.1', certificate: { type: 'none' } },
  });
}

/** FlowSchemas that name one user each. */
function manySchemas(count: number): Pick<FlowSchema, 'metadata' | 'spec'>[] {
  const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true };
  return Array.from({ length: count }, (_, index) => ({
    metadata: { name: `schema-${index}` },
    spec: {
      matchingPrecedence: 1000,
      priorityLevelConfiguration: { name: 'global-default' },
      rules: [{ subjects: [{ kind: 'User', user: { name: `user-${index}` } }], resourceRules: [all] }],
    },
  }));
}

async function besideSlowLoris(server: RunningServer): Promise<Measurement> {
  const alone = await p99OfLists(server, SECONDS / 2);
  const slow = await openSlowLoris(server, SLOW_CONNECTIONS);
  try {
    const beside = await p99OfLists(server, SECONDS / 2);
    return { value: beside / alone, unit: 'x', note: `${compared(alone, beside)} ${slow.open} of them` };
  } finally {
    await slow.stop();
  }
}

async function memoryAfterOverload(server: RunningServer): Promise<Measurement> {
  // A server that has never worked is smaller than it will ever be again.
  await p99OfLists(server, SECONDS / 4);
  const before = await residentMegabytes(server);
  await flood(server, SECONDS / 2);
  const after = await residentMegabytes(server);
  return { value: after / before, unit: 'x', note: `${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after` };
}

function flood(
  server: RunningServer,
  seconds: number,
  load: Pick<Load, 'concurrent' | 'isHttp2' | 'connections'> = { concurrent: NOISY_CONNECTIONS },
): Promise<Measurement> {
  const noisy = { ...server, token: BUSY_TOKENS.noisy };
  return requestsPerSecond(noisy, {
    path: `${configMapsIn(server)}/object-1`,
    ...load,
    seconds,
    mayBeRefused: true,
  });
}

const compared = (alone: number, beside: number): string =>
  `${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside`;

async function p99OfLists(server: RunningServer, seconds: number): Promise<number> {
  const quiet: Recipient = { ...server, token: BUSY_TOKENS.quiet };
  const path = `${configMapsIn(server)}?limit=500`;
  return percentile(await latenciesOfReads(quiet, { path, seconds }), 0.99);
}
