import type { Difference, Wording } from './difference.js';

const ALL = /^\d+\.(status|headers|body)/;
const HEADERS_AND_BODY = /^\d+\.(headers|body)/;
const TEXT = /^\d+\.body\.(message|details\.causes\.\d+\.message)$/;
/** Texts that contain Go types, Go function names or parser names. */
const GO =
  /couldn't get version|cannot unmarshal|cannot restore|yaml: |scheme\.go|scheme\/register\.go|strconv\.|unknown conversion|unexpected GroupVersion|DefaultInfo|protobuf message|unexpected EOF|unexpected end of JSON|invalid character|value\.valueUnstructured|Invalid JSON Patch|Object 'Kind' is missing|illegal base64|no kind (?:is|\\?"\w+\\?") (?:is )?registered/;

/** Differences that apply to all kinds. */
export const API_DIFFERENCES: readonly Difference[] = [
  {
    row: 'time of managed fields after apply',
    at: /\.managedFields\.\d+\.time$/,
    ours: /^$/,
  },
  {
    row: 'status 500 for bad requests',
    at: ALL,
    // Webhooks that fail are an error of the server for both.
    answer: /^\{"status":500,(?!.*failed calling webhook)/,
  },
  {
    row: 'fieldValidation=Strict in a patch',
    at: ALL,
    asked: /^PATCH .* fieldValidation=Strict /,
    answer: /^\{"status":422,.*strict decoding error/,
  },
  { row: 'parse errors', at: TEXT, recorded: GO },
  {
    row: 'unknown paths',
    at: HEADERS_AND_BODY,
    answer: /^\{"status":404,.*"404 page not found/,
  },
  {
    row: 'unknown paths',
    at: HEADERS_AND_BODY,
    asked: /openapi\/v3\/nothing/,
  },
  {
    row: 'unusual paths',
    at: ALL,
    asked: /^GET \/(\S*\/(\.|\.\.|a%2Fb|%zz)(\/\S*)?|api\/\/v1)$/,
  },
  { row: 'leading slashes', at: ALL, asked: /^GET \/\/api/ },
  {
    row: 'message of 406 and 415',
    at: /^\d+\.body\.(message|details)$/,
    answer: /"(406: Not Acceptable|415: Unsupported Media Type)/,
  },
  { row: 'Accept: application/*', at: ALL, asked: / application\/\*$/ },
  { row: 'HEAD', at: ALL, asked: /^HEAD / },
  { row: 'unsupported methods', at: ALL, asked: /^OPTIONS / },
  { row: 'null as body', at: ALL, asked: / "null"$/ },
  {
    row: 'dryRun without a value',
    at: ALL,
    asked: /^POST \S+ dryRun= /,
  },
  {
    row: 'duplicate objects with fieldValidation=Ignore',
    at: ALL,
    asked: /^POST \S+ fieldValidation=Ignore "\{\\"metadata\\":\{\\"name\\":\\"c\\"\},\\"metadata\\"/,
  },
  {
    row: 'metadata.generation in requests',
    at: /^\d+\.body\.metadata\.generation$/,
    recorded: /^9$/,
  },
  {
    row: 'empty required fields',
    at: /^\d+\.body\.(message|details\.causes\.\d+\.(message|reason))$/,
    asked: /"ownerReferences":\[\{\}\]|"apiVersion":"a\/b\/c"/,
  },
  {
    row: 'repeated causes',
    at: /^\d+\.body\.details\.causes\.\d+(\.|$)/,
    file: 'updates',
    asked: /"deletionGracePeriodSeconds":3|"finalizers":\["plain"\]|"labels":\{"a b"/,
  },
  {
    row: 'repeated causes',
    at: /^\d+\.body\.details\.causes\.\d+$/,
    asked: /^PATCH .*("labels":\{"a b"|"uid":)|^PUT .*"example\.com\/more"/,
    ours: /^$/,
  },
  {
    row: 'kind in error details',
    at: /^\d+\.body\.details\.kind$/,
    recorded: /^$/,
  },
  {
    row: 'objects in errors of patches',
    at: TEXT,
    recorded: /is invalid: patch: Invalid value|^"Invalid value: \\"(\{|map\[)/,
  },
  {
    row: 'resourceVersion of a deleted object',
    at: /^\d+\.body\.metadata\.resourceVersion$/,
    file: 'deletion',
  },
  {
    row: 'body of deletecollection',
    at: /^\d+\.body\./,
    answer: /^\{"status":200,.*"kind":"(ConfigMap|Secret)List"/,
    asked: /^DELETE /,
  },
  {
    row: 'body of deletecollection',
    at: /^\d+\.body\./,
    file: 'custom-tables',
    asked: /^DELETE \S+\/widgets fieldSelector=/,
  },
  {
    row: 'names in the admission of deletecollection',
    at: /^\d+\.body\.(message|details\.name)$/,
    recorded: /Unknown/,
    asked: /^DELETE \S+\/configmaps$/,
  },
  {
    row: 'negative gracePeriodSeconds',
    at: ALL,
    asked: /^DELETE .*gracePeriodSeconds("?:|=)-1/,
  },
  { row: 'apiVersion of DeleteOptions', at: ALL, asked: /^DELETE .*"apiVersion":"v2"/ },
  {
    row: 'watch of one object',
    at: ALL,
    asked: /^GET \/api\/v1\/namespaces\/<ns>\/configmaps\/a watch=/,
  },
  {
    row: 'limit with resourceVersion=0',
    at: /^\d+\.body\.(metadata|items)/,
    asked:
      /^GET \S+ (\S+ )*(resourceVersion=0 limit=1|limit=1 resourceVersion=0|limit=2 continue=<next> resourceVersion=0)$|resourceVersionMatch=NotOlderThan resourceVersion=0 limit=1/,
  },
  {
    row: 'continue tokens of other collections',
    at: ALL,
    asked: /secrets limit=2 continue=<next>$/,
  },
  { row: 'JSON patch: add without a value', at: ALL, asked: /\[\{"op":"add","path":"\/data\/y"\}\]$/ },
  {
    row: 'JSON patch: operations that are not objects',
    at: ALL,
    asked: / \[(null|\{"op":"replace","path":"","value":null\})\]$/,
  },
  { row: 'kind and apiVersion null in a body', at: ALL, asked: / \{"kind":null,"apiVersion":null\}$/ },
  {
    row: 'patches that change the kind',
    at: ALL,
    file: 'patches',
    asked: / \{"kind":"Secret"\}$/,
  },
  {
    row: 'apply with several documents',
    at: ALL,
    asked: /\\n---\\nkind: Secret/,
  },
  {
    row: 'apply: list items without their key',
    at: ALL,
    file: 'applies',
    asked: /"ownerReferences":\[\{"apiVersion":"v1","kind":"K","name":"n"\}\]|"containers":\[\{"image":"x"\}\]/,
  },
  {
    row: 'apply: atomic values without their defaults',
    at: ALL,
    file: 'validating-policies',
    asked: /^PATCH \S+ fieldManager=ann .*"matchConstraints"/,
  },
  {
    row: 'stringData in applies',
    at: /^\d+\.body\.(metadata\.managedFields|data)/,
    file: 'applies',
    asked: /"kind":"Secret"/,
  },
  { row: 'unset times', at: /lastTransitionTime$/, ours: /^$/ },
  {
    row: 'managedFields: []',
    at: /\.managedFields$/,
    asked: /^PUT .*"managedFields":\[\]/,
  },
  {
    row: 'managedFields: [{}] with other changes',
    at: /\.managedFields$/,
    asked: /^PUT .*"managedFields":\[\{\}\]/,
  },
  {
    row: 'managers of objects without managedFields',
    at: /\.managedFields$/,
    recorded: /^$/,
    ours: /"operation":"Update"/,
  },
  {
    row: 'managers before the first apply',
    at: /\.managedFields\.\d+\.manager$/,
    recorded: /^"before-first-apply"$/,
  },
  {
    row: 'unknown fields in applies',
    at: ALL,
    asked: /^PATCH (?!.* fieldValidation=Strict ).*"apiVersion":"v1"/,
    answer: /^\{"status":500,.*field not declared in schema/,
  },
  {
    // The preceding apply fails on kube-apiserver and changes the object here.
    row: 'unknown fields in applies',
    at: /^\d+\.body\.metadata\.resourceVersion$/,
    file: 'custom-schemas',
    asked: /^PATCH \S+ fieldManager=one fieldValidation=Warn "apiVersion: /,
  },
  {
    row: 'null in responses',
    at: /\.(object|columnDefinitions|boundObjectRef|clientCIDR)$/,
    recorded: /^null$/,
  },
  {
    row: 'managedFields of reviews',
    at: /\.metadata\.managedFields$/,
    file: 'reviews',
    ours: /^$/,
  },
  {
    row: 'managedFields of reviews',
    at: TEXT,
    file: 'reviews',
    recorded: /managedFields/,
  },
  { row: 'reason of access reviews', at: /^\d+\.body\.status\.reason$/, recorded: /^$/ },
  {
    row: 'namespace of a LocalSubjectAccessReview',
    at: ALL,
    asked:
      /localsubjectaccessreviews \{"spec":\{"user":"x","resourceAttributes":\{"verb":"get","resource":"pods"\}\}\}$/,
  },
  {
    row: 'constrained impersonation',
    at: /^\d+\.body\.(message|details)/,
    recorded: /impersonate-on|^"configmaps"$|^$/,
    answer: /impersonate-on/,
  },
  { row: 'Vary in discovery', at: /^\d+\.headers\.vary$/, file: 'discovery' },
  {
    row: 'serverAddressByClientCIDRs',
    at: /serverAddressByClientCIDRs\.0$/,
  },
  {
    row: 'serverAddressByClientCIDRs',
    at: /^\d+\.body$/,
    recorded: /serverAddressByClientCIDRs/,
  },
  {
    row: 'responseKind in aggregated discovery',
    at: /responseKind\.(group|version)$/,
    recorded: /^""$/,
  },
  { row: 'aggregated discovery v2beta1', at: ALL, asked: /v=v2beta1/ },
  { row: 'content type of /openapi/v3', at: /headers\.content-type$/, asked: /^GET \/openapi\/v3$/ },
  { row: 'OpenAPI documents of unknown versions', at: ALL, asked: /^GET \/openapi\/v3\/apis\/<ns>\.example\.com\/v3$/ },
  { row: 'title of the OpenAPI documents', at: /info\.title$/ },
  { row: 'GET /', at: ALL, asked: /^GET \/$/ },
  {
    row: 'warnings of TLS secrets',
    at: /headers\.warning$/,
    recorded: /tls: failed/,
  },
];

/** Wordings that apply to all kinds. */
export const API_WORDINGS: readonly Wording[] = [
  {
    row: 'fields of causes',
    from: /((?:metadata|spec)\.(?:finalizers|ownerReferences))\[\d+\]/g,
    to: '$1',
  },
  { row: 'names of fields in messages', from: /status\.Phase/g, to: 'status.phase' },
  { row: 'names of fields in messages', from: /"Path":"(.*?)","Verb":/g, to: '"path":"$1","verb":' },
  { row: 'positions in messages', from: / \(at character \d+\)| \(line \d+, column \d+\)/g, to: '' },
  { row: 'Go types in messages', from: /<nil>: /g, to: '' },
  { row: 'Go types in messages', from: / \(\*core\.\w+\)/g, to: '' },
  { row: 'media types of the API domain', from: /, application\/vnd\.k8s\.io\.protobuf/g, to: '' },
  { row: 'kind in errors of reviews', from: /^\.(authorization\.k8s\.io "")/g, to: 'Kind.$1' },
  { row: 'kind in errors of reviews', from: /^\w+AccessReview\.(authorization\.k8s\.io "")/g, to: 'Kind.$1' },
  {
    row: 'storage errors in messages',
    from: /StorageError: invalid object, Code: 4, Key: \S+, ResourceVersion: 0, AdditionalErrorMsg: /g,
    to: '',
  },
  { row: 'message of a failed patch', from: /(due to an error in our request): .*$/g, to: '$1' },
  { row: 'invalid objects after admission', from: /; it was changed by the admission plugin "\w+"/g, to: '' },
  { row: 'message of 413', from: /Request entity too large: /g, to: '' },
  { row: 'trailing newline', from: /\}\n$/g, to: '}' },
];
