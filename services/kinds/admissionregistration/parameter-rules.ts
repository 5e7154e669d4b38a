import type { ParamKind, ParamRef } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { dns1035Label, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import { fieldPath, forbidden, invalid, notSupported, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../definition/findings.js';

/** Validates the kind of the parameters of a policy. */
export function checkParamKind({ apiVersion = '', kind = '' }: ParamKind, path: string, findings: Findings): void {
  checkApiVersion(apiVersion, fieldPath(path, 'apiVersion'), findings);
  const kindAt = fieldPath(path, 'kind');
  const problems = dns1035Label(kind.toLowerCase());
  if (kind === '') findings.add(required(kindAt));
  else if (problems.length > 0) {
    findings.add(invalid(kindAt, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`));
  }
}

function checkApiVersion(text: string, path: string, findings: Findings): void {
  if (text === '') {
    findings.add(required(path));
    return;
  }
  const parts = text === '/' ? [''] : text.split('/');
  if (parts.length > 2) {
    findings.add(invalid(path, text, `unexpected GroupVersion string: ${text}`));
    return;
  }
  const [group, version] = parts.length === 1 ? ['', parts[0] ?? ''] : [parts[0] ?? '', parts[1] ?? ''];
  const groupProblems = group === '' ? [] : dnsSubdomain(group);
  if (groupProblems.length > 0) findings.add(invalid(path, group, groupProblems.join(',')));
  const versionProblems = dns1035Label(version);
  if (version === '') findings.add(invalid(path, text, 'version must be specified'));
  else if (versionProblems.length > 0) findings.add(invalid(path, version, versionProblems.join(',')));
}

const NOT_FOUND_ACTIONS = ['Deny', 'Allow'];
const EXCLUSIVE = 'name and selector are mutually exclusive';

/** Validates the parameters of a binding. */
export function checkParamRef(
  { name = '', selector, parameterNotFoundAction: action = '' }: ParamRef,
  path: string,
  findings: Findings,
): void {
  const nameAt = fieldPath(path, 'name');
  const selectorAt = fieldPath(path, 'selector');
  const areBoth = name !== '' && selector !== undefined;
  if (name !== '') for (const problem of pathSegmentName(name)) findings.add(invalid(nameAt, name, problem));
  if (areBoth) findings.add(forbidden(nameAt, EXCLUSIVE));
  for (const error of validateLabelSelector(selector, selectorAt)) findings.add(error);
  if (areBoth) findings.add(forbidden(selectorAt, EXCLUSIVE));
  if (name === '' && selector === undefined) {
    findings.add(required(path, 'one of name or selector must be specified'));
  }
  const actionAt = fieldPath(path, 'parameterNotFoundAction');
  if (action === '') findings.add(required(actionAt));
  else if (!NOT_FOUND_ACTIONS.includes(action)) findings.add(notSupported(actionAt, action, NOT_FOUND_ACTIONS));
}
