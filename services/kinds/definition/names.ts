import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { generateNameProblems } from '@pilothouse/apimachinery/names/generate-name.js';
import type { Strategy } from './definition.js';

/** Names that are DNS subdomains: most kinds. */
export const subdomainName: Strategy['nameErrors'] = (name, prefix) =>
  prefix ? generateNameProblems(name, dnsSubdomain) : dnsSubdomain(name);

/** Names that are DNS labels. */
export const labelName: Strategy['nameErrors'] = (name, prefix) =>
  prefix ? generateNameProblems(name, dnsLabel) : dnsLabel(name);
