import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Schema } from '@pilothouse/apimachinery/schema/schema.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { structOf } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import type { Sample, SampleColumn } from '@pilothouse/kinds/definition/sample.test.helper.js';
import { SAMPLES } from '@pilothouse/kinds/samples.test.helper.js';
import { startServer, type Server } from './support/server.js';
import { readTable } from './support/table.js';

/** Kinds whose objects are stored. The others are only answers. */
/** Definitions have prescribed names. `custom-resources.test.ts` covers them. */
const RESOURCES = builtInResources(createDomain()).filter(
  ({ verbs, kind }) => verbs.includes('create') && kind !== 'CustomResourceDefinition',
);

for (const tool of ['KUBECTL', 'KUBECTL_OLD'] as const) {
  describeWith([tool], `${tool.toLowerCase()} and every kind`, () => {
    let storage: TestStorage;
    let server: Server;
    let kubectl: Kubectl;

    before(async () => {
      storage = await createTestStorage('embedded');
      // Nothing else changes the samples. Beta versions have explanations as well.
      const betas = ['--runtime-config=api/beta=true', '--feature-gates=AllBeta=true'];
      const others = '--controllers=*,-storage-version-migrator';
      server = await startServer([...storage.flags, ...betas, others]);
      kubectl = createKubectl({ tool, kubeconfig: server.kubeconfig, home: storage.directory });
    });
    after(async () => {
      await server.stop();
      await storage.remove();
    });

    it('lists all resources', async () => {
      const text = await kubectl(['api-resources', '-o', 'wide']);
      const served = readTable(text).map((row) => Object.fromEntries(row));
      for (const definition of RESOURCES) {
        const found = served.find(
          ({ NAME, APIVERSION }) => NAME === definition.resource && APIVERSION === apiVersionOf(definition),
        );
        assert.ok(found, `${nameOf(definition)} is not in ${text}`);
        const { SHORTNAMES, NAMESPACED, KIND, VERBS = '' } = found;
        assert.deepEqual(
          [SHORTNAMES, NAMESPACED, KIND, VERBS.replaceAll(/[[\]]/g, '').split(/[, ]/)],
          [
            definition.shortNames.join(','),
            String(definition.scope === 'Namespaced'),
            definition.kind,
            [...definition.verbs],
          ],
        );
      }
    });

    const items = RESOURCES.map((definition) => {
      const sample = SAMPLES[nameOf(definition)];
      assert.ok(sample, `there is no sample of ${nameOf(definition)}`);
      return complete(definition, sample);
    });
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    /** Checks that the output of a command has one line for every kind, in any order. */
    const sayOfAll = async (args: readonly string[], said: RegExp, text = input): Promise<void> => {
      const lines = (await kubectl([...args, '-f', '-'], { input: text })).trimEnd().split('\n');
      assert.equal(lines.length, RESOURCES.length, lines.join('\n'));
      for (const line of lines) assert.match(line, said);
    };

    it('creates one of each', () => sayOfAll(['create'], /\/(sample|192\.0\.2\.7|v1\.samples\.example\.com) created$/));

    it('prints each as Table, YAML and JSON', async () => {
      const tables = await kubectl(['get', '-f', '-', '--server-print=false'], { input });
      for (const table of tables.trimEnd().split('\n\n'))
        assert.match(table, /^NAME +AGE\n\S+\/(sample|192\.0\.2\.7|v1\.samples\.example\.com) +\d+\w+$/);
      assert.equal(tables.trimEnd().split('\n\n').length, RESOURCES.length);
    });

    for (const definition of RESOURCES) {
      const name = nameOf(definition);

      it(`prints one of ${name}`, async () => {
        const sample = SAMPLES[name] ?? assert.fail();
        const { columns, name: object = 'sample' } = sample;
        const described = tool === 'KUBECTL_OLD' && sample.describedByNewOnly === true ? false : sample.described;
        const inNamespace = ['-n', namespaceOf(definition)];
        const get = (...rest: string[]) => kubectl(['get', name, object, ...inNamespace, ...rest]);
        const [plain, wide, description] = await Promise.all([
          get(),
          get('-o', 'wide'),
          described === false ? '' : kubectl(['describe', name, object, ...inNamespace]),
        ]);
        assertRow(
          plain,
          columns.filter(([, , only]) => only === undefined),
        );
        assertRow(wide, columns);
        if (described !== false) assert.match(description, described);
      });

      for (const version of definition.versions.filter(({ served }) => served !== false)) {
        it(`explains every field of ${name} in ${version.name}`, async () => {
          const apiVersion = groupVersion(definition.group, version.name);
          const text = await kubectl(['explain', definition.resource, '--recursive', `--api-version=${apiVersion}`]);
          const [start = '', fields = ''] = text.split(/^FIELDS:\n/m);
          assert.match(start, new RegExp(`^KIND: +${definition.kind}\nVERSION: +\\S*${version.name}\n`, 'm'));
          assert.match(start, /^DESCRIPTION:\n +\S/m);
          assert.deepEqual(explained(fields), fieldsOf(structOf(version.schema)));
        });
      }
    }

    it('replaces each by itself, without a change', async () => {
      const all = (): Promise<string> => kubectl(['get', '-f', '-', '-o', 'yaml'], { input });
      const before = await all();
      const kinds = [...before.matchAll(/^[- ] apiVersion: (\S+)$.*?^  kind: (\S+)$/gms)].map(([, ...type]) => type);
      assert.deepEqual(
        kinds,
        RESOURCES.map((definition) => [apiVersionOf(definition), definition.kind]),
      );
      await sayOfAll(['replace'], /\/(sample|192\.0\.2\.7|v1\.samples\.example\.com) replaced$/, before);
      assert.equal(await all(), before);
    });

    it('deletes each', () =>
      sayOfAll(
        ['delete', '--wait=false'],
        /"(sample|192\.0\.2\.7|v1\.samples\.example\.com)" deleted( from \S+ namespace)?$/,
      ));
  });
}

