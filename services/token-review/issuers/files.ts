import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import type { KnownIssuer } from './authenticator.js';
import { readIssuers } from './document.js';

/** Reads all files of the issuers as one text, which changes with any of them. */
export async function readIssuerFiles(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  const names = readIssuers(text, path).flatMap(({ caFile }) => caFile ?? []);
  const authorities = await Promise.all(
    [...new Set(names)].map(async (name) => [name, await readFile(resolve(dirname(path), name), 'utf8')] as const),
  );
  return JSON.stringify({ text, authorities } satisfies IssuerFiles);
}

interface IssuerFiles {
  readonly text: string;
  readonly authorities: readonly (readonly [name: string, pem: string])[];
}

/** Parses the text of `readIssuerFiles`. Throws an Error that names the file and the field. */
export function parseIssuerFiles(read: string, path: string): KnownIssuer[] {
  const { text, authorities } = JSON.parse(read) as IssuerFiles;
  const byName = new Map(authorities.map(([name, pem]) => [name, readAuthorities(pem, name).map(String).join('')]));
  return readIssuers(text, path).map((options) => {
    const caPem = options.caFile === undefined ? undefined : byName.get(options.caFile);
    return { options, ...(caPem !== undefined && { caPem }) };
  });
}
