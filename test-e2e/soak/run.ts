import { setTimeout as pause } from 'node:timers/promises';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import { mutatingWebhookConfigurations } from '@pilothouse/client/admissionregistration.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { namespaces } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { clusterRoleBindings } from '@pilothouse/client/rbac.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { createRandom } from '../model/random.js';
import { createWitness } from '../model/witness.js';
import { CLIENTS as CLIENT_GROUP } from '../production/files.js';
import { startInstallation, type Installation } from '../production/installation.js';
import { definitionOf } from '../support/definitions.js';
import { eventually } from '../support/eventually.js';
import { retrying } from '../support/retrying.js';
import { changeOf, GROUP, ID, idOf, RESOURCES, type Resource } from './change.js';
import { failInTurn, soakFaults } from './faults.js';
import { createFindings } from './findings.js';
import { createLedger } from './ledger.js';
import { collectionIn, judge, type Load } from './load.js';
import { createMeasure, type Window } from './measure.js';
import { outcomeOf, type SoakOutcome } from './outcome.js';
import { list, runReads } from './reads.js';
import type { SoakSettings } from './settings.js';
import { createSpans } from './spans.js';
import { watchForDown } from './taken-for-down.js';
import { usageOf } from './usage.js';
import { runWatches, type Place } from './watches.js';
import { startWebhook, type Webhook } from './webhook.js';
import { runWrites, type Slot } from './writes.js';

export interface SoakOptions {
  /** Ends the load early. */
  readonly signal: AbortSignal;
  /** Called with the outcome so far at the end of each window. */
  readonly onWindow?: (outcome: SoakOutcome) => Promise<void>;
  /** Wraps the transport of each client; the tests lose events with it. */
  readonly wrap?: (transport: Transport) => Transport;
}

const CLIENTS = 12;
const NAMESPACES = 20;
/** Objects of a namespace. */
const OBJECTS: Readonly<Record<Resource, number>> = { configmaps: 20, widgets: 10 };
/** Windows of a run, unless they become shorter than the least. */
const WINDOWS = 240;
const LEAST_WINDOW = 2000;
/** Milliseconds between two readings of etcd's log. */
const READ_EVERY = 500;
/** Milliseconds in which all watches must have shown everything after the load has ended. */
const CATCH_UP = 60_000;

/** Starts an installation, loads it while everything fails in turn, checks everything that clients see, and removes it. */
export async function runSoak(settings: SoakSettings, options: SoakOptions): Promise<SoakOutcome> {
  const installation = await startInstallation(settings.workers);
  try {
    const webhook = await startWebhook();
    try {
      return await soak(installation, webhook, settings, options);
    } finally {
      await webhook.stop();
    }
  } finally {
    await installation.remove();
  }
}

