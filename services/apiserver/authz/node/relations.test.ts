import assert from 'node:assert/strict';
import { createNodeRelations, type ClaimedVolume, type NodeRelations } from './relations.js';

const NODES = ['n', 'm'];
const NAMESPACES = ['x', 'y'];
const NAMES = ['a', 'b', 'c'];

interface TestPod {
  readonly node: string;
  readonly named: ReadonlySet<string>;
}

/** The present objects, by key, and the definition of the relation. */
class Naive {
  readonly pods = new Map<string, TestPod>();
  readonly volumes = new Map<string, ClaimedVolume>();

  isRelated(node: string, resource: string, namespace: string, name: string): boolean {
    if (resource === 'pods') return this.pods.get(`${namespace}/${name}`)?.node === node;
    const isNamed = (what: string, where: string, which: string): boolean =>
      [...this.pods].some(
        ([key, pod]) => pod.node === node && key.startsWith(`${where}/`) && pod.named.has(`${what}/${which}`),
      );
    const hasVolume = ({ claim }: ClaimedVolume): boolean =>
      isNamed('persistentvolumeclaims', claim.namespace, claim.name);
    if (resource === 'persistentvolumes') {
      const volume = this.volumes.get(name);
      return volume !== undefined && hasVolume(volume);
    }
    if (isNamed(resource, namespace, name)) return true;
    if (resource !== 'secrets') return false;
    return [...this.volumes.values()].some(
      (volume) =>
        hasVolume(volume) && volume.secrets.some((each) => each.namespace === namespace && each.name === name),
    );
  }
}

describe('the relations of nodes', () => {
  it('after any changes are those of the present objects', () => {
    let state = 1;
    const below = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit;
    const one = (list: readonly string[]): string => list[below(list.length)] ?? '';
    const naive = new Naive();
    const relations = createNodeRelations();
    for (let step = 0; step < 2000; step++) {
      if (below(3) > 0) changePod(one(NAMESPACES), one(NAMES));
      else changeVolume(one(NAMES));
      if (step % 10 === 0) assertSame(naive, relations);
    }

    function changePod(namespace: string, name: string): void {
      const key = `${namespace}/${name}`;
      if (below(4) === 0) {
        naive.pods.delete(key);
        relations.setPod({ namespace, name }, undefined);
        return;
      }
      const named = new Set(
        Array.from({ length: below(4) }, () => `${one(['secrets', 'persistentvolumeclaims'])}/${one(NAMES)}`),
      );
      const pod = { node: one(NODES), named };
      naive.pods.set(key, pod);
      const references = { has: (resource: string, each: string) => named.has(`${resource}/${each}`) };
      relations.setPod({ namespace, name }, { node: pod.node, references: () => references });
    }

    function changeVolume(name: string): void {
      if (below(4) === 0) {
        naive.volumes.delete(name);
        relations.setVolume(name, undefined);
        return;
      }
      const object = () => ({ namespace: one(NAMESPACES), name: one(NAMES) });
      const volume = { claim: object(), secrets: Array.from({ length: below(3) }, object) };
      naive.volumes.set(name, volume);
      relations.setVolume(name, volume);
    }
  });
});

function assertSame(naive: Naive, relations: NodeRelations): void {
  for (const node of NODES) {
    for (const resource of ['pods', 'secrets', 'persistentvolumeclaims', 'persistentvolumes']) {
      for (const namespace of NAMESPACES) {
        for (const name of NAMES) {
          const wanted = naive.isRelated(node, resource, namespace, name);
          const found = relations.isRelated(node, resource, { namespace, name });
          assert.equal(found, wanted, `${node} ${resource} ${namespace}/${name}`);
        }
      }
    }
  }
}
