import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { FlowControl } from '../../flowcontrol/flow-control.js';
import {
  executing,
  MAPS,
  requestOf as request,
  startOne,
  testFlowControl,
} from '../../flowcontrol/flow-control.test.helper.js';
import type { Handler, RequestContext } from '../../request/context.js';
import type { Body, Response } from '../../request/response.js';
import { limitRequests } from './flow-control.js';

const SMALL: Body = [Buffer.from('ok')];
const LARGE: Body = [Buffer.alloc(100_000)];

async function* stream(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a');
}

const answer = (body: Body): Response => ({ status: 200, headers: {}, body });

describe('the flow control filter', () => {
  let flowControl: FlowControl;
  let isScarce: boolean;
  beforeEach(() => {
    isScarce = false;
    flowControl = testFlowControl(undefined, { requestTimeout: 20 });
  });
  const pass = (context: RequestContext, handler: Handler): Promise<Response> =>
    limitRequests({ flowControl, isMemoryScarce: () => isScarce })(handler)(context);
  const running = (): number => executing(flowControl);

  it('tells the client the FlowSchema and the priority level', async () => {
    const context = request('GET', MAPS);
    await pass(context, async () => answer(SMALL));
    assert.deepEqual(context.flowHeaders, {
      'x-kubernetes-pf-flowschema-uid': 'schema-one',
      'x-kubernetes-pf-prioritylevel-uid': 'level-one',
    });
  });

  it('lets connections to programs pass', async () => {
    await pass(request('GET', '/api/v1/namespaces/a/pods/b/exec'), async () => {
      assert.equal(running(), 0);
      return answer(SMALL);
    });
  });

  it('rejects a request that waits too long, and serves exempt requests', async () => {
    startOne(flowControl, 'eve');
    const waiting = request('GET', MAPS);
    await assert.rejects(
      pass(waiting, async () => answer(SMALL)),
      { code: 429, reason: 'TooManyRequests', details: { retryAfterSeconds: 1 } },
    );
    assert.deepEqual([waiting.isTerminated, waiting.outsideTime > 0], [true, true]);
    const root = request('GET', '/readyz', authenticatedUser('root', ['system:masters']));
    assert.equal((await pass(root, async () => answer(SMALL))).status, 200);
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
      assert.equal(running(), whenAnswered);
      context.close();
      assert.equal(running(), 0);
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
    assert.equal(running(), 0);
  });

  it('holds the seat of a watch until its initial events are sent, or it ends', async () => {
    for (const free of [(watch: RequestContext) => watch.onStarted?.(), (watch: RequestContext) => watch.close()]) {
      const watch = request('GET', `${MAPS}?watch=1`);
      await pass(watch, async () => answer(stream()));
      assert.equal(running(), 1);
      free(watch);
      assert.equal(running(), 0);
      watch.close();
      assert.equal(running(), 0, 'once');
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
    const rejected = [...flowControl.levels()].map(({ totals }) => totals.rejected);
    assert.deepEqual(rejected, [0, 0, 4]);
    for (const target of [`${MAPS}?limit=5`, `${MAPS}/b`, '/version']) {
      assert.equal((await pass(request('GET', target), async () => answer(SMALL))).status, 200);
    }
  });
});
