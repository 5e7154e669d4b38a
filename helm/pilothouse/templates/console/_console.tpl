{{/* URL of the page as browsers see it. */}}
{{- define "pilothouse.console.url" -}}
{{- $values := .Values.console }}
{{- $values.externalURL | default (printf "https://%s" $values.ingress.host) }}
{{- end }}

{{/* OpenID Connect of the console, or else of the API servers. Empty if neither has an issuer. */}}
{{- define "pilothouse.console.oidc" -}}
{{- $own := .Values.console.oidc }}
{{- $shared := .Values.apiserver.oidc }}
{{- with $own.issuerURL | default $shared.issuerURL }}
issuerURL: {{ . | quote }}
clientID: {{ $own.clientID | default $shared.clientID | quote }}
{{- end }}
{{- end }}
