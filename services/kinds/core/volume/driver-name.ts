import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { invalid, required, tooLong, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

const MAX_LENGTH = 63;

/** Validates the name of a CSI driver, a DNS subdomain in any case (Kubernetes' ValidateCSIDriverName). */
export function validateDriverName(name: string, field: string): FieldError[] {
  if (name === '') return [required(field)];
  return [
    ...(utf8Length(name) > MAX_LENGTH ? [tooLong(field, MAX_LENGTH)] : []),
    ...dnsSubdomain(name.toLowerCase()).map((problem) => invalid(field, name, problem)),
  ];
}
