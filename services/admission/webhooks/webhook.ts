import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { admissionSelector, type AdmissionSelector } from '../matching/selectors.js';
import type { ResourceMatch } from '../matching/resource.js';
import { reviewVersionOf, type ReviewVersion } from './review.js';

/** A webhook of either configuration. Only mutating webhooks have a reinvocationPolicy. */
export type WebhookSpec = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

export type WebhookConfiguration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

/** A webhook of a configuration, prepared for use. */
export interface Webhook {
  readonly name: string;
  /** The name of the configuration. */
  readonly configuration: string;
  /** Identifies the webhook among all, also one of several with the same name. */
  readonly id: string;
  readonly spec: WebhookSpec;
  readonly match: ResourceMatch;
  readonly namespaceSelector: AdmissionSelector;
  readonly objectSelector: AdmissionSelector;
  readonly ignoresFailures: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Undefined if it supports no version that the server supports. */
  readonly reviewVersion: ReviewVersion | undefined;
}

/** The default of Kubernetes for a webhook without a timeout, which only old objects can have. */
const DEFAULT_TIMEOUT = 30;

/** The webhooks of a configuration. Prepared once for each object. */
export const webhooksOf = keyed((configuration: WebhookConfiguration): readonly Webhook[] => {
  const { name: configurationName = '' } = configuration.metadata;
  const seen = new Map<string, number>();
  return (configuration.webhooks ?? []).map((spec: WebhookSpec) => {
    const { name, rules = [], matchPolicy = 'Exact', timeoutSeconds = DEFAULT_TIMEOUT } = spec;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return {
      name,
      configuration: configurationName,
      id: `${configurationName}/${name}/${count}`,
      spec,
      match: { rules, matchPolicy },
      namespaceSelector: admissionSelector(spec.namespaceSelector),
      objectSelector: admissionSelector(spec.objectSelector),
      ignoresFailures: spec.failurePolicy === 'Ignore',
      timeout: timeoutSeconds * 1000,
      reviewVersion: reviewVersionOf(spec.admissionReviewVersions),
    };
  });
});

/** The webhooks of all configurations, in their order. The same list for the same configurations. */
export const allWebhooks = keyed((configurations: readonly WebhookConfiguration[]): readonly Webhook[] =>
  configurations.flatMap((configuration) => webhooksOf(configuration)),
);

/** The webhooks of two lists, in their order. The same list for the same lists. */
export function joined(first: readonly Webhook[], others: readonly Webhook[]): readonly Webhook[] {
  return first.length === 0 ? others : joinedWith(first)(others);
}

const joinedWith = keyed((first: readonly Webhook[]) =>
  keyed((others: readonly Webhook[]): readonly Webhook[] => [...first, ...others]),
);
