{{/*
What certificates there are. One plan for both modes: `pilothouse certificates` carries it out, or Issuers and Certificates of
cert-manager are made of it, with Secrets of the same names and keys.

Three authorities, so that nobody is trusted where he has no business: users of the API by the API servers, API servers by etcd,
and API servers by the token-review and admission services.
*/}}
{{- define "pilothouse.certificates.plan" -}}
{{- $name := include "pilothouse.fullname" . }}
{{- $validity := .Values.certificates.validity }}
authorities:
  - name: {{ $name }}-ca
    commonName: {{ $name }}-ca
    validity: {{ .Values.certificates.authorityValidity }}
  {{- if .Values.etcd.enabled }}
  - name: {{ $name }}-etcd-ca
    commonName: {{ $name }}-etcd-ca
    validity: {{ .Values.certificates.authorityValidity }}
    # etcd reads whom it trusts at its start alone.
    propagation: {{ .Values.certificates.etcdPropagation }}
  {{- end }}
  {{- if include "pilothouse.hasServices" . }}
  - name: {{ $name }}-services-ca
    commonName: {{ $name }}-services-ca
    validity: {{ .Values.certificates.authorityValidity }}
  {{- end }}
certificates:
  - name: {{ $name }}-apiserver
    authority: {{ $name }}-ca
    commonName: kube-apiserver
    usages: [server]
    hosts:
      {{- include "pilothouse.certificates.hosts" . | nindent 6 }}
    validity: {{ $validity }}
  - name: {{ $name }}-admin
    authority: {{ $name }}-ca
    commonName: kubernetes-admin
    organizations: ['system:masters']
    usages: [client]
    validity: {{ $validity }}
  - name: {{ $name }}-controller-manager
    authority: {{ $name }}-ca
    commonName: system:kube-controller-manager
    usages: [client]
    validity: {{ $validity }}
  - name: {{ $name }}-monitoring
    authority: {{ $name }}-ca
    commonName: {{ $name }}-monitoring
    organizations: ['system:monitoring']
    usages: [client]
    validity: {{ $validity }}
  {{- if .Values.etcd.enabled }}
  {{- range list "server" "peer" }}
  - name: {{ $name }}-etcd-{{ . }}
    authority: {{ $name }}-etcd-ca
    commonName: {{ $name }}-etcd-{{ . }}
    usages: [server, client]
    hosts:
      {{- $etcd := include "pilothouse.host" (dict "root" $ "name" (printf "%s-etcd" $name)) }}
      {{- range until (int $.Values.etcd.replicas) }}
      - {{ $name }}-etcd-{{ . }}.{{ $etcd }}
      - {{ $name }}-etcd-{{ . }}.{{ $etcd }}.{{ $.Values.clusterDomain }}
      {{- end }}
      # Any of them, which is what backups ask.
      - {{ $etcd }}
      - localhost
      - 127.0.0.1
    validity: {{ $validity }}
  {{- end }}
  - name: {{ $name }}-etcd-client
    authority: {{ $name }}-etcd-ca
    commonName: {{ $name }}-apiserver
    usages: [client]
    validity: {{ $validity }}
  {{- end }}
  {{- if include "pilothouse.hasServices" . }}
  - name: {{ $name }}-services-client
    authority: {{ $name }}-services-ca
    commonName: {{ $name }}-apiserver
    usages: [client]
    validity: {{ $validity }}
  {{- end }}
  {{- if .Values.tokenReview.enabled }}
  - name: {{ $name }}-token-review
    authority: {{ $name }}-services-ca
    commonName: {{ $name }}-token-review
    usages: [server]
    hosts:
      - {{ include "pilothouse.host" (dict "root" . "name" (printf "%s-token-review" $name)) }}
    validity: {{ $validity }}
  {{- end }}
  {{- if .Values.admission.enabled }}
  - name: {{ $name }}-admission
    authority: {{ $name }}-services-ca
    commonName: {{ $name }}-admission
    usages: [server]
    hosts:
      - {{ include "pilothouse.host" (dict "root" . "name" (printf "%s-admission" $name)) }}
    validity: {{ $validity }}
  - name: {{ $name }}-admission-user
    authority: {{ $name }}-ca
    commonName: system:admission-service
    usages: [client]
    validity: {{ $validity }}
  {{- end }}
keys:
  - name: {{ $name }}-service-account
kubeconfigs:
  - name: {{ $name }}-admin-kubeconfig
    certificate: {{ $name }}-admin
    authority: {{ $name }}-ca
    server: {{ include "pilothouse.server" . }}
  - name: {{ $name }}-controller-manager-kubeconfig
    certificate: {{ $name }}-controller-manager
    authority: {{ $name }}-ca
    server: {{ include "pilothouse.internalServer" . }}
  {{- if .Values.admission.enabled }}
  - name: {{ $name }}-admission-kubeconfig
    certificate: {{ $name }}-admission-user
    authority: {{ $name }}-ca
    server: {{ include "pilothouse.internalServer" . }}
  {{- end }}
{{- end }}