function nameOf({ group, resource }: ResourceDefinition): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function apiVersionOf({ group, versions }: ResourceDefinition): string {
  return groupVersion(group, versions[0].name);
}

function groupVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Resources of two groups share storage. The sample in another namespace is a separate object. */
function namespaceOf({ storedAs }: ResourceDefinition): string {
  return storedAs === undefined ? 'default' : 'kube-public';
}

/** A sample with apiVersion, kind and metadata. */
function complete(definition: ResourceDefinition, { name = 'sample', object }: Sample): JsonObject {
  const { metadata, ...rest } = object as { metadata?: JsonObject };
  const namespace = definition.scope === 'Namespaced' ? { namespace: namespaceOf(definition) } : {};
  return {
    apiVersion: apiVersionOf(definition),
    kind: definition.kind,
    metadata: { ...metadata, name, ...namespace },
    ...rest,
  };
}

/** Asserts that a table has one row with these cells. */
function assertRow(text: string, columns: readonly SampleColumn[]): void {
  const rows = readTable(text);
  assert.equal(rows.length, 1, text);
  const [row = []] = rows;
  assert.deepEqual(
    row.map(([heading]) => heading),
    columns.map(([heading]) => heading),
  );
  for (const [index, [heading, wanted]] of columns.entries()) {
    const cell = row[index]?.[1] ?? '';
    if (wanted instanceof RegExp) assert.match(cell, wanted, heading);
    else assert.equal(cell, wanted, heading);
  }
}

/** The names of fields, sorted, each with its depth, such as `1 name` below `0 metadata`. */
function fieldsOf(schema: Schema, depth = 0): string[] {
  if (schema.type === 'list') return fieldsOf(schema.items(), depth);
  if (schema.type === 'map') return fieldsOf(schema.values(), depth);
  if (schema.type !== 'struct') return [];
  return [...schema.fields]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, schema }) => [`${depth} ${name}`, ...fieldsOf(schema(), depth + 1)]);
}

/** The same from the output of kubectl explain. */
function explained(text: string): string[] {
  const lines = [...text.matchAll(/^( +)(\S+)\t</gm)].map(([, indent = '', name = '']) => ({ indent, name }));
  const unit = lines[0]?.indent.length ?? 1;
  return lines.map(({ indent, name }) => `${indent.length / unit - 1} ${name}`);
}
