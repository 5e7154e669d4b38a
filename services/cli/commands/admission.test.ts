import assert from 'node:assert/strict';
import type { ServiceOptions } from '@pilothouse/admission-service/options/service-options.js';
import type { AdmissionRunner } from '../runner.js';
import { admission } from './admission.js';

const OPTIONS: ServiceOptions = {
  bindAddress: '127.0.0.1',
  securePort: 6447,
  tls: { certFile: 'c', keyFile: 'k', clientCaFile: 'a' },
  plugins: ['Priority', 'Policy'],
  notReadySeconds: 300,
  unreachableSeconds: 300,
  domain: {},
  metrics: 'off',
  verbosity: 0,
};

async function run(admit: AdmissionRunner) {
  let [out, err] = ['', ''];
  const stop = new AbortController();
  const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await admission(OPTIONS, { admit, terminal, stop: stop.signal });
  return { code, out, err };
}

describe('pilothouse admission', () => {
  it('prints its address, its plugins, and when it is ready', async () => {
    const { code, out, err } = await run(async (_options, { onStart, onReady }) => {
      onStart({ grpc: '127.0.0.1:1', metrics: 'http://127.0.0.1:2' });
      onReady();
    });
    assert.deepEqual([code, err], [0, '']);
    assert.equal(
      out,
      'The admission service listens at 127.0.0.1:1, with Priority, Policy. Health and metrics are at http://127.0.0.1:2.\n' +
        'The admission service is ready at 127.0.0.1:1.\n',
    );
  });

  it('prints why it could not start', async () => {
    const taken = Object.assign(new Error('listen'), { syscall: 'listen', code: 'EADDRINUSE' });
    const { code, err } = await run(() => Promise.reject(taken));
    assert.equal(code, 1);
    assert.match(err, /^error: port 6447 on 127\.0\.0\.1 is in use; set another one with --secure-port/);
  });
});
