import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether any file below the directory has these bytes. Files may come and go. */
export async function filesHave(directory: string, bytes: Buffer): Promise<boolean> {
  for (const each of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue;
    const content = await readFile(join(each.parentPath, each.name)).catch(() => undefined);
    if (content?.includes(bytes) === true) return true;
  }
  return false;
}
