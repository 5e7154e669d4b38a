import type { APIVersionDiscovery } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { Address } from '@pilothouse/client/dial.js';
import type { Backend } from '../../../proxy/backend.js';
import { versionDiscovery } from './discovery.js';
import { readDocument, urlOf } from './read-document.js';

/** Identity of the checks, as in Kubernetes. */
const CHECKER = { ...authenticatedUser('system:kube-aggregator', []), groups: ['system:masters'] };
/** Milliseconds for one document. */
const TIMEOUT = 5000;
const MAX_BYTES = 4 * 1024 * 1024;

export interface CheckOptions {
  readonly connection: Backend;
  readonly addresses: readonly [Address, ...Address[]];
  readonly group: string;
  readonly version: string;
  readonly signal: AbortSignal;
}

/** What an extension API server publishes about a group version. */
export interface Published {
  readonly discovery: APIVersionDiscovery;
  /** URL of the OpenAPI v3 document; absent if there is none. */
  readonly openApi?: string;
}

/** Reads the discovery of a group version. Rejects with Kubernetes' text if no address answers. */
export async function check(options: CheckOptions): Promise<Published> {
  const { addresses, group, version } = options;
  const failures: unknown[] = [];
  for (const address of addresses.slice(0, 5)) {
    try {
      const text = await read(options, address, `/apis/${group}/${version}`);
      const discovery = versionDiscovery(text, group, version);
      const openApi = await openApiOf(options, address);
      return { discovery, ...(openApi !== undefined && { openApi }) };
    } catch (error) {
      options.signal.throwIfAborted();
      failures.push(error);
    }
  }
  throw failures.at(-1);
}

/** Undefined if the server has no OpenAPI v3 for the group version. */
async function openApiOf(options: CheckOptions, address: Address): Promise<string | undefined> {
  try {
    const { value } = parseJson(await read(options, address, '/openapi/v3'));
    const paths = isObject(value) ? value['paths'] : undefined;
    const entry = isObject(paths) ? paths[`apis/${options.group}/${options.version}`] : undefined;
    const url = isObject(entry) ? entry['serverRelativeURL'] : undefined;
    return typeof url === 'string' && url.startsWith('/openapi/v3/') ? url : undefined;
  } catch {
    options.signal.throwIfAborted();
    return undefined;
  }
}

async function read({ connection, signal }: CheckOptions, address: Address, target: string): Promise<string> {
  const asked = { connection, address, target, user: CHECKER, timeout: TIMEOUT, maxBytes: MAX_BYTES, signal };
  const url = urlOf(asked);
  try {
    const { status, body } = await readDocument(asked);
    if (status < 200 || status >= 300) throw new Error(`bad status from ${url}: ${status}`);
    return body.toString();
  } catch (error) {
    throw new Error(`failing or missing response from ${url}: ${errorMessage(error)}`, { cause: error });
  }
}
