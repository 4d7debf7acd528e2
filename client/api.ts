// Made by `npm run client` from /api/openapi.json and /api/asyncapi.json, fe5241cc3f16ed96; not to be edited.

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
        readonly post: operations["disableDevice"];
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
        readonly post: operations["enableDevice"];
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
        readonly get: operations["getEscalation"];
        /**
         * Change the organisation's ladder; falls that are under way keep theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["updateEscalation"];
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
        readonly get: operations["listAllFalls"];
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
        readonly post: operations["investigateFall"];
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
        readonly get: operations["listAuditTrail"];
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
        readonly post: operations["runMaintenance"];
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
        readonly get: operations["getStatistics"];
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
        readonly get: operations["listUsers"];
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
        readonly get: operations["getUser"];
        /**
         * Change a user; deactivation ends their sessions
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["updateUser"];
        readonly post?: never;
        /**
         * Delete a user with all that is theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deleteUser"];
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
        readonly post: operations["resetUserPassword"];
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
        readonly post: operations["changeUserRole"];
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
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Add a webhook of the organisation; its secret is shown this once
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["addWebhook"];
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
        readonly delete: operations["deleteWebhook"];
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
        readonly post: operations["testWebhook"];
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
        readonly get: operations["getAsyncApiDocument"];
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
        readonly post: operations["requestPasswordReset"];
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
        readonly post: operations["logIn"];
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
        readonly post: operations["logOut"];
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
        readonly post: operations["resetPassword"];
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
        readonly post: operations["signUp"];
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
        readonly get: operations["listCaregivers"];
        readonly put?: never;
        /**
         * Open an account for a caregiver
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["createCaregiver"];
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
        readonly get: operations["getCaregiver"];
        /**
         * Change a caregiver; null clears what may be empty
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly put: operations["updateCaregiver"];
        readonly post?: never;
        /**
         * Delete a caregiver with all that is theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deleteCaregiver"];
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
        readonly get: operations["listAssignedPatients"];
        readonly put?: never;
        /**
         * Assign a patient to a caregiver
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly post: operations["assignPatient"];
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
        readonly delete: operations["unassignPatient"];
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
        readonly get: operations["listAlerts"];
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
        readonly post: operations["acknowledgeAlert"];
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
        readonly get: operations["getOwnCaregiverProfile"];
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
        readonly post: operations["startShift"];
        /**
         * End the own shift before its time; open claims are told to the others
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly delete: operations["endShift"];
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
        readonly get: operations["listOnDuty"];
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
        readonly get: operations["listConversations"];
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
        readonly post: operations["markConversationRead"];
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
        readonly get: operations["getDevice"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a device with its readings and logs; for its owner alone
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteDevice"];
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
        readonly post: operations["answerAsWearer"];
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
        readonly get: operations["listDeviceLogs"];
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
        readonly post: operations["moveDevice"];
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
        readonly get: operations["getDeviceReadings"];
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
        readonly get: operations["getDeviceStatus"];
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
        readonly post: operations["replaceDeviceToken"];
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
        readonly post: operations["submitReading"];
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
        readonly get: operations["listFalls"];
        readonly put?: never;
        /**
         * Report a fall; caregivers are alerted from level POTENTIAL up
         * @description Needs a token. Rate limit: none.
         */
        readonly post: operations["reportFall"];
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
        readonly get: operations["getFall"];
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
        readonly post: operations["claimFall"];
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
        readonly post: operations["handOffFall"];
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
        readonly post: operations["cancelFall"];
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
        readonly post: operations["releaseFall"];
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
        readonly post: operations["resolveFall"];
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
        readonly get: operations["getFallTimeline"];
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
        readonly get: operations["listRecentFalls"];
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
        readonly post: operations["callForHelp"];
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
        readonly get: operations["getCurrentUser"];
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
        readonly get: operations["listMessages"];
        readonly put?: never;
        /**
         * Send a message to another user
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["sendMessage"];
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
        readonly get: operations["getMessage"];
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
        readonly post: operations["markMessageRead"];
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
        readonly get: operations["getOpenApiDocument"];
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
        readonly get: operations["listPatients"];
        readonly put?: never;
        /**
         * Open an account for a patient, who is then assigned to the caller
         * @description Needs the role CAREGIVER. Rate limit: global.
         */
        readonly post: operations["createPatient"];
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
        readonly get: operations["getPatient"];
        /**
         * Change a patient; null clears what may be empty
         * @description Needs the role CAREGIVER or ADMIN. Rate limit: global.
         */
        readonly put: operations["updatePatient"];
        readonly post?: never;
        /**
         * Delete a patient with all that is theirs
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deletePatient"];
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
        readonly get: operations["listPatientDevices"];
        readonly put?: never;
        /**
         * Register a wearable for a patient before its first reading; answers its token, once. For the patient, an assigned caregiver or an admin
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["registerDevice"];
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
        readonly get: operations["getPatientEscalation"];
        /**
         * Give a patient a ladder of their own, or change it
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["updatePatientEscalation"];
        readonly post?: never;
        /**
         * Return a patient to the organisation's ladder
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deletePatientEscalation"];
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
        readonly get: operations["exportPatientData"];
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
        readonly get: operations["listPatientFalls"];
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
        readonly get: operations["getPatientHealth"];
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
        readonly get: operations["getPatientLimits"];
        /**
         * Give a patient limits of their own, or change them; null inherits one again
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly put: operations["updatePatientLimits"];
        readonly post?: never;
        /**
         * Return a patient to the limits of the settings
         * @description Needs the role ADMIN. Rate limit: global.
         */
        readonly delete: operations["deletePatientLimits"];
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
        readonly get: operations["getPatientOverview"];
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
        readonly get: operations["getOwnPatientProfile"];
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
        readonly get: operations["listChannels"];
        readonly put?: never;
        /**
         * Add an own channel; an e-mail address is mailed a code, the secret of a webhook is shown this once, a push subscription known already is brought up to date
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["addChannel"];
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
        readonly delete: operations["deleteChannel"];
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
        readonly post: operations["testChannel"];
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
        readonly post: operations["verifyChannel"];
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
        readonly get: operations["getProfile"];
        /**
         * Change own profile; null clears phone or date of birth
         * @description Needs a token. Rate limit: global.
         */
        readonly put: operations["updateProfile"];
        readonly post?: never;
        /**
         * Delete own account for good
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["deleteAccount"];
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
        readonly get: operations["listAccesses"];
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
        readonly get: operations["exportOwnData"];
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
        readonly post: operations["changePassword"];
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
        readonly get: operations["listSessions"];
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
        readonly delete: operations["endSession"];
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
        readonly get: operations["getSecondFactor"];
        readonly put?: never;
        /**
         * Begin to set up a second factor: a secret for an authenticator app, to be confirmed by a code
         * @description Needs a token. Rate limit: global.
         */
        readonly post: operations["offerSecondFactor"];
        /**
         * Remove the second factor and its recovery codes
         * @description Needs a token. Rate limit: global.
         */
        readonly delete: operations["removeSecondFactor"];
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
        readonly post: operations["confirmSecondFactor"];
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
        readonly AccessLine: {
            /** Format: uuid */
            readonly actorId: string | null;
            /** @description null when the account is gone */
            readonly actorName: string | null;
            readonly id: string;
            /** @enum {string|null} */
            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN" | null;
            /** Format: date-time */
            readonly timestamp: string;
            /** @example the falls of a patient */
            readonly what: string;
        };
        readonly AccessLinePage: {
            readonly data: readonly components["schemas"]["AccessLine"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly AccountDeletion: {
            /** @constant */
            readonly confirmation: true;
            readonly reason?: string | null;
        };
        readonly Acknowledgement: {
            /**
             * Format: uuid
             * @description null when it was over by itself
             */
            readonly acknowledgedBy: string | null;
            /** Format: uuid */
            readonly alertId: string;
            /** Format: uuid */
            readonly fallId: string | null;
            /** Format: date-time */
            readonly timestamp: string;
        };
        readonly AcknowledgeRequest: {
            /** @enum {string|null} */
            readonly outcome?: "FALSE_ALARM" | "CONFIRMED" | null;
        };
        readonly AdminFall: {
            readonly confidence: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly deviceId: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly injuries: string | null;
            readonly investigation: components["schemas"]["Investigation"] | null;
            readonly location: string | null;
            readonly patientName: string;
            readonly responded: boolean;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            /** @description whole seconds from the event to the first acknowledgement or claim */
            readonly responseTime: number | null;
            /** @enum {string} */
            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
            /** @enum {string} */
            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: uuid */
            readonly userId: string;
            readonly witnessed: boolean | null;
        };
        readonly AdminFallPage: {
            readonly data: readonly components["schemas"]["AdminFall"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly Assessment: {
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
        readonly AssessmentAnswer: {
            readonly data: components["schemas"]["Assessment"];
            /** @constant */
            readonly success: true;
        };
        readonly AssignedPatient: {
            readonly devices: number;
            readonly email: string;
            readonly healthScore: number;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly lastActive: string | null;
            readonly name: string;
            readonly recentFalls: number;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly room: string | null;
        };
        readonly AssignedPatientPage: {
            readonly data: readonly components["schemas"]["AssignedPatient"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly Assignment: {
            /** Format: uuid */
            readonly caregiverId: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly patientId: string;
            readonly relationship: string | null;
        };
        readonly AssignmentAnswer: {
            readonly data: components["schemas"]["Assignment"];
            /** @constant */
            readonly success: true;
        };
        readonly AsyncApiDocument: {
            readonly asyncapi: string;
        };
        readonly AuditLine: {
            readonly action: string;
            /** Format: uuid */
            readonly actorId: string | null;
            /** @description null when the account is gone */
            readonly actorName: string | null;
            readonly id: string;
            readonly ip: string | null;
            /** @enum {string} */
            readonly level: "error" | "warning" | "info";
            readonly message: string;
            /** @enum {string} */
            readonly outcome: "done" | "refused" | "failed";
            /** Format: uuid */
            readonly subjectId: string | null;
            /** @description null when the account is gone */
            readonly subjectName: string | null;
            /** Format: date-time */
            readonly timestamp: string;
        };
        readonly AuditLinePage: {
            readonly data: readonly components["schemas"]["AuditLine"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly BacklogOutcome: {
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
        readonly BacklogReading: {
            readonly accel_x: number;
            readonly accel_y: number;
            readonly accel_z: number;
            readonly battery_level?: number | null;
            readonly bluetooth_connected?: boolean | null;
            /** @description MAC address; with colons, with hyphens or plain */
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
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ])[] | null;
            readonly sensors_initialized?: boolean | null;
            readonly signal_strength?: number | null;
            readonly spo2?: number | null;
            readonly uptime_ms: number;
            readonly wifi_connected?: boolean | null;
        };
        readonly Board: {
            /** @description own alerts about wearables that are not acknowledged yet, newest first */
            readonly deviceAlerts: readonly components["schemas"]["CaregiverAlert"][];
            /** @description unresolved ones, and those whose wearer said in the last ten minutes that they are OK */
            readonly falls: readonly components["schemas"]["OpenFall"][];
            readonly onDuty: readonly components["schemas"]["OnDuty"][];
            readonly people: readonly components["schemas"]["BoardPerson"][];
            /** @description more than are listed where there are more than a thousand */
            readonly totalPeople: number;
            readonly unreadMessages: number;
        };
        readonly BoardAnswer: {
            readonly data: components["schemas"]["Board"];
            /** @constant */
            readonly success: true;
        };
        readonly BoardPerson: {
            readonly batteryLevel: number | null;
            /**
             * @description of the wearable that was heard last; null without one
             * @enum {string|null}
             */
            readonly deviceStatus: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED" | null;
            readonly healthScore: number;
            readonly heartRate: number | null;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly lastSeen: string | null;
            readonly name: string;
            /** @description of the last seven days */
            readonly recentFalls: number;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly room: string | null;
            readonly spo2: number | null;
            /** @description heart rate every five minutes of the last hour, oldest first; null where nothing was measured */
            readonly trend: readonly (number | null)[];
        };
        readonly Caregiver: {
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
        readonly CaregiverAlert: {
            readonly acknowledged: boolean;
            /** Format: uuid */
            readonly deviceId: string | null;
            /** Format: uuid */
            readonly fallId: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly message: string;
            /** Format: uuid */
            readonly patientId: string;
            readonly patientName: string;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            readonly severity: string;
            /** Format: date-time */
            readonly timestamp: string;
            readonly type: string;
        };
        readonly CaregiverAnswer: {
            readonly data: components["schemas"]["Caregiver"];
            /** @constant */
            readonly success: true;
        };
        readonly CaregiverChange: {
            readonly email?: string;
            readonly firstName?: string;
            readonly lastName?: string;
            readonly organization?: string | null;
            readonly phone?: string | null;
            readonly specialization?: string | null;
        };
        readonly CaregiverPage: {
            readonly data: readonly components["schemas"]["Caregiver"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly Channel: {
            readonly address: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly disabledAt: string | null;
            readonly endpoint: string | null;
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly kind: "webpush" | "email" | "ntfy" | "webhook";
            readonly lastError: string | null;
            /** @enum {string} */
            readonly minSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
            readonly quietHours: components["schemas"]["QuietHours"] | null;
            readonly topic: string | null;
            readonly url: string | null;
            /** Format: date-time */
            readonly verifiedAt: string | null;
        };
        readonly ChannelAnswer: {
            readonly data: components["schemas"]["Channel"];
            /** @constant */
            readonly success: true;
        };
        readonly ChannelListAnswer: {
            readonly data: readonly components["schemas"]["Channel"][];
            /** @constant */
            readonly success: true;
        };
        readonly ClaimRequest: {
            readonly etaMinutes?: number | null;
            readonly note?: string | null;
        };
        readonly Conversation: {
            readonly lastMessage: components["schemas"]["Message"];
            /** @description received from them and not read */
            readonly unread: number;
            readonly with: {
                /** Format: uuid */
                readonly id: string;
                readonly name: string;
                /** @enum {string} */
                readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
            };
        };
        readonly ConversationListAnswer: {
            readonly data: readonly components["schemas"]["Conversation"][];
            /** @constant */
            readonly success: true;
        };
        readonly CreatedCaregiver: {
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
        readonly CreatedCaregiverAnswer: {
            readonly data: components["schemas"]["CreatedCaregiver"];
            /** @constant */
            readonly success: true;
        };
        readonly CreatedChannel: {
            readonly address: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly disabledAt: string | null;
            readonly endpoint: string | null;
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly kind: "webpush" | "email" | "ntfy" | "webhook";
            readonly lastError: string | null;
            /** @enum {string} */
            readonly minSeverity: "POTENTIAL" | "HIGH" | "CONFIRMED";
            readonly quietHours: components["schemas"]["QuietHours"] | null;
            /** @description of a webhook; shown this once */
            readonly secret: string | null;
            readonly topic: string | null;
            readonly url: string | null;
            /** Format: date-time */
            readonly verifiedAt: string | null;
        };
        readonly CreatedChannelAnswer: {
            readonly data: components["schemas"]["CreatedChannel"];
            /** @constant */
            readonly success: true;
        };
        readonly CreatedPatient: {
            readonly caregivers: readonly {
                /** Format: uuid */
                readonly id: string;
                readonly name: string;
                readonly phone: string | null;
                readonly relationship: string | null;
            }[];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date */
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
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly room: string | null;
            /** @enum {string} */
            readonly status: "active" | "inactive";
            /** @description to be told to the person; shown this once */
            readonly temporaryPassword: string;
        };
        readonly CreatedPatientAnswer: {
            readonly data: components["schemas"]["CreatedPatient"];
            /** @constant */
            readonly success: true;
        };
        readonly CreatedWebhook: {
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly disabledAt: string | null;
            readonly events: readonly ("fall.raised" | "fall.updated" | "response.changed" | "device.status")[];
            /** Format: uuid */
            readonly id: string;
            readonly lastError: string | null;
            /** @description shown this once */
            readonly secret: string;
            readonly url: string;
        };
        readonly CreatedWebhookAnswer: {
            readonly data: components["schemas"]["CreatedWebhook"];
            /** @constant */
            readonly success: true;
        };
        readonly CurrentUser: {
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
            /** Format: date-time */
            readonly lastLogin: string | null;
            readonly lastName: string;
            /** @enum {string} */
            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        readonly CurrentUserAnswer: {
            readonly data: components["schemas"]["CurrentUser"];
            /** @constant */
            readonly success: true;
        };
        readonly Device: {
            readonly batteryLevel: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly firmwareVersion: string | null;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
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
        readonly DeviceAnswer: {
            readonly data: components["schemas"]["Device"];
            /** @constant */
            readonly success: true;
        };
        readonly DeviceListAnswer: {
            readonly data: readonly components["schemas"]["Device"][];
            /** @constant */
            readonly success: true;
        };
        readonly DeviceLogEntry: {
            /** Format: uuid */
            readonly deviceId: string;
            readonly id: string;
            readonly message: string;
            /** Format: date-time */
            readonly timestamp: string;
            /** @enum {string} */
            readonly type: "INFO" | "WARNING" | "ERROR";
        };
        readonly DeviceLogEntryPage: {
            readonly data: readonly components["schemas"]["DeviceLogEntry"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly DeviceMove: {
            /** Format: uuid */
            readonly patientId: string;
        };
        readonly DeviceStatusView: {
            readonly batteryLevel: number | null;
            readonly bluetoothConnected: boolean;
            /** Format: uuid */
            readonly deviceId: string;
            readonly firmwareVersion: string | null;
            /** Format: date-time */
            readonly lastDataPoint: string | null;
            readonly sensorsInitialized: boolean;
            readonly signalStrength: number | null;
            /** @enum {string} */
            readonly status: "ACTIVE" | "INACTIVE" | "OFFLINE" | "DISABLED" | "UNREGISTERED";
            readonly updateAvailable: boolean;
            readonly uptime: number | null;
            readonly wifiConnected: boolean;
        };
        readonly DeviceStatusViewAnswer: {
            readonly data: components["schemas"]["DeviceStatusView"];
            /** @constant */
            readonly success: true;
        };
        readonly DeviceToken: {
            /** Format: uuid */
            readonly deviceId: string;
            /** @description the device's MQTT password, with its MAC address as the user name; shown this once */
            readonly token: string;
        };
        readonly DeviceTokenAnswer: {
            readonly data: components["schemas"]["DeviceToken"];
            /** @constant */
            readonly success: true;
        };
        readonly DeviceWithToken: {
            readonly batteryLevel: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly firmwareVersion: string | null;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
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
        readonly DeviceWithTokenAnswer: {
            readonly data: components["schemas"]["DeviceWithToken"];
            /** @constant */
            readonly success: true;
        };
        readonly EscalationChange: {
            readonly repeats?: {
                readonly everySeconds: number;
                readonly times: number;
            };
            readonly steps?: readonly components["schemas"]["EscalationStep"][];
        };
        readonly EscalationPolicy: {
            readonly repeats: {
                readonly everySeconds: number;
                readonly times: number;
            };
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        readonly EscalationPolicyAnswer: {
            readonly data: components["schemas"]["EscalationPolicy"];
            /** @constant */
            readonly success: true;
        };
        readonly EscalationStep: {
            readonly afterSeconds: number;
            readonly channels: readonly ("webpush" | "email" | "ntfy" | "webhook")[];
            readonly targets: readonly ("on_duty" | "assigned" | "admins")[];
        };
        readonly Failure: {
            readonly details?: {
                readonly [key: string]: string;
            };
            readonly error: string;
            readonly retryAfter?: number;
            /** @constant */
            readonly success: false;
        };
        readonly FallAssessment: {
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
        };
        readonly FallDetail: {
            readonly alerts: readonly {
                readonly acknowledged: boolean;
                /** Format: date-time */
                readonly acknowledgedAt: string | null;
                /** Format: uuid */
                readonly caregiverId: string;
                readonly caregiverName: string;
                /** Format: date-time */
                readonly deliveredAt: string | null;
                /** @enum {string|null} */
                readonly outcome: "FALSE_ALARM" | "CONFIRMED" | null;
                readonly sent: boolean;
                /** Format: date-time */
                readonly timestamp: string;
            }[];
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            readonly confidence: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly deviceId: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly injuries: string | null;
            readonly location: string | null;
            /**
             * @description what a caregiver found; the last word stands
             * @enum {string|null}
             */
            readonly outcome: "FALSE_ALARM" | "CONFIRMED" | null;
            readonly patientName: string;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            readonly sensorData: {
                readonly accel: readonly number[];
                readonly gyro: readonly number[];
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
        readonly FallDetailAnswer: {
            readonly data: components["schemas"]["FallDetail"];
            /** @constant */
            readonly success: true;
        };
        readonly ForgottenPassword: {
            readonly email: string;
        };
        readonly HandOffRequest: {
            /** Format: uuid */
            readonly caregiverId: string;
        };
        readonly HealthReport: {
            readonly database: string;
            readonly detector: {
                /** @description of the weights that are tried beside them */
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
        readonly HealthReportAnswer: {
            readonly data: components["schemas"]["HealthReport"];
            /** @constant */
            readonly success: true;
        };
        readonly HealthSummary: {
            readonly healthScore: number;
            readonly isHighRisk: boolean;
            /** Format: date-time */
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
        readonly HealthSummaryAnswer: {
            readonly data: components["schemas"]["HealthSummary"];
            /** @constant */
            readonly success: true;
        };
        readonly HistoryPoint: {
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
        };
        readonly HistoryPointListAnswer: {
            readonly data: readonly components["schemas"]["HistoryPoint"][];
            /** @constant */
            readonly success: true;
        };
        readonly Identity: {
            readonly email: string;
            readonly firstName: string;
            /** Format: uuid */
            readonly id: string;
            readonly lastName: string;
            /** @enum {string} */
            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        readonly IdentityWithTokenAnswer: {
            readonly data: components["schemas"]["Identity"];
            /** @constant */
            readonly success: true;
            readonly token: string;
        };
        readonly InvestigatedFall: {
            readonly alerts: readonly {
                readonly acknowledged: boolean;
                /** Format: date-time */
                readonly acknowledgedAt: string | null;
                /** Format: uuid */
                readonly caregiverId: string;
                readonly caregiverName: string;
                /** Format: date-time */
                readonly deliveredAt: string | null;
                /** @enum {string|null} */
                readonly outcome: "FALSE_ALARM" | "CONFIRMED" | null;
                readonly sent: boolean;
                /** Format: date-time */
                readonly timestamp: string;
            }[];
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            readonly confidence: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly deviceId: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly injuries: string | null;
            readonly investigation: components["schemas"]["Investigation"];
            readonly location: string | null;
            /**
             * @description what a caregiver found; the last word stands
             * @enum {string|null}
             */
            readonly outcome: "FALSE_ALARM" | "CONFIRMED" | null;
            readonly patientName: string;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            readonly sensorData: {
                readonly accel: readonly number[];
                readonly gyro: readonly number[];
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
        readonly InvestigatedFallAnswer: {
            readonly data: components["schemas"]["InvestigatedFall"];
            /** @constant */
            readonly success: true;
        };
        readonly Investigation: {
            /** @constant */
            readonly flagged: true;
            /** Format: date-time */
            readonly flaggedAt: string;
            /** Format: uuid */
            readonly flaggedBy: string;
            readonly note: string | null;
        };
        readonly InvestigationRequest: {
            readonly note?: string | null;
        };
        readonly JudgedAlert: {
            readonly acknowledged: boolean;
            /** Format: uuid */
            readonly deviceId: string | null;
            /** Format: uuid */
            readonly fallId: string | null;
            /** Format: uuid */
            readonly id: string;
            readonly message: string;
            /** @enum {string|null} */
            readonly outcome: "FALSE_ALARM" | "CONFIRMED" | null;
            /** Format: uuid */
            readonly patientId: string;
            readonly patientName: string;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            readonly severity: string;
            /** Format: date-time */
            readonly timestamp: string;
            readonly type: string;
        };
        readonly JudgedAlertAnswer: {
            readonly data: components["schemas"]["JudgedAlert"];
            /** @constant */
            readonly success: true;
        };
        readonly JudgedAlertPage: {
            readonly data: readonly components["schemas"]["JudgedAlert"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly LimitsChange: {
            readonly batteryLowPercent?: number | null;
            readonly deviceSilentMinutes?: number | null;
        };
        readonly ListedFall: {
            readonly confidence: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly id: string;
            readonly location: string | null;
            readonly responded: boolean;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            /** @description whole seconds from the event to the first acknowledgement or claim */
            readonly responseTime: number | null;
            /** @enum {string} */
            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
            /** @enum {string} */
            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
        };
        readonly ListedFallPage: {
            readonly data: readonly components["schemas"]["ListedFall"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly ListedPatient: {
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date
             * @description null for whom it does not concern
             */
            readonly dateOfBirth: string | null;
            readonly email: string;
            /** @description null for whom it does not concern */
            readonly emergencyContact: string | null;
            readonly firstName: string;
            readonly healthScore: number | null;
            /** Format: uuid */
            readonly id: string;
            readonly lastName: string;
            /** @description null for whom it does not concern */
            readonly room: string | null;
            /** @enum {string} */
            readonly status: "active" | "inactive";
        };
        readonly ListedPatientPage: {
            readonly data: readonly components["schemas"]["ListedPatient"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
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
            readonly data: components["schemas"]["SocketAnswer"];
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
            readonly data: components["schemas"]["SensorReading"];
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
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert";
        };
        readonly "live.server.alert.acknowledged": {
            readonly data: components["schemas"]["Acknowledgement"];
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.acknowledged";
        };
        readonly "live.server.alert.updated": {
            readonly data: components["schemas"]["CaregiverAlert"];
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
            readonly data: components["schemas"]["Assessment"];
            readonly ref?: string | number;
            /** @constant */
            readonly status: 200;
            /** @constant */
            readonly type: "assessment";
        } | {
            readonly data: components["schemas"]["FallDetail"];
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
                /** Format: date-time */
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
            readonly data: components["schemas"]["Message"];
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
            readonly data: components["schemas"]["ResponseChange"];
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
                readonly user: components["schemas"]["Identity"];
            };
            readonly ref?: string | number;
            /** @constant */
            readonly type: "welcome";
        };
        readonly Login: {
            readonly email: string;
            readonly password: string;
            /**
             * @description of accounts with a second factor: the code that the app shows, or a recovery code; each works once
             * @example 123456
             */
            readonly totp?: string | null;
        };
        readonly MaintenanceReport: {
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
        readonly MaintenanceReportAnswer: {
            readonly data: components["schemas"]["MaintenanceReport"];
            /** @constant */
            readonly success: true;
        };
        readonly MaintenanceRequest: {
            readonly options?: {
                readonly dryRun?: boolean | null;
            } | null;
            /** @enum {string} */
            readonly task: "apply_retention" | "cleanup_logs" | "purge_sessions" | "analyze";
        };
        readonly Message: {
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
        readonly MessageAnswer: {
            readonly data: components["schemas"]["Message"];
            /** @constant */
            readonly success: true;
        };
        readonly MessagePage: {
            readonly data: readonly components["schemas"]["Message"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAlerts.alert": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert";
        };
        readonly "mqttAlerts.alert.acknowledged": {
            readonly data: components["schemas"]["Acknowledgement"];
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.acknowledged";
        };
        readonly "mqttAlerts.alert.updated": {
            readonly data: components["schemas"]["CaregiverAlert"];
            /** @description missing when it is told again */
            readonly id?: number;
            readonly ref?: string | number;
            /** @constant */
            readonly type: "alert.updated";
        };
        readonly "mqttAnswers.answer": components["schemas"]["WearerAnswer"];
        readonly "mqttAssessments.answered": {
            readonly data: components["schemas"]["FallDetail"];
            readonly status: 200 | 201;
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAssessments.assessment": {
            readonly data: components["schemas"]["Assessment"];
            /** @constant */
            readonly status: 200;
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAssessments.backlogOutcome": {
            readonly data: components["schemas"]["BacklogOutcome"];
            /** @constant */
            readonly status: 200;
            /** @constant */
            readonly success: true;
        };
        readonly "mqttAssessments.refusal": components["schemas"]["Refused"];
        readonly "mqttBacklog.backlog": readonly components["schemas"]["BacklogReading"][];
        /** @enum {string} */
        readonly "mqttPresence.presence": "online" | "offline";
        readonly MqttReading: {
            readonly accel_x: number;
            readonly accel_y: number;
            readonly accel_z: number;
            readonly battery_level?: number | null;
            readonly bluetooth_connected?: boolean | null;
            /** @description MAC address; with colons, with hyphens or plain */
            readonly device_id?: string | null;
            readonly firmware_version?: string | null;
            readonly fsr?: number | null;
            readonly gyro_x: number;
            readonly gyro_y: number;
            readonly gyro_z: number;
            readonly heart_rate?: number | null;
            readonly pressure?: number | null;
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ])[] | null;
            readonly sensors_initialized?: boolean | null;
            readonly signal_strength?: number | null;
            readonly spo2?: number | null;
            readonly uptime_ms: number;
            readonly wifi_connected?: boolean | null;
        };
        readonly "mqttReadings.reading": components["schemas"]["MqttReading"];
        readonly NewAccount: {
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
        readonly NewAccountWithTokenAnswer: {
            readonly data: components["schemas"]["NewAccount"];
            /** @constant */
            readonly success: true;
            readonly token: string;
        };
        readonly NewAssignment: {
            /** Format: uuid */
            readonly patientId: string;
            readonly relationship?: string | null;
        };
        readonly NewCaregiver: {
            readonly email: string;
            readonly firstName: string;
            readonly lastName: string;
            readonly organization?: string | null;
            readonly phone?: string | null;
            readonly specialization?: string | null;
        };
        readonly NewChannel: {
            readonly address?: string | null;
            readonly endpoint?: string | null;
            readonly keys?: components["schemas"]["SubscriptionKeys"] | null;
            /** @enum {string} */
            readonly kind: "webpush" | "email" | "ntfy" | "webhook";
            /** @enum {string|null} */
            readonly minSeverity?: "POTENTIAL" | "HIGH" | "CONFIRMED" | null;
            readonly quietHours?: components["schemas"]["QuietHours"] | null;
            readonly token?: string | null;
            readonly topic?: string | null;
            readonly url?: string | null;
        };
        readonly NewDevice: {
            /**
             * @description of the wearable, printed on it or shown by it
             * @example AA:BB:CC:DD:EE:FF
             */
            readonly macAddress: string;
            readonly name?: string | null;
        };
        readonly NewFall: {
            readonly confidence: number;
            readonly injuries?: string | null;
            readonly location?: string | null;
            readonly witnessed?: boolean | null;
        };
        readonly NewMessage: {
            readonly content: string;
            /** Format: uuid */
            readonly recipientId: string;
            /** @enum {string|null} */
            readonly type?: "TEXT" | null;
        };
        readonly NewPatient: {
            /** Format: date */
            readonly dateOfBirth?: string | null;
            readonly email: string;
            readonly emergencyContact?: string | null;
            readonly firstName: string;
            readonly lastName: string;
            readonly phone?: string | null;
            readonly room?: string | null;
        };
        readonly NewShift: {
            /** Format: date-time */
            readonly until: string;
        };
        readonly NewWebhook: {
            readonly events: readonly ("fall.raised" | "fall.updated" | "response.changed" | "device.status")[];
            readonly url: string;
        };
        readonly Notice: {
            readonly message: string;
        };
        readonly NoticeAnswer: {
            readonly data: components["schemas"]["Notice"];
            /** @constant */
            readonly success: true;
        };
        readonly OnDuty: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** Format: date-time */
            readonly until: string;
        };
        readonly OnDutyAnswer: {
            readonly data: components["schemas"]["OnDuty"];
            /** @constant */
            readonly success: true;
        };
        readonly OnDutyListAnswer: {
            readonly data: readonly components["schemas"]["OnDuty"][];
            /** @constant */
            readonly success: true;
        };
        readonly OpenApiDocument: {
            readonly openapi: string;
        };
        readonly OpenFall: {
            readonly assessment: components["schemas"]["FallAssessment"] | null;
            readonly confidence: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly id: string;
            readonly location: string | null;
            readonly patientName: string;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly responded: boolean;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            /** @description whole seconds from the event to the first acknowledgement or claim */
            readonly responseTime: number | null;
            /** @enum {string} */
            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
            /** @enum {string} */
            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: uuid */
            readonly userId: string;
        };
        readonly Pagination: {
            readonly limit: number;
            readonly page: number;
            readonly total: number;
            readonly totalPages: number;
        };
        readonly PasswordChange: {
            readonly confirmPassword: string;
            readonly currentPassword: string;
            readonly newPassword: string;
        };
        readonly PasswordReset: {
            readonly newPassword: string;
            /** @description of the link in the mail: what stands behind `token=` */
            readonly token: string;
        };
        readonly Patient: {
            readonly caregivers: readonly {
                /** Format: uuid */
                readonly id: string;
                readonly name: string;
                readonly phone: string | null;
                readonly relationship: string | null;
            }[];
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date */
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
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly room: string | null;
            /** @enum {string} */
            readonly status: "active" | "inactive";
        };
        readonly PatientAnswer: {
            readonly data: components["schemas"]["Patient"];
            /** @constant */
            readonly success: true;
        };
        readonly PatientChange: {
            /** Format: date */
            readonly dateOfBirth?: string | null;
            readonly email?: string;
            readonly emergencyContact?: string | null;
            readonly firstName?: string;
            readonly lastName?: string;
            readonly phone?: string | null;
            readonly room?: string | null;
        };
        readonly PatientEscalation: {
            /** @description the organisation's, because the patient has none of their own */
            readonly inherited: boolean;
            readonly repeats: {
                readonly everySeconds: number;
                readonly times: number;
            };
            readonly steps: readonly components["schemas"]["EscalationStep"][];
        };
        readonly PatientEscalationAnswer: {
            readonly data: components["schemas"]["PatientEscalation"];
            /** @constant */
            readonly success: true;
        };
        readonly PatientLimits: {
            /** @description caregivers are alerted when the battery is below it; 0 is never */
            readonly batteryLowPercent: number;
            /** @description minutes of silence of a wearable after which caregivers are alerted */
            readonly deviceSilentMinutes: number;
            /** @description as the settings say, because the patient has none of their own */
            readonly inherited: boolean;
        };
        readonly PatientLimitsAnswer: {
            readonly data: components["schemas"]["PatientLimits"];
            /** @constant */
            readonly success: true;
        };
        readonly PatientOverview: {
            readonly devices: readonly {
                readonly batteryLevel: number | null;
                /** Format: date-time */
                readonly createdAt: string;
                readonly firmwareVersion: string | null;
                /** Format: uuid */
                readonly id: string;
                /** Format: date-time */
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
            readonly falls: readonly components["schemas"]["ListedFall"][];
            readonly health: components["schemas"]["HealthSummary"];
            readonly patient: components["schemas"]["Patient"];
            readonly totalFalls: number;
        };
        readonly PatientOverviewAnswer: {
            readonly data: components["schemas"]["PatientOverview"];
            /** @constant */
            readonly success: true;
        };
        readonly Person: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
        };
        readonly Profile: {
            readonly avatar: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date */
            readonly dateOfBirth: string | null;
            readonly email: string;
            readonly firstName: string;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly lastLogin: string | null;
            readonly lastName: string;
            readonly phone: string | null;
            /** @enum {string} */
            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        readonly ProfileAnswer: {
            readonly data: components["schemas"]["Profile"];
            /** @constant */
            readonly success: true;
        };
        readonly ProfileChange: {
            /** Format: date */
            readonly dateOfBirth?: string | null;
            readonly firstName?: string;
            readonly lastName?: string;
            readonly phone?: string | null;
        };
        readonly PushKey: {
            /** @description for the browser's PushManager.subscribe: applicationServerKey */
            readonly publicKey: string;
        };
        readonly PushKeyAnswer: {
            readonly data: components["schemas"]["PushKey"];
            /** @constant */
            readonly success: true;
        };
        readonly QuietHours: {
            readonly from: string;
            readonly timeZone: string;
            readonly to: string;
        };
        readonly ReadConversation: {
            /** @description how many were unread */
            readonly read: number;
        };
        readonly ReadConversationAnswer: {
            readonly data: components["schemas"]["ReadConversation"];
            /** @constant */
            readonly success: true;
        };
        readonly RecentFall: {
            readonly confidence: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: uuid */
            readonly id: string;
            readonly location: string | null;
            readonly patientName: string;
            readonly responded: boolean;
            readonly response: components["schemas"]["ResponseRecord"] | null;
            /** @description whole seconds from the event to the first acknowledgement or claim */
            readonly responseTime: number | null;
            /** @enum {string} */
            readonly source: "STREAM" | "REPORT" | "HELP_BUTTON";
            /** @enum {string} */
            readonly status: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
            /** Format: uuid */
            readonly userId: string;
        };
        readonly RecentFallPage: {
            readonly data: readonly components["schemas"]["RecentFall"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly RecordedFall: {
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
        readonly RecordedFallAnswer: {
            readonly data: components["schemas"]["RecordedFall"];
            /** @constant */
            readonly success: true;
        };
        readonly RecoveryCodes: {
            /** @description each opens the account once instead of a code; shown this once */
            readonly recoveryCodes: readonly string[];
        };
        readonly RecoveryCodesAnswer: {
            readonly data: components["schemas"]["RecoveryCodes"];
            /** @constant */
            readonly success: true;
        };
        readonly Refused: {
            readonly details?: {
                readonly [key: string]: string;
            };
            readonly error: string;
            readonly retryAfter?: number;
            readonly status: number;
            /** @constant */
            readonly success: false;
        };
        readonly ResolveRequest: {
            readonly note?: string | null;
            /** @enum {string} */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM";
        };
        readonly ResponseChange: {
            /** Format: uuid */
            readonly fallId: string;
            /** Format: uuid */
            readonly patientId: string;
            readonly patientName: string;
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly patientRoom: string | null;
            readonly response: components["schemas"]["ResponseRecord"];
        };
        readonly ResponseRecord: {
            /** Format: date-time */
            readonly claimedAt: string | null;
            readonly claimedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            readonly claimExpiresAt: string | null;
            readonly etaMinutes: number | null;
            /** Format: date-time */
            readonly nextStepAt: string | null;
            readonly note: string | null;
            readonly offeredTo: components["schemas"]["Person"] | null;
            /** Format: date-time */
            readonly okUntil: string | null;
            /** @enum {string|null} */
            readonly outcome: "HELPED" | "NO_HELP_NEEDED" | "FALSE_ALARM" | "CANCELLED_BY_PATIENT" | null;
            /** Format: date-time */
            readonly resolvedAt: string | null;
            readonly resolvedBy: components["schemas"]["Person"] | null;
            /** @enum {string} */
            readonly state: "CHECKING" | "OPEN" | "CLAIMED" | "RESOLVED";
            /** @description how many steps of the ladder were taken */
            readonly step: number;
        };
        readonly RoleChange: {
            /** @enum {string} */
            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
        };
        readonly SecondFactorConfirmation: {
            /**
             * @description that the app shows now
             * @example 123456
             */
            readonly code: string;
        };
        readonly SecondFactorOffer: {
            /** @description the same as a QR code shows it */
            readonly otpauthUrl: string;
            /** @description in base 32, to be typed into an authenticator app */
            readonly secret: string;
        };
        readonly SecondFactorOfferAnswer: {
            readonly data: components["schemas"]["SecondFactorOffer"];
            /** @constant */
            readonly success: true;
        };
        readonly SecondFactorRemoval: {
            readonly password: string;
        };
        readonly SecondFactorState: {
            readonly active: boolean;
            /** Format: date-time */
            readonly confirmedAt: string | null;
            readonly recoveryCodesLeft: number;
            /** @description nothing else works until it is set up (REQUIRE_TOTP) */
            readonly required: boolean;
        };
        readonly SecondFactorStateAnswer: {
            readonly data: components["schemas"]["SecondFactorState"];
            /** @constant */
            readonly success: true;
        };
        readonly SensorReading: {
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
            readonly samples?: readonly (readonly [
                number,
                number,
                number,
                number,
                number,
                number,
                number
            ])[] | null;
            readonly sensors_initialized?: boolean | null;
            readonly signal_strength?: number | null;
            readonly spo2?: number | null;
            readonly uptime_ms: number;
            readonly wifi_connected?: boolean | null;
        };
        readonly Session: {
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
            /**
             * Format: date-time
             * @description known to some minutes
             */
            readonly lastUsedAt: string | null;
            /** @description of whoever opened it */
            readonly userAgent: string | null;
        };
        readonly SessionListAnswer: {
            readonly data: readonly components["schemas"]["Session"][];
            /** @constant */
            readonly success: true;
        };
        readonly Signup: {
            readonly email: string;
            readonly firstName: string;
            readonly lastName: string;
            readonly password: string;
            /** @enum {string|null} */
            readonly role?: "PATIENT" | "CAREGIVER" | null;
        };
        readonly SocketAnswer: {
            /** @enum {string} */
            readonly answer: "ok" | "help";
            readonly deviceId?: string | null;
        };
        readonly Statistics: {
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
        readonly StatisticsAnswer: {
            readonly data: components["schemas"]["Statistics"];
            /** @constant */
            readonly success: true;
        };
        readonly SubscriptionKeys: {
            readonly auth: string;
            readonly p256dh: string;
        };
        readonly TemporaryPassword: {
            /** @description to be told to the person; shown this once */
            readonly temporaryPassword: string;
        };
        readonly TemporaryPasswordAnswer: {
            readonly data: components["schemas"]["TemporaryPassword"];
            /** @constant */
            readonly success: true;
        };
        readonly TestResult: {
            readonly delivered: boolean;
            readonly error: string | null;
            /** @description HTTP's or SMTP's; null when no answer came */
            readonly status: number | null;
        };
        readonly TestResultAnswer: {
            readonly data: components["schemas"]["TestResult"];
            /** @constant */
            readonly success: true;
        };
        readonly TimelineEntry: {
            /** Format: date-time */
            readonly at: string;
            /** @description told: which try */
            readonly attempt?: number;
            /** @description null for the service itself */
            readonly by: components["schemas"]["Person"] | null;
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
            readonly person?: components["schemas"]["Person"] | null;
            /** @enum {string} */
            readonly source?: "STREAM" | "REPORT" | "HELP_BUTTON";
            /** @enum {string} */
            readonly type: "detected" | "risen" | "told" | "claimed" | "released" | "expired" | "offered" | "resolved" | "cancelled";
        };
        readonly TimelineEntryListAnswer: {
            readonly data: readonly components["schemas"]["TimelineEntry"][];
            /** @constant */
            readonly success: true;
        };
        readonly Unhealthy: {
            readonly error: string;
            /** @constant */
            readonly status: "UNHEALTHY";
            /** @constant */
            readonly success: false;
        };
        readonly User: {
            readonly avatar: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date */
            readonly dateOfBirth: string | null;
            readonly email: string;
            readonly emergencyContact: string | null;
            readonly firstName: string;
            /** Format: uuid */
            readonly id: string;
            /** Format: date-time */
            readonly lastLogin: string | null;
            readonly lastName: string;
            readonly organization: string | null;
            readonly phone: string | null;
            /** @enum {string} */
            readonly role: "PATIENT" | "CAREGIVER" | "ADMIN";
            /**
             * @description where the patient is found
             * @example 12 B
             */
            readonly room: string | null;
            readonly specialization: string | null;
            /** @enum {string} */
            readonly status: "active" | "inactive";
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly UserAnswer: {
            readonly data: components["schemas"]["User"];
            /** @constant */
            readonly success: true;
        };
        readonly UserChange: {
            /** Format: date */
            readonly dateOfBirth?: string | null;
            readonly email?: string;
            readonly firstName?: string;
            readonly lastName?: string;
            readonly phone?: string | null;
            /** @enum {string} */
            readonly status?: "active" | "inactive";
        };
        readonly UserPage: {
            readonly data: readonly components["schemas"]["User"][];
            readonly pagination: components["schemas"]["Pagination"];
            /** @constant */
            readonly success: true;
        };
        readonly VerificationRequest: {
            readonly code: string;
        };
        readonly WearerAnswer: {
            /** @enum {string} */
            readonly answer: "ok" | "help";
        };
        readonly Webhook: {
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly disabledAt: string | null;
            readonly events: readonly ("fall.raised" | "fall.updated" | "response.changed" | "device.status")[];
            /** Format: uuid */
            readonly id: string;
            readonly lastError: string | null;
            readonly url: string;
        };
        readonly WebhookListAnswer: {
            readonly data: readonly components["schemas"]["Webhook"][];
            /** @constant */
            readonly success: true;
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
    readonly disableDevice: {
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
                    readonly "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
        };
    };
    readonly enableDevice: {
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
                    readonly "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
        };
    };
    readonly getEscalation: {
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
                    readonly "application/json": components["schemas"]["EscalationPolicyAnswer"];
                };
            };
        };
    };
    readonly updateEscalation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["EscalationChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EscalationPolicyAnswer"];
                };
            };
        };
    };
    readonly listAllFalls: {
        readonly parameters: {
            readonly query?: {
                readonly dateFrom?: string | unknown | unknown;
                readonly dateTo?: string | unknown | unknown;
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly patientId?: string;
                readonly severity?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response" | "userId" | "user_id" | "patientName" | "patient_name" | "deviceId" | "device_id" | "witnessed" | "injuries" | "investigation";
                readonly status?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
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
                    readonly "application/json": components["schemas"]["AdminFallPage"];
                };
            };
        };
    };
    readonly investigateFall: {
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
                readonly "application/json": components["schemas"]["InvestigationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvestigatedFallAnswer"];
                };
            };
        };
    };
    readonly listAuditTrail: {
        readonly parameters: {
            readonly query?: {
                readonly action?: string;
                readonly actorId?: string;
                readonly dateFrom?: string | unknown | unknown;
                readonly dateTo?: string | unknown | unknown;
                readonly level?: "error" | "warning" | "info";
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "level" | "action" | "outcome" | "message" | "actorId" | "actor_id" | "actorName" | "actor_name" | "subjectId" | "subject_id" | "subjectName" | "subject_name" | "ip";
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
                    readonly "application/json": components["schemas"]["AuditLinePage"];
                };
            };
        };
    };
    readonly runMaintenance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MaintenanceRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MaintenanceReportAnswer"];
                };
            };
        };
    };
    readonly getStatistics: {
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
                    readonly "application/json": components["schemas"]["StatisticsAnswer"];
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly role?: "PATIENT" | "CAREGIVER" | "ADMIN";
                readonly search?: string;
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "role" | "status" | "phone" | "dateOfBirth" | "date_of_birth" | "avatar" | "emergencyContact" | "emergency_contact" | "room" | "specialization" | "organization" | "updatedAt" | "updated_at" | "lastLogin" | "last_login";
                readonly status?: "active" | "inactive";
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
                    readonly "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    readonly getUser: {
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
                    readonly "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    readonly updateUser: {
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
                readonly "application/json": components["schemas"]["UserChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    readonly deleteUser: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly resetUserPassword: {
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
                    readonly "application/json": components["schemas"]["TemporaryPasswordAnswer"];
                };
            };
        };
    };
    readonly changeUserRole: {
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
                readonly "application/json": components["schemas"]["RoleChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    readonly listWebhooks: {
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
                    readonly "application/json": components["schemas"]["WebhookListAnswer"];
                };
            };
        };
    };
    readonly addWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWebhook"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedWebhookAnswer"];
                };
            };
        };
    };
    readonly deleteWebhook: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly testWebhook: {
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
                    readonly "application/json": components["schemas"]["TestResultAnswer"];
                };
            };
        };
    };
    readonly getAsyncApiDocument: {
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
                    readonly "application/json": components["schemas"]["AsyncApiDocument"];
                };
            };
        };
    };
    readonly requestPasswordReset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly logIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Login"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IdentityWithTokenAnswer"];
                };
            };
        };
    };
    readonly logOut: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly resetPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordReset"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly signUp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Signup"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewAccountWithTokenAnswer"];
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
                    readonly "application/json": components["schemas"]["BoardAnswer"];
                };
            };
        };
    };
    readonly listCaregivers: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status" | "phone" | "specialization" | "organization" | "patients" | "activeAlerts" | "active_alerts";
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
                    readonly "application/json": components["schemas"]["CaregiverPage"];
                };
            };
        };
    };
    readonly createCaregiver: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewCaregiver"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedCaregiverAnswer"];
                };
            };
        };
    };
    readonly getCaregiver: {
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
                    readonly "application/json": components["schemas"]["CaregiverAnswer"];
                };
            };
        };
    };
    readonly updateCaregiver: {
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
                readonly "application/json": components["schemas"]["CaregiverChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CaregiverAnswer"];
                };
            };
        };
    };
    readonly deleteCaregiver: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAssignedPatients: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "name" | "email" | "room" | "healthScore" | "health_score" | "lastActive" | "last_active" | "devices" | "recentFalls" | "recent_falls";
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
                    readonly "application/json": components["schemas"]["AssignedPatientPage"];
                };
            };
        };
    };
    readonly assignPatient: {
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
                readonly "application/json": components["schemas"]["NewAssignment"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssignmentAnswer"];
                };
            };
        };
    };
    readonly unassignPatient: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAlerts: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "severity" | "type" | "patientName" | "patient_name" | "acknowledged" | "message" | "outcome" | "patientId" | "patient_id" | "patientRoom" | "patient_room" | "fallId" | "fall_id" | "deviceId" | "device_id" | "response";
                readonly status?: "active" | "acknowledged" | "all";
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
                    readonly "application/json": components["schemas"]["JudgedAlertPage"];
                };
            };
        };
    };
    readonly acknowledgeAlert: {
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
                readonly "application/json": components["schemas"]["AcknowledgeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JudgedAlertAnswer"];
                };
            };
        };
    };
    readonly getOwnCaregiverProfile: {
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
                    readonly "application/json": components["schemas"]["CaregiverAnswer"];
                };
            };
        };
    };
    readonly startShift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewShift"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OnDutyAnswer"];
                };
            };
        };
    };
    readonly endShift: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listOnDuty: {
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
                    readonly "application/json": components["schemas"]["OnDutyListAnswer"];
                };
            };
        };
    };
    readonly listConversations: {
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
                    readonly "application/json": components["schemas"]["ConversationListAnswer"];
                };
            };
        };
    };
    readonly markConversationRead: {
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
                    readonly "application/json": components["schemas"]["ReadConversationAnswer"];
                };
            };
        };
    };
    readonly getDevice: {
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
                    readonly "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
        };
    };
    readonly deleteDevice: {
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
        };
    };
    readonly answerAsWearer: {
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
                readonly "application/json": components["schemas"]["WearerAnswer"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly listDeviceLogs: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly logType?: "error" | "warning" | "info";
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "type" | "message";
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
                    readonly "application/json": components["schemas"]["DeviceLogEntryPage"];
                };
            };
        };
    };
    readonly moveDevice: {
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
                readonly "application/json": components["schemas"]["DeviceMove"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceWithTokenAnswer"];
                };
            };
        };
    };
    readonly getDeviceReadings: {
        readonly parameters: {
            readonly query?: {
                readonly from?: string;
                readonly resolution?: "raw" | "minute" | "hour";
                readonly to?: string;
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
                    readonly "application/json": components["schemas"]["HistoryPointListAnswer"];
                };
            };
        };
    };
    readonly getDeviceStatus: {
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
                    readonly "application/json": components["schemas"]["DeviceStatusViewAnswer"];
                };
            };
        };
    };
    readonly replaceDeviceToken: {
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
                    readonly "application/json": components["schemas"]["DeviceTokenAnswer"];
                };
            };
        };
    };
    readonly submitReading: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SensorReading"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AssessmentAnswer"];
                };
            };
        };
    };
    readonly listFalls: {
        readonly parameters: {
            readonly query?: {
                readonly days?: number;
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response";
                readonly status?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
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
                    readonly "application/json": components["schemas"]["ListedFallPage"];
                };
            };
        };
    };
    readonly reportFall: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewFall"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecordedFallAnswer"];
                };
            };
        };
    };
    readonly getFall: {
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
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly claimFall: {
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
                readonly "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly handOffFall: {
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
                readonly "application/json": components["schemas"]["HandOffRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly cancelFall: {
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
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly releaseFall: {
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
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly resolveFall: {
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
                readonly "application/json": components["schemas"]["ResolveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly getFallTimeline: {
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
                    readonly "application/json": components["schemas"]["TimelineEntryListAnswer"];
                };
            };
        };
    };
    readonly listRecentFalls: {
        readonly parameters: {
            readonly query?: {
                readonly hours?: number;
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response" | "userId" | "user_id" | "patientName" | "patient_name";
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
                    readonly "application/json": components["schemas"]["RecentFallPage"];
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
                    readonly "application/json": components["schemas"]["HealthReportAnswer"];
                };
            };
        };
    };
    readonly callForHelp: {
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
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FallDetailAnswer"];
                };
            };
        };
    };
    readonly getCurrentUser: {
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
                    readonly "application/json": components["schemas"]["CurrentUserAnswer"];
                };
            };
        };
    };
    readonly listMessages: {
        readonly parameters: {
            readonly query?: {
                readonly conversationWith?: string;
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "senderId" | "sender_id" | "recipientId" | "recipient_id" | "content" | "type" | "read";
                readonly unreadOnly?: boolean;
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
                    readonly "application/json": components["schemas"]["MessagePage"];
                };
            };
        };
    };
    readonly sendMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewMessage"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageAnswer"];
                };
            };
        };
    };
    readonly getMessage: {
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
                    readonly "application/json": components["schemas"]["MessageAnswer"];
                };
            };
        };
    };
    readonly markMessageRead: {
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
                    readonly "application/json": components["schemas"]["MessageAnswer"];
                };
            };
        };
    };
    readonly getOpenApiDocument: {
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
                    readonly "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
        };
    };
    readonly listPatients: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "email" | "firstName" | "first_name" | "lastName" | "last_name" | "status";
                readonly status?: "active" | "inactive";
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
                    readonly "application/json": components["schemas"]["ListedPatientPage"];
                };
            };
        };
    };
    readonly createPatient: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPatient"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedPatientAnswer"];
                };
            };
        };
    };
    readonly getPatient: {
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
                    readonly "application/json": components["schemas"]["PatientAnswer"];
                };
            };
        };
    };
    readonly updatePatient: {
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
                readonly "application/json": components["schemas"]["PatientChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientAnswer"];
                };
            };
        };
    };
    readonly deletePatient: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listPatientDevices: {
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
                    readonly "application/json": components["schemas"]["DeviceListAnswer"];
                };
            };
        };
    };
    readonly registerDevice: {
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
                readonly "application/json": components["schemas"]["NewDevice"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceWithTokenAnswer"];
                };
            };
        };
    };
    readonly getPatientEscalation: {
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
                    readonly "application/json": components["schemas"]["PatientEscalationAnswer"];
                };
            };
        };
    };
    readonly updatePatientEscalation: {
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
                readonly "application/json": components["schemas"]["EscalationChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientEscalationAnswer"];
                };
            };
        };
    };
    readonly deletePatientEscalation: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly exportPatientData: {
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
        };
    };
    readonly listPatientFalls: {
        readonly parameters: {
            readonly query?: {
                readonly days?: number;
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "source" | "confidence" | "status" | "location" | "responded" | "responseTime" | "response_time" | "response";
                readonly status?: "NO_FALL" | "SUSPICIOUS" | "POTENTIAL" | "HIGH" | "CONFIRMED";
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
                    readonly "application/json": components["schemas"]["ListedFallPage"];
                };
            };
        };
    };
    readonly getPatientHealth: {
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
                    readonly "application/json": components["schemas"]["HealthSummaryAnswer"];
                };
            };
        };
    };
    readonly getPatientLimits: {
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
                    readonly "application/json": components["schemas"]["PatientLimitsAnswer"];
                };
            };
        };
    };
    readonly updatePatientLimits: {
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
                readonly "application/json": components["schemas"]["LimitsChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PatientLimitsAnswer"];
                };
            };
        };
    };
    readonly deletePatientLimits: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getPatientOverview: {
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
                    readonly "application/json": components["schemas"]["PatientOverviewAnswer"];
                };
            };
        };
    };
    readonly getOwnPatientProfile: {
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
                    readonly "application/json": components["schemas"]["PatientAnswer"];
                };
            };
        };
    };
    readonly listChannels: {
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
                    readonly "application/json": components["schemas"]["ChannelListAnswer"];
                };
            };
        };
    };
    readonly addChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewChannel"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedChannelAnswer"];
                };
            };
        };
    };
    readonly deleteChannel: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly testChannel: {
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
                    readonly "application/json": components["schemas"]["TestResultAnswer"];
                };
            };
        };
    };
    readonly verifyChannel: {
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
                readonly "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
        };
    };
    readonly getProfile: {
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
                    readonly "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    readonly updateProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ProfileChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProfileAnswer"];
                };
            };
        };
    };
    readonly deleteAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AccountDeletion"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listAccesses: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly order?: "asc" | "desc";
                readonly page?: number;
                readonly sort?: "created_at" | "createdAt" | "id" | "timestamp" | "actorId" | "actor_id" | "actorName" | "actor_name" | "role" | "what";
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
                    readonly "application/json": components["schemas"]["AccessLinePage"];
                };
            };
        };
    };
    readonly exportOwnData: {
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
        };
    };
    readonly changePassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PasswordChange"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly listSessions: {
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
                    readonly "application/json": components["schemas"]["SessionListAnswer"];
                };
            };
        };
    };
    readonly endSession: {
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
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly getSecondFactor: {
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
                    readonly "application/json": components["schemas"]["SecondFactorStateAnswer"];
                };
            };
        };
    };
    readonly offerSecondFactor: {
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
                    readonly "application/json": components["schemas"]["SecondFactorOfferAnswer"];
                };
            };
        };
    };
    readonly removeSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorRemoval"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NoticeAnswer"];
                };
            };
        };
    };
    readonly confirmSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SecondFactorConfirmation"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RecoveryCodesAnswer"];
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
                    readonly "application/json": components["schemas"]["PushKeyAnswer"];
                };
            };
        };
    };
}
