export { startControlPlane, type ControlPlane, type SignedIn } from './control-plane.js';
export type { Definition } from '@pilothouse/client/definitions/definitions.js';
export type { AuditPolicy, ControlPlaneOptions, InitialObject, TokenUser, User } from './options.js';
