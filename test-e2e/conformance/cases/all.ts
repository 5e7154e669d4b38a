import type { Case } from '../case.js';
import { apiServices } from './api-services.js';
import { applies } from './applies.js';
import { autoscalers } from './autoscalers.js';
import { betaVersions } from './beta-versions.js';
import { bodies } from './bodies.js';
import { builtInPlugins } from './built-in-plugins.js';
import { certificates } from './certificates.js';
import { components } from './components.js';
import { claims } from './claims.js';
import { creation } from './creation.js';
import { cronJobs } from './cron-jobs.js';
import { customApplies } from './custom-applies.js';
import { customDiscovery } from './custom-discovery.js';
import { customObjects } from './custom-objects.js';
import { livesOfCustomObjects } from './custom-objects-life.js';
import { customRules } from './custom-rules.js';
import { customSchemas } from './custom-schemas.js';
import { schemasOfStored } from './custom-schemas-stored.js';
import { customSubresources } from './custom-subresources.js';
import { customTables } from './custom-tables.js';
import { definitions } from './definitions.js';
import { invalidDefinitions } from './definitions-invalid.js';
import { limitsAndRuntimes } from './limits.js';
import { livesOfDefinitions } from './definitions-life.js';
import { rulesOfDefinitions } from './definitions-rules.js';
import { schemasOfDefinitions } from './definitions-schemas.js';
import { deletion } from './deletion.js';
import { disruptionBudgets } from './disruption-budgets.js';
import { devices } from './devices.js';
import { rightsOfDevices } from './devices-rights.js';
import { selectorsOfDevices } from './devices-selectors.js';
import { slicesOfDevices } from './devices-slices.js';
import { statusOfDevices } from './devices-status.js';
import { discovery } from './discovery.js';
import { endpoints } from './endpoints.js';
import { flowcontrol } from './flowcontrol.js';
import { health } from './health.js';
import { jobs } from './jobs.js';
import { kinds } from './kinds.js';
import { mutatingPolicies } from './mutating-policies.js';
import { networking } from './networking.js';
import { nodeAuthorizer } from './node-authorizer.js';
import { optionalPlugins } from './optional-plugins.js';
import { patches } from './patches.js';
import { podCertificates } from './pod-certificates.js';
import { podAnnotations } from './pods-annotations.js';
import { podContainers } from './pods-containers.js';
import { podFields } from './pods-fields.js';
import { podLife } from './pods-life.js';
import { podPlacement } from './pods-placement.js';
import { podVolumes } from './pods-volumes.js';
import { podSecurity } from './pod-security.js';
import { quotas } from './quotas.js';
import { quotasOfKinds } from './quotas-kinds.js';
import { reads } from './reads.js';
import { replicationControllers } from './replication-controllers.js';
import { requests } from './requests.js';
import { reviews } from './reviews.js';
import { rights } from './rights.js';
import { serviceAccountPlugin } from './service-account-plugin.js';
import { services } from './services.js';
import { livesOfServices } from './services-life.js';
import { storage } from './storage.js';
import { updates } from './updates.js';
import { validatingPolicies } from './validating-policies.js';
import { decisionsOfPolicies } from './validating-policies-decisions.js';
import { parametersOfPolicies } from './validating-policies-parameters.js';
import { volumes } from './volumes.js';
import { watches } from './watches.js';
import { webhooks } from './webhooks.js';
import { failingWebhooks } from './webhooks-failing.js';
import { workloads } from './workloads.js';

/** Every file of cases. Its recording has the same name. */
export const CASES: Readonly<Record<string, readonly Case[]>> = {
  creation,
  bodies,
  reads,
  updates,
  patches,
  applies,
  deletion,
  watches,
  requests,
  discovery,
  reviews,
  devices,
  'devices-rights': rightsOfDevices,
  'devices-selectors': selectorsOfDevices,
  'devices-slices': slicesOfDevices,
  'devices-status': statusOfDevices,
  health,
  'api-services': apiServices,
  'pods-annotations': podAnnotations,
  'pods-containers': podContainers,
  'pods-fields': podFields,
  'pods-life': podLife,
  'pods-placement': podPlacement,
  'pods-volumes': podVolumes,
  endpoints,
  flowcontrol,
  jobs,
  'disruption-budgets': disruptionBudgets,
  autoscalers,
  'replication-controllers': replicationControllers,
  'cron-jobs': cronJobs,
  kinds,
  networking,
  certificates,
  quotas,
  'quotas-kinds': quotasOfKinds,
  components,
  rights,
  services: [...services, ...livesOfServices],
  storage,
  volumes,
  claims,
  limits: limitsAndRuntimes,
  workloads,
  'pod-security': podSecurity,
  'built-in-plugins': builtInPlugins,
  'optional-plugins': optionalPlugins,
  'node-authorizer': nodeAuthorizer,
  'service-account-plugin': serviceAccountPlugin,
  'validating-policies': validatingPolicies,
  'validating-policies-decisions': [...decisionsOfPolicies, ...parametersOfPolicies],
  'mutating-policies': mutatingPolicies,
  webhooks,
  'webhooks-failing': failingWebhooks,
  definitions: [...definitions, ...livesOfDefinitions],
  'custom-objects': [...customObjects, ...livesOfCustomObjects],
  'custom-schemas': [...customSchemas, ...schemasOfStored],
  'custom-rules': customRules,
  'custom-applies': customApplies,
  'custom-subresources': customSubresources,
  'custom-tables': customTables,
  'custom-discovery': customDiscovery,
  'definitions-invalid': invalidDefinitions,
  'definitions-schemas': schemasOfDefinitions,
  'definitions-rules': rulesOfDefinitions,
  'beta-versions': betaVersions,
  'pod-certificates': podCertificates,
};

/** Files that need a server with `--runtime-config=api/beta=true` and `--feature-gates=AllBeta=true`. */
export const BETAS: readonly string[] = ['beta-versions', 'pod-certificates'];

/** Admission plugins that files of cases need beside the default ones. */
export const PLUGINS: Readonly<Record<string, readonly string[]>> = {
  'service-account-plugin': ['ServiceAccount'],
  'node-authorizer': ['NodeRestriction'],
  'optional-plugins': [
    'AlwaysPullImages',
    'DenyServiceExternalIPs',
    'ExtendedResourceToleration',
    'LimitPodHardAntiAffinityTopology',
    'NodeRestriction',
    'OwnerReferencesPermissionEnforcement',
    'PodNodeSelector',
    'PodTolerationRestriction',
  ],
};
