import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AuditOptions } from '@pilothouse/apiserver/options/audit.js';
import type { ControlPlaneOptions, TokenUser } from './options.js';

/** The files of one control plane, which the server reads like those of its flags. */
export interface Files {
  readonly policyFile?: string;
  readonly tokenAuthFile?: string;
  readonly audit?: AuditOptions;
  /** Reads the audit log. Rejects without an audit policy. */
  readonly auditEvents: () => Promise<Event[]>;
  /** Replaces file paths in an error with option names. */
  readonly explain: (error: unknown) => unknown;
  readonly remove: () => Promise<void>;
}

/** Writes the options that the server reads from files to a temporary directory, if there are any. */
export async function writeFiles(options: ControlPlaneOptions, domain: Domain): Promise<Files> {
  const { policies, audit, users = [] } = options;
  if (policies === undefined && audit === undefined && users.length === 0) return NO_FILES;
  const texts = {
    policies: policies === undefined ? undefined : policyText(policies),
    users: users.length === 0 ? undefined : tokenText(users),
    audit: audit === undefined ? undefined : auditText(audit, domain),
  };
  const directory = await mkdtemp(join(tmpdir(), 'pilothouse-testing-'));
  const path = (name: keyof typeof texts): string => join(directory, name);
  for (const name of ['policies', 'users', 'audit'] as const) {
    const text = texts[name];
    if (text !== undefined) await writeFile(path(name), text, { mode: 0o600 });
  }
  const log = join(directory, 'events');
  return {
    ...(texts.policies !== undefined && { policyFile: path('policies') }),
    ...(texts.users !== undefined && { tokenAuthFile: path('users') }),
    ...(texts.audit !== undefined && { audit: auditOptions(path('audit'), log) }),
    auditEvents: audit === undefined ? NO_FILES.auditEvents : () => readEvents(log),
    explain: (error) =>
      error instanceof Error && error.message.includes(directory)
        ? new Error(error.message.replaceAll(join(directory, '/'), ''), { cause: error })
        : error,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

const NO_FILES: Files = {
  auditEvents: () => Promise.reject(new TypeError('the option audit is not set, so that nothing is recorded')),
  explain: (error) => error,
  remove: async () => {},
};

function policyText(policies: NonNullable<ControlPlaneOptions['policies']>): string {
  return typeof policies === 'string' ? policies : JSON.stringify({ version: 1, rules: policies });
}

function auditText(policy: NonNullable<ControlPlaneOptions['audit']>, domain: Domain): string {
  if (typeof policy === 'string') return policy;
  return JSON.stringify({ apiVersion: `${domain.group('audit')}/v1`, kind: 'Policy', ...policy });
}

/** Blocking mode: an event is written before its request is answered, so that tests find the events of every response. */
function auditOptions(policyFile: string, path: string): AuditOptions {
  return {
    policyFile,
    log: {
      path,
      format: 'json',
      mode: 'blocking',
      batch: { bufferSize: 1, maxSize: 1, maxWait: 0 },
      rotation: { maxSize: 0, maxBackups: 0, maxAge: 0, compress: false },
    },
  };
}

async function readEvents(path: string): Promise<Event[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  // The last line may be incomplete.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Event);
}

/** The CSV of `--token-auth-file`. Throws TypeError for text that it cannot contain. */
function tokenText(users: readonly TokenUser[]): string {
  const rows = users.map(({ name, token, uid = '', groups = [] }) => {
    const group = groups.find((each) => each.includes(','));
    if (group !== undefined) throw new TypeError(`users: the group ${JSON.stringify(group)} contains a comma`);
    if (!/^[!-~]+$/.test(token))
      throw new TypeError(`users: the token of ${JSON.stringify(name)} is not visible ASCII`);
    return [token, name, uid, groups.join(',')].map(csvField).join(',');
  });
  return `${rows.join('\n')}\n`;
}

function csvField(text: string): string {
  if (/[\r\n]/.test(text)) throw new TypeError(`users: ${JSON.stringify(text)} contains a line break`);
  return `"${text.replaceAll('"', '""')}"`;
}
