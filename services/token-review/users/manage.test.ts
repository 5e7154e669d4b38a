import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeUsers } from './file.js';
import { createUser, deleteUser, listUsers, rotateUser, type ManageContext, type NewUser } from './manage.js';

const CONTEXT: ManageContext = {
  random: randomBytes,
  now: () => new Date('2026-01-02T03:04:05Z'),
  cost: { N: 1024, r: 8, p: 1 },
};
const user = (name: string): NewUser => ({ name, uid: `uid-${name}`, groups: ['g'], extra: {} });

describe('commands on a users file', () => {
  let directory: string;
  let path: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'users-'));
    path = join(directory, 'users.json');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('create it for its owner only, without secrets', async () => {
    const deep = join(directory, 'new', 'users.json');
    const { token, id, expires } = await createUser(deep, { ...user('ann'), lifetime: 60 }, CONTEXT);
    assert.equal((await stat(deep)).mode & 0o777, 0o600);
    assert.equal(expires, '2026-01-02T03:05:05Z');
    const [, secret = ''] = token.split('.');
    assert.ok(token.includes(id) && !(await readFile(deep, 'utf8')).includes(secret));
    const listed = { name: 'ann', uid: 'uid-ann', groups: ['g'], extra: {}, tokens: [{ id, expires }] };
    assert.deepEqual(await listUsers(deep), [listed]);
  });

  it('keep every concurrent change', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `user-${index}`);
    await Promise.all(names.map((name) => createUser(path, user(name), CONTEXT)));
    await Promise.all([
      ...names.slice(0, 4).map((name) => deleteUser(path, name)),
      rotateUser(path, 'user-7', { grace: 0 }, CONTEXT),
    ]);
    assert.deepEqual(
      (await listUsers(path)).map(({ name }) => name),
      names.slice(4),
    );
    assert.deepEqual(await readdir(directory), ['users.json']);
  });

  it('leave the file unchanged and unlocked after a failure', async () => {
    await createUser(path, user('ann'), CONTEXT);
    const before = await readFile(path, 'utf8');
    await assert.rejects(createUser(path, user('ann'), CONTEXT), { message: /^the user "ann" already exists/ });
    await assert.rejects(rotateUser(path, 'bob', { grace: 0 }, CONTEXT), { message: 'there is no user "bob"' });
    assert.deepEqual([await readFile(path, 'utf8'), await readdir(directory)], [before, ['users.json']]);
  });

  it('create no file for rotate and remove', async () => {
    for (const change of [() => deleteUser(path, 'a'), () => rotateUser(path, 'a', { grace: 0 }, CONTEXT)]) {
      await assert.rejects(change, { message: `${path}: there is no such file` });
    }
    await assert.rejects(listUsers(path), { message: `${path}: there is no such file` });
    assert.deepEqual(await readdir(directory), []);
  });

  it('do not overwrite an invalid file', async () => {
    await writeFile(path, '{"version":1,');
    await assert.rejects(createUser(path, user('ann'), CONTEXT), { message: /unexpected end of JSON input/ });
    assert.equal(await readFile(path, 'utf8'), '{"version":1,');
  });

  it('follow a symbolic link and keep it', async () => {
    const link = join(directory, 'link');
    await createUser(path, user('ann'), CONTEXT);
    await symlink(path, link);
    await createUser(link, user('bob'), CONTEXT);
    assert.equal((await listUsers(path)).length, 2);
  });

  const modes: readonly (readonly [before: number, after: number])[] = [
    [0o600, 0o600],
    [0o640, 0o640],
    [0o664, 0o640],
  ];
  for (const [before, after] of modes) {
    it(`keep the owner when another user changes the file, and turn mode ${before.toString(8)} into ${after.toString(8)}`, async () => {
      await createUser(path, user('ann'), CONTEXT);
      // Only root can change the owner of a file.
      if (process.getuid?.() === 0) await chown(path, 12345, 54321);
      await chmod(path, before);
      const { uid, gid } = await stat(path);
      await deleteUser(path, 'ann');
      const now = await stat(path);
      assert.deepEqual([now.uid, now.gid, now.mode & 0o777], [uid, gid, after]);
    });
  }

  it('hold the lock while they change it', async () => {
    await createUser(path, user('ann'), CONTEXT);
    let isHeld = false;
    const hold = () =>
      changeUsers(
        path,
        (document) => {
          assert.equal(isHeld, false);
          isHeld = true;
          setImmediate(() => (isHeld = false));
          return document;
        },
        { mayCreate: false },
      );
    await Promise.all([hold(), hold(), hold()]);
  });
});
