{{/* Spec of a Job that takes a snapshot, stores it, and deletes the oldest ones. Takes (dict "root" $ "backoffLimit" 3). */}}
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
      # etcdctl renames a snapshot to its final name when it is complete.
      - name: save
        {{- include "pilothouse.container.foreign" (merge (dict "image" .root.Values.etcd.image) $context) | nindent 8 }}
        env:
          {{- include "pilothouse.etcd.backup.podName" . | nindent 10 }}
          - name: ETCDCTL_API
            value: '3'
        command: [etcdctl]
        args:
          # A snapshot is taken from one member: the first member behind this name that answers.
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
      {{- with include "pilothouse.etcd.backup.s3.volumes" .root }}
      {{- . | nindent 6 }}
      {{- end }}
{{- end }}

{{- define "pilothouse.etcd.backup.podName" -}}
- name: POD_NAME
  valueFrom:
    fieldRef: { fieldPath: metadata.name }
{{- end }}

{{/* Uploads the snapshot, and then deletes old snapshots of this release. */}}
{{- define "pilothouse.etcd.backup.upload" -}}
{{- $own := printf "--max-depth 1 --include '/%s-etcd-backup-*.db'" (include "pilothouse.fullname" .root) }}
- name: upload
  {{- include "pilothouse.etcd.backup.rclone" . | nindent 2 }}
  args:
    - |
      rclone copyto "/backups/$POD_NAME.db" "backups:$POD_NAME.db"
      {{- with .values.s3.keepDays }}
      rclone delete --min-age {{ int . }}d {{ $own }} backups:
      {{- end }}
      rclone lsl {{ $own }} backups:
{{- end }}

{{/* Downloads the snapshot SNAPSHOT, a placeholder that deploy/backup/chart-restore replaces. */}}
{{- define "pilothouse.etcd.backup.fetch" -}}
name: fetch
{{ include "pilothouse.etcd.backup.rclone" . }}
# rclone treats a missing object as an empty directory.
args:
  - |
    rclone copyto backups:SNAPSHOT /backups/SNAPSHOT
    test -f /backups/SNAPSHOT || { echo 'SNAPSHOT is not in the bucket' >&2; exit 1; }
{{- end }}

{{/* Container with rclone. `backups:` is the directory in the bucket. It is configured only by environment variables. */}}
{{- define "pilothouse.etcd.backup.rclone" -}}
{{- $s3 := .values.s3 }}
{{- include "pilothouse.container.foreign" (merge (dict "image" $s3.image) .) }}
env:
  {{- include "pilothouse.etcd.backup.podName" . | nindent 2 }}
  - { name: RCLONE_CONFIG, value: '' }
  - { name: RCLONE_CONFIG_BACKUPS_TYPE, value: alias }
  - { name: RCLONE_CONFIG_BACKUPS_REMOTE, value: {{ printf "s3:%s/%s" $s3.bucket ($s3.prefix | default (printf "%s/%s" .root.Release.Namespace .root.Release.Name)) | quote }} }
  {{- $remote := dict "TYPE" "s3" "PROVIDER" $s3.provider "ENDPOINT" $s3.endpoint "REGION" $s3.region "ENV_AUTH" "true" "NO_CHECK_BUCKET" "true" }}
  {{- $_ := set $remote "FORCE_PATH_STYLE" (toString $s3.forcePathStyle) }}
  {{- range $key, $value := $remote }}
  {{- if $value }}
  - { name: RCLONE_CONFIG_S3_{{ $key }}, value: {{ $value | quote }} }
  {{- end }}
  {{- end }}
  {{- if $s3.caSecret }}
  - { name: RCLONE_CA_CERT, value: /etc/s3-ca/ca.crt }
  {{- end }}
  {{- with .values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $s3.existingSecret }}
envFrom:
  - secretRef: { name: {{ . }} }
{{- end }}
volumeMounts:
  - { name: backups, mountPath: /backups }
  {{- if $s3.caSecret }}
  - { name: s3-ca, mountPath: /etc/s3-ca, readOnly: true }
  {{- end }}
command: [sh, -ec]
{{- end }}

{{/* Additional volumes of such a container. */}}
{{- define "pilothouse.etcd.backup.s3.volumes" -}}
{{- with .Values.etcd.backup.s3 }}
{{- if and .enabled .caSecret }}
- name: s3-ca
  secret: { secretName: {{ .caSecret }}, defaultMode: 288, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- end }}
{{- end }}

{{/* TCP port of the S3 service. */}}
{{- define "pilothouse.etcd.backup.s3.port" -}}
{{- $url := urlParse (.Values.etcd.backup.s3.endpoint | default "https://s3.amazonaws.com") }}
{{- regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (eq $url.scheme "http" | ternary "80" "443") }}
{{- end }}
