import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { systemTiming } from '@pilothouse/client/timing.js';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { Authentication } from './token-authenticator.js';
import type { TokenReviewer } from './token-reviewer.js';
import {
  grpcWebhook,
  httpsWebhook,
  testCertificates,
  type TestAnswer,
  type TestCertificates,
  type TestStatus,
  type TestWebhook,
} from './webhook.test.helper.js';
import { webhookAuthenticator } from './webhook.js';

const TRANSPORTS: Readonly<Record<string, (certificates: TestCertificates) => TestWebhook>> = {
  HTTPS: httpsWebhook,
  gRPC: grpcWebhook,
};

for (const [transport, newWebhook] of Object.entries(TRANSPORTS)) {
  describe(`webhookAuthenticator over ${transport}`, () => {
    let webhook: TestWebhook;
    let reviewer: TokenReviewer;

    before(async () => {
      webhook = newWebhook(await testCertificates());
      await webhook.start();
      reviewer = webhook.reviewer();
    });
    after(async () => {
      await reviewer.close();
      await webhook.stop();
    });
    beforeEach(() => {
      webhook.asked.length = 0;
    });

    const ANN = { authenticated: true, user: { username: 'ann', uid: '7', groups: ['dev'], extra: { x: ['y'] } } };

    interface AskOptions {
      readonly service?: TokenReviewer;
      readonly signal?: AbortSignal;
      /** Called between two attempts. */
      readonly sleep?: () => Promise<void>;
    }
    async function ask(options: AskOptions = {}): Promise<Authentication> {
      const { service = reviewer, signal = new AbortController().signal, sleep = async () => {} } = options;
      return webhookAuthenticator({
        service: () => service,
        apiAudiences: ['api'],
        timing: { ...systemTiming, sleep },
      }).authenticateToken('a"b', { audiences: ['api', 'other'], signal: () => signal });
    }

    it('sends token and audiences with a client certificate', async () => {
      webhook.answers = [ANN];
      const result = await ask();
      assert.deepEqual(webhook.asked, [{ client: 'hook', token: 'a"b', audiences: ['api', 'other'] }]);
      assert.deepEqual(result, {
        type: 'authenticated',
        user: { name: 'ann', uid: '7', groups: ['dev', 'system:authenticated'], extra: new Map([['x', ['y']]]) },
        audiences: ['api'],
      });
    });

    const understood: readonly (readonly [name: string, status: TestStatus, wanted: Partial<Authentication>])[] = [
      ['does not know the token', { authenticated: false }, { type: 'unknown' }],
      ['says nothing', {}, { type: 'unknown' }],
      ['gives a reason', { authenticated: false, error: 'no' }, { type: 'rejected', reason: 'no' }],
      ['names the audience', { ...ANN, audiences: ['other', 'x'] }, { type: 'authenticated', audiences: ['other'] }],
      ['names only other audiences', { ...ANN, audiences: ['x'] }, { type: 'unknown' }],
      ['names a user and no more', { authenticated: true, user: { username: 'ann' } }, { type: 'authenticated' }],
      [
        'names a user without authenticating it',
        { authenticated: false, user: { username: 'ann' } },
        { type: 'unknown' },
      ],
    ];
    for (const [name, status, wanted] of understood) {
      it(`returns ${wanted.type} when the service ${name}`, async () => {
        webhook.answers = [status];
        assert.deepEqual({ ...(await ask()), ...wanted }, await ask());
      });
    }

    const failures: readonly (readonly [name: string, answer: TestAnswer, message: RegExp])[] = [
      ['authenticates without a user', { authenticated: true }, /names no user/],
      ['names a user without a name', { authenticated: true, user: { username: '' } }, /names no user/],
      ['fails', 'broken', /400|internal error/],
      ['does not implement the method', 'unimplemented', /404|no such method/],
    ];
    for (const [name, answer, message] of failures) {
      it(`fails without retry when the service ${name}`, async () => {
        webhook.answers = [answer];
        await assert.rejects(ask(), { message });
        assert.equal(webhook.asked.length, 1);
      });
    }

    for (const [name, answer] of [
      ['is unavailable', 'unavailable'],
      ['limits the rate', 'exhausted'],
    ] as const) {
      it(`retries up to five times when the service ${name}`, async () => {
        webhook.answers = [answer, answer, ANN];
        assert.equal((await ask()).type, 'authenticated');
        webhook.asked.length = 0;
        webhook.answers = [answer];
        await assert.rejects(ask());
        assert.equal(webhook.asked.length, 5);
      });
    }

    it('bounds the size of an answer', async () => {
      webhook.answers = ['huge'];
      await assert.rejects(ask(), { message: /more than 1048576 bytes|larger than max \(2\d+ vs 1048576\)/ });
    });

    it('stops waiting when the signal aborts', async () => {
      webhook.answers = ['never'];
      await assert.rejects(ask({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
    });

    it('reconnects after a restart between two requests', async () => {
      webhook.answers = [ANN];
      await ask();
      await webhook.stop();
      await assert.rejects(ask());
      await webhook.start();
      assert.equal((await ask({ sleep: () => delay(200) })).type, 'authenticated');
    });

    it('retries after a restart during a request', async () => {
      webhook.answers = ['never', ANN];
      let restarted = (): void => {};
      const restart = new Promise<void>((resolve) => {
        restarted = resolve;
      });
      const answer = ask({
        async sleep() {
          await restart;
          await delay(200);
        },
      });
      while (webhook.asked.length === 0) await delay(1);
      await webhook.stop();
      await webhook.start();
      restarted();
      assert.equal((await answer).type, 'authenticated');
    });

    it('requires a client certificate and a trusted server certificate', async () => {
      webhook.answers = [ANN];
      const { certPem: caPem } = await newTestAuthority('stranger');
      const { certPem, keyPem } = (await testCertificates()).client;
      for (const connection of [{ caPem }, { credentials: { certPem, keyPem } }, { serverName: 'other.example.com' }]) {
        const service = webhook.reviewer(connection);
        await assert.rejects(ask({ service }));
        await service.close();
      }
      assert.deepEqual(webhook.asked, []);
    });
  });
}
