import assert from 'node:assert/strict';
import { admitted, json, podAttributes, podWith, testHost } from '../../host.test.helper.js';
import { alwaysPullImages } from './plugin.js';

const container = (image: string, imagePullPolicy = 'IfNotPresent') => ({ name: 'c', image, imagePullPolicy });
const ALWAYS = 'Always';

describe('AlwaysPullImages', () => {
  it('sets the policy of all containers and image volumes', async () => {
    const spec = {
      initContainers: [container('a')],
      containers: [container('b', 'Never')],
      ephemeralContainers: [container('c')],
      volumes: [
        { name: 'v', image: { reference: 'd', pullPolicy: 'Never' } },
        { name: 'w', emptyDir: {} },
      ],
    };
    const plugin = await alwaysPullImages.create(testHost());
    assert.deepEqual((await admitted(plugin, podAttributes(spec))).spec, {
      initContainers: [container('a', ALWAYS)],
      containers: [container('b', ALWAYS)],
      ephemeralContainers: [container('c', ALWAYS)],
      volumes: [
        { name: 'v', image: { reference: 'd', pullPolicy: ALWAYS } },
        { name: 'w', emptyDir: {} },
      ],
    });
  });

  for (const [what, image, policy] of [
    ['changes an update with a new image', 'b', ALWAYS],
    ['keeps an update without new images', 'a', 'Never'],
  ] as const) {
    it(what, async () => {
      const plugin = await alwaysPullImages.create(testHost());
      const old = podWith({ containers: [container('a', 'Never')] });
      const attributes = podAttributes({ containers: [container(image, 'Never')] }, { operation: 'UPDATE', old });
      const { object } = await admitted(plugin, attributes);
      assert.deepEqual(json(object ?? {})['spec'], { containers: [container(image, policy)] });
    });
  }

  it('refuses another policy that a later plugin has set', async () => {
    const plugin = await alwaysPullImages.create(testHost());
    const spec = { containers: [container('a')], volumes: [{ name: 'v', image: { reference: 'd' } }] };
    assert.throws(() => plugin?.validate?.(podAttributes(spec)), {
      message:
        'pods "o" is forbidden: spec.containers[0].imagePullPolicy: Unsupported value: "IfNotPresent": supported values: "Always", ' +
        'spec.volumes[0].image.pullPolicy: Unsupported value: "": supported values: "Always"',
    });
  });
});
