import assert from 'node:assert/strict';
import { readAll } from '@pilothouse/client/transport.js';
import { testScope } from '../endpoints/scope.test.helper.js';
import { watchStream } from '../endpoints/watch-stream.js';
import type { Handler } from '../request/context.js';
import type { Store } from '../storage/store.js';
import { inProcessTransport } from './in-process.js';

/** A store in which nothing happens. */
const quiet: Partial<Store> = {
  async *watch(_prefix, { signal }) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield* [];
  },
};

/** Answers with a watch of so many milliseconds. */
function watching(limit: number): Handler {
  const scope = testScope({ store: quiet });
  const encoding = {
    encoding: 'json',
    contentType: 'application/json',
    as: { type: 'object' },
    pretty: false,
  } as const;
  return (context) => {
    const body = watchStream({
      view: { scope, context, representation: encoding, isWanted: undefined, hasColumns: false },
      namespace: '',
      selection: { labels: undefined, fields: undefined },
      initial: [],
      after: 1,
      limit,
      marksInitialEnd: true,
      bookmarkInterval: undefined,
    });
    return Promise.resolve({ status: 200, headers: {}, body });
  };
}

describe('a watch within the process', () => {
  const request = { method: 'GET', target: '/api/v1/configmaps?watch=1', headers: {} };
  const user = { name: 'someone', groups: [] };

  it('ends as it should when its time is up', async () => {
    const { body } = await inProcessTransport(watching(1), user).request(request);
    assert.match(Buffer.from(await readAll(body)).toString(), /^\{"type":"BOOKMARK".*\}\n$/);
  });

  it('is over for all who follow it, also where it comes to nothing', async () => {
    let isClosed = false;
    const failing: Handler = (context) => {
      context.onClose(() => {
        isClosed = true;
      });
      return Promise.reject(new Error('nothing'));
    };
    await assert.rejects(inProcessTransport(failing, user).request(request), /^Error: nothing$/);
    assert.ok(isClosed);
  });

  it('ends with an error when the caller gives it up', async () => {
    const off = new AbortController();
    const { body } = await inProcessTransport(watching(60_000), user).request({ ...request, signal: off.signal });
    const reading = readAll(body);
    setTimeout(() => off.abort(), 20);
    await assert.rejects(reading, /the caller gave up/);
  });
});
