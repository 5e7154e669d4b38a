import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { readJson } from '@pilothouse/client/request.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';
import { FIXTURES, unpack } from './stored-data/files.js';

describe('data stored by an earlier release', () => {
  let storage: TestStorage;
  let server: Server;
  beforeEach(async () => {
    storage = await createTestStorage('embedded');
  });
  afterEach(async () => {
    await server.stop();
    await storage.remove();
  });
  const send = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> =>
    (await readJson(await server.client.request({ method, path, ...(body && { body }) }))) as JsonObject;

  for (const release of readdirSync(FIXTURES)) {
    it(`of ${release} is read as it was, and written`, async () => {
      const folder = join(FIXTURES, release);
      await unpack(join(folder, 'store'), join(storage.directory, 'data', 'store'));
      const answers = parseJson(readFileSync(join(folder, 'answers.json'), 'utf8')).value as Record<string, JsonObject>;
      server = await startServer(storage.flags, {}, 'apiserver');
      for (const [path, answer] of Object.entries(answers)) {
        assert.deepEqual(await send('GET', path), answer, path);
      }
      for (const [path, { metadata, ...rest }] of Object.entries(answers)) {
        const changed = { ...rest, metadata: { ...(metadata as JsonObject), labels: { written: 'again' } } };
        const after = (await send('PUT', path, changed))['metadata'] as JsonObject;
        const [before, now] = [metadata as JsonObject, after].map((each) => Number(each['resourceVersion']));
        assert.ok((now ?? 0) > (before ?? 0), path);
      }
    });
  }
});
