import type { Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import { definePlugin } from '../../plugin.js';
import { podOf, podRule, withSpec } from '../pods.js';

const EFFECT = 'NoExecute';

/** Adds tolerations of the taints `not-ready` and `unreachable` to pods that have none for them. */
export const defaultTolerationSeconds = definePlugin({
  name: 'DefaultTolerationSeconds',
  isDefault: true,
  create({ domain, options: { notReadySeconds, unreachableSeconds } }) {
    const toleration = (taint: string, tolerationSeconds: number): Toleration => ({
      key: `node.${domain.label}/${taint}`,
      operator: 'Exists',
      effect: EFFECT,
      tolerationSeconds,
    });
    const defaults = [toleration('not-ready', notReadySeconds), toleration('unreachable', unreachableSeconds)];
    return {
      name: 'DefaultTolerationSeconds',
      rules: [podRule(['CREATE', 'UPDATE'])],
      admit({ object }) {
        if (object === undefined) return undefined;
        const { tolerations = [] } = podOf(object).spec;
        const missing = defaults.filter(({ key }) => !tolerations.some((each) => tolerates(each, key ?? '')));
        return missing.length === 0 ? undefined : withSpec(object, { tolerations: [...tolerations, ...missing] });
      },
    };
  },
});

function tolerates({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === '' || key === taint) && (effect === '' || effect === EFFECT);
}
