{{/* Ingress rule for the metrics port. Takes (dict "from" peers "port" 80). Without peers there is no rule. */}}
{{- define "pilothouse.network.metrics" -}}
{{- if .from -}}
- from:
    {{- toYaml .from | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ .port }} }
{{- end }}
{{- end }}

{{/* Rule for one peer and one port. */}}
{{- define "pilothouse.network.to" -}}
- to:
    {{- toYaml (list .peer) | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ .port }} }
{{- end }}
