import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { anonymousUser, authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { createFlowControl, type FlowControl } from '../../flowcontrol/flow-control.js';
import { RequestContext, type Handler } from '../../request/context.js';
import type { Body, Response } from '../../request/response.js';
import { limitRequests } from './flow-control.js';

const SMALL: Body = [Buffer.from('ok')];
const LARGE: Body = [Buffer.alloc(100_000)];

async function* stream(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a');
}

const answer = (body: Body): Response => ({ status: 200, headers: {}, body });

function request(method: string, target: string, user = authenticatedUser('ann')): RequestContext {
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  const context = new RequestContext({ method, target, headers: {}, body: undefined, peer });
  context.user = user;
  return context;
}

const MAPS = '/api/v1/namespaces/a/configmaps';

describe('the flow control filter', () => {
  let flowControl: FlowControl;
  let isScarce: boolean;
  beforeEach(() => {
    isScarce = false;
    const limits = { maxRequestsInFlight: 1, maxMutatingRequestsInFlight: 1 };
    flowControl = createFlowControl({ ...limits, requestTimeout: 20, random: () => 0 });
  });
  const pass = (context: RequestContext, handler: Handler): Promise<Response> =>
    limitRequests({ flowControl, isMemoryScarce: () => isScarce })(handler)(context);
  const running = (): readonly number[] =>
    [flowControl.readOnly, flowControl.mutating].map((pool) => pool.counts().running);

  const kinds: readonly (readonly [method: string, target: string, running: readonly number[]])[] = [
    ['GET', `${MAPS}/b`, [1, 0]],
    ['HEAD', `${MAPS}/b`, [1, 0]],
    ['GET', MAPS, [1, 0]],
    ['GET', `${MAPS}?watch=1`, [1, 0]],
    ['GET', '/version', [1, 0]],
    ['HEAD', '/version', [1, 0]],
    ['GET', '/metrics', [1, 0]],
    ['GET', '/healthzz', [1, 0]],
    ['POST', MAPS, [0, 1]],
    ['PUT', `${MAPS}/b`, [0, 1]],
    ['PATCH', `${MAPS}/b`, [0, 1]],
    ['DELETE', MAPS, [0, 1]],
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', [0, 1]],
    ['GET', '/healthz', [0, 0]],
    ['GET', '/livez/ping', [0, 0]],
    ['GET', '/readyz?verbose', [0, 0]],
  ];
  for (const [method, target, wanted] of kinds) {
    it(`gives ${method} ${target} ${wanted[0] ? 'a read seat' : wanted[1] ? 'a mutating seat' : 'no seat'}`, async () => {
      await pass(request(method, target), async () => {
        assert.deepEqual(running(), wanted);
        return answer(SMALL);
      });
    });
  }

  it('exempts system:masters, and treats all anonymous requests as one user', async () => {
    await pass(request('GET', MAPS, authenticatedUser('root', ['system:masters'])), async () => {
      assert.deepEqual(running(), [0, 0]);
      return answer(SMALL);
    });
    await pass(request('GET', MAPS, anonymousUser), async () => {
      assert.deepEqual(running(), [1, 0]);
      return answer(SMALL);
    });
  });

  it('rejects a request that waits too long, and serves exempt requests', async () => {
    assert.ok(flowControl.readOnly.tryAcquire('eve'));
    await assert.rejects(
      pass(request('GET', MAPS), async () => answer(SMALL)),
      { code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 1 } },
    );
    assert.equal((await pass(request('GET', '/readyz'), async () => answer(SMALL))).status, 200);
    assert.equal((await pass(request('POST', MAPS), async () => answer(SMALL))).status, 200);
  });

  const ends: readonly (readonly [name: string, body: Body, whenAnswered: number])[] = [
    ['a small response is ready', SMALL, 0],
    ['a large response has been sent', LARGE, 1],
    ['a stream has been sent', stream(), 1],
  ];
  for (const [name, body, whenAnswered] of ends) {
    it(`holds the seat until ${name}`, async () => {
      const context = request('GET', MAPS);
      await pass(context, async () => answer(body));
      assert.equal(running()[0], whenAnswered);
      context.close();
      assert.equal(running()[0], 0);
    });
  }

  it('releases the seat of a request that fails or is aborted', async () => {
    const failed = new StatusError('NotFound', 'no');
    await assert.rejects(
      pass(request('GET', MAPS), async () => {
        throw failed;
      }),
      failed,
    );
    const left = request('GET', MAPS);
    await pass(left, async () => {
      left.close();
      return answer(stream());
    });
    assert.deepEqual(running(), [0, 0]);
  });

  it('holds the seat of a watch until its initial events are sent, or it ends', async () => {
    for (const free of [(watch: RequestContext) => watch.onStarted?.(), (watch: RequestContext) => watch.close()]) {
      const watch = request('GET', `${MAPS}?watch=1`);
      await pass(watch, async () => answer(stream()));
      assert.equal(running()[0], 1);
      free(watch);
      assert.equal(running()[0], 0);
      watch.close();
      assert.equal(running()[0], 0, 'once');
    }
  });

  it('rejects watches, and lists without a limit, while memory is scarce', async () => {
    isScarce = true;
    for (const target of [MAPS, `${MAPS}?watch=1`, `${MAPS}?limit=0`, `${MAPS}?limit=x`]) {
      await assert.rejects(
        pass(request('GET', target), async () => answer(SMALL)),
        { code: 429 },
      );
    }
    assert.equal(flowControl.readOnly.counts().refused.memory, 4);
    for (const target of [`${MAPS}?limit=5`, `${MAPS}/b`, '/version']) {
      assert.equal((await pass(request('GET', target), async () => answer(SMALL))).status, 200);
    }
  });
});
