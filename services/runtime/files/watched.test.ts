import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { isOutage } from '../logging/outage.js';
import { watchFiles } from './watched.js';

describe('a value from watched files', () => {
  let text: string | Error;
  let errors: string[];
  let changes: number[];
  let off: AbortController;
  let watched: Changing<number>;
  const settle = (): Promise<void> => delay(15);

  beforeEach(async () => {
    [text, errors, changes, off] = ['1', [], [], new AbortController()];
    watched = await start();
  });
  afterEach(() => off.abort());

  async function start(): Promise<Changing<number>> {
    const made = await watchFiles({
      read: async () => {
        if (text instanceof Error) throw text;
        return text;
      },
      parse(read) {
        if (!/^\d+$/.test(read)) throw new Error(`not a number: ${read}`);
        return Number(read);
      },
      onError: (error) => errors.push(String(error)),
      signal: off.signal,
      interval: 1,
    });
    made.onChange((value) => changes.push(value), off.signal);
    return made;
  }

  it('is read again only when the files change', async () => {
    await settle();
    assert.deepEqual([watched.current(), changes], [1, []]);
    text = '2';
    await settle();
    assert.deepEqual([watched.current(), changes, errors], [2, [2], []]);
  });

  const broken: readonly (readonly [name: string, text: string | Error, error: string])[] = [
    ['cannot be read', new Error('gone'), 'Error: gone'],
    ['cannot be used', 'half a fi', 'Error: not a number: half a fi'],
  ];
  for (const [name, bad, error] of broken) {
    it(`keeps the previous value when a file ${name}, and reports it once`, async () => {
      text = bad;
      await settle();
      assert.deepEqual([watched.current(), errors], [1, [error]]);
      text = '3';
      await settle();
      assert.deepEqual([watched.current(), errors], [3, [error]]);
      text = bad;
      await settle();
      assert.deepEqual(errors, [error, error]);
    });
  }

  it('reports an invalid change as an outage, without a stack in the log', async () => {
    const reported: unknown[] = [];
    await watchFiles({
      read: async () => String(text),
      parse: (read): unknown => JSON.parse(read),
      onError: (error) => reported.push(error),
      signal: off.signal,
      interval: 1,
    });
    text = '{';
    await settle();
    assert.deepEqual(
      reported.map((error) => error instanceof Error && isOutage(error)),
      [true],
    );
  });

  it('is watched until the signal is aborted', async () => {
    off.abort();
    text = '2';
    await settle();
    assert.equal(watched.current(), 1);
  });

  it('fails when the first read is invalid', async () => {
    text = 'x';
    await assert.rejects(start(), { message: 'not a number: x' });
  });
});
