import type { Case } from '../case.js';
import { create, get, patch, remove } from './steps.js';

const COMPONENTS = '/api/v1/componentstatuses';
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };

/** Health of components. Neither server has a scheduler or a controller manager beside it. */
export const components: readonly Case[] = [
  {
    name: 'component statuses',
    steps: [
      ...['scheduler', 'controller-manager', 'etcd-0', 'none'].map((name) => get(`${COMPONENTS}/${name}`)),
      get(COMPONENTS, { query: { fieldSelector: 'metadata.name=etcd-0' } }),
      get(COMPONENTS, { query: { fieldSelector: 'metadata.name=none' } }),
      get(COMPONENTS, { query: { labelSelector: 'a=b' } }),
      get(COMPONENTS, { query: { fieldSelector: 'a=b' } }),
      get(`${COMPONENTS}/scheduler`, TABLE),
      get(COMPONENTS, { query: { watch: 'true' } }),
      create(COMPONENTS, { metadata: { name: 'a' } }),
      patch(`${COMPONENTS}/scheduler`, 'merge', {}),
      remove(`${COMPONENTS}/scheduler`),
    ],
  },
];
