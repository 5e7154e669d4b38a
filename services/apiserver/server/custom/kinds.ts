import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createFollower, type Follower } from '@pilothouse/storage/follow.js';
import type { Entry, Revision } from '@pilothouse/storage/store.js';
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { groupOf, type AcceptedNames } from '@pilothouse/kinds/apiextensions/accepted-names.js';
import type { LazyRules } from '@pilothouse/kinds/apiextensions/rules.js';
import { isConditionTrue } from '@pilothouse/kinds/apiextensions/condition-list.js';
import type { Converter } from '@pilothouse/kinds/definition/converter.js';
import type { Catalog } from '../../registry/catalog.js';
import { customKind } from '@pilothouse/kinds/custom/kind.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { objectNameOf } from '../../registry/attributes.js';
import { collectionPrefix, objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import { kindToRemove } from './kind-to-remove.js';
import { definitionPrecondition } from './definition-precondition.js';

export interface CustomKindsOptions {
  readonly catalog: Pick<Catalog, 'setCustom'>;
  /** Resource of the CustomResourceDefinitions. */
  readonly definitions: Resource;
  /** Receives the names of all definitions. */
  readonly acceptedNames: AcceptedNames;
  readonly rules: LazyRules;
  /** Creates the converter of a definition; undefined for the strategy None. */
  readonly converterOf: (definition: CustomResourceDefinition) => Converter | undefined;
  /** Called with a definition whose names were not accepted, after other definitions of its group changed. */
  readonly onConflict: (name: string) => void;
  /** Called with a terminating definition, for each change. */
  readonly onTerminating: (definition: CustomResourceDefinition, kind: TerminatingKind) => void;
  /** Whether custom objects are in the same store as definitions. */
  readonly isBeside: boolean;
  /** Called for each failure. The operation is retried. */
  readonly onError: (error: unknown) => void;
  /** Maximum milliseconds that a write or a request waits for the catalog; 2,000 when absent. */
  readonly timeout?: number;
  readonly signal: AbortSignal;
}

/** Keeps the custom kinds of the catalog in step with the stored definitions. */
export interface CustomKinds {
  /** Starts the list and watch of definitions. Resolves when all of them are in the catalog. */
  readonly start: () => Promise<void>;
  /** Read-your-writes: resolves when a write of a definition is in the catalog, or after the timeout. */
  readonly settled: (revision: Revision) => Promise<void>;
  /**
   * Linearizable read of a resource: resolves when the catalog has the definition that another server may have acknowledged, so that a
   * lagging server does not respond with 404. Costs a read of one key. Rejects with 503 after the timeout.
   */
  readonly awaitOne: (group: string, resource: string, signal: AbortSignal) => Promise<void>;
  /**
   * The same for all resources, for discovery. Known definitions are not read again. Also resolves if the store is unavailable: discovery
   * then has the known kinds.
   */
  readonly awaitAll: (signal: AbortSignal) => Promise<void>;
}

const TIMEOUT = 2000;
/** Milliseconds for which discovery does not wait after the store was unavailable. */
const PROOF_AFTER = 5000;
/** Milliseconds before the connections of an unused converter are closed. */
const CLOSE_AFTER = 60_000;
const LONG_NUMBER = /\d{16}/;
/** Number of definitions that are parsed without a yield to the event loop: some milliseconds. */
const AT_ONCE = 50;

export function followCustomKinds(options: CustomKindsOptions): CustomKinds {
  const {
    catalog,
    definitions,
    acceptedNames,
    rules,
    converterOf,
    onConflict,
    onTerminating,
    isBeside,
    onError,
    timeout = TIMEOUT,
    signal,
  } = options;
  const kinds = new Map<string, Known>();
  const changed = new Map<string, Entry | undefined>();
  const { store, definition, stored } = definitions;
  const nameOf = objectNameOf(definition);
  /** Uses JSON.parse, at a fifth of the cost, if no number exceeds a double. The definition then does not retain the whole text either. */
  const read = (entry: Entry): CustomResourceDefinition => {
    const { buffer, byteOffset, byteLength } = entry.value;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString();
    return (LONG_NUMBER.test(text) ? stored.decode(entry) : JSON.parse(text)) as CustomResourceDefinition;
  };
  let work = Promise.resolve();
  /** Time of the next progress check, after the store was unavailable. */
  let nextProof = 0;

  const follower: Follower = createFollower({
    store,
    prefix: collectionPrefix(definition),
    change: (key, entry) => void changed.set(key, entry),
    settle: () => (work = work.catch(() => undefined).then(applyChanges)),
    onError,
    signal,
  });

  async function applyChanges(): Promise<void> {
    if (changed.size === 0) return;
    const batch = [...changed];
    changed.clear();
    const replaced: Known[] = [];
    const groups = new Set(batch.map(([key]) => groupOf(nameOf(key).name)));
    let hasChanged = false;
    for (const [index, [key, entry]] of batch.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await nextTurn();
      if (entry !== undefined)
        await rules.load(Buffer.from(entry.value.buffer, entry.value.byteOffset, entry.value.byteLength));
      const known = kinds.get(key);
      const next = nextOf(key, known, entry);
      if (next === known) continue;
      hasChanged = true;
      if (known !== undefined) replaced.push(known);
      if (next === undefined) kinds.delete(key);
      else kinds.set(key, next);
    }
    if (hasChanged) catalog.setCustom([...kinds.values()].map(({ kind }) => kind));
    // Clients resume ended watches immediately, and then find the new catalog.
    for (const { retire } of replaced) retire();
    for (const group of groups) for (const name of acceptedNames.conflicted(group)) onConflict(name);
  }

  /** Next state of a definition: the same object if it serves the same. An unreadable definition serves nothing. */
  function nextOf(key: string, known: Known | undefined, entry: Entry | undefined): Known | undefined {
    const { name } = nameOf(key);
    if (entry === undefined) {
      acceptedNames.set(name, undefined);
      return undefined;
    }
    try {
      const found = read(entry);
      acceptedNames.set(name, found, entry.revision);
      const next = isConditionTrue(found, 'Established') ? servedAs(known, found, entry) : undefined;
      if (found.metadata.deletionTimestamp !== undefined) {
        // Objects are removed even if a client's status says that the kind was never established.
        const served = (next ?? known)?.kind;
        onTerminating(found, { kind: served ?? kindToRemove(found, rules), isServed: served !== undefined });
      }
      return next;
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** A definition that fails to compile serves nothing. It can still be read, changed and deleted. */
  function servedAs(known: Known | undefined, found: CustomResourceDefinition, entry: Entry): Known | undefined {
    try {
      return following(known, found, entry);
    } catch (error) {
      onError(
        new Error(`the CustomResourceDefinition ${found.metadata.name ?? ''} cannot be served`, { cause: error }),
      );
      return undefined;
    }
  }

  function following(known: Known | undefined, found: CustomResourceDefinition, entry: Entry): Known {
    const identity = identityOf(found);
    if (known?.identity === identity) {
      known.entry = entry;
      return known;
    }
    const end = new AbortController();
    // Each watch adds a listener.
    setMaxListeners(0, end.signal);
    const { name = '', uid = '' } = found.metadata;
    const state = { entry };
    const latest = (): Entry => state.entry;
    const precondition = definitionPrecondition({ definitions, name, uid, latest, isBeside });
    const converter = converterOf(found);
    const kind = customKind(found, {
      read: () => read(latest()),
      origin: { retired: end.signal, precondition, ...(converter && { converter }) },
      rules,
    });
    const retire = (): void => {
      end.abort();
      if (converter !== undefined) closeLater(converter).catch(onError);
    };
    return Object.assign(state, { identity, kind, retire });
  }

  /** Closes a converter later, since active requests still use it. */
  async function closeLater(converter: Converter): Promise<void> {
    await setTimeout(CLOSE_AFTER, undefined, { ref: false });
    await converter.close();
  }

  async function reached(revision: Revision, until: AbortSignal): Promise<void> {
    if (follower.revision() >= revision) return;
    await follower.reached(revision, AbortSignal.any([signal, until, AbortSignal.timeout(timeout)]));
  }

  return {
    start: () => follower.start(),
    settled: (revision) => reached(revision, signal),
    async awaitOne(group, resource, until) {
      const { entry } = await store.get(objectKey(definition, '', `${resource}.${group}`), { signal: until });
      if (entry === undefined) return;
      await reached(entry.revision, until);
      if (follower.revision() < entry.revision) throw notSynced();
    },
    async awaitAll(until) {
      if (!store.provesProgress || performance.now() < nextProof) return;
      try {
        await follower.refresh(AbortSignal.any([until, AbortSignal.timeout(timeout)]));
      } catch (error) {
        until.throwIfAborted();
        nextProof = performance.now() + PROOF_AFTER;
        onError(error);
      }
    },
  };
}

/** 503 instead of 404, which would be wrong, and which clients do not retry. */
function notSynced(): StatusError {
  const message = 'The server has not read the latest definition of the resource yet.';
  return new StatusError('ServiceUnavailable', message, { details: { retryAfterSeconds: 1 } });
}

/** Kind of a terminating definition. */
export interface TerminatingKind {
  readonly kind: ResourceDefinition;
  readonly isServed: boolean;
}

interface Known {
  /** Equal for states of a definition that serve the same. */
  readonly identity: string;
  /** Latest state. */
  entry: Entry;
  readonly kind: ResourceDefinition;
  /** Ends the watches and closes the converter of this state. */
  readonly retire: () => void;
}

function identityOf({ metadata, status }: CustomResourceDefinition): string {
  return JSON.stringify([metadata.uid, metadata.generation, status.acceptedNames]);
}
