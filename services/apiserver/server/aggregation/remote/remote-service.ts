import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Address } from '@pilothouse/client/dial.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { PASSED, type Availability } from '@pilothouse/kinds/apiregistration/available.js';
import type { RemoteVersion } from '../../../registry/catalog.js';
import type { RequestContext } from '../../../request/context.js';
import type { Response } from '../../../request/response.js';
import type { Backend } from '../../../proxy/backend.js';
import { locate, type Reference, type ServiceState } from '@pilothouse/kinds/core/service/addresses.js';
import { check, type Published } from './check.js';
import { connectionTo } from './connection.js';
import { forwardTo, unavailable } from './forward.js';
import { openApiV2, type KeptDocument, type OpenApiV2Options } from './open-api-v2.js';

export interface RemoteServiceOptions {
  readonly spec: APIServiceSpec;
  /** Follows the Service. Resolves when it is read. */
  readonly follow: (reference: Reference, onChange: () => void, signal: AbortSignal) => Promise<() => ServiceState>;
  readonly certificate: () => KeyPair | undefined;
  /** Random whole number below the limit. */
  readonly random: (limit: number) => number;
  /** Called when the availability, the discovery or a document has changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** What the OpenAPI v2 document needs besides. */
  readonly openApi: Pick<OpenApiV2Options, 'former' | 'slots' | 'maybeYield' | 'later' | 'onRead' | 'onError'>;
}

/** The extension API server of an APIService. */
export interface RemoteService {
  readonly spec: APIServiceSpec;
  /** Undefined before the first check. */
  readonly availability: () => Availability | undefined;
  /** The present state for the catalog. The same object until it changes. */
  readonly version: () => RemoteVersion;
  /** The OpenAPI v2 document. */
  readonly document: () => KeptDocument | undefined;
  readonly close: () => void;
}

/** Milliseconds between checks, as in Kubernetes, and before the first retry of a failed one. */
const INTERVAL = 30_000;
const FIRST_RETRY = 500;

/** Checks the extension API server of an APIService at each change of its Service, and every 30 seconds. */
export function remoteService(options: RemoteServiceOptions): RemoteService {
  const { spec, follow, certificate, random, openApi, onChange, onError } = options;
  const { group = '', version = '', service = {}, groupPriorityMinimum: priority } = spec;
  const reference = { namespace: service.namespace ?? '', name: service.name ?? '', port: service.port ?? 443 };
  const end = new AbortController();
  const { signal } = end;
  let availability: Availability | undefined;
  let addresses: readonly Address[] = [];
  let connection: Backend | undefined;
  let published: Published | undefined;
  const document = openApiV2({
    ...openApi,
    group,
    version,
    route,
    onRead(...change) {
      current = versionNow();
      onChange();
      openApi.onRead(...change);
    },
    signal,
  });
  let current = versionNow();
  /** Ends the wait for the next check. */
  let wake = (): void => {};
  let isDue = true;

  /** Undefined while the server is not available. */
  function route(): { connection: Backend; address: Address } | undefined {
    const address = addresses[random(Math.max(1, addresses.length))];
    if (availability?.status !== 'True' || address === undefined || connection === undefined) return undefined;
    return { connection, address };
  }

  async function answer(context: RequestContext): Promise<Response> {
    const to = route();
    return to === undefined ? unavailable() : forwardTo(context, { backend: to.connection, address: to.address });
  }

  function versionNow(): RemoteVersion {
    const { discovery: found = { version } } = published ?? {};
    const discovery = availability?.status === 'True' ? found : { ...found, freshness: 'Stale' };
    const part = document.current()?.part;
    return {
      group,
      version,
      discovery,
      ...(published?.openApi && { openApi: published.openApi }),
      ...(part && { openApiV2: part }),
      priority,
      answer,
    };
  }

  async function checkNow(state: ServiceState): Promise<Availability> {
    const located = locate(reference, state);
    addresses = located.ok ? located.addresses : [];
    if (!located.ok) return located.why;
    try {
      connection ??= connectionTo(spec, certificate);
      published = await check({ connection, addresses: located.addresses, group, version, signal });
      return PASSED;
    } catch (error) {
      signal.throwIfAborted();
      return { status: 'False', reason: 'FailedDiscoveryCheck', message: errorMessage(error) };
    }
  }

  async function run(): Promise<void> {
    const changed = (): void => {
      isDue = true;
      wake();
    };
    const backend = await follow(reference, changed, signal);
    let retry = FIRST_RETRY;
    while (!signal.aborted) {
      isDue = false;
      const former = JSON.stringify([availability, published]);
      const wasAvailable = availability?.status === 'True';
      availability = await checkNow(backend());
      if (!wasAvailable && availability.status === 'True') document.wake();
      if (JSON.stringify([availability, published]) !== former) {
        current = versionNow();
        onChange();
      }
      retry = availability.status === 'True' ? FIRST_RETRY : Math.min(INTERVAL, retry * 2);
      await pause(availability.reason === 'FailedDiscoveryCheck' ? retry : INTERVAL);
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    if (isDue || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  run().catch((error: unknown) => {
    if (!signal.aborted) onError(error);
  });
  return {
    spec,
    availability: () => availability,
    version: () => current,
    document: document.current,
    close() {
      end.abort();
      wake();
      connection?.close();
    },
  };
}
