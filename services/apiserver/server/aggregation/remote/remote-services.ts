import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { Availability } from '@pilothouse/kinds/apiregistration/available.js';
import type { Catalog } from '../../../registry/catalog.js';
import { createSlots } from '@pilothouse/runtime/event-loop/slots.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { DocumentChange } from './open-api-v2.js';
import { remoteService, type RemoteService, type RemoteServiceOptions } from './remote-service.js';

export interface RemoteServicesOptions extends Omit<RemoteServiceOptions, 'spec' | 'onChange' | 'openApi'> {
  readonly catalog: Pick<Catalog, 'setRemote'>;
  /** Called with the name of the APIService, and the milliseconds that it took to read the document. */
  readonly onDocument: (name: string, change: DocumentChange, milliseconds: number) => void;
  /** Called if the document of an APIService cannot be read. */
  readonly onDocumentError: (error: unknown, name: string) => void;
  readonly signal: AbortSignal;
}

/** The extension API servers of all APIServices with a service, by the name of the APIService. */
export interface RemoteServices {
  /** Sets the spec of an APIService. Undefined if it has been deleted, or has no service. */
  readonly set: (name: string, spec: APIServiceSpec | undefined) => void;
  /** Undefined before the first check. */
  readonly availabilityOf: (name: string) => Availability | undefined;
  /** Calls the listener with the name of an APIService whose availability has changed. */
  readonly onChange: (listener: (name: string) => void) => void;
}

/** Concurrent downloads of documents, which bounds their memory. */
const DOWNLOADS = 2;

export function remoteServices(parts: RemoteServicesOptions): RemoteServices {
  const { catalog, signal, onDocument, onDocumentError, ...options } = parts;
  const documents = {
    slots: createSlots(DOWNLOADS),
    maybeYield: createYielder(() => performance.now()),
    later: (run: () => void, milliseconds: number) => setTimeout(run, milliseconds).unref(),
  };
  const all = new Map<string, RemoteService>();
  const listeners: ((name: string) => void)[] = [];
  const publish = (): void => catalog.setRemote([...all.values()].map(({ version }) => version()));
  signal.addEventListener('abort', () => all.forEach(({ close }) => close()), { once: true });
  return {
    set(name, spec) {
      const known = all.get(name);
      if (known === undefined && spec === undefined) return;
      if (known !== undefined && deepEqual(known.spec, spec)) return;
      const former = known?.document();
      known?.close();
      all.delete(name);
      if (spec !== undefined && !signal.aborted) {
        const onChange = (): void => {
          publish();
          for (const listener of listeners) listener(name);
        };
        const openApi: RemoteServiceOptions['openApi'] = {
          ...documents,
          former,
          onRead: (...change) => onDocument(name, ...change),
          onError: (error) => onDocumentError(error, name),
        };
        all.set(name, remoteService({ ...options, spec, onChange, openApi }));
      } else if (former !== undefined) {
        onDocument(name, 'delete', 0);
      }
      publish();
    },
    availabilityOf: (name) => all.get(name)?.availability(),
    onChange: (listener) => void listeners.push(listener),
  };
}
