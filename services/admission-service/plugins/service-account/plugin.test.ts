import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Review } from '@pilothouse/runtime/admission-api/service.js';
import { ask, podReview, podWith, type Answer } from '../../review.test.helper.js';
import { serviceAccount } from './plugin.js';

const ACCOUNTS: Readonly<Record<string, Omit<ServiceAccount, 'metadata'>>> = {
  default: {},
  puller: { imagePullSecrets: [{ name: 'registry' }], automountServiceAccountToken: false },
  silent: { automountServiceAccountToken: false },
  limited: { secrets: [{ name: 'mine' }], imagePullSecrets: [{ name: 'registry' }] },
};

const plugin = serviceAccount({
  domain: createDomain(),
  async account(namespace, name) {
    const account = ACCOUNTS[name];
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' };
    if (account === undefined) return undefined;
    return { metadata: { name, namespace, ...(name === 'limited' && { annotations }) }, ...account };
  },
  random: () => 0,
});

const MOUNT = {
  name: 'kube-api-access-bbbbb',
  readOnly: true,
  mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
};
const OTHER_MOUNT = { name: 'own', mountPath: MOUNT.mountPath };

const container = (name: string, more: object = {}) => ({ name, image: 'i', resources: {}, ...more });
const answer = (spec: object): Promise<Answer> => ask(plugin, podReview(spec));

