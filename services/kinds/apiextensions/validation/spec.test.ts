import assert from 'node:assert/strict';
import { problems, version, widgets } from '../definitions.test.helper.js';

const OBJECT = { type: 'object' };
const DNS_1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const V2 = { served: true, storage: false };
const names = (others: object) => ({ names: { plural: 'widgets', kind: 'Widget', ...others } });
const v1 = (settings: object) => ({ versions: [version(OBJECT, settings)] });
const scale = (paths: object) => v1({ subresources: { scale: paths } });
const column = (settings: object) =>
  v1({ additionalPrinterColumns: [{ name: 'n', type: 'string', jsonPath: '.spec', ...settings }] });

describe('validation of a specification', () => {
  const cases: readonly (readonly [what: string, spec: object, errors: readonly string[]])[] = [
    ['nothing', {}, []],
    [
      'no group',
      { group: '' },
      [
        'metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group',
        'spec.group: Required value',
      ],
    ],
    [
      'a group without a dot',
      { group: 'example' },
      [
        'metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group',
        'spec.group: Invalid value: "example": should be a domain with at least one dot',
      ],
    ],
    ['no scope', { scope: '' }, ['spec.scope: Required value']],
    [
      'another scope',
      { scope: 'x' },
      ['spec.scope: Unsupported value: "x": supported values: "Cluster", "Namespaced"'],
    ],
    [
      'names in the wrong form',
      names({ singular: 'A', kind: 'a_b', listKind: 'L', shortNames: ['ok', '-'], categories: ['C'] }),
      [
        `spec.names.singular: Invalid value: "A": ${DNS_1035}`,
        `spec.names.kind: Invalid value: "a_b": may have mixed case, but should otherwise match: ${DNS_1035}`,
        `spec.names.shortNames[1]: Invalid value: "-": ${DNS_1035}`,
        `spec.names.categories[0]: Invalid value: "C": ${DNS_1035}`,
      ],
    ],
    [
      'no kind',
      { names: { plural: 'widgets' } },
      ['spec.names.singular: Required value', 'spec.names.kind: Required value', 'spec.names.listKind: Required value'],
    ],
    [
      'the same kind for objects and lists',
      names({ listKind: 'Widget' }),
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      'no versions',
      { versions: [] },
      [
        'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'no storage version',
      v1({ storage: false }),
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'a duplicate version',
      { versions: [version(OBJECT), version(OBJECT, V2)] },
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must contain unique version names',
      ],
    ],
    [
      'an invalid version name',
      v1({ name: 'V1' }),
      [`spec.versions[0].name: Invalid value: "V1": ${DNS_1035}`, `spec.version: Invalid value: "V1": ${DNS_1035}`],
    ],
    [
      'no schema',
      { versions: [{ name: 'v1', served: false, storage: true }] },
      ['spec.versions[0].schema.openAPIV3Schema: Required value'],
    ],
    [
      'a warning without deprecation',
      v1({ deprecationWarning: 'w' }),
      ['spec.versions[0].deprecationWarning: Invalid value: "w": can only be set for deprecated versions'],
    ],
    [
      'an empty warning',
      v1({ deprecated: true, deprecationWarning: '' }),
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    [
      'a multi-line warning',
      v1({ deprecated: true, deprecationWarning: 'é\n' }),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "é\\n": must only contain printable UTF-8 characters; non-printable character found at index 2',
      ],
    ],
    [
      'unknown fields are preserved',
      { preserveUnknownFields: true },
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      'a scale without paths',
      scale({}),
      [
        'spec.subresources.scale.specReplicasPath: Required value',
        'spec.subresources.scale.statusReplicasPath: Required value',
      ],
    ],
    [
      'a scale with other paths',
      scale({ specReplicasPath: '.status.r', statusReplicasPath: 'status.r', labelSelectorPath: '.x' }),
      [
        'spec.subresources.scale.specReplicasPath: Invalid value: ".status.r": should be a json path under .spec',
        'spec.subresources.scale.statusReplicasPath: Invalid value: "status.r": must be a simple json path starting with .',
        'spec.subresources.scale.labelSelectorPath: Invalid value: ".x": should be a json path under either .spec or .status',
      ],
    ],
    [
      'settings that differ between versions',
      { versions: [version(OBJECT), version(OBJECT, { ...V2, name: 'v2', subresources: { scale: {} } })] },
      [
        'spec.versions[1].subresources.scale.specReplicasPath: Required value',
        'spec.versions[1].subresources.scale.statusReplicasPath: Required value',
      ],
    ],
    [
      'an empty column',
      v1({ additionalPrinterColumns: [{}] }),
      [
        'spec.additionalPrinterColumns[0].name: Required value',
        'spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].JSONPath: Required value',
      ],
    ],
    [
      'an unsupported column type',
      column({ type: 'object', format: 'name', jsonPath: 'spec' }),
      [
        'spec.additionalPrinterColumns[0].type: Invalid value: "object": must be one of boolean,date,integer,number,string',
        'spec.additionalPrinterColumns[0].format: Invalid value: "name": must be one of byte,date,date-time,double,float,int32,int64,password',
        'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec": must be a simple json path starting with .',
      ],
    ],
  ];
  for (const [what, spec, errors] of cases) it(what, () => assert.deepEqual(problems(widgets(spec)), errors));
});

