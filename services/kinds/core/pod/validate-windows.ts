import type { PodSpec, WindowsSecurityContextOptions } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import {
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const LARGEST_SPEC = 64 * 1024;
const LONGEST_DOMAIN = 255;
const LONGEST_USER = 104;

/** Validates the Windows options of a security context (Kubernetes' validateWindowsSecurityContextOptions). */
export function validateWindowsOptions(options: WindowsSecurityContextOptions | undefined, path: string): FieldError[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options ?? {};
  const errors: FieldError[] = [];
  if (name !== undefined) {
    const field = fieldPath(path, 'gmsaCredentialSpecName');
    errors.push(...invalidEach(field, name, dnsSubdomain(name)));
  }
  if (spec !== undefined) {
    const field = fieldPath(path, 'gmsaCredentialSpec');
    if (spec === '') errors.push(invalid(field, spec, 'gmsaCredentialSpec cannot be an empty string'));
    if (utf8Length(spec) > LARGEST_SPEC) {
      errors.push(invalid(field, spec, 'gmsaCredentialSpec size must be under 64 KiB'));
    }
  }
  if (user === undefined) return errors;
  const field = fieldPath(path, 'runAsUserName');
  return [...errors, ...userProblems(user).map((text) => invalid(field, user, `runAsUserName${text}`))];
}

/** Validates a name such as `DOMAIN\\user`. Each text follows the name of the field. */
function userProblems(text: string): readonly string[] {
  if (text === '') return [' cannot be an empty string'];
  if (hasControlCharacter(text)) return [' cannot contain control characters'];
  const [first = '', second, more] = text.split('\\');
  if (more !== undefined) return [' cannot contain more than one backslash'];
  const user = second ?? first;
  const problems: string[] = [];
  if (second !== undefined) {
    if (utf8Length(first) > LONGEST_DOMAIN) problems.push("'s Domain length must be under 256 characters");
    if (!isDomain(first)) problems.push("'s Domain doesn't match the NetBios nor the DNS format");
  }
  if (user === '') problems.push("'s User cannot be empty");
  if (utf8Length(user) > LONGEST_USER) problems.push("'s User length must not be longer than 104 characters");
  if (/^[. ]+$/.test(user)) problems.push("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    problems.push(String.raw`'s User cannot contain the following characters: "/\:;|=,+*?<>@[]`);
  }
  return problems;
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f');
}

/** A NetBIOS name, or a DNS name with capitals allowed. */
function isDomain(text: string): boolean {
  if (/^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(text)) return true;
  return text.split('.').every((label) => /^[a-zA-Z0-9-]{1,63}$/.test(label) && !/^-|-$/.test(label));
}

const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Validates that all containers or none are host processes (validateWindowsHostProcessPod). */
export function validateHostProcesses(spec: PodSpec, path: string): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  let all = 0;
  let ofNode = 0;
  const errors = CONTAINERS.flatMap((list) =>
    eachError(spec[list] ?? [], ({ securityContext }, index) => {
      const own = securityContext?.windowsOptions?.hostProcess;
      all += 1;
      if (own ?? ofPod ?? false) ofNode += 1;
      if (ofPod === undefined || own === undefined || own === ofPod) return [];
      const field = `${keyPath(fieldPath(path, list), index)}.securityContext.windowsOptions.hostProcess`;
      return [invalid(field, own, `pod hostProcess value must be identical if both are specified, was ${ofPod}`)];
    }),
  );
  if (ofNode === 0) return errors;
  if (ofNode !== all) {
    const text = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalid(path, '', text));
  }
  if (spec.hostNetwork !== true) {
    const text = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalid(fieldPath(path, 'hostNetwork'), false, text));
  }
  return errors;
}
