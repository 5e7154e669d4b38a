import assert from 'node:assert/strict';
import { createDecipheriv, createHash } from 'node:crypto';
import { chainOf } from './chain.js';
import { aesCbc, aesGcm } from './ciphers.js';
import { kmsProvider } from './kms/provider.js';
import { SOURCE_TYPES } from './kms/encrypted-object.js';
import { seedCipher } from './kms/seed.js';
import { keyedProvider } from './providers.js';
import { createRandom } from './random.js';
import { loadSecretbox } from './secretbox.js';
import type { Provider } from './transformer.js';

const fillRandom = createRandom();
const secretbox = await loadSecretbox();
const secret = Buffer.from('0123456789abcdef0123456789abcdef');
const seed = seedCipher(secret, fillRandom);
const encrypted = { keyId: 'key-1', source: Buffer.of(1), annotations: {}, type: SOURCE_TYPES.seed };

/** What the plugin of {@link ../kms/plugin.test.helper.ts} does. */
async function decrypt({ source, keyId }: { readonly source: Uint8Array; readonly keyId: string }): Promise<Buffer> {
  const end = source.length - 16;
  const key = createHash('sha256').update(keyId).digest();
  const decipher = createDecipheriv('aes-256-gcm', key, source.subarray(0, 12)).setAuthTag(source.subarray(end));
  return Buffer.concat([decipher.update(source.subarray(12, end)), decipher.final()]);
}

const kms = kmsProvider({
  name: 'plug',
  service: { decrypt },
  plugin: {
    state: () => ({ cipher: seed, encrypted, expires: Number.MAX_SAFE_INTEGER }),
    problem: () => undefined,
  },
  fillRandom,
  now: () => 0,
  onKeyUsed: () => undefined,
  onMiss: () => undefined,
  onSize: () => undefined,
});

interface Recorded {
  readonly provider: Provider;
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  /** Base64 of a value in etcd. */
  readonly stored: string;
}

