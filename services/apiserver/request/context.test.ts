import assert from 'node:assert/strict';
import { MAX_BODY_BYTES, RequestContext } from './context.js';

function request(body?: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>> = {}): RequestContext {
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  return new RequestContext({ method: 'POST', target: '/', headers, body, peer });
}

describe('a request body', () => {
  const read = async (context: RequestContext): Promise<string> => Buffer.from(await context.readBody()).toString();
  const reason = new Error('the client went away');

  it('includes all chunks', async () => {
    async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
      for (const text of texts) yield Buffer.from(text);
    }
    const bodies = [undefined, parts(), parts('one'), parts('o', '', 'n', 'e')];
    assert.deepEqual(await Promise.all(bodies.map((body) => read(request(body)))), ['', '', 'one', 'one']);
  });

  it('is refused and no longer read once it is too large', async () => {
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

  it('that is truncated is a client error', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{');
      throw reason;
    }
    const message = 'the request body is incomplete';
    await assert.rejects(read(request(broken())), { code: 400, message, cause: reason });
  });

  it('is no longer read after an abort', async () => {
    async function* parts(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      context.abort(reason);
      yield Buffer.from('b');
      assert.fail('the read continued');
    }
    const context = request(parts());
    await assert.rejects(read(context), reason);
  });
});

describe('an aborted request', () => {
  it('calls each listener once, and later listeners at once', () => {
    const context = request();
    const calls: string[] = [];
    context.onAbort(({ message }) => void calls.push(`a ${message}`));
    context.onAbort(({ message }) => void calls.push(`b ${message}`));
    const { signal } = context;
    for (const message of ['first', 'second']) context.abort(new Error(message));
    context.onAbort(({ message }) => void calls.push(`c ${message}`));
    assert.deepEqual(calls, ['a first', 'b first', 'c first']);
    assert.equal((signal.reason as Error).message, 'first');
    assert.equal(context.signal.aborted, true);
  });

  it('no longer waits for a promise', async () => {
    const context = request();
    const waiting = context.unlessAborted(new Promise<never>(() => undefined));
    const failed = context.unlessAborted(Promise.reject(new Error('broken')));
    assert.equal(await context.unlessAborted(Promise.resolve('done')), 'done');
    await assert.rejects(failed, /broken/);
    context.abort(new Error('aborted'));
    await assert.rejects(waiting, /aborted/);
    await assert.rejects(context.unlessAborted(new Promise(() => undefined)), /aborted/);
  });
});
