import type {
  CustomResourceConversion,
  WebhookClientConfig,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, forbidden, invalid, notSupported, required } from '@pilothouse/apimachinery/status/field-error.js';
import { caBundleProblem } from './ca-bundle.js';
import type { Findings } from '../../definition/findings.js';
import { checkClientConfig, checkReviewVersions, type ReviewVersionOptions } from '../../definition/webhook-client.js';

export interface ConversionOptions extends ReviewVersionOptions {
  readonly allowInvalidCaBundle: boolean;
}

const STRATEGIES = ['None', 'Webhook'];
const NOT_FOR_STRATEGY = 'should not be set when strategy is not set to Webhook';

/** Validates the conversion. Error paths have `webhookClientConfig`, as in v1beta1. */
export function checkConversion(
  { strategy, webhook }: CustomResourceConversion,
  path: string,
  options: ConversionOptions,
  findings: Findings,
): void {
  if (strategy === '') findings.add(required(fieldPath(path, 'strategy')));
  else if (!STRATEGIES.includes(strategy))
    findings.add(notSupported(fieldPath(path, 'strategy'), strategy, STRATEGIES));
  const clientPath = fieldPath(path, 'webhookClientConfig');
  const versionsPath = fieldPath(path, 'conversionReviewVersions');
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy !== 'Webhook') {
    if (webhook?.clientConfig !== undefined) findings.add(forbidden(clientPath, NOT_FOR_STRATEGY));
    if (versions.length > 0) findings.add(forbidden(versionsPath, NOT_FOR_STRATEGY));
    return;
  }
  if (webhook?.clientConfig === undefined) {
    findings.add(required(clientPath, 'required when strategy is set to Webhook'));
  } else checkClient(webhook.clientConfig, clientPath, options, findings);
  checkReviewVersions(versions, versionsPath, options, findings);
}

function checkClient(
  config: WebhookClientConfig,
  path: string,
  { allowInvalidCaBundle }: ConversionOptions,
  findings: Findings,
): void {
  checkClientConfig(config, path, findings);
  const { caBundle } = config;
  if (caBundle === undefined || allowInvalidCaBundle) return;
  const problem = caBundleProblem(caBundle);
  if (problem !== undefined) findings.add(invalid(fieldPath(path, 'caBundle'), caBundle, problem));
}
