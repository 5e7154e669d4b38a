import { useEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../api/types.js';
import { resourceOfKind, usePage } from '../context.js';
import { readFamily, withMember, type Family } from './family.js';

/** The objects around one; undefined while they are read. */
export function useFamily(object: ApiObject): Family | undefined {
  const { api, resources } = usePage();
  const [family, setFamily] = useState<Family>();
  const { uid } = object.metadata;
  const namespace = isNamespace(object) ? (object.metadata.name ?? '') : (object.metadata.namespace ?? '');
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const found = await readFamily(api, resources, { namespace, signal: stop.signal });
      const resource = resourceOfKind(resources, object.apiVersion ?? '', object.kind ?? '');
      setFamily(resource === undefined ? found : withMember(found, { resource, meta: object.metadata }));
    };
    read().catch(() => undefined);
    return () => stop.abort();
  }, [api, resources, namespace, uid]);
  return family;
}

/** A namespace, whose objects go with it. */
export function isNamespace({ apiVersion, kind }: ApiObject): boolean {
  return apiVersion === 'v1' && kind === 'Namespace';
}
