import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { readKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { ROOT } from '../support/root.js';
import type { Answer } from './case.js';
import { CASES } from './cases/all.js';
import { runCase } from './run.js';

// Records the answers of a server to the cases: see README.md.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kubeconfig: { type: 'string' },
    server: { type: 'string' },
    token: { type: 'string' },
    ca: { type: 'string' },
    'insecure-skip-tls-verify': { type: 'boolean', default: false },
  },
});
const connection = await connectionOf();
const { credentials: _, ...withoutCredentials } = connection;
const asked = { admin: httpsTransport(connection), anonymous: httpsTransport(withoutCredentials) };
for (const file of positionals.length > 0 ? positionals : Object.keys(CASES)) {
  const cases = CASES[file];
  if (cases === undefined) throw new Error(`unknown file of cases ${file}; there are ${Object.keys(CASES).join(', ')}`);
  const recording: Record<string, readonly Answer[]> = {};
  for (const each of cases) {
    recording[each.name] = await runCase(each, asked, `conformance-${randomBytes(4).toString('hex')}`);
  }
  const path = join(ROOT, `test-e2e/conformance/recorded/${file}.json`);
  await writeFile(path, `${JSON.stringify(recording, null, 1)}\n`);
  process.stdout.write(`${file}: ${cases.length} cases\n`);
}
await Promise.all([asked.admin.close(), asked.anonymous.close()]);

async function connectionOf(): Promise<HttpsTransportOptions> {
  const { kubeconfig, server, token, ca, 'insecure-skip-tls-verify': insecureSkipVerify } = values;
  if (kubeconfig !== undefined) {
    return readKubeconfig(await readFile(kubeconfig, 'utf8'), { directory: dirname(kubeconfig) });
  }
  if (server === undefined || token === undefined)
    throw new Error('name a server with --kubeconfig, or with --server and --token');
  return {
    url: server,
    credentials: { token },
    ...(ca !== undefined && { caPem: await readFile(ca, 'utf8') }),
    insecureSkipVerify,
  };
}
