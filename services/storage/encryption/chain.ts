import type { Span } from '@pilothouse/runtime/tracing/span.js';
import { aggregate, startsWith, type Clear, type Provider, type Transformer } from './transformer.js';

/** Receives each operation: the prefix of its provider or key (`identity` or `unknown` in reads), seconds, and the error if it failed. */
export type ObserveTransformation = (
  type: 'from_storage' | 'to_storage',
  prefix: string,
  seconds: number,
  error?: unknown,
) => void;

/** How a provider reports the operations of its keys, as Kubernetes does besides its own. */
export interface Observed {
  readonly observe: ObserveTransformation;
  readonly clock: Clock;
}

interface Stored {
  readonly data: Uint8Array;
  readonly key: Uint8Array;
  readonly trace: Span | undefined;
}

/** Milliseconds, monotonic. */
export type Clock = () => number;

/**
 * Providers in order: the first one writes; all whose prefix a value has are tried to read it. A value that another than the
 * first one reads is stale.
 */
export function chainOf(
  providers: readonly [Provider, ...Provider[]],
  observe: ObserveTransformation,
  clock: Clock,
): Transformer {
  const [first] = providers;
  const named = providers.map((provider) => ({ ...provider, name: Buffer.from(provider.prefix).toString() }));
  const writeName = Buffer.from(first.prefix).toString();
  // Identity provider first: values with a prefix of another one are never current.
  const isShared = providers.some(
    (each, index) => index > 0 && each.prefix.length > 0 && Buffer.compare(each.prefix, first.prefix) === 0,
  );

  function readFrom(index: number, { data, key, trace }: Stored, failures: unknown[]): Clear | Promise<Clear> {
    for (let at = index; at < named.length; at++) {
      const provider = named[at];
      if (provider === undefined || !startsWith(data, provider.prefix)) continue;
      const start = clock();
      const succeed = (clear: Clear): Clear => {
        observe('from_storage', provider.name === '' ? 'identity' : provider.name, (clock() - start) / 1000);
        return at === 0 || clear.isStale ? clear : { value: clear.value, isStale: true };
      };
      const fail = (error: unknown): void => {
        // Identity matches every value, and refuses the encrypted ones.
        if (provider.name === '') return;
        observe('from_storage', provider.name, (clock() - start) / 1000, error);
        failures.push(error);
      };
      try {
        const clear = provider.read(data.subarray(provider.prefix.length), key, trace);
        if (!(clear instanceof Promise)) return succeed(clear);
        return clear.then(succeed, (error: unknown) => {
          fail(error);
          return readFrom(at + 1, { data, key, trace }, failures);
        });
      } catch (error) {
        fail(error);
      }
    }
    if (failures.length > 0) throw aggregate(failures);
    const error = new Error('no matching prefix found');
    observe('from_storage', 'unknown', 0, error);
    throw error;
  }

  return {
    read: (data, key, trace) => readFrom(0, { data, key, trace }, []),
    write(value, key, trace) {
      const start = clock();
      try {
        const stored = first.write(value, key, trace);
        observe('to_storage', writeName, (clock() - start) / 1000);
        return stored;
      } catch (error) {
        observe('to_storage', writeName, (clock() - start) / 1000, error);
        throw error;
      }
    },
    isCurrent(data) {
      if (!startsWith(data, first.prefix)) return false;
      const isCurrent = first.isCurrent(data.subarray(first.prefix.length));
      return isShared && isCurrent === true ? undefined : isCurrent;
    },
  };
}
