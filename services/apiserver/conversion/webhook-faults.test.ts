import assert from 'node:assert/strict';
import { until } from '@pilothouse/client/servers.test.helper.js';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { ConversionError } from './conversion-error.js';
import {
  good,
  openWebhooks,
  V1,
  V2,
  widget,
  type Answer,
  type TestWebhook,
  type Webhooks,
} from './webhook.test.helper.js';

const PREFIX = `conversion webhook for ${V1}, Kind=Widget failed: `;

describe('a conversion webhook that fails', () => {
  let webhooks: Webhooks;
  let webhook: TestWebhook;
  beforeEach(async () => {
    webhooks = openWebhooks();
    webhook = await webhooks.start();
  });
  afterEach(() => webhooks.close());

  type Options = Parameters<TestWebhook['converter']>[0];
  /** The error of a conversion, without the prefix. `URL` replaces the webhook's URL. */
  async function failure(options?: Options): Promise<string> {
    try {
      await webhook.converter(options).convert([widget('a')], V2);
    } catch (error) {
      assert.ok(error instanceof ConversionError, String(error));
      assert.equal(error.failure, 'conversion_webhook_call_failure');
      assert.ok(error.message.startsWith(PREFIX), error.message);
      assert.equal(webhook.observed.at(-1)?.failure, error.failure);
      return error.message.slice(PREFIX.length).replace(webhook.listening.url, 'URL');
    }
    return assert.fail('the object was converted');
  }

  const answering =
    (status: number, body: string, headers: Record<string, string> = {}): Answer =>
    (_review, answer) => {
      answer.writeHead(status, headers);
      answer.end(body);
      return undefined;
    };
  const JSON_TYPE = { 'content-type': 'application/json' };
  const ANSWERS: readonly (readonly [what: string, answer: Answer, message: string])[] = [
    [
      '500',
      answering(500, 'oh no\n', { 'content-type': 'text/plain' }),
      'an error on the server ("oh no") has prevented the request from succeeding',
    ],
    [
      '500 in JSON',
      answering(500, '{}', JSON_TYPE),
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    ['404', answering(404, 'x'), 'the server could not find the requested resource'],
    ['503', answering(503, 'x'), 'the server is currently unable to handle the request'],
    ['418', answering(418, 'x'), 'the server responded with the status code 418 but did not return more information'],
    [
      'a redirection',
      answering(307, '', { location: 'https://127.0.0.1:1/' }),
      'the server responded with the status code 307 but did not return more information',
    ],
    [
      'a Status',
      answering(403, '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"go away"}', JSON_TYPE),
      'go away',
    ],
    [
      'a Status with Success',
      answering(200, '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"no"}', JSON_TYPE),
      'no',
    ],
    ['an empty body', answering(200, ''), '0-length response with status code: 200 and content type: application/json'],
    [
      'HTML',
      answering(200, '<html>'),
      "couldn't get version/kind; json parse error: invalid character '<' looking for beginning of value (line 1, column 1)",
    ],
    [
      'a list',
      answering(200, '[]'),
      String.raw`couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`,
    ],
    ['deep JSON', answering(200, '['.repeat(100_000)), "couldn't get version/kind; json parse error: "],
  ];
  for (const [what, answer, message] of ANSWERS) {
    it(`responds with ${what}`, async () => {
      webhook.answer = answer;
      const found = await failure();
      assert.ok(message.endsWith(': ') ? found.startsWith(message) : found === message, found);
      assert.equal(webhook.seen.length, 1);
    });
  }

  it('does not respond', async () => {
    webhook.answer = () => undefined;
    assert.equal(
      await failure({ limits: { timeout: 50 } }),
      'Post "URL/convert?timeout=1s": context deadline exceeded',
    );
  });

  it('does not complete its response', async () => {
    webhook.answer = (_review, answer) => {
      answer.writeHead(200, JSON_TYPE);
      answer.write('{"kind":');
      return undefined;
    };
    assert.equal(
      await failure({ limits: { timeout: 200 } }),
      'Post "URL/convert?timeout=1s": context deadline exceeded',
    );
    await until(() => webhook.load.now === 0);
  });

  it('sends an endless response', async () => {
    let sent = 0;
    webhook.answer = (_review, answer) => {
      const stream = answer as unknown as NodeJS.WritableStream;
      const more = (): void => {
        for (let count = 0; count < 1600 && stream.writable; count++) {
          sent += 65_536;
          if (!stream.write('x'.repeat(65_536))) break;
        }
      };
      stream.on('drain', more).on('error', () => undefined);
      more();
      return undefined;
    };
    const message = await failure({ limits: { responseBytes: 1_000_000 } });
    assert.equal(message, 'the response has more than 1000000 bytes');
    await until(() => webhook.load.now === 0);
    assert.ok(sent < 100_000_000);
  });

  it('closes the connection', async () => {
    webhook.answer = (_review, _answer, { socket }) => {
      (socket as unknown as { destroy: () => void }).destroy();
      return undefined;
    };
    assert.equal(await failure(), 'Post "URL/convert?timeout=30s": EOF');
  });

  it('closes the connection during its response', async () => {
    webhook.answer = (_review, answer, { socket }) => {
      answer.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
      const stream = answer as unknown as NodeJS.WritableStream;
      stream.write('{"kind":', () => (socket as unknown as { destroy: () => void }).destroy());
      return undefined;
    };
    const prefix = 'unexpected error when reading response body. Please retry. Original error: ';
    assert.equal(await failure(), `${prefix}unexpected EOF`);
  });

  it('is down', async () => {
    await webhooks.workshop.close();
    const { port } = webhook.listening;
    assert.equal(
      await failure(),
      `Post "URL/convert?timeout=30s": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    );
  });

  const UNKNOWN = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
  it('has an untrusted certificate', async () => {
    const { certPem } = await newTestAuthority('other');
    const others = Buffer.from(certPem).toString('base64');
    for (const caBundle of [others, '', Buffer.from(' \n').toString('base64')]) {
      const clientConfig = { url: `${webhook.listening.url}/convert`, caBundle };
      assert.equal(await failure({ clientConfig }), `Post "URL/convert?timeout=30s": ${UNKNOWN}`);
    }
    assert.equal(webhook.seen.length, 0);
  });

  it('is trusted with any certificate of the bundle', async () => {
    const { certPem } = await newTestAuthority('other');
    const caBundle = Buffer.from(`${certPem}\n${Buffer.from(webhook.caBundle, 'base64').toString()}`).toString(
      'base64',
    );
    const clientConfig = { url: webhook.listening.url, caBundle };
    await webhook.converter({ clientConfig }).convert([widget('a')], V2);
    assert.equal(webhook.requests[0]?.url, '/?timeout=30s');
  });

  it('supports only obsolete TLS versions', async () => {
    const old = await webhooks.start({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    const message = await failure({ clientConfig: { url: old.listening.url, caBundle: old.caBundle } });
    assert.match(message, /alert|protocol/i);
    assert.equal(old.seen.length, 0);
  });

  const BAD_CONFIGS: readonly (readonly [clientConfig: NonNullable<Options>['clientConfig'], message: RegExp])[] = [
    [{}, /^webhook configuration must have either service or URL$/],
    [{ url: 'http://127.0.0.1:1' }, /^the webhook's URL must begin with https:/],
    [{ url: '%' }, /Invalid URL/],
    [{ url: 'https://a', caBundle: 'eHh4' }, /^unable to load root certificates: unable to parse bytes as PEM block$/],
    [{ service: { namespace: 'n', name: 'a/b' } }, /^invalid name of the webhook's service: n\/a\/b$/],
  ];
  for (const [clientConfig, message] of BAD_CONFIGS) {
    it(`has the config ${JSON.stringify(clientConfig)}`, async () =>
      assert.match(await failure(clientConfig && { clientConfig }), message));
  }

  describe('that is a service', () => {
    const NAME = 'hook.system.svc';
    const service = { namespace: 'system', name: 'hook', path: '/a b/../c/', port: 8443 };
    async function start(host: string): Promise<TestWebhook> {
      const { certPem, keyPem } = await testCertificate(
        { commonName: 's' },
        { purpose: { type: 'server', hosts: [host] } },
      );
      const started = await webhooks.start({ cert: certPem, key: keyPem });
      return { ...started, caBundle: Buffer.from(certPem).toString('base64') };
    }

    it('is called at its resolved address, with its name', async () => {
      const { caBundle, listening, requests, converter } = await start(NAME);
      const asked: unknown[] = [];
      await converter({
        clientConfig: { service, caBundle },
        async resolve(wanted) {
          asked.push(wanted);
          return [{ host: '127.0.0.1', port: listening.port }];
        },
      }).convert([widget('a')], V2);
      assert.deepEqual(asked, [{ namespace: 'system', name: 'hook', port: 8443 }]);
      assert.equal(requests[0]?.url, '/c?timeout=30s');
      assert.equal(requests[0].headers.host, `${NAME}:8443`);
    });

    it('must have a certificate with its name', async () => {
      const { caBundle, listening } = await start('127.0.0.1');
      const clientConfig = { service, caBundle };
      const resolve = async () => [{ host: '127.0.0.1', port: listening.port }];
      const message = await failure({ clientConfig, resolve });
      assert.match(message, /^Post "https:\/\/hook\.system\.svc:8443\/c\?timeout=30s": .*hook\.system\.svc/);
    });

    it('does not exist', async () => {
      const message = await failure({
        clientConfig: { service: { namespace: 'system', name: 'hook' } },
        resolve: async () => Promise.reject(new Error('service "hook" not found')),
      });
      assert.equal(message, `Post "https://${NAME}:443/?timeout=30s": service "hook" not found`);
    });
  });

  it('is cancelled with the request', async () => {
    const stop = new AbortController();
    webhook.answer = () => {
      stop.abort(new Error('enough'));
      return undefined;
    };
    const options = { signal: stop.signal };
    await assert.rejects(webhook.converter().convert([widget('a')], V2, options), { message: 'enough' });
    await assert.rejects(webhook.converter().convert([widget('a')], V2, options), { message: 'enough' });
    assert.deepEqual(webhook.observed, []);
    await until(() => webhook.load.now === 0);
  });

  it('gets no further batches after a failed one', async () => {
    webhook.answer = (review, answer) => {
      if (review.request.objects[0]?.['metadata'] === undefined) return undefined;
      if (webhook.seen.length === 4) answer.end('x');
      return undefined;
    };
    const objects = Array.from({ length: 50 }, (_, index) => widget(`w${index}`));
    const converter = webhook.converter({ limits: { requestLength: 10 } });
    await assert.rejects(converter.convert(objects, V2), ConversionError);
    assert.equal(webhook.seen.length, 4);
    assert.equal(webhook.observed.length, 1);
    await until(() => webhook.load.now === 0);
  });

  it('gets no request from a closed converter', async () => {
    const converter = webhook.converter();
    webhook.answer = (review) => good(review);
    await converter.convert([widget('a')], V2);
    await converter.close();
    await assert.rejects(converter.convert([widget('a')], V2), ConversionError);
  });
});
