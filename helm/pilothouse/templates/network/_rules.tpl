{{/* Those who monitor may come to a port of metrics; takes (dict "from" peers "port" 80). No one may where there are none. */}}
{{- define "pilothouse.network.metrics" -}}
{{- if .from -}}
- from:
    {{- toYaml .from | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ .port }} }
{{- end }}
{{- end }}

{{/* One peer, at one port. */}}
{{- define "pilothouse.network.to" -}}
- to:
    {{- toYaml (list .peer) | nindent 4 }}
  ports:
    - { protocol: TCP, port: {{ .port }} }
{{- end }}
