import { configMapKey } from '../names/config-key.js';
import { dnsLabel, dnsSubdomain } from '../names/dns.js';
import type { Problems } from '../names/messages.js';
import { labelValue, qualifiedName } from '../names/qualified-name.js';
import type { StringFormat } from './schema.js';

/** Validation errors of a text; empty when it has the format. */
export const FORMATS: Readonly<Record<StringFormat, (value: string) => Problems>> = {
  dnsLabel,
  dnsSubdomain,
  qualifiedName,
  labelValue,
  configKey: configMapKey,
  uuid: (value) =>
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
      ? []
      : ['must be a lowercase UUID in 8-4-4-4-12 format'],
};
