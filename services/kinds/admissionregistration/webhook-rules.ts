import type {
  MutatingWebhook,
  ValidatingWebhook,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  duplicate,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { newFindings, type Findings } from '../definition/findings.js';
import {
  checkClientConfig,
  checkReviewVersions,
  hasKnownReviewVersion,
  REVIEW_VERSIONS,
} from '../definition/webhook-client.js';
import type { ExpressionCompiler } from './compiler.js';
import { checkMatchConditions } from './match-conditions.js';
import { checkResourceRule } from './resource-rules.js';

/** A webhook of either configuration. Only mutating webhooks have a reinvocationPolicy. */
export type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

/** What an update tolerates, because the stored object has it already (Kubernetes' ratcheting). */
interface Tolerated {
  readonly sideEffects: boolean;
  readonly unknownReviewVersions: boolean;
  readonly repeatedNames: boolean;
  readonly invalidLabelValues: boolean;
  /** The match conditions are unchanged, and are not checked. */
  readonly matchConditions: boolean;
}

const FAILURE_POLICIES = ['Fail', 'Ignore'];
const MATCH_POLICIES = ['Equivalent', 'Exact'];
const REINVOCATION_POLICIES = ['IfNeeded', 'Never'];
const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const SIDE_EFFECTS = [...NO_SIDE_EFFECTS, 'Some', 'Unknown'];
const [SHORTEST, LONGEST] = [1, 30];

/** The errors of webhooks. `old` are the stored ones; absent on create. */
export function* webhookErrors(
  webhooks: readonly Webhook[],
  old: readonly Webhook[] | undefined,
  compiler: ExpressionCompiler,
): Steps<readonly FieldError[]> {
  const findings = newFindings();
  const tolerated = toleratedIn(webhooks, old);
  const names = new Set<string>();
  for (const [index, webhook] of webhooks.entries()) {
    if (findings.isFull()) break;
    const path = keyPath('webhooks', index);
    const { name, admissionReviewVersions, matchConditions = [] } = webhook;
    checkWebhook(webhook, path, tolerated, findings);
    if (!tolerated.matchConditions && matchConditions.length > 0) {
      const environment = compiler.environment({ hasParams: false, hasVariables: false });
      yield* checkMatchConditions(matchConditions, fieldPath(path, 'matchConditions'), environment, findings);
    }
    const options = {
      requireRecognizedReviewVersion: !tolerated.unknownReviewVersions,
      detail: `must specify one of ${REVIEW_VERSIONS.join(', ')}`,
    };
    checkReviewVersions(admissionReviewVersions, fieldPath(path, 'admissionReviewVersions'), options, findings);
    if (!tolerated.repeatedNames && name !== '' && names.has(name)) {
      findings.add(duplicate(fieldPath(path, 'name'), name));
    }
    names.add(name);
  }
  return findings.errors;
}

function toleratedIn(webhooks: readonly Webhook[], old: readonly Webhook[] | undefined): Tolerated {
  const before = old ?? [];
  return {
    sideEffects: before.some(({ sideEffects = '' }) => !NO_SIDE_EFFECTS.includes(sideEffects)),
    unknownReviewVersions: before.some(
      ({ admissionReviewVersions: versions }) => versions.length > 0 && !hasKnownReviewVersion(versions),
    ),
    repeatedNames: new Set(before.map(({ name }) => name)).size < before.length,
    invalidLabelValues: before.some(({ namespaceSelector, objectSelector }) =>
      [namespaceSelector, objectSelector].some((selector) => validateLabelSelector(selector, '').length > 0),
    ),
    matchConditions:
      old?.length === webhooks.length &&
      webhooks.every(({ matchConditions = [] }, index) =>
        deepEqual(matchConditions, old[index]?.matchConditions ?? []),
      ),
  };
}

function checkWebhook(webhook: Webhook, path: string, tolerated: Tolerated, findings: Findings): void {
  const { clientConfig, rules = [], timeoutSeconds } = webhook;
  const { failurePolicy, matchPolicy, reinvocationPolicy, namespaceSelector, objectSelector } = webhook;
  const at = (field: string): string => fieldPath(path, field);
  checkName(webhook.name, at('name'), findings);
  for (const [index, rule] of rules.entries()) {
    if (findings.isFull()) return;
    checkResourceRule(rule, keyPath(at('rules'), index), findings);
  }
  checkOneOf(failurePolicy, FAILURE_POLICIES, at('failurePolicy'), findings);
  checkOneOf(matchPolicy, MATCH_POLICIES, at('matchPolicy'), findings);
  checkSideEffects(webhook, at('sideEffects'), tolerated, findings);
  if (timeoutSeconds !== undefined && (timeoutSeconds < SHORTEST || timeoutSeconds > LONGEST)) {
    const text = `the timeout value must be between ${SHORTEST} and ${LONGEST} seconds`;
    findings.add(invalid(at('timeoutSeconds'), timeoutSeconds, text));
  }
  checkSelector(namespaceSelector, at('namespaceSelector'), tolerated, findings);
  checkSelector(objectSelector, at('objectSelector'), tolerated, findings);
  checkOneOf(reinvocationPolicy, REINVOCATION_POLICIES, at('reinvocationPolicy'), findings);
  checkClientConfig(clientConfig, at('clientConfig'), findings);
}

function checkName(name: string, path: string, findings: Findings): void {
  const problems = dnsSubdomain(name);
  if (name === '') findings.add(required(path));
  else if (problems.length > 0) findings.add(invalid(path, name, problems.join(',')));
  else if (name.split('.').length < 3) {
    findings.add(invalid(path, name, 'should be a domain with at least three segments separated by dots'));
  }
}

function checkOneOf(value: string | undefined, supported: readonly string[], path: string, findings: Findings): void {
  if (value !== undefined && !supported.includes(value)) findings.add(notSupported(path, value, supported));
}

function checkSideEffects({ sideEffects }: Webhook, path: string, tolerated: Tolerated, findings: Findings): void {
  const allowed = tolerated.sideEffects ? SIDE_EFFECTS : NO_SIDE_EFFECTS;
  if (sideEffects === undefined) findings.add(required(path, `must specify one of ${allowed.join(', ')}`));
  else checkOneOf(sideEffects, allowed, path, findings);
}

function checkSelector(
  selector: LabelSelector | undefined,
  path: string,
  { invalidLabelValues }: Tolerated,
  findings: Findings,
): void {
  for (const error of validateLabelSelector(selector, path)) {
    if (!(invalidLabelValues && EXPRESSION_VALUE.test(error.field))) findings.add(error);
  }
}

/** The path of a value in a match expression. */
const EXPRESSION_VALUE = /\.matchExpressions\[\d+\]\.values\[\d+\]$/;
