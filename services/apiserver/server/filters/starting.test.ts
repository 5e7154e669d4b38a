import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { RequestContext } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { awaitStart } from './starting.js';

describe('a request during startup', () => {
  let finish: () => void;
  let isDone: boolean;
  let done: Promise<void>;
  beforeEach(() => {
    isDone = false;
    done = new Promise((resolve) => {
      finish = () => {
        isDone = true;
        resolve();
      };
    });
  });

  const contextOf = (target: string): RequestContext =>
    new RequestContext({
      method: 'GET',
      target,
      headers: {},
      body: undefined,
      peer: { address: '', certificate: { type: 'none' } },
    });
  const ask = async (context: RequestContext, timeout: number): Promise<number> => {
    const filter = awaitStart({ startup: { isDone: () => isDone, done }, open: new Set(['/readyz']), timeout });
    const { status } = await filter(async () => textResponse(200, 'text/plain', ''))(context);
    context.close();
    return status;
  };

  it('is served for health checks', async () => {
    assert.equal(await ask(contextOf('/readyz?verbose'), 60_000), 200);
  });

  it('waits for the end of the startup', async () => {
    const answer = ask(contextOf('/api/v1/namespaces'), 60_000);
    finish();
    assert.equal(await answer, 200);
    assert.equal(await ask(contextOf('/api/v1/namespaces'), 0), 200);
  });

  it('gets 503 with Retry-After after a timeout, and not 403', async () => {
    await assert.rejects(ask(contextOf('/api/v1/namespaces'), 1), (error) => {
      assert.ok(error instanceof StatusError);
      assert.deepEqual([error.code, error.details?.retryAfterSeconds], [503, 1]);
      return true;
    });
  });

  it('stops waiting when it is aborted', async () => {
    const context = contextOf('/api/v1/namespaces');
    const answer = assert.rejects(ask(context, 60_000), /the client went away/);
    context.abort(new Error('the client went away'));
    await answer;
  });
});