async function soak(
  installation: Installation,
  webhook: Webhook,
  settings: SoakSettings,
  { signal, onWindow, wrap = (transport) => transport }: SoakOptions,
): Promise<SoakOutcome> {
  const { balancer, etcd } = installation;
  const clients = connect(installation, wrap);
  const findings = createFindings();
  const load: Load = {
    client: (index) => clients[index % clients.length] as Client,
    random: createRandom(settings.seed),
    findings,
    ledger: createLedger(findings),
    measure: createMeasure(),
    spans: createSpans(),
    causes: new Map(),
    unexplained: [],
  };
  const { ledger, spans, measure } = load;
  const names = Array.from({ length: NAMESPACES }, (_, index) => `soak-${index}`);
  const places = names.flatMap((namespace) => RESOURCES.map((resource): Place => ({ resource, namespace })));
  await prepare(load.client(0), names, webhook);
  const witness = createWitness(etcd, changeOf);
  let reached = await witness.drain();
  // Nothing is left of the preparation.
  witness.take();

  const [loading, watching] = [new AbortController(), new AbortController()];
  const watches = await runWatches(load, places, settings.watches, watching.signal);
  const slots = places.flatMap(({ resource, namespace }) =>
    Array.from({ length: OBJECTS[resource] }, (_, index): Slot => {
      return { resource, namespace, name: `object-${index}`, revision: 0, isBusy: false };
    }),
  );
  const started = performance.now();
  const writes = runWrites(load, slots, settings.writes, loading.signal);
  const reads = runReads(load, { places, slots, rate: settings.lists }, loading.signal);
  const faults = soakFaults({ installation, witness, webhook, reached: () => reached });
  const failing = failInTurn({
    faults: faults.filter(({ name }) => settings.faults.test(name)),
    random: createRandom(settings.seed + 1),
    rest: settings.rest,
    spans,
    signal: AbortSignal.any([loading.signal, signal]),
  });

  const balancing = watchForDown({ balancer, findings, spans, signal: loading.signal });

  async function read(): Promise<void> {
    const revision = await witness.drain();
    reached = revision;
    ledger.read(witness.take(), revision);
    judge(load, performance.now());
  }
  const reading = new AbortController();
  const readAlong = async (): Promise<void> => {
    while (!reading.signal.aborted) {
      await read();
      await pause(READ_EVERY);
    }
  };
  const readingAlong = readAlong();

  const windows: Window[] = [];
  const outcome = (): SoakOutcome =>
    outcomeOf({ settings, load, installation, started, windows, watches, writes, calls: webhook.calls() });
  const size = Math.max(LEAST_WINDOW, settings.milliseconds / WINDOWS);
  while (!signal.aborted && performance.now() - started < settings.milliseconds) {
    const from = performance.now() - started;
    const wait = pause(Math.min(size, settings.milliseconds - from), undefined, { signal }).catch(() => undefined);
    await Promise.race([wait, readingAlong]);
    windows.push({ from, to: performance.now() - started, ...measure.next(), ...(await usageOf(installation)) });
    await onWindow?.(outcome());
  }

  loading.abort();
  await Promise.all([failing, writes.ended, reads, balancing]);
  reading.abort();
  await readingAlong;
  await settle(load, places);
  await read();
  const deadline = performance.now() + CATCH_UP;
  while (watches.behind() > 0 && performance.now() < deadline) {
    await pause(READ_EVERY);
    await read();
  }
  watching.abort();
  await watches.ended;
  ledger.finish();
  judge(load, Infinity);
  for (const anomaly of installation.anomalies) findings.add('process', anomaly);
  for (const { name, error } of spans.all()) {
    if (error !== undefined)
      findings.add('process', `the fault "${name}" could not be injected and repaired: ${error}`);
  }
  await Promise.all(clients.map((client) => client.close()));
  return outcome();
}

/** Clients of the administrator, and every third of a user with a token. They retry as client-go does. */
function connect(
  { balancer, credentials }: Installation,
  wrap: (transport: Transport) => Transport,
): readonly Client[] {
  const { caPem, admin, tokens } = credentials;
  const url = `https://127.0.0.1:${balancer.port}`;
  return Array.from({ length: CLIENTS }, (_, index) => {
    const token = index % 3 === 2 ? tokens[index % tokens.length] : undefined;
    const options = { url, caPem, credentials: token === undefined ? admin : { token } };
    return createClient({ transport: retrying(wrap(httpsTransport(options))), userAgent: 'soak' });
  });
}

/** Creates the namespaces, the definition of the custom resources, and the webhook's configuration. */
async function prepare(client: Client, names: readonly string[], { url, caBundle }: Webhook): Promise<void> {
  for (const name of names) await client.of(namespaces).create({ metadata: { name } });
  const apiGroup = client.domain.group('rbac.authorization');
  await client.of(clusterRoleBindings).create({
    metadata: { name: CLIENT_GROUP },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup, kind: 'Group', name: CLIENT_GROUP }],
  });
  await client.of(customResourceDefinitions).create(definitionOf({ group: GROUP }));
  await client.of(mutatingWebhookConfigurations).create({
    metadata: { name: 'soak' },
    webhooks: [
      {
        name: `reviews.${GROUP}`,
        clientConfig: { url, caBundle },
        rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: [GROUP], apiVersions: ['v1'], resources: ['widgets'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 5,
        failurePolicy: 'Fail',
      },
    ],
  });
  const widgets = collectionIn(client, 'widgets', names[0] ?? '');
  const probe = { metadata: { name: 'probe', annotations: { [ID]: 'probe' } } };
  // Every server must know the webhook before the first write that is checked.
  let reviewed = 0;
  await eventually(async () => {
    const created = await widgets.create(probe).catch(() => undefined);
    await widgets.delete('probe').catch(() => undefined);
    reviewed = created !== undefined && idOf('widgets', created) === 'probe' ? reviewed + 1 : 0;
    return reviewed > CLIENTS;
  }, 'every server calls the webhook');
}

/** Lists every collection once more, through several servers, after everything has been repaired. */
async function settle(load: Load, places: readonly Place[]): Promise<void> {
  for (const place of places) for (const count of [2, 5, 8]) await list(load, place, count);
}
