import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { Converter } from '@pilothouse/kinds/definition/converter.js';
import { withApiVersion } from '@pilothouse/kinds/definition/converter.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import type { Resource } from '../resource.js';

/**
 * Runs a computation in steps over the versions of an object, such as that of field owners, with conversions that may
 * be asynchronous webhooks. If the computation needs an unknown conversion, it is aborted, the object is converted,
 * and the computation starts again. `run` must be deterministic and free of side effects before its end.
 */
export async function withConversions<Result>(
  resource: Resource,
  run: (resource: Resource) => Steps<Result>,
): Promise<Result> {
  const { converter } = resource.definition.origin ?? {};
  const { maybeYield } = resource;
  if (converter === undefined) return runInSlices(run(resource), maybeYield);
  const known = new Map<string, JsonObject>();
  const { fieldVersions } = resource;
  const converting: Resource = {
    ...resource,
    fieldVersions: {
      ...fieldVersions,
      convert(object, from, to) {
        const key = `${to} ${from} ${writeJson(object)}`;
        const found = known.get(key);
        if (found === undefined) throw new ConversionNeeded(key, withApiVersion(object, from), to);
        return fieldVersions.normalise(found, to);
      },
    },
  };
  for (;;) {
    try {
      return await runInSlices(run(converting), maybeYield);
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      known.set(error.key, await convertOne(converter, error));
    }
  }
}

async function convertOne({ convert }: Converter, { object, to }: ConversionNeeded): Promise<JsonObject> {
  const [converted] = await convert([object], to);
  if (converted === undefined || !isObject(converted)) throw new Error(`an object was not converted to ${to}`);
  return converted;
}

/** Aborts a computation. */
class ConversionNeeded extends Error {
  override readonly name = 'ConversionNeeded';
  constructor(
    readonly key: string,
    readonly object: JsonObject,
    readonly to: string,
  ) {
    super(`the object is needed in ${to}`);
  }
}
