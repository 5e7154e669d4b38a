import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CONFIG_FLAG } from '@pilothouse/flags/common.js';
import type { ParsedConfig } from '@pilothouse/flags/config-file.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';

/** For mistakes, such as a device. */
const MOST_BYTES = 1024 * 1024;

/** Reads the configuration file of a program. */
export async function readConfig(path: string, table: FlagTable): Promise<ParsedConfig> {
  const problems = unreadableFiles([{ ...CONFIG_FLAG, type: 'file' }], { config: path });
  if (problems.length > 0) return { ok: false, problems };
  const [content, { parseConfig }] = await Promise.all([
    text(createReadStream(path, { end: MOST_BYTES })),
    import('@pilothouse/flags/config-file.js'),
  ]);
  if (content.length > MOST_BYTES)
    return { ok: false, problems: [`--config ${JSON.stringify(path)}: is larger than 1 MiB`] };
  return parseConfig(content, path, table);
}
