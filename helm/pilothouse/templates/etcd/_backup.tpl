{{/* The spec of a Job that takes a snapshot and removes the oldest ones; takes (dict "root" $ "backoffLimit" 3). */}}
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
      # A snapshot has its name only once it is whole.
      - name: save
        image: {{ .root.Values.etcd.image.repository }}:{{ .root.Values.etcd.image.tag }}
        imagePullPolicy: {{ .root.Values.etcd.image.pullPolicy }}
        securityContext:
          {{- toYaml .root.Values.containerSecurityContext | nindent 10 }}
        resources:
          {{- toYaml $values.resources | nindent 10 }}
        env:
          - name: POD_NAME
            valueFrom:
              fieldRef: { fieldPath: metadata.name }
          - name: ETCDCTL_API
            value: '3'
        command: [etcdctl]
        args:
          # A snapshot comes of one member: of the first behind the name that answers.
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
            // No job runs as long as that: these were cut off.
            const parts = ending('.db.part').filter((path) => time(path) < Date.now() - 7_200_000);
            for (const path of [...old, ...parts]) rmSync(path);
            for (const path of kept) console.log(new Date(time(path)).toISOString(), path);
            console.log(`${kept.length} snapshots kept, ${old.length} removed`);
        volumeMounts:
          - { name: backups, mountPath: /backups }
    volumes:
      - name: backups
        persistentVolumeClaim: { claimName: {{ $values.persistence.existingClaim | default $name }} }
      - name: client
        secret: { secretName: {{ include "pilothouse.etcd.clientSecret" .root }}, defaultMode: 288 }
{{- end }}
