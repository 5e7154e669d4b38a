{{/* Names. The longest suffix makes a CronJob's name of 52 characters, which is the limit. */}}
{{- define "pilothouse.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 38 | trimSuffix "-" }}
{{- end }}

{{- define "pilothouse.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 38 | trimSuffix "-" }}
{{- else }}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 38 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 38 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{/* Labels of everything; takes (dict "root" $ "component" "apiserver"). */}}
{{- define "pilothouse.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: pilothouse
{{ include "pilothouse.selectorLabels" . }}
{{- end }}

{{- define "pilothouse.selectorLabels" -}}
{{ include "pilothouse.instanceLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* What all pods of the release have, whatever they do. */}}
{{- define "pilothouse.instanceLabels" -}}
app.kubernetes.io/name: {{ include "pilothouse.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pilothouse.image" -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}
{{- end }}

{{/* A DNS name inside the cluster; takes (dict "root" $ "name" "service"). */}}
{{- define "pilothouse.host" -}}
{{ .name }}.{{ .root.Release.Namespace }}.svc
{{- end }}

{{/* The URL in kubeconfigs. */}}
{{- define "pilothouse.server" -}}
{{- $inside := printf "https://%s:%d" (include "pilothouse.host" (dict "root" . "name" (include "pilothouse.fullname" .))) (int .Values.apiserver.service.port) }}
{{- .Values.kubeconfig.server | default $inside }}
{{- end }}

{{/* The URL by which the parts of the release reach the API. */}}
{{- define "pilothouse.internalServer" -}}
{{ printf "https://%s:%d" (include "pilothouse.host" (dict "root" . "name" (include "pilothouse.fullname" .))) (int .Values.apiserver.service.port) }}
{{- end }}

{{- define "pilothouse.etcd.servers" -}}
{{- if .Values.etcd.enabled }}
{{- $name := printf "%s-etcd" (include "pilothouse.fullname" .) }}
{{- $servers := list }}
{{- range until (int .Values.etcd.replicas) }}
{{- $servers = append $servers (printf "https://%s-%d.%s:2379" $name . (include "pilothouse.host" (dict "root" $ "name" $name))) }}
{{- end }}
{{- join "," $servers }}
{{- else }}
{{- required "etcd.external.endpoints is required where etcd.enabled is false" (join "," .Values.etcd.external.endpoints) }}
{{- end }}
{{- end }}

{{/* The Secret with which the API servers reach etcd (tls.crt, tls.key, ca.crt); empty where none is needed. */}}
{{- define "pilothouse.etcd.clientSecret" -}}
{{- if .Values.etcd.enabled }}{{ include "pilothouse.fullname" . }}-etcd-client{{ else }}{{ .Values.etcd.external.existingSecret }}{{ end }}
{{- end }}

{{/* Whether the API servers call services of the release, which takes a client certificate. */}}
{{- define "pilothouse.hasServices" -}}
{{- if or .Values.tokenReview.enabled .Values.admission.enabled }}true{{ end }}
{{- end }}

{{/* A map as key=value texts with commas between them, in the order of the keys. */}}
{{- define "pilothouse.pairs" -}}
{{- $pairs := list }}
{{- range $key, $value := . }}{{ $pairs = append $pairs (printf "%s=%v" $key $value) }}{{ end }}
{{- join "," $pairs }}
{{- end }}

{{/* Values that contradict each other, and that a schema cannot tell. */}}
{{- define "pilothouse.check" -}}
{{- if and (not .Values.etcd.enabled) (not .Values.etcd.external.endpoints) }}
{{- fail "etcd.external.endpoints is required where etcd.enabled is false" }}
{{- end }}
{{- if and (not .Values.etcd.enabled) .Values.etcd.backup.enabled }}
{{- fail "etcd.backup is for the etcd of this chart: set etcd.backup.enabled to false where etcd.enabled is false" }}
{{- end }}
{{- $etcd := lookup "apps/v1" "StatefulSet" .Release.Namespace (printf "%s-etcd" (include "pilothouse.fullname" .)) | default dict }}
{{- $members := dig "spec" "replicas" 0 $etcd | int }}
{{- if and .Values.etcd.enabled $members (ne $members (int .Values.etcd.replicas)) }}
{{- fail (printf "etcd.replicas cannot be changed: there are %d members" $members) }}
{{- end }}
{{- if and .Values.apiserver.ingress.enabled (not .Values.apiserver.ingress.host) }}
{{- fail "apiserver.ingress.host is required where apiserver.ingress.enabled is true" }}
{{- end }}
{{- if and .Values.apiserver.oidc.issuerURL (not .Values.apiserver.oidc.clientID) }}
{{- fail "apiserver.oidc.clientID is required with apiserver.oidc.issuerURL" }}
{{- end }}
{{- range .Values.apiserver.extraArgs }}
{{- if hasPrefix "--anonymous-auth=false" . }}
{{- fail "apiserver.extraArgs: --anonymous-auth=false would have every health probe refused" }}
{{- end }}
{{- end }}
{{- end }}

{{/* Where to listen, as address:port; takes (dict "root" $ "port" 80). */}}
{{- define "pilothouse.endpoint" -}}
{{- if contains ":" .root.Values.bindAddress }}[{{ .root.Values.bindAddress }}]{{ else }}{{ .root.Values.bindAddress }}{{ end }}:{{ .port }}
{{- end }}
