{{/* Arguments of the API server, as a YAML list. */}}
{{- define "pilothouse.apiserver.args" -}}
{{- $values := .Values.apiserver -}}
- apiserver
- {{ printf "--bind-address=%s" .Values.bindAddress | quote }}
- --secure-port=6443
- --data-dir=/var/lib/pilothouse
- --tls-cert-file=/etc/pilothouse/serving/tls.crt
- --tls-private-key-file=/etc/pilothouse/serving/tls.key
- --client-ca-file=/etc/pilothouse/serving/ca.crt
- --service-account-signing-key-file=/etc/pilothouse/service-account/sa.key
- --service-account-key-file=/etc/pilothouse/service-account/sa.pub
{{- with $values.serviceAccountIssuer }}
- {{ printf "--service-account-issuer=%s" . | quote }}
{{- end }}
{{- with $values.apiAudiences }}
- {{ printf "--api-audiences=%s" (join "," .) | quote }}
{{- end }}
- {{ printf "--etcd-servers=%s" (include "pilothouse.etcd.servers" .) | quote }}
- {{ printf "--etcd-prefix=%s" .Values.etcd.prefix | quote }}
{{- if include "pilothouse.etcd.clientSecret" . }}
- --etcd-cafile=/etc/pilothouse/etcd/ca.crt
- --etcd-certfile=/etc/pilothouse/etcd/tls.crt
- --etcd-keyfile=/etc/pilothouse/etcd/tls.key
{{- end }}
{{- if $values.frontProxy.existingSecret }}
- --requestheader-client-ca-file=/etc/pilothouse/front-proxy/ca.crt
- --proxy-client-cert-file=/etc/pilothouse/front-proxy/tls.crt
- --proxy-client-key-file=/etc/pilothouse/front-proxy/tls.key
{{- with $values.frontProxy.allowedNames }}
- {{ printf "--requestheader-allowed-names=%s" (join "," .) | quote }}
{{- end }}
{{- end }}
{{- if $values.kubelets.existingSecret }}
- --kubelet-certificate-authority=/etc/pilothouse/kubelets/ca.crt
- --kubelet-client-certificate=/etc/pilothouse/kubelets/tls.crt
- --kubelet-client-key=/etc/pilothouse/kubelets/tls.key
{{- end }}
- {{ printf "--kubelet-preferred-address-types=%s" (join "," $values.kubelets.addressTypes) | quote }}
- --shutdown-delay-duration={{ int $values.shutdownDelaySeconds }}s
- --workers={{ int $values.workers }}
- --max-requests-inflight={{ int $values.maxRequestsInflight }}
- --max-mutating-requests-inflight={{ int $values.maxMutatingRequestsInflight }}
- --request-timeout={{ int $values.requestTimeoutSeconds }}s
{{- with $values.featureGates }}
- {{ printf "--feature-gates=%s" (include "pilothouse.pairs" .) | quote }}
{{- end }}
{{- with $values.runtimeConfig }}
- {{ printf "--runtime-config=%s" (include "pilothouse.pairs" .) | quote }}
{{- end }}
{{- if $values.audit.policy }}
- --audit-policy-file=/etc/pilothouse/config/audit-policy.yaml
{{- if $values.audit.log.enabled }}
- {{ printf "--audit-log-path=%s" $values.audit.log.path | quote }}
- {{ printf "--audit-log-mode=%s" $values.audit.log.mode | quote }}
{{- end }}
{{- if $values.audit.webhook.existingSecret }}
- --audit-webhook-config-file=/etc/pilothouse/audit-webhook/kubeconfig
- {{ printf "--audit-webhook-mode=%s" $values.audit.webhook.mode | quote }}
{{- end }}
{{- end }}
{{- if $values.encryption.existingSecret }}
- --encryption-provider-config=/etc/pilothouse/encryption/encryption.yaml
- --encryption-provider-config-automatic-reload
{{- end }}
{{- with $values.oidc }}
{{- if .issuerURL }}
- {{ printf "--oidc-issuer-url=%s" .issuerURL | quote }}
- {{ printf "--oidc-client-id=%s" .clientID | quote }}
- {{ printf "--oidc-username-claim=%s" .usernameClaim | quote }}
{{- with .usernamePrefix }}
- {{ printf "--oidc-username-prefix=%s" . | quote }}
{{- end }}
{{- with .groupsClaim }}
- {{ printf "--oidc-groups-claim=%s" . | quote }}
- {{ printf "--oidc-groups-prefix=%s" (required "apiserver.oidc.groupsPrefix is required with groupsClaim: without it the provider can make anybody a member of system:masters" $values.oidc.groupsPrefix) | quote }}
{{- end }}
{{- with .requiredClaims }}
- {{ printf "--oidc-required-claim=%s" (include "pilothouse.pairs" .) | quote }}
{{- end }}
{{- with .signingAlgs }}
- {{ printf "--oidc-signing-algs=%s" (join "," .) | quote }}
{{- end }}
{{- with .loginClientID }}
- {{ printf "--login-client-id=%s" . | quote }}
{{- end }}
{{- with .loginScopes }}
- {{ printf "--login-scopes=%s" (join "," .) | quote }}
{{- end }}
{{- if .ca }}
- --oidc-ca-file=/etc/pilothouse/config/oidc-ca.crt
{{- end }}
{{- end }}
{{- end }}
{{- if .Values.tokenReview.enabled }}
- --authentication-token-webhook-config-file=/etc/pilothouse/config/token-review.kubeconfig
- --authentication-token-webhook-version=v1
- --authentication-token-webhook-cache-ttl={{ int .Values.tokenReview.cacheSeconds }}s
{{- end }}
{{- if .Values.admission.enabled }}
- --admission-control-config-file=/etc/pilothouse/config/admission.yaml
- --disable-admission-plugins=ServiceAccount,Priority,DefaultTolerationSeconds,Policy
{{- end }}
- -v={{ int $values.verbosity }}
{{- range $values.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end }}
