import assert from 'node:assert/strict';
import type { ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { admitted, podAttributes, podWith, testHost, type TestOutcome } from '../../host.test.helper.js';
import { serviceAccount } from './plugin.js';

const ACCOUNTS: Readonly<Record<string, Omit<ServiceAccount, 'metadata'>>> = {
  default: {},
  puller: { imagePullSecrets: [{ name: 'registry' }], automountServiceAccountToken: false },
  silent: { automountServiceAccountToken: false },
  limited: { secrets: [{ name: 'mine' }], imagePullSecrets: [{ name: 'registry' }] },
};

const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
const serviceaccounts = Object.entries(ACCOUNTS).map(([name, account]) => ({
  metadata: { name, namespace: 'x', ...(name === 'limited' && { annotations }) },
  ...account,
}));
const plugin = await serviceAccount.create(testHost({ stored: { serviceaccounts } }));

const MOUNT = {
  name: 'kube-api-access-bbbbb',
  readOnly: true,
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
};
const OTHER_MOUNT = { name: 'own', mountPath: MOUNT.mountPath };

const container = (name: string, more: object = {}) => ({ name, image: 'i', resources: {}, ...more });
const answer = (spec: object): Promise<TestOutcome> => admitted(plugin, podAttributes(spec));

describe('the plugin ServiceAccount', () => {
  it('sets the account default and mounts its token', async () => {
    assert.deepEqual((await answer({})).spec, {
      serviceAccountName: 'default',
      serviceAccount: 'default',
      containers: [container('c', { volumeMounts: [MOUNT] })],
      volumes: [
        {
          name: 'kube-api-access-bbbbb',
          projected: {
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
              { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
              {
                downwardAPI: {
                  items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
                },
              },
            ],
            defaultMode: 420,
          },
        },
      ],
    });
  });

  it('mounts the token beside other volumes, in init and regular containers without a mount at its path', async () => {
    const { spec } = await answer({
      volumes: [{ name: 'own' }],
      initContainers: [container('first'), container('second', { volumeMounts: [OTHER_MOUNT] })],
      containers: [container('c', { volumeMounts: [{ name: 'own', mountPath: '/x' }] })],
    });
    const [own, added] = spec['volumes'] as readonly { readonly name: string }[];
    assert.deepEqual([own?.name, added?.name], ['own', MOUNT.name]);
    assert.deepEqual(spec['initContainers'], [
      container('first', { volumeMounts: [MOUNT] }),
      container('second', { volumeMounts: [OTHER_MOUNT] }),
    ]);
    assert.deepEqual(spec['containers'], [container('c', { volumeMounts: [{ name: 'own', mountPath: '/x' }, MOUNT] })]);
  });

  it('does not change a complete pod', async () => {
    const once = await plugin?.admit?.(podAttributes());
    assert.deepEqual((await admitted(plugin, podAttributes({}, { object: once ?? podWith() }))).spec, {});
  });

  it('reuses an existing token volume', async () => {
    const { spec } = await answer({ volumes: [{ name: 'kube-api-access-mine' }] });
    assert.equal(spec['volumes'], undefined);
    const [first] = spec['containers'] as readonly { readonly volumeMounts: readonly (typeof MOUNT)[] }[];
    assert.equal(first?.volumeMounts[0]?.name, 'kube-api-access-mine');
  });

  describe('mounts the token unless disabled:', () => {
    const table: readonly (readonly [string, object, boolean])[] = [
      ['neither sets automount', {}, true],
      ['the account disables it', { serviceAccountName: 'silent' }, false],
      ['the pod overrides the account', { serviceAccountName: 'silent', automountServiceAccountToken: true }, true],
      ['the pod disables it', { automountServiceAccountToken: false }, false],
      [
        'every container has another mount at the path',
        { containers: [container('c', { volumeMounts: [OTHER_MOUNT] })] },
        false,
      ],
    ];
    for (const [what, spec, expected] of table) {
      it(what, async () => assert.equal((await answer(spec)).spec['volumes'] !== undefined, expected));
    }
  });

  it('adds the image pull secrets of the account to a pod without any', async () => {
    const pulls = async (spec: object) =>
      (await answer({ serviceAccountName: 'puller', ...spec })).spec['imagePullSecrets'];
    assert.deepEqual(await pulls({}), [{ name: 'registry' }]);
    assert.equal(await pulls({ imagePullSecrets: [{ name: 'own' }] }), undefined);
  });

  const secretEnv = { env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] };
  const secretEnvFrom = { envFrom: [{ secretRef: { name: 'other' } }] };
  const limited = { serviceAccountName: 'limited' };
  const why = 'is not allowed because service account limited does not reference that';

  describe('checks', () => {
    const table: readonly (readonly [string, object, string | undefined])[] = [
      [
        'that the account exists',
        { serviceAccountName: 'missing' },
        'error looking up service account x/missing: serviceaccount "missing" not found',
      ],
      [
        'volumes with an unlisted secret',
        { ...limited, volumes: [{ name: 'v', secret: { secretName: 'other' } }] },
        `volume with secret.secretName="other" ${why} secret`,
      ],
      [
        'volumes with a listed secret',
        { ...limited, volumes: [{ name: 'v', secret: { secretName: 'mine' } }] },
        undefined,
      ],
      [
        'variables from an unlisted secret',
        { ...limited, containers: [container('c', secretEnv)] },
        `container c with envVar E referencing secret.secretName="other" ${why} secret`,
      ],
      [
        'envFrom with an unlisted secret',
        { ...limited, initContainers: [container('i', secretEnvFrom)] },
        `init container i with envFrom referencing secret.secretName="other" ${why} secret`,
      ],
      [
        'projected volumes with an unlisted secret',
        { ...limited, volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 'other' } }] } }] },
        `volume with projected.sources[0].secret.name="other" ${why} secret`,
      ],
      [
        'unlisted image pull secrets',
        { ...limited, imagePullSecrets: [{ name: 'registry' }, { name: 'own' }] },
        `imagePullSecrets[1].name="own" ${why} imagePullSecret`,
      ],
      ['no secrets of an account without the annotation', { containers: [container('c', secretEnv)] }, undefined],
    ];
    for (const [what, spec, expected] of table) {
      it(what, async () => {
        const { refusal } = await answer(spec);
        assert.equal(refusal, expected && `pods "o" is forbidden: ${expected}`);
      });
    }

    it('ephemeral containers with an unlisted secret', async () => {
      const ephemeralContainers = [container('debug', secretEnv)];
      const review: Partial<AdmissionAttributes> = { operation: 'UPDATE', subresource: 'ephemeralcontainers' };
      const { refusal } = await admitted(plugin, podAttributes({ ...limited, ephemeralContainers }, review));
      const expected = `ephemeral container debug with envVar E referencing secret.secretName="other" ${why} secret`;
      assert.equal(refusal, `pods "o" is forbidden: ${expected}`);
    });

    it('pods by the prefix of a name that is not generated yet', async () => {
      const object = podWith({ serviceAccountName: 'missing' }, { name: undefined, generateName: 'web-' });
      const { refusal = '' } = await admitted(plugin, podAttributes({}, { object, name: '' }));
      assert.match(refusal, /^pods "web-" is forbidden/);
    });
  });

  describe('with a mirror pod', () => {
    const mirror = (spec: object): Promise<TestOutcome> => {
      const object = podWith(spec, { annotations: { 'kubernetes.io/config.mirror': 'x' } });
      return admitted(plugin, podAttributes({}, { object }));
    };
    const token = { projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } };
    const table: readonly (readonly [string, object, string])[] = [
      ['an account', { serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
      [
        'volumes of secrets',
        { volumes: [{ name: 'v', secret: { secretName: 's' } }] },
        'a mirror pod may not reference secrets',
      ],
      ['variables from secrets', { containers: [container('c', secretEnv)] }, 'a mirror pod may not reference secrets'],
      [
        'token volumes',
        { volumes: [{ name: 'v', ...token }] },
        'a mirror pod may not use ServiceAccountToken volume projections',
      ],
    ];
    for (const [what, spec, expected] of table) {
      it(`denies ${what}`, async () =>
        assert.equal((await mirror(spec)).refusal, `pods "o" is forbidden: ${expected}`));
    }
    it('admits empty references to secrets and changes nothing', async () => {
      const { spec, refusal } = await mirror({
        imagePullSecrets: [{}],
        volumes: [{ name: 'v', rbd: { secretRef: {} } }],
      });
      assert.deepEqual([spec, refusal], [{}, undefined]);
    });
  });

  it('ignores updates of pods', async () => {
    const { spec, refusal } = await admitted(
      plugin,
      podAttributes({ serviceAccountName: 'missing' }, { operation: 'UPDATE' }),
    );
    assert.deepEqual([spec, refusal], [{}, undefined]);
  });
});
