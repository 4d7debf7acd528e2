import { createExports } from '../accounts/export.ts';
import type { Organisation } from '../accounts/organisation.ts';
import { accessTokenRoutes } from '../accounts/routes/access-tokens.ts';
import { adminUserRoutes } from '../accounts/routes/admin-users.ts';
import { auditRoute } from '../accounts/routes/audit.ts';
import { authRoutes } from '../accounts/routes/auth.ts';
import { exportRoutes } from '../accounts/routes/exports.ts';
import { organisationRoutes } from '../accounts/routes/organisation.ts';
import { ownAccountRoutes } from '../accounts/routes/own-account.ts';
import { passkeyRoutes } from '../accounts/routes/passkeys.ts';
import { passwordResetRoutes } from '../accounts/routes/password-resets.ts';
import { profileRoutes } from '../accounts/routes/profile.ts';
import { reauthenticationRoutes } from '../accounts/routes/reauthentication.ts';
import { secondFactorRoutes } from '../accounts/routes/second-factor.ts';
import { serviceAccountRoutes } from '../accounts/routes/service-accounts.ts';
import { setupRoute } from '../accounts/routes/setup.ts';
import { countEndedSessions } from '../accounts/store/sessions.ts';
import { deviceSwitchRoutes } from '../devices/routes/admin.ts';
import { devicePaths } from '../devices/routes/device-path.ts';
import { deviceRoutes, patientDevicesRoute } from '../devices/routes/devices.ts';
import { fleetRoute } from '../devices/routes/fleet.ts';
import { shakeTestRoutes } from '../devices/routes/shake-test.ts';
import { thresholdRoutes } from '../devices/routes/thresholds.ts';
import { wearableRoutes } from '../devices/routes/wearables.ts';
import { wearerSignalRoutes } from '../devices/routes/wearer-signals.ts';
import { countSurplusDeviceLogs, trimDeviceLogs } from '../devices/store/device-logs.ts';
import { IncidentReports } from '../falls/incident-reports.ts';
import { reportRoutes } from '../falls/reports/routes.ts';
import { adminFallRoutes } from '../falls/routes/admin.ts';
import { fallRoutes } from '../falls/routes/falls.ts';
import { incidentReportRoutes } from '../falls/routes/incident-reports.ts';
import { patientFallRoutes } from '../falls/routes/patient-falls.ts';
import { responseRoutes } from '../falls/routes/responses.ts';
import { testAlertRoutes } from '../falls/routes/test-alerts.ts';
import { fhirRoutes } from '../fhir/routes.ts';
import { liveChannel } from '../live/live-channel.ts';
import { createPersonalChannels } from '../notify/personal-channels.ts';
import { channelRoutes } from '../notify/routes/personal-channels.ts';
import { webhookRoutes } from '../notify/routes/webhooks.ts';
import type { GatewayStates } from '../operations/gateway-states.ts';
import type { Health } from '../operations/health.ts';
import { createMaintenance } from '../operations/maintenance.ts';
import type { QueueAges } from '../operations/queue-ages.ts';
import { maintenanceRoute, statisticsRoute } from '../operations/routes/admin.ts';
import { healthRoutes } from '../operations/routes/health.ts';
import { createStatistics } from '../operations/statistics.ts';
import { boardRoutes } from '../overview/board-routes.ts';
import { handoverRoutes } from '../overview/handover-routes.ts';
import { createPatientHealth } from '../overview/patient-health.ts';
import { patientHealthRoute, patientOverviewRoute } from '../overview/patient-routes.ts';
import { stationBoardRoute } from '../overview/station-board.ts';
import { checkInRoutes } from '../people/check-in/routes.ts';
import { assignmentRoutes } from '../people/routes/assignments.ts';
import { caregiverRoutes } from '../people/routes/caregivers.ts';
import { messageRoutes } from '../people/routes/messages.ts';
import { patientAt } from '../people/routes/patient-path.ts';
import { patientRoutes } from '../people/routes/patients.ts';
import { stationRoutes } from '../people/stations/routes.ts';
import { auditScope } from '../people/wards/audit-scope.ts';
import { wardRoutes } from '../people/wards/routes.ts';
import { membershipsOf, wardsLedBy } from '../people/wards/store.ts';
import type { Wards } from '../people/wards/wards.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { documentRoutes } from '../platform/http/document-routes.ts';
import type { Route } from '../platform/http/route.ts';
import { presenceChannel } from '../platform/mqtt/channels-schema.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { readingHistoryRoute, submitReadingRoute } from '../readings/routes.ts';
import { shakenReadings } from '../readings/store/shaken-readings.ts';
import { countedBy } from '../readings/transport-metrics.ts';
import { wearerDetectorRoutes } from '../readings/wearer/routes.ts';
import { createDetectorView } from '../readings/wearer/view.ts';
import { onDuty } from '../response/index.ts';
import { CalendarFeeds } from '../response/roster/calendar-feeds.ts';
import { rosterRoutes } from '../response/roster/routes.ts';
import { alertRoutes } from '../response/routes/alerts.ts';
import { escalationRoutes } from '../response/routes/escalation.ts';
import { reachRoutes } from '../response/routes/reach.ts';
import { shiftRoutes } from '../response/routes/shifts.ts';
import { wardEscalationRoutes } from '../response/routes/ward-escalation.ts';
import { activeAlertsOf } from '../response/store/alerts.ts';
import { sensorRoutes } from '../sensors/routes.ts';
import type { Auth } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import type { AppModule } from './app-context.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import { readingsAround } from './fall-signal.ts';
import { fhirDeps } from './fhir.ts';
import type { Ingest } from './readings.ts';
import type { Stations } from './stations.ts';

