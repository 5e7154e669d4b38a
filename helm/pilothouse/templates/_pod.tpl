{{/*
Common parts of the pods of all components. The templates take (dict "root" $ "component" name "values" component values).
*/}}

{{/* Metadata of a pod. Takes the same, and "podAnnotations". */}}
{{- define "pilothouse.pod.metadata" -}}
labels:
  {{- $own := include "pilothouse.selectorLabels" . | fromYaml }}
  {{- toYaml (merge $own (.values.podLabels | default dict) .root.Values.commonLabels) | nindent 2 }}
{{- with merge (dict) (.podAnnotations | default dict) (.values.podAnnotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Common fields of a pod's spec. Takes the same, and "account" for pods that call the API server of the host cluster. */}}
{{- define "pilothouse.pod.spec" -}}
serviceAccountName: {{ .account | default (include "pilothouse.serviceAccount" .) }}
automountServiceAccountToken: {{ if .account }}true{{ else }}{{ .values.serviceAccount.automount }}{{ end }}
enableServiceLinks: false
{{- with include "pilothouse.pullSecrets" .root | fromYamlArray }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- include "pilothouse.pod.securityContext" .root | nindent 2 }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Pull secrets without duplicates, from names or objects. */}}
{{- define "pilothouse.pullSecrets" -}}
{{- $secrets := list }}
{{- range concat (.Values.global.imagePullSecrets | default list) .Values.imagePullSecrets }}
{{- $secrets = append $secrets (kindIs "string" . | ternary (dict "name" .) .) }}
{{- end }}
{{- toYaml ($secrets | uniq) }}
{{- end }}

{{/* Pod security context without user and group ids on OpenShift, which assigns them per namespace and rejects others. */}}
{{- define "pilothouse.pod.securityContext" -}}
{{- $context := .Values.podSecurityContext }}
{{- toYaml (.Values.openshift | ternary (omit $context "runAsUser" "runAsGroup" "fsGroup") $context) }}
{{- end }}

{{/* Topology spread over nodes and zones (ScheduleAnyway). */}}
{{- define "pilothouse.pod.spread" -}}
topologySpreadConstraints:
{{- if .values.topologySpreadConstraints }}
  {{- toYaml .values.topologySpreadConstraints | nindent 2 }}
{{- else }}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "pilothouse.selectorLabels" $ | nindent 8 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Image, security context, environment and resources of a container with a program of Pilothouse. */}}
{{- define "pilothouse.container" -}}
image: {{ include "pilothouse.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.containerSecurityContext | nindent 2 }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
{{- $heap := .values.heapMiB }}
{{- if or $heap .values.extraEnv }}
env:
  {{- if $heap }}
  - name: NODE_OPTIONS
    value: --max-old-space-size={{ int $heap }}
  {{- end }}
  {{- with .values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The same for a container with another image. Takes the same, and "image" of the values. */}}
{{- define "pilothouse.container.foreign" -}}
image: {{ include "pilothouse.imageName" . | quote }}
imagePullPolicy: {{ .image.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.containerSecurityContext | nindent 2 }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
{{- end }}

{{/* preStop hook: delays SIGTERM until Services no longer route to the pod, for programs without a shutdown delay. */}}
{{- define "pilothouse.container.preStop" -}}
lifecycle:
  preStop:
    exec:
      command: [node, -e, 'setTimeout(() => {}, 5000)']
{{- end }}

{{/*
Startup, liveness and readiness probes with the timing of the values. Takes the same, "port", the paths "live" and "ready", and
"scheme" (default HTTP).
*/}}
{{- define "pilothouse.container.probes" -}}
{{- $live := dict "path" .live "port" .port "scheme" (.scheme | default "HTTP") }}
{{- $ready := merge (dict "path" .ready) $live }}
startupProbe:
  {{- toYaml (merge (dict "httpGet" $live) .values.probes.startup) | nindent 2 }}
livenessProbe:
  {{- toYaml (merge (dict "httpGet" $live) .values.probes.liveness) | nindent 2 }}
readinessProbe:
  {{- toYaml (merge (dict "httpGet" $ready) .values.probes.readiness) | nindent 2 }}
{{- end }}

{{/* PodDisruptionBudget of a component with more than one replica. Takes the same, and "name". */}}
{{- define "pilothouse.pdb" -}}
{{- if gt (int .values.replicas) 1 }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "pilothouse.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "pilothouse.selectorLabels" . | nindent 6 }}
{{- end }}
{{- end }}
