import assert from 'node:assert/strict';
import { createPublicKey, type X509Certificate } from 'node:crypto';
import { isIssuedBy, readPair } from '@pilothouse/runtime/certificates/inspect.js';
import { readKubeconfig } from '@pilothouse/client/kubeconfig.js';
import * as fc from 'fast-check';
import { Killed, memory, type Memory } from '../store/memory.test.helper.js';
import type { Entries } from '../store/store.js';
import { bundleIn, certificateIn, HOUR, run, START } from './run.test.helper.js';

const PROPAGATION = 5 * HOUR;
/** The longest time between two runs. It leaves the last third of a certificate's validity for renewal and propagation. */
const LONGEST_GAP = 14 * HOUR;

const textOf = (commonName: string): string => `
authorities: [{name: ca, commonName: ${commonName}, validity: 250h}]
certificates:
- {name: server, authority: ca, commonName: server, hosts: [a], usages: [server], validity: 100h}
- {name: client, authority: ca, commonName: client, usages: [client], validity: 90h}
keys: [{name: sa}]
kubeconfigs: [{name: config, certificate: client, authority: ca, server: 'https://a'}]
`;

/** One event of a sequence. `wait` is in hours. */
type Event =
  | { readonly type: 'run'; readonly wait: number; readonly rotateKeys: boolean }
  /** Concurrent runs. */
  | { readonly type: 'race'; readonly wait: number; readonly rotateKeys: boolean }
  /** A run that is killed after some writes. Another run follows soon. */
  | { readonly type: 'killed'; readonly wait: number; readonly rotateKeys: boolean; readonly steps: number }
  | { readonly type: 'rename'; readonly wait: number };

const wait = fc.double({ min: 0, max: LONGEST_GAP / HOUR, noNaN: true });
const rotateKeys = fc.boolean();
const events = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('run' as const), wait, rotateKeys }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('race' as const), wait, rotateKeys }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('killed' as const),
        wait,
        rotateKeys,
        steps: fc.integer({ min: 0, max: 12 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('rename' as const), wait }) },
  ),
  { minLength: 25, maxLength: 25 },
);

/** A version of a value with its start time. */
interface Version<T> {
  readonly from: number;
  readonly value: T;
}

/** The values that programs may use at a time: all that were current within the propagation time. */
function inUse<T>(versions: readonly Version<T>[], at: number): T[] {
  return versions
    .filter(({ from }, index) => from <= at && (versions[index + 1]?.from ?? Infinity) >= at - PROPAGATION)
    .map(({ value }) => value);
}

interface World {
  readonly leaves: Map<string, Version<X509Certificate>[]>;
  readonly bundles: Map<string, Version<readonly X509Certificate[]>[]>;
  readonly signing: Version<string>[];
  readonly verifying: Version<string>[];
  /** The issuer of each certificate, by serial number. */
  readonly verdicts: Map<string, boolean>;
}

/** Loads an item as programs do: a pair whose halves do not match is ignored. */
async function observe(world: World, from: number, name: string, entries: Entries): Promise<void> {
  const add = <T>(versions: Map<string, Version<T>[]>, value: T): void => {
    versions.set(name, [...(versions.get(name) ?? []), { from, value }]);
  };
  const pair = readPair({ certPem: entries['tls.crt'] ?? '', keyPem: entries['tls.key'] ?? '' });
  if (pair !== undefined) add(world.leaves, pair.cert);
  if (entries['ca.crt'] !== undefined) add(world.bundles, bundleIn(entries['ca.crt']));
  if (entries['sa.key'] !== undefined) world.signing.push({ from, value: publicPem(entries['sa.key']) });
  if (entries['sa.pub'] !== undefined) world.verifying.push({ from, value: entries['sa.pub'] });
  if (entries.kubeconfig !== undefined) {
    const { caPem, credentials } = await readKubeconfig(entries.kubeconfig);
    add(world.bundles, bundleIn(caPem));
    if (credentials && 'certPem' in credentials) add(world.leaves, certificateIn(credentials.certPem));
  }
}

const publicPem = (pem: string): string => String(createPublicKey(pem).export({ type: 'spki', format: 'pem' }));

function check({ leaves, bundles, signing, verifying, verdicts }: World, at: number): void {
  const isCurrent = ({ validFrom, validTo }: X509Certificate): boolean =>
    Date.parse(validFrom) <= at && at < Date.parse(validTo);
  // The result of a signature check is cached, since it never changes.
  const isIssued = (leaf: X509Certificate, ca: X509Certificate): boolean => {
    const key = leaf.serialNumber + ca.serialNumber;
    const verdict = verdicts.get(key) ?? isIssuedBy(leaf, ca);
    verdicts.set(key, verdict);
    return verdict;
  };
  const shown = ['server', 'client', 'config'].flatMap((name) => inUse(leaves.get(name) ?? [], at));
  const trusted = ['ca', 'server', 'client', 'config'].flatMap((name) => inUse(bundles.get(name) ?? [], at));
  for (const leaf of shown) {
    assert.ok(isCurrent(leaf), `${leaf.subject} has ended`);
    for (const bundle of trusted) {
      assert.ok(
        bundle.some((ca) => isIssued(leaf, ca) && isCurrent(ca)),
        `${leaf.subject} is not trusted`,
      );
    }
  }
  for (const key of inUse(signing, at)) {
    for (const keys of inUse(verifying, at)) assert.ok(keys.includes(key), 'a token is not trusted');
  }
}

async function play(sequence: readonly Event[]): Promise<void> {
  let time = START;
  const steps: { name: string; entries: Entries }[] = [];
  const store: Memory = memory({ onStep: (name, entries) => void steps.push({ name, entries }) });
  const world: World = { leaves: new Map(), bundles: new Map(), signing: [], verifying: [], verdicts: new Map() };
  let name = 'Root';
  const work = async (rotate: boolean, runs = 1): Promise<void> => {
    const options = {
      text: textOf(name),
      renewBefore: 50 * HOUR,
      propagation: PROPAGATION,
      rotateKeys: rotate,
    };
    await Promise.all(
      Array.from({ length: runs }, async () => {
        const { problems } = await run(store.open(), time, options);
        assert.deepEqual(problems, []);
      }),
    );
  };
  const settle = async (): Promise<void> => {
    for (const { name: thing, entries } of steps.splice(0)) await observe(world, time, thing, entries);
    check(world, time);
  };
  await work(false);
  await settle();
  for (const event of sequence) {
    const until = time + event.wait * HOUR;
    for (const share of [0.25, 0.5, 1]) check(world, time + (until - time) * share);
    time = until;
    if (event.type === 'rename') name = `${name}'`.slice(0, 20);
    else if (event.type === 'killed') {
      store.killAfter(event.steps);
      await work(event.rotateKeys).catch((error: unknown) => assert.ok(error instanceof Killed, String(error)));
      store.killAfter(Infinity);
      await settle();
      time += HOUR / 10;
      await work(event.rotateKeys);
    } else await work(event.rotateKeys, event.type === 'race' ? 2 : 1);
    await settle();
  }
}

describe('random sequences of runs, including killed ones', () => {
  it('keep TLS and tokens valid when programs reload within the propagation time', () =>
    fc.assert(fc.asyncProperty(events, play), { numRuns: 1, endOnFailure: true }));
});
