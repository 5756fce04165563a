{{- define "bursar.name" -}}
{{- if contains "bursar" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-bursar" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "bursar.selector" -}}
app.kubernetes.io/name: bursar
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "bursar.labels" -}}
{{ include "bursar.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "bursar.image" -}}
{{- with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}{{ end }}
{{- end }}

{{/* The settings of every process. */}}
{{- define "bursar.settings" -}}
- name: HOST
  value: "0.0.0.0"
- name: PORT
  value: "8080"
- name: BURSAR_DATA_DIR
  value: /data
- name: BURSAR_MASTER_KEY_FILE
  value: /etc/bursar/master.key
{{- range $name, $value := .Values.settings }}
{{- if ne (toString $value) "" }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $secret := .Values.secrets.settings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $secret.key }}
{{- end }}
{{- end }}

{{/* The address of the database, from the secret given as a second member. */}}
{{- define "bursar.databaseUrl" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .name }}
      key: {{ .key }}
{{- end }}

{{/* Runs as the image's user, which is given as a number so that Kubernetes can check it. */}}
{{- define "bursar.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "bursar.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 65532
capabilities:
  drop: [ALL]
{{- end }}

{{- define "bursar.volumeMounts" -}}
- name: data
  mountPath: /data
- name: temporary
  mountPath: /tmp
- name: master-key
  mountPath: /etc/bursar
  readOnly: true
{{- end }}

{{- define "bursar.volumes" -}}
- name: data
  {{- if or .Values.data.enabled .Values.data.existingClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.data.existingClaim | default (printf "%s-data" (include "bursar.name" .)) }}
  {{- else }}
  emptyDir: {}
  {{- end }}
- name: temporary
  emptyDir:
    sizeLimit: 256Mi
- name: master-key
  secret:
    secretName: {{ .Values.secrets.masterKey.name }}
    defaultMode: 0440
    items:
      - key: {{ .Values.secrets.masterKey.key }}
        path: master.key
{{- end }}

{{/* A deployment of one role, from a dict of context, role, values, drainSeconds, and graceSeconds. */}}
{{- define "bursar.deployment" -}}
{{- $context := .context }}
{{- with $context }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "bursar.name" . }}-{{ $.role }}
  labels:
    {{- include "bursar.labels" . | nindent 4 }}
    app.kubernetes.io/component: {{ $.role }}
spec:
  replicas: {{ $.values.replicas }}
  selector:
    matchLabels:
      {{- include "bursar.selector" . | nindent 6 }}
      app.kubernetes.io/component: {{ $.role }}
  strategy:
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- include "bursar.labels" . | nindent 8 }}
        app.kubernetes.io/component: {{ $.role }}
      {{- with .Values.podAnnotations }}
      annotations: {{ toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "bursar.name" . }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with .Values.imagePullSecrets }}
      imagePullSecrets: {{ toYaml . | nindent 8 }}
      {{- end }}
      securityContext: {{ include "bursar.podSecurity" . | nindent 8 }}
      terminationGracePeriodSeconds: {{ $.graceSeconds }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "bursar.selector" . | nindent 14 }}
              app.kubernetes.io/component: {{ $.role }}
      containers:
        - name: bursar
          image: {{ include "bursar.image" . }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          args: [serve, --no-demo]
          env:
            - name: BURSAR_ROLES
              value: {{ $.role }}
            - name: BURSAR_DRAIN_SECONDS
              value: {{ $.drainSeconds | quote }}
            {{- include "bursar.databaseUrl" .Values.secrets.database | nindent 12 }}
            {{- include "bursar.settings" . | nindent 12 }}
          ports:
            - name: http
              containerPort: 8080
          # The schema is checked before it listens, so a start may take a while.
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          resources: {{ toYaml $.values.resources | nindent 12 }}
          securityContext: {{ include "bursar.containerSecurity" . | nindent 12 }}
          volumeMounts: {{ include "bursar.volumeMounts" . | nindent 12 }}
      volumes: {{ include "bursar.volumes" . | nindent 8 }}
      {{- with .Values.nodeSelector }}
      nodeSelector: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.tolerations }}
      tolerations: {{ toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.affinity }}
      affinity: {{ toYaml . | nindent 8 }}
      {{- end }}
{{- end }}
{{- end }}
