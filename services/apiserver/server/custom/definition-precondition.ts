import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { notServed } from '../../endpoints/resources.js';
import { objectKey } from '../../registry/keys.js';
import type { Origin } from '@pilothouse/kinds/definition/definition.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';

export interface DefinitionPreconditionOptions {
  /** Resource of the CustomResourceDefinitions. */
  readonly definitions: Resource;
  readonly name: string;
  readonly uid: string;
  /** Latest state that this server has seen. */
  readonly latest: () => Entry;
  /** Whether custom objects are in the same store, so that the definition can be a precondition of a creation. */
  readonly isBeside: boolean;
}

/**
 * Precondition of creations: the definition must be unchanged, and not terminating. So no server creates an object after the deletion
 * of the definition has begun, and the cleanup deletes all objects.
 */
export function definitionPrecondition(options: DefinitionPreconditionOptions): Origin['precondition'] {
  const { definitions, name, uid, latest, isBeside } = options;
  const { definition, store, stored } = definitions;
  const key = objectKey(definition, '', name);
  /** States that allow creations. The cache returns the same entry until it changes. */
  const open = new WeakSet<Entry>();

  function preconditionOf(entry: Entry, object: string, signal: AbortSignal): AdmissionPrecondition {
    if (!open.has(entry)) {
      const found = stored.decode(entry) as CustomResourceDefinition;
      if (found.metadata.uid !== uid) throw notServed();
      if (found.metadata.deletionTimestamp !== undefined) throw terminating(found, object);
      open.add(entry);
    }
    const refreshed = async (): Promise<AdmissionPrecondition> => {
      const newest = (await store.get(key, { signal })).entry;
      if (newest === undefined) throw notServed();
      return preconditionOf(newest, object, signal);
    };
    return { key, revision: entry.revision, refreshed };
  }
  return async (object, signal) => {
    const precondition = preconditionOf(latest(), object, signal);
    return isBeside ? precondition : undefined;
  };
}

/** Error with the text of Kubernetes. */
function terminating({ spec: { group, names } }: CustomResourceDefinition, name: string): StatusError {
  const what = `${names.plural}.${group} ${JSON.stringify(name)}`;
  const message = `${what} is forbidden: create not allowed while custom resource definition is terminating`;
  return new StatusError('Forbidden', message, { details: { name, group, kind: names.plural } });
}
