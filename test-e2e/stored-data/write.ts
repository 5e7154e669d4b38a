import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { readJson } from '@pilothouse/client/request.js';
import { createTestStorage } from '../support/test-storage.js';
import { startServer } from '../support/server.js';
import { FIXTURES, pack } from './files.js';
import { READ, WRITES } from './objects.js';

// Writes the fixture of this release: the store of a server that was killed, and its answers.

const storage = await createTestStorage('embedded');
const server = await startServer(storage.flags, {}, 'apiserver');
const answers: Record<string, JsonValue> = {};
for (const { method, path, body } of WRITES) {
  const contentType = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';
  await readJson(await server.client.request({ method, path, contentType, ...(body && { body }) }));
}
for (const path of READ) answers[path] = await readJson(await server.client.request({ method: 'GET', path }));
await server.crash();
const folder = join(FIXTURES, VERSION);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await pack(join(storage.directory, 'data', 'store'), join(folder, 'store'));
await writeFile(join(folder, 'answers.json'), `${JSON.stringify(answers, undefined, 2)}\n`);
await storage.remove();
