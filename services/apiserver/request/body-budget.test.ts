import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createBodyBudget, type BodyMemory } from './body-budget.js';
import { RequestContext } from './context.js';

const LIMITS = { connection: 60, total: 100 };
const busy = (error: unknown): boolean => error instanceof StatusError && error.code === 429;

describe('the memory limit of request bodies', () => {
  let budget: ReturnType<typeof createBodyBudget>;
  let refused: string[];
  beforeEach(() => {
    budget = createBodyBudget(LIMITS);
    refused = [];
  });
  const open = (user: string, connection: object = {}): BodyMemory =>
    budget.open({ user, connection, refuse: ({ code }) => void refused.push(`${user} ${code}`) });

  it('applies to a connection, whose next body is refused', () => {
    const connection = {};
    open('a', connection).add(40);
    assert.throws(() => open('b', connection).add(30), busy);
    open('b', connection).add(20);
    open('b').add(30);
    assert.deepEqual(refused, []);
  });

  it('applies to the server: the user with most bytes loses the largest body', () => {
    const [small, large] = [open('flood'), open('flood')];
    small.add(30);
    large.add(50);
    const other = open('other');
    other.add(30);
    assert.deepEqual(refused, ['flood 429']);
    assert.throws(() => large.add(1), busy);
    small.add(1);
    other.add(1);
  });

  it('refuses the user with most bytes, even if that user sends the body', () => {
    open('other').add(50);
    const own = open('flood');
    own.add(50);
    assert.throws(() => own.add(10), busy);
  });

  it('is released when a body is complete, once', () => {
    for (let count = 0; count < 100; count++) {
      const memory = open('a');
      memory.add(50);
      memory.release();
      memory.release();
    }
    open('a').add(60);
    open('b').add(40);
    assert.deepEqual(refused, []);
  });

  const request = (body: AsyncIterable<Uint8Array>): RequestContext =>
    new RequestContext({
      method: 'POST',
      target: '/',
      headers: {},
      peer: { address: '', certificate: { type: 'none' } },
      bodies: budget,
      body,
    });
  async function* parts(count: number, end: Promise<void> = Promise.resolve()): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < count; sent++) yield Buffer.alloc(30);
    await end;
  }

  it('counts bytes during a read: an endless body is refused in favour of others, even while it is stalled', async () => {
    const endless = new Promise<void>(() => undefined);
    const first = request(parts(2, endless)).readBody();
    assert.equal((await request(parts(1)).readBody()).byteLength, 30);
    const second = request(parts(1, endless));
    second.user = { ...second.user, name: 'second' };
    const third = second.readBody();
    const other = request(parts(1));
    other.user = { ...other.user, name: 'other' };
    assert.equal((await other.readBody()).byteLength, 30);
    await assert.rejects(first, busy);
    second.abort(new Error('cancelled'));
    await assert.rejects(third, /cancelled/);
  });
});
