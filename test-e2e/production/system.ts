import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { configMaps } from '@pilothouse/client/core.js';
import { clusterRoleBindings } from '@pilothouse/client/rbac.js';
import { replicasOf, type System } from '../model/system.js';
import { createWitness } from '../model/witness.js';
import { eventually } from '../support/eventually.js';
import { retrying } from '../support/retrying.js';
import { disturb, type Disturbance } from './disturb.js';
import { CLIENTS } from './files.js';
import type { Production } from './place.js';

/** So many that each client has a connection of its own, and none that it seldom uses. */
const CONNECTIONS = 22;
const WATCHING = 6;

/** The installation as the model's system: its clients come through the load balancer, and retry as client-go does. */
export interface ProductionSystem extends System {
  /** One more client, of the administrator. */
  readonly connect: () => Client;
  /** What was done, once it was done. */
  readonly disturbance: () => Disturbance | undefined;
}

/** The administrator, and those who sign in with tokens. */
export async function productionSystem(production: Production): Promise<ProductionSystem> {
  const { balancer, credentials, etcd } = production;
  const { caPem, admin, tokens } = credentials;
  const clients: Client[] = [];
  const connect = (who: HttpsTransportOptions['credentials']): Client => {
    const options = { url: `https://127.0.0.1:${balancer.port}`, caPem, ...(who && { credentials: who }) };
    const client = createClient({ transport: retrying(httpsTransport(options)), userAgent: 'production' });
    clients.push(client);
    return client;
  };
  const users = [admin, ...tokens.map((token) => ({ token }))];
  const connectMany = (count: number): Client[] =>
    Array.from({ length: count }, (_, index) => connect(users[index % users.length]));
  const all = connectMany(CONNECTIONS);
  const domain = createDomain();
  const apiGroup = domain.group('rbac.authorization');
  await all[0]?.of(clusterRoleBindings).create({
    metadata: { name: CLIENTS },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'edit' },
    subjects: [{ apiGroup, kind: 'Group', name: CLIENTS }],
  });
  const first = connect(users.at(-1));
  await eventually(() => isLetIn(first), 'every server knows what clients may do');
  const witness = createWitness(etcd, '/registry/configmaps/');
  let disturbance: Disturbance | undefined;
  const log = async () => {
    await witness.drain();
    return witness.log;
  };
  return {
    replicas: replicasOf(all.map((client, index) => ({ index, client: () => client }))),
    watched: replicasOf(connectMany(WATCHING).map((client, index) => ({ index, client: () => client }))),
    connect: () => connect(admin),
    disturbance: () => disturbance,
    async disturb(random, until) {
      disturbance = await disturb(production, random, until);
      const faults = [...disturbance.counts.values()].reduce((sum, count) => sum + count, 0);
      return `${faults} faults`;
    },
    logSoFar: log,
    finish: log,
    async remove() {
      await witness.close();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Whether it is, at every server: as many connections as these come to all of them. */
async function isLetIn(client: Client): Promise<boolean> {
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => client.of(configMaps).list({ limit: 1 })));
  return answers.every(({ status }) => status === 'fulfilled');
}
