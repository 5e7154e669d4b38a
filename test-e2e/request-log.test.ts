import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askOnce } from './support/ask.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer } from './support/server.js';

const TOKEN = 'static-hunter2';
const SECRET = 'c2VjcmV0LWh1bnRlcjI=';
/** Values that would start a new log line or move the cursor if they were written unescaped. */
const FORGED = '"}\u2028\u0085{"level":60,"msg":"forged"}\u001b[2J\u009b2J';

interface Line {
  readonly msg?: string;
  readonly verb: string;
  readonly uri: string;
  readonly status: number;
  readonly user: string;
  readonly userAgent: string;
  readonly source: string;
  readonly milliseconds: number;
}

describe('request log', () => {
  let storage: TestStorage;
  before(async () => {
    storage = await createTestStorage('embedded');
  });
  after(() => storage.remove());

  it('has a line for every request, and contains no token and no secret', async () => {
    const tokens = join(storage.directory, 'tokens.csv');
    const mallory = `"mallory${FORGED.replaceAll('"', '""')}"`;
    await writeFile(tokens, `${TOKEN},ann,1,system:masters\n${TOKEN}-2,${mallory},2,system:masters\n`);
    const server = await startServer(['-v=10', `--token-auth-file=${tokens}`, ...storage.flags]);
    const { caPem, url } = server.connection;
    const connection = { url, ...(caPem !== undefined && { caPem }) };
    const headers = { authorization: `Bearer ${TOKEN}`, 'user-agent': 'e2e/1', 'content-type': 'application/json' };
    const core = '/api/v1/namespaces/default';
    const body = JSON.stringify({ metadata: { name: 'kept' }, data: { password: SECRET } });
    await askOnce(connection, 'POST', `${core}/secrets?dryRun=&fieldManager=me`, { headers, body });
    await askOnce(connection, 'GET', `${core}/secrets/kept`, { headers });
    await askOnce(connection, 'GET', `${core}/secrets?access_token=${TOKEN}&limit=1`, { headers });
    await askOnce(connection, 'GET', `${core}/secrets`, { headers: { authorization: 'Bearer wrong-hunter2' } });
    const issued = await askOnce(connection, 'POST', `${core}/serviceaccounts/default/token`, { headers, body: '{}' });
    const { status } = JSON.parse(issued.text) as { status: { token: string } };
    await askOnce(connection, 'GET', '/version', { headers: { authorization: `Bearer ${status.token}` } });
    // Header values are bytes, without control characters except tabs.
    const odd = Buffer.from(`odd\t${FORGED.replaceAll('\u001b', '')}`).toString('latin1');
    const forged = { authorization: `Bearer ${TOKEN}-2`, 'user-agent': odd };
    await askOnce(connection, 'GET', `${core}/secrets/${encodeURIComponent(`\n${FORGED}`)}`, { headers: forged });
    await askOnce(connection, 'GET', core, { headers: { ...forged, 'impersonate-user': odd } });
    await askOnce(connection, 'GET', core, { headers: { authorization: `Bearer ${odd}`, 'user-agent': odd } });
    await server.stop(/./);
    const { err } = await server.exited;
    for (const text of [TOKEN, SECRET, 'hunter2', status.token]) assert.ok(!err.includes(text), `the log has ${text}`);
    assert.doesNotMatch(err, /[^\n\P{Cc}]|[\p{Zl}\p{Zp}]|^\{"level":60/mu, 'a line is a line, and text is text');
    const lines = err
      .split('\n')
      .flatMap((line): Line[] => (line.includes('"msg":"HTTP"') ? [JSON.parse(line) as Line] : []));
    const { length } = lines.filter(({ user }) => user === `mallory${FORGED}`);
    assert.equal(length, 1);
    assert.equal(lines.filter(({ userAgent }) => userAgent === odd).length, 3);
    const told = lines.flatMap(({ user, userAgent, source, milliseconds, verb, uri, status: code }) => {
      if (userAgent !== 'e2e/1') return [];
      assert.ok(user === 'ann' && source === '127.0.0.1' && milliseconds > 0);
      return [`${verb} ${uri} ${code}`];
    });
    assert.deepEqual(told, [
      `create ${core}/secrets?dryRun=&fieldManager=me 201`,
      `get ${core}/secrets/kept 200`,
      `list ${core}/secrets?…&limit=1 200`,
      `create ${core}/serviceaccounts/default/token 201`,
    ]);
    assert.ok(lines.some(({ uri, status: code }) => uri === `${core}/secrets` && code === 401));
    assert.ok(lines.some(({ uri, user }) => uri === '/version' && user === 'system:serviceaccount:default:default'));
  });
});
