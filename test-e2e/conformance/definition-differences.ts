import type { Difference, Wording } from './difference.js';

const ALL = /^\d+\.(?:status|headers|body)/;
const ESTABLISHED = 'conditions of new definitions';
const DEFINITIONS_FILE = 'definitions';
const OBJECTS_FILE = 'custom-objects';
const APPLIES_FILE = 'custom-applies';
const SUBRESOURCES_FILE = 'custom-subresources';
const EMPTIED = 'applies that remove the last field';

/** Differences of definitions, and of custom objects without rules. */
export const DEFINITION_DIFFERENCES: readonly Difference[] = [
  { row: ESTABLISHED, file: DEFINITIONS_FILE, at: /status\.conditions(?:\.|$)/ },
  { row: ESTABLISHED, file: DEFINITIONS_FILE, at: /status\.acceptedNames/ },
  { row: ESTABLISHED, file: DEFINITIONS_FILE, at: /resourceVersion$/, recorded: /^"<rv\d+>"$/, ours: /^"<rv\d+>"$/ },
  { row: ESTABLISHED, file: DEFINITIONS_FILE, at: /managedFields/, asked: /\/status fieldManager=two \{.*"Yours"/ },
  { row: ESTABLISHED, file: DEFINITIONS_FILE, at: /managedFields/, recorded: /apiextensions-apiserver/ },
  {
    row: 'empty continue of custom lists',
    at: /metadata\.continue$/,
    recorded: /^"<continue>"$/,
    ours: /^$/,
  },
  {
    row: 'body of deletecollection',
    at: /^\d+\.body\./,
    asked: /^DELETE \S*\/(?:widgets|customresourcedefinitions)(?: |$)/,
  },
  // The objects of the list have resourceVersions, which affect the ranks of others.
  {
    row: 'body of deletecollection',
    file: OBJECTS_FILE,
    at: /metadata\.resourceVersion$/,
    asked: /widgets\/b \{"(?:propagationPolicy":"Foreground"|metadata":\{"finalizers":null)/,
  },
  // A dropped field leaves an object, which a later apply finds.
  {
    row: 'unknown fields in applies',
    file: APPLIES_FILE,
    at: /^12\.(?:status|body\.metadata\.(?:generation|resourceVersion))$/,
    recorded: /^(?:201|1|"<rv1>")$/,
  },
  {
    row: 'time of managers of Scales',
    file: SUBRESOURCES_FILE,
    at: /managedFields\.\d+\.time$/,
    recorded: /^$/,
  },
  // The change is still visible later.
  {
    row: 'applies to Scales of custom kinds',
    file: SUBRESOURCES_FILE,
    at: /^2[78]\.body\./,
    asked: /^GET \S*\/widgets\/a(?:\/scale application\/yaml)?$/,
  },
  {
    row: 'patches that change the kind',
    file: OBJECTS_FILE,
    at: ALL,
    asked: /^PATCH .* \{"apiVersion":"<ns>\.example\.com\/v2"\}$/,
  },
  {
    row: 'order of fields of custom objects',
    file: OBJECTS_FILE,
    at: /^\d+\.body$/,
    recorded: /^"\{(?:\\n)? *\\"apiVersion\\"/,
  },
  {
    row: 'watch of one object',
    file: OBJECTS_FILE,
    at: ALL,
    asked: /^GET \S*\/widgets\/b watch=true$/,
  },
  { row: 'empty strings in Protobuf', file: OBJECTS_FILE, at: /metadata\./, recorded: /^""$/, ours: /^$/ },
  {
    row: 'Protobuf of custom objects',
    file: OBJECTS_FILE,
    at: ALL,
    answer: /does not appear to be a protobuf message/,
  },
  {
    row: 'Protobuf of custom objects',
    file: SUBRESOURCES_FILE,
    at: /headers\.content-type$/,
    asked: /\/scale application\/vnd\.kubernetes\.protobuf/,
  },
  { row: 'empty required fields', file: OBJECTS_FILE, at: /^\d+\.body\./, asked: /"ownerReferences":\[\{\}\]/ },
  {
    row: 'repeated causes',
    file: OBJECTS_FILE,
    at: /details\.causes\.\d+$/,
    asked: /"example\.com\/more"/,
    ours: /^$/,
  },
  { row: EMPTIED, file: APPLIES_FILE, at: ALL, answer: /^\{"status":422,.*must be of type object: \\"null\\"/ },
  {
    row: EMPTIED,
    file: APPLIES_FILE,
    at: /\.(?:metadata\.(?:generation|resourceVersion)|spec(?:\.|$)|managedFields\.\d+\.fieldsV1\.f:spec\.)/,
    asked: /^GET \S*\/widgets\/a$/,
  },
  { row: EMPTIED, file: APPLIES_FILE, at: /\.spec$/, recorded: /^null$/, ours: /^\{\}$/ },
  {
    row: 'kind in error details',
    file: SUBRESOURCES_FILE,
    at: /details\.group$/,
    asked: /\/scale /,
    recorded: /^$/,
  },
  {
    row: 'default of int-or-string',
    file: 'definitions-schemas',
    at: ALL,
    asked: /"x-kubernetes-int-or-string":true,"default":true/,
  },
];

/** Wordings of definitions and custom objects. */
export const DEFINITION_WORDINGS: readonly Wording[] = [
  { row: 'Protobuf of custom objects', from: /, application\/vnd\.kubernetes\.protobuf$/g, to: '' },
  { row: 'Go types in messages', from: / \(\*unstructured\.\w+\)/g, to: '' },
  {
    row: 'values in messages',
    from: /Invalid value: null(?=: must have exactly one version)/g,
    to: 'Invalid value: []',
  },
];
