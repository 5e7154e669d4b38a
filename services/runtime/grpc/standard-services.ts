import { status, type Server, type UntypedHandleCall } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation, service as healthService } from 'grpc-health-check';
import type { Contract } from './contract.js';
import { reflectionOf } from './load.js';

export interface Health {
  readonly setServing: (isServing: boolean) => void;
  /** Whether a client follows the status. */
  readonly isWatched: () => boolean;
  /** Ends health watch streams, so that they do not delay a shutdown. */
  readonly endWatches: () => void;
}

/** Adds `grpc.health.v1.Health` for the server as a whole (name "") and for each service. All serve from the start. */
export function addHealth(server: Server, contracts: readonly Contract<object>[]): Health {
  const names = ['', ...contracts.map(({ name }) => name)];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'SERVING'])));
  const watches = new Set<Watch>();
  health.addToServer({
    addService(definition, { check, watch, ...others }) {
      // The library keeps every watched name, and puts names into responses whose size is limited.
      const checked = (call: Call, respond: (error: object) => void): void => {
        if (names.includes(call.request.service)) (check as typeof checked)(call, respond);
        else respond({ code: status.NOT_FOUND, details: 'unknown service' });
      };
      const followed = (call: Watch): void => {
        watches.add(call);
        call.on('cancelled', () => watches.delete(call));
        if (names.includes(call.request.service)) (watch as typeof followed)(call);
        else call.write({ status: 'SERVICE_UNKNOWN' });
      };
      server.addService(definition, {
        ...others,
        check: checked as UntypedHandleCall,
        watch: followed as UntypedHandleCall,
      });
    },
  });
  return {
    setServing(isServing) {
      for (const name of names) health.setStatus(name, isServing ? 'SERVING' : 'NOT_SERVING');
    },
    isWatched: () => watches.size > 0,
    endWatches() {
      for (const call of watches) call.end();
    },
  };
}

interface Call {
  readonly request: { readonly service: string };
}

interface Watch extends Call {
  readonly write: (message: object) => void;
  readonly on: (event: 'cancelled', listener: () => void) => void;
  readonly end: () => void;
}

/** Adds `grpc.reflection.v1` and `v1alpha` for these services and health. */
export function addReflection(server: Server, contracts: readonly Contract<object>[]): void {
  const health = Object.entries(healthService).map(([name, { requestType }]) => [`Health.${name}`, requestType]);
  const definitions: PackageDefinition = Object.fromEntries([
    ...contracts.flatMap((contract) => Object.entries(reflectionOf(contract))),
    ...health,
  ]) as PackageDefinition;
  new ReflectionService(definitions).addToServer(server);
}
