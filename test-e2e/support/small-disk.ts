import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { configMaps } from '@pilothouse/client/core.js';
import { startServer, type Server } from './server.js';

/**
 * Fills a small file system with a real server, deletes, kills and restarts, repeatedly. Must run as a process in its own mount
 * namespaces (`unshare`), with an empty directory. Prints one line of JSON.
 */
const [directory = '', rounds = '20'] = process.argv.slice(2);
const DISK = '14m';
const WRITERS = 4;
const FULL = /^The store is out of space and refuses writes that need more/;

execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', directory]);
const data = join(directory, 'data');
const elsewhere = join(directory, 'elsewhere');
const acknowledged = new Map<string, string>();
const counts = { written: 0, refused: 0, deleted: 0, kills: 0 };
let server = await start();
const maps = () => server.client.of(configMaps).namespace('default');

async function start(): Promise<Server> {
  await mkdir(data, { recursive: true });
  return startServer([`--data-dir=${data}`]);
}

/** Creates objects until one is rejected. */
async function fill(round: number): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const name = `object-${round}-${writer}-${i}`;
        try {
          const { metadata } = await maps().create({ metadata: { name }, data: { text: 'x'.repeat(60_000) } });
          acknowledged.set(name, metadata.resourceVersion ?? '');
          counts.written += 1;
        } catch (error) {
          assertFull(error);
          counts.refused += 1;
          return;
        }
      }
    }),
  );
}

function assertFull(error: unknown): void {
  assert.ok(error instanceof StatusError, String(error));
  assert.equal(error.code, 503);
  assert.match(error.message, FULL);
}

/** Deletes most objects while the disk is full. */
async function empty(): Promise<void> {
  const names = [...acknowledged.keys()];
  for (const name of names.slice(Math.floor(names.length / 5))) {
    await maps().delete(name);
    acknowledged.delete(name);
    counts.deleted += 1;
  }
}

async function assertHeld(): Promise<void> {
  const { items } = await maps().list();
  const found = items.filter(({ metadata }) => metadata.name?.startsWith('object-'));
  const held = new Map(found.map(({ metadata }) => [metadata.name ?? '', metadata.resourceVersion ?? '']));
  assert.deepEqual(held, acknowledged);
}

/** Fills the rest of the file system, as another program might. */
async function fillElsewhere(): Promise<void> {
  const { bavail, bsize } = statfsSync(directory);
  await writeFile(elsewhere, Buffer.alloc(bavail * bsize, 'x')).catch(() => undefined);
}

/** Writes succeed again once there is space, without a restart. */
async function recovered(): Promise<void> {
  for (;;) {
    try {
      await maps().create({ metadata: { name: 'probe' }, data: { text: 'x'.repeat(60_000) } });
      await maps().delete('probe');
      return;
    } catch (error) {
      assertFull(error);
      await delay(100);
    }
  }
}

for (let round = 0; round < Number(rounds); round++) {
  await fill(round);
  const byOthers = round % 4 === 3;
  if (byOthers) await fillElsewhere();
  if (round % 2 === 1) {
    await server.crash();
    counts.kills += 1;
    server = await start();
  }
  await assertHeld();
  await empty();
  if (byOthers) await rm(elsewhere, { force: true });
  await recovered();
  await assertHeld();
}
await server.crash();
process.stdout.write(`${JSON.stringify(counts)}\n`);
process.exit();
