import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CERTIFICATES_FLAGS } from '../options/flags.js';
import { readPlan } from './document.js';

/** The parts of a valid plan. A case replaces some of them. */
const PARTS = {
  authorities: '[{name: ca, commonName: Root, validity: 10000h}]',
  certificates: '[{name: web, authority: ca, commonName: w, hosts: [a.b], usages: [server]}]',
  keys: '[{name: sa}]',
  kubeconfigs: '[{name: admin, certificate: elsewhere, authority: ca, server: "https://a:1"}]',
};

const planWith = (parts: Partial<typeof PARTS>): string =>
  Object.entries({ ...PARTS, certificates: '[]', ...parts })
    .map(([name, text]) => `${name}: ${text}\n`)
    .join('');

const certificate = (text: string): string => `[{name: web, authority: ca, commonName: w, ${text}}]`;

describe('readPlan', () => {
  it('applies the defaults', () => {
    const plan = readPlan(
      `authorities: [{name: ca, commonName: Root}, {name: etcd-ca, commonName: etcd, propagation: 720h}]
certificates:
- {name: a, authority: ca, commonName: A, organizations: [x, x, z], usages: [client]}
- {name: b, authority: ca, commonName: B, hosts: ['*.B.c', '0:0::1', 10.0.0.1], usages: [server], validity: 1h30m}
- {name: c, authority: other, commonName: C, hosts: [c], usages: [client, server]}
`,
      'plan.yaml',
    );
    const hour = 3_600_000;
    assert.deepEqual(plan.authorities, [
      { name: 'ca', commonName: 'Root', validity: 87600 * hour },
      { name: 'etcd-ca', commonName: 'etcd', validity: 87600 * hour, propagation: 720 * hour },
    ]);
    assert.deepEqual(
      plan.certificates.map(({ organizations, purpose, validity }) => ({ organizations, purpose, validity })),
      [
        { organizations: ['x', 'z'], purpose: { type: 'client' }, validity: 8760 * hour },
        { organizations: [], purpose: { type: 'server', hosts: ['*.b.c', '10.0.0.1', '::1'] }, validity: 1.5 * hour },
        { organizations: [], purpose: { type: 'peer', hosts: ['c'] }, validity: 8760 * hour },
      ],
    );
    assert.deepEqual([plan.keys, plan.kubeconfigs], [[], []]);
  });

  const faults: readonly (readonly [parts: Partial<typeof PARTS> & { more?: string }, fault: string])[] = [
    [{ more: 'authority: []' }, 'authority: Unknown field'],
    [{ more: 'keys: []' }, 'keys: Duplicate field'],
    [{ authorities: '[{name: ca}]' }, 'authorities[0].commonName: Required value'],
    [{ authorities: '[{name: ca, commonName: ""}]' }, 'authorities[0].commonName: Required value'],
    [
      { authorities: `[{name: ca, commonName: ${'x'.repeat(65)}}]` },
      `authorities[0].commonName: Invalid value: "${'x'.repeat(65)}": must have at most 64 characters`,
    ],
    [
      { authorities: '[{name: ca, commonName: c, validity: 0s}]' },
      'authorities[0].validity: Invalid value: "0s": must be a duration of at least one second, such as 8760h',
    ],
    [
      { authorities: '[{name: ca, commonName: c, validity: ten years}]' },
      'authorities[0].validity: Invalid value: "ten years": must be a duration of at least one second, such as 8760h',
    ],
    [
      { authorities: '[{name: ca, commonName: c, propagation: soon}]' },
      'authorities[0].propagation: Invalid value: "soon": must be a duration of at least one second, such as 8760h',
    ],
    [{ authorities: '[{name: ca, commonName: c, days: 1}]' }, 'authorities[0].days: Unknown field'],
    [{ keys: '[{name: Sa}]' }, 'keys[0].name: Invalid value: "Sa": must be a DNS subdomain, as names of Secrets are'],
    [
      { keys: '[{name: ../sa}]' },
      'keys[0].name: Invalid value: "../sa": must be a DNS subdomain, as names of Secrets are',
    ],
    [{ keys: '[{name: ca-next}]' }, 'keys[0].name: Invalid value: "ca-next": must not end with -bundle or -next'],
    [{ keys: '[{name: admin}]' }, 'kubeconfigs[0].name: Duplicate value: "admin"'],
    [{ keys: '[{name: sa}, {name: sa}]' }, 'keys[1].name: Duplicate value: "sa"'],
    [
      { certificates: '[{name: a, authority: sa, commonName: w, usages: [client]}]' },
      'certificates[0].authority: Invalid value: "sa": the plan has an item of another type with this name',
    ],
    [{ certificates: certificate('usages: [], hosts: []') }, 'certificates[0].usages: Required value'],
    [
      { certificates: certificate('usages: [signing]') },
      'certificates[0].usages[0]: Unsupported value: "signing": supported values: "server", "client"',
    ],
    [
      { certificates: certificate('usages: [server]') },
      'certificates[0].hosts: Required value: a server certificate needs DNS names or IP addresses',
    ],
    [
      { certificates: certificate('usages: [client], hosts: [a]') },
      'certificates[0].hosts: Forbidden: only server certificates have hosts',
    ],
    ...['a b', 'a/b', '*', 'a.*.b', 'fe80::1%eth0', '10.0.0.1:80', ''].map(
      (host): readonly [Partial<typeof PARTS>, string] => [
        { certificates: certificate(`usages: [server], hosts: [a, "${host}"]`) },
        `certificates[0].hosts[1]: Invalid value: "${host}": must be a DNS name or an IP address`,
      ],
    ),
    [
      { certificates: certificate('usages: [client], organizations: [a, ""]') },
      'certificates[0].organizations[1]: Required value',
    ],
    [
      { certificates: certificate('usages: [client], validity: 10001h') },
      'certificates[0].validity: Invalid value: "10001h": must not be longer than the validity of its authority',
    ],
    [
      { authorities: '[{name: ca, commonName: c, validity: 100h}]', certificates: certificate('usages: [client]') },
      'certificates[0].validity: Invalid value: "8760h": must not be longer than the validity of its authority',
    ],
    [
      { certificates: 'a' },
      'certificates: json: cannot unmarshal string into Go struct field Plan.certificates of type []Certificate',
    ],
    [
      {
        certificates: certificate('usages: [server], hosts: [a], validity: 1h'),
        kubeconfigs: '[{name: k, certificate: web, authority: ca, server: "https://a"}]',
      },
      'kubeconfigs[0].certificate: Invalid value: "web": must be a client certificate',
    ],
    [
      { kubeconfigs: '[{name: k, certificate: ca, authority: ca, server: "https://a"}]' },
      'kubeconfigs[0].certificate: Invalid value: "ca": the plan has an item of another type with this name',
    ],
    ...['http://a', 'a:6443', 'https://u:p@a', 'https://a?b'].map(
      (server): readonly [Partial<typeof PARTS>, string] => [
        { kubeconfigs: `[{name: k, certificate: c, authority: ca, server: "${server}"}]` },
        `kubeconfigs[0].server: Invalid value: "${server}": must be an https URL, such as https://10.0.0.1:6443`,
      ],
    ),
  ];
  for (const [{ more = '', ...parts }, fault] of faults) {
    it(`rejects: ${fault}`, () =>
      assert.throws(() => readPlan(planWith(parts) + more, 'plan.yaml'), { message: `plan.yaml: ${fault}` }));
  }

  it('reports every error at once', () => {
    const text = planWith({ authorities: '[{name: A, commonName: a, validity: x}]', keys: '[{name: B}]' });
    assert.throws(
      () => readPlan(text, 'p'),
      ({ message }: Error) => message.split('\n').length === 3,
    );
  });

  for (const [text, message] of [
    ['- a', 'p: the file does not hold an object'],
    ['a: [', /^p: .*line/],
  ] as const) {
    it(`rejects: ${text}`, () => assert.throws(() => readPlan(text, 'p'), { message }));
  }
});

describe('docs/certificates.md', () => {
  // The path holds for sources and compiled files.
  const page = readFileSync(new URL('../../../docs/certificates.md', import.meta.url.replace('/dist/', '/')), 'utf8');

  it('shows valid plans', () => {
    const plans = [...page.matchAll(/```yaml.*\n([^]*?)```/g)].map(([, text = '']) => readPlan(text, 'plan.yaml'));
    assert.deepEqual(
      plans.map(({ certificates, kubeconfigs }) => [certificates.length, kubeconfigs.length]),
      [
        [2, 1],
        [0, 1],
      ],
    );
  });

  for (const { name } of CERTIFICATES_FLAGS) {
    it(`documents --${name}`, () => assert.match(page, new RegExp(`^\\| .*\`--?${name}\`.*\\|$`, 'm')));
  }
});
