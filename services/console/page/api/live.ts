import { jsonLines } from './lines.js';
import { ApiError, type Api } from './request.js';
import type { Meta, Status } from './types.js';

/** A list or table: anything with the metadata of a list. */
interface Page {
  readonly metadata: Meta;
}

export type Live<P extends Page, O> =
  /** A part of the list. The first one replaces what was there, once `synced` follows. */
  | { readonly type: 'page'; readonly page: P; readonly isFirst: boolean }
  | { readonly type: 'synced' }
  | { readonly type: 'changed'; readonly change: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: O }
  | { readonly type: 'connection'; readonly connection: Connection };

/** `polling`: the user may list but not watch. `lost`: the server does not answer. `refused`: it answers with an error. */
export type Connection =
  | { readonly state: 'loading' | 'live' | 'polling' | 'paused' }
  | { readonly state: 'lost' | 'refused'; readonly error: ApiError };

export interface FollowOptions {
  readonly api: Api;
  /** Path of the collection. */
  readonly path: string;
  /** Selectors. */
  readonly query?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly signal: AbortSignal;
  /** The page's visibility; watches pause in hidden tabs, because a browser opens six connections to a host. */
  readonly visibility: Visibility;
}

export interface Visibility {
  /** Resolves at once in a visible tab. */
  readonly shown: (signal: AbortSignal) => Promise<void>;
  /** Aborts once the tab is hidden, or with the given signal. */
  readonly untilHidden: (signal: AbortSignal) => AbortSignal;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface WatchEvent<O> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: O & { readonly metadata?: Meta };
}

const PAGE_SIZE = 500;
const POLL = 10_000;
const RETRY = { first: 500, longest: 10_000 };

/**
 * Lists a collection, and then follows its changes until the signal aborts. It resumes interrupted watches, lists again after 410,
 * and retries what fails.
 */
export async function* follow<P extends Page, O>(options: FollowOptions): AsyncGenerator<Live<P, O>> {
  const { signal, visibility } = options;
  let version: string | undefined;
  let failures = 0;
  yield connection('loading');
  while (!signal.aborted) {
    try {
      await visibility.shown(signal);
      if (version === undefined) {
        version = yield* list<P, O>(options);
        failures = 0;
      }
      for await (const event of watch<O>(options, version)) {
        if (event.type === 'open') yield connection('live');
        else if (event.type === 'version') version = event.version;
        else yield event;
        failures = 0;
      }
      if (visibility.untilHidden(signal).aborted) yield connection('paused');
    } catch (thrown) {
      if (signal.aborted) return;
      const error = thrown instanceof ApiError ? thrown : new ApiError('The connection broke.', 0);
      if (error.code === 410) {
        version = undefined;
        continue;
      }
      if (error.code === 403 && version !== undefined) {
        yield connection('polling');
        await visibility.sleep(POLL, signal);
        version = undefined;
        continue;
      }
      const isLost = error.code === 0 || error.code === 429 || error.code >= 500;
      if (isLost ? failures > 0 : true)
        yield { type: 'connection', connection: { state: isLost ? 'lost' : 'refused', error } };
      if (!isLost) version = undefined;
      await visibility.sleep(Math.min(RETRY.first * 2 ** failures++, RETRY.longest), signal);
    }
  }
}

const connection = (state: 'loading' | 'live' | 'polling' | 'paused') =>
  ({ type: 'connection', connection: { state } }) as const;

/** Yields the pages of the list. Returns its version. */
async function* list<P extends Page, O>({
  api,
  path,
  query,
  accept,
  signal,
}: FollowOptions): AsyncGenerator<Live<P, O>, string> {
  let isFirst = true;
  for (let next = ''; ;) {
    const page: P = await api.json<P>({
      path: withQuery(path, { ...query, limit: String(PAGE_SIZE), ...(next !== '' && { continue: next }) }),
      ...(accept !== undefined && { accept }),
      signal,
    });
    yield { type: 'page', page, isFirst };
    isFirst = false;
    next = page.metadata.continue ?? '';
    if (next !== '') continue;
    yield { type: 'synced' };
    return page.metadata.resourceVersion ?? '';
  }
}

type Watched<O> =
  | { readonly type: 'open' }
  | { readonly type: 'version'; readonly version: string }
  | Extract<Live<Page, O>, { type: 'changed' }>;

/** Yields changes until the server ends the watch or the tab is hidden. */
async function* watch<O>(
  { api, path, query, accept, signal, visibility }: FollowOptions,
  version: string,
): AsyncGenerator<Watched<O>> {
  const shown = visibility.untilHidden(signal);
  try {
    const { body } = await api.send({
      path: withQuery(path, { ...query, watch: '1', allowWatchBookmarks: 'true', resourceVersion: version }),
      ...(accept !== undefined && { accept }),
      signal: shown,
    });
    if (body === null) return;
    yield { type: 'open' };
    for await (const { type, object } of jsonLines<WatchEvent<O>>(body)) {
      if (type === 'ERROR') throw statusError(object);
      if (type !== 'BOOKMARK') yield { type: 'changed', change: type, object };
      const next = versionIn(object);
      if (next !== undefined) yield { type: 'version', version: next };
    }
  } catch (error) {
    if (!shown.aborted || signal.aborted) throw error;
  }
}

function statusError(object: unknown): ApiError {
  const status = object as Status;
  return new ApiError(status.message ?? 'the watch failed', status.code ?? 500, status);
}

/** The version of an event: of its object, or of the row of its table. */
function versionIn(object: unknown): string | undefined {
  const { metadata, rows } = object as {
    readonly metadata?: Meta;
    readonly rows?: readonly { readonly object?: { readonly metadata?: Meta } }[];
  };
  const version = rows?.at(-1)?.object?.metadata?.resourceVersion ?? metadata?.resourceVersion;
  return version === '' ? undefined : version;
}

export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
