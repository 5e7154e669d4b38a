import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { boolean, int64, text, type Int64 } from '@pilothouse/apimachinery/schema/common.js';
import { invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { field, struct } from '@pilothouse/runtime/files/document.js';
import type { ConfigurationFields } from '../../plugin-configuration.js';

/** The configuration of ImagePolicyWebhook, which has neither apiVersion nor kind. */
export type ImagePolicyConfiguration = JsonObject & { readonly imagePolicy?: ImagePolicy };

type ImagePolicy = {
  /** The webhook's URL and how to connect to it. */
  readonly kubeConfigFile?: string;
  /** Seconds for which an answer is remembered. */
  readonly allowTTL?: Int64;
  readonly denyTTL?: Int64;
  /** Milliseconds before the first repetition. */
  readonly retryBackoff?: Int64;
  /** Whether images are admitted if the webhook fails. */
  readonly defaultAllow?: boolean;
};

/** A duration in the configuration: 0 is the default, and -1 none. */
interface DurationField {
  readonly name: 'allowTTL' | 'denyTTL' | 'retryBackoff';
  /** Milliseconds of a unit. */
  readonly unit: number;
  readonly unitName: string;
  /** In units. */
  readonly longest: number;
  readonly standard: number;
}

const ALLOW: DurationField = { name: 'allowTTL', unit: 1_000, unitName: 'seconds', longest: 1_800, standard: 300 };
const DENY: DurationField = { name: 'denyTTL', unit: 1_000, unitName: 'seconds', longest: 1_800, standard: 30 };
const BACKOFF: DurationField = {
  name: 'retryBackoff',
  unit: 1,
  unitName: 'milliseconds',
  longest: 300_000,
  standard: 500,
};

export const IMAGE_POLICY_CONFIGURATION: ConfigurationFields<ImagePolicyConfiguration> = {
  kind: 'ImagePolicyWebhook',
  fields: [
    field(
      'imagePolicy',
      struct('ImagePolicy', [
        field('kubeConfigFile', text, 'optional'),
        field('allowTTL', int64, 'optional'),
        field('denyTTL', int64, 'optional'),
        field('retryBackoff', int64, 'optional'),
        field('defaultAllow', boolean, 'optional'),
      ]),
      'required',
    ),
  ],
  check: ({ imagePolicy = {} }) => [
    ...((imagePolicy.kubeConfigFile ?? '') === '' ? [required('imagePolicy.kubeConfigFile')] : []),
    ...[BACKOFF, ALLOW, DENY].flatMap((each) => durationErrors(imagePolicy, each)),
  ],
};

function durationErrors(policy: ImagePolicy, { name, longest, unitName }: DurationField): FieldError[] {
  const value = policy[name] ?? 0;
  if (value >= -1 && value <= longest) return [];
  const detail = `must be between 1 and ${longest} ${unitName}, 0 for the default, or -1 for none`;
  return [invalid(`imagePolicy.${name}`, value, detail)];
}

/** The settings of a valid configuration. Durations are in milliseconds. */
export interface ImagePolicySettings {
  readonly kubeConfigFile: string;
  readonly allowTTL: number;
  readonly denyTTL: number;
  readonly retryBackoff: number;
  readonly defaultAllow: boolean;
}

export function settingsOf({ imagePolicy: policy = {} }: ImagePolicyConfiguration): ImagePolicySettings {
  const milliseconds = ({ name, unit, standard }: DurationField): number => {
    const value = Number(policy[name] ?? 0);
    return value < 0 ? 0 : (value === 0 ? standard : value) * unit;
  };
  return {
    kubeConfigFile: policy.kubeConfigFile ?? '',
    allowTTL: milliseconds(ALLOW),
    denyTTL: milliseconds(DENY),
    retryBackoff: milliseconds(BACKOFF),
    defaultAllow: policy.defaultAllow === true,
  };
}
