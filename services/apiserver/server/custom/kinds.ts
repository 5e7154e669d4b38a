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
  /** CustomResourceDefinitions. */
  readonly definitions: Resource;
  /** Told of the names of all definitions. */
  readonly acceptedNames: AcceptedNames;
  readonly rules: LazyRules;
  /** Makes the converter of a definition; undefined where versions differ in nothing but their names. */
  readonly converterOf: (definition: CustomResourceDefinition) => Converter | undefined;
  /** Called with a definition whose names were not accepted, after definitions of its group have changed. */
  readonly onConflict: (name: string) => void;
  /** Called with a definition whose deletion has begun, whenever it changes. */
  readonly onTerminating: (definition: CustomResourceDefinition, kind: TerminatingKind) => void;
  /** Whether custom objects are in the same store as definitions. */
  readonly isBeside: boolean;
  /** Called with failures; they are tried again. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds that a write or a request waits for the catalog; 2,000 when absent. */
  readonly patience?: number;
  readonly signal: AbortSignal;
}

/** The custom kinds of the catalog, as the stored definitions say. */
export interface CustomKinds {
  /** Begins to follow the definitions. Resolves once all of them are in the catalog. */
  readonly start: () => Promise<void>;
  /** Resolves once a write of a definition is in the catalog; after a few seconds at the latest. */
  readonly settled: (revision: Revision) => Promise<void>;
  /**
   * Resolves once the catalog has what another server has acknowledged of one resource, so that a request for it is not answered with
   * 404 by a server that has not seen its definition yet. Costs one read of one key. Rejects with 503 where that takes too long.
   */
  readonly awaitOne: (group: string, resource: string, signal: AbortSignal) => Promise<void>;
  /**
   * The same of all resources, for discovery. Costs no read of definitions that are known. Resolves also where the store cannot be reached:
   * discovery then tells what is known.
   */
  readonly awaitAll: (signal: AbortSignal) => Promise<void>;
}

const PATIENCE = 2000;
/** Milliseconds for which discovery answers at once after the store did not answer. */
const PROOF_AFTER = 5000;
/** Milliseconds until the connections of a converter are closed that is no longer in use. */
const CLOSE_AFTER = 60_000;
const LONG_NUMBER = /\d{16}/;
/** Definitions that are read without a break: some milliseconds of work. */
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
    patience = PATIENCE,
    signal,
  } = options;
  const kinds = new Map<string, Known>();
  const changed = new Map<string, Entry | undefined>();
  const { store, definition, stored } = definitions;
  const place = objectNameOf(definition);
  /** A fifth of the work where no number has more digits than a double; then nothing of the definition holds the whole text either. */
  const read = (entry: Entry): CustomResourceDefinition => {
    const { buffer, byteOffset, byteLength } = entry.value;
    const text = Buffer.from(buffer, byteOffset, byteLength).toString();
    return (LONG_NUMBER.test(text) ? stored.decode(entry) : JSON.parse(text)) as CustomResourceDefinition;
  };
  let work = Promise.resolve();
  /** When the store is asked again whether the catalog is current, after it did not answer. */
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
    const groups = new Set(batch.map(([key]) => groupOf(place(key).name)));
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
    // Watches that end are resumed at once, and then find what the catalog has now.
    for (const { retire } of replaced) retire();
    for (const group of groups) for (const name of acceptedNames.conflicted(group)) onConflict(name);
  }

  /** What is known of a definition from now on: the same where it serves the same. One that cannot be read serves nothing. */
  function nextOf(key: string, known: Known | undefined, entry: Entry | undefined): Known | undefined {
    const { name } = place(key);
    if (entry === undefined) {
      acceptedNames.set(name, undefined);
      return undefined;
    }
    try {
      const found = read(entry);
      acceptedNames.set(name, found, entry.revision);
      const next = isConditionTrue(found, 'Established') ? servedAs(known, found, entry) : undefined;
      if (found.metadata.deletionTimestamp !== undefined) {
        // Its objects are removed also where a client's status says that it never had any.
        const served = (next ?? known)?.kind;
        onTerminating(found, { kind: served ?? kindToRemove(found, rules), isServed: served !== undefined });
      }
      return next;
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** A definition that this server can make no kind of serves nothing. It can be read, changed and deleted. */
  function servedAs(known: Known | undefined, found: CustomResourceDefinition, entry: Entry): Known | undefined {
    try {
      return following(known, found, entry);
    } catch (error) {
      onError(new Error(`the definition ${found.metadata.name ?? ''} cannot be served`, { cause: error }));
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
    // One for each watch.
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

  /** Requests that have begun go on with it. */
  async function closeLater(converter: Converter): Promise<void> {
    await setTimeout(CLOSE_AFTER, undefined, { ref: false });
    await converter.close();
  }

  async function reached(revision: Revision, until: AbortSignal): Promise<void> {
    if (follower.revision() >= revision) return;
    await follower.reached(revision, AbortSignal.any([signal, until, AbortSignal.timeout(patience)]));
  }

  return {
    start: () => follower.start(),
    settled: (revision) => reached(revision, signal),
    async awaitOne(group, resource, until) {
      const { entry } = await store.get(objectKey(definition, '', `${resource}.${group}`), { signal: until });
      if (entry === undefined) return;
      await reached(entry.revision, until);
      if (follower.revision() < entry.revision) throw notKnownYet();
    },
    async awaitAll(until) {
      if (!store.provesProgress || performance.now() < nextProof) return;
      try {
        await follower.refresh(AbortSignal.any([until, AbortSignal.timeout(patience)]));
      } catch (error) {
        until.throwIfAborted();
        nextProof = performance.now() + PROOF_AFTER;
        onError(error);
      }
    },
  };
}

/** 404 would be wrong, and clients do not send such a request again. */
function notKnownYet(): StatusError {
  const message = 'The server has not read the newest definition of the resource yet.';
  return new StatusError('ServiceUnavailable', message, { details: { retryAfterSeconds: 1 } });
}

/** The kind by which the objects of a definition are removed. */
export interface TerminatingKind {
  readonly kind: ResourceDefinition;
  readonly isServed: boolean;
}

interface Known {
  /** Equal for two states of a definition that serve the same. */
  readonly identity: string;
  /** The newest state. */
  entry: Entry;
  readonly kind: ResourceDefinition;
  /** Ends what depends on the kind in this form. */
  readonly retire: () => void;
}

function identityOf({ metadata, status }: CustomResourceDefinition): string {
  return JSON.stringify([metadata.uid, metadata.generation, status.acceptedNames]);
}
