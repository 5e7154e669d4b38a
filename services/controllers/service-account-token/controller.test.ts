import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { changing } from '@pilothouse/apimachinery/changing/changing.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { runControllers } from '../run.js';
import { serviceAccountTokenController } from './controller.js';
import { OPTIONS, tokenSecret } from './samples.test.helper.js';

const secret = tokenSecret();
const notFound = (details: object): Answer => ({
  status: 404,
  body: { kind: 'Status', reason: 'NotFound', code: 404, details },
});

/** The first requests for an existing Secret, when the server answers so for the account. */
async function asked(account: Answer): Promise<readonly string[]> {
  async function* quiet(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    yield Buffer.from('\n');
    if (signal) await once(signal, 'abort');
  }
  const answer = ({ method, target, signal }: TransportRequest): Answer => {
    if (target.includes('watch=true')) return { body: quiet(signal) };
    if (target.endsWith('/robot')) return account;
    const items = target.startsWith('/api/v1/secrets') ? [secret] : [];
    return { body: method === 'GET' ? { metadata: { resourceVersion: '1' }, items } : { kind: 'Status' } };
  };
  const transport = scriptedTransport(Array.from({ length: 20 }, () => answer));
  const running = runControllers({
    controllers: [
      serviceAccountTokenController({ ...OPTIONS, rootCa: changing('the root'), legacyServiceAccountTokens: true }),
    ],
    connect: () => transport,
    domain: createDomain(),
  });
  for (let turns = 0; turns < 30; turns++) await turn();
  await running.stop();
  return transport.log;
}

describe('serviceAccountTokenController', () => {
  it('deletes a Secret whose account does not exist', async () => {
    const log = await asked(notFound({ name: 'robot' }));
    assert.deepEqual(log.slice(-1), ['DELETE /api/v1/namespaces/n/secrets/s']);
  });

  it('deletes nothing after a 404 without object name', async () => {
    const log = await asked(notFound({}));
    assert.deepEqual(log.slice(-1), ['GET /api/v1/namespaces/n/serviceaccounts/robot']);
  });

  it('caches only token Secrets', async () => {
    const log = await asked(notFound({ name: 'robot' }));
    const lists = log.filter((line) => line.startsWith('GET /api/v1/secrets'));
    assert.equal(lists.length, 2);
    for (const line of lists) assert.match(line, /fieldSelector=type=kubernetes.io\/service-account-token&/);
  });
});
