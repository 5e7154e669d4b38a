import assert from 'node:assert/strict';
import { createExposition, exposedText } from '@pilothouse/runtime/metrics/exposition.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import { UNKNOWN } from '@pilothouse/token-authenticators/token-authenticator.js';
import { createAccessCounts } from '../metrics/access.js';
import { RequestContext, type PeerCertificate } from '../request/context.js';
import { countAuthentications } from './counted-access.js';

const HOUR = 3_600_000;
const NAME = 'apiserver_client_certificate_expiration_seconds';

/** Samples of the histogram after a request with each of the certificates. */
async function lifetimes(certificates: readonly PeerCertificate[]): Promise<Record<string, number>> {
  const counts = createAccessCounts();
  const authenticator = countAuthentications({ name: 'none', authenticate: () => UNKNOWN }, true, {
    counts,
    clock: () => 0,
    now: () => 10 * HOUR,
  });
  for (const certificate of certificates) {
    const request = { method: 'GET', target: '/', headers: {}, body: undefined, peer: { address: '', certificate } };
    await authenticator.authenticate(new RequestContext(request));
  }
  const text = exposedText(await createExposition(createSnapshot(() => counts.metrics))('text'));
  const lines = text.split('\n').filter((line) => line.startsWith(NAME));
  return Object.fromEntries(
    lines.map((line) => line.slice(NAME.length).split(' ')).map(([key, n]) => [key, Number(n)]),
  );
}

describe('the remaining lifetimes of client certificates', () => {
  const verified = (expires?: number): PeerCertificate => ({
    type: 'verified',
    commonName: 'a',
    organizations: [],
    authorities: ['users'],
    ...(expires !== undefined && { expires }),
  });

  it('are observed for each request with a verified certificate', async () => {
    const found = await lifetimes([verified(11 * HOUR), verified(13 * HOUR)]);
    assert.deepEqual(
      [found['_bucket{le="1800"}'], found['_bucket{le="3600"}'], found['_bucket{le="10800"}']],
      [0, 1, undefined],
    );
    assert.deepEqual([found['_bucket{le="21600"}'], found['_sum'], found['_count']], [2, 4 * 3600, 2]);
  });

  it('are not observed for requests without a certificate, with an unverified one, and within the process', async () => {
    const none: PeerCertificate[] = [{ type: 'none' }, { type: 'unverified', reason: 'expired' }, verified()];
    assert.equal((await lifetimes(none))['_count'], 0);
  });
});
