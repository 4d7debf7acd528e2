/** The API's schemas under the console's names. */
import type { components } from '../../client/api.ts';
import type { ServerFrames } from '../../client/live.ts';

type Schemas = components['schemas'];

export type DetectorLedgerRow = Schemas['DetectorLedgerRow'];
export type FirmwareImage = Schemas['FirmwareImage'];
export type FirmwareVersion = Schemas['FirmwareVersion'];
export type FirmwareDevice = Schemas['FirmwareDevice'];
export type WearableToCharge = Schemas['WearableToCharge'];
export type FalseAlarmsOfWearable = Schemas['FalseAlarmsOfWearable'];
export type FallReportRow = Schemas['FallReportRow'];
export type Identity = Schemas['Identity'];
export type Role = Identity['role'];
export type CurrentUser = Schemas['CurrentUser'];
export type Profile = Schemas['Profile'];
export type SignOn = Schemas['SignOn'];
export type ProviderIdentity = Schemas['ProviderIdentity'];
export type Organisation = Schemas['Organisation'];
export type OpenSession = Schemas['Session'];
export type AccessLine = Schemas['AccessLine'];
export type Passkey = Schemas['Passkey'];
export type Scope = Schemas['Scope'];
export type PersonalScope = Schemas['PersonalScope'];
export type AccessToken = Schemas['AccessToken'];
/** With the token, which is shown once. */
export type NewAccessToken = Schemas['CreatedAccessToken'];
export type SignOnStatus = Schemas['SignOnStatus'];
export type ServiceAccount = Schemas['ServiceAccount'];
/** With the token, which is shown once. */
export type NewServiceAccount = Schemas['ServiceAccountWithToken'];
export type SecondFactorOffer = Schemas['SecondFactorOffer'];

export type Channel = Schemas['Channel'];
export type CreatedChannel = Schemas['CreatedChannel'];
export type ChannelKind = Channel['kind'];
export type ChannelKindState = Schemas['ChannelKindState'];
export type TestResult = Schemas['TestResult'];

export type ListedFall = Schemas['ListedFall'];
export type LowScore = Schemas['LowScore'];
export type AdminFall = Schemas['AdminFall'];
export type FallDetail = Schemas['FallDetail'];
export type FallStages = Schemas['FallStages'];
export type IncidentReport = Schemas['IncidentReport'];
export type ResponseReport = Schemas['ResponseReport'];
export type PatientCoverage = Schemas['PatientCoverage'];
export type CoverageDay = PatientCoverage['days'][number];
export type FallLevel = ListedFall['status'];
export type FallSource = ListedFall['source'];
export type FallSensor = Schemas['FallSensor'];
export type SensorEvent = FallSensor['event'];
/** What a sensor notices that is neither a fall nor a call. */
export type SensorSign = SensorRule['type'];
export type Assessment = Schemas['FallAssessment'];
export type WearerDetector = Schemas['WearerDetector'];
export type Response = Schemas['Response'];
export type Verification = Schemas['Verification'];
export type DetectionLimits = Schemas['DetectionLimits'];
export type SensitivityReport = Schemas['SensitivityReport'];
export type Resolution = Schemas['ResolveRequest']['outcome'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type Alert = Schemas['CaregiverAlert'];

export type Board = Schemas['Board'];
export type PinnedHandover = Board['handovers'][number];
export type MorningQuestion = Board['morningQuestions'][number];
export type TeamDeviceAlert = Board['teamDeviceAlerts'][number];
export type BoardFall = Board['falls'][number];
export type BoardPerson = Board['people'][number];

export type StaffNotice = Schemas['StaffNotice'];

export type RosterShift = Schemas['RosterShift'];
export type CalendarSlot = Schemas['CalendarSlot'];
export type Member = Schemas['Member'];
export type WeekCopied = Schemas['WeekCopied'];
export type Swap = Schemas['Swap'];

export type Patient = Schemas['Patient'];
export type CheckIn = Schemas['CheckIn'];
export type Absence = Schemas['Absence'];
export type PatientDevice = Schemas['PatientOverview']['devices'][number];
export type PatientDay = Schemas['PatientDay'];
export type DayKind = PatientDay['spans'][number]['kind'];
export type HealthSummary = Schemas['HealthSummary'];
export type AssignedPatient = Schemas['AssignedPatient'];
export type Caregiver = Schemas['Caregiver'];
/** With the temporary password, which is shown once. */
export type CreatedCaregiver = Schemas['CreatedCaregiver'];
export type CreatedPatient = Schemas['CreatedPatient'];
export type Device = Schemas['Device'];
/** With its token, which is shown once. */
export type NewDevice = Schemas['DeviceWithToken'];
export type FleetDevice = Schemas['FleetDevice'];
export type DeviceStatus = Device['status'];
export type ShakeTest = Schemas['ShakeTest'];
export type HistoryPoint = Schemas['HistoryPoint'];

export type User = Schemas['User'];
export type Statistics = Schemas['Statistics'];
export type AuditLine = Schemas['AuditLine'];
export type LogLevel = AuditLine['level'];
export type HealthReport = Schemas['HealthReport'];
export type EscalationPolicy = Schemas['EscalationPolicy'];
export type StepChannel = Schemas['StepChannel'];
export type EscalationStep = Schemas['EscalationStep'];
export type StepTarget = EscalationStep['targets'][number];
export type EscalationReach = Schemas['EscalationReach'];
export type ReachedPerson = Schemas['ReachedPerson'];
export type ReachablePerson = Schemas['ReachablePerson'];
export type WardRing = Schemas['WardRing'];
export type RungPerson = WardRing['people'][number];
export type RungChannel = RungPerson['channels'][number];
export type Webhook = Schemas['Webhook'];
export type FeedEvent = Webhook['events'][number];

export type Ward = Schemas['Ward'];
export type WardMember = Schemas['Member'];
export type Night = Schemas['Night'];
export type NightFall = Night['falls'][number];
export type Station = Schemas['Station'];
/** With its code, which is shown once. */
export type NewStation = Schemas['StationWithCode'];

export type TestBookEntry = Schemas['TestBookEntry'];
export type TestKind = TestBookEntry['kind'];
export type PathReport = Schemas['PathReport'];

export type Sensor = Schemas['Sensor'];
export type SensorRule = Schemas['StoredSensorRule'];

export type OnDuty = Schemas['OnDuty'];
export type Message = Schemas['Message'];
export type Conversation = Schemas['Conversation'];
export type Pagination = Schemas['Pagination'];

/** Frames of the live socket, by their type. */
export type Frames = ServerFrames;
export type FrameType = keyof Frames;
export type Frame = Frames[FrameType];
