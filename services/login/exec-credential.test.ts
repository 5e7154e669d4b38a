import assert from 'node:assert/strict';
import { execCredential, readExecInfo } from './exec-credential.js';

const V1 = 'client.authentication.k8s.io/v1';

describe('the credential plugin of kubectl', () => {
  for (const [text, expected] of [
    [undefined, { apiVersion: V1, isInteractive: true }],
    [`{"apiVersion":"${V1}","spec":{"interactive":true}}`, { apiVersion: V1, isInteractive: true }],
    [`{"apiVersion":"${V1}beta1","spec":{"interactive":false}}`, { apiVersion: `${V1}beta1`, isInteractive: false }],
    [`{"apiVersion":"${V1}beta1"}`, { apiVersion: `${V1}beta1`, isInteractive: false }],
  ] as const) {
    it(`reads ${text ?? 'nothing'}`, () => assert.deepEqual(readExecInfo(text, true), expected));
  }

  for (const text of ['{', 'null', '{}', '{"apiVersion":5}']) {
    it(`rejects ${text}`, () => assert.throws(() => readExecInfo(text, true), /holds no ExecCredential in JSON/));
  }

  it('rejects other versions', () => {
    const text = `{"apiVersion":"${V1}alpha1"}`;
    assert.throws(
      () => readExecInfo(text, true),
      /has the version \S+v1alpha1; \S+\/v1 and \S+\/v1beta1 are supported/,
    );
  });

  it('writes the token with its expiry', () => {
    assert.deepEqual(JSON.parse(execCredential(V1, { idToken: 't', expires: Date.UTC(2026, 0, 2, 3, 4, 5, 678) })), {
      apiVersion: V1,
      kind: 'ExecCredential',
      status: { token: 't', expirationTimestamp: '2026-01-02T03:04:05Z' },
    });
  });
});
