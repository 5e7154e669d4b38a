import type { Handler } from '../request/context.js';
import { textResponse } from '../request/response.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import {
  CONFIGURATION_PATH,
  isDiscoverable,
  jsonWebKeySet,
  KEY_SET_PATH,
  openIdConfiguration,
} from '../serviceaccount/openid.js';
import { readOnly } from './discovery/read-only.js';

/** Good for an hour, as in Kubernetes. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * By path, what others check tokens with; nothing where the issuer's name is no https URL. `address` is where this server is
 * reached, which is known once it listens.
 */
export function openIdRoutes(
  { issuers: [issuer], keys }: TokenConfig,
  address: () => string,
): ReadonlyMap<string, Handler> {
  if (!isDiscoverable(issuer)) return new Map();
  const configuration = (): object => openIdConfiguration({ issuer, keys: keys().verification, address: address() });
  return new Map([
    [CONFIGURATION_PATH, document('application/json', configuration)],
    [KEY_SET_PATH, document('application/jwk-set+json', () => jsonWebKeySet(keys().verification))],
  ]);
}

function document(contentType: string, value: () => object): Handler {
  return readOnly(async () => {
    const response = textResponse(200, contentType, JSON.stringify(value()));
    return { ...response, headers: { ...response.headers, 'cache-control': CACHE_CONTROL } };
  });
}
