{{/*
Parts of pods that are the same for all components.
*/}}

{{/* Metadata of a pod; takes (dict "root" $ "component" name "values" component values "annotations" dict). */}}
{{- define "pilothouse.pod.metadata" -}}
labels:
  {{- include "pilothouse.selectorLabels" . | nindent 2 }}
  {{- with .values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (.annotations | default dict) (.values.podAnnotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The beginning of a pod's spec; takes the same, and "automount" for the one pod that asks the host cluster. */}}
{{- define "pilothouse.pod.spec" -}}
automountServiceAccountToken: {{ .automount | default false }}
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- toYaml .root.Values.podSecurityContext | nindent 2 }}
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

{{/* Pods of a component on different machines, and zones, as far as there are enough. */}}
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

{{/* The image and the limits of a container that runs our command; takes the same. */}}
{{- define "pilothouse.container" -}}
image: {{ include "pilothouse.image" .root }}
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

{{/* Waits before SIGTERM until Services lead elsewhere, for programs that have no shutdown delay of their own. */}}
{{- define "pilothouse.container.preStop" -}}
lifecycle:
  preStop:
    exec:
      command: [node, -e, 'setTimeout(() => {}, 5000)']
{{- end }}

{{/* Probes of the programs whose health is plain HTTP at the port called metrics. */}}
{{- define "pilothouse.container.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: metrics }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}

{{/* A PodDisruptionBudget where there is more than one; takes the same and "name". */}}
{{- define "pilothouse.pdb" -}}
{{- if gt (int .values.replicas) 1 }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "pilothouse.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "pilothouse.selectorLabels" . | nindent 6 }}
{{- end }}
{{- end }}
