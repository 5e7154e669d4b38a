import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import type { V1ObjectMeta } from '@kubernetes/client-node';
import type { Ended } from './kubectl.js';
import { toolPath } from './needs.js';
import { ROOT } from './root.js';

export const CHART = join(ROOT, 'helm/pilothouse');
export const NAMESPACE = 'platform';
export const RELEASE = 'p';
/** The prefix of names of the release. */
export const FULLNAME = 'p-pilothouse';
/** Arguments that render the chart's objects without a cluster, without the required value. */
export const TEMPLATE = ['template', RELEASE, CHART, '--namespace', NAMESPACE];
/** The required value. */
export const IMAGE = { image: { repository: 'registry.example.org/pilothouse' } };

/** An object of the chart, as it is sent to the host cluster. */
export interface Rendered {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: V1ObjectMeta & { readonly name: string };
  readonly [field: string]: unknown;
}

export interface Helm {
  /** Standard output of a call that must succeed. */
  (...args: readonly string[]): Promise<string>;
  /** A call that may fail. */
  readonly attempt: (...args: readonly string[]) => Promise<Ended>;
  /** The chart's objects with an image, further values and further arguments. */
  readonly render: (values?: object, more?: readonly string[]) => Promise<Rendered[]>;
  /** Writes values to a file. Returns its path. */
  readonly valuesFile: (values: object) => Promise<string>;
  readonly directory: string;
  readonly remove: () => Promise<void>;
}

/** Helm with a separate home directory. `kubeconfig` is the path of the host cluster's. */
export async function createHelm(kubeconfig = '/nowhere'): Promise<Helm> {
  const directory = await mkdtemp(join(tmpdir(), 'e2e-helm-'));
  let files = 0;

  const attempt: Helm['attempt'] = async (...args) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: directory, KUBECONFIG: kubeconfig };
    const child = spawn(toolPath('HELM'), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, err };
  };
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await attempt(...args);
    assert.equal(code, 0, `helm ${args.join(' ')}: ${out}${err}`);
    return out;
  };
  const valuesFile: Helm['valuesFile'] = async (values) => {
    const path = join(directory, `values-${files++}.yaml`);
    await writeFile(path, JSON.stringify(values));
    return path;
  };
  return Object.assign(run, {
    attempt,
    valuesFile,
    directory,
    async render(values: object = {}, more: readonly string[] = []) {
      const files = await Promise.all([valuesFile(IMAGE), valuesFile(values)]);
      const text = await run(...TEMPLATE, ...files.flatMap((file) => ['--values', file]), ...more);
      // Without documents that consist only of a comment.
      const documents = text.split(/^---$/m).filter((each) => /^\w/m.test(each));
      return documents.map((each) => JSON.parse(JSON.stringify(parseYaml(each).value)) as Rendered);
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  });
}
