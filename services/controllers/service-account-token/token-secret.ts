import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { generateName } from '@pilothouse/apimachinery/names/generate-name.js';

/** A service account, as tokens name it. */
export interface AccountRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Makes the token of an account that the secret of this name, in the account's namespace, is to keep. */
export type SignLegacyToken = (account: AccountRef, secret: string) => Promise<string>;

/** What secrets that keep tokens are made of. */
export interface TokenSecretOptions {
  readonly domain: Domain;
  /** Certificates (PEM) that vouch for the API server now. */
  readonly rootCa: () => string;
  readonly signLegacyToken: SignLegacyToken;
}

/** The type of secrets that keep tokens. */
export function tokenType(domain: Domain): string {
  return domain.key('service-account-token');
}

/** The account that a secret names whose token it keeps; `uid` is missing in one that is new. */
export interface NamedAccount {
  readonly name: string;
  readonly uid: string | undefined;
}

/** Whose token a secret keeps; undefined where it is a secret of another type. */
export function namedAccount({ type, metadata }: Secret, domain: Domain): NamedAccount | undefined {
  if (type !== tokenType(domain)) return undefined;
  const { annotations = {} } = metadata;
  const uid = annotations[domain.key('service-account.uid')] ?? '';
  return { name: annotations[domain.key('service-account.name')] ?? '', uid: uid === '' ? undefined : uid };
}

/** A new secret for a token of the account, complete. `random(n)` gives an integer from 0 to n - 1. */
export async function newTokenSecret(
  account: AccountRef,
  options: TokenSecretOptions,
  random: (n: number) => number,
): Promise<Secret> {
  const { domain } = options;
  const empty: Secret = {
    metadata: {
      name: generateName(prefixOf(account.name), random),
      namespace: account.namespace,
      annotations: { [domain.key('service-account.name')]: account.name },
    },
    type: tokenType(domain),
  };
  return (await completed(empty, account, options)) ?? empty;
}

const SUFFIX_LENGTH = 5;

/** Whether a secret of the account may have been made by {@link newTokenSecret}. */
export function isGenerated(secret: string, account: string): boolean {
  const first = generateName(prefixOf(account), () => 0);
  return secret.length === first.length && secret.startsWith(first.slice(0, -SUFFIX_LENGTH));
}

function prefixOf(account: string): string {
  return `${account}-token-`;
}

/**
 * The secret as it should be; undefined where it is so already, or can no longer be changed. A token stays as long as it
 * reads as one of this secret and this account.
 */
export async function completed(
  secret: Secret,
  account: AccountRef,
  { domain, rootCa, signLegacyToken }: TokenSecretOptions,
): Promise<Secret | undefined> {
  const { data = {}, immutable, metadata } = secret;
  const { name = '', annotations = {} } = metadata;
  const wanted: Record<string, string> = { 'ca.crt': base64(rootCa()), namespace: base64(account.namespace) };
  const uid = domain.key('service-account.uid');
  const hasToken = isTokenOf(data['token'] ?? '', { account, name, domain });
  const isComplete =
    hasToken && annotations[uid] === account.uid && Object.keys(wanted).every((key) => data[key] === wanted[key]);
  if (isComplete || immutable === true) return undefined;
  if (!hasToken) wanted['token'] = base64(await signLegacyToken(account, name));
  return {
    ...secret,
    metadata: { ...metadata, annotations: { ...annotations, [uid]: account.uid } },
    data: { ...data, ...wanted },
  };
}

interface TokenPlace {
  readonly account: AccountRef;
  /** The secret's. */
  readonly name: string;
  readonly domain: Domain;
}

/** Whether a token in base64 says that it is for this place. Its signature is for the API server to judge. */
function isTokenOf(encoded: string, { account, name, domain }: TokenPlace): boolean {
  const parts = Buffer.from(encoded, 'base64').toString().split('.');
  const claims = parts.length === 3 ? claimsIn(parts[1] ?? '') : undefined;
  return (
    claims?.[domain.key('serviceaccount/secret.name')] === name &&
    claims[domain.key('serviceaccount/service-account.uid')] === account.uid
  );
}

function claimsIn(part: string): JsonObject | undefined {
  try {
    const { value } = parseJson(Buffer.from(part, 'base64url'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
