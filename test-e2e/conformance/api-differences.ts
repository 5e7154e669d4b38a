import type { Difference, Wording } from './difference.js';

const ALL = /^\d+\.(status|headers|body)/;
const HEADERS_AND_BODY = /^\d+\.(headers|body)/;
const TEXT = /^\d+\.body\.(message|details\.causes\.\d+\.message)$/;
/** Texts with Go's types, its functions and the names of its parsers in them. */
const GO =
  /couldn't get version|cannot unmarshal|cannot restore|yaml: |scheme\.go|scheme\/register\.go|strconv\.|unknown conversion|unexpected GroupVersion|DefaultInfo|protobuf message|unexpected EOF|unexpected end of JSON|invalid character|value\.valueUnstructured|Invalid JSON Patch/;

/** Differences in what all kinds have in common. */
export const API_DIFFERENCES: readonly Difference[] = [
  {
    reason: 'the specification: the time of an entry is empty when its operation is Apply',
    at: /\.managedFields\.\d+\.time$/,
    ours: /^$/,
  },
  {
    reason: 'no request, however wrong, is a fault of the server: it is refused with a reason',
    at: ALL,
    answer: /^\{"status":500,/,
  },
  {
    reason: 'the specification: Strict refuses with 400, whatever the way to write',
    at: ALL,
    asked: /^PATCH .* fieldValidation=Strict /,
    answer: /^\{"status":422,.*strict decoding error/,
  },
  { reason: 'texts speak of what was sent, and say where in it', at: TEXT, recorded: GO },
  {
    reason: 'the specification: a call that returns no object returns a Status, also for paths that there are not',
    at: HEADERS_AND_BODY,
    answer: /^\{"status":404,.*"404 page not found/,
  },
  {
    reason: 'the same, where there is an empty body',
    at: HEADERS_AND_BODY,
    asked: /openapi\/v3\/nothing/,
  },
  {
    reason: 'a path that no client means is refused as such',
    at: ALL,
    asked: /^GET \/(\S*\/(\.|\.\.|a%2Fb|%zz)(\/\S*)?|api\/\/v1)$/,
  },
  { reason: 'slashes at the beginning of a path do not count', at: ALL, asked: /^GET \/\/api/ },
  {
    reason: 'media types: one text for all, that says which there are; the path in a group is also one of protobuf',
    at: /^\d+\.body\.(message|details)$/,
    answer: /"(406: Not Acceptable|415: Unsupported Media Type)/,
  },
  { reason: 'RFC 9110: application/* is also JSON', at: ALL, asked: / application\/\*$/ },
  { reason: 'RFC 9110: whoever may GET may HEAD', at: ALL, asked: /^HEAD / },
  { reason: 'a method that no resource has is refused before rights are looked at', at: ALL, asked: /^OPTIONS / },
  { reason: 'a document that is null is no object', at: ALL, asked: / "null"$/ },
  {
    reason: 'the specification: a bare dryRun asks for nothing',
    at: ALL,
    asked: /^POST \S+ dryRun= /,
  },
  {
    reason: 'the specification: the last one of duplicate fields counts, and objects are not merged',
    at: ALL,
    asked: /^POST \S+ fieldValidation=Ignore "\{\\"metadata\\":\{\\"name\\":\\"c\\"\},\\"metadata\\"/,
  },
  {
    reason: 'the specification: generation is set by the server alone',
    at: /^\d+\.body\.metadata\.generation$/,
    recorded: /^9$/,
  },
  {
    reason: 'an empty field that is required is told of as that',
    at: /^\d+\.body\.(message|details\.causes\.\d+\.(message|reason))$/,
    asked: /"ownerReferences":\[\{\}\]|"apiVersion":"a\/b\/c"/,
  },
  {
    reason: 'a cause is told once',
    at: /^\d+\.body\.details\.causes\.\d+(\.|$)/,
    file: 'updates',
    asked: /"deletionGracePeriodSeconds":3|"finalizers":\["plain"\]|"labels":\{"a b"/,
  },
  {
    reason: 'a cause is told once',
    at: /^\d+\.body\.details\.causes\.\d+$/,
    asked: /^PATCH .*("labels":\{"a b"|"uid":)|^PUT .*"example\.com\/more"/,
    ours: /^$/,
  },
  {
    reason: 'a part of the object is invalid, and the Status says of which kind',
    at: /^\d+\.body\.details\.kind$/,
    recorded: /^$/,
  },
  {
    reason: 'the object as it would be is not shown to whoever sent a patch: it may hold what he may not read',
    at: TEXT,
    recorded: /is invalid: patch: Invalid value|^"Invalid value: \\"(\{|map\[)/,
  },
  {
    reason: 'the version of an object that is gone is that of its deletion',
    at: /^\d+\.body\.metadata\.resourceVersion$/,
    file: 'deletion',
  },
  {
    reason: 'the specification: deletecollection answers with a Status',
    at: /^\d+\.body\./,
    answer: /^\{"status":200,.*"kind":"(ConfigMap|Secret)List"/,
    asked: /^DELETE /,
  },
  {
    reason: 'the specification: gracePeriodSeconds is not negative',
    at: ALL,
    asked: /^DELETE .*gracePeriodSeconds("?:|=)-1/,
  },
  { reason: 'there is no such version of DeleteOptions', at: ALL, asked: /^DELETE .*"apiVersion":"v2"/ },
  {
    reason: 'the specification: one object can be watched by its path',
    at: ALL,
    asked: /^GET \/api\/v1\/namespaces\/<ns>\/configmaps\/a watch=/,
  },
  {
    reason: 'a page is a page also of what may be old, as the specification allows',
    at: /^\d+\.body\.(metadata|items)/,
    asked:
      /^GET \S+ (\S+ )*(resourceVersion=0 limit=1|limit=1 resourceVersion=0|limit=2 continue=<next> resourceVersion=0)$|resourceVersionMatch=NotOlderThan resourceVersion=0 limit=1/,
  },
  {
    reason: 'a token is good for the collection that it was made for alone',
    at: ALL,
    asked: /secrets limit=2 continue=<next>$/,
  },
  { reason: 'RFC 6902: an operation to add has a value', at: ALL, asked: /\[\{"op":"add","path":"\/data\/y"\}\]$/ },
  {
    reason: 'an operation that is no object cannot be read, and a patch does not make something else of an object',
    at: ALL,
    asked: / \[(null|\{"op":"replace","path":"","value":null\})\]$/,
  },
  { reason: 'what the path says need not be in the object', at: ALL, asked: / \{"kind":null,"apiVersion":null\}$/ },
  {
    reason: 'a patch to another kind is refused, whatever the way to patch',
    at: ALL,
    file: 'patches',
    asked: / \{"kind":"Secret"\}$/,
  },
  {
    reason: 'only one document can be applied, and none is dropped in silence',
    at: ALL,
    asked: /\\n---\\nkind: Secret/,
  },
  {
    reason: 'an item without its key has no identity: it is refused before anything is made of it',
    at: ALL,
    file: 'applies',
    asked: /"ownerReferences":\[\{"apiVersion":"v1","kind":"K","name":"n"\}\]|"containers":\[\{"image":"x"\}\]/,
  },
  {
    reason: 'the specification: stringData is merged into data, so that it is owned, and deleted, as data',
    at: /^\d+\.body\.(metadata\.managedFields|data)/,
    file: 'applies',
    asked: /"kind":"Secret"/,
  },
  { reason: 'a time that is not set is left out, and nobody owns it', at: /lastTransitionTime$/, ours: /^$/ },
  {
    reason: 'the specification: an empty list does not have managers forgotten',
    at: /\.managedFields$/,
    asked: /^PUT .*"managedFields":\[\]/,
  },
  {
    reason: 'the specification: who changes fields in the same request owns them',
    at: /\.managedFields$/,
    asked: /^PUT .*"managedFields":\[\{\}\]/,
  },
  {
    reason: 'the specification: a writer becomes a manager of what it writes, also where there were no managers before',
    at: /\.managedFields$/,
    recorded: /^$/,
    ours: /"operation":"Update"/,
  },
  {
    reason: 'the same: what was written before the first apply has its writer',
    at: /\.managedFields\.\d+\.manager$/,
    recorded: /^"before-first-apply"$/,
  },
  {
    reason: 'the specification: unknown fields are dropped unless fieldValidation is Strict, also by an apply',
    at: ALL,
    asked: /^PATCH (?!.* fieldValidation=Strict ).*"apiVersion":"v1"/,
    answer: /^\{"status":500,.*field not declared in schema/,
  },
  {
    reason: 'absent, null and empty mean the same',
    at: /\.(object|columnDefinitions|boundObjectRef|clientCIDR)$/,
    recorded: /^null$/,
  },
  {
    reason: 'reviews are not objects: nobody owns their fields',
    at: /\.metadata\.managedFields$/,
    file: 'reviews',
    ours: /^$/,
  },
  {
    reason: 'reviews are not objects: nobody owns their fields',
    at: TEXT,
    file: 'reviews',
    recorded: /managedFields/,
  },
  { reason: 'a review says why', at: /^\d+\.body\.status\.reason$/, recorded: /^$/ },
  {
    reason: 'the specification: the namespace of a LocalSubjectAccessReview is that of the request',
    at: ALL,
    asked:
      /localsubjectaccessreviews \{"spec":\{"user":"x","resourceAttributes":\{"verb":"get","resource":"pods"\}\}\}$/,
  },
  {
    reason: 'newer than our release: impersonation that is restricted to some actions',
    at: /^\d+\.body\.(message|details)/,
    recorded: /impersonate-on|^"configmaps"$|^$/,
    answer: /impersonate-on/,
  },
  { reason: 'discovery depends on the Accept header', at: /^\d+\.headers\.vary$/, file: 'discovery' },
  {
    reason: 'no client is told of an address in place of the one that it has come by',
    at: /serverAddressByClientCIDRs\.0$/,
  },
  {
    reason: 'no client is told of an address in place of the one that it has come by',
    at: /^\d+\.body$/,
    recorded: /serverAddressByClientCIDRs/,
  },
  {
    reason: 'a kind is named with its group and version',
    at: /responseKind\.(group|version)$/,
    recorded: /^""$/,
  },
  { reason: 'removed after our release', at: ALL, asked: /v=v2beta1/ },
  { reason: 'JSON says that it is JSON', at: /headers\.content-type$/, asked: /^GET \/openapi\/v3$/ },
  { reason: 'our name', at: /info\.title$/ },
  { reason: 'there is no list of all paths', at: ALL, asked: /^GET \/$/ },
  {
    reason: 'there is no warning of unusable certificates in secrets',
    at: /headers\.warning$/,
    recorded: /tls: failed/,
  },
  {
    reason: 'a duplicate field is named alike in JSON and YAML',
    at: /headers\.warning$/,
    recorded: /already set in map/,
  },
];

/** Turns of phrase in what all kinds have in common. */
export const API_WORDINGS: readonly Wording[] = [
  {
    reason: 'the specification: a cause says where in a list the field is',
    from: /((?:metadata|spec)\.(?:finalizers|ownerReferences))\[\d+\]/g,
    to: '$1',
  },
  { reason: 'fields are called as in JSON', from: /status\.Phase/g, to: 'status.phase' },
  { reason: 'fields are called as in JSON', from: /"Path":"(.*?)","Verb":/g, to: '"path":"$1","verb":' },
  { reason: 'texts say where in what was sent', from: / \(at character \d+\)| \(line \d+, column \d+\)/g, to: '' },
  { reason: 'a nil of Go', from: /<nil>: /g, to: '' },
  { reason: 'types of Go', from: / \(\*core\.\w+\)/g, to: '' },
  { reason: 'a media type of our own API domain is read too', from: /, application\/vnd\.k8s\.io\.protobuf/g, to: '' },
  { reason: 'the kind has a name', from: /^\.(authorization\.k8s\.io "")/g, to: 'Kind.$1' },
  { reason: 'the kind has a name', from: /^\w+AccessReview\.(authorization\.k8s\.io "")/g, to: 'Kind.$1' },
  {
    reason: "what the store tells the server is nobody else's business",
    from: /StorageError: invalid object, Code: 4, Key: \S+, ResourceVersion: 0, AdditionalErrorMsg: /g,
    to: '',
  },
  { reason: 'the text says what is wrong with the patch', from: /(due to an error in our request): .*$/g, to: '$1' },
  { reason: 'the text says it once', from: /Request entity too large: /g, to: '' },
  { reason: 'a text ends with its line', from: /\}\n$/g, to: '}' },
];
