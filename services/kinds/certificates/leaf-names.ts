import type { X509Certificate } from 'node:crypto';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Validates the DNS names and email addresses of a certificate. */
export function validateNames({ subjectAltName = '' }: X509Certificate, field: string): FieldError[] {
  return subjectAltName.split(', ').flatMap((each) => {
    const name = each.slice(each.indexOf(':') + 1);
    if (each.startsWith('DNS:')) return dnsProblems(name).map((text) => invalid(field, name, text));
    if (!each.startsWith('email:') || /^[^\s@]+@[^\s@]+$/.test(name)) return [];
    return [invalid(field, name, 'leaf certificate should not contain invalid EmailAddress')];
  });
}

function dnsProblems(name: string): string[] {
  return [
    ...(name === '' ? ['leaf certificate should not contain empty DNSName'] : []),
    ...(name.includes('..') ? ["leaf certificate's DNSName should not contain '..'"] : []),
    ...(/^\.|\.$/.test(name) ? ["leaf certificate's DNSName should not start or end with '.'"] : []),
  ];
}
