import assert from 'node:assert/strict';
import { problems, widgets } from '../definitions.test.helper.js';

const CLIENT = 'spec.conversion.webhookClientConfig';
const VERSIONS = 'spec.conversion.conversionReviewVersions';
const webhook = (clientConfig: object, conversionReviewVersions: readonly string[] = ['v1']) => ({
  strategy: 'Webhook',
  webhook: { clientConfig, conversionReviewVersions },
});
const url = (text: string) => webhook({ url: text });
const service = (others: object) => webhook({ service: { name: 'n', namespace: 'ns', ...others } });
const FORM = '; desired format: https://host[/path]';
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe('validation of a conversion', () => {
  const cases: readonly (readonly [conversion: object, errors: readonly string[]])[] = [
    [{ strategy: 'None' }, []],
    [{ strategy: '' }, ['spec.conversion.strategy: Required value']],
    [{ strategy: 'x' }, ['spec.conversion.strategy: Unsupported value: "x": supported values: "None", "Webhook"']],
    [
      { strategy: 'None', webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] } },
      [
        `${CLIENT}: Forbidden: should not be set when strategy is not set to Webhook`,
        `${VERSIONS}: Forbidden: should not be set when strategy is not set to Webhook`,
      ],
    ],
    [
      { strategy: 'Webhook' },
      [`${CLIENT}: Required value: required when strategy is set to Webhook`, `${VERSIONS}: Required value`],
    ],
    [webhook({}), [`${CLIENT}: Required value: exactly one of url or service is required`]],
    [
      webhook({ url: 'https://h', service: { name: 'n', namespace: 'ns' } }),
      [`${CLIENT}: Required value: exactly one of url or service is required`],
    ],
    [url('https://host:8443/path'), []],
    [url('http://host'), [`${CLIENT}.url: Invalid value: "http": 'https' is the only allowed URL scheme${FORM}`]],
    [url('https:///x'), [`${CLIENT}.url: Invalid value: "": host must be specified${FORM}`]],
    [url('https://u:p@h'), [`${CLIENT}.url: Invalid value: "u:p": user information is not permitted in the URL`]],
    [url('https://h/#f'), [`${CLIENT}.url: Invalid value: "f": fragments are not permitted in the URL`]],
    [url('https://h/?q'), [`${CLIENT}.url: Invalid value: "q": query parameters are not permitted in the URL`]],
    [
      url('https://h:x/'),
      [
        `${CLIENT}.url: Required value: url must be a valid URL: parse "https://h:x/": invalid port ":x" after host${FORM}`,
      ],
    ],
    [url(':x'), [`${CLIENT}.url: Required value: url must be a valid URL: parse ":x": missing protocol scheme${FORM}`]],
    [service({}), []],
    [
      service({ name: '', namespace: '' }),
      [`${CLIENT}.service.name: Required value`, `${CLIENT}.service.namespace: Required value`],
    ],
    [service({ namespace: '' }), [`${CLIENT}.service.name: Required value`]],
    [
      service({ port: 0 }),
      [`${CLIENT}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`],
    ],
    [service({ path: '/' }), []],
    [service({ path: '//' }), [`${CLIENT}.service.path: Invalid value: "//": segment[0] may not be empty`]],
    [
      service({ path: 'a/b' }),
      [
        `${CLIENT}.service.path: Invalid value: "a/b": must start with a '/'`,
        `${CLIENT}.service.path: Invalid value: "a/b": segment[0] may not be empty`,
      ],
    ],
    [service({ path: '/a//b/' }), [`${CLIENT}.service.path: Invalid value: "/a//b/": segment[1] may not be empty`]],
    [service({ path: '/A' }), [`${CLIENT}.service.path: Invalid value: "/A": segment[0]: ${SUBDOMAIN}`]],
    [webhook({ url: 'https://h' }, []), [`${VERSIONS}: Required value`]],
    [webhook({ url: 'https://h' }, ['v1', 'v1']), [`${VERSIONS}[1]: Invalid value: "v1": duplicate version`]],
    [
      webhook({ url: 'https://h' }, ['v3']),
      [`${VERSIONS}: Invalid value: ["v3"]: must include at least one of v1, v1beta1`],
    ],
    [webhook({ url: 'https://h', caBundle: 'AAAA' }), []],
  ];
  for (const [conversion, errors] of cases) {
    it(JSON.stringify(conversion), () => assert.deepEqual(problems(widgets({ conversion })), errors));
  }

  const established = { conditions: [{ type: 'Established', status: 'True' }], storedVersions: ['v1'] };
  const withBundle = (caBundle: string, status: object = established) =>
    widgets({ conversion: webhook({ url: 'https://h', caBundle }) }, { status });

  it('refuses an invalid CA bundle once the definition is established', () => {
    const broken = withBundle('AAAA');
    const text = `${CLIENT}.caBundle: Invalid value: "AAAA": unable to load root certificates: unable to parse bytes as PEM block`;
    assert.deepEqual(problems(broken, widgets({}, { status: established })), [text]);
    assert.deepEqual(problems(broken, widgets()), []);
    assert.deepEqual(problems(broken, withBundle('BBBB')), []);
  });

  it('refuses unknown review versions, unless the stored definition has them', () => {
    const unknown = widgets({ conversion: webhook({ url: 'https://h' }, ['v3']) });
    assert.deepEqual(problems(unknown, widgets({ conversion: webhook({ url: 'https://h' }, ['v4']) })), []);
    assert.equal(problems(unknown, widgets()).length, 1);
  });
});