{{/* What of the plan is left to the command: all of it, or, with cert-manager, what that knows nothing of. */}}
{{- define "pilothouse.certificates.job.plan" -}}
{{- $plan := include "pilothouse.certificates.plan" . | fromYaml }}
{{- if eq .Values.certificates.mode "certManager" }}
{{- $plan = pick $plan "keys" "kubeconfigs" }}
{{- /* Whom to trust is beside each certificate: the Secrets of authorities, which have their keys, are nobody else's business. */}}
{{- range $plan.kubeconfigs }}{{ $_ := set . "authority" .certificate }}{{ end }}
{{- end }}
{{- toYaml $plan }}
{{- end }}

{{/* The Secrets that the command may read and write, and no others. */}}
{{- define "pilothouse.certificates.rules" -}}
{{- $plan := include "pilothouse.certificates.job.plan" . | fromYaml }}
{{- $made := list }}
{{- range $kind, $items := $plan }}{{ range $items }}{{ $made = append $made .name }}{{ end }}{{ end }}
{{- /* What kubeconfigs are made of, where somebody else makes it. */}}
{{- $read := list }}
{{- range $plan.kubeconfigs }}{{ if not (has .certificate $made) }}{{ $read = append $read .certificate }}{{ end }}{{ end }}
- apiGroups: ['']
  resources: [secrets]
  verbs: [create]
- apiGroups: ['']
  resources: [secrets]
  resourceNames:
    {{- range $made | sortAlpha }}
    - {{ . }}
    {{- end }}
  verbs: [get, update]
{{- if $read }}
- apiGroups: ['']
  resources: [secrets]
  resourceNames:
    {{- range $read | sortAlpha }}
    - {{ . }}
    {{- end }}
  verbs: [get]
{{- end }}
{{- end }}

{{/*
The account, its rights and the plan; takes (dict "root" $ "name" name "annotations" dict).
*/}}
{{- define "pilothouse.certificates.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "pilothouse.certificates.metadata" . | nindent 2 }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "pilothouse.certificates.metadata" . | nindent 2 }}
rules:
  {{- include "pilothouse.certificates.rules" .root | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  {{- include "pilothouse.certificates.metadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ .name }}
subjects:
  - kind: ServiceAccount
    name: {{ .name }}
    namespace: {{ .root.Release.Namespace }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "pilothouse.certificates.metadata" . | nindent 2 }}
data:
  plan.yaml: |
    {{- include "pilothouse.certificates.job.plan" .root | nindent 4 }}
{{- end }}

{{- define "pilothouse.certificates.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "pilothouse.labels" (dict "root" .root "component" "certificates") | nindent 2 }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The spec of a Job that carries out the plan; takes the same. */}}
{{- define "pilothouse.certificates.job" -}}
{{- $values := .root.Values.certificates.job }}
{{- $context := dict "root" .root "component" "certificates" "values" $values "automount" true }}
backoffLimit: {{ int $values.backoffLimit }}
activeDeadlineSeconds: {{ int $values.activeDeadlineSeconds }}
template:
  metadata:
    {{- include "pilothouse.pod.metadata" $context | nindent 4 }}
  spec:
    {{- include "pilothouse.pod.spec" $context | nindent 4 }}
    serviceAccountName: {{ .name }}
    restartPolicy: OnFailure
    containers:
      - name: certificates
        {{- include "pilothouse.container" $context | nindent 8 }}
        args:
          - certificates
          - --config=/etc/pilothouse/plan/plan.yaml
          - --namespace={{ .root.Release.Namespace }}
          - --renew-before={{ .root.Values.certificates.renewBefore }}
          - --propagation={{ .root.Values.certificates.propagation }}
        volumeMounts:
          - { name: tmp, mountPath: /tmp }
          - { name: plan, mountPath: /etc/pilothouse/plan, readOnly: true }
    volumes:
      - name: tmp
        emptyDir: {}
      - name: plan
        configMap: { name: {{ .name }} }
{{- end }}

{{/* The names and addresses by which clients know the API servers, each once; a list in YAML. */}}
{{- define "pilothouse.certificates.hosts" -}}
{{- $name := include "pilothouse.fullname" . }}
{{- $service := include "pilothouse.host" (dict "root" . "name" $name) }}
{{- $inside := list $name (printf "%s.%s" $name .Release.Namespace) $service (printf "%s.%s" $service .Values.clusterDomain) "localhost" "127.0.0.1" }}
{{- $outside := list .Values.apiserver.service.loadBalancerIP (.Values.apiserver.ingress.enabled | ternary .Values.apiserver.ingress.host "") }}
{{- with .Values.kubeconfig.server }}{{ $outside = append $outside (urlParse .).hostname }}{{ end }}
{{- toYaml (concat $inside $outside .Values.certificates.extraHosts | compact | uniq) }}
{{- end }}
