/** What a request asks of a resource (Kubernetes' verbs of the API). */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
