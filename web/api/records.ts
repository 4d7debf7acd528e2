/** What the API answers. The one place of the console that knows the service: its schemas, and these as types alone. */
import type { Static } from 'typebox';
import type * as accounts from '../../src/schemas/accounts.ts';
import type * as admin from '../../src/schemas/admin.ts';
import type * as alerts from '../../src/schemas/alerts.ts';
import type * as board from '../../src/schemas/board.ts';
import type * as caregivers from '../../src/schemas/caregivers.ts';
import type * as devices from '../../src/schemas/devices.ts';
import type * as envelope from '../../src/schemas/envelope.ts';
import type * as escalation from '../../src/schemas/escalation.ts';
import type * as falls from '../../src/schemas/falls.ts';
import type * as health from '../../src/schemas/health.ts';
import type * as live from '../../src/schemas/live.ts';
import type * as messages from '../../src/schemas/messages.ts';
import type * as channels from '../../src/schemas/notification-channels.ts';
import type * as patients from '../../src/schemas/patients.ts';
import type * as readings from '../../src/schemas/readings.ts';
import type * as response from '../../src/schemas/response.ts';
import type * as shifts from '../../src/schemas/shifts.ts';
import type * as webhooks from '../../src/schemas/webhooks.ts';

export type Role = accounts.Role;
export type Identity = Static<typeof accounts.Identity>;
export type CurrentUser = Static<typeof accounts.CurrentUser>;
export type Profile = Static<typeof accounts.Profile>;
export type OpenSession = Static<typeof accounts.Session>;
export type AccessLine = Static<typeof accounts.AccessLine>;
export type SecondFactorState = Static<typeof accounts.SecondFactorState>;
export type SecondFactorOffer = Static<typeof accounts.SecondFactorOffer>;
export type RecoveryCodes = Static<typeof accounts.RecoveryCodes>;

export type Channel = Static<typeof channels.Channel>;
export type CreatedChannel = Static<typeof channels.CreatedChannel>;
export type ChannelKind = Channel['kind'];
export type TestResult = Static<typeof channels.TestResult>;

export type FallLevel = Static<typeof falls.ListedFall>['status'];
export type FallSource = response.FallSource;
export type Response = Static<typeof response.ResponseRecord>;
export type ResponseState = Response['state'];
export type Resolution = (typeof response.RESOLUTIONS)[number];
export type TimelineEntry = Static<typeof response.TimelineEntry>;

export type Alert = Static<typeof alerts.CaregiverAlert>;
export type ListedFall = Static<typeof falls.ListedFall>;
export type FallDetail = Static<typeof falls.FallDetail>;
export type Assessment = Static<typeof falls.FallAssessment>;

export type Board = Static<typeof board.Board>;
export type BoardFall = Board['falls'][number];
export type BoardPerson = Board['people'][number];

export type Patient = Static<typeof patients.Patient>;
export type PatientOverview = Static<typeof patients.PatientOverview>;
export type PatientDevice = PatientOverview['devices'][number];
export type ListedPatient = Static<typeof patients.ListedPatient>;
export type HealthSummary = Static<typeof patients.HealthSummary>;
export type Caregiver = Static<typeof caregivers.Caregiver>;
export type Device = Static<typeof devices.Device>;
/** With its token, which is shown this once. */
export type NewDevice = Device & { readonly token: string };
export type DeviceStatusView = Static<typeof devices.DeviceStatusView>;
export type HistoryPoint = Static<typeof readings.HistoryPoint>;
export type AssignedPatient = Static<typeof patients.AssignedPatient>;
/** With the password that is shown this once. */
export type CreatedCaregiver = Static<typeof caregivers.CreatedCaregiver>;
export type TemporaryPassword = Static<typeof accounts.TemporaryPassword>;

export type User = Static<typeof admin.User>;
export type Statistics = Static<typeof admin.Statistics>;
export type AuditLine = Static<typeof admin.AuditLine>;
export type LogLevel = admin.LogLevel;
export type HealthReport = Static<typeof health.HealthReport>;
export type EscalationPolicy = escalation.EscalationPolicy;
export type EscalationStep = escalation.EscalationStep;
export type StepTarget = escalation.StepTarget;
export type PatientEscalation = Static<typeof escalation.PatientEscalation>;
export type Webhook = Static<typeof webhooks.Webhook>;
export type CreatedWebhook = Static<typeof webhooks.CreatedWebhook>;
export type FeedEvent = webhooks.FeedEvent;

export type OnDuty = Static<typeof shifts.OnDuty>;
export type Message = Static<typeof messages.Message>;
export type Conversation = Static<typeof messages.Conversation>;
export type Pagination = Static<typeof envelope.Pagination>;

type ServerFrames = {
  [Type in keyof typeof live.SERVER_FRAMES]: Static<(typeof live.SERVER_FRAMES)[Type]> & {
    readonly type: Type;
  };
};
type AboutAlert<Type extends 'alert' | 'alert.updated'> = Omit<ServerFrames[Type], 'data'> & {
  readonly data: Alert;
};
/** Frames of the live socket, by their type. */
export type Frames = Omit<ServerFrames, 'alert' | 'alert.updated'> & {
  readonly alert: AboutAlert<'alert'>;
  readonly 'alert.updated': AboutAlert<'alert.updated'>;
};
export type FrameType = keyof Frames;
export type Frame = Frames[FrameType];
