import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { until } from '@pilothouse/client/servers.test.helper.js';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { TestResponse } from '../../server/api.test.helper.js';
import {
  allowed,
  CONFIG_MAPS,
  openWebhooks,
  patched,
  type Handle,
  type WebhookFixture,
} from './webhooks.test.helper.js';

const INTERNAL = 'Internal error occurred: ';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a webhook that fails', () => {
  let hooks: WebhookFixture;
  let count = 0;
  before(async () => {
    hooks = await openWebhooks();
  });
  after(() => hooks.close());
  afterEach(() => hooks.reset());

  const prefix = (phase: string): string => `failed calling webhook "${phase}.example.com": `;
  const post = (phase: string): string => `failed to call webhook: Post "${hooks.listening.url}/${phase}?timeout=1s": `;

  /** Creates an object under a webhook of each kind with the handler, and returns the answers. */
  async function answers(handler: Handle, more: JsonObject = {}): Promise<readonly TestResponse[]> {
    const found: TestResponse[] = [];
    for (const kind of ['mutating', 'validating'] as const) {
      hooks.handle(kind, handler);
      await hooks.configure(kind, kind, { timeoutSeconds: 1, ...more });
      found.push(await hooks.create(`f${++count}`));
      await hooks.reset();
    }
    return found;
  }

  const raw =
    (body: string, status = 200): Handle =>
    (_review, answering) => {
      answering.writeHead(status, JSON_TYPE);
      answering.end(body);
      return undefined;
    };
  const FAULTS: readonly (readonly [what: string, handler: Handle, reason: string])[] = [
    ['answers nothing', () => undefined, 'POST context deadline exceeded'],
    [
      'answers garbage',
      raw('<html>'),
      "failed to call webhook: couldn't get version/kind; json parse error: invalid character '<' looking for beginning of value (line 1, column 1)",
    ],
    ['answers 404', raw('{}', 404), 'failed to call webhook: the server could not find the requested resource'],
    [
      'answers 500',
      raw('"no"', 500),
      'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [
      'answers no response',
      raw('{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}'),
      'received invalid webhook response: webhook response was absent',
    ],
    [
      'answers another kind',
      raw('{"kind":"Pod","apiVersion":"v1"}'),
      'failed to call webhook: no kind "Pod" is registered for version "v1" in scheme "k8s.io/apiserver/pkg/util/webhook/client.go:71"',
    ],
    [
      'answers with another uid',
      () => ({ uid: 'other', allowed: true }),
      'received invalid webhook response: expected response.uid="UID", got "other"',
    ],
    [
      'answers with a wrong type',
      (review) => allowed(review, { allowed: 'yes' }),
      'failed to call webhook: json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool',
    ],
    [
      'answers without a type',
      ({ request: { uid } }, answering) => {
        answering.writeHead(200, JSON_TYPE);
        answering.end(JSON.stringify({ response: { uid, allowed: true } }));
        return undefined;
      },
      'received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=',
    ],
    [
      'closes the connection',
      (_review, _answering, { socket }) => {
        (socket as unknown as { destroy: () => void }).destroy();
        return undefined;
      },
      'POST EOF',
    ],
    [
      'answers without an end',
      (_review, answering) => {
        const stream = answering as unknown as NodeJS.WritableStream;
        answering.writeHead(200, JSON_TYPE);
        const more = (): void => {
          while (stream.writable && stream.write('x'.repeat(65_536)));
        };
        stream.on('drain', more).on('error', () => undefined);
        more();
        return undefined;
      },
      'failed to call webhook: the response has more than 8388608 bytes',
    ],
  ];
  for (const [what, handler, reason] of FAULTS) {
    it(`because it ${what}`, async () => {
      const uids: string[] = [];
      const observed: Handle = (review, answering, asked) => {
        uids.push(review.request.uid);
        return handler(review, answering, asked);
      };
      const found = await answers(observed);
      for (const [index, phase] of ['mutating', 'validating'].entries()) {
        const expected = reason
          .replace('POST ', post(phase))
          .replace('UID', uids[index === 0 ? 0 : uids.length - 1] ?? '');
        assert.equal(found[index]?.message, `${INTERNAL}${prefix(phase)}${expected}`);
        assert.equal(found[index].status, 500);
      }
      const ignored = await answers(handler, { failurePolicy: 'Ignore' });
      assert.deepEqual(
        ignored.map(({ status }) => status),
        [201, 201],
      );
    }).timeout(15_000);
  }

  const CLIENTS: readonly (readonly [what: string, url: string, reason: RegExp])[] = [
    [
      'is down',
      'https://127.0.0.1:1/a',
      /Post "https:\/\/127\.0\.0\.1:1\/a\?timeout=1s": dial tcp 127\.0\.0\.1:1: connect: connection refused$/,
    ],
    [
      'has a name without an address',
      'https://gone.invalid/a',
      /dial tcp: lookup gone\.invalid: (no such host|server misbehaving)$/,
    ],
  ];
  for (const [what, url, reason] of CLIENTS) {
    it(`because it ${what}`, async () => {
      const [found] = await answers(() => undefined, { clientConfig: { url } });
      assert.match(found?.message ?? '', reason);
    });
  }

  it('because its certificate is expired, or of another authority', async () => {
    const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
    const expired = await testCertificate({ commonName: 'old' }, { purpose, hours: -1 });
    const server = await hooks.workshop.serve('HTTP/1.1', () => undefined, {
      cert: expired.certPem,
      key: expired.keyPem,
    });
    const bundleOf = (pem: string): string => Buffer.from(pem).toString('base64');
    const clientConfig = { url: server.url, caBundle: bundleOf(expired.certPem) };
    const [old] = await answers(() => undefined, { clientConfig });
    assert.match(
      old?.message ?? '',
      /: tls: failed to verify certificate: x509: certificate has expired or is not yet valid$/,
    );
    const other = await newTestAuthority('other');
    const untrusted = { url: hooks.listening.url, caBundle: bundleOf(other.certPem) };
    const [foreign] = await answers(() => undefined, { clientConfig: untrusted });
    assert.match(
      foreign?.message ?? '',
      /: tls: failed to verify certificate: x509: certificate signed by unknown authority$/,
    );
  });

  const PATCHES: readonly (readonly [what: string, handler: Handle, status: number, message: RegExp])[] = [
    [
      'that does not apply',
      (review) => patched(review, { op: 'remove', path: '/data/none' }),
      500,
      /^Internal error occurred: .*\/data\/none/,
    ],
    [
      'that is no patch',
      (review) => allowed(review, { patchType: 'JSONPatch', patch: Buffer.from('{}').toString('base64') }),
      500,
      /failed calling webhook "patch\.example\.com": received undecodable patch in webhook response: json: cannot unmarshal object into Go value of type jsonpatch\.Patch$/,
    ],
    [
      'that is not base64',
      (review) => allowed(review, { patchType: 'JSONPatch', patch: '*' }),
      500,
      /failed to call webhook: illegal base64 data at input byte 0$/,
    ],
    [
      'of another type',
      (review) => allowed(review, { patchType: 'Merge', patch: Buffer.from('[{}]').toString('base64') }),
      500,
      /failed calling webhook "patch\.example\.com": unsupported patch type "Merge"$/,
    ],
    [
      'without a type',
      (review) => allowed(review, { patch: 'W10=' }),
      500,
      /received invalid webhook response: webhook returned response\.patch but not response\.patchType$/,
    ],
    [
      'that makes the object undecodable',
      (review) => patched(review, { op: 'add', path: '/data', value: [1] }),
      500,
      /^Internal error occurred: /,
    ],
    [
      'that makes the object invalid',
      (review) => patched(review, { op: 'add', path: '/data', value: { 'not a key!': 'a' } }),
      422,
      /^ConfigMap "f\d+" is invalid: data\[not a key!\]: .*; it was changed by the admission plugin "MutatingAdmissionWebhook"$/,
    ],
    [
      'that replaces the object',
      (review) => patched(review, { op: 'replace', path: '', value: 1 }),
      500,
      /^Internal error occurred: /,
    ],
    [
      'with too many operations',
      (review) => patched(review, ...Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: null }))),
      500,
      /^Internal error occurred: The allowed maximum operations in a JSON patch is 10000, got 10001$/,
    ],
  ];
  for (const [what, handler, status, message] of PATCHES) {
    it(`with a patch ${what}`, async () => {
      hooks.handle('patch', handler);
      await hooks.configure('mutating', 'patch');
      const found = await hooks.create(`f${++count}`);
      assert.match(found.message, message);
      assert.equal(found.status, status);
    });
  }

  it('with a patch for a deletion', async () => {
    await hooks.create('kept');
    hooks.handle('patch', (review) => patched(review, { op: 'add', path: '/data', value: {} }));
    await hooks.configure('mutating', 'patch');
    const { status, message } = await hooks.api.request('DELETE', `${CONFIG_MAPS}/kept`);
    assert.equal(status, 500);
    const what = 'attempted to modify the object, which is not supported for this operation';
    assert.equal(message, `${INTERNAL}admission webhook "patch.example.com" ${what}`);
  });

  it('with a patch in a validating webhook', async () => {
    hooks.handle('patch', (review) => patched(review, { op: 'add', path: '/data', value: {} }));
    await hooks.configure('validating', 'patch');
    const { message } = await hooks.create(`f${++count}`);
    const why = 'received invalid webhook response: validating webhook may not return response.patch';
    assert.equal(message, `${INTERNAL}failed calling webhook "patch.example.com": ${why}`);
  });

  const REFUSALS: readonly (readonly [
    what: string,
    status: object | undefined,
    code: number,
    reason: string | undefined,
    text: string,
  ])[] = [
    ['nothing', undefined, 400, undefined, ' without explanation'],
    ['a reason', { reason: 'Teapot' }, 400, 'Teapot', ': Teapot'],
    ['a message', { message: 'no', code: 200 }, 400, undefined, ': no'],
    ['a code', { message: 'no', code: 451, reason: 'Unavailable' }, 451, 'Unavailable', ': no'],
    ['a code that HTTP does not have', { message: 'no', code: 1000 }, 500, undefined, ': no'],
    ['the status Success', { status: 'Success', message: 'no', code: 403 }, 403, undefined, ': no'],
  ];
  for (const [what, refusal, code, reason, text] of REFUSALS) {
    it(`to explain its refusal: ${what}`, async () => {
      const found = await answers(({ request: { uid } }) => ({
        uid,
        allowed: false,
        ...(refusal && { status: refusal }),
      }));
      for (const [index, phase] of ['mutating', 'validating'].entries()) {
        const { status, json, message } = found[index] ?? assert.fail();
        assert.deepEqual([status, json['code'], json['reason'], json['status']], [code, code, reason, 'Failure']);
        assert.equal(message, `admission webhook "${phase}.example.com" denied the request${text}`);
      }
    });
  }

  it('is not waited for by a client that goes', async () => {
    let isClosed = false;
    hooks.handle('slow', (_review, answering) => {
      answering.once('close', () => (isClosed = true));
      return undefined;
    });
    await hooks.configure('validating', 'slow', { timeoutSeconds: 30 });
    const creation = hooks.create(`f${++count}`, {}, '?timeout=1s');
    assert.equal((await creation).status, 504);
    await until(() => isClosed);
  });

  describe('because it calls the API back', () => {
    const MERGE = { 'content-type': 'application/merge-patch+json' };
    it('to change the same object, the client gets both changes', async () => {
      await hooks.create('same');
      let calls = 0;
      hooks.handle('back', async (review) => {
        const data = (review.request.object?.['data'] ?? {}) as JsonObject;
        // The webhook is also called for its own changes.
        if (data['outer'] === undefined || calls >= 3) return allowed(review);
        const body = { data: { [`inner${++calls}`]: 'x' } };
        await hooks.api.request('PATCH', `${CONFIG_MAPS}/same`, { body, headers: MERGE });
        return allowed(review);
      });
      await hooks.configure('mutating', 'back', { timeoutSeconds: 5 });
      const body = { data: { outer: 'x' } };
      const { status, message } = await hooks.api.request('PATCH', `${CONFIG_MAPS}/same`, { body, headers: MERGE });
      assert.equal(status, 200, message);
      const { json } = await hooks.api.request('GET', `${CONFIG_MAPS}/same`);
      assert.deepEqual(JSON.parse(JSON.stringify(json['data'])), { inner1: 'x', inner2: 'x', inner3: 'x', outer: 'x' });
    });
  });
});
