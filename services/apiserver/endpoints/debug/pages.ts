import type { FlagValue } from '@pilothouse/flags/definition.js';
import type { Handler } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import { textResponse } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';
import { preferredType } from '../negotiation/preferred-type.js';

export interface StatusFacts {
  /** This program's own version, and the release whose API it serves. */
  readonly version: string;
  readonly release: string;
  readonly paths: readonly string[];
  readonly started: Date;
  readonly now: () => Date;
}

const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';

/** `/statusz`: program, versions and uptime. */
export function statuszHandler({ version, release, paths, started, now }: StatusFacts): Handler {
  return plainPage(() => [
    'pilothouse statusz',
    WARNING,
    '',
    `Started: ${started.toUTCString()}`,
    `Up: ${uptime(now().getTime() - started.getTime())}`,
    `Node version: ${process.version}`,
    `Binary version: ${version}`,
    `Emulation version: ${release}`,
    '',
    `Paths: ${[...paths].sort().join(' ')}`,
  ]);
}

function uptime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`;
}

/** `/flagz`: every flag that has a value. */
export function flagzHandler(flags: Readonly<Record<string, FlagValue | undefined>>): Handler {
  return plainPage(() => {
    const lines = Object.entries(flags).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [`${name}=${withoutPasswords(typeof value === 'string' ? value : JSON.stringify(value))}`];
    });
    return ['pilothouse flags', WARNING, '', ...lines.sort()];
  });
}

/** `/configz`: the start configuration by component, in JSON. It contains names of secret files, and no secrets. */
export function configzHandler(config: object): Handler {
  return readOnly(async (context) => {
    const type = preferredType(context, ['application/json']);
    const text = JSON.stringify({ 'apiserver.pilothouse': config }, plainValue);
    return secure(textResponse(200, type, withoutPasswords(text)));
  });
}

/** Converts maps and sets, which JSON does not support. */
function plainValue(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...(value as ReadonlySet<unknown>)] : value;
}

/** Removes user information from URLs, since it may hold a password with arbitrary characters. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/:\/\/[^/\s"]*@/g, '://…@');
}

function plainPage(lines: () => readonly string[]): Handler {
  return readOnly(async (context) => {
    const type = preferredType(context, ['text/plain']);
    return secure(textResponse(200, `${type}; charset=utf-8`, `${lines().join('\n')}\n`));
  });
}

function secure(response: Response): Response {
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } };
}
