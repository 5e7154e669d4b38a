import { isCidr, isIPv4, isIPv6 } from '../names/ip.js';
import { requestUriProblem } from '../names/url.js';
import { dnsLabel, dnsSubdomain } from '../names/dns.js';

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const uuid = (version: string, variant = '[0-9a-f]'): ((text: string) => boolean) =>
  matches(new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`, 'i'));

/** The string formats of custom resources in Kubernetes 1.36. Others are not checked. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: matches(/^[0-9a-f]{24}$/i),
  uri: (text) => requestUriProblem(text) === undefined,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCidr,
  mac: matches(
    /^(?:[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?:(?::[0-9a-f]{2}){2}|(?::[0-9a-f]{2}){14})?|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?:(?:-[0-9a-f]{2}){2}|(?:-[0-9a-f]{2}){14})?|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?:\.[0-9a-f]{4}|(?:\.[0-9a-f]{4}){7})?)$/i,
  ),
  uuid: uuid('[0-9a-f]'),
  uuid3: uuid('3'),
  uuid4: uuid('4', '[89ab]'),
  uuid5: uuid('5', '[89ab]'),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: matches(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
  hexcolor: matches(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i),
  rgbcolor: matches(
    /^rgb\(\s*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*(?:,\s*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*){2}\)$/,
  ),
  byte: matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  password: () => true,
  date: isDate,
  duration: isDuration,
  datetime: isDateTime,
  k8sshortname: (text) => dnsLabel(text).length === 0,
  k8slongname: (text) => dnsSubdomain(text).length === 0,
};

/** Whether a text has the format; undefined for an unknown format. Dashes in the name are ignored. */
export function formatCheck(format: string): ((text: string) => boolean) | undefined {
  const name = format.replaceAll('-', '');
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

/** An address of RFC 5322 with an optional display name. */
function isEmail(text: string): boolean {
  const address = /^(?:[^<>@"]*|"[^"]*")<([^<>]*)>$/.exec(text.trim())?.[1] ?? text.trim();
  return /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"[^"]+")@(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|\[[^\]]+\])$/u.test(
    address,
  );
}

const MAX_HOSTNAME = 255;

/** A single label, or labels with a top-level domain of at least two characters without digits. */
function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > MAX_HOSTNAME) return false;
  const labels = text.split('.');
  const isLabel = (label: string): boolean =>
    /^[\da-z\p{S}\p{L}](?:[-\da-z\p{S}\p{L}]*[\da-z\p{S}\p{L}])?$/iu.test(label) && Buffer.byteLength(label) <= 63;
  if (!labels.every(isLabel)) return false;
  return labels.length === 1 || /^[a-z\p{L}]{2,63}$/iu.test(labels.at(-1) ?? '');
}

function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + (10 - index) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  return (
    Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}

function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  const isIssued =
    /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;
  if (!isIssued.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** `2006-01-02`. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `2014-12-15T19:30:20.000Z`; the zone is optional. */
function isDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?$/.exec(text);
  if (parts === null) return false;
  const [, date = '', hour, minute, second] = parts;
  return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/** Go durations (`1h30m`), or integers with a unit in words (`3 days`). */
function isDuration(text: string): boolean {
  if (/^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) return true;
  const found = [...text.matchAll(/\d+\s*([a-zµ]+)/gi)];
  const isUnit = (unit: string): boolean =>
    /^(?:ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/i.test(unit);
  return found.some(([, unit = '']) => isUnit(unit));
}
