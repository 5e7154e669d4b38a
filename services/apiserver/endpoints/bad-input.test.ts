import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';
const REVISIONS = '/apis/apps/v1/namespaces/default/controllerrevisions';
const PROTOBUF = { 'content-type': 'application/vnd.kubernetes.protobuf' };
const YAML = { 'content-type': 'application/yaml' };

describe('bad input', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const send = (body: string | Uint8Array, headers: Record<string, string> = {}, path = CONFIG_MAPS) =>
    api.request('POST', path, { body: typeof body === 'string' ? Buffer.from(body) : body, headers });

  const bodies: readonly (readonly [
    name: string,
    body: string | Uint8Array,
    headers: Record<string, string>,
    status: number,
    message: RegExp,
  ])[] = [
    ['nothing', '', {}, 400, /the request body is empty/],
    ['a truncated object', '{"metadata":', {}, 400, /unexpected end of JSON input/],
    ['a stray brace', '{"metadata":{}}}', {}, 400, /line 1, column 16/],
    ['a list', '[]', {}, 400, /it is not an object/],
    ['a number', '7', {}, 400, /it is not an object/],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400, /UTF-8/],
    ['100,000 levels', `{"metadata":${'['.repeat(100_000)}`, {}, 400, /depth/],
    ['a tab in YAML', 'metadata:\n\tname: a', YAML, 400, /line 2/],
    ['two YAML documents', 'metadata: {name: a}\n---\nmetadata: {name: b}', YAML, 400, /document/],
    [
      'an unknown media type',
      '{}',
      { 'content-type': 'text/csv' },
      415,
      /accepted media types include: application\/json/,
    ],
    [
      'a string as metadata',
      '{"metadata":"x"}',
      {},
      400,
      /cannot unmarshal string into Go struct field ConfigMap\.metadata/,
    ],
    ['a number as a label', '{"metadata":{"name":"a","labels":{"a":1}}}', {}, 400, /cannot unmarshal number/],
    [
      'an unknown kind',
      '{"kind":"Foo","apiVersion":"v1"}',
      {},
      400,
      /^Foo in version "v1" cannot be handled as a ConfigMap/,
    ],
    ['a kind that is not a string', '{"kind":7}', {}, 400, /7 in version/],
  ];
  for (const [name, body, headers, status, message] of bodies) {
    it(`${name} is ${status}`, async () => {
      const answer = await send(body, headers);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.message, message);
      assert.doesNotMatch(answer.text, /\.ts:\d|\.js:\d/, 'no stack');
    });
  }

  it('a YAML alias bomb is 400 at once', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, index) => `a${index + 1}: &a${index + 1} [*a${index},*a${index},*a${index}]`,
    );
    const answer = await send(['a0: &a0 x', ...levels].join('\n'), YAML);
    assert.equal(answer.status, 400);
    assert.match(answer.message, /alias/i);
  });

  it('10 MB are 413 and not read', async () => {
    let read = 0;
    const context = await api.request('POST', CONFIG_MAPS, {
      body: Buffer.alloc(16),
      headers: { 'content-length': String(10 * 1024 * 1024) },
    });
    assert.equal(context.status, 413);
    assert.equal(context.json['reason'], 'RequestEntityTooLarge');
    assert.equal(read++, 0);
  });

  const invalid: readonly (readonly [name: string, path: string, body: object, field: RegExp])[] = [
    [
      'a name with capitals',
      CONFIG_MAPS,
      { metadata: { name: 'A' } },
      /metadata\.name: Invalid value: "A": a lowercase RFC 1123 subdomain/,
    ],
    ['no name', CONFIG_MAPS, { metadata: {} }, /metadata\.name: Required value: name or generateName is required/],
    [
      'an invalid label',
      CONFIG_MAPS,
      { metadata: { name: 'a', labels: { 'a b': 'c' } } },
      /metadata\.labels: Invalid value: "a b": name part must consist/,
    ],
    [
      'an invalid label value',
      CONFIG_MAPS,
      { metadata: { name: 'a', labels: { a: '-' } } },
      /metadata\.labels: Invalid value: "-": a valid label must be/,
    ],
    [
      'an invalid annotation',
      CONFIG_MAPS,
      { metadata: { name: 'a', annotations: { '': 'c' } } },
      /metadata\.annotations: Invalid value: ""/,
    ],
    [
      'an invalid finalizer',
      CONFIG_MAPS,
      { metadata: { name: 'a', finalizers: ['x'] } },
      /metadata\.finalizers\[0\]: Invalid value: "x": name is neither/,
    ],
    [
      'two controllers',
      CONFIG_MAPS,
      {
        metadata: {
          name: 'a',
          ownerReferences: ['x', 'y'].map((name) => ({
            apiVersion: 'v1',
            kind: 'K',
            name,
            uid: name,
            controller: true,
          })),
        },
      },
      /Only one reference can have Controller set to true/,
    ],
    [
      'an invalid key',
      CONFIG_MAPS,
      { metadata: { name: 'a' }, data: { 'a/b': '' } },
      /data\[a\/b\]: Invalid value: "a\/b": a valid config key/,
    ],
    [
      'a duplicate key',
      CONFIG_MAPS,
      { metadata: { name: 'a' }, data: { k: '' }, binaryData: { k: '' } },
      /data\[k\]: Invalid value: "k": duplicate of key present in binaryData/,
    ],
    [
      'too much data',
      CONFIG_MAPS,
      { metadata: { name: 'a' }, data: { k: 'x'.repeat(1024 * 1024 + 1) } },
      /: \[\]: Too long: may not be more than 1048576 bytes/,
    ],
    [
      'too much secret data',
      SECRETS,
      { metadata: { name: 'a' }, stringData: { k: 'x'.repeat(1024 * 1024 + 1) } },
      /data: Too long: may not be more than 1048576 bytes/,
    ],
    [
      'a TLS secret without its key',
      SECRETS,
      { metadata: { name: 'a' }, type: 'kubernetes.io/tls', data: { 'tls.crt': '' } },
      /data\[tls\.key\]: Required value/,
    ],
    [
      'a token without its account',
      SECRETS,
      { metadata: { name: 'a' }, type: 'kubernetes.io/service-account-token' },
      /metadata\.annotations\[kubernetes\.io\/service-account\.name\]: Required value/,
    ],
    [
      'a docker config that is not JSON',
      SECRETS,
      { metadata: { name: 'a' }, type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '{' } },
      /data\[\.dockercfg\]: Invalid value: "<secret contents redacted>"/,
    ],
    [
      'a namespace with a dot',
      '/api/v1/namespaces',
      { metadata: { name: 'a.b' } },
      /metadata\.name: Invalid value: "a\.b": must not contain dots/,
    ],
  ];
  for (const [name, path, body, message] of invalid) {
    it(`${name} is 422`, async () => {
      const answer = await api.request('POST', path, { body: body as never });
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.json['reason'], 'Invalid');
      assert.match(answer.message, message);
      const { causes } = answer.json['details'] as { causes: { field: string; reason: string }[] };
      assert.match(causes[0]?.reason ?? '', /^FieldValue/);
    });
  }

  it('a name that is too long for any object is 400 for each verb', async () => {
    const name = 'x'.repeat(5000);
    const headers = { 'content-type': 'application/merge-patch+json' };
    for (const path of [`${CONFIG_MAPS}/${name}`, `/api/v1/namespaces/${name}/configmaps`]) {
      for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']) {
        const answer = await api.request(method, path, { body: { metadata: { name: 'a' } }, headers });
        assert.deepEqual([method, answer.status, answer.json['reason']], [method, 400, 'BadRequest']);
      }
    }
  });

  it('invalid base64 is 400', async () => {
    const answer = await send('{"metadata":{"name":"a"},"data":{"k":"?"}}', {}, SECRETS);
    assert.equal(answer.status, 400);
    assert.match(answer.message, /illegal base64 data at input byte 0/);
  });

  describe('is stored unchanged if it is unusual but valid', () => {
    it('keys named like members of JavaScript objects', async () => {
      const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
      const map = `{${keys.map((key) => `"${key}":"v-${key}"`).join(',')}}`;
      const labels = '{"constructor":"c","toString":"t"}';
      const body = `{"metadata":{"name":"odd","labels":${labels}},"data":${map}}`;
      assert.equal((await send(body)).status, 201);
      const { json, text } = await api.request('GET', `${CONFIG_MAPS}/odd`);
      const data = json['data'] as Record<string, string>;
      for (const key of keys) assert.equal(data[key], `v-${key}`, text);
      const patched = await api.request('PATCH', `${CONFIG_MAPS}/odd`, {
        body: Buffer.from('{"data":{"__proto__":"new","constructor":null}}'),
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      assert.equal((patched.json['data'] as Record<string, string>)['__proto__'], 'new');
      assert.ok(!Object.hasOwn(patched.json['data'] as object, 'constructor'));
      const selected = await api.request('GET', `${CONFIG_MAPS}?labelSelector=toString%3Dt`);
      assert.equal((selected.json['items'] as unknown[]).length, 1);
      const inherited = await api.request('GET', `${CONFIG_MAPS}?labelSelector=valueOf`);
      assert.equal((inherited.json['items'] as unknown[]).length, 0);
    });

    it('integers beyond the precision of a double', async () => {
      const big = '9007199254740993';
      await send(`{"metadata":{"name":"big"},"revision":1,"data":{"a":${big}}}`, {}, REVISIONS);
      assert.match((await api.request('GET', `${REVISIONS}/big`)).text, new RegExp(`"a":${big}`));
    });

    it('bytes as a list of numbers', async () => {
      const { status, text } = await send('{"metadata":{"name":"bytes"},"data":{"k":[102,null,255]}}', {}, SECRETS);
      assert.equal(status, 201, text);
      const { json } = await api.request('GET', `${SECRETS}/bytes`);
      assert.equal((json['data'] as Record<string, string>)['k'], 'ZgD/');
      const wrong = await send('{"metadata":{"name":"wrong"},"data":{"k":[256]}}', {}, SECRETS);
      assert.equal(wrong.status, 400);
      assert.match(wrong.message, /cannot unmarshal number 256 into Go struct field Secret\.data of type uint8$/);
    });

    const values = ['{}', '[1,{"a":null}]', '[]', '"x"', '""', '7', '0.5', 'true', 'false', 'null'];
    for (const data of ['{}', ...values.map((value) => `{"value":${value}}`)]) {
      it(`untyped JSON: ${data}`, async () => {
        const name = 'untyped';
        const body = `{"metadata":{"name":"${name}"},"revision":1,"data":${data}}`;
        assert.equal((await send(body, {}, REVISIONS)).status, 201);
        const get = (accept: string) => api.request('GET', `${REVISIONS}/${name}`, { headers: { accept } });
        const read = await get('application/json');
        assert.equal(JSON.stringify(read.json['data']), data);
        const { bytes } = await get(PROTOBUF['content-type']);
        const put = await api.request('PUT', `${REVISIONS}/${name}`, { body: bytes, headers: PROTOBUF });
        assert.equal(put.text, read.text, 'protobuf preserves it');
        await api.request('DELETE', `${REVISIONS}/${name}`);
      });
    }

    it('text in many scripts', async () => {
      const value = 'tab\t newline\n quote" backslash\\ nul\u0000 \u2028 \ud83d\ude00 é';
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'text' }, data: { value } } });
      const { json } = await api.request('GET', `${CONFIG_MAPS}/text`);
      assert.equal((json['data'] as Record<string, string>)['value'], value);
    });
  });

  describe('immutable ConfigMaps and Secrets', () => {
    for (const [path, data] of [
      [CONFIG_MAPS, { k: 'v' }],
      [SECRETS, { k: 'dg==' }],
    ] as const) {
      it(`keep their data, and metadata can change: ${path.split('/').at(-1)}`, async () => {
        await api.request('POST', path, { body: { metadata: { name: 'fixed' }, immutable: true, data } });
        const put = (body: object) =>
          api.request('PUT', `${path}/fixed`, { body: { metadata: { name: 'fixed' }, ...body } });
        const changed = await put({ immutable: true, data: { k: 'bmV3' } });
        assert.equal(changed.status, 422);
        assert.match(changed.text, /data: Forbidden: field is immutable when `immutable` is set/);
        assert.equal((await put({ data })).status, 422, 'immutable cannot be unset');
        const labels = { metadata: { name: 'fixed', labels: { a: 'b' } }, immutable: true, data };
        assert.equal((await api.request('PUT', `${path}/fixed`, { body: labels })).status, 200);
      });
    }

    it('the type of a secret is immutable', async () => {
      await api.request('POST', SECRETS, { body: { metadata: { name: 'typed' } } });
      const { json } = await api.request('GET', `${SECRETS}/typed`);
      assert.equal(json['type'], 'Opaque');
      const body = { metadata: { name: 'typed' }, type: 'example.org/x' };
      const answer = await api.request('PUT', `${SECRETS}/typed`, { body });
      assert.match(answer.text, /type: Invalid value: \\"example.org\/x\\": field is immutable/);
      assert.equal((answer.json['details'] as { causes: unknown[] }).causes.length, 1, 'said once');
    });

    it('stringData is merged into data and never returned', async () => {
      const body = { metadata: { name: 'strings' }, data: { a: 'b2xk', b: 'Yg==' }, stringData: { a: 'new' } };
      const { json } = await api.request('POST', SECRETS, { body });
      assert.deepEqual({ ...(json['data'] as object) }, { a: 'bmV3', b: 'Yg==' });
      assert.equal(json['stringData'], undefined);
    });
  });
});
