import { useEffect, useState } from 'preact/hooks';
import { follow, type Connection } from '../api/live.js';
import type { Api } from '../api/request.js';
import type { ApiObject, ObjectList } from '../api/types.js';
import { tabVisibility } from '../api/visibility.js';

/** A version of an object that the page has seen. */
export interface Version {
  readonly object: ApiObject;
  /** Milliseconds since 1970. */
  readonly seen: number;
}

export interface LiveObject {
  /** Undefined until it is read, and if it does not exist. */
  readonly object: ApiObject | undefined;
  readonly isDeleted: boolean;
  readonly connection: Connection;
  /** All versions since the page was opened, the oldest first. */
  readonly versions: readonly Version[];
}

const MAX_VERSIONS = 100;
const START: LiveObject = { object: undefined, isDeleted: false, connection: { state: 'loading' }, versions: [] };

/** One object of a collection, live. */
export function useObject(api: Api, collection: string, name: string): LiveObject {
  const [live, setLive] = useState(START);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const query = { fieldSelector: `metadata.name=${name}` };
    const run = async (): Promise<void> => {
      for await (const event of follow<ObjectList, ApiObject>({
        api,
        path: collection,
        query,
        signal,
        visibility: tabVisibility,
      })) {
        if (event.type === 'page') {
          const [item] = event.page.items ?? [];
          const list = event.page.kind ?? '';
          // Items of a list have no kind of their own.
          const typed = item && {
            apiVersion: event.page.apiVersion ?? '',
            kind: list.replace(/List$/, ''),
            ...item,
          };
          setLive((former) => next(former, typed, typed === undefined));
        } else if (event.type === 'changed') {
          setLive((former) => next(former, event.object, event.change === 'DELETED'));
        } else if (event.type === 'connection') {
          setLive((former) => ({ ...former, connection: event.connection }));
        }
      }
    };
    run().catch(() => undefined);
    return () => stop.abort();
  }, [api, collection, name]);
  return live;
}

function next(former: LiveObject, object: ApiObject | undefined, isDeleted: boolean): LiveObject {
  const present = object ?? former.object;
  const isNew =
    object !== undefined && object.metadata.resourceVersion !== former.versions.at(-1)?.object.metadata.resourceVersion;
  const versions = isNew ? [...former.versions, { object, seen: Date.now() }].slice(-MAX_VERSIONS) : former.versions;
  return { ...former, object: present, isDeleted, versions };
}
