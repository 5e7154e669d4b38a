import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { invalid, keyPath, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

type Check = (secret: Secret, domain: Domain) => FieldError[];

/** Checks of the built-in Secret types, by the type's name after the label domain. Other types have none. */
const CHECKS: Readonly<Record<string, Check>> = {
  'service-account-token': needsAccount,
  dockercfg: (secret) => needsJson(secret, '.dockercfg'),
  dockerconfigjson: (secret) => needsJson(secret, '.dockerconfigjson'),
  'basic-auth': (secret) => needsOneOf(secret, ['username', 'password']),
  'ssh-auth': needsPrivateKey,
  tls: (secret) => needsKeys(secret, ['tls.crt', 'tls.key']),
};

/** Validates the data of a Secret by its type. */
export function validateSecretType(secret: Secret, domain: Domain): FieldError[] {
  const { type = '' } = secret;
  const prefix = domain.key('');
  const name = type.startsWith(prefix) ? type.slice(prefix.length) : '';
  return Object.hasOwn(CHECKS, name) ? (CHECKS[name]?.(secret, domain) ?? []) : [];
}

function needsAccount(secret: Secret, domain: Domain): FieldError[] {
  const annotation = domain.key('service-account.name');
  const account = secret.metadata.annotations?.[annotation] ?? '';
  return account === '' ? [required(keyPath('metadata.annotations', annotation))] : [];
}

function needsKeys(secret: Secret, keys: readonly string[]): FieldError[] {
  const { data = {} } = secret;
  return keys.filter((key) => !Object.hasOwn(data, key)).map((key) => required(keyPath('data', key)));
}

/** Requires a non-empty private key. */
function needsPrivateKey({ data = {} }: Secret): FieldError[] {
  const key = 'ssh-privatekey';
  return (data[key] ?? '') === '' ? [required(keyPath('data', key))] : [];
}

function needsOneOf(secret: Secret, keys: readonly string[]): FieldError[] {
  const missing = needsKeys(secret, keys);
  return missing.length === keys.length ? missing : [];
}

function needsJson(secret: Secret, key: string): FieldError[] {
  const missing = needsKeys(secret, [key]);
  if (missing.length > 0) return missing;
  try {
    const text = Buffer.from(secret.data?.[key] ?? '', 'base64');
    if (isObject(parseJson(text).value)) return [];
    return [invalid(keyPath('data', key), '<secret contents redacted>', 'must be a JSON object')];
  } catch (error) {
    const why = errorMessage(error);
    return [invalid(keyPath('data', key), '<secret contents redacted>', why)];
  }
}
