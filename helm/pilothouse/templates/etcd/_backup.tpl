{{/* The spec of a Job that takes a snapshot, keeps it, and removes the oldest ones; takes (dict "root" $ "backoffLimit" 3). */}}
{{- define "pilothouse.etcd.backup.job" -}}
{{- $values := .root.Values.etcd.backup }}
{{- $name := printf "%s-etcd-backup" (include "pilothouse.fullname" .root) }}
{{- $context := dict "root" .root "component" "etcd-backup" "values" $values }}
backoffLimit: {{ .backoffLimit }}
activeDeadlineSeconds: 3600
template:
  metadata:
    {{- include "pilothouse.pod.metadata" $context | nindent 4 }}
  spec:
    {{- include "pilothouse.pod.spec" $context | nindent 4 }}
    restartPolicy: Never
    initContainers:
      # etcdctl gives a snapshot its name once it is complete.
      - name: save
        {{- include "pilothouse.container.foreign" (merge (dict "image" .root.Values.etcd.image) $context) | nindent 8 }}
        env:
          {{- include "pilothouse.etcd.backup.podName" . | nindent 10 }}
          - name: ETCDCTL_API
            value: '3'
        command: [etcdctl]
        args:
          # A snapshot comes from one member: the first one behind this name that answers.
          - --endpoints=https://{{ include "pilothouse.host" (dict "root" .root "name" (printf "%s-etcd" (include "pilothouse.fullname" .root))) }}:2379
          - --cacert=/etc/etcd/client/ca.crt
          - --cert=/etc/etcd/client/tls.crt
          - --key=/etc/etcd/client/tls.key
          - snapshot
          - save
          - /backups/$(POD_NAME).db
        volumeMounts:
          - { name: backups, mountPath: /backups }
          - { name: client, mountPath: /etc/etcd/client, readOnly: true }
    containers:
      {{- if $values.s3.enabled }}
      {{- include "pilothouse.etcd.backup.upload" $context | nindent 6 }}
      {{- end }}
      {{- if $values.persistence.enabled }}
      - name: keep
        {{- include "pilothouse.container" $context | nindent 8 }}
        command: [node, -e]
        args:
          - |
            const { readdirSync, rmSync, statSync } = require('node:fs');
            const time = (path) => statSync(path).mtimeMs;
            const ending = (end) => readdirSync('/backups').filter((name) => name.endsWith(end)).map((name) => `/backups/${name}`);
            const all = ending('.db').sort((a, b) => time(b) - time(a));
            const [kept, old] = [all.slice(0, {{ int $values.keep }}), all.slice({{ int $values.keep }})];
            // No job runs for two hours: these are left over from jobs that were killed.
            const parts = ending('.db.part').filter((path) => time(path) < Date.now() - 7_200_000);
            for (const path of [...old, ...parts]) rmSync(path);
            for (const path of kept) console.log(new Date(time(path)).toISOString(), path);
            console.log(`${kept.length} snapshots kept, ${old.length} removed`);
        volumeMounts:
          - { name: backups, mountPath: /backups }
      {{- end }}
    volumes:
      - name: backups
        {{- if $values.persistence.enabled }}
        persistentVolumeClaim: { claimName: {{ $values.persistence.existingClaim | default $name }} }
        {{- else }}
        emptyDir: {}
        {{- end }}
      - name: client
        secret: { secretName: {{ include "pilothouse.etcd.clientSecret" .root }}, defaultMode: 288 }
      {{- if and $values.s3.enabled $values.s3.caSecret }}
      - name: s3-ca
        secret: { secretName: {{ $values.s3.caSecret }}, defaultMode: 288, items: [{ key: ca.crt, path: ca.crt }] }
      {{- end }}
{{- end }}

{{- define "pilothouse.etcd.backup.podName" -}}
- name: POD_NAME
  valueFrom:
    fieldRef: { fieldPath: metadata.name }
{{- end }}

{{/*
Uploads the snapshot by rclone, and then removes the release's own snapshots that are too old. deploy/backup/chart-restore takes the
image, the environment and the authority from here.
*/}}
{{- define "pilothouse.etcd.backup.upload" -}}
{{- $s3 := .values.s3 }}
{{- $name := printf "%s-etcd-backup" (include "pilothouse.fullname" .root) }}
- name: upload
  {{- include "pilothouse.container.foreign" (merge (dict "image" $s3.image) .) | nindent 2 }}
  env:
    {{- include "pilothouse.etcd.backup.podName" . | nindent 4 }}
    {{- /* `backups:` is the folder in the bucket. rclone reads its configuration from the environment alone. */}}
    {{- $remote := dict "TYPE" "s3" "PROVIDER" $s3.provider "ENDPOINT" $s3.endpoint "REGION" $s3.region "ENV_AUTH" "true" "NO_CHECK_BUCKET" "true" }}
    {{- $_ := set $remote "FORCE_PATH_STYLE" (toString $s3.forcePathStyle) }}
    {{- range $key, $value := $remote }}
    {{- if $value }}
    - { name: RCLONE_CONFIG_S3_{{ $key }}, value: {{ $value | quote }} }
    {{- end }}
    {{- end }}
    - { name: RCLONE_CONFIG_BACKUPS_TYPE, value: alias }
    - { name: RCLONE_CONFIG_BACKUPS_REMOTE, value: {{ printf "s3:%s/%s" $s3.bucket ($s3.prefix | default (printf "%s/%s" .root.Release.Namespace .root.Release.Name)) | quote }} }
    - { name: RCLONE_CONFIG, value: '' }
    {{- if $s3.caSecret }}
    - { name: RCLONE_CA_CERT, value: /etc/s3-ca/ca.crt }
    {{- end }}
    {{- with .values.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $s3.existingSecret }}
  envFrom:
    - secretRef: { name: {{ . }} }
  {{- end }}
  command: [sh, -ec]
  args:
    - |
      rclone copyto "/backups/$POD_NAME.db" "backups:$POD_NAME.db"
      {{- if $s3.keepDays }}
      rclone delete --min-age {{ int $s3.keepDays }}d --max-depth 1 --include '/{{ $name }}-*.db' backups:
      {{- end }}
      rclone lsl --max-depth 1 --include '/{{ $name }}-*.db' backups:
  volumeMounts:
    - { name: backups, mountPath: /backups, readOnly: true }
    {{- if $s3.caSecret }}
    - { name: s3-ca, mountPath: /etc/s3-ca, readOnly: true }
    {{- end }}
{{- end }}

{{/* The TCP port of the S3 service. */}}
{{- define "pilothouse.etcd.backup.s3.port" -}}
{{- $url := urlParse (.Values.etcd.backup.s3.endpoint | default "https://s3.amazonaws.com") }}
{{- regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (eq $url.scheme "http" | ternary "80" "443") }}
{{- end }}
