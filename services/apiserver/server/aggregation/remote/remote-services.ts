import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { Availability } from '@pilothouse/kinds/apiregistration/available.js';
import type { Catalog } from '../../../registry/catalog.js';
import { remoteService, type RemoteService, type RemoteServiceOptions } from './remote-service.js';

export interface RemoteServicesOptions extends Omit<RemoteServiceOptions, 'spec' | 'onChange'> {
  readonly catalog: Pick<Catalog, 'setRemote'>;
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

export function remoteServices({ catalog, signal, ...options }: RemoteServicesOptions): RemoteServices {
  const all = new Map<string, RemoteService>();
  const listeners: ((name: string) => void)[] = [];
  const publish = (): void => catalog.setRemote([...all.values()].map(({ version }) => version()));
  signal.addEventListener('abort', () => all.forEach(({ close }) => close()), { once: true });
  return {
    set(name, spec) {
      const known = all.get(name);
      if (known === undefined && spec === undefined) return;
      if (known !== undefined && deepEqual(known.spec, spec)) return;
      known?.close();
      all.delete(name);
      if (spec !== undefined && !signal.aborted) {
        const onChange = (): void => {
          publish();
          for (const listener of listeners) listener(name);
        };
        all.set(name, remoteService({ ...options, spec, onChange }));
      }
      publish();
    },
    availabilityOf: (name) => all.get(name)?.availability(),
    onChange: (listener) => void listeners.push(listener),
  };
}
