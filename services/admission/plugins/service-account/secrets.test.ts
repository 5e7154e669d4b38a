import assert from 'node:assert/strict';
import { podSpecSchema, type PodSpec, type ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Schema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { secretReferences } from '@pilothouse/kinds/core/pod/secret-references.js';
import { mentionsSecrets, unlistedSecret } from './secrets.js';

/** The paths of all fields that hold the name of a secret, found by the field names of the schema. `[]` marks lists. */
function* namingPaths(schema: Schema, path: readonly string[], within: readonly StructSchema[]): Generator<string[]> {
  if (schema.type === 'list') yield* namingPaths(schema.items(), [...path, '[]'], within);
  if (schema.type === 'string') {
    const last = path.at(-1);
    const isOfSecret = last === 'name' && path.some((name) => /secret/i.test(name));
    if (last === 'secretName' || isOfSecret) yield [...path];
  }
  if (schema.type !== 'struct' || within.includes(schema)) return;
  for (const field of schema.fields) yield* namingPaths(field.schema(), [...path, field.name], [...within, schema]);
}

/** A value with the text at the path. */
function valueAt([first, ...rest]: readonly string[], text: string): JsonValue {
  if (first === undefined) return text;
  return first === '[]' ? [valueAt(rest, text)] : { [first]: valueAt(rest, text) };
}

function podSpec(path: readonly string[], secret: string): PodSpec {
  return { containers: [], ...(valueAt(path, secret) as Partial<PodSpec>) };
}

const PATHS = [...namingPaths(podSpecSchema, [], [])].map(
  (path) => [path.join('.').replaceAll('.[]', '[]'), path] as const,
);
const ACCOUNT: ServiceAccount = {
  metadata: { name: 'limited' },
  secrets: [{ name: 'mountable' }, { name: 'both' }],
  imagePullSecrets: [{ name: 'pullable' }, { name: 'both' }],
};

describe('references of a pod to secrets', () => {
  it('are these fields', () =>
    assert.deepEqual(
      new Set(PATHS.map(([text]) => text)),
      new Set([
        'containers[].env[].valueFrom.secretKeyRef.name',
        'containers[].envFrom[].secretRef.name',
        'ephemeralContainers[].env[].valueFrom.secretKeyRef.name',
        'ephemeralContainers[].envFrom[].secretRef.name',
        'imagePullSecrets[].name',
        'initContainers[].env[].valueFrom.secretKeyRef.name',
        'initContainers[].envFrom[].secretRef.name',
        'volumes[].azureFile.secretName',
        'volumes[].cephfs.secretRef.name',
        'volumes[].cinder.secretRef.name',
        'volumes[].csi.nodePublishSecretRef.name',
        'volumes[].flexVolume.secretRef.name',
        'volumes[].iscsi.secretRef.name',
        'volumes[].projected.sources[].secret.name',
        'volumes[].rbd.secretRef.name',
        'volumes[].scaleIO.secretRef.name',
        'volumes[].secret.secretName',
        'volumes[].storageos.secretRef.name',
      ]),
    ));

  for (const [text, path] of PATHS) {
    it(text, () => {
      const spec = podSpec(path, 'other');
      const [reference, ...others] = secretReferences(spec);
      const list = text.startsWith('imagePullSecrets') ? 'imagePullSecrets' : 'secrets';
      assert.deepEqual([reference?.secret, reference?.list, others.length], ['other', list, 0]);
      assert.equal(reference?.isEphemeral, text.startsWith('ephemeralContainers'));
      assert.ok(mentionsSecrets(spec));
      const why = `is not allowed because service account limited does not reference that ${list.slice(0, -1)}`;
      assert.equal(unlistedSecret([reference ?? assert.fail()], ACCOUNT), `${reference.text}"other" ${why}`);
      const unlisted = (secret: string): boolean =>
        unlistedSecret(secretReferences(podSpec(path, secret)), ACCOUNT) !== undefined;
      assert.deepEqual(['mountable', 'pullable', 'both', ''].map(unlisted), [
        list !== 'secrets',
        list === 'secrets',
        false,
        true,
      ]);
    });
  }

  it('are reported with their path', () => {
    const source = (name: string) => ({ secret: { name } });
    const spec = podSpec(['volumes', '[]', 'csi', 'nodePublishSecretRef', 'name'], 'both');
    const volumes = [...(spec.volumes ?? []), { name: 'v', projected: { sources: [source('both'), source('other')] } }];
    assert.match(
      unlistedSecret(secretReferences({ ...spec, volumes }), ACCOUNT) ?? '',
      /^volume with projected\.sources\[1\]\.secret\.name="other" is not allowed/,
    );
  });

  it('are absent in a pod with empty references', () => {
    const spec = {
      containers: [],
      volumes: [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: {} } }],
      imagePullSecrets: [{}],
    };
    assert.ok(!mentionsSecrets(spec));
  });
});
