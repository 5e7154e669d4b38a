import assert from 'node:assert/strict';
import { wrk } from './wrk.js';

describe('wrk', () => {
  const { WRK } = process.env;
  before(() => {
    // A program that rejects its options.
    process.env['WRK'] = process.execPath;
  });
  after(() => {
    if (WRK === undefined) delete process.env['WRK'];
    else process.env['WRK'] = WRK;
  });

  it('does not reveal the token on failure', async () => {
    const recipient = { url: 'https://127.0.0.1:1', token: 'hunter2' };
    await assert.rejects(wrk(recipient, { path: '/', connections: 1, seconds: 1 }), { message: 'wrk failed: 9' });
  });
});
