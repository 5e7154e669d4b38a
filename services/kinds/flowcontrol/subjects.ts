import type { ServiceAccountSubject, Subject } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** The member of a subject for each kind, in the order of errors. */
const MEMBERS = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;
type Member = (typeof MEMBERS)[keyof typeof MEMBERS];

/** The errors of a subject of a FlowSchema: it has the member of its kind, and no other. */
export function validateSubject(subject: Subject, field: string): FieldError[] {
  const { kind } = subject;
  if (!isKind(kind)) return [notSupported(`${field}.kind`, kind, ['Group', 'ServiceAccount', 'User'])];
  const others = Object.entries(MEMBERS).filter(([other, member]) => other !== kind && subject[member] !== undefined);
  return [
    ...validateMember(subject, kind, field),
    ...others.map(([other, member]) =>
      forbidden(`${field}.${member}`, `${member} is forbidden when subject kind is not '${other}'`),
    ),
  ];
}

function isKind(kind: string): kind is keyof typeof MEMBERS {
  return Object.hasOwn(MEMBERS, kind);
}

function validateMember(subject: Subject, kind: keyof typeof MEMBERS, parent: string): FieldError[] {
  const member: Member = MEMBERS[kind];
  const field = `${parent}.${member}`;
  const value = subject[member];
  if (value === undefined) return [required(field, `${member} is required when subject kind is '${kind}'`)];
  if ('namespace' in value) return validateServiceAccount(value, field);
  return value.name === '' ? [required(`${field}.name`)] : [];
}

function validateServiceAccount({ name, namespace }: ServiceAccountSubject, field: string): FieldError[] {
  return [
    ...(name === '' ? [required(`${field}.name`)] : []),
    ...(name === '' || name === '*' ? [] : dnsSubdomain(name).map((text) => invalid(`${field}.name`, name, text))),
    ...(namespace === ''
      ? [required(`${field}.namespace`, 'must specify namespace for service account')]
      : dnsLabel(namespace).map((text) => invalid(`${field}.namespace`, namespace, text))),
  ];
}
