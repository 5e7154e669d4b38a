import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { until } from '@pilothouse/client/servers.test.helper.js';
import { batched } from './batched.js';
import { ConversionError, type ConversionFailure } from './conversion-error.js';
import { noneConverter, withApiVersion, type Converter } from './converter.js';
import { V1, V2, widget } from './webhook.test.helper.js';

const nameOf = (object: JsonObject): unknown => (object['metadata'] as JsonObject)['name'];

/** A converter that is asked for batches, and answers each when `go` is called. */
function heldConverter() {
  const batches: { names: unknown[]; apiVersion: string; signal: AbortSignal; go: (error?: Error) => void }[] = [];
  const converter: Converter = {
    convert: (objects, apiVersion, { signal = new AbortController().signal } = {}) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        const go = (error?: Error): void => {
          if (error !== undefined) reject(error);
          else resolve(objects.map((object) => withApiVersion(object, apiVersion)));
        };
        batches.push({ names: objects.map(nameOf), apiVersion, signal, go });
      }),
    close: async () => undefined,
  };
  return { batches, converter };
}

describe('batched conversions', () => {
  it('collect the objects of a turn, for each version', async () => {
    const { batches, converter } = heldConverter();
    const { convert } = batched(converter);
    const results = ['a', 'b', 'c'].map((name) => convert(widget(name), V2));
    results.push(convert(widget('d', V2), V1));
    await until(() => batches.length === 2);
    assert.deepEqual(
      batches.map(({ names, apiVersion }) => [names, apiVersion]),
      [
        [['a', 'b', 'c'], V2],
        [['d'], V1],
      ],
    );
    for (const { go } of batches) go();
    assert.deepEqual((await Promise.all(results)).map(nameOf), ['a', 'b', 'c', 'd']);
    assert.deepEqual(
      (await Promise.all(results)).map((each) => each['apiVersion']),
      [V2, V2, V2, V1],
    );
  });

  it('are a few at one time, of a bounded size; what comes meanwhile waits together', async () => {
    const { batches, converter } = heldConverter();
    const { convert } = batched(converter, { mostObjects: 2, mostBatches: 2 });
    const results = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => convert(widget(name), V2));
    await until(() => batches.length === 2);
    results.push(convert(widget('h'), V2));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(batches.length, 2);
    for (let index = 0; index < 4; index++) {
      await until(() => batches.length > index);
      batches[index]?.go();
    }
    assert.deepEqual((await Promise.all(results)).map(nameOf), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    assert.deepEqual(
      batches.map(({ names }) => names),
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    );
  });

  it('leave out objects whose caller is gone', async () => {
    const { batches, converter } = heldConverter();
    const { convert } = batched(converter);
    const [early, late] = [new AbortController(), new AbortController()];
    const gone = convert(widget('gone'), V2, { signal: early.signal });
    const results = [convert(widget('a'), V2, { signal: late.signal }), convert(widget('b'), V2)];
    early.abort(new Error('early'));
    await assert.rejects(gone, { message: 'early' });
    await until(() => batches.length === 1);
    assert.deepEqual(batches[0]?.names, ['a', 'b']);
    late.abort(new Error('late'));
    await assert.rejects(results[0] as Promise<unknown>, { message: 'late' });
    assert.equal(batches[0]?.signal.aborted, false);
    batches[0]?.go();
    assert.equal(nameOf((await results[1]) ?? {}), 'b');
    await assert.rejects(convert(widget('a'), V2, { signal: early.signal }), { message: 'early' });
    assert.equal(batches.length, 1);
  });

  it('end where all callers are gone', async () => {
    const { batches, converter } = heldConverter();
    const stop = new AbortController();
    const { convert } = batched(converter);
    const results = ['a', 'b'].map((name) => convert(widget(name), V2, { signal: stop.signal }));
    await until(() => batches.length === 1);
    stop.abort(new Error('enough'));
    for (const result of await Promise.allSettled(results)) assert.equal(result.status, 'rejected');
    assert.equal(batches[0]?.signal.aborted, true);
    assert.equal(batches.length, 1);
  });

  const failed = (failure: ConversionFailure) => new ConversionError(failure, 'why');

  it('fail alone where one object is the cause', async () => {
    const asked: unknown[][] = [];
    const converter: Converter = {
      async convert(objects, apiVersion) {
        asked.push(objects.map(nameOf));
        if (objects.map(nameOf).includes('bad')) throw failed('conversion_webhook_malformed_response_failure');
        return objects.map((object) => withApiVersion(object, apiVersion));
      },
      close: async () => undefined,
    };
    const { convert } = batched(converter);
    const results = await Promise.allSettled(['a', 'bad', 'b'].map((name) => convert(widget(name), V2)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(asked, [['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('fail together where the webhook gives no answer', async () => {
    let count = 0;
    const converter: Converter = {
      async convert() {
        count += 1;
        throw failed('conversion_webhook_call_failure');
      },
      close: async () => undefined,
    };
    const { convert } = batched(converter);
    const results = await Promise.allSettled(['a', 'b'].map((name) => convert(widget(name), V2)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(count, 1);
    await assert.rejects(convert(widget('c'), V2), { message: 'why' });
  });
});

describe('the conversion None', () => {
  it('changes the version alone, and not in place', async () => {
    const given = widget('a');
    const [result, same] = await noneConverter.convert([given, widget('b', V2)], V2);
    assert.deepEqual({ ...result }, { ...given, apiVersion: V2 });
    assert.deepEqual(Object.keys(result ?? {}), Object.keys(given));
    assert.equal(given['apiVersion'], V1);
    assert.equal(same?.['apiVersion'], V2);
  });
});