/** Values that kube-apiserver 1.36 stored as JSON. */
const RECORDED: Readonly<Record<string, Recorded>> = {
  aesgcm: {
    provider: keyedProvider('k8s:enc:aesgcm:v1:', 'AES', [{ name: 'key1', cipher: aesGcm(secret, fillRandom) }]),
    key: '/registry/secrets/default/one',
    kind: 'Secret',
    name: 'one',
    stored:
      'azhzOmVuYzphZXNnY206djE6a2V5MTrSLsh3M1NRVoeIK4/7HUS5hC7C+57IB5toKuSYDjHgBzcARtc9SVhFzQ4i3ShDiSxHIpikxNWff3DWTEgGl5R9y4KhwgOqAOqR0dfkausdJe74Nqwom0neoIq20yTWtXJhIgyAhZxwjeVleStFUsb9b8OYWa/1xo1vmVwXHL9Xy/b6I9j89llP7aQaMA0WwOGEAtwtJK/ueQ4lGzLAhb2eMuJtHalzYOccpfBlpa/nkIZsB4ceaf3t93s3fNVsPbYOYn85UyN9KtkH9zn8kl+yoDGR2WKnnKsnmCEKqC9B5//mdd0NvYxQ3PEOx52Mzcekg704eXqgu67QxdtenGHF6ordud9kTcaD1+zxnNuroDLFl7DcU2mqRDYmuU6fPXaCdcSlm5kJ08c+JD8OD1cbHcuPinF1szIyYLmmuC0qlAOQPtM5N6ui0rlKAZk0pFQnQ1DhQpn3EvtSR/2nQ3FgqG8wryaB+2w9cYBLE3Gopf4FEoyVFLds0QcRbOGZbGsMgSbFZZK0vYnV7ZuLjxB8N8+p38cyn3daGP61CltRvkZIWFG87SmJwg4p2g==',
  },
  secretbox: {
    provider: keyedProvider('k8s:enc:secretbox:v1:', 'Secretbox', [
      { name: 'key1', cipher: secretbox(secret, fillRandom) },
    ]),
    key: '/registry/configmaps/default/cmone',
    kind: 'ConfigMap',
    name: 'cmone',
    stored:
      'azhzOmVuYzpzZWNyZXRib3g6djE6a2V5MTqkBD6zT4IbAN0CkMFjZB/PsKDGxJLgH+Aqq99OBewVv0U0i+kumIK6hud4NLkL5r0LF4QWhP31OfhKiVZinKLnwTV9DLWhg+CY1IqntY0w73Fl80LORrTxhqAI0igUER1D3ClwNylxU8MQktxI9D8QL+AaevPhB7Q8xP1zfE2VUlf9qNWvaLyW+eAdHq9GzfjAJSudNNkGmC1vM4/2fBOAmZuF1QqDEEIJt65ifWtyVGr6fsoXxQWjBN1AUYU/W29vsvUaV4XtUvJKKpie3tcEKVDxV3p2SKac2HXJ4A3XO1Pl2wsny6PvOJfFNobTpcEXZzb6EcyPAUaxEne8wYylf/RP6soFqILuPmp9OTmXc3oKMC7dcWdDq9x1CLCySuE39SnE7YqZ/tQza1T7puRh5QiIzoqgf2LdaiZNpEmMtsGV1dMpT+ULFFpnpjhB5Q9fe0fEHcgB6cK5W9MOjqh5p6ruqfztkgkO8doAi8V0jmeBXQ5R0tVkBATZUI5Mh8aWOW5O2YJt/pcrRa3ej6+C/T8FczMrGdwLPAUfB8M=',
  },
  aescbc: {
    provider: keyedProvider('k8s:enc:aescbc:v1:', 'AES', [{ name: 'key1', cipher: aesCbc(secret, fillRandom) }]),
    key: '/registry/serviceaccounts/default/sa1',
    kind: 'ServiceAccount',
    name: 'sa1',
    stored:
      'azhzOmVuYzphZXNjYmM6djE6a2V5MTpxOviP7kINTfWRJz/AFGwx11kJxRWKsdzw/dPGd5nW5MrM7pnPKEfQ8iroUow3PYct0RcSxMKa/7a1F6hPKDTgM5mWWTkLb1Yq9rJfGiLkyIpzx2PtFOHwgMeIcsCBu3E19V7JLMum9bc5gL7UZOo+m3hJ9hhzQ4nuZi99lDKJRIEAXdiYQhNxMBdQBch5Q7S+98y6gK+4G6xAi4vmGWPvCp23XWD8obRi/ybaODfyFxaPftdvQ4tVy3ROcq1UaDBVA/npjMx54BP+Vjs/LEZD',
  },
  'a KMS plugin': {
    provider: kms,
    key: '/registry/resourcequotas/default/q1',
    kind: 'ResourceQuota',
    name: 'q1',
    stored:
      'azhzOmVuYzprbXM6djI6cGx1ZzoK2QPexRz/ETlJNlHEzBIJPS+plLF0dDAtSCcbljyL15dJtD/1iJnH4+IodWktih+feRPtHQ9D+5s0p+R8aW1f1YkDOt7B0xFbrPI8XJl0adXBh3HogoiWGYlW5TO47lnSZCyK9a81Vvi61lTN2Ol3qJkgblpGIl9/f1g0TMGVvxKkYKQ91d8mwWrN88nfBfU8G/j0yM5kVsdiarjgxuczMj1yMaNO+gU6/UT4K9juVy0Wq54NYjcp1SVI+n0CTWXCJWdNmQWcAvy99Gw39qkQkJPtxZAFZ32TyunM40jlaXHWucqgNrZCKCtrF03cRF+tfSk0kKV9crDRMvOsx6HW+9OzAPEoAm8AoJx1HFdXGJHXhRaloz6HAFx3L+43KJEHUrIn0FQTGsS9uW9ro4phShrOTyQjvhiklw9kaVG1BWNulPz+UCqPmYHctaRCZf2oxnYfhpkUlXW8n5hksuUIO0rY5MKbSPKlvV/XFtgkoPGO50B71wGU9YbKbRWsSoKLdAaKDdV2CSQEh7zTPDT4X6RdxTtwVL8ZLGzCKO5+tHL1yJSZbaQPGweZlTgXL4F2bbG4B594nJMnADSv8UNQIrc3cNB0rJrh7bWNRiQlIT3ruR04htoyAK4E7hIFa2V5LTEaPCHKkdKb/f9po0DhTbDlsYG71TNkf2b+hqAN0jyTL088Ouj3B+04m4t0Uxx2rLf3V+0+DMZfsktTn6Qm6igB',
  },
};

describe('a value that kube-apiserver encrypted', () => {
  for (const [what, { provider, key, kind, name, stored }] of Object.entries(RECORDED)) {
    const chain = chainOf(
      [provider],
      () => undefined,
      () => 0,
    );

    it(`with ${what} is read, and is current`, async () => {
      const { value, isStale } = await chain.read(Buffer.from(stored, 'base64'), Buffer.from(key));
      const object = JSON.parse(Buffer.from(value).toString()) as { kind: string; metadata: { name: string } };
      assert.deepEqual([object.kind, object.metadata.name, isStale], [kind, name, false]);
      assert.equal(chain.isCurrent(Buffer.from(stored, 'base64')), true);
    });

    it(`with ${what} has the size of a value that is written`, async () => {
      const bytes = Buffer.from(stored, 'base64');
      const { value } = await chain.read(bytes, Buffer.from(key));
      const { length } = chain.write(value, Buffer.from(key));
      // The source of the recorded value has another size.
      const difference = what === 'a KMS plugin' ? 60 - encrypted.source.length : 0;
      assert.equal(length, bytes.length - difference);
    });
  }
});
