// Made by `npm run client` from /api/openapi.json and /api/asyncapi.json, 575b211f1cd58ce3; not to be edited.

export interface paths {
    readonly "/admin/devices/{id}/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Refuse what the device sends
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminDevicesIdDisable"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/devices/{id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept what the device sends again
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminDevicesIdEnable"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/escalation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The organisation's ladder
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminEscalation"];
        /**
         * Change the organisation's ladder; falls that are under way keep theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["putAdminEscalation"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Falls of all patients; each call is audited
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminFalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/falls/{id}/investigate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Flag a fall for investigation
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminFallsIdInvestigate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The audit trail
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/maintenance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Run a maintenance task; options.dryRun reports what it would do
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminMaintenance"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/stats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Figures of the whole system
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminStats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * All users
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A user
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminUsersId"];
        /**
         * Change a user; deactivation ends their sessions
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["putAdminUsersId"];
        readonly post?: never;
        /**
         * Delete a user with all that is theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deleteAdminUsersId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}/password-reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give a user a temporary password, shown this once; ends their sessions
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminUsersIdPasswordReset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/users/{id}/role": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change the role of a user; ends their sessions and the care their old role gave or received
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminUsersIdRole"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The organisation's webhooks, without their secrets
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getAdminWebhooks"];
        readonly put?: never;
        /**
         * Add a webhook of the organisation; its secret is shown this once
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminWebhooks"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook of the organisation
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deleteAdminWebhooksId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admin/webhooks/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test at once and wait up to 10 s; a successful one enables the webhook again
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postAdminWebhooksIdTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/asyncapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The live socket and the MQTT topics as an AsyncAPI 3.0 document
         * @description Needs no token. Rate limit: global.
         */
        readonly get: operations["getAsyncapiJson"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/forgot": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for a link to a new password by e-mail; the answer does not tell whether there is such an account
         * @description Needs no token. Rate limit: login.
         */
        readonly post: operations["postAuthForgot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open a session; where the account has a second factor, 401 with `details.totp` until a code is given
         * @description Needs no token. Rate limit: login.
         */
        readonly post: operations["postAuthLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End the current session
         * @description Needs a token. Rate limit: none.
         */
        readonly post: operations["postAuthLogout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Choose a new password with the token of the link; ends every session of the account
         * @description Needs no token. Rate limit: login.
         */
        readonly post: operations["postAuthReset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/signup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open an account and a session; 403 where signing up for the role is not open (SIGNUP_ROLES)
         * @description Needs no token. Rate limit: signup.
         */
        readonly post: operations["postAuthSignup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/board": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A caregiver's people with their last signs, and the open falls among them; of everybody for admins
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getBoard"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * All caregivers
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getCaregivers"];
        readonly put?: never;
        /**
         * Open an account for a caregiver
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postCaregivers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A caregiver; for themselves or an admin
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getCaregiversId"];
        /**
         * Change a caregiver; null clears what may be empty
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly put: operations["putCaregiversId"];
        readonly post?: never;
        /**
         * Delete a caregiver with all that is theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deleteCaregiversId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/{id}/patients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Patients assigned to a caregiver; for themselves or an admin
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getCaregiversIdPatients"];
        readonly put?: never;
        /**
         * Assign a patient to a caregiver
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["postCaregiversIdPatients"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/{id}/patients/{patientId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End the assignment of a patient to a caregiver
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deleteCaregiversIdPatientsPatientId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/alerts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own alerts about assigned patients that are not acknowledged yet; `status` widens it
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly get: operations["getCaregiversAlerts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/alerts/{id}/acknowledge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Acknowledge an own alert, with what was found if known; again is harmless and may add it
         * @description Needs the role CAREGIVER. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postCaregiversAlertsIdAcknowledge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own profile
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly get: operations["getCaregiversMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/me/shift": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Be on duty until a time; replaces an earlier one
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly post: operations["postCaregiversMeShift"];
        /**
         * End the own shift before its time; open claims are told to the others
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly delete: operations["deleteCaregiversMeShift"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/caregivers/on-duty": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who is on duty and until when
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getCaregiversOnDuty"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/conversations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whom one has messages with, at most 200, the newest first
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getConversations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/conversations/{id}/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark all that somebody has sent one as read; `id` is theirs
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postConversationsIdRead"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A device, by its id or MAC address; for its owner, an assigned caregiver or an admin
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getDeviceId"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a device with its readings and logs; for its owner alone
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteDeviceId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/answer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The wearer of a device says "I'm OK" (calls off their newest unresolved fall) or "I need help" (raises it to CONFIRMED, or records one: 201)
         * @description Needs a token. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postDeviceIdAnswer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/logs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The newest 1000 log entries of the device
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getDeviceIdLogs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give a wearable to another patient; answers its new token, once. Readings and falls stay with the former wearer. For an admin, or a caregiver who looks after both
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly post: operations["postDeviceIdMove"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/readings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Readings for a chart, oldest first, at most 2000 points; go on from the last one's timestamp
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getDeviceIdReadings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What the device last said of itself
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getDeviceIdStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/{id}/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A new MQTT password for the device, shown this once; the one before stops working. For its owner, an assigned caregiver or an admin
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postDeviceIdToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/device/sensor-stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Submit a sensor reading; the first one of an unknown MAC address registers the device
         * @description Needs a token. Rate limit: schedule.
         */
        readonly post: operations["postDeviceSensorStream"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own falls of the last 30 days, or of `days`
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getFalls"];
        readonly put?: never;
        /**
         * Report a fall; caregivers are alerted from level POTENTIAL up
         * @description Needs a token. Rate limit: none.
         */
        readonly post: operations["postFalls"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A fall with its sensor data, alerts and response; for its owner, an assigned caregiver or an admin
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getFallsId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/claim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * "I'm going"; again by whoever holds it extends it. For assigned caregivers and admins
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postFallsIdClaim"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/hand-off": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Offer a claim to another caregiver of the patient, who takes it by claiming
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postFallsIdHandOff"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/ok": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * "I'm OK", by whoever fell, while nobody is coming yet; not for an emergency
         * @description Needs a token. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postFallsIdOk"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give a claim up, so that others are called again; for whoever holds it, and admins
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postFallsIdRelease"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/resolve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say what came of a fall; final. For assigned caregivers and admins
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postFallsIdResolve"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/{id}/timeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * All that was done about a fall, oldest first; for those who may read the fall
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getFallsIdTimeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/falls/recent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Falls across all patients of the last 24 hours, or of `hours`; each call is audited
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getFallsRecent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Is the service well?
         * @description Needs no token. Rate limit: none.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/help": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A patient calls for help without a device: their newest unresolved fall is raised to CONFIRMED (200), or one is recorded
         * @description Needs the role PATIENT. Rate limit: global, counted but never refused.
         */
        readonly post: operations["postHelp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The current user
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own messages, sent and received; `unreadOnly` those received and not read
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getMessages"];
        readonly put?: never;
        /**
         * Send a message to another user
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postMessages"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messages/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A message; for its sender and its recipient
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getMessagesId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messages/{id}/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark a received message as read; again is harmless
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postMessagesIdRead"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This API as an OpenAPI 3.1 document
         * @description Needs no token. Rate limit: global.
         */
        readonly get: operations["getOpenapiJson"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * All patients; health and private data only of those whom the caller cares for
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatients"];
        readonly put?: never;
        /**
         * Open an account for a patient, who is then assigned to the caller
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly post: operations["postPatients"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A patient; for themselves, an assigned caregiver or an admin
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getPatientsId"];
        /**
         * Change a patient; null clears what may be empty
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly put: operations["putPatientsId"];
        readonly post?: never;
        /**
         * Delete a patient with all that is theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deletePatientsId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Devices of a patient
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdDevices"];
        readonly put?: never;
        /**
         * Register a wearable for a patient before its first reading; answers its token, once. For the patient, an assigned caregiver or an admin
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postPatientsIdDevices"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/escalation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A patient's ladder; `inherited` where it is the organisation's
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdEscalation"];
        /**
         * Give a patient a ladder of their own, or change it
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["putPatientsIdEscalation"];
        readonly post?: never;
        /**
         * Return a patient to the organisation's ladder
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deletePatientsIdEscalation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Everything that is held about a patient: a ZIP of profile.json, devices.json, readings.csv (`samples` in hexadecimal: rows of seven 4-byte floats, little endian: t_ms, acceleration, rotation), falls.json, alerts.json, messages.json and access-log.json
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/falls": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Falls of a patient; of the last `days` only, if given
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdFalls"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Health summary of a patient
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * When caregivers are alerted to a patient's wearable; `inherited` where it is as the settings say
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdLimits"];
        /**
         * Give a patient limits of their own, or change them; null inherits one again
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["putPatientsIdLimits"];
        readonly post?: never;
        /**
         * Return a patient to the limits of the settings
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deletePatientsIdLimits"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/{id}/overview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A patient with their health, devices and newest falls, in one answer
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly get: operations["getPatientsIdOverview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/patients/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own profile, with caregivers and devices
         * @description Needs the role PATIENT. Rate limit: global.
         */
        readonly get: operations["getPatientsMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own channels, without their secrets
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getProfileChannels"];
        readonly put?: never;
        /**
         * Add an own channel; an e-mail address is mailed a code, the secret of a webhook is shown this once, a push subscription known already is brought up to date
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postProfileChannels"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an own channel
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteProfileChannelsId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test at once and wait up to 10 s; a successful one enables the channel again
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postProfileChannelsIdTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/channels/{id}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm an own e-mail address by the code that was mailed to it
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postProfileChannelsIdVerify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own profile
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getProfileMe"];
        /**
         * Change own profile; null clears phone or date of birth
         * @description Needs a token. Rate limit: global.
         */
        readonly put: operations["putProfileMe"];
        readonly post?: never;
        /**
         * Delete own account for good
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteProfileMe"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/me/access-log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who has looked at the own health data
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getProfileMeAccessLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/me/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Everything that is held about oneself: a ZIP of profile.json, devices.json, readings.csv (`samples` in hexadecimal: rows of seven 4-byte floats, little endian: t_ms, acceleration, rotation), falls.json, alerts.json, messages.json and access-log.json. Once an hour
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getProfileMeExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change own password; ends every other session
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postProfilePassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Own sessions that are open, newest first, at most 100
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getProfileSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End one of the own sessions, wherever it is open
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteProfileSessionsId"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/totp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether there is a second factor
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getProfileTotp"];
        readonly put?: never;
        /**
         * Begin to set up a second factor: a secret for an authenticator app, to be confirmed by a code
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postProfileTotp"];
        /**
         * Remove the second factor and its recovery codes
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteProfileTotp"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/profile/totp/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm the second factor by a code of the app; answers ten recovery codes, once
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["postProfileTotpConfirm"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/push/key": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The key by which browsers subscribe to Web Push
         * @description Needs a token. Rate limit: global.
         */
        readonly get: operations["getPushKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Failure: {
            readonly details?: {
                readonly [key: string]: string;
            };
            readonly error: string;
            readonly retryAfter?: number;
            /** @constant */
            readonly success: false;
        };
        readonly "live.client.acknowledge": {
            readonly data: {
                /** Format: uuid */
                readonly alertId: string;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "acknowledge";
        };
        readonly "live.client.answer": {
            readonly data: {
                /** @enum {string} */
                readonly answer: "ok" | "help";
                readonly deviceId?: string | null;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "answer";
        };
        readonly "live.client.ping": {
            readonly ref?: string | number;
            /** @constant */
            readonly type: "ping";
        };
        readonly "live.client.reading": {
            readonly data: {
                readonly accel_x: number;
                readonly accel_y: number;
                readonly accel_z: number;
                readonly battery_level?: number | null;
                readonly bluetooth_connected?: boolean | null;
                /** @description MAC address; with colons, with hyphens or plain */
                readonly device_id: string;
                readonly firmware_version?: string | null;
                readonly fsr?: number | null;
                readonly gyro_x: number;
                readonly gyro_y: number;
                readonly gyro_z: number;
                readonly heart_rate?: number | null;
                readonly pressure?: number | null;
                readonly samples?: readonly [
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    [
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ],
                    ...[
                        number,
                        number,
                        number,
                        number,
                        number,
                        number,
                        number
                    ][]
                ][] | null;
                readonly sensors_initialized?: boolean | null;
                readonly signal_strength?: number | null;
                readonly spo2?: number | null;
                readonly uptime_ms: number;
                readonly wifi_connected?: boolean | null;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "reading";
        };
        readonly "live.client.subscribe": {
            readonly data: {
                /** Format: uuid */
                readonly patientId: string;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "subscribe";
        };
        readonly "live.client.unsubscribe": {
            readonly data: {
                /** Format: uuid */
                readonly patientId: string;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "unsubscribe";
        };
        readonly "live.server.alert": {
            readonly data: {
                readonly acknowledged: boolean;
                readonly deviceId: string | null;
                readonly fallId: string | null;
                /** Format: uuid */
                readonly id: string;
                readonly message: string;
                /** Format: uuid */
                readonly patientId: string;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                } | null;
                readonly severity: string;
                /** Format: date-time */
                readonly timestamp: string;
                readonly type: string;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert";
        };
        readonly "live.server.alert.acknowledged": {
            readonly data: {
                /** @description null when it was over by itself */
                readonly acknowledgedBy: string | null;
                /** Format: uuid */
                readonly alertId: string;
                readonly fallId: string | null;
                /** Format: date-time */
                readonly timestamp: string;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.acknowledged";
        };
        readonly "live.server.alert.updated": {
            readonly data: {
                readonly acknowledged: boolean;
                readonly deviceId: string | null;
                readonly fallId: string | null;
                /** Format: uuid */
                readonly id: string;
                readonly message: string;
                /** Format: uuid */
                readonly patientId: string;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                } | null;
                readonly severity: string;
                /** Format: date-time */
                readonly timestamp: string;
                readonly type: string;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.updated";
        };
        readonly "live.server.alerts.open": {
            readonly data: {
                readonly count: number;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alerts.open";
        };
        readonly "live.server.assessment": {
            readonly data: {
                /** Format: uuid */
                readonly deviceId: string;
                readonly fallConfidence: number;
                readonly fallDetected: boolean;
                readonly healthScore: number;
                /** Format: date-time */
                readonly nextAllowedRequest: string;
                /** Format: date-time */
                readonly timestamp: string;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly status: 200;
            /** @constant */
            readonly type: "assessment";
        } | {
            readonly data: {
                readonly alerts: readonly {
                    readonly acknowledged: boolean;
                    readonly acknowledgedAt: string | null;
                    /** Format: uuid */
                    readonly caregiverId: string;
                    readonly caregiverName: string;
                    readonly deliveredAt: string | null;
                    readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                    readonly sent: boolean;
                    /** Format: date-time */
                    readonly timestamp: string;
                }[];
                readonly assessment: {
                    /** @description log-odds before anything spoke */
                    readonly baseline: number | null;
                    readonly confidence: number;
                    /** @enum {string} */
                    readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                    /** @description version of the weights; absent in older events */
                    readonly detector?: string;
                    /** @enum {string} */
                    readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                    /** @enum {string} */
                    readonly messageKind: "reading" | "samples";
                    /** @description how many readings the window had */
                    readonly readings: number;
                    /** @description what weighed most comes first */
                    readonly reasons: readonly {
                        /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                        readonly contribution: number | null;
                        readonly name: string;
                        readonly value: number;
                    }[];
                } | null;
                readonly confidence: number;
                /** Format: date-time */
                readonly createdAt: string;
                readonly deviceId: string | null;
                /** Format: uuid */
                readonly id: string;
                readonly injuries: string | null;
                readonly location: string | null;
                /** @description what a caregiver found; the last word stands */
                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                } | null;
                readonly sensorData: {
                    readonly accel: [
                        number,
                        number,
                        number
                    ];
                    readonly gyro: [
                        number,
                        number,
                        number
                    ];
                    /** Format: date-time */
                    readonly timestamp: string;
                } | null;
                /** @enum {string} */
                readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                /** @enum {string} */
                readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                /** Format: uuid */
                readonly userId: string;
                readonly witnessed: boolean | null;
            };
            readonly ref?: string | number;
            readonly status: 200 | 201;
            /** @constant */
            readonly type: "assessment";
        } | {
            readonly details?: {
                readonly [key: string]: string;
            };
            readonly error: string;
            readonly ref?: string | number;
            readonly retryAfter?: number;
            readonly status: number;
            /** @constant */
            readonly type: "assessment";
        };
        readonly "live.server.device.status": {
            readonly data: {
                readonly batteryLevel: number | null;
                readonly bluetoothConnected: boolean;
                /** Format: uuid */
                readonly deviceId: string;
                readonly firmwareVersion: string | null;
                readonly lastDataPoint: string | null;
                readonly sensorsInitialized: boolean;
                readonly signalStrength: number | null;
                /** @enum {string} */
                readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                readonly updateAvailable: boolean;
                readonly uptime: number | null;
                /** Format: uuid */
                readonly userId: string;
                readonly wifiConnected: boolean;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "device.status";
        };
        readonly "live.server.error": {
            readonly details?: {
                readonly [key: string]: string;
            };
            readonly error: string;
            readonly ref?: string | number;
            readonly retryAfter?: number;
            readonly status: number;
            /** @constant */
            readonly type: "error";
        };
        readonly "live.server.message": {
            readonly data: {
                readonly content: string;
                /** Format: date-time */
                readonly createdAt: string;
                /** Format: uuid */
                readonly id: string;
                readonly read: boolean;
                /** Format: uuid */
                readonly recipientId: string;
                /** Format: uuid */
                readonly senderId: string;
                /** @enum {string} */
                readonly type: "TEXT";
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "message";
        };
        readonly "live.server.pong": {
            readonly data: {
                /** Format: date-time */
                readonly serverTime: string;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "pong";
        };
        readonly "live.server.reading": {
            readonly data: {
                readonly accelMagnitude: number;
                readonly accelMagnitudeMax: number;
                readonly batteryLevel: number | null;
                /** Format: uuid */
                readonly deviceId: string;
                readonly fallConfidence: number;
                readonly gyroMagnitude: number;
                readonly healthScore: number;
                readonly heartRate: number | null;
                /** Format: uuid */
                readonly patientId: string;
                readonly pressure: number | null;
                /** @description how many readings the point stands for */
                readonly readings: number;
                readonly spo2: number | null;
                /** Format: date-time */
                readonly timestamp: string;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "reading";
        };
        readonly "live.server.response": {
            readonly data: {
                /** Format: uuid */
                readonly fallId: string;
                /** Format: uuid */
                readonly patientId: string;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                };
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "response";
        };
        readonly "live.server.subscribed": {
            readonly data: {
                /** Format: uuid */
                readonly patientId: string;
                readonly subscribed: boolean;
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "subscribed";
        };
        readonly "live.server.welcome": {
            readonly data: {
                readonly lastEventId: number;
                /** Format: date-time */
                readonly serverTime: string;
                readonly user: {
                    readonly email: string;
                    readonly firstName: string;
                    /** Format: uuid */
                    readonly id: string;
                    readonly lastName: string;
                    /** @enum {string} */
                    readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                };
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "welcome";
        };
        readonly "mqttAlerts.alert": {
            readonly data: {
                readonly acknowledged: boolean;
                readonly deviceId: string | null;
                readonly fallId: string | null;
                /** Format: uuid */
                readonly id: string;
                readonly message: string;
                /** Format: uuid */
                readonly patientId: string;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                } | null;
                readonly severity: string;
                /** Format: date-time */
                readonly timestamp: string;
                readonly type: string;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert";
        };
        readonly "mqttAlerts.alert.acknowledged": {
            readonly data: {
                /** @description null when it was over by itself */
                readonly acknowledgedBy: string | null;
                /** Format: uuid */
                readonly alertId: string;
                readonly fallId: string | null;
                /** Format: date-time */
                readonly timestamp: string;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.acknowledged";
        };
        readonly "mqttAlerts.alert.updated": {
            readonly data: {
                readonly acknowledged: boolean;
                readonly deviceId: string | null;
                readonly fallId: string | null;
                /** Format: uuid */
                readonly id: string;
                readonly message: string;
                /** Format: uuid */
                readonly patientId: string;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                } | null;
                readonly severity: string;
                /** Format: date-time */
                readonly timestamp: string;
                readonly type: string;
            };
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.updated";
        };
        readonly "mqttAnswers.answer": {
            /** @enum {string} */
            readonly answer: "ok" | "help";
        };
        readonly "mqttAssessments.answered": {
            readonly data: {
                readonly alerts: readonly {
                    readonly acknowledged: boolean;
                    readonly acknowledgedAt: string | null;
                    /** Format: uuid */
                    readonly caregiverId: string;
                    readonly caregiverName: string;
                    readonly deliveredAt: string | null;
                    readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                    readonly sent: boolean;
                    /** Format: date-time */
                    readonly timestamp: string;
                }[];
                readonly assessment: {
                    /** @description log-odds before anything spoke */
                    readonly baseline: number | null;
                    readonly confidence: number;
                    /** @enum {string} */
                    readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                    /** @description version of the weights; absent in older events */
                    readonly detector?: string;
                    /** @enum {string} */
                    readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                    /** @enum {string} */
                    readonly messageKind: "reading" | "samples";
                    /** @description how many readings the window had */
                    readonly readings: number;
                    /** @description what weighed most comes first */
                    readonly reasons: readonly {
                        /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                        readonly contribution: number | null;
                        readonly name: string;
                        readonly value: number;
                    }[];
                } | null;
                readonly confidence: number;
                /** Format: date-time */
                readonly createdAt: string;
                readonly deviceId: string | null;
                /** Format: uuid */
                readonly id: string;
                readonly injuries: string | null;
                readonly location: string | null;
                /** @description what a caregiver found; the last word stands */
                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                readonly patientName: string;
                readonly patientRoom: string | null;
                readonly response: {
                    readonly claimedAt: string | null;
                    readonly claimedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly claimExpiresAt: string | null;
                    readonly etaMinutes: number | null;
                    readonly nextStepAt: string | null;
                    readonly note: string | null;
                    readonly offeredTo: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    readonly okUntil: string | null;
                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                    readonly resolvedAt: string | null;
                    readonly resolvedBy: {
                        /** Format: uuid */
                        readonly id: string;
                        readonly name: string;
                    } | null;
                    /** @enum {string} */
                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                    /** @description how many steps of the ladder were taken */
                    readonly step: number;
                } | null;
                readonly sensorData: {
                    readonly accel: [
                        number,
                        number,
                        number
                    ];
                    readonly gyro: [
                        number,
                        number,
                        number
                    ];
                    /** Format: date-time */
                    readonly timestamp: string;
                } | null;
                /** @enum {string} */
                readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                /** @enum {string} */
                readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                /** Format: uuid */
                readonly userId: string;
                readonly witnessed: boolean | null;
            };
            readonly status: 200 | 201;
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAssessments.assessment": {
            readonly data: {
                /** Format: uuid */
                readonly deviceId: string;
                readonly fallConfidence: number;
                readonly fallDetected: boolean;
                readonly healthScore: number;
                /** Format: date-time */
                readonly nextAllowedRequest: string;
                /** Format: date-time */
                readonly timestamp: string;
            };
            /** @constant */
            readonly status: 200;
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAssessments.backlogOutcome": {
            readonly data: {
                /** @description stored now */
                readonly accepted: number;
                /** @description stored before, by device and recorded_at */
                readonly duplicates: number;
                readonly refused: readonly {
                    readonly details?: {
                        readonly [key: string]: string;
                    };
                    readonly error: string;
                    readonly index: number;
                }[];
            };
            /** @constant */
            readonly status: 200;
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAssessments.refusal": {
            readonly details?: {
                readonly [key: string]: string;
            };
            readonly error: string;
            readonly retryAfter?: number;
            readonly status: number;
            /** @constant */
            readonly success: false;
        };
        readonly "mqttBacklog.backlog": readonly {
            readonly accel_x: number;
            readonly accel_y: number;
            readonly accel_z: number;
            readonly battery_level?: number | null;
            readonly bluetooth_connected?: boolean | null;
            readonly device_id?: string | null;
            readonly firmware_version?: string | null;
            readonly fsr?: number | null;
            readonly gyro_x: number;
            readonly gyro_y: number;
            readonly gyro_z: number;
            readonly heart_rate?: number | null;
            readonly pressure?: number | null;
            /** Format: date-time */
            readonly recorded_at: string;
            readonly samples?: readonly [
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                ...[
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ][]
            ][] | null;
            readonly sensors_initialized?: boolean | null;
            readonly signal_strength?: number | null;
            readonly spo2?: number | null;
            readonly uptime_ms: number;
            readonly wifi_connected?: boolean | null;
        }[];
        /** @enum {string} */
        readonly "mqttPresence.presence": "online" | "offline";
        readonly "mqttReadings.reading": {
            readonly accel_x: number;
            readonly accel_y: number;
            readonly accel_z: number;
            readonly battery_level?: number | null;
            readonly bluetooth_connected?: boolean | null;
            readonly device_id?: string | null;
            readonly firmware_version?: string | null;
            readonly fsr?: number | null;
            readonly gyro_x: number;
            readonly gyro_y: number;
            readonly gyro_z: number;
            readonly heart_rate?: number | null;
            readonly pressure?: number | null;
            readonly samples?: readonly [
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                [
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ],
                ...[
                    number,
                    number,
                    number,
                    number,
                    number,
                    number,
                    number
                ][]
            ][] | null;
            readonly sensors_initialized?: boolean | null;
            readonly signal_strength?: number | null;
            readonly spo2?: number | null;
            readonly uptime_ms: number;
            readonly wifi_connected?: boolean | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly postAdminDevicesIdDisable: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly batteryLevel: number | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly firmwareVersion: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastSeen: string | null;
                            readonly macAddress: string;
                            readonly name: string;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            /** Format: date-time */
                            readonly updatedAt: string;
                            /** Format: uuid */
                            readonly userId: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminDevicesIdEnable: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly batteryLevel: number | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly firmwareVersion: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastSeen: string | null;
                            readonly macAddress: string;
                            readonly name: string;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            /** Format: date-time */
                            readonly updatedAt: string;
                            /** Format: uuid */
                            readonly userId: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly repeats: {
                                readonly everySeconds: number;
                                readonly times: number;
                            };
                            readonly steps: readonly {
                                readonly afterSeconds: number;
                                readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
                                readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
                            }[];
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putAdminEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly repeats?: {
                        readonly everySeconds: number;
                        readonly times: number;
                    };
                    readonly steps?: readonly {
                        readonly afterSeconds: number;
                        readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
                        readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly repeats: {
                                readonly everySeconds: number;
                                readonly times: number;
                            };
                            readonly steps: readonly {
                                readonly afterSeconds: number;
                                readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
                                readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
                            }[];
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminFalls: {
        readonly parameters: {
            readonly query?: {
                readonly dateFrom?: (string | unknown | unknown) | null;
                readonly dateTo?: (string | unknown | unknown) | null;
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly patientId?: string | null;
                readonly severity?: ("NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED") | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response" | "userId" | "user_id" | "patientName" | "patient_name" | "deviceId" | "device_id" | "witnessed" | "injuries" | "investigation") | null;
                readonly status?: ("NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly investigation: {
                                /** @constant */
                                readonly flagged: true;
                                /** Format: date-time */
                                readonly flaggedAt: string;
                                /** Format: uuid */
                                readonly flaggedBy: string;
                                readonly note: string | null;
                            } | null;
                            readonly location: string | null;
                            readonly patientName: string;
                            readonly responded: boolean;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly responseTime: number | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminFallsIdInvestigate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly note?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly investigation: {
                                /** @constant */
                                readonly flagged: true;
                                /** Format: date-time */
                                readonly flaggedAt: string;
                                /** Format: uuid */
                                readonly flaggedBy: string;
                                readonly note: string | null;
                            };
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminLogs: {
        readonly parameters: {
            readonly query?: {
                readonly action?: string | null;
                readonly actorId?: string | null;
                readonly dateFrom?: (string | unknown | unknown) | null;
                readonly dateTo?: (string | unknown | unknown) | null;
                readonly level?: ("error" | "warning" | "info") | null;
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "timestamp" | "level" | "action" | "outcome" | "message" | "actorId" | "actor_id" | "actorName" | "actor_name" | "subjectId" | "subject_id" | "subjectName" | "subject_name" | "ip") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly action: string;
                            readonly actorId: string | null;
                            readonly actorName: string | null;
                            readonly id: string;
                            readonly ip: string | null;
                            /** @enum {string} */
                            readonly level: "error" | "warning" | "info";
                            readonly message: string;
                            /** @enum {string} */
                            readonly outcome: "done" | "refused" | "failed";
                            readonly subjectId: string | null;
                            readonly subjectName: string | null;
                            /** Format: date-time */
                            readonly timestamp: string;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminMaintenance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly options?: {
                        readonly dryRun?: boolean | null;
                    } | null;
                    /** @enum {string} */
                    readonly task: "apply_retention" | "cleanup_logs" | "purge_sessions" | "analyze";
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: date-time */
                            readonly finishedAt: string;
                            readonly result: {
                                readonly [key: string]: unknown;
                            };
                            /** Format: date-time */
                            readonly startedAt: string;
                            /** @enum {string} */
                            readonly status: "COMPLETED" | "DRY_RUN";
                            /** @enum {string} */
                            readonly task: "apply_retention" | "cleanup_logs" | "purge_sessions" | "analyze";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly activeDevices: number;
                            readonly caregiverAssignments: number;
                            /** @description falls that a caregiver closed as CONFIRMED */
                            readonly confirmedFalls: number;
                            /** @description of the last 30 UTC days, today last */
                            readonly fallsByDay: readonly {
                                readonly confirmedFalls: number;
                                /** Format: date */
                                readonly day: string;
                                /** @description POTENTIAL and above */
                                readonly falls: number;
                                readonly falseAlarms: number;
                            }[];
                            /** @description of the UTC day, POTENTIAL and above */
                            readonly fallsToday: number;
                            /** @description falls that a caregiver closed as FALSE_ALARM */
                            readonly falseAlarms: number;
                            readonly highRiskPatients: number;
                            /** @description of the devices with most false alarms */
                            readonly outcomesByDevice: readonly {
                                readonly confirmedFalls: number;
                                /** Format: uuid */
                                readonly deviceId: string;
                                readonly deviceName: string;
                                readonly falseAlarms: number;
                                /** Format: uuid */
                                readonly userId: string;
                                /** @description the name of the present one */
                                readonly wearer: string;
                            }[];
                            /** @enum {string} */
                            readonly systemHealth: "HEALTHY" | "DEGRADED" | "UNHEALTHY";
                            readonly totalUsers: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminUsers: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly role?: ("PATIENT" | "CAREGIVER" | "ADMIN") | null;
                readonly search?: string | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "role" | "status" | "phone" | "dateOfBirth" | "date_of_birth" | "avatar" | "emergencyContact" | "emergency_contact" | "room" | "specialization" | "organization" | "updatedAt" | "updated_at" | "lastLogin" | "last_login") | null;
                readonly status?: ("active" | "inactive") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly avatar: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            readonly organization: string | null;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                            /** Format: date-time */
                            readonly updatedAt: string;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminUsersId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly avatar: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            readonly organization: string | null;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                            /** Format: date-time */
                            readonly updatedAt: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putAdminUsersId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly dateOfBirth?: string | null;
                    readonly email?: string;
                    readonly firstName?: string;
                    readonly lastName?: string;
                    readonly phone?: string | null;
                    /** @enum {string} */
                    readonly status?: "active" | "inactive";
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly avatar: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            readonly organization: string | null;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                            /** Format: date-time */
                            readonly updatedAt: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteAdminUsersId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminUsersIdPasswordReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description to be told to the person; shown this once */
                            readonly temporaryPassword: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminUsersIdRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly avatar: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            readonly organization: string | null;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                            /** Format: date-time */
                            readonly updatedAt: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAdminWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly disabledAt: string | null;
                            readonly events: readonly ("fall.raised" | "fall.updated" | "response.changed" | "device.status")[];
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastError: string | null;
                            readonly url: string;
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly events: [
                    ] | [
                        "fall.raised" | "fall.updated" | "response.changed" | "device.status"
                    ] | [
                        "fall.raised" | "fall.updated" | "response.changed" | "device.status",
                        "fall.raised" | "fall.updated" | "response.changed" | "device.status"
                    ] | [
                        "fall.raised" | "fall.updated" | "response.changed" | "device.status",
                        "fall.raised" | "fall.updated" | "response.changed" | "device.status",
                        "fall.raised" | "fall.updated" | "response.changed" | "device.status"
                    ];
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly disabledAt: string | null;
                            readonly events: readonly ("fall.raised" | "fall.updated" | "response.changed" | "device.status")[];
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastError: string | null;
                            /** @description shown this once */
                            readonly secret: string;
                            readonly url: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteAdminWebhooksId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAdminWebhooksIdTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly delivered: boolean;
                            readonly error: string | null;
                            readonly status: number | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getAsyncapiJson: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly asyncapi: string;
                    };
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAuthForgot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAuthLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    readonly password: string;
                    readonly totp?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @constant */
                        readonly success: true;
                        readonly token: string;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAuthLogout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAuthReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly newPassword: string;
                    /** @description of the link in the mail: what stands behind `token=` */
                    readonly token: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postAuthSignup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    readonly firstName: string;
                    readonly lastName: string;
                    readonly password: string;
                    readonly role?: ("PATIENT" | "CAREGIVER") | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @constant */
                        readonly success: true;
                        readonly token: string;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getBoard: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description own alerts about wearables that are not acknowledged yet, newest first */
                            readonly deviceAlerts: readonly {
                                readonly acknowledged: boolean;
                                readonly deviceId: string | null;
                                readonly fallId: string | null;
                                /** Format: uuid */
                                readonly id: string;
                                readonly message: string;
                                /** Format: uuid */
                                readonly patientId: string;
                                readonly patientName: string;
                                readonly patientRoom: string | null;
                                readonly response: {
                                    readonly claimedAt: string | null;
                                    readonly claimedBy: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    readonly claimExpiresAt: string | null;
                                    readonly etaMinutes: number | null;
                                    readonly nextStepAt: string | null;
                                    readonly note: string | null;
                                    readonly offeredTo: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    readonly okUntil: string | null;
                                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                    readonly resolvedAt: string | null;
                                    readonly resolvedBy: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    /** @enum {string} */
                                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                    /** @description how many steps of the ladder were taken */
                                    readonly step: number;
                                } | null;
                                readonly severity: string;
                                /** Format: date-time */
                                readonly timestamp: string;
                                readonly type: string;
                            }[];
                            /** @description unresolved ones, and those whose wearer said in the last ten minutes that they are OK */
                            readonly falls: readonly {
                                readonly assessment: {
                                    /** @description log-odds before anything spoke */
                                    readonly baseline: number | null;
                                    readonly confidence: number;
                                    /** @enum {string} */
                                    readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                    /** @description version of the weights; absent in older events */
                                    readonly detector?: string;
                                    /** @enum {string} */
                                    readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                    /** @enum {string} */
                                    readonly messageKind: "reading" | "samples";
                                    /** @description how many readings the window had */
                                    readonly readings: number;
                                    /** @description what weighed most comes first */
                                    readonly reasons: readonly {
                                        /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                        readonly contribution: number | null;
                                        readonly name: string;
                                        readonly value: number;
                                    }[];
                                } | null;
                                readonly confidence: number;
                                /** Format: date-time */
                                readonly createdAt: string;
                                /** Format: uuid */
                                readonly id: string;
                                readonly location: string | null;
                                readonly patientName: string;
                                readonly patientRoom: string | null;
                                readonly responded: boolean;
                                readonly response: {
                                    readonly claimedAt: string | null;
                                    readonly claimedBy: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    readonly claimExpiresAt: string | null;
                                    readonly etaMinutes: number | null;
                                    readonly nextStepAt: string | null;
                                    readonly note: string | null;
                                    readonly offeredTo: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    readonly okUntil: string | null;
                                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                    readonly resolvedAt: string | null;
                                    readonly resolvedBy: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    /** @enum {string} */
                                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                    /** @description how many steps of the ladder were taken */
                                    readonly step: number;
                                } | null;
                                readonly responseTime: number | null;
                                /** @enum {string} */
                                readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                                /** @enum {string} */
                                readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** Format: uuid */
                                readonly userId: string;
                            }[];
                            readonly onDuty: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                /** Format: date-time */
                                readonly until: string;
                            }[];
                            readonly people: readonly {
                                readonly batteryLevel: number | null;
                                /** @description of the wearable that was heard last; null without one */
                                readonly deviceStatus: ("ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED") | null;
                                readonly healthScore: number;
                                readonly heartRate: number | null;
                                /** Format: uuid */
                                readonly id: string;
                                readonly lastSeen: string | null;
                                readonly name: string;
                                /** @description of the last seven days */
                                readonly recentFalls: number;
                                readonly room: string | null;
                                readonly spo2: number | null;
                                /** @description heart rate every five minutes of the last hour, oldest first; null where nothing was measured */
                                readonly trend: readonly (number | null)[];
                            }[];
                            /** @description more than are listed where there are more than a thousand */
                            readonly totalPeople: number;
                            readonly unreadMessages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getCaregivers: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status" | "phone" | "specialization" | "organization" | "patients" | "activeAlerts" | "active_alerts") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** @description about assigned patients, not acknowledged yet */
                            readonly activeAlerts: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly organization: string | null;
                            /** @description how many are assigned */
                            readonly patients: number;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postCaregivers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly email: string;
                    readonly firstName: string;
                    readonly lastName: string;
                    readonly organization?: string | null;
                    readonly phone?: string | null;
                    readonly specialization?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description about assigned patients, not acknowledged yet */
                            readonly activeAlerts: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly organization: string | null;
                            /** @description how many are assigned */
                            readonly patients: number;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                            /** @description to be told to the person; shown this once */
                            readonly temporaryPassword: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getCaregiversId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description about assigned patients, not acknowledged yet */
                            readonly activeAlerts: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly organization: string | null;
                            /** @description how many are assigned */
                            readonly patients: number;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putCaregiversId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly email?: string;
                    readonly firstName?: string;
                    readonly lastName?: string;
                    readonly organization?: string | null;
                    readonly phone?: string | null;
                    readonly specialization?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description about assigned patients, not acknowledged yet */
                            readonly activeAlerts: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly organization: string | null;
                            /** @description how many are assigned */
                            readonly patients: number;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteCaregiversId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getCaregiversIdPatients: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "name" | "email" | "room" | "healthScore" | "health_score" | "lastActive" | "last_active" | "devices" | "recentFalls" | "recent_falls") | null;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly devices: number;
                            readonly email: string;
                            readonly healthScore: number;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastActive: string | null;
                            readonly name: string;
                            readonly recentFalls: number;
                            readonly room: string | null;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postCaregiversIdPatients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: uuid */
                    readonly patientId: string;
                    readonly relationship?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: uuid */
                            readonly caregiverId: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly patientId: string;
                            readonly relationship: string | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteCaregiversIdPatientsPatientId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly patientId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getCaregiversAlerts: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "timestamp" | "severity" | "type" | "patientName" | "patient_name" | "acknowledged" | "message" | "outcome" | "patientId" | "patient_id" | "patientRoom" | "patient_room" | "fallId" | "fall_id" | "deviceId" | "device_id" | "response") | null;
                readonly status?: ("active" | "acknowledged" | "all") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly acknowledged: boolean;
                            readonly deviceId: string | null;
                            readonly fallId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly message: string;
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            /** Format: uuid */
                            readonly patientId: string;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly severity: string;
                            /** Format: date-time */
                            readonly timestamp: string;
                            readonly type: string;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postCaregiversAlertsIdAcknowledge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly outcome?: ("FALSE_ALARM" | "CONFIRMED") | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly acknowledged: boolean;
                            readonly deviceId: string | null;
                            readonly fallId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly message: string;
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            /** Format: uuid */
                            readonly patientId: string;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly severity: string;
                            /** Format: date-time */
                            readonly timestamp: string;
                            readonly type: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getCaregiversMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description about assigned patients, not acknowledged yet */
                            readonly activeAlerts: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly organization: string | null;
                            /** @description how many are assigned */
                            readonly patients: number;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly specialization: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postCaregiversMeShift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: date-time */
                    readonly until: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: uuid */
                            readonly id: string;
                            readonly name: string;
                            /** Format: date-time */
                            readonly until: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteCaregiversMeShift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getCaregiversOnDuty: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: uuid */
                            readonly id: string;
                            readonly name: string;
                            /** Format: date-time */
                            readonly until: string;
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getConversations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly lastMessage: {
                                readonly content: string;
                                /** Format: date-time */
                                readonly createdAt: string;
                                /** Format: uuid */
                                readonly id: string;
                                readonly read: boolean;
                                /** Format: uuid */
                                readonly recipientId: string;
                                /** Format: uuid */
                                readonly senderId: string;
                                /** @enum {string} */
                                readonly type: "TEXT";
                            };
                            /** @description received from them and not read */
                            readonly unread: number;
                            readonly with: {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                /** @enum {string} */
                                readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            };
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postConversationsIdRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description how many were unread */
                            readonly read: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getDeviceId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly batteryLevel: number | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly firmwareVersion: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastSeen: string | null;
                            readonly macAddress: string;
                            readonly name: string;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            /** Format: date-time */
                            readonly updatedAt: string;
                            /** Format: uuid */
                            readonly userId: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteDeviceId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postDeviceIdAnswer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly answer: "ok" | "help";
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getDeviceIdLogs: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly logType?: ("error" | "warning" | "info") | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "timestamp" | "type" | "message") | null;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: uuid */
                            readonly deviceId: string;
                            readonly id: string;
                            readonly message: string;
                            /** Format: date-time */
                            readonly timestamp: string;
                            /** @enum {string} */
                            readonly type: "INFO" | "WARNING" | "ERROR";
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postDeviceIdMove: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: uuid */
                    readonly patientId: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly batteryLevel: number | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly firmwareVersion: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastSeen: string | null;
                            readonly macAddress: string;
                            readonly name: string;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            /** @description the device's MQTT password, with its MAC address as the user name; shown this once */
                            readonly token: string;
                            /** Format: date-time */
                            readonly updatedAt: string;
                            /** Format: uuid */
                            readonly userId: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getDeviceIdReadings: {
        readonly parameters: {
            readonly query?: {
                readonly from?: string | null;
                readonly resolution?: ("raw" | "minute" | "hour") | null;
                readonly to?: string | null;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly accelMagnitude: number;
                            readonly accelMagnitudeMax: number;
                            readonly batteryLevel: number | null;
                            readonly fallConfidence: number;
                            readonly gyroMagnitude: number;
                            readonly healthScore: number;
                            readonly heartRate: number | null;
                            readonly pressure: number | null;
                            /** @description how many readings the point stands for */
                            readonly readings: number;
                            readonly spo2: number | null;
                            /** Format: date-time */
                            readonly timestamp: string;
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getDeviceIdStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly batteryLevel: number | null;
                            readonly bluetoothConnected: boolean;
                            /** Format: uuid */
                            readonly deviceId: string;
                            readonly firmwareVersion: string | null;
                            readonly lastDataPoint: string | null;
                            readonly sensorsInitialized: boolean;
                            readonly signalStrength: number | null;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            readonly updateAvailable: boolean;
                            readonly uptime: number | null;
                            readonly wifiConnected: boolean;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postDeviceIdToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: uuid */
                            readonly deviceId: string;
                            /** @description the device's MQTT password, with its MAC address as the user name; shown this once */
                            readonly token: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postDeviceSensorStream: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly accel_x: number;
                    readonly accel_y: number;
                    readonly accel_z: number;
                    readonly battery_level?: number | null;
                    readonly bluetooth_connected?: boolean | null;
                    /** @description MAC address; with colons, with hyphens or plain */
                    readonly device_id: string;
                    readonly firmware_version?: string | null;
                    readonly fsr?: number | null;
                    readonly gyro_x: number;
                    readonly gyro_y: number;
                    readonly gyro_z: number;
                    readonly heart_rate?: number | null;
                    readonly pressure?: number | null;
                    readonly samples?: readonly [
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        [
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ],
                        ...[
                            number,
                            number,
                            number,
                            number,
                            number,
                            number,
                            number
                        ][]
                    ][] | null;
                    readonly sensors_initialized?: boolean | null;
                    readonly signal_strength?: number | null;
                    readonly spo2?: number | null;
                    readonly uptime_ms: number;
                    readonly wifi_connected?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: uuid */
                            readonly deviceId: string;
                            readonly fallConfidence: number;
                            readonly fallDetected: boolean;
                            readonly healthScore: number;
                            /** Format: date-time */
                            readonly nextAllowedRequest: string;
                            /** Format: date-time */
                            readonly timestamp: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getFalls: {
        readonly parameters: {
            readonly query?: {
                readonly days?: number | null;
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response") | null;
                readonly status?: ("NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly location: string | null;
                            readonly responded: boolean;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly responseTime: number | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postFalls: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly confidence: number;
                    readonly injuries?: string | null;
                    readonly location?: string | null;
                    readonly witnessed?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: {
                                readonly caregiverCount: number;
                                readonly notified: boolean;
                            };
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly location: string | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getFallsId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postFallsIdClaim: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly etaMinutes?: number | null;
                    readonly note?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postFallsIdHandOff: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** Format: uuid */
                    readonly caregiverId: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postFallsIdOk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postFallsIdRelease: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postFallsIdResolve: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly note?: string | null;
                    /** @enum {string} */
                    readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM";
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getFallsIdTimeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: date-time */
                            readonly at: string;
                            /** @description told: which try */
                            readonly attempt?: number;
                            /** @description null for the service itself */
                            readonly by: {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                            } | null;
                            /** @description told: by what */
                            readonly channel?: string;
                            readonly etaMinutes?: number | null;
                            readonly id: string;
                            /** @description detected, risen */
                            readonly level?: string;
                            readonly note?: string | null;
                            /** @description told: `delivered` or `failed`; resolved: what was found */
                            readonly outcome?: string;
                            /** @description who was told, or whom it was offered to */
                            readonly person?: {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                            } | null;
                            /** @enum {string} */
                            readonly source?: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly type: "detected" | "risen" | "told" | "claimed" | "released" | "expired" | "offered" | "resolved" | "cancelled";
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getFallsRecent: {
        readonly parameters: {
            readonly query?: {
                readonly hours?: number | null;
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response" | "userId" | "user_id" | "patientName" | "patient_name") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly location: string | null;
                            readonly patientName: string;
                            readonly responded: boolean;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly responseTime: number | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly database: string;
                            readonly detector: {
                                readonly shadow: string | null;
                                /** @description of the weights that score */
                                readonly version: string;
                            };
                            readonly memory: {
                                /** @description bytes */
                                readonly available: number;
                                /** @description bytes */
                                readonly used: number;
                            };
                            /** @enum {string} */
                            readonly status: "HEALTHY" | "DEGRADED";
                            /** Format: date-time */
                            readonly timestamp: string;
                            /** @description seconds */
                            readonly uptime: number;
                            readonly version: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly error: string;
                        /** @constant */
                        readonly status: "UNHEALTHY";
                        /** @constant */
                        readonly success: false;
                    };
                };
            };
        };
    };
    readonly postHelp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly alerts: readonly {
                                readonly acknowledged: boolean;
                                readonly acknowledgedAt: string | null;
                                /** Format: uuid */
                                readonly caregiverId: string;
                                readonly caregiverName: string;
                                readonly deliveredAt: string | null;
                                readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                                readonly sent: boolean;
                                /** Format: date-time */
                                readonly timestamp: string;
                            }[];
                            readonly assessment: {
                                /** @description log-odds before anything spoke */
                                readonly baseline: number | null;
                                readonly confidence: number;
                                /** @enum {string} */
                                readonly decidedBy: "single-reading" | "no-impact" | "model" | "severe-reading" | "violent-reading" | "extra-evidence";
                                /** @description version of the weights; absent in older events */
                                readonly detector?: string;
                                /** @enum {string} */
                                readonly level: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                                /** @enum {string} */
                                readonly messageKind: "reading" | "samples";
                                /** @description how many readings the window had */
                                readonly readings: number;
                                /** @description what weighed most comes first */
                                readonly reasons: readonly {
                                    /** @description log-odds: above 0 for a fall, below against one; null where a rule needed none */
                                    readonly contribution: number | null;
                                    readonly name: string;
                                    readonly value: number;
                                }[];
                            } | null;
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly deviceId: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly injuries: string | null;
                            readonly location: string | null;
                            /** @description what a caregiver found; the last word stands */
                            readonly outcome: ("FALSE_ALARM" | "CONFIRMED") | null;
                            readonly patientName: string;
                            readonly patientRoom: string | null;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly sensorData: {
                                readonly accel: [
                                    number,
                                    number,
                                    number
                                ];
                                readonly gyro: [
                                    number,
                                    number,
                                    number
                                ];
                                /** Format: date-time */
                                readonly timestamp: string;
                            } | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            /** Format: uuid */
                            readonly userId: string;
                            readonly witnessed: boolean | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            /**
                             * @description nothing else is answered before there is one (REQUIRE_TOTP)
                             * @constant
                             */
                            readonly lacksSecondFactor?: true;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getMessages: {
        readonly parameters: {
            readonly query?: {
                readonly conversationWith?: string | null;
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "senderId" | "sender_id" | "recipientId" | "recipient_id" | "content" | "type" | "read") | null;
                readonly unreadOnly?: boolean | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly content: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly read: boolean;
                            /** Format: uuid */
                            readonly recipientId: string;
                            /** Format: uuid */
                            readonly senderId: string;
                            /** @enum {string} */
                            readonly type: "TEXT";
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postMessages: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly content: string;
                    /** Format: uuid */
                    readonly recipientId: string;
                    readonly type?: "TEXT" | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly content: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly read: boolean;
                            /** Format: uuid */
                            readonly recipientId: string;
                            /** Format: uuid */
                            readonly senderId: string;
                            /** @enum {string} */
                            readonly type: "TEXT";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getMessagesId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly content: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly read: boolean;
                            /** Format: uuid */
                            readonly recipientId: string;
                            /** Format: uuid */
                            readonly senderId: string;
                            /** @enum {string} */
                            readonly type: "TEXT";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postMessagesIdRead: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly content: string;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly read: boolean;
                            /** Format: uuid */
                            readonly recipientId: string;
                            /** Format: uuid */
                            readonly senderId: string;
                            /** @enum {string} */
                            readonly type: "TEXT";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getOpenapiJson: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly openapi: string;
                    };
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatients: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status") | null;
                readonly status?: ("active" | "inactive") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            readonly healthScore: number | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly room: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postPatients: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly dateOfBirth?: string | null;
                    readonly email: string;
                    readonly emergencyContact?: string | null;
                    readonly firstName: string;
                    readonly lastName: string;
                    readonly phone?: string | null;
                    readonly room?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly caregivers: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                readonly phone: string | null;
                                readonly relationship: string | null;
                            }[];
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly devices: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            }[];
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                            /** @description to be told to the person; shown this once */
                            readonly temporaryPassword: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly caregivers: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                readonly phone: string | null;
                                readonly relationship: string | null;
                            }[];
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly devices: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            }[];
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putPatientsId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly dateOfBirth?: string | null;
                    readonly email?: string;
                    readonly emergencyContact?: string | null;
                    readonly firstName?: string;
                    readonly lastName?: string;
                    readonly phone?: string | null;
                    readonly room?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly caregivers: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                readonly phone: string | null;
                                readonly relationship: string | null;
                            }[];
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly devices: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            }[];
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deletePatientsId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdDevices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly batteryLevel: number | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly firmwareVersion: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastSeen: string | null;
                            readonly macAddress: string;
                            readonly name: string;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            /** Format: date-time */
                            readonly updatedAt: string;
                            /** Format: uuid */
                            readonly userId: string;
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postPatientsIdDevices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description of the wearable, printed on it or shown by it
                     * @example AA:BB:CC:DD:EE:FF
                     */
                    readonly macAddress: string;
                    readonly name?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly batteryLevel: number | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly firmwareVersion: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastSeen: string | null;
                            readonly macAddress: string;
                            readonly name: string;
                            /** @enum {string} */
                            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            /** @description the device's MQTT password, with its MAC address as the user name; shown this once */
                            readonly token: string;
                            /** Format: date-time */
                            readonly updatedAt: string;
                            /** Format: uuid */
                            readonly userId: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description the organisation's, because the patient has none of their own */
                            readonly inherited: boolean;
                            readonly repeats: {
                                readonly everySeconds: number;
                                readonly times: number;
                            };
                            readonly steps: readonly {
                                readonly afterSeconds: number;
                                readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
                                readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
                            }[];
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putPatientsIdEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly repeats?: {
                        readonly everySeconds: number;
                        readonly times: number;
                    };
                    readonly steps?: readonly {
                        readonly afterSeconds: number;
                        readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
                        readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description the organisation's, because the patient has none of their own */
                            readonly inherited: boolean;
                            readonly repeats: {
                                readonly everySeconds: number;
                                readonly times: number;
                            };
                            readonly steps: readonly {
                                readonly afterSeconds: number;
                                readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
                                readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
                            }[];
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deletePatientsIdEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdFalls: {
        readonly parameters: {
            readonly query?: {
                readonly days?: number | null;
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response") | null;
                readonly status?: ("NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED") | null;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly confidence: number;
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly location: string | null;
                            readonly responded: boolean;
                            readonly response: {
                                readonly claimedAt: string | null;
                                readonly claimedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly claimExpiresAt: string | null;
                                readonly etaMinutes: number | null;
                                readonly nextStepAt: string | null;
                                readonly note: string | null;
                                readonly offeredTo: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                readonly okUntil: string | null;
                                readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                readonly resolvedAt: string | null;
                                readonly resolvedBy: {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                } | null;
                                /** @enum {string} */
                                readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                /** @description how many steps of the ladder were taken */
                                readonly step: number;
                            } | null;
                            readonly responseTime: number | null;
                            /** @enum {string} */
                            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                            /** @enum {string} */
                            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly healthScore: number;
                            readonly isHighRisk: boolean;
                            readonly lastUpdate: string | null;
                            /** Format: uuid */
                            readonly patientId: string;
                            readonly riskScore: number;
                            readonly vitals: {
                                readonly bloodPressure: string | null;
                                readonly heartRate: number | null;
                                readonly oxygenSaturation: number | null;
                            };
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description caregivers are alerted when the battery is below it; 0 is never */
                            readonly batteryLowPercent: number;
                            /** @description minutes of silence of a wearable after which caregivers are alerted */
                            readonly deviceSilentMinutes: number;
                            /** @description as the settings say, because the patient has none of their own */
                            readonly inherited: boolean;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putPatientsIdLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly batteryLowPercent?: number | null;
                    readonly deviceSilentMinutes?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description caregivers are alerted when the battery is below it; 0 is never */
                            readonly batteryLowPercent: number;
                            /** @description minutes of silence of a wearable after which caregivers are alerted */
                            readonly deviceSilentMinutes: number;
                            /** @description as the settings say, because the patient has none of their own */
                            readonly inherited: boolean;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deletePatientsIdLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsIdOverview: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly devices: readonly {
                                readonly batteryLevel: number | null;
                                /** Format: date-time */
                                readonly createdAt: string;
                                readonly firmwareVersion: string | null;
                                /** Format: uuid */
                                readonly id: string;
                                readonly lastSeen: string | null;
                                readonly macAddress: string;
                                readonly name: string;
                                readonly sensorsInitialized: boolean;
                                readonly signalStrength: number | null;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                                /** Format: date-time */
                                readonly updatedAt: string;
                                /** Format: uuid */
                                readonly userId: string;
                                readonly wifiConnected: boolean;
                            }[];
                            /** @description the newest 50 */
                            readonly falls: readonly {
                                readonly confidence: number;
                                /** Format: date-time */
                                readonly createdAt: string;
                                /** Format: uuid */
                                readonly id: string;
                                readonly location: string | null;
                                readonly responded: boolean;
                                readonly response: {
                                    readonly claimedAt: string | null;
                                    readonly claimedBy: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    readonly claimExpiresAt: string | null;
                                    readonly etaMinutes: number | null;
                                    readonly nextStepAt: string | null;
                                    readonly note: string | null;
                                    readonly offeredTo: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    readonly okUntil: string | null;
                                    readonly outcome: ("HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT") | null;
                                    readonly resolvedAt: string | null;
                                    readonly resolvedBy: {
                                        /** Format: uuid */
                                        readonly id: string;
                                        readonly name: string;
                                    } | null;
                                    /** @enum {string} */
                                    readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
                                    /** @description how many steps of the ladder were taken */
                                    readonly step: number;
                                } | null;
                                readonly responseTime: number | null;
                                /** @enum {string} */
                                readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
                                /** @enum {string} */
                                readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                            }[];
                            readonly health: {
                                readonly healthScore: number;
                                readonly isHighRisk: boolean;
                                readonly lastUpdate: string | null;
                                /** Format: uuid */
                                readonly patientId: string;
                                readonly riskScore: number;
                                readonly vitals: {
                                    readonly bloodPressure: string | null;
                                    readonly heartRate: number | null;
                                    readonly oxygenSaturation: number | null;
                                };
                            };
                            readonly patient: {
                                readonly caregivers: readonly {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                    readonly phone: string | null;
                                    readonly relationship: string | null;
                                }[];
                                /** Format: date-time */
                                readonly createdAt: string;
                                readonly dateOfBirth: string | null;
                                readonly devices: readonly {
                                    /** Format: uuid */
                                    readonly id: string;
                                    readonly name: string;
                                    /** @enum {string} */
                                    readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                                }[];
                                readonly email: string;
                                readonly emergencyContact: string | null;
                                readonly firstName: string;
                                /** Format: uuid */
                                readonly id: string;
                                readonly lastName: string;
                                readonly phone: string | null;
                                /** @enum {string} */
                                readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                                readonly room: string | null;
                                /** @enum {string} */
                                readonly status: "active" | "inactive";
                            };
                            readonly totalFalls: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPatientsMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly caregivers: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                readonly phone: string | null;
                                readonly relationship: string | null;
                            }[];
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly devices: readonly {
                                /** Format: uuid */
                                readonly id: string;
                                readonly name: string;
                                /** @enum {string} */
                                readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
                            }[];
                            readonly email: string;
                            readonly emergencyContact: string | null;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastName: string;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                            readonly room: string | null;
                            /** @enum {string} */
                            readonly status: "active" | "inactive";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getProfileChannels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly address: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly disabledAt: string | null;
                            readonly endpoint: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            /** @enum {string} */
                            readonly kind: "webpush" | "email" | "ntfy" | "webhook";
                            readonly lastError: string | null;
                            /** @enum {string} */
                            readonly minSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
                            readonly quietHours: {
                                readonly from: string;
                                readonly timeZone: string;
                                readonly to: string;
                            } | null;
                            readonly topic: string | null;
                            readonly url: string | null;
                            readonly verifiedAt: string | null;
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postProfileChannels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly address?: string | null;
                    readonly endpoint?: string | null;
                    readonly keys?: {
                        readonly auth: string;
                        readonly p256dh: string;
                    } | null;
                    /** @enum {string} */
                    readonly kind: "webpush" | "email" | "ntfy" | "webhook";
                    readonly minSeverity?: ("POTENTIAL" | "HIGH" | "CONFIRMED") | null;
                    readonly quietHours?: {
                        readonly from: string;
                        readonly timeZone: string;
                        readonly to: string;
                    } | null;
                    readonly token?: string | null;
                    readonly topic?: string | null;
                    readonly url?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly address: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly disabledAt: string | null;
                            readonly endpoint: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            /** @enum {string} */
                            readonly kind: "webpush" | "email" | "ntfy" | "webhook";
                            readonly lastError: string | null;
                            /** @enum {string} */
                            readonly minSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
                            readonly quietHours: {
                                readonly from: string;
                                readonly timeZone: string;
                                readonly to: string;
                            } | null;
                            readonly secret: string | null;
                            readonly topic: string | null;
                            readonly url: string | null;
                            readonly verifiedAt: string | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteProfileChannelsId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postProfileChannelsIdTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly delivered: boolean;
                            readonly error: string | null;
                            readonly status: number | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postProfileChannelsIdVerify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly code: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly address: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly disabledAt: string | null;
                            readonly endpoint: string | null;
                            /** Format: uuid */
                            readonly id: string;
                            /** @enum {string} */
                            readonly kind: "webpush" | "email" | "ntfy" | "webhook";
                            readonly lastError: string | null;
                            /** @enum {string} */
                            readonly minSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
                            readonly quietHours: {
                                readonly from: string;
                                readonly timeZone: string;
                                readonly to: string;
                            } | null;
                            readonly topic: string | null;
                            readonly url: string | null;
                            readonly verifiedAt: string | null;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getProfileMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly avatar: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly putProfileMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly dateOfBirth?: string | null;
                    readonly firstName?: string;
                    readonly lastName?: string;
                    readonly phone?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly avatar: string | null;
                            /** Format: date-time */
                            readonly createdAt: string;
                            readonly dateOfBirth: string | null;
                            readonly email: string;
                            readonly firstName: string;
                            /** Format: uuid */
                            readonly id: string;
                            readonly lastLogin: string | null;
                            readonly lastName: string;
                            readonly phone: string | null;
                            /** @enum {string} */
                            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteProfileMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @constant */
                    readonly confirmation: true;
                    readonly reason?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getProfileMeAccessLog: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number | null;
                readonly order?: ("asc" | "desc") | null;
                readonly page?: number | null;
                readonly sort?: ("created_at" | "createdAt" | "id" | "timestamp" | "actorId" | "actor_id" | "actorName" | "actor_name" | "role" | "what") | null;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            readonly actorId: string | null;
                            /** @description null when the account is gone */
                            readonly actorName: string | null;
                            readonly id: string;
                            readonly role: ("PATIENT" | "CAREGIVER" | "ADMIN") | null;
                            /** Format: date-time */
                            readonly timestamp: string;
                            /** @example the falls of a patient */
                            readonly what: string;
                        }[];
                        readonly pagination: {
                            readonly limit: number;
                            readonly page: number;
                            readonly total: number;
                            readonly totalPages: number;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getProfileMeExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postProfilePassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly confirmPassword: string;
                    readonly currentPassword: string;
                    readonly newPassword: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getProfileSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: date-time */
                            readonly createdAt: string;
                            /** @description the one that asks */
                            readonly current: boolean;
                            /** Format: date-time */
                            readonly expiresAt: string;
                            /** Format: uuid */
                            readonly id: string;
                            /** @description of whoever opened it */
                            readonly ip: string | null;
                            /** @description known to some minutes */
                            readonly lastUsedAt: string | null;
                            /** @description of whoever opened it */
                            readonly userAgent: string | null;
                        }[];
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteProfileSessionsId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getProfileTotp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly active: boolean;
                            readonly confirmedAt: string | null;
                            readonly recoveryCodesLeft: number;
                            /** @description nothing else works until it is set up (REQUIRE_TOTP) */
                            readonly required: boolean;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postProfileTotp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description the same as a QR code shows it */
                            readonly otpauthUrl: string;
                            /** @description in base 32, to be typed into an authenticator app */
                            readonly secret: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly deleteProfileTotp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            readonly message: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly postProfileTotpConfirm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description that the app shows now
                     * @example 123456
                     */
                    readonly code: string;
                };
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description each opens the account once instead of a code; shown this once */
                            readonly recoveryCodes: readonly string[];
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Invalid input; details name every bad field */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not found, or deleted in the meantime */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Body is not JSON */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    readonly getPushKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: {
                            /** @description for the browser's PushManager.subscribe: applicationServerKey */
                            readonly publicKey: string;
                        };
                        /** @constant */
                        readonly success: true;
                    };
                };
            };
            /** @description Missing, invalid or expired token */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Insufficient permissions */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Conflict with what is there */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Rate limit exceeded */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Internal server error */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Service unavailable */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
