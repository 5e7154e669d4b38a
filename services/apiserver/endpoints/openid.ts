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
import { preferredType } from './negotiation/preferred-type.js';

const JSON_TYPE = 'application/json';
/** An hour, as in Kubernetes. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * The documents for token verifiers, by path; none if the issuer is not an https URL. `address` is the server's
 * address, known once it listens.
 */
export function openIdRoutes(
  { issuers: [issuer], keys }: TokenConfig,
  address: () => string,
): ReadonlyMap<string, Handler> {
  if (!isDiscoverable(issuer)) return new Map();
  const configuration = (): object => openIdConfiguration({ issuer, keys: keys().verification, address: address() });
  return new Map([
    [CONFIGURATION_PATH, document([JSON_TYPE], configuration)],
    // OpenID Connect clients also request plain JSON.
    [KEY_SET_PATH, document(['application/jwk-set+json', JSON_TYPE], () => jsonWebKeySet(keys().verification))],
  ]);
}

function document(types: readonly string[], value: () => object): Handler {
  return readOnly(async (context) => {
    const response = textResponse(200, preferredType(context, types), JSON.stringify(value()));
    return { ...response, headers: { ...response.headers, 'cache-control': CACHE_CONTROL, vary: 'Accept' } };
  });
}
