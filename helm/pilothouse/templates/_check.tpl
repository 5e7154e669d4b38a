{{/* Fails for contradictory values, which a schema cannot express. */}}
{{- define "pilothouse.check" -}}
{{- /* `helm template` without a cluster lists no kinds, and accepts every release of Kubernetes. */}}
{{- if and (.Capabilities.APIVersions.Has "v1/Pod") (semverCompare "<1.24.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail (printf "the chart needs Kubernetes 1.24 or newer; the cluster has %s" .Capabilities.KubeVersion.Version) }}
{{- end }}
{{- include "pilothouse.check.heaps" . }}
{{- include "pilothouse.check.certificates" . }}
{{- include "pilothouse.check.backup" . }}
{{- if and (not .Values.etcd.enabled) (not .Values.etcd.external.endpoints) }}
{{- fail "etcd.external.endpoints is required if etcd.enabled is false" }}
{{- end }}
{{- $etcd := lookup "apps/v1" "StatefulSet" .Release.Namespace (printf "%s-etcd" (include "pilothouse.fullname" .)) | default dict }}
{{- $members := dig "spec" "replicas" 0 $etcd | int }}
{{- if and .Values.etcd.enabled $members (ne $members (int .Values.etcd.replicas)) }}
{{- fail (printf "etcd.replicas cannot be changed: etcd has %d members" $members) }}
{{- end }}
{{- if and .Values.apiserver.ingress.enabled (not .Values.apiserver.ingress.host) }}
{{- fail "apiserver.ingress.host is required if apiserver.ingress.enabled is true" }}
{{- end }}
{{- with .Values.console }}
{{- if and .enabled .ingress.enabled (not .ingress.host) }}
{{- fail "console.ingress.host is required if console.ingress.enabled is true" }}
{{- end }}
{{- if and .enabled (not .externalURL) (not .ingress.host) }}
{{- fail "console.externalURL is required without console.ingress.host" }}
{{- end }}
{{- if and .enabled .oidc.issuerURL (not .oidc.clientID) }}
{{- fail "console.oidc.clientID is required with console.oidc.issuerURL" }}
{{- end }}
{{- end }}
{{- if and .Values.apiserver.oidc.issuerURL (not .Values.apiserver.oidc.clientID) }}
{{- fail "apiserver.oidc.clientID is required with apiserver.oidc.issuerURL" }}
{{- end }}
{{- if and .Values.apiserver.oidc.loginClientID (not .Values.apiserver.oidc.issuerURL) }}
{{- fail "apiserver.oidc.issuerURL is required with apiserver.oidc.loginClientID" }}
{{- end }}
{{- range .Values.apiserver.extraArgs }}
{{- if hasPrefix "--anonymous-auth=false" . }}
{{- fail "apiserver.extraArgs: --anonymous-auth=false makes every health probe fail" }}
{{- end }}
{{- end }}
{{- end }}

{{/* Node needs memory outside of its heap, for buffers and code. */}}
{{- define "pilothouse.check.heaps" -}}
{{- range $name := list "apiserver" "controllerManager" "tokenReview" "admission" "console" }}
{{- $values := get $.Values $name }}
{{- $limit := dig "limits" "memory" "" $values.resources | toString }}
{{- if and $values.heapMiB $limit }}
{{- $workers := $values.workers | default 1 | int }}
{{- $most := divf (include "pilothouse.mebibytes" $limit | float64 | mulf 0.75) $workers | floor | int }}
{{- if gt (int $values.heapMiB) $most }}
{{- $heap := ternary "the heap" (printf "the heap of each of %d workers" $workers) (eq $workers 1) }}
{{- fail (printf "%s.heapMiB is %d, but %s.resources.limits.memory is %s: %s can have at most %s, %d MiB" $name (int $values.heapMiB) $name $limit $heap (ternary "three quarters of it" "its part of three quarters of it" (eq $workers 1)) $most) }}
{{- end }}
{{- end }}
{{- range $values.extraEnv }}
{{- if and (eq (toString .name) "NODE_OPTIONS") $values.heapMiB }}
{{- fail (printf "%s.extraEnv: NODE_OPTIONS overrides %s.heapMiB; set heapMiB to 0, and add --max-old-space-size to NODE_OPTIONS" $name $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Converts a quantity, such as 2Gi or 1500M, to MiB. */}}
{{- define "pilothouse.mebibytes" -}}
{{- $number := regexFind "^[0-9.]+" . | float64 }}
{{- $units := dict "" 1 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 }}
{{- $unit := get $units (regexFind "[a-zA-Z]*$" .) }}
{{- if not $unit }}{{ fail (printf "%s is not a memory quantity" .) }}{{ end }}
{{- divf (mulf $number $unit) 1048576 }}
{{- end }}

{{- define "pilothouse.check.certificates" -}}
{{- $refs := list }}
{{- range $name, $ref := .Values.certificates.issuerRef }}
{{- if $ref.name }}
{{- if ne $.Values.certificates.mode "certManager" }}
{{- fail (printf "certificates.issuerRef.%s requires certificates.mode certManager" $name) }}
{{- end }}
{{- $refs = append $refs (printf "%s/%s/%s" $ref.group $ref.kind $ref.name) }}
{{- end }}
{{- end }}
{{- if ne (len $refs) (len (uniq $refs)) }}
{{- fail "certificates.issuerRef: api, etcd and services must have different issuers; otherwise users of the API could read and write etcd" }}
{{- end }}
{{- $all := include "pilothouse.certificates.all" . | fromYaml }}
{{- $existing := include "pilothouse.certificates.existing" . | fromYaml }}
{{- range $authority := $all.authorities }}
{{- $given := list }}
{{- $missing := list }}
{{- range $all.certificates }}
{{- if eq .authority $authority.name }}
{{- if hasKey $existing .name }}{{ $given = append $given .name }}{{ else }}{{ $missing = append $missing .name }}{{ end }}
{{- end }}
{{- end }}
{{- if and $given $missing }}
{{- fail (printf "certificates.existingSecrets: all certificates of an authority must be replaced together; missing: %s" (join ", " $missing)) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "pilothouse.check.backup" -}}
{{- with .Values.etcd.backup }}
{{- if and .enabled (not $.Values.etcd.enabled) }}
{{- fail "etcd.backup needs the etcd of this chart: set etcd.backup.enabled to false if etcd.enabled is false" }}
{{- end }}
{{- if and .s3.enabled (not .s3.bucket) }}
{{- fail "etcd.backup.s3.bucket is required if etcd.backup.s3.enabled is true" }}
{{- end }}
{{- if and .enabled (not .persistence.enabled) (not .s3.enabled) }}
{{- fail "etcd.backup has no destination: enable etcd.backup.persistence or etcd.backup.s3" }}
{{- end }}
{{- end }}
{{- end }}
