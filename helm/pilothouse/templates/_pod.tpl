{{/*
Parts of pods that are the same for all components. They take (dict "root" $ "component" name "values" component values).
*/}}

{{/* Metadata of a pod; takes the same, and "podAnnotations". */}}
{{- define "pilothouse.pod.metadata" -}}
labels:
  {{- $own := include "pilothouse.selectorLabels" . | fromYaml }}
  {{- toYaml (merge $own (.values.podLabels | default dict) .root.Values.commonLabels) | nindent 2 }}
{{- with merge (dict) (.podAnnotations | default dict) (.values.podAnnotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The beginning of a pod's spec; takes the same, and "account" for pods that call the API of the host cluster. */}}
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

{{/* Secrets to pull images with, each once: names or objects. */}}
{{- define "pilothouse.pullSecrets" -}}
{{- $secrets := list }}
{{- range concat (.Values.global.imagePullSecrets | default list) .Values.imagePullSecrets }}
{{- $secrets = append $secrets (kindIs "string" . | ternary (dict "name" .) .) }}
{{- end }}
{{- toYaml ($secrets | uniq) }}
{{- end }}

{{/* OpenShift gives each namespace users and groups of its own, and refuses pods that name others. */}}
{{- define "pilothouse.pod.securityContext" -}}
{{- $context := .Values.podSecurityContext }}
{{- toYaml (.Values.openshift | ternary (omit $context "runAsUser" "runAsGroup" "fsGroup") $context) }}
{{- end }}

{{/* Spreads the pods of a component over machines and zones, as far as there are enough. */}}
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

{{/* The image and the limits of a container that runs a program of Pilothouse. */}}
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

{{/* A container of another image; takes the same, and "image" of the values. */}}
{{- define "pilothouse.container.foreign" -}}
image: {{ include "pilothouse.imageName" . | quote }}
imagePullPolicy: {{ .image.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.containerSecurityContext | nindent 2 }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
{{- end }}

{{/* Waits before SIGTERM until Services route elsewhere, for programs without a shutdown delay of their own. */}}
{{- define "pilothouse.container.preStop" -}}
lifecycle:
  preStop:
    exec:
      command: [node, -e, 'setTimeout(() => {}, 5000)']
{{- end }}

{{/*
Startup, liveness and readiness probes with the timing of the values; takes the same, and "port". Liveness is at "live" and readiness
at "ready", by "scheme" (HTTP).
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

{{/* A PodDisruptionBudget where there is more than one pod; takes the same and "name". */}}
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
