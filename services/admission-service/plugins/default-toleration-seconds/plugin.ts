import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Plugin } from '../../plugin.js';
import { isOfPod, podOf, podRule, withSpec } from '../pods.js';

export interface DefaultTolerationOptions {
  readonly domain: Domain;
  /** Default tolerations in seconds. */
  readonly notReadySeconds: number;
  readonly unreachableSeconds: number;
}

const EFFECT = 'NoExecute';

/** Adds tolerations of the taints `not-ready` and `unreachable` to pods that have none for them. */
export function defaultTolerationSeconds(options: DefaultTolerationOptions): Plugin {
  const { domain, notReadySeconds, unreachableSeconds } = options;
  const defaults: readonly Toleration[] = [
    { key: `node.${domain.label}/not-ready`, operator: 'Exists', effect: EFFECT, tolerationSeconds: notReadySeconds },
    {
      key: `node.${domain.label}/unreachable`,
      operator: 'Exists',
      effect: EFFECT,
      tolerationSeconds: unreachableSeconds,
    },
  ];
  return {
    name: 'DefaultTolerationSeconds',
    rules: () => [podRule(['CREATE', 'UPDATE'])],
    async mutate(review) {
      const { object } = review;
      if (object === undefined || !isOfPod(review)) return undefined;
      const { tolerations = [] } = podOf(object).spec;
      const missing = defaults.filter(({ key }) => !tolerations.some((each) => tolerates(each, key ?? '')));
      return missing.length === 0 ? undefined : withSpec(object, { tolerations: [...tolerations, ...missing] });
    },
  };
}

function tolerates({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === '' || key === taint) && (effect === '' || effect === EFFECT);
}
