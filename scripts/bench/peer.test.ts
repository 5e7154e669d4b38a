import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peerOf } from './peer.js';

describe('a peer that a command starts', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'bench-peer-'));
    await writeFile(join(directory, 'ca.crt'), 'the authority');
  });
  after(() => rm(directory, { recursive: true }));

  it('is what the command announces, and gets the end of its input when it is closed', async () => {
    const line = JSON.stringify({ url: 'https://a', token: 't', caFile: join(directory, 'ca.crt'), readyMs: 7 });
    const { isStarted, open } = await peerOf({ command: `echo starting; echo '${line}'; cat` });
    const { close, ...peer } = await open();
    await close();
    assert.equal(isStarted, true);
    const expected = { url: 'https://a', token: 't', caPem: 'the authority', namespace: 'default' };
    assert.deepEqual(peer, { ...expected, isOwn: true, readyMs: 7 });
  });

  it('fails if the command ends before', async () => {
    const { open } = await peerOf({ command: 'echo no' });
    await assert.rejects(open(), /the command of the peer ended before its server was ready/);
  });
});
