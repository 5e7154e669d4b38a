import type { Server } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation, service as healthService } from 'grpc-health-check';
import type { Contract } from './contract.js';
import { reflectionOf } from './load.js';

export interface Health {
  readonly setServing: (isServing: boolean) => void;
  /** Ends the streams of those who watch it, so that a server that stops need not wait for them. */
  readonly endWatches: () => void;
}

/** Adds `grpc.health.v1.Health`, of the server as a whole (named "") and of each service. All serve from the start. */
export function addHealth(server: Server, contracts: readonly Contract<object>[]): Health {
  const names = ['', ...contracts.map(({ name }) => name)];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, 'SERVING'])));
  const watches = new Set<Watch>();
  health.addToServer({
    addService(definition, { watch, ...others }) {
      const followed = (call: Watch): void => {
        watches.add(call);
        call.on('cancelled', () => watches.delete(call));
        (watch as (call: Watch) => void)(call);
      };
      server.addService(definition, { ...others, watch: followed });
    },
  });
  return {
    setServing(isServing) {
      for (const name of names) health.setStatus(name, isServing ? 'SERVING' : 'NOT_SERVING');
    },
    endWatches() {
      for (const call of watches) call.end();
    },
  };
}

interface Watch {
  readonly on: (event: 'cancelled', listener: () => void) => void;
  readonly end: () => void;
}

/** Adds `grpc.reflection.v1` and `v1alpha`, which tell of these services and of health. */
export function addReflection(server: Server, contracts: readonly Contract<object>[]): void {
  const health = Object.entries(healthService).map(([name, { requestType }]) => [`Health.${name}`, requestType]);
  const definitions: PackageDefinition = Object.fromEntries([
    ...contracts.flatMap((contract) => Object.entries(reflectionOf(contract))),
    ...health,
  ]) as PackageDefinition;
  new ReflectionService(definitions).addToServer(server);
}
