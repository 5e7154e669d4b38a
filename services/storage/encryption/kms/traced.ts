import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Clear, Provider } from '../transformer.js';

const READ = 'TransformFromStorage with envelopeTransformer';
const WRITE = 'TransformToStorage with envelopeTransformer';

/** Shows a KMS provider in traces, with the spans of Kubernetes. Requests that are not sampled cost one comparison. */
export function tracedProvider(provider: Provider, name: string): Provider {
  const options = { attributes: { 'transformer.provider.name': name } };

  function read(data: Uint8Array, key: Uint8Array, span: Span): Clear | Promise<Clear> {
    return finish(span, () => {
      const clear = provider.read(data, key);
      if (clear instanceof Promise) span.event('About to decrypt DEK using remote service');
      return clear;
    });
  }

  return {
    ...provider,
    read: (data, key, trace) =>
      trace?.isRecorded === true ? read(data, key, trace.start(READ, options)) : provider.read(data, key),
    write: (value, key, trace) =>
      trace?.isRecorded === true
        ? finish(trace.start(WRITE, options), () => provider.write(value, key))
        : provider.write(value, key),
  };
}

/** Runs a part of a trace, and ends its span when the result is there. */
function finish<T>(span: Span, run: () => T): T {
  const fail = (error: unknown): void => {
    span.fail(error instanceof Error ? error.message : String(error));
    span.end();
  };
  try {
    const result = run();
    if (result instanceof Promise) result.then(() => span.end(), fail);
    else span.end();
    return result;
  } catch (error) {
    fail(error);
    throw error;
  }
}
