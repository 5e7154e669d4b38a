import { dns1035Label, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { parseUrl } from '@pilothouse/apimachinery/names/url.js';
import { fieldPath, invalid, keyPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from './findings.js';

/** Where a webhook is called: exactly one of `url` and `service`. */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: ClientService;
}

export interface ClientService {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  readonly port?: number;
}

/** Validates the address of a webhook. */
export function checkClientConfig({ url, service }: ClientConfig, path: string, findings: Findings): void {
  if ((url === undefined) === (service === undefined)) {
    findings.add(required(path, 'exactly one of url or service is required'));
  } else if (url !== undefined) checkUrl(url, fieldPath(path, 'url'), findings);
  else if (service !== undefined) checkService(service, fieldPath(path, 'service'), findings);
}

const FORM = '; desired format: https://host[/path]';

function checkUrl(text: string, path: string, findings: Findings): void {
  const url = parseUrl(text);
  if (typeof url === 'string') {
    findings.add(required(path, `url must be a valid URL: ${url}${FORM}`));
    return;
  }
  const { scheme, host, user, fragment, query } = url;
  if (scheme !== 'https') findings.add(invalid(path, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (host === '') findings.add(invalid(path, host, `host must be specified${FORM}`));
  if (user !== undefined) findings.add(invalid(path, user, 'user information is not permitted in the URL'));
  if (fragment !== '') findings.add(invalid(path, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') findings.add(invalid(path, query, 'query parameters are not permitted in the URL'));
}

const MAX_PORT = 65_535;

function checkService({ name, namespace, path, port = 0 }: ClientService, at: string, findings: Findings): void {
  // Kubernetes reports each of the two at the other's path.
  if (namespace === '') findings.add(required(fieldPath(at, 'name')));
  if (name === '') findings.add(required(fieldPath(at, 'namespace')));
  if (port < 1 || port > MAX_PORT) {
    const text = `port is not valid: must be between 1 and ${MAX_PORT}, inclusive`;
    findings.add(invalid(fieldPath(at, 'port'), port, text));
  }
  if (path !== undefined) checkServicePath(path, fieldPath(at, 'path'), findings);
}

function checkServicePath(path: string, at: string, findings: Findings): void {
  if (path === '/' || path === '') return;
  if (path === '//') {
    findings.add(invalid(at, path, 'segment[0] may not be empty'));
    return;
  }
  if (!path.startsWith('/')) findings.add(invalid(at, path, "must start with a '/'"));
  for (const [index, segment] of path.slice(1).replace(/\/$/, '').split('/').entries()) {
    if (segment === '') findings.add(invalid(at, path, `segment[${index}] may not be empty`));
    else for (const problem of dnsSubdomain(segment)) findings.add(invalid(at, path, `segment[${index}]: ${problem}`));
    if (findings.isFull()) break;
  }
}

/** The versions of reviews that Kubernetes has supported. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Whether one of the versions is known. */
export function hasKnownReviewVersion(versions: readonly string[]): boolean {
  return versions.some((version) => REVIEW_VERSIONS.includes(version));
}

export interface ReviewVersionOptions {
  /** At least one version must be known. */
  readonly requireRecognizedReviewVersion: boolean;
  /** The detail of the error for an empty list. */
  readonly detail?: string;
}

/** Validates the versions of reviews that a webhook supports. */
export function checkReviewVersions(
  versions: readonly string[],
  path: string,
  { requireRecognizedReviewVersion, detail }: ReviewVersionOptions,
  findings: Findings,
): void {
  if (versions.length === 0) {
    findings.add(required(path, detail));
    return;
  }
  const seen = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const at = keyPath(path, index);
    if (seen.has(version)) findings.add(invalid(at, version, 'duplicate version'));
    else for (const problem of dns1035Label(version)) findings.add(invalid(at, version, problem));
    seen.add(version);
    if (findings.isFull()) break;
  }
  if (requireRecognizedReviewVersion && !hasKnownReviewVersion(versions)) {
    findings.add(invalid(path, [...versions], `must include at least one of ${REVIEW_VERSIONS.join(', ')}`));
  }
}
