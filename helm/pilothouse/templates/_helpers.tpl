{{/* Name prefix of all objects. With the longest suffix, the name of a CronJob has 52 characters, the limit of Kubernetes. */}}
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

{{/*
Metadata of an object. Takes (dict "root" $ "component" "apiserver" "name" name), and optionally "labels" and "annotations".
*/}}
{{- define "pilothouse.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "pilothouse.labels" . | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Labels of an object. Takes the same. Labels of the chart override those of the values. */}}
{{- define "pilothouse.labels" -}}
{{- $chart := printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- $own := dict "helm.sh/chart" $chart "app.kubernetes.io/managed-by" .root.Release.Service "app.kubernetes.io/part-of" "pilothouse" }}
{{- $_ := set $own "app.kubernetes.io/version" .root.Chart.AppVersion }}
{{- toYaml (merge (include "pilothouse.selectorLabels" . | fromYaml) $own (.labels | default dict) .root.Values.commonLabels) }}
{{- end }}

{{/* Selector labels. Independent of the values, because selectors are immutable. */}}
{{- define "pilothouse.selectorLabels" -}}
{{ include "pilothouse.instanceLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Labels of all pods of the release. */}}
{{- define "pilothouse.instanceLabels" -}}
app.kubernetes.io/name: {{ include "pilothouse.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Name of an image. Takes (dict "root" $ "image" image "tag" default tag). */}}
{{- define "pilothouse.imageName" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry }}
{{- $name := list $registry .image.repository | compact | join "/" }}
{{- if .image.digest -}}
{{ printf "%s@%s" $name .image.digest }}
{{- else -}}
{{ printf "%s:%s" $name (.image.tag | default .tag) }}
{{- end }}
{{- end }}

{{/* Image of the programs of Pilothouse. */}}
{{- define "pilothouse.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion }}
{{- $missing := printf "image.repository is required: build and push the image (docker build --file deploy/Containerfile --tag REGISTRY/pilothouse:%s . && docker push REGISTRY/pilothouse:%s), then set image.repository=REGISTRY/pilothouse" $tag $tag }}
{{- $_ := required $missing .Values.image.repository }}
{{- include "pilothouse.imageName" (dict "root" . "image" .Values.image "tag" $tag) }}
{{- end }}

{{/* Service account of a component's pods. Takes (dict "root" $ "component" name "values" component values). */}}
{{- define "pilothouse.serviceAccount" -}}
{{- $account := .values.serviceAccount }}
{{- $made := printf "%s-%s" (include "pilothouse.fullname" .root) .component }}
{{- $account.name | default ($account.create | ternary $made "default") }}
{{- end }}

{{/*
Name of the Secret with a certificate, a key or a kubeconfig: an existing Secret of the values, or the Secret of the plan. Takes
(dict "root" $ "name" "etcd-client"), where name is the suffix in the plan.
*/}}
{{- define "pilothouse.secret" -}}
{{- $secret := printf "%s-%s" (include "pilothouse.fullname" .root) .name }}
{{- range $key, $existing := .root.Values.certificates.existingSecrets }}
{{- if and $existing (eq (kebabcase $key) $.name) }}{{ $secret = $existing }}{{ end }}
{{- end }}
{{- $secret }}
{{- end }}

{{/* DNS name of a Service inside the cluster. Takes (dict "root" $ "name" "service"). */}}
{{- define "pilothouse.host" -}}
{{ .name }}.{{ .root.Release.Namespace }}.svc
{{- end }}

{{/* URL of the API in kubeconfigs. */}}
{{- define "pilothouse.server" -}}
{{- $inside := printf "https://%s:%d" (include "pilothouse.host" (dict "root" . "name" (include "pilothouse.fullname" .))) (int .Values.apiserver.service.port) }}
{{- .Values.kubeconfig.server | default $inside }}
{{- end }}

{{/* URL of the API for the programs of the release. */}}
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

{{/* Secret with the client certificate for etcd (tls.crt, tls.key, ca.crt). Empty for an external etcd without TLS. */}}
{{- define "pilothouse.etcd.clientSecret" -}}
{{- if .Values.etcd.enabled }}{{ include "pilothouse.secret" (dict "root" . "name" "etcd-client") }}{{ else }}{{ .Values.etcd.external.existingSecret }}{{ end }}
{{- end }}

{{/* Whether the API servers call services of the release, and so need a client certificate. */}}
{{- define "pilothouse.hasServices" -}}
{{- if or .Values.tokenReview.enabled .Values.admission.enabled }}true{{ end }}
{{- end }}

{{/* Formats a map as key=value pairs, separated by commas and sorted by key. */}}
{{- define "pilothouse.pairs" -}}
{{- $pairs := list }}
{{- range $key, $value := . }}{{ $pairs = append $pairs (printf "%s=%v" $key $value) }}{{ end }}
{{- join "," $pairs }}
{{- end }}

{{/* Listen address, as address:port. Takes (dict "root" $ "port" 80). */}}
{{- define "pilothouse.endpoint" -}}
{{- if contains ":" .root.Values.bindAddress }}[{{ .root.Values.bindAddress }}]{{ else }}{{ .root.Values.bindAddress }}{{ end }}:{{ .port }}
{{- end }}
