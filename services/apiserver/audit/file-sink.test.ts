import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openFileSink, type FileSinkOptions } from './file-sink.js';
import type { LineSink } from './log-delivery.js';
import { createRotation, type RotatedOptions, type Rotation } from './rotation.js';

const NOON = Date.UTC(2026, 0, 2, 12);
const DAY = 86_400_000;

describe('the audit log file', () => {
  let directory: string;
  let path: string;
  let errors: unknown[];
  let time: number;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'audit-'));
    path = join(directory, 'logs', 'audit.log');
    [errors, time] = [[], NOON];
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const onError = (error: unknown): void => void errors.push(error);
  const rotationOf = (limits: Partial<RotatedOptions> = {}): Rotation =>
    createRotation({ path, maxBackups: 0, maxAge: 0, compress: false, now: () => new Date(time), onError, ...limits });
  const open = (options: Partial<FileSinkOptions> = {}): Promise<LineSink> =>
    openFileSink({ path, maxBytes: Infinity, rotate: rotationOf().rotate, onError, ...options });
  const files = async (): Promise<string[]> => (await readdir(join(directory, 'logs'))).sort();
  const text = (name = 'audit.log'): Promise<string> => readFile(join(directory, 'logs', name), 'utf8');

  it('is created with its directory, readable only by the owner', async () => {
    await (await open()).close();
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal((await stat(join(directory, 'logs'))).mode & 0o777, 0o700);
  });

  it('has every line in order before its write resolves', async () => {
    const sink = await open();
    await sink.write('a\n');
    assert.equal(await text(), 'a\n');
    const lines = Array.from({ length: 100 }, (_, index) => `${index}\n`);
    await Promise.all(lines.map((line) => sink.write(line)));
    assert.equal(await text(), `a\n${lines.join('')}`);
    await sink.close();
  });

  it('continues after a truncated last line', async () => {
    await (await open()).close();
    await writeFile(path, 'whole\nhal');
    const sink = await open();
    await sink.write('next\n');
    assert.equal(await text(), 'whole\nhal\nnext\n');
    await sink.close();
  });

  it('reports an error on open', async () => {
    await writeFile(join(directory, 'logs'), '');
    await assert.rejects(open(), { code: 'EEXIST' });
  });

  it('reports lines that a full disk refuses', async () => {
    const sink = await open({ path: '/dev/full' });
    await assert.rejects(sink.write('a\n'), { code: 'ENOSPC' });
    await assert.rejects(sink.write('b\n'), { code: 'ENOSPC' });
    await sink.close();
  });

  it('grows beyond its limit if rotation fails', async () => {
    const sink = await open({ maxBytes: 4 });
    await sink.write('a\n');
    await rename(join(directory, 'logs'), join(directory, 'away'));
    // The file is full and cannot be renamed, so it grows.
    await sink.write('bcd\n');
    assert.equal(errors.length, 1);
    await sink.close();
    assert.equal(await readFile(join(directory, 'away', 'audit.log'), 'utf8'), 'a\nbcd\n');
  });

  it('reports a rotation that fails, and grows', async () => {
    const sink = await open({ maxBytes: 4, rotate: () => Promise.reject(new Error('not permitted')) });
    for (const line of ['a\n', 'bcd\n']) await sink.write(line);
    assert.equal(await text(), 'a\nbcd\n');
    assert.match(String(errors), /^Error: not permitted$/);
    await sink.close();
  });

  it('accepts lines again once there is space', async () => {
    const [link, file] = [join(directory, 'link'), join(directory, 'file')];
    await symlink('/dev/full', link);
    const sink = await open({ path: link });
    await assert.rejects(sink.write('lost\n'), { code: 'ENOSPC' });
    await rm(link);
    await symlink(file, link);
    await sink.write('kept\n');
    assert.equal(await readFile(file, 'utf8'), 'kept\n');
    await sink.close();
  });

  describe('that is full', () => {
    it('is rotated to a name with the time', async () => {
      const sink = await open({ maxBytes: 4 });
      for (const line of ['a\n', 'b\n', 'c\n']) await sink.write(line);
      assert.deepEqual(await files(), ['audit-2026-01-02T12-00-00.000.log', 'audit.log']);
      assert.deepEqual([await text('audit-2026-01-02T12-00-00.000.log'), await text()], ['a\nb\n', 'c\n']);
      await sink.close();
      assert.deepEqual(errors, []);
    });

    it('is rotated by any of several processes, and followed by the others', async () => {
      const rotation = rotationOf({ compress: true });
      const sinks = await Promise.all(
        Array.from({ length: 3 }, () => open({ maxBytes: 100, rotate: rotationOf({ compress: true }).rotate })),
      );
      const lines = Array.from({ length: 200 }, (_, index) => `line ${index}\n`);
      for (const [index, line] of lines.entries()) {
        time += 1;
        await sinks[index % 3]?.write(line);
      }
      await Promise.all(sinks.map((sink) => sink.close()));
      rotation.clean();
      await rotation.settled();
      const names = await files();
      const contents = await Promise.all(names.map((name) => readFile(join(directory, 'logs', name))));
      const all = contents.map((bytes, index) => String(names[index]?.endsWith('.gz') ? gunzipSync(bytes) : bytes));
      assert.deepEqual(all.join('').split('\n').sort(), lines.join('').split('\n').sort());
      assert.ok(all.length > 10 && all.every(({ length }) => length <= 100), `${all.length} files`);
      assert.deepEqual(errors, []);
    });

    it('loses no line of processes that rotate and compress it at once', async () => {
      const program = fileURLToPath(new URL(`fixtures/append-lines${extname(import.meta.url)}`, import.meta.url));
      const writers = ['a', 'b', 'c'].map((name) => fork(program, [path, name, '200']));
      const ends = await Promise.all(writers.map((writer) => once(writer, 'exit')));
      assert.deepEqual(ends, [
        [0, null],
        [0, null],
        [0, null],
      ]);
      const names = await files();
      const contents = await Promise.all(names.map((name) => readFile(join(directory, 'logs', name))));
      const all = contents.map((bytes, index) => String(names[index]?.endsWith('.gz') ? gunzipSync(bytes) : bytes));
      const lines = all.flatMap((each) => each.split('\n').flatMap((line) => line.split(' ')[0] || []));
      const written = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 200 }, (_, index) => `${name}-${index}`));
      assert.deepEqual([...new Set(lines)].sort(), written.sort());
    });

    it('stays when the process that rotates it has another one open', async () => {
      await (await open()).close();
      const { ino } = await stat(path);
      await rename(path, join(directory, 'full'));
      await writeFile(path, 'next\n');
      await rotationOf().rotate(ino);
      assert.deepEqual(await files(), ['audit.log']);
    });

    it('keeps lines that are added after another process has compressed it', async () => {
      const sink = await open();
      await sink.write('first\n');
      const rotation = rotationOf({ compress: true });
      await rotation.rotate((await stat(path)).ino);
      await rotation.settled();
      // Until a process makes the next file, this one is still open.
      await sink.write('second\n');
      assert.equal(await text(), 'second\n');
      await sink.close();
    });

    it('was full before the start', async () => {
      await (await open()).close();
      await writeFile(path, 'abc\n');
      const sink = await open({ maxBytes: 4 });
      await sink.write('d\n');
      assert.equal(await text(), 'd\n');
      await sink.close();
    });

    it('accepts a line that is larger than the limit', async () => {
      const sink = await open({ maxBytes: 4 });
      for (const line of ['a first one\n', 'a\n', 'a long one\n', 'b\n']) await sink.write(line);
      const texts = await Promise.all((await files()).map((name) => text(name)));
      assert.deepEqual(texts, ['a first one\n', 'a\n', 'a long one\n', 'b\n']);
      await sink.close();
    });

    it('loses no line of many in one millisecond', async () => {
      const sink = await open({ maxBytes: 10 });
      const lines = Array.from({ length: 40 }, (_, index) => `${index}\n`);
      await Promise.all(lines.map((line) => sink.write(line)));
      await sink.close();
      const names = await files();
      const all = await Promise.all(names.map(text));
      assert.equal(all.join(''), lines.join(''));
      assert.ok(all.every(({ length }) => length <= 10));
    });
  });

  describe('and rotated files', () => {
    const old = (days: number, ending = 'log'): string =>
      `audit-${new Date(NOON - days * DAY).toISOString().slice(0, 10)}T12-00-00.000.${ending}`;
    const others = ['audit-.log', 'audit-2026-01-01.log', 'other-2025-01-01T12-00-00.000.log', 'audit.txt'];

    async function cleaned(limits: Partial<RotatedOptions>, names: readonly string[]): Promise<string[]> {
      await (await open()).close();
      for (const name of [...names, ...others]) await appendFile(join(directory, 'logs', name), name);
      const rotation = rotationOf(limits);
      rotation.clean();
      await rotation.settled();
      assert.deepEqual(errors, []);
      return (await files()).filter((name) => name !== 'audit.log' && !others.includes(name));
    }

    const cases: readonly (readonly [Partial<RotatedOptions>, days: readonly number[]])[] = [
      [{}, [1, 2, 3, 400]],
      [{ maxBackups: 2 }, [1, 2]],
      [{ maxAge: 2 }, [1, 2]],
      [{ maxBackups: 3, maxAge: 1 }, [1]],
    ];
    for (const [limits, days] of cases) {
      it(`are kept as ${JSON.stringify(limits)} says, and other files are left alone`, async () => {
        const kept = await cleaned(
          limits,
          [1, 2, 3, 400].map((each) => old(each)),
        );
        assert.deepEqual(kept, days.map((each) => old(each)).sort());
      });
    }

    it('are compressed, and counted once', async () => {
      const names = [old(1), old(2), old(2, 'log.gz'), old(3, 'log.gz'), old(4)];
      const kept = await cleaned({ compress: true, maxBackups: 3 }, names);
      assert.deepEqual(kept, [old(3, 'log.gz'), old(2, 'log.gz'), old(1, 'log.gz')]);
      const bytes = await readFile(join(directory, 'logs', old(2, 'log.gz')));
      assert.equal(gunzipSync(bytes).toString(), old(2));
    });
  });
});