interface RouteDeps {
  readonly storage: Storage;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
  readonly organisation: Organisation;
  readonly auth: Auth;
  readonly wards: Wards;
  readonly alerts: Alerts;
  readonly stations: Stations;
  readonly ingest: Ingest;
  readonly health: Health;
  readonly gateways: GatewayStates;
  readonly queues: QueueAges;
  readonly version: string;
  readonly modules: readonly AppModule[];
}

/** The route table, from which routing, permissions and the OpenAPI document are built. */
export function createRoutes(context: Context, deps: RouteDeps): readonly Route[] {
  const { config, now, log, metrics, publicUrl, brokerUrl } = context;
  const {
    storage,
    secretBox,
    cluster,
    organisation,
    wards,
    alerts,
    stations,
    ingest,
    health,
    version,
    modules,
  } = deps;
  const { db, audit, deviceLog, housekeeping } = storage;
  const { passwords, sessions, secondFactors, authentication, recentAuthentication } = deps.auth;
  const { resets, accounts, logins, pins, passkeys, knownBrowsers } = deps.auth;
  const { events, fallAlerts, answers, learning, responses, reachability } = alerts;
  const { registry } = ingest;
  const { channels, vapidKeys, requireConfigured, shifts } = alerts;
  const { caregiversSee, latestFirmware, allowPrivateTargets, deviceSilentMinutes, batteryLowPercent } =
    config;
  const sending = {
    db,
    channels,
    secretBox,
    publicUrl,
    organisation,
    allowPrivateTargets,
    requireConfigured,
    now,
  };
  const handler = countedBy(ingest.handler, metrics.readings.tallies.http);
  const patients = createPatientHealth({ db, registry, now });
  const detectorOf = createDetectorView({ db, now });

  const exports = createExports({
    db,
    audit,
    profileParts: modules.flatMap(({ personalData }) => personalData?.profile ?? []),
    sources: modules.flatMap(({ personalData }) => personalData?.files ?? []),
    now,
    log,
  });

  const described = [
    ...authRoutes({
      db,
      passwords,
      sessions,
      authentication,
      knownBrowsers,
      signupRoles: config.signupRoles,
      organisation,
      membershipsOf: (userId) => membershipsOf(db, userId),
      now,
    }),
    ...reauthenticationRoutes({ db, passwords, secondFactors, logins, recentAuthentication }),
    ...passwordResetRoutes(resets, logins),
    ...exportRoutes({ db, cluster, organisation, exports, patientAt, now }),
    ...ownAccountRoutes({ db, sessions, audit, now }),
    ...passkeyRoutes({ db, passkeys, knownBrowsers }),
    ...accessTokenRoutes({ db, accessTokens: deps.auth.accessTokens }),
    ...secondFactorRoutes({ db, passwords, secondFactors, logins }),
    ...profileRoutes({ db, passwords, sessions, cluster, accounts, logins, pins, now }),
    submitReadingRoute(handler),
    ...deviceRoutes({
      db,
      reports: registry,
      deviceLog,
      eraseReadings: housekeeping.eraseDeleted,
      cluster,
      latestFirmware,
      now,
    }),
    readingHistoryRoute({ db, deviceInCare: devicePaths(db, registry).deviceInCare, now }),
    ...wearableRoutes({ db, reports: registry, deviceLog, cluster, events, latestFirmware, brokerUrl, now }),
    ...shakeTestRoutes({
      db,
      reports: registry,
      deviceLog,
      cluster,
      readingsBetween: (deviceKey, from, to) => shakenReadings(db, deviceKey, from, to),
      now,
    }),
    ...fallRoutes({ db, fallAlerts, caregiversSee, now }),
    ...responseRoutes({ db, responses, now }),
    ...incidentReportRoutes({
      db,
      reports: new IncidentReports({ db, organisation, readingsAround, now }),
    }),
    ...wearerSignalRoutes({ db, answers }),
    ...wearerDetectorRoutes({ db, learning, detectorOf }),
    ...sensorRoutes({
      db,
      sensorEvents: alerts.sensorEvents,
      wardsLedBy: (caregiverId) => wardsLedBy(db, caregiverId),
      now,
    }),
    ...checkInRoutes({ db, timeZone: () => organisation.current().timeZone, now }),
    ...patientRoutes({ db, accounts, facts: patients, caregiversSee, wards, now }),
    ...wardRoutes({ db, wards, onDuty: (at) => onDuty(db, at), now }),
    patientOverviewRoute({
      db,
      health: patients,
      detectorOf,
      hasSmartHome: config.homeBrokerUrl !== undefined,
      now,
    }),
    ...patientFallRoutes({ db, fallAlerts, now }),
    patientHealthRoute({ db, health: patients }),
    patientDevicesRoute({ db, reports: registry, now }),
    ...boardRoutes({ db, organisation, health: patients, reachability, now }),
    ...handoverRoutes({ db, events, now }),
    ...stationRoutes({ db, enrolment: stations.enrolment, unlock: stations.unlock, publicUrl, now }),
    stationBoardRoute({ db, health: patients, stations: stations.board, now }),
    ...caregiverRoutes({ db, accounts, countAlerts: activeAlertsOf }),
    ...alertRoutes({ db, events, responses, metrics: metrics.response, now }),
    ...assignmentRoutes({ db, facts: patients, cluster, now }),
    ...adminUserRoutes({ db, accounts }),
    ...serviceAccountRoutes({ db, serviceAccounts: deps.auth.serviceAccounts }),
    ...organisationRoutes(organisation),
    setupRoute({ db, rateLimitBy: config.rateLimitBy }),
    fleetRoute({ db, reports: registry, latestFirmware, now }),
    ...deviceSwitchRoutes({
      db,
      reports: registry,
      cluster,
      events,
      latestFirmware,
      deviceLog,
      now,
    }),
    statisticsRoute(createStatistics({ db, patients, health, organisation, now })),
    auditRoute({ db, audit, organisation, scope: (viewer, wardId) => auditScope(db, viewer, wardId) }),
    ...adminFallRoutes({ db, organisation, now }),
    ...testAlertRoutes({ db, fallAlerts, now }),
    ...reportRoutes({ db, organisation }),
    maintenanceRoute(
      createMaintenance({
        db,
        housekeeping,
        countEndedSessions,
        deviceLogs: { countSurplus: countSurplusDeviceLogs, trim: trimDeviceLogs },
        now,
      }),
    ),
    ...channelRoutes({
      db,
      personalChannels: createPersonalChannels({ ...sending, cluster }),
      pushKey: vapidKeys?.publicKey,
    }),
    ...webhookRoutes(sending),
    ...escalationRoutes({ db, now }),
    ...wardEscalationRoutes({ db, now }),
    ...thresholdRoutes({ db, limits: { deviceSilentMinutes, batteryLowPercent } }),
    ...shiftRoutes({ db, shifts, now }),
    ...reachRoutes({ db, channels, now }),
    ...rosterRoutes({
      db,
      rosters: alerts.rosters,
      feeds: new CalendarFeeds({ db, rosters: alerts.rosters, organisation, secretBox, publicUrl, now }),
    }),
    ...messageRoutes({ db, events, caregiversSee, now }),
    ...healthRoutes({
      health,
      version,
      detector: ingest.scoring.detector,
      reachability,
      clock: storage.clock,
      gateways: deps.gateways,
      queues: deps.queues,
      now,
    }),
  ];
  return [
    ...described,
    ...documentRoutes(
      described,
      modules.flatMap(({ hooks = [] }) => hooks),
      [
        liveChannel(modules.map(({ frames = {} }) => frames)),
        presenceChannel,
        ...modules.flatMap(({ mqttChannels = [] }) => mqttChannels),
      ],
      version,
    ),
    ...fhirRoutes(fhirDeps(context, { storage, organisation, ingest, version })),
  ];
}
