import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { StoreUnavailableError } from '@pilothouse/storage/store.js';
import { pino } from 'pino';
import { RequestContext } from '../../request/context.js';
import { answerErrors } from './errors.js';

describe('an error', () => {
  const failing = async (
    makeError: (context: RequestContext) => unknown,
  ): Promise<{ status: number; logged: number }> => {
    const lines: string[] = [];
    const context = new RequestContext({
      method: 'GET',
      target: '/',
      headers: {},
      body: undefined,
      peer: { address: '', certificate: { type: 'none' } },
    });
    const filter = answerErrors({
      logger: pino({}, { write: (line: string) => void lines.push(line) }),
      domain: createDomain(),
    });
    const { status } = await filter(async () => {
      throw makeError(context);
    })(context);
    return { status, logged: lines.length };
  };

  it('is logged if it is unexpected', async () => {
    assert.deepEqual(await failing(() => new Error('surprise')), { status: 500, logged: 1 });
  });

  it('is logged if the store is unavailable, and clients get a fixed text', async () => {
    const answer = await failing(() => new StoreUnavailableError('etcd at https://10.0.0.1:2379', false));
    assert.deepEqual(answer, { status: 503, logged: 1 });
  });

  it('is logged for a request that was aborted for another reason', async () => {
    const answer = await failing((context) => {
      context.abort(new Error('the client went away'));
      return new Error('surprise');
    });
    assert.equal(answer.logged, 1);
  });

  it('is not logged if it is the reason of the abort', async () => {
    const answer = await failing((context) => {
      context.abort(new Error('the client went away'));
      return context.signal.reason;
    });
    assert.equal(answer.logged, 0);
  });
});
