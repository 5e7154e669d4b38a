import type {
  DeviceClaim,
  DeviceRequest,
  ResourceClaim,
  ResourceClaimTemplate,
  ResourceSlice,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import type * as beta from '@pilothouse/apimachinery/generated/resource/v1beta1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { Conversion } from '../definition/definition.js';

/** The two forms of a kind. Results are new, may share parts with the input, and need not be in normal form. */
export interface Forms {
  readonly fromStored: (object: JsonObject) => JsonObject;
  readonly toStored: (object: JsonObject) => JsonObject;
}

/** The conversion between v1 and v1beta1. Fields that only invalid objects have are lost, as in Kubernetes. */
export function conversionOf(stored: StructSchema, served: StructSchema, forms: Forms): Conversion {
  const decodeStored = decoderOf(stored);
  const decodeServed = decoderOf(served);
  return {
    lossy: true,
    fromStored: (object) => decodeServed(forms.fromStored(object)).value,
    toStored: (object) => decodeStored(forms.toStored(object)).value,
  };
}

function decoderOf(schema: StructSchema): (object: JsonObject) => Decoded {
  let decode: ((object: JsonObject) => Decoded) | undefined;
  return ({ kind: _kind, apiVersion: _apiVersion, ...object }) => (decode ??= compileDecoder(schema))(object);
}

export const claimForms = formsOf<ResourceClaim, BetaClaim>(
  ({ spec, ...claim }) => ({ ...claim, spec: withRequests(spec, requestFromStored) }),
  ({ spec, ...claim }) => ({ ...claim, spec: withRequests(spec, requestToStored) }),
);

export const templateForms = formsOf<ResourceClaimTemplate, BetaTemplate>(
  ({ spec, ...template }) => ({ ...template, spec: { ...spec, spec: withRequests(spec.spec, requestFromStored) } }),
  ({ spec, ...template }) => ({ ...template, spec: { ...spec, spec: withRequests(spec.spec, requestToStored) } }),
);

export const sliceForms = formsOf<ResourceSlice, BetaSlice>(
  ({ spec: { devices = [], ...spec }, ...slice }) => ({
    ...slice,
    spec: { ...spec, devices: devices.map(({ name, ...basic }) => ({ name, basic })) },
  }),
  ({ spec: { devices = [], ...spec }, ...slice }) => ({
    ...slice,
    spec: { ...spec, devices: devices.map(({ name, basic }) => ({ name, ...basic })) },
  }),
);

/** Objects of v1beta1, whose specifications differ. */
interface BetaClaim extends Omit<ResourceClaim, 'spec'> {
  spec: Spec<beta.DeviceRequest>;
}
interface BetaTemplate extends Omit<ResourceClaimTemplate, 'spec'> {
  spec: Omit<ResourceClaimTemplate['spec'], 'spec'> & { spec: Spec<beta.DeviceRequest> };
}
interface BetaSlice extends Omit<ResourceSlice, 'spec'> {
  spec: beta.ResourceSliceSpec;
}
interface Spec<Request> {
  devices: Omit<DeviceClaim, 'requests'> & { requests: Request[] };
}

function formsOf<Stored, Served>(from: (object: Stored) => Served, to: (object: Served) => Stored): Forms {
  return {
    fromStored: (object) => from(object as Stored) as JsonObject,
    toStored: (object) => to(object as Served) as JsonObject,
  };
}

function withRequests<From, To>({ devices, ...spec }: Spec<From>, convert: (request: From) => To): Spec<To> {
  return { ...spec, devices: { ...devices, requests: devices.requests.map(convert) } };
}

function requestFromStored({ exactly, ...request }: DeviceRequest): beta.DeviceRequest {
  return { deviceClassName: '', ...exactly, ...request };
}

/** A request with any field of its own has no alternatives, or is invalid. */
function requestToStored({ name, firstAvailable, ...own }: beta.DeviceRequest): DeviceRequest {
  const { deviceClassName, ...others } = own;
  const isExact = deviceClassName !== '' || Object.keys(others).length > 0;
  return { name, ...(isExact && { exactly: own }), ...(firstAvailable && { firstAvailable }) };
}
