import { Agent } from 'node:https';
import { call, JSON_TYPE, millisecondsOf } from './client.js';
import { createKind } from './create-kind.js';
import { customKinds, definitionText, DEFINITIONS, type CustomKind } from './custom-kinds.js';
import { residentMegabytes } from './memory.js';
import { inNewNamespace } from './namespace.js';
import type { Peer } from './peer.js';
import { removeDefinitions, removeNamespace } from './remove.js';
import { asError, type Group, type Measurement, type Row } from './row.js';
import { startServer, type RunningServer } from './server.js';
import { median, percentile } from './statistics.js';
import { configMapsIn, type Target } from './target.js';
import { openWatchers, watchFromNow } from './watching.js';

const COUNT = 500;
const GROUPS = 20;
const CLIENTS = 4;
const WATCHERS = 200;
const READS = 5;
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const AGGREGATED = `${JSON_TYPE};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;

const ROWS = {
  total: row(
    '500 definitions, all of them',
    's',
    8,
    'Definitions of 8.9 KB in 20 groups from 4 clients, each until an object of it was created.',
  ),
  p50: row(
    '500 definitions, p50 to first object',
    'ms',
    40,
    'From sending a definition until an object of its kind was created, half of the time.',
  ),
  p99: row('500 definitions, p99 to first object', 'ms', undefined, 'The same for the slowest in a hundred.'),
  memory: row(
    'memory of 500 definitions',
    'MB',
    100,
    'What the process grows by: definitions, kinds, an object of each, and one event of each to 200 watches.',
  ),
  pause: row(
    'longest pause while definitions come',
    'ms',
    50,
    'How long the event loop is held at most, while 200 watches go on.',
  ),
  v2: row('OpenAPI v2 of 500 definitions', 'ms', 500, 'The first request of it after a definition has changed.'),
  v2Again: row('OpenAPI v2 after one of 500 definitions', 'ms', 200, 'The same after all other kinds were described.'),
  v2Protobuf: row(
    'OpenAPI v2 of 500 definitions, protobuf',
    'ms',
    500,
    'The same in protobuf, as old clients read it, after it was made in JSON.',
  ),
  v3: row(
    'OpenAPI v3 of 25 definitions',
    'ms',
    20,
    'The first request of the document of one group and version, in the middle of five.',
  ),
  discovery: row(
    'aggregated discovery of 500 definitions',
    'ms',
    50,
    'The first request after a definition has changed.',
  ),
  documents: row(
    'longest pause for documents of definitions',
    'ms',
    50,
    'How long the event loop is held at most by the documents above.',
  ),
} as const;

type Name = keyof typeof ROWS;
type Numbers = Partial<Record<Name, number>>;

/** Many definitions on an otherwise empty server. */
export const manyDefinitions: Group = {
  rows: Object.values(ROWS),
  async measure({ store, isWanted, report, peer }) {
    if (!Object.values(ROWS).some(isWanted)) return;
    const started = await startServer({ store });
    try {
      const namespace = `bench-${process.pid}-${Date.now()}`;
      const ours = await measureIn(started, namespace, started).catch(asError);
      const theirs = peer && (await measureInPeer(peer, namespace));
      for (const [name, { unit, ...each }] of Object.entries(ROWS)) {
        if (!isWanted(each)) continue;
        const value = ours instanceof Error ? undefined : ours[name as Name];
        if (ours instanceof Error) report(each, ours);
        else if (value !== undefined) {
          const other = theirs?.[name as Name];
          report(each, { value, unit, ...(other !== undefined && { peer: other }) } satisfies Measurement & {
            peer?: number;
          });
        }
      }
    } finally {
      await started.stop();
    }
  },
};

function row(name: string, unit: string, target: number | undefined, why: string): Row & { readonly unit: string } {
  return { name, why, better: 'lower', unit, ...(target !== undefined && { target }) };
}

async function measureInPeer({ open }: Peer, namespace: string): Promise<Numbers> {
  const peer = await open();
  try {
    return await measureIn(peer, namespace);
  } finally {
    await peer.close();
  }
}

/** `server` is set when the process is ours. */
async function measureIn(recipient: Target, namespace: string, server?: RunningServer): Promise<Numbers> {
  const target = await inNewNamespace(recipient, namespace);
  const kinds = customKinds(namespace, COUNT + 1, GROUPS);
  const [last, ...others] = kinds.toReversed();
  if (last === undefined) throw new Error('there are no kinds');
  try {
    const memory = await residentMegabytes(target);
    await server?.longestPause();
    const created = await createAll(target, others.toReversed());
    const pause = await server?.longestPause();
    const grown = (await residentMegabytes(target)) - memory;
    const documents = await readDocuments(target, kinds, last);
    const held = await server?.longestPause();
    return {
      ...created,
      ...documents,
      memory: grown,
      ...(pause !== undefined && { pause }),
      ...(held !== undefined && { documents: held }),
    };
  } finally {
    if (server === undefined) {
      await removeDefinitions(target, kinds);
      await removeNamespace(target);
    }
  }
}

/** Creates the kinds and one object of each, concurrently with watched writes of ConfigMaps. */
async function createAll(target: Target, kinds: readonly CustomKind[]): Promise<Numbers> {
  const from = await watchFromNow(target, configMapsIn(target));
  const watchers = await openWatchers(target, { ...from, connections: WATCHERS, events: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const times: number[] = [];
  const left = kinds.values();
  const client = async (): Promise<void> => {
    for (const kind of left) {
      const began = performance.now();
      await createKind(target, kind, { name: 'first', agent });
      times.push(performance.now() - began);
      const body = JSON.stringify({ metadata: { name: kind.kind.toLowerCase() } });
      await call(target, { method: 'POST', path: configMapsIn(target), body, agent });
    }
  };
  try {
    const began = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const total = (performance.now() - began) / 1000;
    return { total, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
  } finally {
    agent.destroy();
    await watchers.stop();
  }
}

async function readDocuments(target: Target, kinds: readonly CustomKind[], more: CustomKind): Promise<Numbers> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string, accept = JSON_TYPE): Promise<number> =>
    millisecondsOf(target, { method: 'GET', path, accept, agent });
  try {
    await get('/version');
    const v2 = await get('/openapi/v2');
    const v2Protobuf = await get('/openapi/v2', V2_PROTOBUF);
    const groups = [...new Set(kinds.map(({ group }) => group))];
    const v3 = [];
    for (const group of groups.slice(0, READS)) v3.push(await get(`/openapi/v3/apis/${group}/v1`));
    await call(target, { method: 'POST', path: DEFINITIONS, body: definitionText(more), agent });
    const discovery = await get('/apis', AGGREGATED);
    return { v2, v2Protobuf, v3: median(v3), discovery, v2Again: await get('/openapi/v2') };
  } finally {
    agent.destroy();
  }
}