describe('selectable fields', () => {
  const schema = {
    type: 'object',
    properties: {
      metadata: { type: 'object', properties: { name: { type: 'string' } } },
      spec: {
        type: 'object',
        properties: {
          a: { type: 'string' },
          n: { type: 'integer' },
          o: { type: 'object' },
          l: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  };
  const path = 'spec.selectableFields';
  const cases: readonly (readonly [paths: readonly string[], errors: readonly string[]])[] = [
    [['.spec.a', '.spec.n'], []],
    [[''], [`${path}[0].jsonPath: Required value`]],
    [['spec.a'], [`${path}[0].jsonPath: Invalid value: "spec.a": is an invalid path: expected [ or . but got: spec`]],
    [['.spec.'], [`${path}[0].jsonPath: Invalid value: ".spec.": is an invalid path: unexpected end of JSON path`]],
    [
      ['.spec.z'],
      [`${path}[0].jsonPath: Invalid value: ".spec.z": is an invalid path: does not refer to a valid field`],
    ],
    [
      ['.spec.l[0]'],
      [`${path}[0].jsonPath: Invalid value: ".spec.l[0]": is an invalid path: array notation is not allowed`],
    ],
    [
      ['.spec.o'],
      [
        `${path}[0].jsonPath: Invalid value: ".spec.o": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.`,
      ],
    ],
    [
      ['.metadata.name'],
      [`${path}[0].jsonPath: Invalid value: ".metadata.name": must not point to fields in metadata`],
    ],
    [['.spec.a', '.spec.a'], [`${path}[1].jsonPath: Duplicate value: ".spec.a"`]],
  ];
  for (const [paths, errors] of cases) {
    it(paths.join(' '), () => {
      const selectableFields = paths.map((jsonPath) => ({ jsonPath }));
      assert.deepEqual(problems(widgets({ versions: [version(schema, { selectableFields })] })), errors);
    });
  }

  const many = (count: number, more: object = {}) => {
    const fields = Array.from({ length: count }, (_, index) => `f${index}`);
    const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]));
    const selectableFields = fields.map((field) => ({ jsonPath: `.${field}` }));
    return widgets({ versions: [version({ type: 'object', properties }, { selectableFields, ...more })] });
  };

  it('are limited to eight, unless the stored definition has more', () => {
    const tooMany = [`${path}: Too many: 9: must have at most 8 items`];
    assert.deepEqual(problems(many(8)), []);
    assert.deepEqual(problems(many(9)), tooMany);
    assert.deepEqual(problems(many(9), many(10)), tooMany);
    assert.deepEqual(problems(many(9, { deprecated: true }), many(9)), []);
  });

  it('may be the same in versions whose schemas differ', () => {
    const selectableFields = [{ jsonPath: '.a' }];
    const of = (properties: object, settings: object) =>
      version({ type: 'object', properties }, { selectableFields, ...settings });
    const a = { a: { type: 'string' } };
    const versions = (others: object) => ({
      versions: [of(a, {}), of(others, { name: 'v2', served: true, storage: false })],
    });
    assert.deepEqual(problems(widgets(versions({ ...a, b: { type: 'string' } }))), []);
    assert.deepEqual(problems(widgets(versions({}))), [
      'spec.versions[1].selectableFields[0].jsonPath: Invalid value: ".a": is an invalid path: does not refer to a valid field',
    ]);
  });

  it('require a schema', () => {
    const fields = { schema: undefined, selectableFields: [{ jsonPath: '.a' }] };
    assert.deepEqual(problems(widgets({ versions: [version({}, fields)] })), [
      'spec.versions[0].schema.openAPIV3Schema: Required value',
      `${path}: Invalid value: "": may only be set when validations.schema is included`,
    ]);
  });
});

describe('the approval of a definition', () => {
  const url = 'https://github.com/kubernetes/enhancements/pull/1';
  const path = 'metadata.annotations[api-approved.kubernetes.io]';
  const missing = `${path}: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111`;
  const within = (group: string, annotation?: string) =>
    widgets(
      { group },
      {
        metadata: {
          name: `widgets.${group}`,
          ...(annotation !== undefined && { annotations: { 'api-approved.kubernetes.io': annotation } }),
        },
      },
    );
  const cases: readonly (readonly [group: string, annotation: string | undefined, errors: readonly string[]])[] = [
    ['sub.k8s.io', undefined, [missing]],
    ['kubernetes.io', undefined, [missing]],
    ['notk8s.io', undefined, []],
    ['x.k8s.io', url, []],
    ['x.k8s.io', 'unapproved, for tests', []],
    [
      'x.k8s.io',
      'yes',
      [
        `${path}: Invalid value: "yes": protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111`,
      ],
    ],
  ];
  for (const [group, annotation, errors] of cases) {
    it(`in ${group}: ${annotation}`, () => assert.deepEqual(problems(within(group, annotation)), errors));
  }

  it('is not checked if unchanged', () => {
    assert.deepEqual(problems(within('x.k8s.io'), within('x.k8s.io')), []);
    assert.deepEqual(problems(within('x.k8s.io'), within('x.k8s.io', url)), [missing]);
  });
});
