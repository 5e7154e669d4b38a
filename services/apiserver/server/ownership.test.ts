import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Attributes, Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { RequestContext } from '../request/context.js';
import { textResponse } from '../request/response.js';
import { authorizeWhileOwned, refuseWhenLost } from './ownership.js';

describe('a server whose store was taken over', () => {
  const lost503 = (error: unknown): boolean => error instanceof StatusError && error.code === 503;

  it('rejects all requests', async () => {
    const lost = new AbortController();
    const handler = refuseWhenLost(lost.signal)(async () => textResponse(200, 'text/plain', 'ok'));
    const ask = async (): Promise<number> => (await handler({} as RequestContext)).status;
    assert.equal(await ask(), 200);
    lost.abort();
    await assert.rejects(ask, lost503);
  });

  it('authorizes no request, including active ones', async () => {
    const lost = new AbortController();
    let decide: () => void = () => {};
    const slow: Authorizer = {
      authorize: () => new Promise((resolve) => (decide = () => resolve({ type: 'allow', reason: '' }))),
    };
    const owned = authorizeWhileOwned(slow, lost.signal);
    const pending = owned.authorize({} as Attributes);
    lost.abort();
    decide();
    await assert.rejects(Promise.resolve(pending), lost503);
    await assert.rejects(Promise.resolve(owned.authorize({} as Attributes)), lost503);
  });
});
