import { TIME, NAME, SINCE, type Sample, type Samples } from '../definition/sample.test.helper.js';

const RULES = [{ apiGroups: [''], resources: ['pods'], resourceNames: ['a'], verbs: ['get', 'watch'] }];
const RULES_DESCRIBED = /^ {2}pods +\[\] +\[a\] +\[get watch\]$/m;
const BINDING: Sample = {
  object: {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
    subjects: [
      { kind: 'User', name: 'jane' },
      { kind: 'User', name: 'joe' },
      { kind: 'Group', name: 'devs' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'default' },
    ],
  },
  columns: [
    NAME,
    ['ROLE', 'ClusterRole/reader'],
    SINCE,
    ['USERS', 'jane, joe', 'wide'],
    ['GROUPS', 'devs', 'wide'],
    ['SERVICEACCOUNTS', 'default/robot', 'wide'],
  ],
  described: /^ {2}ServiceAccount +robot +default$/m,
  applied: {
    roleRef: { kind: 'ClusterRole', name: 'r', apiGroup: 'rbac.authorization.k8s.io' },
    subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
  },
};

export const rbacSamples: Samples = {
  'clusterrolebindings.rbac.authorization.k8s.io': BINDING,
  'clusterroles.rbac.authorization.k8s.io': {
    object: { rules: RULES },
    columns: [NAME, ['CREATED AT', TIME]],
    described: RULES_DESCRIBED,
  },
  'rolebindings.rbac.authorization.k8s.io': BINDING,
  'roles.rbac.authorization.k8s.io': {
    object: { rules: RULES },
    columns: [NAME, ['CREATED AT', TIME]],
    described: RULES_DESCRIBED,
  },
};
