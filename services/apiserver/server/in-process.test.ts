import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import type { Store } from '@pilothouse/storage/store.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { testScope } from '../endpoints/scope.test.helper.js';
import { WatchStream } from '../endpoints/watch-stream.js';
import { executing, testFlowControl } from '../flowcontrol/flow-control.test.helper.js';
import type { Handler } from '../request/context.js';
import { deadline } from './filters/deadline.js';
import { limitRequests } from './filters/flow-control.js';
import { inProcessTransport } from './in-process.js';

/** A store without events. */
const quiet: Partial<Store> = {
  async *watch(_prefix, { signal }) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    yield* [];
  },
};

/** Handler that responds with a watch of `limit` milliseconds. */
function watching(limit: number): Handler {
  const scope = testScope({ store: quiet });
  const encoding = {
    encoding: 'json',
    contentType: 'application/json',
    as: { type: 'object' },
    pretty: false,
  } as const;
  return (context) => {
    const body = new WatchStream({
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

describe('an in-process watch', () => {
  const request = { method: 'GET', target: '/api/v1/configmaps?watch=1', headers: {} };
  const user = { name: 'someone', groups: [] };

  it('ends without an error at its timeout', async () => {
    const { body } = await inProcessTransport(watching(1), user).request(request);
    assert.match(Buffer.from(await collect(body)).toString(), /^\{"type":"BOOKMARK".*\}\n$/);
  });

  it('closes the context at its end, even if the response is empty', async () => {
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

  it('ends with an error when the caller aborts it', async () => {
    const off = new AbortController();
    const { body } = await inProcessTransport(watching(60_000), user).request({ ...request, signal: off.signal });
    const reading = collect(body);
    setTimeout(() => off.abort(), 20);
    await assert.rejects(reading, /the caller gave up/);
  });
});

describe('an in-process request whose response is not read', () => {
  const user = { name: 'someone', groups: [] };
  const list = { method: 'GET', target: '/api/v1/configmaps', headers: {} };
  const watch = { ...list, target: `${list.target}?watch=1` };
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.from('x');
  }

  /** Transport to a server that responds without end, and whether all its seats are free. */
  function limited(requestTimeout: number) {
    const flowControl = testFlowControl(undefined, { requestTimeout });
    const answering: Handler = () => Promise.resolve({ status: 200, headers: {}, body: endless() });
    const inTime = deadline(requestTimeout)(limitRequests({ flowControl, isMemoryScarce: () => false })(answering));
    const handler: Handler = (context) => {
      context.user = authenticatedUser(user.name);
      return inTime(context);
    };
    return {
      transport: inProcessTransport(handler, user),
      isFree: () => executing(flowControl) === 0,
    };
  }

  const ways: Readonly<Record<string, (body: AsyncIterable<Uint8Array>) => Promise<unknown>>> = {
    'is not read': async () => undefined,
    'is not read after its first chunk': (body) => body[Symbol.asyncIterator]().next(),
  };
  for (const [way, leave] of Object.entries(ways)) {
    for (const request of [list, watch]) {
      it(`and that ${way} releases its seat when it is aborted: ${request.target}`, async () => {
        const { transport, isFree } = limited(60_000);
        const off = new AbortController();
        await leave((await transport.request({ ...request, signal: off.signal })).body);
        assert.equal(isFree(), false);
        off.abort();
        assert.equal(isFree(), true);
      });
    }

    it(`and that ${way} releases its seat at its timeout`, async () => {
      const { transport, isFree } = limited(1);
      await leave((await transport.request(list)).body);
      while (!isFree()) await delay(1);
    });
  }
});
