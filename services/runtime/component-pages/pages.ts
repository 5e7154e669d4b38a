import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { FlagValue } from '@pilothouse/flags/definition.js';
import type { ComponentPage } from './page.js';

/** Parsed flags by name; undefined for a flag without a value. */
export type ShownFlags = Readonly<Record<string, FlagValue | undefined>>;

export interface StatusFacts extends Pick<ComponentPage, 'component' | 'group'> {
  /** This program's own version. */
  readonly version: string;
  /** The release of Kubernetes whose API the program serves or uses. */
  readonly release: string;
  readonly paths: readonly string[];
  readonly started: Date;
  readonly now: () => Date;
}

/** `/statusz`: versions, uptime and other pages. */
export function statuszPage({ component, group, version, release, paths, started, now }: StatusFacts): ComponentPage {
  const up = (): number => Math.max(0, Math.floor((now().getTime() - started.getTime()) / 1000));
  const folders = foldersOf(paths);
  return {
    component,
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
  };
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
export function flagzPage(
  flags: ShownFlags,
  { component, group }: Pick<StatusFacts, 'component' | 'group'>,
): ComponentPage {
  const shown = Object.entries(flags)
    .flatMap(([name, value]) => (value === undefined ? [] : [[name, flagText(value)] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    component,
    kind: 'Flagz',
    group,
    lines: () => shown.map(([name, text]) => `${name}=${text}`),
    fields: () => ({ flags: Object.fromEntries(shown) }),
  };
}

function flagText(value: FlagValue): string {
  return withoutPasswords(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Removes user information from URLs, since it may hold a password with arbitrary characters. */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/:\/\/[^/\s"]*@/g, '://…@');
}