describe('the plugin ServiceAccount', () => {
  it('gives a pod the account default, and its token', async () => {
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

  it('mounts the token beside other volumes, in containers of both kinds that have nothing there', async () => {
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

  it('changes nothing of a pod that has all that', async () => {
    const once = await plugin.mutate?.(podReview(), { signal: new AbortController().signal, warn() {}, annotate() {} });
    assert.deepEqual((await ask(plugin, podReview({}, { object: once ?? podWith() }))).spec, {});
  });

  it('takes the volume for the token that a pod has already', async () => {
    const { spec } = await answer({ volumes: [{ name: 'kube-api-access-mine' }] });
    assert.equal(spec['volumes'], undefined);
    const [first] = spec['containers'] as readonly { readonly volumeMounts: readonly (typeof MOUNT)[] }[];
    assert.equal(first?.volumeMounts[0]?.name, 'kube-api-access-mine');
  });

  describe('who gets a token', () => {
    const table: readonly (readonly [string, object, boolean])[] = [
      ['an account that says nothing', {}, true],
      ['an account that wants none', { serviceAccountName: 'silent' }, false],
      ['a pod that wants one all the same', { serviceAccountName: 'silent', automountServiceAccountToken: true }, true],
      ['a pod that wants none', { automountServiceAccountToken: false }, false],
      [
        'a pod whose containers have something else there',
        { containers: [container('c', { volumeMounts: [OTHER_MOUNT] })] },
        false,
      ],
    ];
    for (const [who, spec, expected] of table) {
      it(who, async () => assert.equal((await answer(spec)).spec['volumes'] !== undefined, expected));
    }
  });

  it("gives a pod without image pull secrets those of its account, and leaves a pod's own", async () => {
    const pulls = async (spec: object) =>
      (await answer({ serviceAccountName: 'puller', ...spec })).spec['imagePullSecrets'];
    assert.deepEqual(await pulls({}), [{ name: 'registry' }]);
    assert.equal(await pulls({ imagePullSecrets: [{ name: 'own' }] }), undefined);
  });

  const secretEnv = { env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] };
  const secretEnvFrom = { envFrom: [{ secretRef: { name: 'other' } }] };
  const limited = { serviceAccountName: 'limited' };
  const why = 'is not allowed because service account limited does not reference that';

  describe('refuses', () => {
    const table: readonly (readonly [string, object, string | undefined])[] = [
      [
        'an account that is not there',
        { serviceAccountName: 'nobody' },
        'error looking up service account x/nobody: serviceaccount "nobody" not found',
      ],
      [
        'a volume of a secret that the account does not list',
        { ...limited, volumes: [{ name: 'v', secret: { secretName: 'other' } }] },
        `volume with secret.secretName="other" ${why} secret`,
      ],
      [
        'not a volume of one that it lists',
        { ...limited, volumes: [{ name: 'v', secret: { secretName: 'mine' } }] },
        undefined,
      ],
      [
        'a variable of such a secret',
        { ...limited, containers: [container('c', secretEnv)] },
        `container c with envVar E referencing secret.secretName="other" ${why} secret`,
      ],
      [
        'all variables of such a secret',
        { ...limited, initContainers: [container('i', secretEnvFrom)] },
        `init container i with envFrom referencing secret.secretName="other" ${why} secret`,
      ],
      [
        'a volume that projects such a secret',
        { ...limited, volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 'other' } }] } }] },
        `volume with projected.sources[0].secret.name="other" ${why} secret`,
      ],
      [
        'image pull secrets of others',
        { ...limited, imagePullSecrets: [{ name: 'registry' }, { name: 'own' }] },
        `imagePullSecrets[1].name="own" ${why} imagePullSecret`,
      ],
      ['no secret of an account without limits', { containers: [container('c', secretEnv)] }, undefined],
    ];
    for (const [what, spec, expected] of table) {
      it(what, async () => {
        const { refusal } = await answer(spec);
        assert.equal(refusal, expected && `pods "o" is forbidden: ${expected}`);
      });
    }

    it('a debugging container with a variable of such a secret', async () => {
      const ephemeralContainers = [container('debug', secretEnv)];
      const review: Partial<Review> = { operation: 'UPDATE', subresource: 'ephemeralcontainers' };
      const { refusal } = await ask(plugin, podReview({ ...limited, ephemeralContainers }, review));
      const expected = `ephemeral container debug with envVar E referencing secret.secretName="other" ${why} secret`;
      assert.equal(refusal, `pods "o" is forbidden: ${expected}`);
    });

    it('names what is to be generated by what it begins with', async () => {
      const object = podWith({ serviceAccountName: 'nobody' }, { name: undefined, generateName: 'web-' });
      const { refusal = '' } = await ask(plugin, podReview({}, { object, name: '' }));
      assert.match(refusal, /^pods "web-" is forbidden/);
    });
  });

  describe('of mirror pods', () => {
    const mirror = (spec: object): Promise<Answer> => {
      const object = podWith(spec, { annotations: { 'kubernetes.io/config.mirror': 'x' } });
      return ask(plugin, podReview({}, { object }));
    };
    const token = { projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } };
    const table: readonly (readonly [string, object, string])[] = [
      ['the account', { serviceAccountName: 'default' }, 'a mirror pod may not reference service accounts'],
      ['secrets', { volumes: [{ name: 'v', secret: { secretName: 's' } }] }, 'a mirror pod may not reference secrets'],
      ['secrets of variables', { containers: [container('c', secretEnv)] }, 'a mirror pod may not reference secrets'],
      [
        'a token',
        { volumes: [{ name: 'v', ...token }] },
        'a mirror pod may not use ServiceAccountToken volume projections',
      ],
    ];
    for (const [what, spec, expected] of table) {
      it(`refuses ${what}`, async () =>
        assert.equal((await mirror(spec)).refusal, `pods "o" is forbidden: ${expected}`));
    }
    it('leaves the rest as it is, also what names no secret', async () => {
      const { spec, refusal } = await mirror({
        imagePullSecrets: [{}],
        volumes: [{ name: 'v', rbd: { secretRef: {} } }],
      });
      assert.deepEqual([spec, refusal], [{}, undefined]);
    });
  });

  it('leaves updates of pods alone', async () => {
    const { spec, refusal } = await ask(plugin, podReview({ serviceAccountName: 'nobody' }, { operation: 'UPDATE' }));
    assert.deepEqual([spec, refusal], [{}, undefined]);
  });
});
