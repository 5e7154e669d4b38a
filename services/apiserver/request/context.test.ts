import assert from 'node:assert/strict';
import { MAX_BODY_BYTES, RequestContext } from './context.js';

function request(body?: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>> = {}): RequestContext {
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  return new RequestContext({ method: 'POST', target: '/', headers, body, peer });
}

describe("a request's body", () => {
  const read = async (context: RequestContext): Promise<string> => Buffer.from(await context.readBody()).toString();
  const reason = new Error('the client went away');

  it('is all that comes, in however many parts', async () => {
    async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
      for (const text of texts) yield Buffer.from(text);
    }
    const bodies = [undefined, parts(), parts('one'), parts('o', '', 'n', 'e')];
    assert.deepEqual(await Promise.all(bodies.map((body) => read(request(body)))), ['', '', 'one', 'one']);
  });

  it('is refused as soon as it is known to be too large, and read no further', async () => {
    const part = Buffer.alloc(MAX_BODY_BYTES);
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent += 1;
        yield part;
      }
    }
    const refusal = { code: 413, reason: 'RequestEntityTooLarge' };
    await assert.rejects(read(request(endless())), refusal);
    assert.equal(sent, 2);
    await assert.rejects(read(request(endless(), { 'content-length': `${MAX_BODY_BYTES + 1}` })), refusal);
    assert.equal(sent, 2);
  });

  it('is the fault of the client where it breaks off', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{');
      throw reason;
    }
    const message = 'the request body could not be read to its end';
    await assert.rejects(read(request(broken())), { code: 400, message, cause: reason });
  });

  it('is not read to its end for a request that is given up', async () => {
    async function* parts(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      context.abort(reason);
      yield Buffer.from('b');
      assert.fail('it was read on');
    }
    const context = request(parts());
    await assert.rejects(read(context), reason);
  });
});

describe('a request that is given up', () => {
  it('tells each one who waits for it once, and those at once who come later', () => {
    const context = request();
    const told: string[] = [];
    context.onAbort(({ message }) => void told.push(`a ${message}`));
    context.onAbort(({ message }) => void told.push(`b ${message}`));
    const { signal } = context;
    for (const message of ['first', 'second']) context.abort(new Error(message));
    context.onAbort(({ message }) => void told.push(`c ${message}`));
    assert.deepEqual(told, ['a first', 'b first', 'c first']);
    assert.equal((signal.reason as Error).message, 'first');
    assert.equal(context.signal.aborted, true);
  });
});
