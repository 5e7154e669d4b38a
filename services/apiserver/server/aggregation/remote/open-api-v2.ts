import type { OpenApiPart } from '@pilothouse/apimachinery/openapi/v2-part.js';
import type { Address } from '@pilothouse/client/dial.js';
import type { Slots } from '@pilothouse/runtime/event-loop/slots.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { digestInSlices } from '../../../endpoints/discovery/entity-tag.js';
import type { Backend } from '../../../proxy/backend.js';
import { readDocument, urlOf } from './read-document.js';

/** The user of the download, as in Kubernetes: without groups. */
const AGGREGATOR = { ...authenticatedUser('system:aggregator'), groups: [] };
/** Milliseconds before the next download, as in Kubernetes, and the longest after failures. */
const INTERVAL = 60_000;
const LONGEST = 3_600_000;
/** Milliseconds for one download, as in Kubernetes. */
const TIMEOUT = 60_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** How a document changes: Kubernetes' reasons. */
export type DocumentChange = 'add' | 'update' | 'delete';

/** A document that has been read, and what identifies its version. */
export interface KeptDocument {
  readonly part: OpenApiPart;
  /** The entity tag of the server; absent if it sends none. */
  readonly tag: string | undefined;
  /** Of the bytes, for a server without entity tags. */
  readonly digest: string | undefined;
}

export interface OpenApiV2Options {
  readonly group: string;
  readonly version: string;
  /** Where the server is; undefined while it is not available. */
  readonly route: () => { readonly connection: Backend; readonly address: Address } | undefined;
  /** The document before a change of the APIService. It stays until another one is read. */
  readonly former: KeptDocument | undefined;
  /** Limits the concurrent downloads of all servers. */
  readonly slots: Slots;
  readonly maybeYield: Yielder;
  /** Runs a function after some milliseconds. */
  readonly later: (run: () => void, milliseconds: number) => NodeJS.Timeout;
  /** Called after each change, with the milliseconds that it took to read the document without its download. */
  readonly onRead: (change: DocumentChange, milliseconds: number) => void;
  /** Called for each failure, unless the server has no document. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

export interface OpenApiV2 {
  readonly current: () => KeptDocument | undefined;
  /** Downloads the document now: the server has become available. */
  readonly wake: () => void;
}

/**
 * Downloads the OpenAPI v2 document of an extension API server every minute while the server is available, and after
 * failures at growing intervals (Kubernetes' AggregationController). The former document stays after a failure.
 */
export function openApiV2(options: OpenApiV2Options): OpenApiV2 {
  const { slots, later, onRead, onError, signal } = options;
  let current = options.former;
  let failures = 0;
  let isDue = false;
  let isReading = false;
  let timer: NodeJS.Timeout | undefined;

  async function readNow(): Promise<void> {
    try {
      const found = await slots.run(() => download(options, current), signal);
      failures = 0;
      if (found === undefined) return;
      const change = current === undefined ? 'add' : 'update';
      current = found.document;
      onRead(change, found.milliseconds);
    } catch (error) {
      failures += 1;
      if (!signal.aborted && !(error instanceof NoDocumentError)) onError(error);
    }
  }

  function wake(): void {
    isDue = true;
    failures = 0;
    start();
  }

  function start(): void {
    if (isReading || signal.aborted || options.route() === undefined) return;
    clearTimeout(timer);
    isReading = true;
    isDue = false;
    void readNow().finally(() => {
      isReading = false;
      if (isDue) return start();
      const wait = failures === 0 ? INTERVAL : Math.min(LONGEST, INTERVAL * 2 ** (failures - 1));
      if (!signal.aborted) timer = later(start, wait);
    });
  }

  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return { current: () => current, wake };
}

/** Undefined if the document has not changed. */
async function download(
  { group, version, route, maybeYield, signal }: OpenApiV2Options,
  former: KeptDocument | undefined,
): Promise<{ readonly document: KeptDocument; readonly milliseconds: number } | undefined> {
  const to = route();
  if (to === undefined) return undefined;
  const target = '/openapi/v2';
  const headers = former?.tag === undefined ? [] : ['If-None-Match', former.tag];
  const asked = { ...to, target, user: AGGREGATOR, headers, timeout: TIMEOUT, maxBytes: MAX_BYTES, signal };
  const { status, headers: received, body } = await readDocument(asked);
  if (status === 304 && former?.tag !== undefined) return undefined;
  if (status === 404) throw new NoDocumentError();
  if (status !== 200) throw new Error(`bad status from ${urlOf(asked)}: ${status}`);
  const start = performance.now();
  const tag = received.etag === '' ? undefined : received.etag;
  if (tag !== undefined && tag === former?.tag) return undefined;
  const digest = tag === undefined ? await digestInSlices(body, maybeYield) : undefined;
  if (digest !== undefined && digest === former?.digest) return undefined;
  const { readPart } = await import('@pilothouse/apimachinery/openapi/v2-part.js');
  const part = await runInSlices(readPart(body, `/apis/${group}/${version}/`), maybeYield);
  signal.throwIfAborted();
  return { document: { part, tag, digest }, milliseconds: performance.now() - start };
}

/** A server may have no such document. It is asked again as after other failures. */
class NoDocumentError extends Error {}
