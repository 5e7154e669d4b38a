{{/*
Plan of the certificates, for both modes: `pilothouse certificates` executes it, or it is converted to Issuers and Certificates of
cert-manager, with the same names and keys of Secrets.

There are three authorities, so that a certificate is valid for one purpose only: the API, etcd, or the token-review and admission
services.
*/}}
{{- define "pilothouse.certificates.all" -}}
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
    # etcd reads its trusted authorities only when it starts.
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
  {{- if .Values.console.enabled }}
  - name: {{ $name }}-console
    authority: {{ $name }}-ca
    commonName: {{ $name }}-console
    usages: [server]
    hosts:
      - {{ (urlParse (include "pilothouse.console.url" .)).hostname }}
      - {{ include "pilothouse.host" (dict "root" . "name" (printf "%s-console" $name)) }}
    validity: {{ $validity }}
  {{- end }}
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
      # The client Service of all members, which backups use.
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
{{- if .Values.console.enabled }}
sessionKeys:
  - name: {{ $name }}-console-session
{{- end }}
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

{{/* The certificates, keys and kubeconfigs without existing Secrets, and the authorities that these need. */}}
{{- define "pilothouse.certificates.plan" -}}
{{- $all := include "pilothouse.certificates.all" . | fromYaml }}
{{- $existing := include "pilothouse.certificates.existing" . | fromYaml }}
{{- $plan := dict "authorities" list "certificates" list "keys" list "sessionKeys" list "kubeconfigs" list }}
{{- range $kind := list "certificates" "keys" "sessionKeys" "kubeconfigs" }}
{{- range get $all $kind | default list }}
{{- if not (hasKey $existing .name) }}{{ $_ := set $plan $kind (append (get $plan $kind) .) }}{{ end }}
{{- end }}
{{- end }}
{{- $used := list }}
{{- range $plan.certificates }}{{ $used = append $used .authority }}{{ end }}
{{- range $all.authorities }}
{{- if has .name $used }}{{ $_ := set $plan "authorities" (append $plan.authorities .) }}{{ end }}
{{- end }}
{{- range $kubeconfig := $plan.kubeconfigs }}
{{- with get $existing $kubeconfig.certificate }}
{{- $_ := set $kubeconfig "certificate" . }}
{{- $_ := set $kubeconfig "authority" . }}
{{- end }}
{{- end }}
{{- toYaml $plan }}
{{- end }}

{{/* Existing Secrets of the values, by their names in the plan. */}}
{{- define "pilothouse.certificates.existing" -}}
{{- range $key, $secret := .Values.certificates.existingSecrets }}
{{- if $secret }}
{{ include "pilothouse.fullname" $ }}-{{ kebabcase $key }}: {{ $secret }}
{{- end }}
{{- end }}
{{- end }}

{{/* The part of the plan for the command: all of it or, with cert-manager, only keys and kubeconfigs. */}}
{{- define "pilothouse.certificates.job.plan" -}}
{{- $plan := include "pilothouse.certificates.plan" . | fromYaml }}
{{- if eq .Values.certificates.mode "certManager" }}
{{- $plan = pick $plan "keys" "sessionKeys" "kubeconfigs" }}
{{- /* The Secret of a certificate also has its authority. The Secrets of authorities, which have the private keys, are not read. */}}
{{- range $plan.kubeconfigs }}{{ $_ := set . "authority" .certificate }}{{ end }}
{{- end }}
{{- toYaml $plan }}
{{- end }}

{{/* Whether the plan of the command has any item. */}}
{{- define "pilothouse.certificates.job.needed" -}}
{{- range $kind, $items := include "pilothouse.certificates.job.plan" . | fromYaml }}{{ if $items }}true{{ end }}{{ end }}
{{- end }}

{{/* Names of the Secrets that the command may read and write. */}}
{{- define "pilothouse.certificates.rules" -}}
{{- $plan := include "pilothouse.certificates.job.plan" . | fromYaml }}
{{- $made := list }}
{{- range $kind, $items := $plan }}{{ range $items }}{{ $made = append $made .name }}{{ end }}{{ end }}
{{- /* Certificates of kubeconfigs that cert-manager or the user creates. */}}
{{- $read := list }}
{{- range $plan.kubeconfigs }}{{ if not (has .certificate $made) }}{{ $read = append $read .certificate }}{{ end }}{{ end }}
{{- $read = uniq $read }}
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

{{/* Service account of the Jobs. Takes (dict "root" $ "name" name). */}}
{{- define "pilothouse.certificates.account" -}}
{{- $account := .root.Values.certificates.job.serviceAccount }}
{{- if not $account.create }}{{ $account.name | default "default" }}
{{- else if $account.name }}{{ $account.name }}{{ if hasSuffix "-hook" .name }}-hook{{ end }}
{{- else }}{{ .name }}
{{- end }}
{{- end }}

{{/*
ServiceAccount, Role, RoleBinding and the ConfigMap of the plan. Takes (dict "root" $ "component" "certificates" "name" name), and
optionally "annotations" of all of them.
*/}}
{{- define "pilothouse.certificates.base" -}}
{{- $account := .root.Values.certificates.job.serviceAccount }}
{{- if $account.create }}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- $annotations := merge (dict) (.annotations | default dict) $account.annotations }}
  {{- include "pilothouse.metadata" (merge (dict "name" (include "pilothouse.certificates.account" .) "annotations" $annotations) .) | nindent 2 }}
automountServiceAccountToken: false
---
{{- end }}
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "pilothouse.metadata" . | nindent 2 }}
rules:
  {{- include "pilothouse.certificates.rules" .root | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  {{- include "pilothouse.metadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ .name }}
subjects:
  - kind: ServiceAccount
    name: {{ include "pilothouse.certificates.account" . }}
    namespace: {{ .root.Release.Namespace }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "pilothouse.metadata" . | nindent 2 }}
data:
  plan.yaml: |
    {{- include "pilothouse.certificates.job.plan" .root | nindent 4 }}
{{- end }}

{{/* Spec of a Job that executes the plan. Takes the same. */}}
{{- define "pilothouse.certificates.job" -}}
{{- $values := .root.Values.certificates.job }}
{{- $context := dict "root" .root "component" "certificates" "values" $values "account" (include "pilothouse.certificates.account" .) }}
backoffLimit: {{ int $values.backoffLimit }}
activeDeadlineSeconds: {{ int $values.activeDeadlineSeconds }}
template:
  metadata:
    {{- include "pilothouse.pod.metadata" $context | nindent 4 }}
  spec:
    {{- include "pilothouse.pod.spec" $context | nindent 4 }}
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

{{/* Host names and addresses of the API servers without duplicates, as a YAML list. */}}
{{- define "pilothouse.certificates.hosts" -}}
{{- $name := include "pilothouse.fullname" . }}
{{- $service := include "pilothouse.host" (dict "root" . "name" $name) }}
{{- $inside := list $name (printf "%s.%s" $name .Release.Namespace) $service (printf "%s.%s" $service .Values.clusterDomain) "localhost" "127.0.0.1" }}
{{- $outside := list .Values.apiserver.service.loadBalancerIP (.Values.apiserver.ingress.enabled | ternary .Values.apiserver.ingress.host "") }}
{{- with .Values.kubeconfig.server }}{{ $outside = append $outside (urlParse .).hostname }}{{ end }}
{{- toYaml (concat $inside $outside .Values.certificates.extraHosts | compact | uniq) }}
{{- end }}
