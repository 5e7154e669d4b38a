import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Request, Response } from 'express';

/** A file of the page. */
interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compressed: Buffer;
}

/** The files of the page by name. */
export type Assets = ReadonlyMap<string, Asset>;

export const PAGE = 'index.html';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const compress = promisify(gzip);

/** Reads the page that the build has bundled. Rejects without it. */
export async function readAssets(): Promise<Assets> {
  const directory = fileURLToPath(new URL('.', import.meta.resolve(`@pilothouse/console/public/${PAGE}`)));
  try {
    const names = await readdir(directory);
    const assets = names.map(async (name) => {
      const bytes = await readFile(`${directory}${name}`);
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      return [name, { type, bytes, compressed: await compress(bytes) }] as const;
    });
    return new Map(await Promise.all(assets));
  } catch (error) {
    throw new Error(`the page of the console cannot be read: ${errorMessage(error)}`, { cause: error });
  }
}

/** Sends a file. Names of files contain a hash of the content, except the page itself. */
export function sendAsset(
  request: Request,
  response: Response,
  { type, bytes, compressed }: Asset,
  name: string,
): void {
  if (name !== PAGE) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  response.setHeader('content-type', type);
  response.setHeader('vary', 'accept-encoding');
  const accepted = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (accepted) response.setHeader('content-encoding', 'gzip');
  response.end(accepted ? compressed : bytes);
}
