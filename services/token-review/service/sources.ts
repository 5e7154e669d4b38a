import { readFile } from 'node:fs/promises';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { watchFiles } from '@pilothouse/runtime/files/watched.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { watchReviewer } from '@pilothouse/token-authenticators/webhook-file.js';
import { webhookAuthenticator } from '@pilothouse/token-authenticators/webhook.js';
import { issuersAuthenticator } from '../issuers/authenticator.js';
import { parseIssuerFiles, readIssuerFiles } from '../issuers/files.js';
import type { ForwardOptions, SourceOptions } from '../options/service-options.js';
import { usersAuthenticator } from '../users/authenticator.js';
import { readUsers } from '../users/document.js';
import type { FairQueue } from '../users/fair-queue.js';

export interface ConfiguredSourcesOptions {
  readonly sources: SourceOptions;
  readonly audiences: readonly string[];
  readonly domain: Domain;
  /** Schedules the hashes of the users file. */
  readonly turns: FairQueue;
  /** Milliseconds that a remote source may take. */
  readonly timeout: number;
  /** Called when a file has changed, so that cached answers are stale. */
  readonly onChange: (file: string) => void;
  /** Called with errors of file reloads, and of unreachable providers. */
  readonly onError: (error: unknown, what: string) => void;
  /** Counts reloads of files. */
  readonly reloads?: Reloads;
  readonly now: () => Date;
  /** Files are watched until it is aborted. */
  readonly signal: AbortSignal;
  /** Poll interval of the files in milliseconds; 500 when absent. */
  readonly interval?: number;
}

/** The time after which a removed user is rejected. */
const INTERVAL = 500;

/** Creates the configured sources in the order of use. Rejects if a file cannot be used. */
export async function configuredSources(options: ConfiguredSourcesOptions): Promise<TokenAuthenticator[]> {
  const { usersFile, oidcConfigFile, forward } = options.sources;
  const sources = await Promise.all([
    usersFile === undefined ? [] : usersSource(usersFile, options),
    oidcConfigFile === undefined ? [] : issuersSource(oidcConfigFile, options),
    forward === undefined ? [] : forwardSource(forward, options),
  ]);
  return sources.flat();
}

function usersSource(path: string, options: ConfiguredSourcesOptions): Promise<TokenAuthenticator> {
  const { turns, now } = options;
  return watchedSource(path, options, {
    name: 'users-file',
    flag: 'users-file',
    read: () => readFile(path, 'utf8'),
    parse: (text) => usersAuthenticator({ document: readUsers(text, path), turns, now }),
  });
}

function issuersSource(path: string, options: ConfiguredSourcesOptions): Promise<TokenAuthenticator> {
  const { timeout, onError, now } = options;
  return watchedSource(path, options, {
    name: 'oidc',
    flag: 'oidc-config-file',
    read: () => readIssuerFiles(path),
    parse: (read) => issuersAuthenticator({ issuers: parseIssuerFiles(read, path), timeout, onError, now }),
  });
}

async function forwardSource(
  { kubeconfigFile: path, version }: ForwardOptions,
  {
    domain,
    audiences: apiAudiences,
    onChange,
    onError,
    reloads,
    signal,
    interval = INTERVAL,
  }: ConfiguredSourcesOptions,
): Promise<TokenAuthenticator> {
  const service = await watchReviewer({
    path,
    version,
    domain,
    onError: (error) => onError(error, path),
    onReload: reloads?.of('forward-kubeconfig-file'),
    signal,
    interval,
  });
  service.onChange(() => onChange(path), signal);
  return { ...webhookAuthenticator({ service: service.current, apiAudiences, timing: systemTiming }), name: 'forward' };
}

interface WatchedSource {
  readonly name: string;
  readonly flag: string;
  readonly read: () => Promise<string>;
  readonly parse: (text: string) => TokenAuthenticator;
}

/** A source that is rebuilt when its file changes. An invalid file leaves it as it was. */
async function watchedSource(
  path: string,
  { onChange, onError, reloads, signal, interval = INTERVAL }: ConfiguredSourcesOptions,
  { name, flag, read, parse }: WatchedSource,
): Promise<TokenAuthenticator> {
  const watched = await watchFiles({
    read,
    parse,
    onError: (error) => onError(error, path),
    onReload: reloads?.of(flag),
    signal,
    interval,
  });
  watched.onChange(() => onChange(path), signal);
  return { name, authenticateToken: (token, context) => watched.current().authenticateToken(token, context) };
}
