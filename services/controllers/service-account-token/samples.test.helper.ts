import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Secret, ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { TokenSecretOptions } from './token-secret.js';

export const ACCOUNT = { namespace: 'n', name: 'robot', uid: 'u1' } as const;

export const OPTIONS: TokenSecretOptions = {
  domain: createDomain(),
  rootCa: () => 'the root',
  signLegacyToken: async ({ uid }, secret) => tokenFor(secret, uid),
};

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A token-shaped text of an account with this uid. */
export function tokenFor(secret: string, uid = 'u1'): string {
  const claims = {
    'kubernetes.io/serviceaccount/secret.name': secret,
    'kubernetes.io/serviceaccount/service-account.uid': uid,
  };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
}

/** A complete Secret `s` for {@link ACCOUNT}, except for the given fields. */
export function tokenSecret({
  name = 's',
  account = 'robot',
  uid = 'u1',
  data = {},
}: {
  readonly name?: string;
  readonly account?: string;
  readonly uid?: string;
  readonly data?: Readonly<Record<string, string>>;
} = {}): Secret {
  return {
    metadata: {
      name,
      namespace: 'n',
      annotations: {
        'kubernetes.io/service-account.name': account,
        ...(uid !== '' && { 'kubernetes.io/service-account.uid': uid }),
      },
    },
    type: 'kubernetes.io/service-account-token',
    data: { 'ca.crt': base64('the root'), namespace: base64('n'), token: base64(tokenFor(name)), ...data },
  };
}

export function accountWith(...secrets: readonly string[]): ServiceAccount {
  return { metadata: { ...ACCOUNT }, secrets: secrets.map((name) => ({ name })) };
}
