import type { FlagValue } from '@pilothouse/flags/definition.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { Handler } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import { textResponse } from '../../request/response.js';
import { readOnly } from '../discovery/read-only.js';
import { componentPage } from './component-page.js';
import { preferredType } from '../negotiation/preferred-type.js';

export interface StatusFacts {
  /** This program's own version, and the release whose API it serves. */
  readonly version: string;
  readonly release: string;
  readonly paths: readonly string[];
  readonly started: Date;
  readonly now: () => Date;
  /** The API group of the structured form. */
  readonly group: string;
}

/** `/statusz`: versions, uptime and other pages. */
export function statuszHandler({ version, release, paths, started, now, group }: StatusFacts): Handler {
  const up = (): number => Math.max(0, Math.floor((now().getTime() - started.getTime()) / 1000));
  const folders = foldersOf(paths);
  return componentPage({
    kind: 'Statusz',
    group,
    lines: () => [
      `Started: ${started.toUTCString()}`,
      `Up: ${uptime(up())}`,
      `Node version: ${process.version}`,
      `Binary version: ${version}`,
      `Emulation version: ${release}`,
      `Paths: ${folders.join(' ')}`,
    ],
    fields: () => ({
      startTime: timestamp(started),
      uptimeSeconds: up(),
      // The field is required, and this program has no version of Go.
      goVersion: `node ${process.version}`,
      binaryVersion: version,
      emulationVersion: release,
      paths: folders,
    }),
  });
}

/** The first parts of paths, each once and in order, as in Kubernetes. */
function foldersOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => `/${path.split('/')[1] ?? ''}`))].sort();
}

function uptime(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`;
}

/** `/flagz`: every flag that has a value. */
export function flagzHandler(flags: Readonly<Record<string, FlagValue | undefined>>, group: string): Handler {
  const shown = Object.entries(flags)
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, flagText(value)] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return componentPage({
    kind: 'Flagz',
    group,
    lines: () => shown.map(([name, text]) => `${name}=${text}`),
    fields: () => ({ flags: Object.fromEntries(shown) }),
  });
}

function flagText(value: FlagValue): string {
  return withoutPasswords(typeof value === 'string' ? value : JSON.stringify(value));
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

function secure(response: Response): Response {
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } };
}
